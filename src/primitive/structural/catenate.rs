//! `, ⍪`: ravel, table and catenate, with axes.

use std::sync::Arc;

use super::axis::along_segments;
use super::rearrange::{around, item_size};
use crate::array::compare::{key_alignment, same_keys};
use crate::array::{
    Array, Axis, Bits, Caller, Domain, Item, Items, Keys, Lane, Layout, MAX_RANK, Shape, Storage, Value, count_items,
    show_shape,
};
use crate::control::{Error, Result, reserve};
use crate::kernel::bits::{pack, unpack};
use crate::kernel::permute::{Around, Segment, interleave};
use crate::primitive::argument::{axes, axes_of_either, describe, only};

/// `,Y`: the items as a vector; a vector keeps its keys and name.
pub fn ravel(_: &mut dyn Caller, right: Value) -> Result<Value> {
    Ok(match right {
        Value::Array(array) => array.ravel(),
        atom => Array::vector(vec![atom]),
    }
    .into())
}

/// `⍪Y`: a matrix with a row for each major cell.
pub fn table(_: &mut dyn Caller, right: Value) -> Result<Value> {
    let array = right.into_array();
    let layout = array.layout();
    let layout = match array.rank() {
        0 => Layout::new(vec![1, 1]),
        1 => layout.join(&Layout::vector(1)),
        2 => return Ok(array.into()),
        _ => layout.frame(1).join(&Layout::vector(product(&array.shape()[1..])?)),
    };
    Ok(array.with_layout(layout).into())
}

/// The length of axes merged into one.
fn product(lengths: &[usize]) -> Result<usize> {
    let product = lengths.iter().try_fold(1usize, |product, &length| product.checked_mul(length));
    let product = if lengths.contains(&0) { Some(0) } else { product };
    product
        .filter(|&length| length <= i64::MAX as usize)
        .ok_or_else(|| Error::limit(format!("the axes {} merged would be too long", show_shape(lengths))))
}

/// `,⍠K Y`: the axes `K` merged, or a new last axis of length 1 for none; `X,⍠K Y` and `X⍪⍠K Y`: joined along an axis.
pub fn catenate_along(_: &mut dyn Caller, operand: &Value, left: Option<Value>, right: Value) -> Result<Value> {
    let Some(left) = left else { return ravel_axes(operand, right) };
    let axis = joined_axis(operand, &left, &right)?;
    join_along(left, right, axis)
}

fn ravel_axes(operand: &Value, right: Value) -> Result<Value> {
    let array = right.into_array();
    let layout = array.layout();
    let merged = axes(operand, layout)?;
    if merged.windows(2).any(|pair| pair[1] != pair[0] + 1) {
        return Err(Error::domain("the axes to merge must be consecutive and ascending"));
    }
    let layout = match merged[..] {
        [] if array.rank() == MAX_RANK => return Err(Error::limit(format!("more than {MAX_RANK} axes"))),
        [] => layout.join(&Layout::vector(1)),
        [_] => return Ok(array.into()),
        [first, .., last] => {
            let length = product(&array.shape()[first..=last])?;
            layout.frame(first).join(&Layout::vector(length)).join(&layout.cell(last + 1))
        }
    };
    Ok(array.with_layout(layout).into())
}

/// The axis along which to join, of the argument of higher rank.
fn joined_axis(operand: &Value, left: &Value, right: &Value) -> Result<usize> {
    only(&axes_of_either(operand, &left.layout(), &right.layout())?)
}

/// `X,Y`: joined along the last axis.
pub fn catenate(_: &mut dyn Caller, mut left: Value, mut right: Value) -> Result<Value> {
    if push(&mut left, &right)? {
        return Ok(left);
    }
    if in_front_in_place(&left, &mut right)? {
        return Ok(right);
    }
    if let Some(joined) = in_front(&left, &right)? {
        return Ok(joined.into());
    }
    if let Some(joined) = end_to_end(&left, &right)? {
        return Ok(joined.into());
    }
    let rank = left.rank().max(right.rank());
    join_along(left, right, rank.saturating_sub(1))
}

/// `X⍪Y`: joined along the first axis.
pub fn catenate_first(_: &mut dyn Caller, left: Value, right: Value) -> Result<Value> {
    join_along(left, right, 0)
}

/// The most frequent join: an atom after the items of a plain vector.
fn push(left: &mut Value, right: &Value) -> Result<bool> {
    match left {
        Value::Array(array)
            if right.is_atom() && array.rank() == 1 && array.layout().is_plain() && !array.is_empty() =>
        {
            let length = array.len() + 1;
            let lane = array.storage().lane();
            let stays = match right {
                Value::Int(0 | 1) => lane.domain() == Domain::Integer,
                Value::Int(_) => lane == Lane::I64,
                Value::Float(_) => lane == Lane::F64,
                Value::Char(_) => lane.domain() == Domain::Character,
                _ => false,
            };
            let size = if stays { item_size(lane) } else { size_of::<Value>() };
            reserve(length, size, || format!("a vector of length {length}"))?;
            array.push(right);
            Ok(true)
        }
        _ => Ok(false),
    }
}

/// The items of two plain vectors of one lane, of which the left one has other owners.
fn end_to_end(left: &Value, right: &Value) -> Result<Option<Array>> {
    fn of<T: Item>(left: &[T], right: &[T]) -> Storage {
        let mut out = Vec::with_capacity(left.len() + right.len());
        out.extend_from_slice(left);
        out.extend_from_slice(right);
        T::store(out.into())
    }
    let (Value::Array(left), Value::Array(right)) = (left, right) else { return Ok(None) };
    let joins = |array: &Array| array.rank() == 1 && array.layout().is_plain() && !array.is_empty();
    if !joins(left) || !joins(right) || left.is_unique() {
        return Ok(None);
    }
    let length = left.len() + right.len();
    reserve(length, item_size(left.storage().lane()), || format!("a vector of length {length}"))?;
    let storage = match (left.items(), right.items()) {
        (Items::F64(left), Items::F64(right)) => of(left, right),
        (Items::I64(left), Items::I64(right)) => of(left, right),
        (Items::Char8(left), Items::Char8(right)) => of(left, right),
        _ => return Ok(None),
    };
    Ok(Some(Array::new(Layout::vector(length), storage)))
}

/// An atom before the items of a plain vector whose lane holds it as rule J would have it.
fn in_front(left: &Value, right: &Value) -> Result<Option<Array>> {
    fn of<T: Item>(item: &Value, items: &[T]) -> Option<Storage> {
        let item = T::from_value(item)?;
        let mut out = Vec::with_capacity(items.len() + 1);
        out.push(item);
        out.extend_from_slice(items);
        Some(T::store(out.into()))
    }
    let array = match right {
        Value::Array(array)
            if left.is_atom() && array.rank() == 1 && array.layout().is_plain() && !array.is_empty() =>
        {
            array
        }
        _ => return Ok(None),
    };
    let length = array.len() + 1;
    reserve(length, item_size(array.storage().lane()), || format!("a vector of length {length}"))?;
    let storage = crate::each_lane!(array.storage(), items => of(left, items); _bits => None);
    Ok(storage.map(|storage| Array::new(Layout::vector(length), storage)))
}

/// Items before those of a plain vector that has no other owner and takes them in its lane: no more than it has itself.
fn in_front_in_place(left: &Value, right: &mut Value) -> Result<bool> {
    let Value::Array(tail) = right else { return Ok(false) };
    if tail.rank() != 1 || !tail.layout().is_plain() || tail.is_empty() || !tail.is_unique() {
        return Ok(false);
    }
    let lane = tail.storage().lane();
    let head = match left {
        Value::Array(head) if head.rank() <= 1 && head.layout().is_plain() && head.len() <= tail.len() => {
            head.storage().clone()
        }
        Value::Array(_) => return Ok(false),
        atom if lane == Lane::Mixed => Storage::Mixed(vec![atom.clone()].into()),
        atom => Storage::collect(vec![atom.clone()]),
    };
    if head.lane() != lane || lane == Lane::Bit || head.is_empty() {
        return Ok(false);
    }
    let length = head.len() + tail.len();
    reserve(length + length / 8, item_size(lane), || format!("a vector of length {length}"))?;
    tail.prepend(Layout::vector(length), &head);
    Ok(true)
}

/// Two values joined along an axis of the one of higher rank.
///
/// `RANK ERROR` where ranks differ by two or more (a unit stretches), `LENGTH ERROR` where other axes differ in length or
/// key set, `DOMAIN ERROR` for a key in both. When the left argument has no other owner and the joined axis is the
/// outermost that counts, the right one is appended to its items, in amortised constant time for each.
pub fn join_along(left: Value, right: Value, axis: usize) -> Result<Value> {
    if left.rank() == 0 && right.rank() == 0 {
        return Ok(pair(left, right).into());
    }
    if left.rank() > 0 && right.rank() > 0 && left.rank().abs_diff(right.rank()) > 1 {
        return Err(Error::rank(format!(
            "arrays whose ranks differ by two or more do not join: {} and {}",
            describe(&left),
            describe(&right)
        )));
    }
    let (left, right) = parts(left, right);
    let plan = plan(&left, right, axis)?;
    join_items(left, plan).map(Value::Array)
}

/// Two units as a vector of their contents.
fn pair(left: Value, right: Value) -> Array {
    match (left, right) {
        (Value::Int(left), Value::Int(right)) => Array::integers(vec![left, right]),
        (Value::Float(left), Value::Float(right)) => Array::floats(vec![left, right]),
        (left, right) if left.is_atom() && right.is_atom() => {
            Array::new(Layout::vector(2), Storage::join_items(vec![left, right]))
        }
        (left, right) => {
            let (left, right) = (left.into_array(), right.into_array());
            Array::new(Layout::vector(2), Storage::join(&[left.storage(), right.storage()]))
        }
    }
}

/// The roles of two arguments, one of which has axes.
fn parts(left: Value, right: Value) -> (Part, Part) {
    let ranks = (left.rank(), right.rank());
    let (left_role, right_role) = match ranks {
        (0, _) => (Role::Stretched, Role::Whole),
        (_, 0) => (Role::Whole, Role::Stretched),
        (m, n) if m < n => (Role::Slice, Role::Whole),
        (m, n) if m > n => (Role::Whole, Role::Slice),
        _ => (Role::Whole, Role::Whole),
    };
    (Part { array: left.into_array(), role: left_role }, Part { array: right.into_array(), role: right_role })
}

/// How an argument takes part in a join.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// With an axis of its own to join along.
    Whole,
    /// As one slice, an axis of length 1 being added.
    Slice,
    /// As a slice full of one item.
    Stretched,
}

struct Part {
    array: Array,
    role: Role,
}

impl Part {
    /// The length along the joined axis.
    fn length(&self, axis: usize) -> usize {
        if self.role == Role::Whole { self.array.shape()[axis] } else { 1 }
    }

    /// The own axis that lies at `axis` of the result, another one than the joined axis.
    fn own_axis(&self, axis: usize, joined: usize) -> Option<usize> {
        match self.role {
            Role::Whole => Some(axis),
            Role::Slice => Some(if axis > joined { axis - 1 } else { axis }),
            Role::Stretched => None,
        }
    }
}

/// A join that has been found possible.
struct Plan {
    layout: Layout,
    lane: Lane,
    around: Around,
    /// Items of one block of the left part.
    block: usize,
    right: Part,
}

/// Checks that two parts join, and finds what comes of it.
fn plan(left: &Part, mut right: Part, joined: usize) -> Result<Plan> {
    let whole = if left.role == Role::Whole { left } else { &right };
    let rank = whole.array.rank();
    let mut shape: Shape = whole.array.shape().into();
    for axis in (0..rank).filter(|&axis| axis != joined) {
        if let (Some(a), Some(b)) = (left.own_axis(axis, joined), right.own_axis(axis, joined)) {
            let (m, n) = (left.array.shape()[a], right.array.shape()[b]);
            if m != n {
                return Err(Error::length(format!(
                    "arrays of shapes {} and {} do not join along axis {joined}",
                    show_shape(left.array.shape()),
                    show_shape(right.array.shape())
                )));
            }
        }
    }
    shape[joined] = (left.length(joined))
        .checked_add(right.length(joined))
        .filter(|&length| length <= i64::MAX as usize)
        .ok_or_else(|| Error::limit("the joined axis would be too long"))?;
    let layout = if left.array.layout().is_plain() && right.array.layout().is_plain() {
        Layout::new(shape)
    } else {
        joined_layout(left, &mut right, shape, joined)?
    };
    let count = count_items(layout.shape())?;
    let around = around(layout.shape(), joined);
    let lane = Storage::common_lane(&[left.array.storage(), right.array.storage()]).unwrap_or(Lane::F64);
    reserve(count, item_size(lane), || format!("an array of shape {}", show_shape(layout.shape())))?;
    let block = left.length(joined).wrapping_mul(around.inner);
    Ok(Plan { layout, lane, around, block, right })
}

/// Keys and names of the result; the right part is put in the order of the left one's keys on the other axes.
fn joined_layout(left: &Part, right: &mut Part, shape: Shape, joined: usize) -> Result<Layout> {
    let mut axes = Vec::with_capacity(shape.len());
    for axis in 0..shape.len() {
        if axis == joined {
            axes.push(Axis::default());
            continue;
        }
        let (a, b) = (left.own_axis(axis, joined), right.own_axis(axis, joined));
        let left_axis = a.map_or_else(Axis::default, |axis| left.array.layout().axis(axis));
        let right_axis = b.map_or_else(Axis::default, |axis| right.array.layout().axis(axis));
        if let (Some(left_keys), Some(right_keys), Some(b)) = (&left_axis.keys, &right_axis.keys, b)
            && left_keys != right_keys
        {
            if !same_keys(left_keys, right_keys) {
                return Err(Error::length(format!("the keys of axis {axis} differ")));
            }
            let order = key_alignment(left_keys, right_keys);
            let segments: Vec<Segment> =
                order.into_iter().map(|position| Segment::Copy { start: position, length: 1 }).collect();
            right.array = along_segments(&right.array, b, &segments)?;
        }
        let name = shared_name(&left_axis, &right_axis, a.is_some() && b.is_some());
        axes.push(Axis { keys: left_axis.keys.or(right_axis.keys), name });
    }
    axes[joined] = joined_axis_of(left, right, joined)?;
    Ok(Layout::with_axes(shape, axes))
}

/// The name that both axes have, or the only name there is.
fn shared_name(left: &Axis, right: &Axis, both: bool) -> Option<Arc<str>> {
    match (&left.name, &right.name) {
        (Some(a), Some(b)) if both && a != b => None,
        (a, b) => a.clone().or_else(|| b.clone()),
    }
}

/// The joined axis: the keys of the left part, then those of the right one.
fn joined_axis_of(left: &Part, right: &Part, joined: usize) -> Result<Axis> {
    let own = |part: &Part| {
        if part.role == Role::Whole { part.array.layout().axis(joined) } else { Axis::default() }
    };
    let (left_axis, right_axis) = (own(left), own(right));
    let name = shared_name(&left_axis, &right_axis, true);
    if left_axis.keys.is_none() && right_axis.keys.is_none() {
        return Ok(Axis { keys: None, name });
    }
    let mut entries = Vec::with_capacity(left.length(joined) + right.length(joined));
    for (keys, part) in [(left_axis.keys, left), (right_axis.keys, right)] {
        match keys {
            Some(keys) => entries.extend_from_slice(keys.entries()),
            None => entries.extend(std::iter::repeat_n(None, part.length(joined))),
        }
    }
    Ok(Axis { keys: Keys::new(entries)?, name })
}

fn join_items(mut left: Part, plan: Plan) -> Result<Array> {
    let Plan { layout, lane, around, block, right } = plan;
    let count = layout.count();
    if count == 0 {
        return Ok(Array::empty(layout, left.array.fill()));
    }
    let slice = around.outer * around.inner;
    let right_items = items_in(right, lane, slice);
    // A long copy is made in blocks, so that it can be stopped.
    let at_once = around.outer == 1 && (count < LONG || lane == Lane::Bit);
    let in_place = around.outer == 1 && left.array.is_unique();
    if (at_once || in_place) && left.role != Role::Stretched && left.array.storage().lane() == lane {
        left.array.append(layout, &right_items);
        return Ok(left.array);
    }
    let mut left_items = items_in(left, lane, slice);
    if at_once {
        left_items.extend(&right_items);
        return Ok(Array::new(layout, left_items));
    }
    let around = Around { length: around.length * around.inner, inner: 1, ..around };
    Ok(Array::new(layout, interleaved(&left_items, &right_items, around, block)?))
}

/// From how many items on a copy takes so long that it polls.
const LONG: usize = 1 << 22;

/// The items of a part in a lane that holds them; a stretched unit fills `slice` places.
fn items_in(part: Part, lane: Lane, slice: usize) -> Storage {
    let role = part.role;
    let (_, storage) = part.array.into_parts();
    let storage = if storage.is_empty() { Storage::empty(lane) } else { storage.widen(lane) };
    if role == Role::Stretched { storage.cycle(slice) } else { storage }
}

/// Two storages of one lane joined block by block: `m` items of the left one, then the rest from the right one.
fn interleaved(left: &Storage, right: &Storage, around: Around, m: usize) -> Result<Storage> {
    fn of<T: Item>(left: &[T], right: &[T], around: Around, m: usize) -> Result<Storage> {
        let mut out = Vec::with_capacity(around.outer * around.length);
        interleave(left, right, m, around.length - m, &mut out)?;
        Ok(T::store(out.into()))
    }
    match (left.items(), right.items()) {
        (Items::Bit(a), Items::Bit(b)) => {
            reserve(2 * (a.len() + b.len()), 1, || format!("the {} truth values of a join", a.len() + b.len()))?;
            let (a, b) = (unpack(a.words(), a.len()), unpack(b.words(), b.len()));
            let mut out = Vec::with_capacity(a.len() + b.len());
            interleave(&a, &b, m, around.length - m, &mut out)?;
            Ok(Storage::Bit(Bits::new(pack(&out), out.len())))
        }
        (Items::I64(a), Items::I64(b)) => of(a, b, around, m),
        (Items::F64(a), Items::F64(b)) => of(a, b, around, m),
        (Items::C64(a), Items::C64(b)) => of(a, b, around, m),
        (Items::Char8(a), Items::Char8(b)) => of(a, b, around, m),
        (Items::Char32(a), Items::Char32(b)) => of(a, b, around, m),
        (Items::Mixed(a), Items::Mixed(b)) => of(a, b, around, m),
        _ => unreachable!("both parts are of one lane"),
    }
}
