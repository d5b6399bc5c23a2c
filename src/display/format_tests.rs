//! `⍕` of values made by hand.

use super::tests::{axes, box_of, c, derived, empty, glyph, keyed, n, nums, range, s, shaped, v};
use crate::array::Value;
use crate::display::{Digits, Field, format, format_by_specification, plain};

/// The shape and the text of a character array, rows separated by line feeds.
fn laid_out(value: &Value) -> (Vec<usize>, String) {
    let array = value.clone().into_array();
    (array.shape().to_vec(), plain(value).unwrap())
}

fn formats(value: Value, shape: &[usize], text: &str) {
    assert_eq!(laid_out(&format(&value).unwrap()), (shape.to_vec(), text.to_string()));
}

#[test]
fn simple_values() {
    formats(n("7"), &[1], "7");
    formats(c('x'), &[], "'x'");
    formats(glyph('+'), &[3], "⟨+⟩");
    formats(s("abc"), &[3], "abc");
    formats(shaped(&[2, 2], "abcd".chars().map(c)), &[2, 2], "ab\ncd");
    formats(nums("3 ¯4.5 2x"), &[9], "3 ¯4.5 2ₓ");
    formats(
        shaped(&[3, 1], nums("2.5 10 100.25").into_array().storage().to_values()),
        &[3, 6],
        "  2.5 \n 10   \n100.25",
    );
    formats(range(&[2, 1, 2]), &[2, 1, 3], "0 1\n\n2 3");
    formats(v([glyph('+'), glyph('-')]), &[6], "⟨+⟩⟨-⟩");
    formats(v([n("2.5"), n("10"), c('k')]), &[8], "2.5 10 k");
    formats(v([c('k'), n("10"), c('l'), c('m'), n("3")]), &[9], "k 10 lm 3");
    formats(shaped(&[3, 1], [n("2.5"), n("10"), c('k')]), &[3, 4], " 2.5\n10  \n   k");
    formats(box_of(n("5")), &[1], "5");
    formats(axes(nums("1 2"), &[(None, Some("k"))]), &[3], "1 2");
}

#[test]
fn arrays_without_items() {
    for (value, shape) in [
        (empty(&[0], n("1r2")), &[0][..]),
        (empty(&[2, 0, 4], n("0")), &[2, 0, 7]),
        (empty(&[3, 0], n("0")), &[3, 0]),
        (empty(&[0, 3], c(' ')), &[0, 3]),
        (empty(&[0, 3], nums("1 2")), &[0]),
        (empty(&[0], glyph('+')), &[0]),
    ] {
        assert_eq!(format(&value).unwrap().shape(), shape);
    }
}

#[test]
fn nested_values() {
    formats(v([n("5"), s("ox"), n("6")]), &[8], "5  ox  6");
    formats(v([s("ox"), s("cow")]), &[9], " ox  cow ");
    formats(box_of(nums("4 5")), &[5], " 4 5 ");
    formats(v([n("1"), v([n("2"), nums("3 4")]), n("5")]), &[13], "1  2  3 4   5");
    formats(shaped(&[2, 2], [c('a'), n("10"), c('b'), s("cde")]), &[2, 6], "a  10 \nb cde ");
    formats(v([range(&[2, 2]), n("9")]), &[2, 7], " 0 1  9\n 2 3   ");
    formats(keyed(&["m", "n"], nums("1 2")), &[13], "[\"m\":1 \"n\":2]");
    formats(keyed(&["m", "n"], s("xy")), &[17], "[\"m\":'x' \"n\":'y']");
    formats(v([range(&[2, 1, 1]), c('x')]), &[3, 4], " 0 x\n    \n 1  ");
    formats(box_of(box_of(n("5"))), &[3], " 5 ");
    formats(v([s(""), n("1")]), &[4], "   1");
    let table = axes(range(&[2, 2]), &[(Some(&["a", "bb"]), None), (None, None)]);
    formats(table.clone(), &[2, 6], " a 0 1\nbb 2 3");
    formats(v([n("7"), table]), &[2, 10], "7   a 0 1 \n   bb 2 3 ");
    formats(shaped(&[2, 1, 1], [s("ab"), range(&[2, 2])]), &[2, 2, 5], " ab  \n     \n\n 0 1 \n 2 3 ");
    formats(
        shaped(&[2, 2], [n("1.5"), glyph('+'), nums("1 2"), derived(glyph('+'), '/', None)]),
        &[2, 9],
        " 1.5 ⟨+⟩ \n 1 2 ⟨+/⟩",
    );
}

#[test]
fn deep_nesting() {
    let mut value = n("1");
    for _ in 0..2_000 {
        value = box_of(v([value]));
    }
    let text = laid_out(&format(&value).unwrap()).1;
    assert_eq!(text.trim(), "1");
    assert_eq!(text.len(), 1 + 2 * 3_999);
}

fn specified(value: Value, fields: &[(usize, i64)]) -> Result<String, String> {
    let fields: Vec<Field> = fields
        .iter()
        .map(|&(width, precision)| Field {
            width,
            form: if precision < 0 {
                Digits::Scientific(precision.unsigned_abs() as usize)
            } else {
                Digits::Fixed(precision as usize)
            },
        })
        .collect();
    let array = value.into_array();
    let columns = array.shape().last().copied().unwrap_or(1);
    let fields: Vec<Field> = fields.iter().cycle().take(columns).copied().collect();
    let formatted = format_by_specification(&array, &fields).map_err(|error| error.kind().name().to_string())?;
    Ok(plain(&formatted.into()).unwrap())
}

#[test]
fn by_specification() {
    for (value, fields, text) in [
        (n("3.25"), &[(0, 1)][..], " 3.3"),
        (nums("1 ¯22.456"), &[(0, 2)], " 1.00 ¯22.46"),
        (nums("2.5 ¯2.5 ¯0.2"), &[(0, 0)], " 3 ¯3  0"),
        (nums("3.14159 ¯2"), &[(7, 2)], "   3.14  ¯2.00"),
        (nums("99.94 1000"), &[(4, 1)], "99.9****"),
        (nums("1234.5 ¯0.00012"), &[(0, -3)], " 1.23E3 ¯1.20E¯4"),
        (n("1234.5"), &[(9, -3)], "1.23E3   "),
        (n("2r3"), &[(0, 3)], " 0.667"),
        (n("0.125"), &[(0, 18)], " 0.1250000000000000__"),
        (n("∞"), &[(6, 1)], "     ∞"),
        (n("¯∞"), &[(0, -2)], " ¯∞"),
        (n("2.675"), &[(0, 2)], " 2.68"),
        (n("1E20"), &[(0, 1)], " 1000000000000000_____._"),
        (n("0"), &[(0, 20)], " 0.00000000000000000000"),
        (n("0"), &[(0, -3)], " 0.00E0"),
        (n("0x"), &[(0, 2)], " 0.00"),
        (n("9.96"), &[(0, 1)], " 10.0"),
        (n("9.96"), &[(0, -2)], " 1.0E1"),
        (n("249r25"), &[(0, -2)], " 1.0E1"),
        (n("1r1000"), &[(0, -1)], " 1E¯3"),
        (n("¯1r3"), &[(0, 0)], "  0"),
        (n("¯1r2"), &[(0, 0)], " ¯1"),
        (n("100000000000000000000000x"), &[(0, 2)], " 100000000000000000000000.00"),
        (n("123456789012345678901234567890x"), &[(0, -20)], " 1.2345678901234567890E29"),
        (n("0.1"), &[(0, -18)], " 1.000000000000000__E¯1"),
        (n("5E¯324"), &[(0, -2)], " 5.0E¯324"),
        (n("0.00001"), &[(0, 2)], " 0.00"),
        (n("0.6"), &[(0, 0)], " 1"),
        (n("0.06"), &[(0, 0)], " 0"),
        (n("123x"), &[(2, 0)], "**"),
        (n("¯123x"), &[(0, 2)], " ¯123.00"),
        (n("125x"), &[(0, -2)], " 1.3E2"),
        (n("999x"), &[(0, -2)], " 1.0E3"),
        (n("12x"), &[(0, -4)], " 1.200E1"),
        (n("0x"), &[(0, -2)], " 0.0E0"),
        (n("¯0.2"), &[(1, 0)], "0"),
    ] {
        assert_eq!(specified(value, fields).unwrap(), text);
    }
    let matrix = shaped(&[2, 2], nums("1.25 2 33 400").into_array().storage().to_values());
    assert_eq!(specified(matrix, &[(5, 1), (4, 0)]).unwrap(), "  1.3   2\n 33.0 400");
    for value in [s("ab"), n("1j2"), v([nums("1 2")]), glyph('+')] {
        assert_eq!(specified(value, &[(0, 2)]).unwrap_err(), "DOMAIN ERROR");
    }
    let none =
        format_by_specification(&empty(&[0, 2], n("0")).into_array(), &[Field { width: 0, form: Digits::Fixed(2) }; 2]);
    assert_eq!(none.unwrap().shape(), [0, 2]);
}
