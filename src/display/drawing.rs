//! Blocks of lines that stand beside and within each other, and painting them.
//!
//! Blocks are measured first and painted once, line by line from left to right, so that the work is linear in the text
//! however deep the blocks lie. They are kept in one list, so that no depth makes freeing them recursive.

use super::grid::{Grid, gaps, pad, write_character_row};
use super::text::{Controls, Writer, escaped, width};
use crate::array::Array;
use crate::array::compare::nested;
use crate::control::{Result, poll, reserve};

/// The number of a block in its drawing.
pub type BlockId = usize;

/// Blocks under construction.
#[derive(Debug, Default)]
pub struct Drawing {
    blocks: Vec<Block>,
}

/// Lines of text, painted on demand.
#[derive(Debug)]
struct Block {
    width: usize,
    height: usize,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// One line.
    Line(String),
    /// Several lines.
    Lines(Vec<String>),
    /// Rows of a grid, `None` for an empty line.
    Grid(Grid, Vec<Option<usize>>),
    /// A vertical edge: marks in its first lines, `│` below them.
    Side(Vec<char>),
    /// A horizontal edge: its corners, and what stands after the first of them in place of `─`.
    Rule([char; 2], String),
    /// Other blocks, each at a line and a column, in the order in which their lines are painted.
    Parts(Vec<Part>),
}

/// A block within another one.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The line of its first line.
    pub line: usize,
    /// The column of its first column.
    pub column: usize,
    /// The block.
    pub block: BlockId,
}

/// A line that is painted from left to right.
#[derive(Clone, Debug, Default)]
struct Line {
    text: String,
    width: usize,
}

impl Drawing {
    /// The columns of a block.
    pub fn width(&self, block: BlockId) -> usize {
        self.blocks[block].width
    }

    /// The lines of a block.
    pub fn height(&self, block: BlockId) -> usize {
        self.blocks[block].height
    }

    /// Looks at the control block, and asks whether the list of blocks may grow to double its length.
    pub fn check(&self) -> Result<()> {
        poll()?;
        reserve(self.blocks.len(), 2 * size_of::<Block>(), || "the layout of a value".into())
    }

    fn add(&mut self, width: usize, height: usize, content: Content) -> BlockId {
        self.blocks.push(Block { width, height, content });
        self.blocks.len() - 1
    }

    /// One line.
    pub fn line(&mut self, text: String) -> BlockId {
        self.add(width(&text), 1, Content::Line(text))
    }

    /// A text of one or several lines.
    pub fn text(&mut self, text: String) -> BlockId {
        if !text.contains('\n') {
            return self.line(text);
        }
        self.lines(text.split('\n').map(String::from).collect())
    }

    /// Several lines, or none.
    pub fn lines(&mut self, lines: Vec<String>) -> BlockId {
        let columns = lines.iter().map(|line| width(line)).max().unwrap_or(0);
        self.add(columns, lines.len(), Content::Lines(lines))
    }

    /// The rows of a grid, page by page as the shape says.
    pub fn grid(&mut self, grid: Grid, shape: &[usize]) -> BlockId {
        let lines = page_lines(shape, grid.rows());
        self.add(grid.width(), lines.len(), Content::Grid(grid, lines))
    }

    /// The rows of a character array of rank 1 or more as they are, page by page.
    pub fn characters(&mut self, array: &Array, controls: Controls) -> Result<BlockId> {
        let rows = array.shape().iter().rev().skip(1).product();
        let mut lines = Vec::new();
        for (i, row) in page_lines(array.shape(), rows).into_iter().enumerate() {
            if i % 1024 == 0 {
                poll()?;
                reserve(lines.len(), size_of::<String>(), || "the text of a value".into())?;
            }
            let mut text = String::new();
            if let Some(row) = row {
                write_character_row(array, row, &mut text);
            }
            lines.push(escaped(text, controls));
        }
        Ok(self.lines(lines))
    }

    /// A vertical edge: marks in its first lines, `│` below them.
    pub fn side(&mut self, height: usize, marks: Vec<char>) -> BlockId {
        self.add(1, height, Content::Side(marks))
    }

    /// A horizontal edge between two corners, that begins with a text.
    pub fn rule(&mut self, width: usize, corners: [char; 2], start: String) -> BlockId {
        self.add(width, 1, Content::Rule(corners, start))
    }

    /// A block of this size that other blocks fill. For each line, parts further left come first.
    pub fn parts(&mut self, width: usize, height: usize, parts: Vec<Part>) -> BlockId {
        self.add(width, height, Content::Parts(parts))
    }

    /// The lines and columns of a character array of rank 1 or more without items.
    pub fn blank(&mut self, shape: &[usize]) -> BlockId {
        let rows = shape.iter().rev().skip(1).product();
        let height = page_lines(shape, rows).len();
        self.parts(shape.last().copied().unwrap_or(0), height, Vec::new())
    }

    /// Blocks one below the other, each with empty lines before it.
    pub fn stack(&mut self, blocks: impl IntoIterator<Item = (usize, BlockId)>) -> BlockId {
        let (mut columns, mut line, mut parts) = (0, 0, Vec::new());
        for (gap, block) in blocks {
            line += gap;
            parts.push(Part { line, column: 0, block });
            line += self.height(block);
            columns = columns.max(self.width(block));
        }
        self.parts(columns, line, parts)
    }

    /// The lines of a block, each padded to its width.
    pub fn paint(&self, block: BlockId) -> Result<Vec<String>> {
        let Block { width, height, .. } = self.blocks[block];
        let size = || format!("a text of {height} lines and {width} columns");
        reserve(height, width.saturating_mul(2) + size_of::<Line>(), size)?;
        let mut lines = vec![Line::default(); height];
        self.paint_at(block, &mut lines, 0, 0)?;
        let pad_line = |mut line: Line| {
            pad(&mut line.text, width.saturating_sub(line.width));
            line.text
        };
        Ok(lines.into_iter().map(pad_line).collect())
    }

    /// Appends the lines of a block, each padded to its width, with line feeds between them.
    pub fn write(&self, block: BlockId, w: &mut Writer) -> Result<()> {
        let lines = self.paint(block)?;
        reserve(lines.iter().map(String::len).sum(), 1, || "the text of a value".into())?;
        for (i, line) in lines.into_iter().enumerate() {
            w.push(if i > 0 { "\n" } else { "" });
            w.push(&line);
        }
        Ok(())
    }

    fn paint_at(&self, block: BlockId, lines: &mut [Line], first: usize, column: usize) -> Result<()> {
        let Block { content, width: block_width, height: block_height } = &self.blocks[block];
        match content {
            Content::Line(text) => lines[first].put(column, text),
            Content::Lines(texts) => {
                texts.iter().zip(&mut lines[first..]).for_each(|(text, line)| line.put(column, text))
            }
            Content::Side(marks) => {
                let marks = marks.iter().chain(std::iter::repeat(&'│'));
                for (mark, line) in marks.zip(&mut lines[first..first + block_height]) {
                    line.move_to(column);
                    line.text.push(*mark);
                    line.width += 1;
                }
            }
            Content::Rule([left, right], start) => {
                let line = &mut lines[first];
                line.move_to(column);
                line.text.push(*left);
                line.text.push_str(start);
                line.text.extend(std::iter::repeat_n('─', block_width.saturating_sub(2 + width(start))));
                line.text.push(*right);
                line.width += block_width;
            }
            Content::Grid(grid, rows) => {
                for (i, (row, line)) in rows.iter().zip(&mut lines[first..]).enumerate() {
                    if i % 1024 == 0 {
                        poll()?;
                    }
                    let Some(row) = row else { continue };
                    line.move_to(column);
                    grid.write_row(*row, &mut line.text);
                    line.width += block_width;
                }
            }
            Content::Parts(parts) => nested(|| {
                for (i, part) in parts.iter().enumerate() {
                    if i % 64 == 0 {
                        poll()?;
                    }
                    self.paint_at(part.block, lines, first + part.line, column + part.column)?;
                }
                Ok(())
            })?,
        }
        Ok(())
    }
}

impl Line {
    fn move_to(&mut self, column: usize) {
        pad(&mut self.text, column.saturating_sub(self.width));
        self.width = self.width.max(column);
    }

    fn put(&mut self, column: usize, text: &str) {
        self.move_to(column);
        self.text.push_str(text);
        self.width += width(text);
    }
}

/// The row on each line of an array of this shape, `None` for the empty lines between pages.
fn page_lines(shape: &[usize], rows: usize) -> Vec<Option<usize>> {
    let leading = &shape[..shape.len().saturating_sub(2)];
    if leading.contains(&0) {
        return Vec::new();
    }
    let height = if shape.len() < 2 { rows } else { shape[shape.len() - 2] };
    let mut lines: Vec<Option<usize>> = Vec::with_capacity(rows);
    let mut row = 0;
    for gap in std::iter::once(0).chain(gaps(shape)) {
        lines.extend(std::iter::repeat_n(None, gap));
        lines.extend((row..row + height).map(Some));
        row += height;
    }
    lines
}
