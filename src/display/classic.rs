//! The layout of monadic `⍕`: nested items side by side in columns, without quotes and brackets.

use super::drawing::{BlockId, Drawing, Part};
use super::grid::{Alignment, Grid, gaps};
use super::plain::write_cell;
use super::source::{Level, without_names, write_source};
use super::table::{page, page_index, table};
use super::text::{ALL_DIGITS, Style, Writer, characters, is_number, is_numeric, is_text};
use crate::array::compare::nested;
use crate::array::{Array, Layout, Shape, Value};
use crate::control::{Result, poll, reserve};

const STYLE: Style = Style::plain(ALL_DIGITS);

/// `⍕Y`: a character atom, or a character array without keys and names.
pub fn format(value: &Value) -> Result<Value> {
    let array = match value {
        Value::Char(_) => return Ok(value.clone()),
        Value::Array(array) => array,
        atom => return Ok(Value::string(&atom_text(atom)?)),
    };
    if array.layout().has_keys() {
        return if array.rank() == 1 { Ok(Value::string(&record_text(array)?)) } else { table_rows(array) };
    }
    if is_characters(array) {
        return Ok(Value::Array(array.clone().with_layout(array.layout().plain())));
    }
    if array.is_empty() {
        return Ok(Value::Array(blank(array)));
    }
    if is_numeric(array) {
        return numeric(array);
    }
    let mut drawing = Drawing::default();
    let pages = pages(&mut drawing, array)?;
    let mut lines = Vec::with_capacity(pages.len());
    // Without lines the columns are still there.
    let width = pages.first().map_or(0, |&page| drawing.width(page));
    let height = pages.iter().map(|&page| drawing.height(page)).max().unwrap_or(0);
    for page in pages {
        poll()?;
        let mut page = drawing.paint(page)?;
        page.resize(height, String::new());
        lines.extend(page);
    }
    if array.rank() < 2 && height == 1 {
        return Ok(Value::string(&lines[0]));
    }
    let mut shape = leading(array);
    shape.push(height);
    rows(shape, &lines, if height == 0 { width } else { 0 })
}

/// A character array of these rows, all padded to the longest, or to a least length.
fn rows(mut shape: Shape, lines: &[String], least: usize) -> Result<Value> {
    let length = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0).max(least);
    reserve(lines.len(), length.saturating_mul(4), || format!("{} lines of {length} characters", lines.len()))?;
    shape.push(length);
    let mut text = String::new();
    for line in lines {
        text.push_str(line);
        super::grid::pad(&mut text, length - line.chars().count());
    }
    if text.is_empty() {
        return Ok(Value::Array(Array::empty(Layout::new(shape), Value::Char(' '))));
    }
    Ok(Value::Array(Array::string(&text).with_layout(Layout::new(shape))))
}

/// All but the last two axes.
fn leading(array: &Array) -> Shape {
    array.shape()[..array.rank().saturating_sub(2)].into()
}

/// The text of an atom that is no character.
fn atom_text(atom: &Value) -> Result<String> {
    let mut w = Writer::new(ALL_DIGITS);
    match atom {
        Value::Function(_) => write_cell(&mut w, atom)?,
        number => w.atom(number),
    }
    Ok(w.text)
}

/// The source of a record.
fn record_text(array: &Array) -> Result<String> {
    let mut w = Writer::new(ALL_DIGITS);
    write_source(&mut w, &Value::Array(without_names(array)), Level::Top)?;
    Ok(w.text)
}

/// The printed lines of a keyed table.
fn table_rows(array: &Array) -> Result<Value> {
    let mut lines = Vec::new();
    for number in 0..array.shape()[..array.rank() - 2].iter().product() {
        poll()?;
        let mut drawing = Drawing::default();
        let block = page(&mut drawing, array, number, STYLE)?;
        if array.rank() > 2 {
            lines.extend((number > 0).then(String::new));
            lines.push(page_index(array, number));
        }
        lines.extend(drawing.paint(block)?);
    }
    let mut shape = Shape::new();
    shape.push(lines.len());
    rows(shape, &lines, 0)
}

/// Whether its items are characters, or would be if it had any.
fn is_characters(array: &Array) -> bool {
    is_text(array) || (array.is_empty() && matches!(array.fill(), Value::Char(_)))
}

/// The format of an array without items that are not characters.
fn blank(array: &Array) -> Array {
    let is_numeric = is_number(&array.fill());
    let shape: Shape = match array.shape() {
        [leading @ .., last] if is_numeric && !leading.is_empty() => {
            leading.iter().copied().chain([(2 * last).saturating_sub(1)]).collect()
        }
        _ => std::iter::once(0).collect(),
    };
    Array::empty(Layout::new(shape), Value::Char(' '))
}

/// The format of an array of numbers, its columns aligned on the point.
fn numeric(array: &Array) -> Result<Value> {
    let grid = Grid::of_items(array, Alignment::Point, STYLE, |_, _| Ok(()))?;
    let (rows, width) = (grid.rows(), grid.width());
    let mut shape: Shape = array.shape().into();
    match shape.last_mut() {
        Some(last) => *last = width,
        None => shape.push(width),
    }
    reserve(rows, width.saturating_mul(4), || format!("{rows} lines of {width} characters"))?;
    let mut text = String::with_capacity(rows * width);
    for row in 0..rows {
        if row % 1024 == 0 {
            poll()?;
        }
        grid.write_row(row, &mut text);
    }
    Ok(Value::Array(Array::string(&text).with_layout(Layout::new(shape))))
}

/// What an item is to its column.
#[derive(Clone, Copy)]
enum Kind {
    /// A number, with its columns before the point.
    Number(usize),
    /// Another atom.
    Atom,
    /// An array.
    Array,
}

/// Facts about a column of items.
#[derive(Clone, Copy, Default)]
struct Column {
    numeric: bool,
    nested: bool,
    /// Columns before and after the point of its numbers.
    before: usize,
    after: usize,
    width: usize,
}

impl Column {
    /// Blanks to the left and right of an item, where `previous` is the column before this one.
    fn margins(&self, kind: Kind, previous: Option<&Column>) -> (usize, usize) {
        let after_numbers = previous.is_some_and(|previous| previous.numeric && !previous.nested);
        match kind {
            Kind::Number(_) => (previous.is_some().into(), self.nested.into()),
            Kind::Atom if !self.nested => ((previous.is_some() && (self.numeric || after_numbers)).into(), 0),
            _ => (1 + usize::from(after_numbers), 1),
        }
    }
}

/// The pages of an array with items that are not all numbers, all of the same columns.
fn pages(d: &mut Drawing, array: &Array) -> Result<Vec<BlockId>> {
    let length = array.shape().last().copied().unwrap_or(1);
    reserve(array.len(), 64, || "the text of a table".into())?;
    let mut columns = vec![Column::default(); length];
    let mut cells = Vec::with_capacity(array.len());
    for i in 0..array.len() {
        if i % 256 == 0 {
            d.check()?;
        }
        let (kind, block) = cell(d, &array.item(i))?;
        let column = &mut columns[i % length];
        match kind {
            Kind::Number(before) => {
                column.numeric = true;
                column.before = column.before.max(before);
                column.after = column.after.max(d.width(block) - before);
            }
            Kind::Array => column.nested = true,
            Kind::Atom => {}
        }
        cells.push((kind, block));
    }
    for (i, &(kind, block)) in cells.iter().enumerate() {
        let (before, rest) = columns.split_at_mut(i % length);
        let column = &mut rest[0];
        let (left, right) = column.margins(kind, before.last());
        let width = match kind {
            Kind::Number(_) => column.before + column.after,
            _ => d.width(block),
        };
        column.width = column.width.max(left + width + right);
    }
    let height = if array.rank() < 2 { 1 } else { array.shape()[array.rank() - 2] };
    Ok(cells.chunks(length * height).map(|cells| page_of(d, cells, &columns)).collect())
}

/// One page of items: each row as high as its highest item.
fn page_of(d: &mut Drawing, cells: &[(Kind, BlockId)], columns: &[Column]) -> BlockId {
    let (mut line, mut parts) = (0, Vec::with_capacity(cells.len()));
    for row in cells.chunks(columns.len()) {
        let mut start = 0;
        for (j, &(kind, block)) in row.iter().enumerate() {
            let column = &columns[j];
            let (left, right) = column.margins(kind, j.checked_sub(1).map(|j| &columns[j]));
            let offset = match kind {
                Kind::Number(before) => column.width - right - column.after - before,
                _ if column.numeric => column.width - right - d.width(block),
                _ => left,
            };
            parts.push(Part { line, column: start + offset, block });
            start += column.width;
        }
        line += row.iter().map(|&(_, block)| d.height(block)).max().unwrap_or(0);
    }
    d.parts(columns.iter().map(|column| column.width).sum(), line, parts)
}

/// One item as a block.
fn cell(d: &mut Drawing, item: &Value) -> Result<(Kind, BlockId)> {
    Ok(match item {
        Value::Array(array) => (Kind::Array, nested(|| block(d, array))?),
        Value::Char(character) => (Kind::Atom, d.line(character.to_string())),
        Value::Function(_) => (Kind::Atom, d.text(atom_text(item)?)),
        number => {
            let text = atom_text(number)?;
            let before = text.find('.').map_or_else(|| super::text::width(&text), |p| super::text::width(&text[..p]));
            (Kind::Number(before), d.line(text))
        }
    })
}

/// An array item: its own format, with empty lines between pages.
fn block(d: &mut Drawing, array: &Array) -> Result<BlockId> {
    if array.layout().has_keys() {
        return if array.rank() == 1 { Ok(d.text(record_text(array)?)) } else { table(d, array, STYLE) };
    }
    if array.is_empty() {
        let formatted = if is_characters(array) { array.clone() } else { blank(array) };
        return Ok(d.blank(formatted.shape()));
    }
    if is_text(array) {
        return match array.rank() {
            0 => Ok(d.line(characters(array).unwrap_or_default())),
            _ => d.characters(array, STYLE.controls),
        };
    }
    let pages = pages(d, array)?;
    let gaps: Vec<usize> = std::iter::once(0).chain(gaps(array.shape())).collect();
    let height = pages.iter().map(|&page| d.height(page)).max().unwrap_or(0);
    let missing = |d: &Drawing, before: usize| before.checked_sub(1).map_or(0, |i| height - d.height(pages[i]));
    let gaps: Vec<usize> = gaps.iter().enumerate().map(|(i, gap)| gap + missing(d, i)).collect();
    // The last page is padded too.
    let end = (missing(d, pages.len()), d.blank(&[0, 0]));
    Ok(d.stack(gaps.into_iter().zip(pages.iter().copied()).chain([end])))
}
