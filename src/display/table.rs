//! Keyed tables: arrays of rank 2 or more with keys, under headers and beside labels.

use super::drawing::{BlockId, Drawing, Part};
use super::grid::{Alignment, Grid, GridBuilder};
use super::plain::{write_cell, write_plain};
use super::source::write_quoted;
use super::text::{ExactMark, Style, Writer, escaped, is_numeric, is_text};
use crate::array::compare::nested;
use crate::array::{Array, Items, Keys, Layout, Value};
use crate::control::{Result, poll};

/// The table of an array of rank 2 or more with keys.
pub fn table(d: &mut Drawing, array: &Array, style: Style) -> Result<BlockId> {
    let leading = array.rank() - 2;
    let pages: usize = array.shape()[..leading].iter().product();
    if leading == 0 {
        return page(d, array, 0, style);
    }
    let mut blocks = Vec::new();
    for number in 0..pages {
        poll()?;
        let index = page_index(array, number);
        blocks.push((usize::from(number > 0), d.line(escaped(index, style.controls))));
        blocks.push((0, page(d, array, number, style)?));
    }
    Ok(d.stack(blocks))
}

/// The index that selects a page: keys and positions of the leading axes, and `⌷`.
pub fn page_index(array: &Array, number: usize) -> String {
    let leading = array.rank() - 2;
    let mut positions = vec![0; leading];
    let mut rest = number;
    for axis in (0..leading).rev() {
        positions[axis] = rest % array.shape()[axis];
        rest /= array.shape()[axis];
    }
    let mut w = Writer::new(0);
    for (axis, &position) in positions.iter().enumerate() {
        w.push(if axis > 0 { " " } else { "" });
        match array.layout().keys(axis).and_then(|keys| keys.get(position)) {
            Some(key) => write_quoted(&mut w, key),
            None => w.length(position),
        }
    }
    w.push("⌷");
    w.text
}

/// One page of a table: its items, with the keys of the last two axes.
struct Page<'a> {
    items: Array,
    rows: Option<&'a Keys>,
    columns: Option<&'a Keys>,
    style: Style,
}

/// A page with header and labels.
pub fn page(d: &mut Drawing, array: &Array, number: usize, style: Style) -> Result<BlockId> {
    let rank = array.rank();
    let shape = &array.shape()[rank - 2..];
    let size = shape[0] * shape[1];
    let items = if size == 0 {
        Array::empty(Layout::new(shape), array.fill())
    } else {
        Array::new(Layout::new(shape), array.storage().slice(number * size, size))
    };
    let keys = |axis| array.layout().keys(axis).map(|keys| &**keys);
    let page = Page { items, rows: keys(rank - 2), columns: keys(rank - 1), style };
    match page.grid()? {
        Some(grid) => {
            let rows = grid.rows();
            Ok(d.grid(grid, &[rows, 1]))
        }
        None => page.blocks(d),
    }
}

/// The key of a position, or its number.
fn label(keys: &Keys, position: usize, style: Style) -> String {
    match keys.get(position) {
        Some(key) => escaped(key.to_string(), style.controls),
        None => position.to_string(),
    }
}

impl Page<'_> {
    /// The number of columns, labels included.
    fn width(&self) -> usize {
        self.items.shape()[1] + usize::from(self.rows.is_some())
    }

    /// The page as a grid, if every item takes one line.
    fn grid(&self) -> Result<Option<Grid>> {
        if matches!(self.items.items(), Items::Mixed(items) if items.iter().any(is_layered)) {
            return Ok(None);
        }
        let length = self.items.shape()[1];
        let cells = (self.items.shape()[0] + 1).saturating_mul(self.width());
        crate::control::reserve(cells, 16, || "the text of a table".into())?;
        let mut grid = GridBuilder::new(self.width(), cells, Alignment::Right, self.style.digits);
        let add_text = |grid: &mut GridBuilder, text: &str| {
            grid.text(|w| {
                w.push(text);
                Ok(())
            })
        };
        if let Some(columns) = self.columns {
            if self.rows.is_some() {
                add_text(&mut grid, "")?;
            }
            for column in 0..length {
                add_text(&mut grid, &label(columns, column, self.style))?;
            }
        }
        for row in 0..self.items.shape()[0] {
            if let Some(rows) = self.rows {
                add_text(&mut grid, &label(rows, row, self.style))?;
            }
            for column in 0..length {
                let item = self.items.item(row * length + column);
                grid.text(|w| write_table_cell(w, &item, self.style))?;
            }
        }
        Ok(if grid.has_line_feed() { None } else { Some(grid.finish()) })
    }

    /// The page as blocks, each right-justified in its column, the lines of a row at the same height.
    fn blocks(&self, d: &mut Drawing) -> Result<BlockId> {
        let mut rows = Vec::new();
        if let Some(columns) = self.columns {
            let corner = self.rows.map(|_| String::new());
            let header = (0..self.items.shape()[1]).map(|column| label(columns, column, self.style));
            rows.push(corner.into_iter().chain(header).map(|text| d.text(text)).collect::<Vec<_>>());
        }
        for row in 0..self.items.shape()[0] {
            let mut cells = Vec::with_capacity(self.width());
            if let Some(keys) = self.rows {
                cells.push(d.text(label(keys, row, self.style)));
            }
            for column in 0..self.items.shape()[1] {
                d.check()?;
                let item = self.items.item(row * self.items.shape()[1] + column);
                cells.push(nested(|| block(d, &item, self.style))?);
            }
            rows.push(cells);
        }
        let widths: Vec<usize> =
            (0..self.width()).map(|column| rows.iter().map(|row| d.width(row[column])).max().unwrap_or(0)).collect();
        let total = widths.iter().sum::<usize>() + widths.len().saturating_sub(1);
        let (mut line, mut parts) = (0, Vec::new());
        for row in rows {
            let mut end = 0;
            for (&block, width) in row.iter().zip(&widths) {
                end += width;
                parts.push(Part { line, column: end - d.width(block), block });
                end += 1;
            }
            line += row.iter().map(|&block| d.height(block)).max().unwrap_or(0);
        }
        Ok(d.parts(total, line, parts))
    }
}

/// Whether it prints as a table or matrix of its own.
fn is_layered(item: &Value) -> bool {
    matches!(item, Value::Array(array) if array.rank() > 1 && (!array.is_empty() || array.layout().has_keys()))
}

/// The text of an item that takes one line.
fn write_table_cell(w: &mut Writer, item: &Value, style: Style) -> Result<()> {
    let start = w.text.len();
    match item {
        Value::Int(value) => w.integer(*value, style.mark),
        Value::Function(_) => write_cell(w, item)?,
        item => write_plain(w, item)?,
    }
    w.escape_from(start, style.controls);
    Ok(())
}

/// An item of a table, drawn as it prints at top level.
fn block(d: &mut Drawing, item: &Value, style: Style) -> Result<BlockId> {
    let inner = Style { mark: ExactMark::Shown, ..style };
    match item {
        Value::Array(array) if is_layered(item) => layered(d, array, inner),
        _ => {
            let mut w = Writer::new(style.digits);
            write_table_cell(&mut w, item, style)?;
            Ok(d.text(w.text))
        }
    }
}

/// A table or a matrix as it prints at top level.
pub fn layered(d: &mut Drawing, array: &Array, style: Style) -> Result<BlockId> {
    if array.layout().has_keys() {
        return table(d, array, style);
    }
    if is_text(array) {
        return d.characters(array, style.controls);
    }
    let alignment = if is_numeric(array) { Alignment::Point } else { Alignment::Right };
    let grid = Grid::of_items(array, alignment, style, write_cell)?;
    Ok(d.grid(grid, array.shape()))
}
