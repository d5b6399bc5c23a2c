//! Windows of a vector that go straight into a reduction: `F/N↕Y`, `F⌿N↕Y`, `G⍤1⊢N↕Y`.
//!
//! Whoever calls `↕` may ask for [`Windows`] first, hand them to the function that is called next, and make them only
//! where that function needs the array.

use super::lanewise::{Folder, lanewise};
use super::rank::ranks;
use super::scalar_dyad;
use crate::array::{Array, Caller, Form, Function, Items, Layout, Value};
use crate::control::Result;
use crate::primitive::argument::{Whole, whole};
use crate::primitive::pervasive::{ScalarDyad, fold_windows};
use crate::primitive::structural::all_windows;

/// All windows `N↕Y` of a compact vector of numbers, which have not been made: at least one, of at least one item.
#[derive(Clone, Debug)]
pub struct Windows {
    vector: Array,
    size: usize,
    left: Value,
}

impl Windows {
    /// The windows, where they are of this kind; they are then without errors.
    pub fn of(left: &Value, right: &Value) -> Option<Windows> {
        let Value::Array(vector) = right else { return None };
        let is_numeric = matches!(vector.items(), Items::Bit(_) | Items::I64(_) | Items::F64(_));
        if vector.rank() != 1 || !is_numeric || left.item_count() != 1 || left.rank() > 1 {
            return None;
        }
        match whole(&left.item(0), "a window size") {
            Ok(Whole::Small(size @ 1..)) if size as usize <= vector.len() => {
                Some(Windows { vector: vector.clone(), size: size as usize, left: left.clone() })
            }
            _ => None,
        }
    }

    /// The windows that a call of a function gives: of `↕`, `N⊸↕` or `N↕⊢`.
    pub fn of_call(function: &Function, left: Option<&Value>, right: &Value) -> Option<Windows> {
        let is = |function: &Function, symbols: &str| {
            function.as_primitive().is_some_and(|glyph| symbols.contains(glyph.symbol))
        };
        match (function.form(), left) {
            (Form::Primitive(glyph), Some(left)) if glyph.symbol == '↕' => Windows::of(left, right),
            (Form::Derived { operator, left, right: Some(Value::Function(function)) }, None)
                if operator.symbol == '⊸' && is(function, "↕") =>
            {
                Windows::of(left, right)
            }
            (Form::Fork { left, middle, right: arm }, None) if is(middle, "↕") && is(arm, "⊢⊣") => {
                Windows::of(left, right)
            }
            _ => None,
        }
    }

    /// The array of the windows.
    pub fn made(self) -> Result<Value> {
        all_windows(self.left, Value::Array(self.vector))
    }

    /// What a function that reduces the windows gives, or nothing where it needs the array.
    pub fn reduced(&self, caller: &mut dyn Caller, function: &Function) -> Result<Option<Value>> {
        let Form::Derived { operator, left: Value::Function(operand), right } = function.form() else {
            return Ok(None);
        };
        match (operator.symbol, scalar_dyad(operand), right) {
            ('/', Some(scalar), _) => self.fold(scalar),
            ('⌿', Some(scalar), _) if self.vector.layout().is_plain() => {
                // Down the columns: column `j` is the window from `j` on that is as long as there are windows.
                let count = self.vector.len() + 1 - self.size;
                Ok(fold_windows(scalar, &self.vector, count)?.map(Value::Array))
            }
            ('⍤', _, Some(cells)) if is_rank_one(cells) => lanewise(caller, operand, self),
            _ => Ok(None),
        }
    }
}

impl Folder for Windows {
    fn fold(&self, function: &ScalarDyad) -> Result<Option<Value>> {
        Ok(fold_windows(function, &self.vector, self.size)?.map(Value::Array))
    }

    fn tally(&self) -> Result<Value> {
        Ok(Value::Int(self.size as i64))
    }

    fn frame(&self) -> Layout {
        Layout::vector(self.vector.len() + 1 - self.size)
    }
}

/// Whether the right operand of `⍤` makes a function of one matrix work on its rows.
fn is_rank_one(operand: &Value) -> bool {
    !matches!(operand, Value::Function(_))
        && ranks(operand).is_ok_and(|[monad, ..]| matches!(monad, Value::Int(1 | -1)))
}
