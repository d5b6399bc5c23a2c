//! Work grows in proportion to the number of items: what an expression allocates at 8,000 items is at most some nine times
//! what it allocates at 1,000. A count, unlike a time, does not depend on the machine.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use aplomb::Session;

struct Counting;

thread_local! {
    /// Bytes and blocks that this thread has asked for.
    static ASKED: Cell<(u64, u64)> = const { Cell::new((0, 0)) };
}

fn count(bytes: usize) {
    // The counter is gone when a thread ends.
    let _ = ASKED.try_with(|asked| {
        let (total, blocks) = asked.get();
        asked.set((total + bytes as u64, blocks + 1));
    });
}

// SAFETY: every request goes to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the block came from the system's allocator.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.saturating_sub(layout.size()));
        // SAFETY: the block came from the system's allocator.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Bytes and blocks that an expression asks for, its names being set up for `n` items.
fn work(expression: &str, n: usize) -> (u64, u64) {
    let mut session = Session::new();
    let statement = if expression.starts_with("r←") { expression.to_string() } else { format!("r←{expression}") };
    let setup = format!(
        "n←{n} ⋄ v←⍳n ⋄ i←⌊v ⋄ b←n⍴1 0 1 ⋄ c←n⍴\"some words\" ⋄ m←[n÷10;10]⍴v ⋄ w←c=' ' ⋄ g←↓m ⋄ f←{{{statement} ⋄ ⍵}}"
    );
    if let Some(error) = session.evaluate(&setup).error {
        panic!("{setup}: {error}");
    }
    // The first call binds the body; the second one is measured.
    session.evaluate("f 0");
    let before = ASKED.get();
    let evaluation = session.evaluate("f 0");
    let after = ASKED.get();
    assert!(evaluation.error.is_none(), "{expression}: {}", evaluation.error.unwrap());
    (after.0 - before.0, after.1 - before.1)
}

fn assert_linear(expressions: &[&str]) {
    let mut wrong = Vec::new();
    for expression in expressions {
        let (small, large) = (work(expression, 1_000), work(expression, 8_000));
        let grown = |small: u64, large: u64| large > 9 * small + 4_096;
        if grown(small.0, large.0) || grown(small.1, large.1) {
            wrong.push(format!("{expression}: {small:?} bytes and blocks grow to {large:?}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn vectors_that_calls_make_longer_are_linear() {
    assert_linear(&[
        "⊃{⍺,⍵}/v",
        "⊃{⍵,⍺}/v",
        "⊃{⍺,⍵}/g",
        "{⍺←⍬ ⋄ 0=⍵:⍺ ⋄ (⍺,⍵)∇⍵-1}n",
        "{⍺←⍬ ⋄ 0=⍵:⍺ ⋄ (⍵,⍺)∇⍵-1}n",
        "{0=⍵:⍬ ⋄ ⍵,∇⍵-1}n",
        "{1,⍵}⍣n⊢2 3",
        "{⍵+1}{⍵×2}{1+⍵}v",
    ]);
}

#[test]
fn structural_functions_are_linear() {
    assert_linear(&[
        "⌽v",
        "3⌽v",
        "⊖m",
        "1⊖m",
        "⍉m",
        "(n⍴1 2)⌽v,⍪v",
        ",m",
        "⍪v",
        "v,v",
        "v⍪v",
        "m,⍪(n÷10)⍴v",
        "(n+5)↑v",
        "(-n+5)↑v",
        "(n-5)↑v",
        "3↓v",
        "¯3↓m",
        "↓m",
        "⊃g",
        "⊂v",
        "b⊂c",
        "w⊆c",
        "b/v",
        "2/v",
        "(2×b)/v",
        "(n⍴1 0)\\(n÷2)⍴v",
        "(2×n)⍴v",
        "⊖⍪c",
        "4↕v",
        "¯3↕v",
        "v≡⌽⌽v",
        "(⊂⍠0)m",
        "(2×n)⍴c",
        "¯1⌽m",
        "⌽¨g",
        "≢¨w⊆c",
    ]);
}

#[test]
fn sharing_functions_allocate_nothing_for_items() {
    for expression in
        ["⍴v", "≢v", "≡v", "⊂v", "[n÷10;10]⍴v", ",m", "⍪v", "1↓v", "500↑v", "⊢v", "3⊣v", "↑m", "⌽5", "5⊂5"]
    {
        let (small, large) = (work(expression, 1_000), work(expression, 8_000));
        assert!(large.0 <= small.0 + 256, "{expression}: {} bytes grow to {}", small.0, large.0);
    }
}

#[test]
fn appending_is_amortised() {
    assert_linear(&["r←{a←⍬ ⋄ b←{a,←⍵}¨v ⋄ ≢a}0", "r←{a←⍬ ⋄ b←{a,←⊂⍵}¨g ⋄ ≢a}0", "r←{a←\"\" ⋄ b←{a,←⍵}¨c ⋄ ≢a}0"]);
}

#[test]
fn searches_and_orders_are_linear() {
    assert_linear(&[
        "v⍳⌽v",
        "i⍳⌽i",
        "c⍳c",
        "g⍳⌽g",
        "m⍳⊖m",
        "v∊⌽v",
        "g∊g",
        "∪v",
        "∪10|i",
        "∪g",
        "∪m",
        "≠v",
        "≠g",
        "v∪5+v",
        "v∩5↓v",
        "v~5↑v",
        "⍋v",
        "⍒10|i",
        "⍋c",
        "⍋⍉⊃[v;⌽v]",
        "⍋g",
        "v⍸v",
        "⍸b",
        "⍸m<50",
        "∊g",
        "\"me\"⍷c",
        "2 3⍷v",
        "(⊂⍋v)⌷v",
        "v(⍋v)",
    ]);
}

#[test]
fn numbers_and_operators_are_linear() {
    assert_linear(&[
        "v+v",
        "v×2",
        "v<5",
        "⌊v÷2",
        "√v",
        "*v÷n",
        "1○v",
        "v*2",
        "(n⍴1r2)+1r3",
        "+/v",
        "+\\v",
        "⌈/m",
        "+⌿m",
        "⊥m",
        "10 10⊤v",
        "?n⍴6",
        "(n÷2)?n",
        "(n÷10)?100×n",
        "v+.×v",
        "v+⌝1 2",
        "{⍵,1}¨g",
        "≢¨g",
        "+/¨g",
        "{⌽⍵}⍤1 m",
        "(10|i){⊂⍵}⌸v",
        "{≢⍵}⌸10|i",
        "1 2 3⊛v",
        "({⍵+1}⍣n)0",
        "⍕v",
        "⍎⍕v",
        "(⌽⌾⊢)v",
        "0@(3⊸<)v",
        "{+/⍵}⌺3 v",
    ]);
}
