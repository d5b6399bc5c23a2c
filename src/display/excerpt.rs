//! What the interactive front end shows of a large result. Of very large arrays only the shown part is formatted.

use super::plain::write_plain;
use super::settings::BoxSettings;
use super::text::Writer;
use super::{boxed, plain_rounded};
use crate::array::{Array, Axis, Items, Layout, Shape, Value};
use crate::control::Result;

/// Lines longer than so many characters are cut.
const LINE: usize = 2000;
/// Lines after these are left out.
const LINES: usize = 200;

/// The text of a result, boxed or plain as the settings say, where long lines are cut and many lines left out.
pub fn shortened(value: &Value, settings: &BoxSettings, digits: usize) -> Result<String> {
    if !settings.on
        && let Some(text) = line_start(value, digits)?
    {
        return Ok(cut(&text, 0));
    }
    let (shown, hidden) = match value {
        Value::Array(array) => excerpt(array).map_or((value.clone(), 0), |(shown, hidden)| (shown.into(), hidden)),
        atom => (atom.clone(), 0),
    };
    let text = if settings.on { boxed(&shown, settings, digits)? } else { plain_rounded(&shown, digits)? };
    Ok(cut(&text, hidden))
}

/// The text with long lines cut and later lines left out, of which there are `hidden` more than the text has.
fn cut(text: &str, hidden: usize) -> String {
    let mut out = String::new();
    let mut lines = text.split('\n');
    for (i, line) in lines.by_ref().take(LINES).enumerate() {
        out.push_str(if i > 0 { "\n" } else { "" });
        match line.char_indices().nth(LINE) {
            Some((end, _)) => {
                out.push_str(&line[..end]);
                out.push_str(" ⋯");
            }
            None => out.push_str(line),
        }
    }
    let rest = lines.count() + hidden;
    if rest > 0 {
        out.push_str(&format!("\n⋯ {rest} more lines (⎕← shows all)"));
    }
    out
}

/// The start of the plain text of a value that prints on one line, if it is much too long for one.
fn line_start(value: &Value, digits: usize) -> Result<Option<String>> {
    if !matches!(value, Value::Array(array) if array.rank() < 2) {
        return Ok(None);
    }
    let mut writer = Writer::with_limit(digits, 4 * (LINE + 1));
    match write_plain(&mut writer, value) {
        Err(_) if writer.is_full() && !writer.text.contains('\n') => Ok(Some(writer.text)),
        Err(error) if !writer.is_full() => Err(error),
        _ => Ok(None),
    }
}

/// The part of a large array of one-line items that is shown, and how many lines its display has less than that of the
/// whole array.
fn excerpt(array: &Array) -> Option<(Array, usize)> {
    let is_nested = matches!(array.items(), Items::Mixed(items) if items.iter().any(|i| matches!(i, Value::Array(_))));
    if array.is_empty() || array.rank() == 0 || is_nested || (array.rank() == 1 && array.layout().has_keys()) {
        return None;
    }
    let mut shape: Shape = array.shape().into();
    let last = shape.len() - 1;
    shape[last] = shape[last].min(LINE + 1);
    // An axis may be cut while one position of every axis before it is left.
    for axis in 0..last {
        let cell = lines(array.layout(), &array.shape()[axis + 1..]);
        shape[axis] = shape[axis].min((LINES + 1).div_ceil(cell.max(1)));
        if shape[axis] > 1 {
            break;
        }
    }
    if shape[..] == *array.shape() {
        return None;
    }
    let hidden = lines(array.layout(), array.shape()) - lines(array.layout(), &shape);
    let axes = (0..shape.len()).map(|axis| Axis {
        keys: array.layout().keys(axis).and_then(|keys| keys.select((0..shape[axis]).map(Some))),
        name: array.layout().name(axis).cloned(),
    });
    let storage = array.storage().select(&positions(array.shape(), &shape));
    let layout = Layout::with_axes(shape.clone(), axes.collect());
    // A header or labels would vanish with the last key in sight.
    let same_header = |axis: usize| layout.keys(axis).is_some() == array.layout().keys(axis).is_some();
    (0..shape.len()).all(same_header).then(|| (Array::new(layout, storage), hidden))
}

/// The lines that the last axes of an array take, without a box.
fn lines(layout: &Layout, shape: &[usize]) -> usize {
    let rank = layout.rank();
    let rows = match shape {
        [] | [_] => return 1,
        [.., rows, _] => *rows,
    };
    let pages: usize = shape[..shape.len() - 2].iter().product();
    let header = usize::from(layout.keys(rank - 1).is_some());
    if layout.has_keys() {
        let index = usize::from(rank > 2);
        return pages * (index + header + rows) + (pages - 1) * index;
    }
    let gaps: usize = super::grid::gaps(shape).sum();
    pages * rows + gaps
}

/// The positions in an array of shape `from` of the items of its leading part of shape `to`.
fn positions(from: &[usize], to: &[usize]) -> Vec<usize> {
    let mut positions = vec![0];
    for (&whole, &part) in from.iter().zip(to) {
        positions = positions.iter().flat_map(|&start| (0..part).map(move |i| start * whole + i)).collect();
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::super::tests::{axes, n, nums, range, s, shaped, v};
    use super::*;
    use crate::display::{ALL_DIGITS, plain};

    const BOXED: BoxSettings = BoxSettings { on: true, ..BoxSettings::BATCH };

    /// The shortened text made from the whole text.
    fn slowly(value: &Value, settings: &BoxSettings) -> String {
        let text = if settings.on { boxed(value, settings, ALL_DIGITS).unwrap() } else { plain(value).unwrap() };
        cut(&text, 0)
    }

    #[test]
    fn small_results_are_whole() {
        for value in [n("5"), s("abc"), range(&[2, 3]), nums("1 2 3"), s("")] {
            assert_eq!(shortened(&value, &BoxSettings::BATCH, ALL_DIGITS).unwrap(), plain(&value).unwrap());
        }
    }

    #[test]
    fn excerpts_equal_what_is_left_of_the_whole() {
        let ones = |shape: &[usize]| shaped(shape, [n("1")]);
        let keys: Vec<String> = (0..300).map(|i| format!("key{i}")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        let values = [
            ones(&[5000]),
            ones(&[300, 2]),
            ones(&[3, 5000]),
            ones(&[300, 3000]),
            ones(&[7, 60, 2]),
            ones(&[2, 300, 2]),
            ones(&[1, 1, 2, 150, 1]),
            ones(&[5, 4, 3, 20, 2]),
            ones(&[200, 1]),
            ones(&[201, 1]),
            ones(&[1, 250, 3]),
            s(&"x".repeat(5000)),
            s(&"x\n".repeat(500)),
            shaped(&[300, 10], "abc".chars().map(Value::Char)),
            shaped(&[3, 3000], "abc".chars().map(Value::Char)),
            axes(ones(&[300, 2]), &[(Some(&keys), None), (None, Some("n"))]),
            axes(ones(&[300, 2]), &[(Some(&keys), None), (Some(&["a", "b"]), None)]),
            axes(ones(&[2, 300, 2]), &[(None, None), (Some(&keys), None), (Some(&["a", "b"]), None)]),
            v((0..3000).map(|i| if i % 2 == 0 { n("1") } else { s("ab") })),
            v((0..3000).map(|_| range(&[2]))),
        ];
        for value in values {
            for settings in [BoxSettings::BATCH, BOXED] {
                let text = shortened(&value, &settings, ALL_DIGITS).unwrap();
                assert!(text == slowly(&value, &settings), "{settings} {:?}", value.shape());
            }
        }
    }

    #[test]
    fn cuts() {
        let text = shortened(&s(&"x".repeat(2001)), &BoxSettings::BATCH, ALL_DIGITS).unwrap();
        assert_eq!(text, format!("{} ⋯", "x".repeat(2000)));
        let text = shortened(&range(&[210, 1]), &BOXED, ALL_DIGITS).unwrap();
        assert!(text.ends_with("│198│\n⋯ 12 more lines (⎕← shows all)"), "{text}");
    }
}
