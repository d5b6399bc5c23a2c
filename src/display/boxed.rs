//! Boxed display: arrays in frames that show axes and storage.

use super::drawing::{BlockId, Drawing, Part};
use super::function::{Grouping, write_function};
use super::grid::{Alignment, Grid, gaps};
use super::plain::{write_cell, write_plain};
use super::settings::{BoxSettings, Edges, Trains};
use super::source::{Level, write_source};
use super::table::table;
use super::text::{Controls, ExactMark, Style, Writer, escaped, is_text, width};
use super::tree::write_tree;
use crate::array::compare::nested;
use crate::array::{Array, Axis, Items, Lane, Layout, Shape, Storage, Value, count_items, show_shape};
use crate::control::{Result, reserve};

/// Appends the boxed display of a value. Atoms but functions, scalars, and the empty record print plainly.
pub fn write_boxed(w: &mut Writer, value: &Value, settings: &BoxSettings) -> Result<()> {
    match value {
        Value::Function(function) => match settings.trains {
            Trains::Tree => write_tree(w, function),
            Trains::Def => write_function(w, function, Grouping::Needed),
            Trains::Parens => write_function(w, function, Grouping::Every),
        },
        Value::Array(array) if array.rank() > 0 && !is_empty_record(array) => {
            let artist = Artist { edges: settings.edges, digits: w.digits() };
            let mut drawing = Drawing::default();
            let block = artist.array(&mut drawing, array)?;
            drawing.write(block, w)
        }
        value => write_plain(w, value),
    }
}

fn is_empty_record(array: &Array) -> bool {
    array.rank() == 1 && array.is_empty() && array.layout().has_keys()
}

/// Draws boxes.
struct Artist {
    edges: Edges,
    digits: usize,
}

/// What an item is to its column.
#[derive(Clone, Copy)]
enum Kind {
    /// A number, with its columns before the point.
    Number(usize),
    /// Anything else.
    Other,
}

/// The widths of a column of items.
#[derive(Clone, Copy, Default)]
struct Column {
    before: usize,
    after: usize,
    width: usize,
}

impl Artist {
    /// An array of rank 1 or more in its box.
    fn array(&self, d: &mut Drawing, array: &Array) -> Result<BlockId> {
        let content = if array.is_empty() { self.content(d, &filled(array)?)? } else { self.content(d, array)? };
        Ok(self.frame(d, content, array))
    }

    /// How the atoms of an array are written in its box.
    fn style(&self, array: &Array) -> Style {
        let is_told = self.edges == Edges::Max && matches!(array.storage().lane(), Lane::Bit | Lane::I64);
        let mark = if is_told { ExactMark::Hidden } else { ExactMark::Shown };
        Style { digits: self.digits, mark, controls: Controls::Escaped }
    }

    /// What stands in the box of an array with items.
    fn content(&self, d: &mut Drawing, array: &Array) -> Result<BlockId> {
        let style = self.style(array);
        if array.layout().has_keys() {
            return if array.rank() == 1 { self.record(d, array) } else { table(d, array, style) };
        }
        if has_arrays(array) {
            return self.nested(d, array);
        }
        if is_text(array) {
            return d.characters(array, Controls::Escaped);
        }
        let grid = Grid::of_items(array, Alignment::Point, style, write_cell)?;
        Ok(d.grid(grid, array.shape()))
    }

    /// An item that stands beside others.
    fn item(&self, d: &mut Drawing, item: &Value, style: Style) -> Result<(Kind, BlockId)> {
        let mut w = Writer::new(self.digits);
        match item {
            Value::Array(array) if array.rank() > 0 => return Ok((Kind::Other, nested(|| self.array(d, array))?)),
            Value::Array(_) => write_source(&mut w, item, Level::Top)?,
            Value::Char(character) => w.text.push(*character),
            Value::Function(_) => write_cell(&mut w, item)?,
            number => {
                match number {
                    Value::Int(value) => w.integer(*value, style.mark),
                    number => w.atom(number),
                }
                let before = w.text.find('.').map_or_else(|| width(&w.text), |point| width(&w.text[..point]));
                return Ok((Kind::Number(before), d.line(w.text)));
            }
        }
        Ok((Kind::Other, d.line(escaped(w.text, Controls::Escaped))))
    }

    /// The items of an array that holds arrays, in a grid with a blank at both sides.
    fn nested(&self, d: &mut Drawing, array: &Array) -> Result<BlockId> {
        let length = array.shape()[array.rank() - 1];
        let style = self.style(array);
        let mut columns = vec![Column::default(); length];
        let mut cells = Vec::with_capacity(array.len());
        for i in 0..array.len() {
            if i % 256 == 0 {
                d.check()?;
            }
            let (kind, block) = self.item(d, &array.item(i), style)?;
            let column = &mut columns[i % length];
            match kind {
                Kind::Number(before) => {
                    column.before = column.before.max(before);
                    column.after = column.after.max(d.width(block) - before);
                    column.width = column.width.max(column.before + column.after);
                }
                Kind::Other => column.width = column.width.max(d.width(block)),
            }
            cells.push((kind, block));
        }
        let height = if array.rank() < 2 { 1 } else { array.shape()[array.rank() - 2] };
        let total = columns.iter().map(|column| column.width + 1).sum::<usize>() + 1;
        let (mut line, mut parts) = (0, Vec::with_capacity(cells.len()));
        let gaps = std::iter::once(0).chain(gaps(array.shape()));
        for (gap, page) in gaps.zip(cells.chunks(length * height)) {
            line += gap;
            for row in page.chunks(length) {
                let mut start = 1;
                for (&(kind, block), column) in row.iter().zip(&columns) {
                    let offset = match kind {
                        Kind::Number(before) => column.width - column.after - before,
                        Kind::Other => 0,
                    };
                    parts.push(Part { line, column: start + offset, block });
                    start += column.width + 1;
                }
                line += row.iter().map(|&(_, block)| d.height(block)).max().unwrap_or(0);
            }
        }
        Ok(d.parts(total, line, parts))
    }

    /// The entries of a record side by side.
    fn record(&self, d: &mut Drawing, array: &Array) -> Result<BlockId> {
        let style = self.style(array);
        let edge = usize::from(has_arrays(array));
        let (mut column, mut height, mut parts) = (edge, 1, Vec::new());
        for i in 0..array.len() {
            if i % 256 == 0 {
                d.check()?;
            }
            column += usize::from(i > 0);
            if let Some(key) = array.layout().keys(0).and_then(|keys| keys.get(i)) {
                let label = d.line(escaped(format!("{key}:"), Controls::Escaped));
                parts.push(Part { line: 0, column, block: label });
                column += d.width(label);
            }
            let (_, block) = self.item(d, &array.item(i), style)?;
            parts.push(Part { line: 0, column, block });
            column += d.width(block);
            height = height.max(d.height(block));
        }
        Ok(d.parts(column + edge, height, parts))
    }

    /// A box around the content of an array.
    fn frame(&self, d: &mut Drawing, content: BlockId, array: &Array) -> BlockId {
        let shape = array.shape();
        let (last, leading) = (shape[shape.len() - 1], &shape[..shape.len() - 1]);
        let is_marked = self.edges != Edges::Min;
        let names = if is_marked { axis_names(array.layout()) } else { String::new() };
        let inside = d.width(content).max(1 + width(&names));
        let height = d.height(content).max(if is_marked { leading.len() } else { 0 }).max(1);
        let top = match is_marked {
            true if last == 0 => "⊖",
            true => "→",
            false => "",
        };
        let mut bottom = String::new();
        if self.edges == Edges::Max || !names.is_empty() {
            bottom.push(if self.edges == Edges::Max { marker(array) } else { '─' });
            bottom.push_str(&names);
        }
        let marks = leading.iter().filter(|_| is_marked).map(|&length| if length == 0 { '⌽' } else { '↓' });
        let top = d.rule(inside + 2, ['┌', '┐'], top.into());
        let left = d.side(height, marks.collect());
        let right = d.side(height, Vec::new());
        let bottom = d.rule(inside + 2, ['└', '┘'], bottom);
        let part = |line, column, block| Part { line, column, block };
        let parts = vec![
            part(0, 0, top),
            part(1, 0, left),
            part(1, 1, content),
            part(1, inside + 1, right),
            part(height + 1, 0, bottom),
        ];
        d.parts(inside + 2, height + 2, parts)
    }
}

/// The names of the axes for the bottom edge, or nothing where no axis has one.
fn axis_names(layout: &Layout) -> String {
    if !layout.has_names() {
        return String::new();
    }
    let name = |axis| layout.name(axis).map_or_else(|| "·".into(), |name| escaped(name.to_string(), Controls::Escaped));
    (0..layout.rank()).map(name).collect::<Vec<_>>().join(" ")
}

/// Whether some item is an array, or would be if there were any.
fn has_arrays(array: &Array) -> bool {
    match array.items() {
        Items::Mixed([]) => matches!(array.fill(), Value::Array(_)),
        Items::Mixed(items) => items.iter().any(|item| matches!(item, Value::Array(_))),
        _ => false,
    }
}

/// The marker that tells the storage.
fn marker(array: &Array) -> char {
    match array.storage().lane() {
        Lane::Bit | Lane::I64 => 'ₓ',
        Lane::F64 => '~',
        Lane::C64 => 'j',
        Lane::Char8 | Lane::Char32 => '─',
        Lane::Mixed if is_text(array) => '─',
        Lane::Mixed if has_arrays(array) => '∊',
        Lane::Mixed => '+',
    }
}

/// An array without items as if each axis of length 0 had length 1, all items being the prototype.
fn filled(array: &Array) -> Result<Array> {
    let shape: Shape = array.shape().iter().map(|&length| length.max(1)).collect();
    let count = count_items(&shape)?;
    reserve(count, size_of::<Value>(), || format!("an array of shape {}", show_shape(&shape)))?;
    let axis = |axis: usize| match array.shape()[axis] {
        0 => Axis::default(),
        _ => array.layout().axis(axis),
    };
    let axes = (0..shape.len()).map(axis).collect();
    Ok(Array::new(Layout::with_axes(shape, axes), Storage::collect(vec![array.fill(); count])))
}
