//! Item by item: the loops that all element-wise functions share.

use std::mem::MaybeUninit;

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

/// A dyadic kernel: writes a result for each item and returns true, or returns false where the lane cannot hold one of
/// them (what was written does not count then).
pub type Dyad<T, R = T> = fn(Operand<T>, Operand<T>, &mut [MaybeUninit<R>]) -> bool;

/// A monadic kernel, as [`Dyad`].
pub type Monad<T, R = T> = fn(&[T], &mut [MaybeUninit<R>]) -> bool;

/// The dyadic kernel of an item function.
pub fn dyad<T: Copy, F: ItemDyad<T>>(x: Operand<T>, y: Operand<T>, out: &mut [MaybeUninit<F::Out>]) -> bool {
    !fast_dyad::<T, F>(x, y, out) || careful_dyad::<T, F>(x, y, out)
}

/// The monadic kernel of an item function.
pub fn monad<T: Copy, F: ItemMonad<T>>(y: &[T], out: &mut [MaybeUninit<F::Out>]) -> bool {
    !fast_monad::<T, F>(y, out) || careful_monad::<T, F>(y, out)
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
fn careful_dyad<T: Copy, F: ItemDyad<T>>(x: Operand<T>, y: Operand<T>, out: &mut [MaybeUninit<F::Out>]) -> bool {
    let item = |operand: Operand<T>, i: usize| match operand {
        Operand::Many(items) => items[i],
        Operand::One(item) => item,
    };
    for (i, out) in out.iter_mut().enumerate() {
        let Some(result) = F::careful(item(x, i), item(y, i)) else { return false };
        out.write(result);
    }
    true
}

#[cold]
fn careful_monad<T: Copy, F: ItemMonad<T>>(y: &[T], out: &mut [MaybeUninit<F::Out>]) -> bool {
    for (out, &y) in out.iter_mut().zip(y) {
        let Some(result) = F::careful(y) else { return false };
        out.write(result);
    }
    true
}
