//! Two or three arithmetic functions of floats in one loop, so that what passes between them stays in registers.
//!
//! A kernel works on tiles of 64 items. It reports that a divisor is zero or a result is no number; the functions are then
//! to be applied one after the other.

use std::mem::MaybeUninit;

use super::elementwise::{Operand, append};

/// The items that are worked on together: a few vectors of any machine.
const TILE: usize = 64;

type Tile = [f64; TILE];

/// The functions that are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `×`
    Multiply,
    /// `÷`
    Divide,
}

/// One of them as a type.
trait Function {
    fn apply(x: f64, y: f64) -> f64;
    /// Whether the quotient of `y` has rules of its own. Other failures show in the result.
    fn fails(y: f64) -> bool;
}

macro_rules! functions {
    ($($name:ident |$x:ident, $y:ident| $result:expr, fails $fails:expr;)+) => { $(
        struct $name;
        impl Function for $name {
            #[inline(always)]
            fn apply($x: f64, $y: f64) -> f64 {
                $result
            }
            #[inline(always)]
            #[allow(unused_variables)]
            fn fails($y: f64) -> bool {
                $fails
            }
        }
    )+ };
}

functions! {
    Add |x, y| x + y, fails false;
    Subtract |x, y| x - y, fails false;
    Multiply |x, y| x * y, fails false;
    Divide |x, y| x / y, fails y == 0.0;
}

/// `$body` with the type `$name` for an [`Arithmetic`].
macro_rules! with_type {
    ($function:expr, $name:ident => $body:expr) => {
        match $function {
            Arithmetic::Add => {
                type $name = Add;
                $body
            }
            Arithmetic::Subtract => {
                type $name = Subtract;
                $body
            }
            Arithmetic::Multiply => {
                type $name = Multiply;
                $body
            }
            Arithmetic::Divide => {
                type $name = Divide;
                $body
            }
        }
    };
}

/// Writes all results and returns true, or returns false.
type Loop = fn(&[Operand<f64>; 4], &mut [MaybeUninit<f64>]) -> bool;

/// A kernel of two or three functions.
#[derive(Clone, Copy)]
pub struct Combined(Loop);

impl Combined {
    /// `(a inner b) outer c`
    pub fn left(outer: Arithmetic, inner: Arithmetic) -> Combined {
        Combined(with_type!(outer, F => with_type!(inner, G => |x, out| !left::<F, G>(x, out))))
    }

    /// `a outer (b inner c)`
    pub fn right(outer: Arithmetic, inner: Arithmetic) -> Combined {
        Combined(with_type!(outer, F => with_type!(inner, G => |x, out| !right::<F, G>(x, out))))
    }

    /// `(a left b) outer (c right d)`
    pub fn both(outer: Arithmetic, left: Arithmetic, right: Arithmetic) -> Combined {
        Combined(with_type!(outer, F => with_type!(left, G => with_type!(right, H => {
            |x, out| !both::<F, G, H>(x, out)
        }))))
    }

    /// Appends a result for each of `count` items and returns true; or appends nothing and returns false where the
    /// functions must be applied one after the other. Operands that the kernel does not have are not looked at.
    #[inline]
    pub fn append(self, operands: &[Operand<f64>; 4], count: usize, out: &mut Vec<f64>) -> bool {
        append(out, count, |spare| (self.0)(operands, spare))
    }
}

const ZEROS: Tile = [0.0; TILE];

/// The tile of an operand at `start`; `repeated` is that of an operand that is one item for all.
#[inline(always)]
fn tile<'a>(operand: &Operand<'a, f64>, repeated: &'a Tile, start: usize) -> &'a Tile {
    match operand {
        Operand::Many(items) => items[start..].first_chunk().unwrap_or(repeated),
        Operand::One(_) => repeated,
    }
}

#[inline(always)]
fn item(operand: &Operand<f64>, i: usize) -> f64 {
    match operand {
        Operand::Many(items) => items[i],
        Operand::One(item) => *item,
    }
}

/// Works out `$result` for each item: for whole tiles at once, the last of which may overlap the one before it.
/// `$fails` says of an item whether it failed; so does the whole.
macro_rules! each_item {
    ($out:ident, |$($x:ident),+| $inner:ident = $inner_result:expr, $result:expr, fails $fails:expr) => {{
        let mut failed = false;
        if let Some(last_start) = $out.len().checked_sub(TILE) {
            let mut start = 0;
            // One name for the operand, its repeated item and its tile.
            $(
                let repeated = if let Operand::One(item) = $x { &[*item; TILE] } else { &ZEROS };
                let $x = ($x, repeated);
            )+
            loop {
                $(let $x = tile($x.0, $x.1, start);)+
                let results = &mut $out[start..start + TILE];
                for i in 0..TILE {
                    $(let $x = $x[i];)+
                    let $inner = $inner_result;
                    let result: f64 = $result;
                    failed |= $fails | result.is_nan();
                    results[i].write(result);
                }
                if start == last_start {
                    break;
                }
                start = last_start.min(start + TILE);
            }
        } else {
            for (i, out) in $out.iter_mut().enumerate() {
                $(let $x = item($x, i);)+
                let $inner = $inner_result;
                let result: f64 = $result;
                failed |= $fails | result.is_nan();
                out.write(result);
            }
        }
        failed
    }};
}

versions! {
    /// Returns whether something failed.
    fn left<F: Function, G: Function>(x: &[Operand<f64>; 4], out: &mut [MaybeUninit<f64>]) -> bool {
        let [a, b, c, _] = x;
        each_item!(out, |a, b, c| inner = G::apply(a, b), F::apply(inner, c), fails G::fails(b) | F::fails(c))
    }

    /// Returns whether something failed.
    fn right<F: Function, G: Function>(x: &[Operand<f64>; 4], out: &mut [MaybeUninit<f64>]) -> bool {
        let [a, b, c, _] = x;
        each_item!(out, |a, b, c| inner = G::apply(b, c), F::apply(a, inner), fails G::fails(c) | F::fails(inner))
    }

    /// Returns whether something failed.
    fn both<F: Function, G: Function, H: Function>(x: &[Operand<f64>; 4], out: &mut [MaybeUninit<f64>]) -> bool {
        let [a, b, c, d] = x;
        each_item!(out, |a, b, c, d| inner = H::apply(c, d), F::apply(G::apply(a, b), inner),
            fails G::fails(b) | H::fails(d) | F::fails(inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Arithmetic; 4] = [Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Multiply, Arithmetic::Divide];

    fn apply(function: Arithmetic, x: f64, y: f64) -> f64 {
        with_type!(function, F => F::apply(x, y))
    }

    #[test]
    fn kernels_give_what_their_functions_give() {
        for count in [1, 63, 64, 65, 200] {
            let items = |factor: f64| (0..count).map(|i| factor * (i as f64 + 0.5)).collect::<Vec<f64>>();
            let (a, c, d) = (items(1.0), items(-0.25), items(7.0));
            let operands = [Operand::Many(&a[..]), Operand::One(3.0), Operand::Many(&c), Operand::Many(&d)];
            for f in ALL {
                for g in ALL {
                    let mut out = Vec::new();
                    assert!(Combined::left(f, g).append(&operands, count, &mut out));
                    assert!((0..count).all(|i| out[i] == apply(f, apply(g, a[i], 3.0), c[i])));
                    out.clear();
                    assert!(Combined::right(f, g).append(&operands, count, &mut out));
                    assert!((0..count).all(|i| out[i] == apply(f, a[i], apply(g, 3.0, c[i]))));
                    for h in ALL {
                        out.clear();
                        assert!(Combined::both(f, g, h).append(&operands, count, &mut out));
                        assert!((0..count).all(|i| out[i] == apply(f, apply(g, a[i], 3.0), apply(h, c[i], d[i]))));
                    }
                }
            }
        }
    }

    #[test]
    fn failures_are_reported_wherever_they_are() {
        for count in [1, 64, 70, 130] {
            for place in [0, count / 2, count - 1] {
                let mut items = vec![1.0; count];
                items[place] = 0.0;
                let operands = [Operand::One(1.0), Operand::Many(&items), Operand::One(1.0), Operand::One(1.0)];
                let mut out = Vec::new();
                assert!(!Combined::left(Arithmetic::Add, Arithmetic::Divide).append(&operands, count, &mut out));
                assert!(!Combined::right(Arithmetic::Divide, Arithmetic::Multiply).append(&operands, count, &mut out));
                items[place] = f64::INFINITY;
                let operands = [Operand::Many(&items[..]); 4];
                let kernel = Combined::both(Arithmetic::Add, Arithmetic::Subtract, Arithmetic::Add);
                assert!(!kernel.append(&operands, count, &mut out));
                assert!(out.is_empty());
            }
        }
    }
}
