//! From loops over slices to storages: one lane in, the same lane out.

use crate::array::{Array, ArrayData, Bits, Buffer, Item, Lane, Layout, Storage, Value, show_shape};
use crate::control::{Result, reserve};
use crate::kernel::bits::{pack, unpack};
use crate::kernel::permute::Around;

/// A way to put items of any lane together anew.
pub trait Rearrange {
    /// Appends the result made of `items`, with `fill` where there is none, to `out`.
    fn run<T: Clone>(&self, items: &[T], fill: &T, out: &mut Vec<T>) -> Result<()>;
}

/// The bytes of an item of this lane.
pub fn item_size(lane: Lane) -> usize {
    match lane {
        Lane::Bit | Lane::Char8 => 1,
        Lane::I64 | Lane::F64 => 8,
        Lane::Char32 => 4,
        Lane::C64 | Lane::Mixed => 16,
    }
}

/// The bytes of an item that is a small array of its own.
pub const NESTED_ITEM: usize = size_of::<Value>() + size_of::<ArrayData>() + 2 * size_of::<usize>();

/// `count` items put together from those of a storage. The lane stays: `fill` is of it. `LIMIT ERROR` before allocating
/// where there is no room for the shape of the result.
pub fn rearrange(
    storage: &Storage,
    fill: &Value,
    count: usize,
    shape: &[usize],
    how: &impl Rearrange,
) -> Result<Storage> {
    fn of<T: Item>(items: &[T], fill: &Value, count: usize, how: &impl Rearrange) -> Result<Storage> {
        let mut out: Vec<T> = Vec::with_capacity(count);
        how.run(items, &T::from_value(fill).unwrap_or_else(T::blank), &mut out)?;
        debug_assert_eq!(out.len(), count);
        Ok(T::store(Buffer::from(out)))
    }
    reserve(count, item_size(storage.lane()), || format!("an array of shape {}", show_shape(shape)))?;
    crate::each_lane!(storage, items => of(items, fill, count, how); bits => {
        // Bits are moved as bytes.
        reserve(bits.len().saturating_add(count), 1, || format!("an array of shape {}", show_shape(shape)))?;
        let mut out: Vec<u8> = Vec::with_capacity(count);
        let fill = matches!(fill, Value::Int(1)) as u8;
        how.run(&unpack(bits.words(), bits.len()), &fill, &mut out)?;
        debug_assert_eq!(out.len(), count);
        Ok(Storage::Bit(Bits::new(pack(&out), count)))
    })
}

/// The array in another layout whose items are rearranged from its own. A result without items keeps the prototype.
pub fn rearranged(array: &Array, layout: Layout, how: &impl Rearrange) -> Result<Array> {
    let count = layout.count();
    if count == 0 {
        return Ok(Array::empty(layout, array.fill()));
    }
    let storage = rearrange(array.storage(), &array.fill(), count, layout.shape(), how)?;
    Ok(Array::new(layout, storage))
}

/// How a shape lies around one of its axes.
pub fn around(shape: &[usize], axis: usize) -> Around {
    let product = |lengths: &[usize]| lengths.iter().fold(1, |product: usize, &length| product.wrapping_mul(length));
    Around { outer: product(&shape[..axis]), length: shape[axis], inner: product(&shape[axis + 1..]) }
}
