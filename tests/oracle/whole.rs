//! Functions of whole arguments, each as its definition reads.

use aplomb::number::Number;

use crate::model::{DOMAIN, Failure, LENGTH, MOST_AXES, MOST_ITEMS, Model, RANK, Result, count, int, positions};

pub fn monad(glyph: char, y: &Model) -> Result<Model> {
    let (shape, rank) = (y.shape(), y.rank());
    let rest = shape.get(1..).unwrap_or(&[]).to_vec();
    let reversed = |axis: usize| {
        y.gather(shape.clone(), |place| {
            let turn = |(i, &p): (usize, &usize)| if i == axis { shape[i] - 1 - p } else { p };
            place.iter().enumerate().map(turn).collect()
        })
    };
    Ok(match glyph {
        '⍴' => Model::counts(shape),
        '≢' => int(shape.first().copied().unwrap_or(1)),
        '≡' => int(y.depth()),
        ',' => Model::array(vec![count(&shape)], y.items(), y.fill()),
        '⌽' | '⊖' if rank == 0 => y.clone(),
        '⌽' => reversed(rank - 1),
        '⊖' => reversed(0),
        '⍉' if rank == 0 => y.clone(),
        '⍉' => y.gather(shape.iter().rev().copied().collect(), |place| place.iter().rev().copied().collect()),
        '↑' if rank == 0 => y.items()[0].clone(),
        '↑' if shape[0] == 0 && rank == 1 => y.fill(),
        '↑' if shape[0] == 0 => Model::array(rest.clone(), vec![y.fill(); count(&rest)], y.fill()),
        '↑' => y.cells(rank - 1)[0].clone(),
        '↓' if rank == 0 => Model::array(vec![], vec![y.clone()], int(0)),
        '↓' => {
            let (frame, length) = (shape[..rank - 1].to_vec(), shape[rank - 1]);
            let blank = Model::array(vec![length], vec![y.fill(); length], y.fill());
            Model::array(frame, y.cells(1), blank)
        }
        '⊂' => Model::array(vec![], vec![y.clone()], int(0)),
        '∪' => {
            let cells = major_cells(y);
            let mut kept: Vec<Model> = Vec::new();
            for cell in cells {
                if !kept.iter().any(|old| old.matches(&cell)) {
                    kept.push(cell);
                }
            }
            join_cells(kept, &rest, y.fill())
        }
        '≠' => {
            let cells = major_cells(y);
            let mut kept: Vec<&Model> = Vec::new();
            let mut mask = Vec::new();
            for cell in &cells {
                let new = !kept.iter().any(|old| old.matches(cell));
                mask.push(new as usize);
                kept.extend(new.then_some(cell));
            }
            Model::counts(mask)
        }
        '⍸' => {
            let copies = wholes(y)?;
            if copies.iter().any(|&count| count < 0) {
                return Err(DOMAIN);
            }
            let coordinate = |place: Vec<usize>| if rank == 1 { int(place[0]) } else { Model::counts(place) };
            let repeat = |(place, &count)| vec![coordinate(place); count as usize];
            let found: Vec<Model> = positions(&shape).into_iter().zip(&copies).flat_map(repeat).collect();
            Model::array(vec![found.len()], found, coordinate(vec![0; rank]))
        }
        '⊃' => mix(y),
        '⍋' | '⍒' if rank == 0 => return Err(RANK),
        '⍋' | '⍒' => {
            let cells = major_cells(y);
            let mut order: Vec<usize> = (0..cells.len()).collect();
            order.sort_by(|&i, &j| if glyph == '⍋' { cells[i].order(&cells[j]) } else { cells[j].order(&cells[i]) });
            Model::counts(order)
        }
        '∊' => {
            let mut leaves = Vec::new();
            enlist(y, &mut leaves);
            let mut blank = y.fill();
            while let Model::Array(_, items, inner) = &blank {
                blank = items.first().cloned().unwrap_or_else(|| (**inner).clone());
            }
            Model::array(vec![leaves.len()], leaves, blank)
        }
        _ => panic!("{glyph} is no whole monad"),
    })
}

/// The items as cells of one array: lower ranks get leading axes, short axes fill.
fn mix(y: &Model) -> Model {
    let items = if y.items().is_empty() { vec![y.fill()] } else { y.items() };
    let rank = items.iter().map(Model::rank).max().expect("there is one");
    let lifted = |item: &Model| {
        let shape = [vec![1; rank - item.rank()], item.shape()].concat();
        Model::array(shape, item.items(), item.fill())
    };
    let cells: Vec<Model> = items.iter().map(lifted).collect();
    let longest = |axis: usize| cells.iter().map(|cell| cell.shape()[axis]).max().expect("there is one");
    let cell_shape: Vec<usize> = (0..rank).map(longest).collect();
    let shape = [y.shape(), cell_shape.clone()].concat();
    let mut all = Vec::new();
    for cell in &cells[..y.items().len()] {
        let own = cell.shape();
        let inside = |place: &[usize]| place.iter().zip(&own).all(|(p, n)| p < n);
        all.extend(positions(&cell_shape).iter().map(|p| if inside(p) { cell.at(p) } else { cell.fill() }));
    }
    Model::array(shape, all, cells[0].fill())
}

fn enlist(value: &Model, leaves: &mut Vec<Model>) {
    match value {
        Model::Array(_, items, _) => items.iter().for_each(|item| enlist(item, leaves)),
        atom => leaves.push(atom.clone()),
    }
}

/// The major cells; a unit is one item.
fn major_cells(y: &Model) -> Vec<Model> {
    match y.rank() {
        0 => y.items(),
        rank => y.cells(rank - 1),
    }
}

/// Cells of one shape under each other.
fn join_cells(cells: Vec<Model>, shape: &[usize], fill: Model) -> Model {
    let all = [vec![cells.len()], shape.to_vec()].concat();
    let items = if shape.is_empty() { cells } else { cells.iter().flat_map(Model::items).collect() };
    Model::array(all, items, fill)
}

/// Checks that an argument is a unit or vector, and gives the number of its items. Errors of shape come before those of
/// the items.
fn vector_length(x: &Model) -> Result<usize> {
    if x.rank() > 1 { Err(RANK) } else { Ok(x.items().len()) }
}

/// The items as whole numbers.
fn wholes(x: &Model) -> Result<Vec<i64>> {
    if x.items().is_empty() && !matches!(x.fill(), Model::Number(_)) {
        return Err(Failure::Unknown);
    }
    let whole = |item: &Model| match item {
        Model::Number(Number::Int(n)) if n.unsigned_abs() <= 1000 => Ok(*n),
        Model::Number(Number::Float(n)) if n.fract() == 0.0 && n.abs() <= 1000.0 => Ok(*n as i64),
        Model::Number(Number::Float(n)) if n.is_finite() && n.fract() != 0.0 => Err(DOMAIN),
        Model::Number(_) => Err(Failure::Unknown),
        _ => Err(DOMAIN),
    };
    x.items().iter().map(whole).collect()
}

pub fn dyad(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    match glyph {
        '≡' => Ok(int(x.matches(y) as usize)),
        '≢' => Ok(int(!x.matches(y) as usize)),
        '⊣' => Ok(x.clone()),
        '⊢' => Ok(y.clone()),
        '⍴' => reshape(x, y),
        ',' => catenate(x, y, x.rank().max(y.rank()).max(1) - 1),
        '⍪' => catenate(x, y, 0),
        '⌽' => rotate(x, y, y.rank().max(1) - 1),
        '⊖' => rotate(x, y, 0),
        '⍉' => reorder(x, y),
        '↑' | '↓' => take_or_drop(glyph, x, y),
        '/' => replicate(x, y, y.rank().max(1) - 1),
        '⌿' => replicate(x, y, 0),
        '\\' => expand(x, y, y.rank().max(1) - 1),
        '⍀' => expand(x, y, 0),
        '∪' => union(x, y),
        '⍳' => search(x, y, |place, length| place.unwrap_or(length)),
        '∊' => search(y, x, |place, _| place.is_some() as usize),
        '~' | '∩' => kept(glyph, x, y),
        _ => panic!("{glyph} is no whole dyad"),
    }
}

fn reshape(x: &Model, y: &Model) -> Result<Model> {
    if vector_length(x)? > MOST_AXES {
        return Err(Failure::Unknown);
    }
    let shape: Vec<usize> =
        wholes(x)?.iter().map(|&n| usize::try_from(n).map_err(|_| DOMAIN)).collect::<Result<_>>()?;
    let count = count(&shape);
    if count > MOST_ITEMS {
        return Err(Failure::Unknown);
    }
    let source = if y.items().is_empty() { vec![y.fill()] } else { y.items() };
    Ok(Model::array(shape, source.into_iter().cycle().take(count).collect(), y.fill()))
}

fn catenate(x: &Model, y: &Model, axis: usize) -> Result<Model> {
    let rank = x.rank().max(y.rank());
    if rank == 0 {
        return Ok(Model::array(vec![2], [x.items(), y.items()].concat(), int(0)));
    }
    let full = |value: &Model, other: &Model| -> Result<Model> {
        let mut shape = if value.rank() == 0 { other.shape() } else { value.shape() };
        match rank - shape.len() {
            _ if value.rank() == 0 => shape[axis] = 1,
            0 => {}
            1 => shape.insert(axis, 1),
            _ => return Err(RANK),
        }
        let items = if value.rank() == 0 { vec![value.items()[0].clone(); count(&shape)] } else { value.items() };
        Ok(Model::array(shape, items, value.fill()))
    };
    let (a, b) = (full(x, y)?, full(y, x)?);
    let mut shape = a.shape();
    if (0..rank).any(|i| i != axis && shape[i] != b.shape()[i]) {
        return Err(LENGTH);
    }
    let length = shape[axis];
    shape[axis] += b.shape()[axis];
    let item = |place: &Vec<usize>| {
        let mut place = place.clone();
        if place[axis] < length {
            return a.at(&place);
        }
        place[axis] -= length;
        b.at(&place)
    };
    let items = positions(&shape).iter().map(item).collect();
    Ok(Model::array(shape, items, x.fill()))
}

fn rotate(x: &Model, y: &Model, axis: usize) -> Result<Model> {
    let shape = y.shape();
    if x.items().len() != 1 {
        let lanes: Vec<usize> = (0..shape.len()).filter(|&i| i != axis).map(|i| shape[i]).collect();
        if y.rank() == 0 || x.shape() != lanes {
            return Err(LENGTH);
        }
    }
    let counts = wholes(x)?;
    if y.rank() == 0 {
        return Ok(y.clone());
    }
    Ok(y.gather(shape.clone(), |place| {
        let mut lane = place.to_vec();
        lane.remove(axis);
        let count = match counts.as_slice() {
            [count] => *count,
            _ => wholes(&x.at(&lane)).expect("checked")[0],
        };
        let mut from = place.to_vec();
        from[axis] = (place[axis] as i64 + count).rem_euclid(shape[axis] as i64) as usize;
        from
    }))
}

fn reorder(x: &Model, y: &Model) -> Result<Model> {
    if vector_length(x)? != y.rank() {
        return Err(LENGTH);
    }
    let axes: Vec<usize> = wholes(x)?.iter().map(|&n| usize::try_from(n).map_err(|_| DOMAIN)).collect::<Result<_>>()?;
    let rank = axes.iter().max().map_or(0, |&greatest| greatest + 1);
    if (0..rank).any(|axis| !axes.contains(&axis)) {
        return Err(RANK);
    }
    if y.rank() == 0 {
        return Ok(y.clone());
    }
    let length = |axis: usize| (0..axes.len()).filter(|&i| axes[i] == axis).map(|i| y.shape()[i]).min();
    let shape = (0..rank).map(|axis| length(axis).expect("every axis is used")).collect();
    Ok(y.gather(shape, |place| axes.iter().map(|&axis| place[axis]).collect()))
}

fn take_or_drop(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    let length = vector_length(x)?;
    let source = if y.rank() == 0 { vec![1; length] } else { y.shape() };
    if length > source.len() {
        return Err(RANK);
    }
    if length > MOST_AXES {
        return Err(Failure::Unknown);
    }
    let counts = wholes(x)?;
    if length == 0 {
        return Ok(y.clone());
    }
    let y = Model::array(source.clone(), y.items(), y.fill());
    let (mut shape, mut start) = (source.clone(), vec![0i64; source.len()]);
    for (axis, &count) in counts.iter().enumerate() {
        let length = source[axis] as i64;
        if glyph == '↑' {
            shape[axis] = count.unsigned_abs() as usize;
            start[axis] = if count < 0 { length + count } else { 0 };
        } else {
            shape[axis] = (length - count.abs()).max(0) as usize;
            start[axis] = count.max(0);
        }
    }
    if count(&shape) > MOST_ITEMS {
        return Err(Failure::Unknown);
    }
    let item = |place: &Vec<usize>| {
        let from: Vec<i64> = place.iter().zip(&start).map(|(&p, &s)| p as i64 + s).collect();
        let inside = from.iter().zip(&source).all(|(&i, &n)| i >= 0 && i < n as i64);
        if inside { y.at(&from.iter().map(|&i| i as usize).collect::<Vec<_>>()) } else { y.fill() }
    };
    Ok(Model::array(shape.clone(), positions(&shape).iter().map(item).collect(), y.fill()))
}

fn replicate(x: &Model, y: &Model, axis: usize) -> Result<Model> {
    let given = vector_length(x)?;
    let y = if y.rank() == 0 { Model::array(vec![1], y.items(), y.fill()) } else { y.clone() };
    let length = y.shape()[axis];
    if given != 1 && given != length && length != 1 {
        return Err(LENGTH);
    }
    let mut counts = wholes(x)?;
    if given == 1 {
        counts = vec![counts[0]; length];
    }
    let mut sources = Vec::new();
    for (i, &count) in counts.iter().enumerate() {
        let source = (count > 0).then_some(if length == 1 { 0 } else { i });
        sources.extend(std::iter::repeat_n(source, count.unsigned_abs() as usize));
    }
    select_or_fill(&y, axis, &sources)
}

/// One group for each count: copies of the next position, or fills.
fn expand(x: &Model, y: &Model, axis: usize) -> Result<Model> {
    vector_length(x)?;
    let y = if y.rank() == 0 { Model::array(vec![1], y.items(), y.fill()) } else { y.clone() };
    let counts = wholes(x)?;
    let length = y.shape()[axis];
    let taken = counts.iter().filter(|&&count| count > 0).count();
    if taken != length && length != 1 {
        return Err(LENGTH);
    }
    let (mut sources, mut next) = (Vec::new(), 0);
    for count in counts {
        let source = (count > 0).then_some(if length == 1 { 0 } else { next });
        sources.extend(std::iter::repeat_n(source, count.unsigned_abs().max(1) as usize));
        next += (count > 0) as usize;
    }
    select_or_fill(&y, axis, &sources)
}

/// The cells at these positions of an axis, with fill where there is none.
fn select_or_fill(y: &Model, axis: usize, sources: &[Option<usize>]) -> Result<Model> {
    let mut shape = y.shape();
    shape[axis] = sources.len();
    if count(&shape) > MOST_ITEMS {
        return Err(Failure::Unknown);
    }
    let item = |place: &Vec<usize>| {
        let mut from = place.clone();
        match sources[place[axis]] {
            Some(source) => from[axis] = source,
            None => return y.fill(),
        }
        y.at(&from)
    };
    Ok(Model::array(shape.clone(), positions(&shape).iter().map(item).collect(), y.fill()))
}

/// Finds each query cell among the major cells.
fn search(searched: &Model, queries: &Model, answer: impl Fn(Option<usize>, usize) -> usize) -> Result<Model> {
    if searched.rank() == 0 {
        return Err(RANK);
    }
    let rank = searched.rank() - 1;
    let batch = queries.rank().checked_sub(rank).ok_or(RANK)?;
    if queries.shape()[batch..] != searched.shape()[1..] {
        return Err(LENGTH);
    }
    let cells = searched.cells(rank);
    let find = |query: &Model| answer(cells.iter().position(|cell| cell.matches(query)), cells.len());
    let found: Vec<Model> = queries.cells(rank).iter().map(find).map(int).collect();
    if batch == 0 {
        return Ok(found[0].clone());
    }
    Ok(Model::array(queries.shape()[..batch].to_vec(), found, int(0)))
}

/// The cells of `x`, then those of `y` that are not among them.
fn union(x: &Model, y: &Model) -> Result<Model> {
    if x.rank() == 0 {
        return Err(RANK);
    }
    catenate(x, &kept('~', y, x)?, 0)
}

fn kept(glyph: char, x: &Model, y: &Model) -> Result<Model> {
    if y.rank() == 0 {
        return Err(RANK);
    }
    let (cell, rank) = (y.shape()[1..].to_vec(), y.rank() - 1);
    let own = if x.rank() == rank { x.shape() } else { x.shape().get(1..).unwrap_or(&[]).to_vec() };
    if x.rank() != rank && x.rank() != rank + 1 {
        return Err(RANK);
    }
    if own != cell {
        return Err(LENGTH);
    }
    let known = y.cells(rank);
    let mut cells = x.cells(rank);
    cells.retain(|cell| known.iter().any(|old| old.matches(cell)) == (glyph == '∩'));
    Ok(join_cells(cells, &cell, x.fill()))
}
