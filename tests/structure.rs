//! Structural functions on random small arrays against their definitions, item by item.

use aplomb::Session;

/// A generator of small numbers, the same in every run.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        self.0 >> 33
    }

    /// A number from `low` to `high`.
    fn roll(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() % (high - low + 1) as u64) as i64
    }

    fn numbers(&mut self, count: usize, low: i64, high: i64) -> Vec<i64> {
        (0..count).map(|_| self.roll(low, high)).collect()
    }

    /// Distinct axes below `rank`, `count` of them in some order.
    fn axes(&mut self, rank: usize, count: usize) -> Vec<usize> {
        let mut axes: Vec<usize> = (0..rank).collect();
        for i in (1..rank).rev() {
            axes.swap(i, self.roll(0, i as i64) as usize);
        }
        axes.truncate(count);
        axes
    }

    fn array(&mut self, shape: Vec<usize>) -> Model {
        let items = self.numbers(shape.iter().product(), 1, 99);
        Model { shape, items }
    }

    fn shape(&mut self) -> Vec<usize> {
        let rank = self.roll(1, 3);
        (0..rank).map(|_| self.roll(0, 4) as usize).collect()
    }
}

/// An array of exact numbers whose fill is 0.
#[derive(Clone, Debug)]
struct Model {
    shape: Vec<usize>,
    items: Vec<i64>,
}

fn vector(numbers: &[impl ToString]) -> String {
    if numbers.is_empty() {
        return "⍬".into();
    }
    let words: Vec<String> = numbers.iter().map(|number| number.to_string().replace('-', "¯") + "ₓ").collect();
    format!("[{}]", words.join(" "))
}

impl Model {
    fn at(&self, index: &[usize]) -> i64 {
        self.items[index.iter().zip(&self.shape).fold(0, |offset, (i, length)| offset * length + i)]
    }

    fn build(shape: Vec<usize>, item: impl Fn(&[usize]) -> i64) -> Model {
        let count: usize = shape.iter().product();
        let index = |mut offset: usize| {
            let mut index = vec![0; shape.len()];
            for axis in (0..shape.len()).rev() {
                index[axis] = offset % shape[axis];
                offset /= shape[axis];
            }
            index
        };
        let items = (0..count).map(|offset| item(&index(offset))).collect();
        Model { shape, items }
    }

    /// The array with the given positions of one axis, 0 where there is none.
    fn select(&self, axis: usize, positions: &[Option<usize>]) -> Model {
        let mut shape = self.shape.clone();
        shape[axis] = positions.len();
        Model::build(shape, |index| {
            let Some(position) = positions[index[axis]] else { return 0 };
            let mut source = index.to_vec();
            source[axis] = position;
            self.at(&source)
        })
    }

    fn text(&self) -> String {
        let items = if self.items.is_empty() { "0ₓ".into() } else { vector(&self.items) };
        format!("({}⍴{items})", vector(&self.shape))
    }
}

type Case = (String, Model);

fn taken_or_dropped(dice: &mut Dice, array: &Model, rank: usize) -> Case {
    let count = dice.roll(1, rank as i64) as usize;
    let (axes, counts) = (dice.axes(rank, count), dice.numbers(count, -6, 6));
    let is_take = dice.roll(0, 1) == 0;
    let mut result = array.clone();
    for (&axis, &count) in axes.iter().zip(&counts) {
        let n = array.shape[axis] as i64;
        let range = match (is_take, count >= 0) {
            (true, true) => 0..count,
            (true, false) => n + count..n,
            (false, true) => count.min(n)..n,
            (false, false) => 0..(n + count).max(0),
        };
        let positions: Vec<_> = range.map(|i| (0..n).contains(&i).then_some(i as usize)).collect();
        result = result.select(axis, &positions);
    }
    let glyph = if is_take { '↑' } else { '↓' };
    (format!("{}({glyph}⍠{}){}", vector(&counts), vector(&axes), array.text()), result)
}

fn rotated(dice: &mut Dice, array: &Model, axis: usize) -> Case {
    let n = array.shape[axis];
    let others: Vec<usize> = (0..array.shape.len()).filter(|&other| other != axis).collect();
    let counts = dice.array(others.iter().map(|&other| array.shape[other]).collect());
    let result = Model::build(array.shape.clone(), |index| {
        let lane: Vec<usize> = others.iter().map(|&other| index[other]).collect();
        let mut source = index.to_vec();
        source[axis] = (index[axis] + counts.at(&lane) as usize) % n;
        array.at(&source)
    });
    (format!("{}(⌽⍠{axis}){}", counts.text(), array.text()), result)
}

fn transposed(dice: &mut Dice, array: &Model, rank: usize) -> Case {
    let result_rank = dice.roll(1, rank as i64) as usize;
    let order = dice.axes(rank, rank);
    let targets: Vec<usize> = order.iter().map(|&i| if i < result_rank { i } else { i % result_rank }).collect();
    let length = |axis| (0..rank).filter(|&i| targets[i] == axis).map(|i| array.shape[i]).min().unwrap();
    let result = Model::build((0..result_rank).map(length).collect(), |index| {
        array.at(&targets.iter().map(|&target| index[target]).collect::<Vec<_>>())
    });
    (format!("{}⍉{}", vector(&targets), array.text()), result)
}

fn replicated(dice: &mut Dice, array: &Model, axis: usize) -> Case {
    let high = dice.roll(1, 3);
    let low = if dice.roll(0, 1) == 0 { 0 } else { -2 };
    let counts = dice.numbers(array.shape[axis], low, high);
    let copies = |(i, &count): (usize, &i64)| {
        std::iter::repeat_n((count > 0).then_some(i), count.unsigned_abs() as usize).collect::<Vec<_>>()
    };
    let positions: Vec<_> = if let [count] = counts[..] {
        copies((0, &count))
    } else {
        counts.iter().enumerate().flat_map(copies).collect()
    };
    (format!("{}(/⍠{axis}){}", vector(&counts), array.text()), array.select(axis, &positions))
}

fn expanded(dice: &mut Dice, array: &Model, axis: usize) -> Case {
    let high = dice.roll(1, 3);
    let (mut counts, mut positions) = (Vec::new(), Vec::new());
    for next in 0..array.shape[axis] {
        while dice.roll(0, 2) == 0 {
            let fills = dice.roll(-2, 0);
            counts.push(fills);
            positions.extend(vec![None; fills.unsigned_abs().max(1) as usize]);
        }
        let copies = dice.roll(1, high);
        counts.push(copies);
        positions.extend(vec![Some(next); copies as usize]);
    }
    (format!("{}(\\⍠{axis}){}", vector(&counts), array.text()), array.select(axis, &positions))
}

fn joined(dice: &mut Dice, array: &Model, axis: usize) -> Case {
    let mut shape = array.shape.clone();
    let is_slice = dice.roll(0, 1) == 0 && shape.len() > 1;
    shape[axis] = if is_slice { 1 } else { dice.roll(0, 3) as usize };
    let other = dice.array(shape.clone());
    let mut text = other.clone();
    if is_slice {
        text.shape.remove(axis);
    }
    shape[axis] += array.shape[axis];
    let result = Model::build(shape, |index| {
        let mut source = index.to_vec();
        match index[axis].checked_sub(array.shape[axis]) {
            None => array.at(&source),
            Some(position) => {
                source[axis] = position;
                other.at(&source)
            }
        }
    });
    (format!("{}(,⍠{axis}){}", array.text(), text.text()), result)
}

/// Windows along the first axis: by size, movement and padding.
fn windows(dice: &mut Dice, array: &Model) -> Option<Case> {
    let n = array.shape[0] as i64;
    let (size, movement) = (dice.roll(-5, 4), dice.roll(1, 3));
    let width = size.abs();
    let starts: Vec<i64> = if size >= 0 {
        (0..=n - size).step_by(movement as usize).collect()
    } else if width < 2 * n {
        let centres = 0..n - (width % 2 == 0) as i64;
        centres.step_by(movement as usize).map(|centre| centre - (width - 1) / 2).collect()
    } else {
        return None;
    };
    let mut shape = vec![starts.len(), width as usize];
    shape.extend(&array.shape[1..]);
    let result = Model::build(shape, |index| {
        let position = starts[index[0]] + index[1] as i64;
        if !(0..n).contains(&position) {
            return 0;
        }
        array.at(&[&[position as usize], &index[2..]].concat())
    });
    Some((format!("(2 1⍴{})↕{}", vector(&[size, movement]), array.text()), result))
}

#[test]
fn structural_functions_follow_their_definitions() {
    let mut dice = Dice(20260726);
    let mut session = Session::new();
    let mut wrong = Vec::new();
    for _ in 0..400 {
        let shape = dice.shape();
        let rank = shape.len();
        let array = dice.array(shape);
        let axis = dice.roll(0, rank as i64 - 1) as usize;
        let mut cases = vec![
            taken_or_dropped(&mut dice, &array, rank),
            rotated(&mut dice, &array, axis),
            transposed(&mut dice, &array, rank),
            replicated(&mut dice, &array, axis),
            expanded(&mut dice, &array, axis),
            joined(&mut dice, &array, axis),
        ];
        cases.extend(windows(&mut dice, &array));
        for (expression, expected) in cases {
            let source = format!("({expression})≡{}", expected.text());
            let evaluation = session.evaluate(&source);
            let said =
                evaluation.error.map_or_else(|| evaluation.events[0].text().to_string(), |error| error.to_string());
            if said.trim() != "1ₓ" {
                wrong.push(format!("{source} gives {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong[..wrong.len().min(10)].join("\n"));
}
