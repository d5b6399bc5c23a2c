//! Which axes of two arguments pair.

use crate::array::Layout;

/// One axis of a result: the axes of the arguments that it stands for, at least one of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub left: Option<usize>,
    pub right: Option<usize>,
}

/// Which name a pair of named axes keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Naming {
    /// The names are equal, or there is only one.
    Either,
    /// The left one, the right one only if there is no left one.
    LeftFirst,
    /// The right one, the left one only if there is no right one.
    RightFirst,
}

/// Axes of equal names pair wherever they stand; the rest pair in order, except that two named axes stay alone. The left
/// argument's axes come first in their order, then the right argument's unpaired ones.
pub(super) fn by_names_and_order(left: &Layout, right: &Layout) -> Vec<Pair> {
    let mut partner: Vec<Option<usize>> =
        (0..left.rank()).map(|axis| left.name(axis).and_then(|name| right.axis_named(name))).collect();
    let mut taken = vec![false; right.rank()];
    for &axis in partner.iter().flatten() {
        taken[axis] = true;
    }
    let rest_left: Vec<usize> = (0..left.rank()).filter(|&axis| partner[axis].is_none()).collect();
    let rest_right: Vec<usize> = (0..right.rank()).filter(|&axis| !taken[axis]).collect();
    for (&a, &b) in rest_left.iter().zip(&rest_right) {
        if left.name(a).is_none() || right.name(b).is_none() {
            partner[a] = Some(b);
            taken[b] = true;
        }
    }
    let of_left = (0..left.rank()).map(|axis| Pair { left: Some(axis), right: partner[axis] });
    let alone = (0..right.rank()).filter(|&axis| !taken[axis]).map(|axis| Pair { left: None, right: Some(axis) });
    of_left.chain(alone).collect()
}
