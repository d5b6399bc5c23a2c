//! Item by item: the loops that all element-wise functions share.

use std::mem::MaybeUninit;

use super::versions::Instructions;

/// One argument of a dyadic kernel: as many items as there are results, or one for all.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a, T> {
    /// An item for each result.
    Many(&'a [T]),
    /// The same item for all.
    One(T),
}

/// A function of two items of type `T`.
pub trait ItemDyad<T: Copy> {
    /// The type of its results.
    type Out: Copy;

    /// The result, which counts only where [`ItemDyad::fails`] says no. Must vectorise.
    fn apply(x: T, y: T) -> Self::Out;

    /// Whether the result may be wrong. Must vectorise, and may be too careful.
    fn fails(x: T, y: T, result: Self::Out) -> bool;

    /// The result where the lane can hold it, for blocks in which something failed.
    fn careful(x: T, y: T) -> Option<Self::Out> {
        let result = Self::apply(x, y);
        if Self::fails(x, y, result) { None } else { Some(result) }
    }
}

/// A function of one item of type `T`.
pub trait ItemMonad<T: Copy> {
    /// The type of its results.
    type Out: Copy;

    /// See [`ItemDyad::apply`].
    fn apply(y: T) -> Self::Out;

    /// See [`ItemDyad::fails`].
    fn fails(y: T, result: Self::Out) -> bool;

    /// See [`ItemDyad::careful`].
    fn careful(y: T) -> Option<Self::Out> {
        let result = Self::apply(y);
        if Self::fails(y, result) { None } else { Some(result) }
    }
}

/// A function of one float whose code depends on the instruction set: see [`ItemMonad`].
pub trait VectorMonad {
    /// See [`ItemMonad::apply`].
    fn apply<Isa: Instructions>(y: f64) -> f64;
    /// See [`ItemMonad::fails`].
    fn fails(y: f64, result: f64) -> bool;
    /// See [`ItemMonad::careful`].
    fn careful(y: f64) -> Option<f64>;
}

/// A function of two floats whose code depends on the instruction set: see [`ItemDyad`].
pub trait VectorDyad {
    /// See [`ItemDyad::apply`].
    fn apply<Isa: Instructions>(x: f64, y: f64) -> f64;
    /// See [`ItemDyad::fails`].
    fn fails(x: f64, y: f64, result: f64) -> bool;
    /// See [`ItemDyad::careful`].
    fn careful(x: f64, y: f64) -> Option<f64>;
}

/// A dyadic kernel: a loop over blocks of items.
#[derive(Clone, Copy)]
pub struct Dyad<T, R = T>(DyadLoop<T, R>);

/// Writes all results and returns true, or returns false.
type DyadLoop<T, R> = fn(Operand<T>, Operand<T>, &mut [MaybeUninit<R>]) -> bool;

/// A monadic kernel.
#[derive(Clone, Copy)]
pub struct Monad<T, R = T>(fn(&[T], &mut [MaybeUninit<R>]) -> bool);

impl Dyad<f64> {
    /// The kernel of a vector function.
    pub const fn vector<F: VectorDyad>() -> Self {
        Dyad(|x, y, out| !vector_dyad::<F>(x, y, out) || careful_each(x, y, out, F::careful))
    }
}

impl Monad<f64> {
    /// The kernel of a vector function.
    pub const fn vector<F: VectorMonad>() -> Self {
        Monad(|y, out| !vector_monad::<F>(y, out) || careful_one(y, out, F::careful))
    }
}

impl<T: Copy, R: Copy> Dyad<T, R> {
    /// The kernel of an item function.
    pub const fn of<F: ItemDyad<T, Out = R>>() -> Self {
        Dyad(|x, y, out| !fast_dyad::<T, F>(x, y, out) || careful_each(x, y, out, F::careful))
    }

    /// Appends a result for each of `count` items and returns true; or appends nothing and returns false where the lane
    /// cannot hold one of them.
    #[inline]
    pub fn append(self, x: Operand<T>, y: Operand<T>, count: usize, out: &mut Vec<R>) -> bool {
        append(out, count, |spare| (self.0)(x, y, spare))
    }

    /// Writes all items of `out` and returns true, or returns false.
    #[inline]
    pub(super) fn fill(self, x: Operand<T>, y: Operand<T>, out: &mut [MaybeUninit<R>]) -> bool {
        (self.0)(x, y, out)
    }

    /// Writes a result for each item of `out` and returns true; or returns false where the lane cannot hold one of them,
    /// and then what `out` holds does not count.
    #[inline]
    pub fn write(self, x: Operand<T>, y: Operand<T>, out: &mut [R]) -> bool {
        // SAFETY: kernels only write results of type `R`, and never what is not initialised.
        (self.0)(x, y, unsafe { as_uninit(out) })
    }
}

impl<T: Copy, R: Copy> Monad<T, R> {
    /// The kernel of an item function.
    pub const fn of<F: ItemMonad<T, Out = R>>() -> Self {
        Monad(|y, out| !fast_monad::<T, F>(y, out) || careful_one(y, out, F::careful))
    }

    /// As [`Dyad::append`].
    #[inline]
    pub fn append(self, y: &[T], out: &mut Vec<R>) -> bool {
        append(out, y.len(), |spare| (self.0)(y, spare))
    }

    /// Writes all items of `out` and returns true, or returns false.
    #[inline]
    pub(super) fn fill(self, y: &[T], out: &mut [MaybeUninit<R>]) -> bool {
        (self.0)(y, out)
    }

    /// As [`Dyad::write`].
    #[inline]
    pub fn write(self, y: &[T], out: &mut [R]) -> bool {
        // SAFETY: as in [`Dyad::write`].
        (self.0)(y, unsafe { as_uninit(out) })
    }
}

/// Appends `count` items which `write` initialises, if it returns true.
#[inline]
pub(super) fn append<R>(out: &mut Vec<R>, count: usize, write: impl FnOnce(&mut [MaybeUninit<R>]) -> bool) -> bool {
    out.reserve(count);
    let written = write(&mut out.spare_capacity_mut()[..count]);
    if written {
        // SAFETY: the private kernels that come here write every item of the slice when they return true.
        unsafe { out.set_len(out.len() + count) };
    }
    written
}

/// # Safety
/// Whoever gets the slice must not write anything uninitialised.
unsafe fn as_uninit<R: Copy>(out: &mut [R]) -> &mut [MaybeUninit<R>] {
    // SAFETY: the layouts are the same; the caller keeps what it promises.
    unsafe { &mut *(out as *mut [R] as *mut [MaybeUninit<R>]) }
}

versions! {
    /// Returns whether something failed.
    fn fast_dyad<T: Copy, F: ItemDyad<T>>(x: Operand<T>, y: Operand<T>, out: &mut [MaybeUninit<F::Out>]) -> bool {
        let mut failed = false;
        match (x, y) {
            (Operand::Many(x), Operand::Many(y)) => {
                assert!(x.len() == out.len() && y.len() == out.len());
                for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
                    let result = F::apply(x, y);
                    failed |= F::fails(x, y, result);
                    out.write(result);
                }
            }
            (Operand::Many(x), Operand::One(y)) => {
                assert!(x.len() == out.len());
                for (out, &x) in out.iter_mut().zip(x) {
                    let result = F::apply(x, y);
                    failed |= F::fails(x, y, result);
                    out.write(result);
                }
            }
            (Operand::One(x), Operand::Many(y)) => {
                assert!(y.len() == out.len());
                for (out, &y) in out.iter_mut().zip(y) {
                    let result = F::apply(x, y);
                    failed |= F::fails(x, y, result);
                    out.write(result);
                }
            }
            (Operand::One(x), Operand::One(y)) => {
                let result = F::apply(x, y);
                failed = F::fails(x, y, result);
                out.fill(MaybeUninit::new(result));
            }
        }
        failed
    }

    /// Returns whether something failed.
    fn vector_monad<F: VectorMonad>(y: &[f64], out: &mut [MaybeUninit<f64>]) -> bool {
        assert!(y.len() == out.len());
        let mut failed = false;
        for (out, &y) in out.iter_mut().zip(y) {
            let result = F::apply::<Isa>(y);
            failed |= F::fails(y, result);
            out.write(result);
        }
        failed
    }

    /// Returns whether something failed.
    fn vector_dyad<F: VectorDyad>(x: Operand<f64>, y: Operand<f64>, out: &mut [MaybeUninit<f64>]) -> bool {
        let mut failed = false;
        // Plain loops: a closure would be compiled without the instruction set of the loop around it.
        match (x, y) {
            (Operand::Many(x), Operand::Many(y)) => {
                assert!(x.len() == out.len() && y.len() == out.len());
                for ((out, &x), &y) in out.iter_mut().zip(x).zip(y) {
                    let result = F::apply::<Isa>(x, y);
                    failed |= F::fails(x, y, result);
                    out.write(result);
                }
            }
            (Operand::Many(x), Operand::One(y)) => {
                for (out, &x) in out.iter_mut().zip(x) {
                    let result = F::apply::<Isa>(x, y);
                    failed |= F::fails(x, y, result);
                    out.write(result);
                }
            }
            (Operand::One(x), Operand::Many(y)) => {
                for (out, &y) in out.iter_mut().zip(y) {
                    let result = F::apply::<Isa>(x, y);
                    failed |= F::fails(x, y, result);
                    out.write(result);
                }
            }
            (Operand::One(x), Operand::One(y)) => {
                let result = F::apply::<Isa>(x, y);
                failed = F::fails(x, y, result);
                out.fill(MaybeUninit::new(result));
            }
        }
        failed
    }

    /// Returns whether something failed.
    fn fast_monad<T: Copy, F: ItemMonad<T>>(y: &[T], out: &mut [MaybeUninit<F::Out>]) -> bool {
        assert!(y.len() == out.len());
        let mut failed = false;
        for (out, &y) in out.iter_mut().zip(y) {
            let result = F::apply(y);
            failed |= F::fails(y, result);
            out.write(result);
        }
        failed
    }
}

#[cold]
fn careful_each<T: Copy, R>(
    x: Operand<T>,
    y: Operand<T>,
    out: &mut [MaybeUninit<R>],
    careful: fn(T, T) -> Option<R>,
) -> bool {
    let item = |operand: Operand<T>, i: usize| match operand {
        Operand::Many(items) => items[i],
        Operand::One(item) => item,
    };
    for (i, out) in out.iter_mut().enumerate() {
        let Some(result) = careful(item(x, i), item(y, i)) else { return false };
        out.write(result);
    }
    true
}

#[cold]
fn careful_one<T: Copy, R>(y: &[T], out: &mut [MaybeUninit<R>], careful: fn(T) -> Option<R>) -> bool {
    for (out, &y) in out.iter_mut().zip(y) {
        let Some(result) = careful(y) else { return false };
        out.write(result);
    }
    true
}
