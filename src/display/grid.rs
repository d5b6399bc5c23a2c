//! Texts in columns: the lines of a matrix and the pages of higher ranks.

use super::text::{Controls, Style, Writer, escaped, width};
use crate::array::{Array, Items, Shape, Value};
use crate::control::{Result, reserve};

/// How the texts of the columns line up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// At their right ends.
    Right,
    /// Number texts on their first point; a text without a point stands before it.
    Point,
}

/// One text: where it ends in the common text, its columns before the point, and all of its columns.
#[derive(Clone, Copy, Debug)]
struct Cell {
    end: usize,
    before: u32,
    width: u32,
}

/// Columns before and after the point.
#[derive(Clone, Copy, Debug, Default)]
struct Column {
    before: usize,
    after: usize,
}

/// Single-line texts in rows, with the common widths of their columns.
#[derive(Debug)]
pub struct Grid {
    text: String,
    cells: Vec<Cell>,
    columns: Vec<Column>,
    alignment: Alignment,
}

impl Grid {
    /// A grid of the items of an array, as many columns as its last axis is long, where `write` appends the text of
    /// each item that is neither a number nor a character.
    pub fn of_items(
        array: &Array,
        alignment: Alignment,
        style: Style,
        write: impl Fn(&mut Writer, &Value) -> Result<()>,
    ) -> Result<Grid> {
        let columns = array.shape().last().copied().unwrap_or(1);
        reserve(array.len(), size_of::<Cell>(), || "the text of a table".into())?;
        let mut grid = GridBuilder::new(columns, array.len(), alignment, style.digits);
        match array.items() {
            Items::Bit(bits) => bits.iter().try_for_each(|bit| grid.number(|w| w.integer(bit.into(), style.mark)))?,
            Items::I64(items) => items.iter().try_for_each(|&item| grid.number(|w| w.integer(item, style.mark)))?,
            Items::F64(items) => items.iter().try_for_each(|&item| grid.number(|w| w.float(item)))?,
            Items::C64(items) => items.iter().try_for_each(|&item| grid.number(|w| w.complex(item)))?,
            Items::Char8(items) => items.iter().try_for_each(|&item| grid.character(item as char, style.controls))?,
            Items::Char32(items) => items.iter().try_for_each(|&item| grid.character(item, style.controls))?,
            Items::Mixed(items) => {
                for item in items {
                    match item {
                        Value::Char(character) => grid.character(*character, style.controls)?,
                        Value::Function(_) | Value::Array(_) => grid.text(|w| {
                            let start = w.text.len();
                            write(w, item)?;
                            w.escape_from(start, style.controls);
                            Ok(())
                        })?,
                        number => grid.number(|w| w.atom(number))?,
                    }
                }
            }
        }
        Ok(grid.finish())
    }

    /// The columns that a line takes.
    pub fn width(&self) -> usize {
        let columns: usize = self.columns.iter().map(|column| column.before + column.after).sum();
        columns + self.columns.len().saturating_sub(1)
    }

    /// The number of rows, those of all pages.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns.len().max(1)
    }

    /// Appends one row, padded to the full width.
    pub fn write_row(&self, row: usize, out: &mut String) {
        let first = row * self.columns.len();
        let mut start = if first == 0 { 0 } else { self.cells[first - 1].end };
        for (i, (cell, column)) in self.cells[first..].iter().zip(&self.columns).enumerate() {
            let after = match self.alignment {
                Alignment::Right => 0,
                Alignment::Point => (cell.width - cell.before) as usize,
            };
            pad(out, usize::from(i > 0) + column.before - (cell.width as usize - after));
            out.push_str(&self.text[start..cell.end]);
            pad(out, column.after - after);
            start = cell.end;
        }
    }
}

/// Appends blanks.
pub fn pad(out: &mut String, count: usize) {
    const BLANKS: &str = "                                                                ";
    let mut left = count;
    while left > 0 {
        let part = left.min(BLANKS.len());
        out.push_str(&BLANKS[..part]);
        left -= part;
    }
}

/// A grid that is being filled.
#[derive(Debug)]
pub struct GridBuilder {
    writer: Writer,
    cells: Vec<Cell>,
    columns: Vec<Column>,
    column: usize,
    alignment: Alignment,
}

impl GridBuilder {
    /// An empty grid of so many columns, with room for so many cells.
    pub fn new(columns: usize, cells: usize, alignment: Alignment, digits: usize) -> GridBuilder {
        GridBuilder {
            writer: Writer::new(digits),
            cells: Vec::with_capacity(cells),
            columns: vec![Column::default(); columns],
            column: 0,
            alignment,
        }
    }

    /// Adds the text of a number.
    pub fn number(&mut self, write: impl FnOnce(&mut Writer)) -> Result<()> {
        self.writer.step()?;
        let start = self.writer.text.len();
        write(&mut self.writer);
        let text = &self.writer.text[start..];
        let total = width(text);
        let before = match self.alignment {
            Alignment::Point => text.find('.').map_or(total, |point| width(&text[..point])),
            Alignment::Right => total,
        };
        self.push(before, total);
        Ok(())
    }

    /// Adds a character.
    fn character(&mut self, character: char, controls: Controls) -> Result<()> {
        self.text(|w| {
            match controls {
                Controls::Escaped if character.is_control() => w.push(&escaped(character.into(), controls)),
                _ => w.text.push(character),
            }
            Ok(())
        })
    }

    /// Adds a text that has no point to align on.
    pub fn text(&mut self, write: impl FnOnce(&mut Writer) -> Result<()>) -> Result<()> {
        self.writer.step()?;
        let start = self.writer.text.len();
        write(&mut self.writer)?;
        let total = width(&self.writer.text[start..]);
        self.push(total, total);
        Ok(())
    }

    fn push(&mut self, before: usize, total: usize) {
        let column = &mut self.columns[self.column];
        column.before = column.before.max(before);
        column.after = column.after.max(total - before);
        self.column = if self.column + 1 == self.columns.len() { 0 } else { self.column + 1 };
        self.cells.push(Cell { end: self.writer.text.len(), before: before as u32, width: total as u32 });
    }

    /// Whether a text with a line feed has been added, which a grid cannot lay out.
    pub fn has_line_feed(&self) -> bool {
        self.writer.text.contains('\n')
    }

    /// The grid.
    pub fn finish(self) -> Grid {
        Grid { text: self.writer.text, cells: self.cells, columns: self.columns, alignment: self.alignment }
    }
}

/// The number of lines to leave empty before each page but the first of an array of this shape: the number of leading
/// axes that roll over there.
pub fn gaps(shape: &[usize]) -> impl Iterator<Item = usize> {
    let leading: Shape = shape[..shape.len().saturating_sub(2)].into();
    let pages: usize = leading.iter().product();
    (1..pages).map(move |page| {
        let mut rest = page;
        let mut gap = 1;
        for &length in leading[1..].iter().rev() {
            if rest % length != 0 {
                break;
            }
            rest /= length;
            gap += 1;
        }
        gap
    })
}

/// Appends the rows of an array of this shape (rank at least 1, with items), page by page. Every line but the last ends
/// in a line feed.
pub fn write_pages(
    w: &mut Writer,
    shape: &[usize],
    mut write_row: impl FnMut(usize, &mut String) -> Result<()>,
) -> Result<()> {
    let height = if shape.len() < 2 { 1 } else { shape[shape.len() - 2] };
    let mut row = 0;
    for gap in std::iter::once(0).chain(gaps(shape)) {
        for line in 0..gap + height {
            w.step()?;
            if row > 0 || line > 0 {
                w.text.push('\n');
            }
            if line >= gap {
                write_row(row, &mut w.text)?;
                row += 1;
            }
        }
    }
    Ok(())
}

/// Appends row `row` of a character array as it is.
pub fn write_character_row(array: &Array, row: usize, out: &mut String) {
    let length = array.shape().last().copied().unwrap_or(1);
    let span = row * length..(row + 1) * length;
    match array.items() {
        Items::Char8(items) => out.extend(items[span].iter().map(|&byte| byte as char)),
        Items::Char32(items) => out.extend(&items[span]),
        Items::Mixed(items) => out.extend(items[span].iter().filter_map(|item| match item {
            Value::Char(character) => Some(*character),
            _ => None,
        })),
        _ => {}
    }
}
