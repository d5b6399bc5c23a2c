//! Plain display: what a result prints as.

use super::drawing::Drawing;
use super::grid::{Alignment, Grid, write_character_row, write_pages};
use super::source::{Level, function_text, write_item, write_source};
use super::table::{page, page_index};
use super::text::{Style, Writer, characters, is_numeric, is_text};
use crate::array::{Array, Value};
use crate::control::Result;

/// Appends the plain display of a value.
pub fn write_plain(w: &mut Writer, value: &Value) -> Result<()> {
    match value {
        Value::Array(array) if prints_raw(array) => {
            w.push(&characters(array).unwrap_or_default());
            Ok(())
        }
        Value::Array(array) if array.rank() > 1 && (!array.is_empty() || array.layout().has_keys()) => {
            write_array(w, array)
        }
        value => write_source(w, value, Level::Top),
    }
}

/// Whether it is a string that prints without quotes.
fn prints_raw(array: &Array) -> bool {
    array.rank() == 1 && array.layout().is_plain() && is_text(array)
}

/// An array of rank 2 or more with items.
fn write_array(w: &mut Writer, array: &Array) -> Result<()> {
    if array.layout().has_keys() {
        return write_table(w, array);
    }
    if is_text(array) {
        return write_pages(w, array.shape(), |row, out| {
            write_character_row(array, row, out);
            Ok(())
        });
    }
    let alignment = if is_numeric(array) { Alignment::Point } else { Alignment::Right };
    let grid = Grid::of_items(array, alignment, Style::plain(w.digits()), write_cell)?;
    write_pages(w, array.shape(), |row, out| {
        grid.write_row(row, out);
        Ok(())
    })
}

/// A keyed table, page by page.
fn write_table(w: &mut Writer, array: &Array) -> Result<()> {
    for number in 0..array.shape()[..array.rank() - 2].iter().product() {
        w.step()?;
        if array.rank() > 2 {
            w.push(if number > 0 { "\n\n" } else { "" });
            w.push(&page_index(array, number));
        }
        let mut drawing = Drawing::default();
        let block = page(&mut drawing, array, number, Style::plain(w.digits()))?;
        if array.rank() > 2 && drawing.height(block) > 0 {
            w.push("\n");
        }
        drawing.write(block, w)?;
    }
    Ok(())
}

/// The text of a function or an array in a matrix.
pub fn write_cell(w: &mut Writer, item: &Value) -> Result<()> {
    match item {
        Value::Function(function) => {
            w.push("⟨");
            w.push(&function_text(function)?);
            w.push("⟩");
            Ok(())
        }
        item => write_item(w, item),
    }
}
