//! The binder: which neighbours join, by category alone.
//!
//! Nothing here evaluates. The one table of strengths decides; whoever drives the machine evaluates items, makes the
//! calls, and keeps the stack.

use super::entity::Category;

/// What stands at the right end of the items read so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RightEnd {
    /// Data: functions are called.
    Data,
    /// Anything else: a train is being built, and nothing is called.
    Train,
}

/// How the two entities on top of the stack join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    /// D takes its right operand: P.
    Operand,
    /// An operator takes its left operand: a function.
    Derive,
    /// A function takes its left argument: B.
    LeftArgument,
    /// Data applied to data: a selection.
    Apply,
    /// A call.
    Call,
    /// An item joins the train.
    Join,
}

/// The next move of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// The next unread item goes on the stack.
    Push,
    /// The two entities on top become one.
    Reduce(Reduction),
    /// Nothing binds any more.
    Stop,
}

/// The strengths with which neighbours bind, and how.
fn bond(left: Category, right: Category, end: RightEnd) -> Option<(u8, Reduction)> {
    use Category::{Bound, Data, Dyadic, Function, Hybrid, Monadic, Partial, Train};
    match (left, right, end) {
        (Dyadic, Data | Function | Hybrid, _) => Some((6, Reduction::Operand)),
        (Data | Function | Hybrid, Monadic | Partial, _) => Some((5, Reduction::Derive)),
        (Function, Hybrid, _) => Some((5, Reduction::Derive)),
        (Data, Function | Hybrid, RightEnd::Data) => Some((4, Reduction::LeftArgument)),
        (Data, Data, RightEnd::Data) => Some((3, Reduction::Apply)),
        (Function | Bound, Data, RightEnd::Data) => Some((2, Reduction::Call)),
        (Data | Function | Hybrid, Train, _) => Some((1, Reduction::Join)),
        _ => None,
    }
}

/// How `left` joins its right neighbour. A function with nothing on its right is the start of a train, unless an operator
/// takes it.
fn join(left: Category, right: Category, right_is_last: bool, end: RightEnd) -> Option<(u8, Reduction)> {
    let plain = bond(left, right, end);
    let may_start_train = right_is_last && matches!(right, Category::Function | Category::Hybrid);
    if may_start_train && plain.is_none_or(|(strength, _)| strength < 5) {
        return bond(left, Category::Train, end);
    }
    plain
}

/// What to do with the entity `x` on top of the stack, given the unread item `z` to its left, the entity `y` to its right,
/// and how many entities the stack holds.
pub fn next_move(z: Option<Category>, x: Category, y: Option<Category>, height: usize, end: RightEnd) -> Move {
    let left = z.and_then(|z| join(z, x, height == 1, end)).map_or(0, |(strength, _)| strength);
    match y.and_then(|y| join(x, y, height == 2, end)) {
        Some((right, reduction)) if right > left || (right == left && right == 3) => Move::Reduce(reduction),
        _ if z.is_some() => Move::Push,
        _ => Move::Stop,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Category::{Data, Dyadic, Function, Hybrid, Monadic, Partial};

    /// Drives the machine over categories and gives the reductions in order, with how many entities are left.
    fn reduce(items: &[Category]) -> (Vec<Reduction>, usize) {
        let mut unread = items.to_vec();
        let mut stack = vec![unread.pop().expect("an item")];
        let mut made = Vec::new();
        loop {
            let (x, y) = (stack[stack.len() - 1], stack.len().checked_sub(2).map(|y| stack[y]));
            let end = if stack[0] == Data { RightEnd::Data } else { RightEnd::Train };
            match next_move(unread.last().copied(), x, y, stack.len(), end) {
                Move::Push => stack.push(unread.pop().expect("an unread item")),
                Move::Stop => return (made, stack.len()),
                Move::Reduce(reduction) => {
                    stack.truncate(stack.len() - 2);
                    made.push(reduction);
                    stack.push(match reduction {
                        Reduction::Operand => Partial,
                        Reduction::Derive => Function,
                        Reduction::LeftArgument => Category::Bound,
                        Reduction::Apply | Reduction::Call => Data,
                        Reduction::Join => Category::Train,
                    });
                }
            }
        }
    }

    #[test]
    fn worked_reductions() {
        use Reduction::{Apply, Call, Derive, Join, LeftArgument, Operand};
        let cases: &[(&[Category], &[Reduction])] = &[
            (&[Data, Function, Data, Function, Data], &[LeftArgument, Call, LeftArgument, Call]),
            (&[Data, Function, Hybrid, Data], &[Derive, LeftArgument, Call]),
            (&[Data, Data], &[Apply]),
            (&[Function, Hybrid, Dyadic, Data], &[Operand, Derive, Derive]),
            (&[Function, Hybrid, Dyadic, Data, Data], &[Operand, Derive, Derive, Call]),
            (&[Data, Function, Data, Data, Function, Data], &[LeftArgument, Call, Apply, LeftArgument, Call]),
            (&[Data, Function, Data, Function], &[Join, Join, Join]),
            (&[Data, Data, Function], &[Join, Join]),
            (&[Function, Hybrid, Data, Hybrid, Data], &[LeftArgument, Call, Derive, Call]),
            (&[Function, Monadic, Dyadic, Function], &[Operand, Derive, Derive]),
            (&[Data, Hybrid, Monadic, Data], &[Derive, LeftArgument, Call]),
            (&[Function, Dyadic, Hybrid], &[Operand, Derive]),
            (&[Function, Hybrid], &[Derive]),
            (&[Function, Function, Function], &[Join, Join]),
            (&[Data, Monadic, Data], &[Derive, Call]),
        ];
        for (items, expected) in cases {
            assert_eq!(reduce(items), (expected.to_vec(), 1), "{items:?}");
        }
    }

    #[test]
    fn what_does_not_bind_is_left_over() {
        assert_eq!(reduce(&[Hybrid, Data]).1, 2);
        assert_eq!(reduce(&[Data, Dyadic]).1, 2);
        assert_eq!(reduce(&[Hybrid, Hybrid, Data]).1, 3);
        assert_eq!(reduce(&[Monadic, Monadic]).1, 2);
    }
}
