//! Functions and operators against what a Rust programmer would write with the standard library or the same crate, in one
//! run.
//!
//! `cargo bench --bench primitives [-- PART_OF_A_NAME]` prints milliseconds for both and their ratio.

mod harness;

use std::collections::{HashMap, HashSet};
use std::hint::black_box;
use std::time::Instant;

use aplomb::Session;
use faer::Mat;
use faer::linalg::solvers::{DenseSolveCore, Solve};

#[global_allocator]
static ALLOCATOR: aplomb::kernel::allocator::Allocator = aplomb::kernel::allocator::Allocator;

const N: usize = 1_000_000;
const SIDE: usize = 500;

/// What the plain programs work on.
struct Data {
    v: Vec<f64>,
    w: Vec<f64>,
    i: Vec<i64>,
    j: Vec<i64>,
    b: Vec<bool>,
    text: Vec<u8>,
    square: Mat<f64>,
    life: Vec<u8>,
    names: [Vec<String>; 2],
}

impl Data {
    fn new() -> Data {
        let mut seed = 42u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut reals = |n: usize| (0..n).map(|_| random()).collect::<Vec<f64>>();
        let (v, w) = (reals(N), reals(N));
        let whole = |items: &[f64]| items.iter().map(|item| (item * 1000.0) as i64).collect::<Vec<_>>();
        let square = reals(SIDE * SIDE);
        let name = |from: usize| (from..from + 100_000).map(|i| format!("k{i}")).collect();
        Data {
            i: whole(&v),
            j: whole(&w),
            b: v.iter().map(|&item| item < 0.5).collect(),
            text: v.iter().map(|&item| b"abcd efgh"[(item * 9.0) as usize]).collect(),
            square: Mat::from_fn(SIDE, SIDE, |row, column| square[row * SIDE + column]),
            life: v.iter().map(|&item| u8::from(item < 0.3)).collect(),
            names: [name(0), name(50_000)],
            v,
            w,
        }
    }
}

type Plain = fn(&Data);

/// Name, expression, plain program.
const ROWS: &[(&str, &str, Plain)] = &[
    ("⍋v", "⍋v", |d| {
        let mut order: Vec<usize> = (0..N).collect();
        order.sort_by(|&a, &b| d.v[a].total_cmp(&d.v[b]));
        black_box(order);
    }),
    ("⍋i", "⍋i", |d| {
        let mut order: Vec<usize> = (0..N).collect();
        order.sort_by_key(|&a| d.i[a]);
        black_box(order);
    }),
    ("v[⍋v]", "v(⍋v)", |d| {
        let mut sorted = d.v.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        black_box(sorted);
    }),
    ("i[⍋i]", "i(⍋i)", |d| {
        let mut sorted = d.i.clone();
        sorted.sort_unstable();
        black_box(sorted);
    }),
    ("z[⍋z]", "z(⍋z)", |d| {
        let mut sorted: Vec<f64> = d.v.iter().zip(&d.w).map(|(v, w)| (v / w).ln()).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        black_box(sorted);
    }),
    ("1000 x[⍋x]", "x(⍋x)", |d| {
        let mut sorted = d.v[..1000].to_vec();
        sorted.sort_unstable_by(f64::total_cmp);
        black_box(sorted);
    }),
    ("1000 ⍋x", "⍋x", |d| {
        let mut order: Vec<usize> = (0..1000).collect();
        order.sort_by(|&a, &b| d.v[a].total_cmp(&d.v[b]));
        black_box(order);
    }),
    ("∪i", "∪i", |d| {
        let mut seen = HashSet::new();
        black_box(d.i.iter().filter(|item| seen.insert(**item)).collect::<Vec<_>>());
    }),
    ("∪v", "∪v", |d| {
        let mut seen = HashSet::new();
        black_box(d.v.iter().filter(|item| seen.insert(item.to_bits())).collect::<Vec<_>>());
    }),
    ("i⍳j", "u⍳j", |d| {
        let places: HashMap<i64, usize> = (0..1000).map(|i| (999 - i, i as usize)).collect();
        black_box(d.j.iter().map(|item| places.get(item).copied().unwrap_or(1000)).collect::<Vec<_>>());
    }),
    ("v∊w", "v∊w", |d| {
        let set: HashSet<u64> = d.w.iter().map(|item| item.to_bits()).collect();
        black_box(d.v.iter().map(|item| set.contains(&item.to_bits())).collect::<Vec<_>>());
    }),
    ("∪ wide", "∪wide", |d| {
        let mut seen = HashSet::new();
        black_box(d.v.iter().filter(|item| seen.insert((**item * 1e15) as i64)).collect::<Vec<_>>());
    }),
    ("1000 ∪x", "∪x", |d| {
        let mut seen = HashSet::new();
        black_box(d.v[..1000].iter().filter(|item| seen.insert(item.to_bits())).collect::<Vec<_>>());
    }),
    ("1000 x∊y", "x∊y", |d| {
        let set: HashSet<u64> = d.w[..1000].iter().map(|item| item.to_bits()).collect();
        black_box(d.v[..1000].iter().map(|item| set.contains(&item.to_bits())).collect::<Vec<_>>());
    }),
    ("1000 ∪i", "∪ii", |d| {
        let mut seen = HashSet::new();
        black_box(d.i[..1000].iter().filter(|item| seen.insert(**item)).collect::<Vec<_>>());
    }),
    ("1000 u⍳j", "u⍳jj", |d| {
        let places: HashMap<i64, usize> = (0..1000).map(|i| (999 - i, i as usize)).collect();
        black_box(d.j[..1000].iter().map(|item| places.get(item).copied().unwrap_or(1000)).collect::<Vec<_>>());
    }),
    ("p∊q", "p∊q", |d| {
        let set: HashSet<i64> = d.w[..N / 10].iter().map(|item| (item * 1e6) as i64).collect();
        black_box(d.v.iter().map(|item| set.contains(&((item * 1e6) as i64))).collect::<Vec<_>>());
    }),
    ("⍸b", "⍸b", |d| {
        black_box(d.b.iter().enumerate().filter(|(_, bit)| **bit).map(|(i, _)| i).collect::<Vec<_>>());
    }),
    ("b⌿m", "rows⌿m", |d| {
        let rows = d.v.chunks(1000).zip(&d.b).filter(|(_, keep)| **keep);
        black_box(rows.flat_map(|(row, _)| row).copied().collect::<Vec<_>>());
    }),
    ("c⍷s", "\"abc\"⍷text", |d| {
        let mut found = vec![false; N];
        memchr::memmem::find_iter(&d.text, b"abc").for_each(|at| found[at] = true);
        black_box(found);
    }),
    ("⌹ 500×500", "⌹square", |d| {
        black_box(d.square.partial_piv_lu().inverse());
    }),
    ("w⌹ 500×500", "(500↑v)⌹square", |d| {
        let right = Mat::from_fn(SIDE, 1, |row, _| d.v[row]);
        black_box(d.square.partial_piv_lu().solve(&right));
    }),
    ("+.× 500×500", "square+.×square", |d| {
        black_box(&d.square * &d.square);
    }),
    ("+/3↕v", "+/3↕v", |d| {
        black_box(d.v.windows(3).map(|window| window[0] + window[1] + window[2]).collect::<Vec<_>>());
    }),
    ("(+/50↕v)÷50", "(+/50↕v)÷50", |d| {
        let mut sum: f64 = d.v[..50].iter().sum();
        let mut means = vec![sum / 50.0];
        means.extend((50..N).map(|i| {
            sum += d.v[i] - d.v[i - 50];
            sum / 50.0
        }));
        black_box(means);
    }),
    ("⌈/50↕v", "⌈/50↕v", |d| {
        black_box(
            d.v.windows(50).map(|window| window.iter().fold(f64::MIN, |most, &x| most.max(x))).collect::<Vec<_>>(),
        );
    }),
    ("(+/÷≢)⍤1 ↕", "(+/÷≢)⍤1⊢5↕v", |d| {
        black_box(d.v.windows(5).map(|window| window.iter().sum::<f64>() / 5.0).collect::<Vec<_>>());
    }),
    ("⊥⊤i", "⊥⊤ix", |d| {
        // With the digits in between: without them the compiler would see that nothing is to be done.
        let digits = |item: i64| (0..10).rev().map(move |bit| item >> bit & 1);
        let digits = black_box(d.i.iter().flat_map(|&item| digits(item)).collect::<Vec<_>>());
        let number = |digits: &[i64]| digits.iter().fold(0, |value, digit| value * 2 + digit);
        black_box(digits.chunks_exact(10).map(number).collect::<Vec<_>>());
    }),
    ("digits", "10 10 10⊤i", |d| {
        black_box(d.i.iter().flat_map(|i| [i / 100 % 10, i / 10 % 10, i % 10]).collect::<Vec<_>>());
    }),
    ("3√v", "3√v", |d| {
        black_box(d.v.iter().map(|x| x.cbrt()).collect::<Vec<_>>());
    }),
    ("c÷d", "c÷d", |d| {
        let quotient = |(&re, &im): (&f64, &f64)| {
            let size = re * re + im * im;
            (2.0 * re * im / size, (re * re - im * im) / size)
        };
        black_box(d.v.iter().zip(&d.w).map(quotient).collect::<Vec<_>>());
    }),
    ("|c", "|c", |d| {
        black_box(d.v.iter().zip(&d.w).map(|(re, im)| re.hypot(*im)).collect::<Vec<_>>());
    }),
    ("split", "(text≠\" \")⊆text", |d| {
        let words = d.text.split(|&byte| byte == b' ').filter(|word| !word.is_empty());
        black_box(words.map(<[u8]>::to_vec).collect::<Vec<_>>());
    }),
    ("+/⍠0 m", "+/⍠0 m", |d| {
        let mut sums = vec![0.0; 1000];
        d.v.chunks(1000).for_each(|row| sums.iter_mut().zip(row).for_each(|(sum, item)| *sum += item));
        black_box(sums);
    }),
    ("+/m", "+/m", |d| {
        black_box(d.v.chunks(1000).map(|row| row.iter().sum::<f64>()).collect::<Vec<_>>());
    }),
    ("⌈⌿m", "⌈⌿m", |d| {
        let mut most = vec![f64::MIN; 1000];
        d.v.chunks(1000).for_each(|row| most.iter_mut().zip(row).for_each(|(most, &item)| *most = most.max(item)));
        black_box(most);
    }),
    ("x+⌝y", "x+⌝y", |d| {
        black_box(d.v[..1000].iter().flat_map(|x| d.w[..1000].iter().map(move |y| x + y)).collect::<Vec<_>>());
    }),
    ("{+/⍵}⌸", "i{+/⍵}⌸v", |d| {
        let mut groups: HashMap<i64, f64> = HashMap::new();
        d.i.iter().zip(&d.v).for_each(|(key, item)| *groups.entry(*key).or_default() += item);
        black_box(groups);
    }),
    ("+/¨ groups", "+/¨i{⊂⍵}⌸v", |d| {
        let mut groups: HashMap<i64, Vec<f64>> = HashMap::new();
        d.i.iter().zip(&d.v).for_each(|(key, item)| groups.entry(*key).or_default().push(*item));
        black_box(groups.values().map(|group| group.iter().sum::<f64>()).collect::<Vec<_>>());
    }),
    ("{⍵}⍤1", "{+/⍵×⍵}⍤1 m", |d| {
        black_box(d.v.chunks(1000).map(|row| row.iter().map(|x| x * x).sum::<f64>()).collect::<Vec<_>>());
    }),
    ("⍣ a million", "{⍵+1}⍣1000000⊢0", |_| {
        black_box((0..N).fold(0.0, |value, _| black_box(value) + 1.0));
    }),
    ("life ⌺", "{(3=s)∨(4=s←+/,⍵)∧⍵.[1 1]}⌺3 3 life", |d| {
        let at = |row: usize, column: usize| d.life.get(row * 1000 + column).copied().unwrap_or(0);
        let cell = |i: usize| {
            let (row, column) = (i / 1000, i % 1000);
            let near = |middle: usize| middle.saturating_sub(1)..(middle + 2).min(1000);
            let sum: u8 = near(row).flat_map(|r| near(column).map(move |c| (r, c))).map(|(r, c)| at(r, c)).sum();
            u8::from(sum == 3 || sum == 4 && at(row, column) == 1)
        };
        black_box((0..N).map(cell).collect::<Vec<_>>());
    }),
    ("key union", "left+right", |d| {
        let mut sum: HashMap<&str, f64> = d.names[0].iter().map(|name| (name.as_str(), 1.0)).collect();
        d.names[1].iter().for_each(|name| *sum.entry(name).or_default() += 2.0);
        black_box(sum);
    }),
];

const SET_UP: &str = "n←1000000 ⋄ v←?n⍴0 ⋄ w←?n⍴0 ⋄ i←⌊1000×v ⋄ j←⌊1000×w ⋄ ix←i ⋄ b←v<0.5 ⋄ u←⌽⍳1000x
m←1000 1000⍴v ⋄ rows←1000↑b ⋄ text←\"abcd efgh\"(⌊9×v) ⋄ square←500 500⍴v ⋄ z←⍟v÷w ⋄ c←v+0j1×w ⋄ d←w+0j1×v ⋄ wide←⌊v×1E15 ⋄ ii←1000↑i ⋄ jj←1000↑j ⋄ p←⌊v×1E6 ⋄ q←⌊1E6×100000↑w ⋄ x←1000↑v ⋄ y←1000↑w ⋄ life←1000 1000⍴v<0.3
left←({\"k\",⍕⍵}¨⍳100000x):100000⍴1 ⋄ right←({\"k\",⍕⍵}¨50000x+⍳100000x):100000⍴2";

/// The time of one of several repetitions, so many that they take long enough to be told by a coarse clock.
fn milliseconds(mut work: impl FnMut(usize)) -> f64 {
    let start = Instant::now();
    work(1);
    let repeat = (0.1 / start.elapsed().as_secs_f64()).ceil().clamp(1.0, 100_000.0) as usize;
    harness::least(3, || work(repeat)) / repeat as f64 / 1e6
}

fn main() {
    let filter = harness::filter();
    let data = Data::new();
    let mut session = Session::new();
    harness::run(&mut session, SET_UP);
    println!("{:<12} {:>10} {:>10}  {:>6}", "", "Rust ms", "ours ms", "ratio");
    for (name, expression, plain) in ROWS.iter().filter(|row| row.0.contains(&filter)) {
        let plain = milliseconds(|repeat| (0..repeat).for_each(|_| plain(black_box(&data))));
        let ours = milliseconds(|repeat| {
            harness::run(&mut session, &format!("_←{{_←{expression} ⋄ ⍵}}⍣{repeat}⊢0"));
        });
        println!("{name:<12} {plain:>10.3} {ours:>10.3}  {:>6.2}", ours / plain);
    }
}
