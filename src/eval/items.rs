//! The values of items: names, arguments, brackets, rows, records, definitions, dot paths.

use std::sync::Arc;

use super::arguments::Side;
use super::code::{Element, Item, ItemKind, Path, Row, Selector};
use super::entity::{DefinedFunction, DefinedOperator, Entity};
use super::reduce::{Part, Position};
use super::state::Evaluator;
use crate::array::{Array, Axis, Function, Keys, Layout, Storage, Value};
use crate::control::{Error, Result, Span};
use crate::primitive::assemble::{Rule, assemble};
use crate::primitive::selection;
use crate::primitive::table::{Operator, Primitive};
use crate::syntax::tree::{Argument, BracesKind};

impl Evaluator<'_> {
    /// Evaluates one item.
    pub fn item(&mut self, item: &Item) -> Result<Entity> {
        match &item.kind {
            ItemKind::Constant(entity) => Ok(entity.clone()),
            ItemKind::Name(name) => match self.state.frames.look_up(name, self.here.frame) {
                Entity::Nothing => Err(self.undefined(name.symbol, item.span)),
                entity => Ok(entity.clone()),
            },
            ItemKind::Argument(argument) => {
                self.argument(*argument).map_err(|error| error.at(self.here.locate(item.span)))
            }
            ItemKind::Group(expression) => {
                // Groups may nest a thousand deep.
                super::deep(|| self.expression(expression, Position::Inner)).map(|answer| answer.into_entity())
            }
            ItemKind::Definition(body) => {
                let (body, frame) = (body.clone(), self.here.frame);
                Ok(match body.kind {
                    BracesKind::Function => {
                        let definition = DefinedFunction { body, frame, left: None, right: None };
                        Entity::Function(Function::defined(Arc::new(definition))?)
                    }
                    _ => Entity::DefinedOperator(Arc::new(DefinedOperator { body, frame })),
                })
            }
            ItemKind::Vector(elements) => super::deep(|| self.vector(elements)).map(Entity::Data),
            ItemKind::Rows(rows) => super::deep(|| self.rows(rows)).map(Entity::Data),
            ItemKind::Cells(rows) => super::deep(|| self.cells(rows, item.span)).map(Entity::Data),
            ItemKind::SystemName(name) => match (self.state.system_names)(name, self.state) {
                Some(value) => Ok(value.into()),
                None => {
                    let error = Error::unsupported(format!("there is no system name •{name}"));
                    Err(error.at(self.here.locate(item.span)))
                }
            },
            ItemKind::Quad => {
                let line = self.state.host.read_line().map_err(|error| error.at(self.here.locate(item.span)))?;
                Ok(Entity::Data(line.map_or_else(|| Array::zilde().into(), |line| Value::string(&line))))
            }
            ItemKind::Run(run) => self.reduce_items(run, &mut None, Position::Inner).map(|answer| answer.into_entity()),
            ItemKind::Path(path) => {
                let mut parts = self.path_parts(path, item.span)?;
                match parts.len() {
                    1 => Ok(parts.remove(0).into_entity()),
                    _ => self.bind_parts(parts, item.span).map(|answer| answer.into_entity()),
                }
            }
        }
    }

    /// The error of a name that is not bound.
    #[cold]
    pub fn undefined(&self, symbol: super::code::Symbol, span: Span) -> Error {
        let name = self.state.symbols.name(symbol);
        Error::value(format!("undefined name: {name}")).at(self.here.locate(span))
    }

    /// The value of `⍺ ⍵ ⍶ ⍹ ∇ ⍢` in the running call.
    pub fn argument(&mut self, argument: Argument) -> Result<Entity> {
        let here = self.here;
        let found = match argument {
            Argument::Right => self.read_argument(Side::Right),
            Argument::Left => self.read_argument(Side::Left),
            Argument::LeftOperand => here.definition().and_then(|running| running.left.clone()).map(Entity::from),
            Argument::RightOperand => here.definition().and_then(|running| running.right.clone()).map(Entity::from),
            Argument::SelfFunction => here.function.cloned().map(Entity::Function),
            Argument::SelfOperator => here.definition().filter(|running| running.left.is_some()).map(|running| {
                let operator = DefinedOperator { body: running.body.clone(), frame: running.frame };
                Entity::DefinedOperator(Arc::new(operator))
            }),
        };
        found.ok_or_else(|| {
            let inside = here.function.is_some();
            Error::value(match argument {
                Argument::Right => "⍵ has no value outside braces",
                Argument::Left if inside => "the function was called without a left argument",
                Argument::Left => "⍺ has no value outside braces",
                Argument::LeftOperand => "⍶ has no value outside a defined operator",
                Argument::RightOperand => "⍹ has no value outside a defined operator with two operands",
                Argument::SelfFunction => "∇ has no value outside braces",
                Argument::SelfOperator => "⍢ has no value outside a defined operator",
            })
        })
    }

    fn element(&mut self, element: &Element) -> Result<Value> {
        let entity = self.expression(&element.value, Position::Inner)?.into_entity();
        entity.into_value().map_err(|error| error.at(self.here.locate(element.span)))
    }

    /// The vector or record of the items of brackets or of a row.
    fn vector(&mut self, elements: &[Element]) -> Result<Value> {
        if elements.iter().any(|element| element.key.is_some()) {
            return self.record(elements);
        }
        let items = elements.iter().map(|element| self.element(element)).collect::<Result<_>>()?;
        Ok(Array::vector(items).into())
    }

    fn record(&mut self, elements: &[Element]) -> Result<Value> {
        let (mut items, mut keys) = (Vec::new(), Vec::new());
        let attach = Primitive::function(':').expect("keyed is in the table");
        for element in elements {
            let value = self.element(element)?;
            let Some(key) = &element.key else {
                items.push(value);
                keys.push(None);
                continue;
            };
            let key = self.expression(key, Position::Inner)?.into_entity().into_value();
            let located = |error: Error| error.at(self.here.locate(element.span));
            let key = key.map_err(located)?;
            let place = self.here.locate(element.span);
            let entries = self.call_function(&attach, Some(key), value).and_then(|outcome| outcome.value());
            let entries = entries.map_err(|error| error.at(place))?.into_array();
            for position in 0..entries.tally() {
                items.push(entries.major_cell(position));
                keys.push(entries.layout().keys(0).and_then(|keys| keys.get(position).cloned()));
            }
        }
        let axis = Axis { keys: Keys::new(keys).map_err(|error| self.at_elements(error, elements))?, name: None };
        let layout = Layout::with_axes([items.len()].as_slice(), vec![axis]);
        Ok(Array::new(layout, Storage::collect(items)).into())
    }

    fn at_elements(&self, error: Error, elements: &[Element]) -> Error {
        let span = elements.iter().map(|element| element.span).reduce(Span::to).unwrap_or_default();
        error.at(self.here.locate(span))
    }

    fn rows(&mut self, rows: &[Row]) -> Result<Value> {
        let rows = rows.iter().map(|row| self.vector(&row.elements)).collect::<Result<_>>()?;
        Ok(Array::vector(rows).into())
    }

    fn cells(&mut self, rows: &[Row], span: Span) -> Result<Value> {
        let cell = |row: &Row| match &row.elements[..] {
            [element] if element.key.is_none() => self.element(element),
            elements => self.vector(elements),
        };
        let cells: Vec<Value> = rows.iter().map(cell).collect::<Result<_>>()?;
        let assembled = assemble(Layout::vector(cells.len()), cells, Rule::Written);
        assembled.map_err(|error| error.at(self.here.locate(span)))
    }

    /// What a dot path gives: one part, or the parts of an inner product where what stands before a dot is no data.
    pub fn path_parts(&mut self, path: &Path, span: Span) -> Result<Vec<Part>> {
        let mut entity = self.item(&path.base)?;
        for (i, step) in path.steps.iter().enumerate() {
            let Entity::Data(value) = entity else {
                let rest = &path.steps[i..];
                let mut parts = vec![Part::new(entity, path.base.span)];
                for step in rest {
                    let dot = Operator::glyph('.').expect("the inner product is in the table");
                    parts.push(Part::new(Entity::Operator(dot), step.dot));
                    let (Selector::Key(_, item) | Selector::Index(item)) = &step.selector;
                    parts.push(Part::new(self.item(item)?, item.span));
                }
                return Ok(parts);
            };
            let selected = match &step.selector {
                Selector::Key(key, _) => selection::member(self, value, key),
                Selector::Index(item) => {
                    let index = self.item(item)?.into_value().map_err(|error| error.at(self.here.locate(item.span)))?;
                    selection::index(self, index, value)
                }
            };
            entity = selected.map_err(|error| error.at(self.here.locate(step.dot)))?.into();
        }
        Ok(vec![Part::new(entity, span)])
    }
}
