//! The language against plain Rust loops over slices with an output allocated beforehand, in one run.
//!
//! `cargo bench --bench kernels [-- PART_OF_A_NAME]` prints nanoseconds per item for both and their ratio. The language's
//! figures include its calls: each expression runs in a function that `⍣` repeats.

mod harness;

use std::hint::black_box;

use aplomb::Session;
use harness::{filter, least, run};

#[global_allocator]
static ALLOCATOR: aplomb::kernel::allocator::Allocator = aplomb::kernel::allocator::Allocator;

/// What the plain loops work on.
struct Data {
    n: usize,
    side: usize,
    v: Vec<f64>,
    w: Vec<f64>,
    i: Vec<i64>,
    j: Vec<i64>,
    b: Vec<bool>,
    c: Vec<bool>,
    p: Vec<usize>,
    out: Vec<f64>,
    integers: Vec<i64>,
    truths: Vec<bool>,
}

impl Data {
    fn new(n: usize) -> Data {
        let mut seed = 42u64;
        let mut random = move || {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (seed >> 11) as f64 / (1u64 << 53) as f64
        };
        let mut reals = || (0..n).map(|_| random()).collect::<Vec<f64>>();
        let (v, w, r) = (reals(), reals(), reals());
        let whole = |items: &[f64]| items.iter().map(|item| (item * 1000.0) as i64).collect::<Vec<_>>();
        Data {
            n,
            side: (n as f64).sqrt() as usize,
            i: whole(&v),
            j: whole(&w),
            b: v.iter().map(|&item| item < 0.5).collect(),
            c: w.iter().map(|&item| item < 0.5).collect(),
            p: r.iter().map(|item| (item * n as f64) as usize).collect(),
            out: vec![0.0; 2 * n],
            integers: vec![0; n],
            truths: vec![false; n],
            v,
            w,
        }
    }
}

type Loop = fn(&mut Data);

/// Name, expression, plain loop.
const ROWS: &[(&str, &str, Loop)] = &[
    ("nop", "v", |_| {}),
    ("v+w", "v+w", |d| map2(&d.v, &d.w, &mut d.out, |a, b| a + b)),
    ("v×2", "v×2", |d| map(&d.v, &mut d.out, |a| a * 2.0)),
    ("v<w", "v<w", |d| map2(&d.v, &d.w, &mut d.truths, |a, b| a < b)),
    ("b∧c", "b∧c", |d| map2(&d.b, &d.c, &mut d.truths, |a, b| a & b)),
    ("i+j", "i+j", |d| map2(&d.i, &d.j, &mut d.integers, |a, b| a + b)),
    ("i×j", "i×j", |d| map2(&d.i, &d.j, &mut d.integers, |a, b| a * b)),
    ("⌊v", "⌊v", |d| map(&d.v, &mut d.integers, |a| a.floor() as i64)),
    ("√v", "√v", |d| map(&d.v, &mut d.out, f64::sqrt)),
    ("*v", "*v", |d| map(&d.v, &mut d.out, f64::exp)),
    ("⍟v", "⍟1+v", |d| map(&d.v, &mut d.out, |a| (1.0 + a).ln())),
    ("1○v", "1○v", |d| map(&d.v, &mut d.out, f64::sin)),
    ("v*w", "v*w", |d| map2(&d.v, &d.w, &mut d.out, f64::powf)),
    ("chain", "((v×2)+w-0.5)÷1+v", |d| map2(&d.v, &d.w, &mut d.out, |a, b| (a * 2.0 + (b - 0.5)) / (1.0 + a))),
    ("+/v", "+/v", |d| d.out[0] = d.v.iter().sum()),
    ("⌈/v", "⌈/v", |d| d.out[0] = d.v.iter().fold(f64::MIN, |a, &b| if b > a { b } else { a })),
    ("+/i", "+/i", |d| d.integers[0] = d.i.iter().sum()),
    ("+/b", "+/b", |d| d.integers[0] = d.b.iter().map(|&b| b as i64).sum()),
    ("+/v×w", "+/v×w", |d| d.out[0] = d.v.iter().zip(&d.w).map(|(a, b)| a * b).sum()),
    ("v+.×w", "v+.×w", |d| d.out[0] = d.v.iter().zip(&d.w).map(|(a, b)| a * b).sum()),
    ("+\\v", "+\\v", |d| {
        let mut total = 0.0;
        map(&d.v, &mut d.out, |a| {
            total += a;
            total
        });
    }),
    ("⌈\\v", "⌈\\v", |d| {
        let mut most = f64::MIN;
        map(&d.v, &mut d.out, |a| {
            most = if a > most { a } else { most };
            most
        });
    }),
    ("v[p]", "v p", |d| {
        for (out, &p) in d.out.iter_mut().zip(&d.p) {
            *out = d.v[p];
        }
    }),
    ("b/v", "b/v", |d| {
        let mut count = 0;
        for (&keep, &item) in d.b.iter().zip(&d.v) {
            d.out[count] = item;
            count += keep as usize;
        }
    }),
    ("⍳n", "⍳n", |d| d.out[..d.n].iter_mut().enumerate().for_each(|(i, out)| *out = i as f64)),
    ("⌽v", "⌽v", |d| d.out[..d.n].iter_mut().zip(d.v.iter().rev()).for_each(|(out, &a)| *out = a)),
    ("⍉m", "⍉m", |d| {
        for row in 0..d.side {
            for column in 0..d.side {
                d.out[column * d.side + row] = d.v[row * d.side + column];
            }
        }
    }),
    ("v,w", "v,w", |d| {
        d.out[..d.n].copy_from_slice(&d.v);
        d.out[d.n..].copy_from_slice(&d.w);
    }),
    ("n⍴v", "n⍴q", |d| {
        for chunk in d.out[..d.n].chunks_mut(10) {
            chunk.copy_from_slice(&d.v[..chunk.len()]);
        }
    }),
    ("+/m", "+/m", |d| {
        for (out, row) in d.out.iter_mut().zip(d.v.chunks_exact(d.side)) {
            *out = row.iter().sum();
        }
    }),
    ("+⌿m", "+⌿m", |d| {
        let (out, side) = (&mut d.out, d.side);
        out[..side].fill(0.0);
        for row in d.v.chunks_exact(side) {
            out.iter_mut().zip(row).for_each(|(out, &a)| *out += a);
        }
    }),
    ("m+col", "m+col", |d| {
        for ((out, row), &x) in d.out.chunks_exact_mut(d.side).zip(d.v.chunks_exact(d.side)).zip(&d.w) {
            out.iter_mut().zip(row).for_each(|(out, &a)| *out = a + x);
        }
    }),
    ("col×⌝col", "col×⌝col", |d| {
        for (out, &x) in d.out.chunks_exact_mut(d.side).zip(&d.w).take(d.side) {
            out.iter_mut().zip(&d.w).for_each(|(out, &a)| *out = a * x);
        }
    }),
];

fn map<T: Copy, R>(x: &[T], out: &mut [R], mut f: impl FnMut(T) -> R) {
    for (out, &x) in out.iter_mut().zip(x) {
        *out = f(x);
    }
}

fn map2<T: Copy, R>(x: &[T], y: &[T], out: &mut [R], f: impl Fn(T, T) -> R) {
    for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
        *out = f(x, y);
    }
}

fn kernels(filter: &str, n: usize) {
    let mut session = Session::new();
    run(&mut session, &format!("n←{n} ⋄ s←⌊√n ⋄ v←?n⍴0 ⋄ w←?n⍴0 ⋄ i←⌊1000×v ⋄ j←⌊1000×w ⋄ b←v<0.5 ⋄ c←w<0.5"));
    run(&mut session, "p←⌊n×?n⍴0 ⋄ q←10↑v ⋄ m←(s,s)⍴v ⋄ col←s↑w ⋄ 0");
    let mut data = Data::new(n);
    let repeat = (2_000_000 / n).max(4);
    for (name, text, plain) in ROWS.iter().filter(|row| row.0.contains(filter)) {
        let plain = least(7, || (0..repeat).for_each(|_| plain(black_box(&mut data)))) / (repeat * n) as f64;
        let program = format!("_←{{_←{text} ⋄ ⍵}}⍣{repeat}⊢0");
        let ours = least(7, || run(&mut session, &program)) / (repeat * n) as f64;
        println!("{n:>9} {name:<10} {plain:>8.3} {ours:>8.3}  {:>6.2}", ours / plain);
    }
}

/// Name, set-up, program, how many steps it has, plain loop.
type Program = (&'static str, &'static str, &'static str, usize, fn() -> f64);

/// Programs that measure calls.
const PROGRAMS: &[Program] = &[
    ("each", "v←?100000⍴0", "_←{⍵×⍵+1}¨v", 100_000, || {
        let v = black_box(vec![0.5; 100_000]);
        black_box(v.iter().map(|x| x * (x + 1.0)).collect::<Vec<f64>>())[0]
    }),
    ("fib 24", "fib←{⍵<2:⍵ ⋄ (∇⍵-1)+∇⍵-2}", "_←fib 24", 46_368, || {
        fn fib(n: f64) -> f64 {
            if black_box(n) < 2.0 { n } else { fib(n - 1.0) + fib(n - 2.0) }
        }
        fib(24.0)
    }),
    ("loop", "0", "_←{⍵+1÷⍵}⍣1000000⊢1", 1_000_000, || {
        (0..1_000_000).fold(1.0, |x, _| black_box(x) + 1.0 / x)
    }),
    ("v[i]←x", "v←1000⍴0 ⋄ set←{v[⍵]←⍵ ⋄ 999|⍵+1}", "_←set⍣100000⊢0", 100_000, || {
        let mut v = vec![0.0; 1000];
        (0..100_000).for_each(|i| black_box(&mut v)[i % 999] = i as f64);
        v[0]
    }),
];

fn main() {
    let filter = filter();
    println!("{:>9} {:<10} {:>8} {:>8}  {:>6}", "items", "", "loop ns", "ours ns", "ratio");
    kernels(&filter, 1_000);
    kernels(&filter, 1_000_000);
    for (name, set_up, program, steps, plain) in PROGRAMS.iter().filter(|row| row.0.contains(&filter)) {
        let mut session = Session::new();
        run(&mut session, &format!("{set_up} ⋄ 0"));
        let plain = least(5, || {
            black_box(plain());
        }) / *steps as f64;
        let ours = least(3, || run(&mut session, program)) / *steps as f64;
        println!("{steps:>9} {name:<10} {plain:>8.3} {ours:>8.3}  {:>6.2}", ours / plain);
    }
}
