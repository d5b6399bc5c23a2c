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
    /// The two entities below the top become one.
    ReduceBelow(Reduction),
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

/// What to do with the stack, given the unread item `z` to its left. The top of the stack is the last of `stack`, and the
/// items read first are the first.
///
/// An entity that an operator has swallowed the left argument of is found again one place below the top: in `+/⍤1-m` the
/// call of `-` waits until `⍤` has taken the 1.
pub fn next_move(z: Option<Category>, stack: Stack, end: RightEnd) -> Move {
    let Stack { x, y, w, height } = stack;
    let strength = |bond: Option<(u8, Reduction)>| bond.map_or(0, |(strength, _)| strength);
    let right = y.and_then(|y| join(x, y, height == 2, end));
    // A hybrid still waits: what the operator makes stands on its left and makes it an operator.
    if let (Some(y), Some(w)) = (y, w)
        && y != Category::Hybrid
        && let Some((below, reduction)) = join(y, w, height == 3, end)
        && below > strength(right)
    {
        return Move::ReduceBelow(reduction);
    }
    let left = strength(z.and_then(|z| join(z, x, height == 1, end)));
    match right {
        Some((right, reduction)) if right > left || (right == left && right == 3) => Move::Reduce(reduction),
        _ if z.is_some() => Move::Push,
        _ => Move::Stop,
    }
}

/// The categories at the top of the stack.
#[derive(Clone, Copy, Debug)]
pub struct Stack {
    /// The top.
    pub x: Category,
    /// Its right neighbour.
    pub y: Option<Category>,
    /// The right neighbour of that.
    pub w: Option<Category>,
    /// How many entities there are.
    pub height: usize,
}

impl Stack {
    /// The top of a stack that is not empty.
    pub fn of<T>(stack: &[T], category: impl Fn(&T) -> Category) -> Stack {
        let below = |depth: usize| stack.len().checked_sub(depth).map(|i| category(&stack[i]));
        Stack { x: category(&stack[stack.len() - 1]), y: below(2), w: below(3), height: stack.len() }
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
            let end = if stack[0] == Data { RightEnd::Data } else { RightEnd::Train };
            let top = Stack::of(&stack, |&category| category);
            let (reduction, kept) = match next_move(unread.last().copied(), top, end) {
                Move::Push => {
                    stack.push(unread.pop().expect("an unread item"));
                    continue;
                }
                Move::Stop => return (made, stack.len()),
                Move::Reduce(reduction) => (reduction, None),
                Move::ReduceBelow(reduction) => (reduction, stack.pop()),
            };
            stack.truncate(stack.len() - 2);
            made.push(reduction);
            stack.push(match reduction {
                Reduction::Operand => Partial,
                Reduction::Derive => Function,
                Reduction::LeftArgument => Category::Bound,
                Reduction::Apply | Reduction::Call => Data,
                Reduction::Join => Category::Train,
            });
            stack.extend(kept);
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
            (&[Function, Dyadic, Function, Hybrid, Monadic], &[Operand, Derive, Derive, Derive]),
            (&[Function, Dyadic, Function, Hybrid, Dyadic, Data], &[Operand, Operand, Derive, Derive, Derive]),
            (&[Function, Hybrid], &[Derive]),
            (&[Function, Function, Function], &[Join, Join]),
            (&[Data, Monadic, Data], &[Derive, Call]),
            (&[Function, Hybrid, Dyadic, Data, Function, Data], &[Operand, Call, Derive, Derive, Call]),
            (&[Data, Function, Dyadic, Data, Function, Data], &[Operand, Call, Derive, LeftArgument, Call]),
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
