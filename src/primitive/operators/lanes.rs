//! The lanes of an array along one axis.

use crate::array::Layout;

/// The lanes along one axis: where the items of each lie in the ravel. Lane `l`, in ravel order of the frame of the
/// other axes, starts at [`Lanes::start`] and has its items [`Lanes::stride`] apart.
#[derive(Clone, Copy, Debug)]
pub struct Lanes {
    /// Positions of the axes before.
    pub outer: usize,
    /// Items of a lane.
    pub length: usize,
    /// Distance of two items of a lane.
    pub stride: usize,
}

impl Lanes {
    /// The lanes along an axis of this layout.
    pub fn along(layout: &Layout, axis: usize) -> Lanes {
        let shape = layout.shape();
        // Without items the other lengths may be of any size; nothing is then looked at.
        let product = |lengths: &[usize]| lengths.iter().fold(1usize, |product, &length| product.wrapping_mul(length));
        Lanes { outer: product(&shape[..axis]), length: shape[axis], stride: product(&shape[axis + 1..]) }
    }

    /// How many lanes there are.
    pub fn count(&self) -> usize {
        self.outer.wrapping_mul(self.stride)
    }

    /// The ravel position of the first item of a lane.
    #[inline]
    pub fn start(&self, lane: usize) -> usize {
        lane / self.stride * self.length * self.stride + lane % self.stride
    }

    /// For each item of the ravel its place when lane follows lane.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.count() * self.length];
        for lane in 0..self.count() {
            let start = self.start(lane);
            for position in 0..self.length {
                places[start + position * self.stride] = lane * self.length + position;
            }
        }
        places
    }
}

/// The layout without one axis.
pub fn without_axis(layout: &Layout, axis: usize) -> Layout {
    let others: Vec<usize> = (0..layout.rank()).filter(|&other| other != axis).collect();
    layout.select_axes(&others)
}
