//! Shapes, keys and maps of agreeing layouts.

use super::*;
use crate::control::ErrorKind;

fn axis(name: &str, keys: &str) -> Axis {
    let keys = (!keys.is_empty()).then(|| {
        let entries = keys.chars().map(|key| (key != '-').then(|| Arc::from(key.to_string().as_str()))).collect();
        Keys::new(entries).unwrap().unwrap()
    });
    Axis { keys, name: (!name.is_empty()).then(|| Arc::from(name)) }
}

/// A layout from `name:length` or `name:keys` words.
fn layout(text: &str) -> Layout {
    let mut shape = Shape::new();
    let mut axes = Vec::new();
    for word in text.split_whitespace() {
        let (name, rest) = word.split_once(':').unwrap_or(("", word));
        match rest.parse() {
            Ok(length) => {
                shape.push(length);
                axes.push(axis(name, ""));
            }
            Err(_) => {
                shape.push(rest.len());
                axes.push(axis(name, rest));
            }
        }
    }
    Layout::with_axes(shape, axes)
}

fn show(layout: &Layout) -> String {
    let axis = |i: usize| {
        let name = layout.name(i).map_or(String::new(), |name| format!("{name}:"));
        let keys = layout.keys(i).map(|keys| keys.entries().iter().map(|k| k.as_deref().unwrap_or("-")).collect());
        name + &keys.unwrap_or_else(|| layout.shape()[i].to_string())
    };
    (0..layout.rank()).map(axis).collect::<Vec<_>>().join(" ")
}

/// The result layout, or the kind of the error.
fn result(left: &str, right: &str) -> String {
    match agree(&layout(left), &layout(right)) {
        Ok(agreement) => {
            check(&agreement);
            show(&agreement.layout)
        }
        Err(error) => error.kind().name().into(),
    }
}

/// Blocks and maps say the same.
fn check(agreement: &Agreement) {
    let mut next = 0;
    let at = |source: Source, i: usize| match source {
        Source::Run(start) => Some(start + i),
        Source::Item(item) => Some(item),
        Source::Stride { start, step } => Some(start + i * step),
        Source::Missing => None,
    };
    agreement
        .for_each_block(|block| {
            assert_eq!(block.start, next);
            for i in 0..block.length {
                assert_eq!(at(block.left, i), agreement.left.index(block.start + i));
                assert_eq!(at(block.right, i), agreement.right.index(block.start + i));
            }
            next += block.length;
            Ok(())
        })
        .unwrap();
    assert_eq!(next, agreement.layout.count());
}

fn items(map: &IndexMap, layout: &Layout) -> Vec<Option<usize>> {
    (0..layout.count()).map(|i| map.index(i)).collect()
}

#[test]
fn shapes() {
    for (left, right, expected) in [
        ("2 3", "", "2 3"),
        ("2 3", "2", "2 3"),
        ("2 3", "3", "LENGTH ERROR"),
        ("2 3", "1 3", "2 3"),
        ("2 1", "1 4", "2 4"),
        ("2 1 4", "1 3", "2 3 4"),
        ("5", "1", "5"),
        ("1", "0", "0"),
        ("1 0", "3", "3 0"),
        ("1 3", "0", "0 3"),
        ("0 3", "2", "LENGTH ERROR"),
        ("city:2 month:3", "month:3", "city:2 month:3"),
        ("month:3", "city:2 month:3", "month:3 city:2"),
        ("r:2", "c:3", "r:2 c:3"),
        ("r:2 5", "c:5", "r:2 5 c:5"),
        ("r:2", "2 3", "r:2 3"),
        ("r:2 c:3", "2", "r:2 c:3"),
        ("city:2 3", "shop:4 3", "city:2 3 shop:4"),
        ("city:2 month:3", "month:3 city:2", "city:2 month:3"),
        ("a:2", "a:3", "LENGTH ERROR"),
        ("a:1", "a:3", "a:3"),
    ] {
        assert_eq!(result(left, right), expected, "{left} with {right}");
    }
}

#[test]
fn keys() {
    for (left, right, expected) in [
        ("ab", "ab", "ab"),
        ("ab", "ba", "ab"),
        ("ab", "bc", "abc"),
        ("ab", "2", "ab"),
        ("ab", "1", "ab"),
        ("ab", "", "ab"),
        ("", "ab", "ab"),
        ("2", "ab", "ab"),
        ("ab", "3", "LENGTH ERROR"),
        ("a", "2", "2"),
        ("a", "0", "0"),
        ("2", "a", "2"),
        ("a", "1", "a"),
        ("a", "ab", "ab"),
        ("a-", "-a", "a-"),
        ("a-", "b-", "a-b"),
        ("a-", "a", "LENGTH ERROR"),
        ("ab cd", "ca", "abc cd"),
        ("x:ab y:cd", "y:de", "x:ab y:cde"),
        ("ab", "2 cd", "ab cd"),
    ] {
        assert_eq!(result(left, right), expected, "{left} with {right}");
    }
}

#[test]
fn maps_are_compact() {
    for (left, right, expected) in [
        ("3", "3", [IndexMap::Same, IndexMap::Same]),
        ("", "3 2", [IndexMap::Unit, IndexMap::Same]),
        ("3 2", "1", [IndexMap::Same, IndexMap::Unit]),
        ("3 2", "3", [IndexMap::Same, IndexMap::Repeat { each: 2 }]),
        ("3 2", "1 2", [IndexMap::Same, IndexMap::Cycle { count: 2 }]),
        ("3 1", "1 2", [IndexMap::Repeat { each: 2 }, IndexMap::Cycle { count: 2 }]),
        ("ab", "ab", [IndexMap::Same, IndexMap::Same]),
        (
            "2 3",
            "2 1 4",
            [IndexMap::Repeat { each: 4 }, IndexMap::Strides(SmallVec::from_slice(&[(2, 4), (3, 0), (4, 1)]))],
        ),
        ("x:2 y:3", "y:3 x:2", [IndexMap::Same, IndexMap::Strides(SmallVec::from_slice(&[(2, 1), (3, 2)]))]),
    ] {
        let agreement = agree(&layout(left), &layout(right)).unwrap();
        assert_eq!([agreement.left.clone(), agreement.right.clone()], expected, "{left} with {right}");
        check(&agreement);
    }
}

#[test]
fn united_keys() {
    let agreement = agree(&layout("ab"), &layout("cb")).unwrap();
    assert_eq!(items(&agreement.left, &agreement.layout), [Some(0), Some(1), None]);
    assert_eq!(items(&agreement.right, &agreement.layout), [None, Some(1), Some(0)]);
    let agreement = agree(&layout("ab 2"), &layout("bc")).unwrap();
    assert_eq!(items(&agreement.left, &agreement.layout), [Some(0), Some(1), Some(2), Some(3), None, None]);
    assert_eq!(items(&agreement.right, &agreement.layout), [None, None, Some(0), Some(0), Some(1), Some(1)]);
    let agreement = agree(&layout("ab c"), &layout("b cd")).unwrap();
    assert_eq!(items(&agreement.left, &agreement.layout), [Some(0), None, Some(1), None]);
    assert_eq!(items(&agreement.right, &agreement.layout), [None, None, Some(0), Some(1)]);
    assert!(!agreement.left.is_total());
}

#[test]
fn an_empty_record_unites() {
    let empty = Layout::with_axes(vec![0], vec![Axis { keys: Keys::of_unique(Vec::new()), name: None }]);
    let agreement = agree(&empty, &layout("ab")).unwrap();
    assert_eq!(show(&agreement.layout), "ab");
    assert_eq!(items(&agreement.left, &agreement.layout), [None, None]);
    assert!(agree(&empty, &empty).unwrap().layout.has_keys());
    assert!(agree(&empty, &layout("1")).unwrap().layout.has_keys());
}

#[test]
fn chosen_axes() {
    let along = |left: &str, right: &str, axes: &[usize]| match agree_along(&layout(left), &layout(right), axes) {
        Ok(agreement) => {
            check(&agreement);
            show(&agreement.layout)
        }
        Err(error) => error.kind().name().into(),
    };
    assert_eq!(along("2 3", "3", &[1]), "2 3");
    assert_eq!(along("3", "2 3", &[1]), "2 3");
    assert_eq!(along("5 3 2", "2 5", &[2, 0]), "5 3 2");
    assert_eq!(along("", "2 3", &[0]), "LENGTH ERROR");
    assert_eq!(along("2 3", "2", &[1]), "LENGTH ERROR");
    assert_eq!(along("x:2 3", "y:3", &[1]), "x:2 y:3");
    assert_eq!(along("y:3", "x:2 z:3", &[1]), "x:2 z:3");
    assert_eq!(along("2 ab", "bc", &[1]), "2 abc");
    assert_eq!(along("2 3", "3 2", &[1, 0]), "2 3");
    let agreement = agree_along(&layout("2 3"), &layout("3 2"), &[1, 0]).unwrap();
    assert_eq!(items(&agreement.right, &agreement.layout), [0, 2, 4, 1, 3, 5].map(Some));
}

#[test]
fn too_large() {
    let huge = layout("a:4000000000 b:4000000000 c:0");
    assert_eq!(agree(&huge, &layout("d:4")).unwrap().layout.rank(), 4);
    let error = agree(&layout("a:4000000000"), &layout("b:4000000000 c:4")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Limit);
    let many = |prefix: char| (0..100).map(|i| format!("{prefix}{i}:1 ")).collect::<String>();
    assert_eq!(agree(&layout(&many('a')), &layout(&many('b'))).unwrap_err().kind(), ErrorKind::Limit);
}
