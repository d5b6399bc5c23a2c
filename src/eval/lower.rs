//! From the tree of a source to code: names become slots, literals values, glyphs rows of the table.
//!
//! Nothing here evaluates. A name that a body assigns anywhere in its own text has a slot in the frames of that body. A
//! slot that is never assigned is unbound, and look-ups pass it by.

use std::sync::{Arc, OnceLock};

use super::arguments;
use super::code::{
    AssignmentPart, Body, Element, Expression, Item, ItemKind, Name, Path, Place, Row, Scope, Selector, Sequence,
    Stage, Statement, Step, Symbol, Uses,
};
use super::entity::Entity;
use super::frames::Symbols;
use super::fuse::recognise;
use super::scalar::{self, Programs};
use super::sorting;
use crate::array::{Array, Glyph, Value};
use crate::control::{Source, Span};
use crate::primitive::table::{Operator, Primitive};
use crate::syntax::tree::{self, Argument, BracesKind, Literal};

/// Where code is lowered.
pub struct Lowering<'a> {
    symbols: &'a mut Symbols,
    source: Arc<Source>,
    scope: Option<Arc<Scope>>,
}

/// The code of a whole source, for the frame of `scope`, or for the top level.
pub fn program(program: &tree::Program, scope: Option<Arc<Scope>>, symbols: &mut Symbols) -> Body {
    let source = program.source.clone();
    let own = scope.clone().unwrap_or_else(|| Arc::new(Scope { names: Vec::new(), parent: None }));
    let mut lowering = Lowering { symbols, source: source.clone(), scope };
    let statements =
        program.statements.iter().map(|statement| lowering.statement(statement, Setting::Source)).collect();
    let span = Span::new(0, source.text.len());
    Body {
        kind: BracesKind::Function,
        statements,
        scope: own,
        source,
        span,
        is_braces: false,
        scalar: Programs::default(),
    }
}

/// Whether a statement stands in braces, where `⍺←` gives a default.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Setting {
    Source,
    Braces,
}

impl Lowering<'_> {
    fn braces(&mut self, braces: &tree::Braces) -> Arc<Body> {
        let mut names = Vec::new();
        for statement in &braces.statements {
            assigned_in_statement(statement, &mut |name| {
                let symbol = self.symbols.intern(name);
                if !names.contains(&symbol) {
                    names.push(symbol);
                }
            });
        }
        let scope = Arc::new(Scope { names, parent: self.scope.clone() });
        let mut inner = Lowering { symbols: self.symbols, source: self.source.clone(), scope: Some(scope.clone()) };
        let statements =
            braces.statements.iter().map(|statement| inner.statement(statement, Setting::Braces)).collect();
        Arc::new(Body {
            kind: braces.kind,
            statements,
            scope,
            source: self.source.clone(),
            span: braces.span,
            is_braces: true,
            scalar: Programs::default(),
        })
    }

    fn statement(&mut self, statement: &tree::Statement, place: Setting) -> Statement {
        match &statement.kind {
            tree::StatementKind::Expression(expression) => {
                let mut code = self.expression(expression);
                if place == Setting::Braces && is_default_left(&code) {
                    code.assignments.remove(0);
                    return Statement::DefaultLeft(code);
                }
                Statement::Expression(counted(code))
            }
            tree::StatementKind::Guard { condition, result, colon } => Statement::Guard {
                condition: self.expression(condition),
                result: result.as_ref().map(|result| counted(self.expression(result))),
                colon: *colon,
            },
            tree::StatementKind::ErrorGuard { numbers, result, colons } => Statement::ErrorGuard {
                numbers: self.expression(numbers),
                result: result.as_ref().map(|result| counted(self.expression(result))),
                colons: *colons,
            },
        }
    }

    fn expression(&mut self, expression: &tree::Expression) -> Expression {
        let assignments = expression.assignments.iter().map(|part| self.assignment(part)).collect();
        let stages = expression.stages.iter();
        let stages = stages
            .map(|stage| Stage { sequence: self.runs(&stage.runs, expression.span), arrow: stage.arrow })
            .collect();
        Expression { assignments, stages, span: expression.span, uses: Uses::UNKNOWN }
    }

    fn assignment(&mut self, part: &tree::AssignmentPart) -> AssignmentPart {
        let (run, before) = match part.runs.split_last() {
            Some((last, before)) => (Some(self.run(last)), before),
            None => (None, &[][..]),
        };
        let items = before.iter().map(|run| self.run_item(run)).collect();
        let span = before.iter().map(|run| run.span).reduce(Span::to).unwrap_or(part.arrow);
        AssignmentPart { before: sequence(items, span), run, arrow: part.arrow }
    }

    /// The runs of an expression: a single run is the sequence of its items.
    fn runs(&mut self, runs: &[tree::Run], whole: Span) -> Sequence {
        match runs {
            [run] => self.run(run),
            runs => {
                let span = runs.iter().map(|run| run.span).reduce(Span::to).unwrap_or(whole);
                sequence(runs.iter().map(|run| self.run_item(run)).collect(), span)
            }
        }
    }

    fn run(&mut self, run: &tree::Run) -> Sequence {
        sequence(run.items.iter().map(|item| self.item(item)).collect(), run.span)
    }

    /// A run as an item among other runs.
    fn run_item(&mut self, run: &tree::Run) -> Item {
        match &run.items[..] {
            [item] => self.item(item),
            _ => Item { kind: ItemKind::Run(self.run(run)), span: run.span },
        }
    }

    fn item(&mut self, item: &tree::Item) -> Item {
        crate::array::compare::nested(|| Item { kind: self.item_kind(&item.kind), span: item.span })
    }

    fn item_kind(&mut self, kind: &tree::ItemKind) -> ItemKind {
        match kind {
            tree::ItemKind::Literal(literal) => constant(literal_value(literal)),
            tree::ItemKind::Name(name) => ItemKind::Name(self.name(name)),
            tree::ItemKind::SystemName(name) => ItemKind::SystemName(name.clone()),
            tree::ItemKind::Argument(argument) => ItemKind::Argument(*argument),
            tree::ItemKind::Quad => ItemKind::Quad,
            tree::ItemKind::Function(symbol) => {
                self.symbols.has_execute |= *symbol == '⍎';
                ItemKind::Constant(function_glyph(*symbol))
            }
            tree::ItemKind::Hybrid(symbol) => ItemKind::Constant(hybrid_glyph(*symbol)),
            tree::ItemKind::MonadicOperator(symbol) | tree::ItemKind::DyadicOperator(symbol) => {
                ItemKind::Constant(operator_glyph(*symbol))
            }
            tree::ItemKind::Group(expression) => ItemKind::Group(Box::new(self.expression(expression))),
            tree::ItemKind::ScalarLiteral(literal) => constant(Array::scalar(literal_value(literal)).into()),
            tree::ItemKind::ScalarGlyphs(symbols) => {
                self.symbols.has_execute |= symbols.contains(&'⍎');
                constant(Array::scalar(scalar_of_glyphs(symbols)).into())
            }
            tree::ItemKind::Rows(rows) => ItemKind::Rows(self.rows(rows)),
            tree::ItemKind::BracketRows(rows) => ItemKind::Cells(self.rows(rows)),
            tree::ItemKind::Bracket(elements) if elements.is_empty() => constant(Array::zilde().into()),
            tree::ItemKind::Bracket(elements) => ItemKind::Vector(self.elements(elements)),
            tree::ItemKind::Definition(braces) => ItemKind::Definition(self.braces(braces)),
            tree::ItemKind::Path { base, steps } => ItemKind::Path(Box::new(Path {
                base: self.item(base),
                steps: steps.iter().map(|step| self.step(step)).collect(),
            })),
        }
    }

    fn step(&mut self, step: &tree::PathStep) -> Step {
        let item = self.item(&step.selector);
        let selector = match &step.selector.kind {
            tree::ItemKind::Name(name) => Selector::Key(name.clone(), item),
            _ => Selector::Index(item),
        };
        Step { dot: step.dot, selector }
    }

    fn rows(&mut self, rows: &[tree::Row]) -> Vec<Row> {
        rows.iter().map(|row| Row { elements: self.elements(&row.items), span: row.span }).collect()
    }

    fn elements(&mut self, items: &[tree::BracketItem]) -> Vec<Element> {
        let element = |item: &tree::BracketItem| Element {
            key: item.key.as_ref().map(|key| self.expression(key)),
            value: self.expression(&item.value),
            span: item.span,
        };
        items.iter().map(element).collect()
    }

    fn name(&mut self, name: &str) -> Name {
        name_in(self.scope.as_ref(), self.symbols.intern(name))
    }
}

/// A name as it is looked up from inside a scope.
pub fn name_in(scope: Option<&Arc<Scope>>, symbol: Symbol) -> Name {
    let mut places = Vec::new();
    let (mut scope, mut depth) = (scope, 0);
    while let Some(here) = scope {
        if let Some(slot) = here.names.iter().position(|&other| other == symbol) {
            places.push(Place { depth, slot: slot as u32 });
        }
        scope = here.parent.as_ref();
        depth += 1;
    }
    Name { symbol, places }
}

fn sequence(items: Vec<Item>, span: Span) -> Sequence {
    let (scalar, fused, sorting) = (scalar::of_sequence(&items), recognise(&items), sorting::recognise(&items));
    Sequence { items, span, plan: OnceLock::new(), scalar, fused, sorting }
}

/// An expression that may end a call.
fn counted(mut code: Expression) -> Expression {
    code.uses = arguments::uses(&code);
    code
}

fn constant(value: Value) -> ItemKind {
    ItemKind::Constant(Entity::Data(value))
}

/// Whether it is `⍺←` and something, which gives a default; without anything it fails like any assignment.
fn is_default_left(code: &Expression) -> bool {
    let has_right_side = code.stages.iter().any(|stage| !stage.sequence.items.is_empty());
    has_right_side
        && code.assignments.first().is_some_and(|part| {
            let run = part.run.as_ref().map(|run| &run.items[..]);
            part.before.items.is_empty() && matches!(run, Some([Item { kind: ItemKind::Argument(Argument::Left), .. }]))
        })
}

fn function_glyph(symbol: char) -> Entity {
    Entity::Function(Primitive::function(symbol).expect("the lexer knows the glyphs of the table"))
}

fn hybrid_glyph(symbol: char) -> Entity {
    let function = Primitive::function(symbol).and_then(|function| function.as_primitive());
    Entity::Hybrid(function.expect("the lexer knows the glyphs of the table"))
}

fn operator_glyph(symbol: char) -> Entity {
    let glyph: Glyph = Operator::glyph(symbol).expect("the lexer knows the glyphs of the table");
    Entity::Operator(glyph)
}

fn scalar_of_glyphs(symbols: &[char]) -> Value {
    let functions = symbols.iter().map(|&symbol| Primitive::function(symbol).expect("a glyph of the table").into());
    let mut functions: Vec<Value> = functions.collect();
    match functions.len() {
        1 => functions.remove(0),
        _ => Array::vector(functions).into(),
    }
}

/// The value of a literal; every number of a strand keeps its kind.
pub fn literal_value(literal: &Literal) -> Value {
    match literal {
        Literal::Number(number) => number.clone().into(),
        Literal::Character(character) => Value::Char(*character),
        Literal::String(text) => Value::string(text),
        Literal::Zilde => Array::zilde().into(),
        Literal::Strand(literals) => Array::vector(literals.iter().map(literal_value).collect()).into(),
    }
}

/// Calls `found` with every name that a statement may assign as a local, nested braces left out.
fn assigned_in_statement(statement: &tree::Statement, found: &mut dyn FnMut(&str)) {
    match &statement.kind {
        tree::StatementKind::Expression(expression) => assigned_in(expression, found),
        tree::StatementKind::Guard { condition: first, result, .. }
        | tree::StatementKind::ErrorGuard { numbers: first, result, .. } => {
            assigned_in(first, found);
            if let Some(result) = result {
                assigned_in(result, found);
            }
        }
    }
}

fn assigned_in(expression: &tree::Expression, found: &mut dyn FnMut(&str)) {
    for part in &expression.assignments {
        if let Some(item) = part.runs.last().and_then(|run| run.items.last()) {
            assigned_by_target(item, found);
        }
    }
    let targets = expression.assignments.iter().flat_map(|part| &part.runs);
    for run in targets.chain(expression.stages.iter().flat_map(|stage| &stage.runs)) {
        for item in &run.items {
            assigned_in_item(item, found);
        }
    }
}

fn assigned_by_target(item: &tree::Item, found: &mut dyn FnMut(&str)) {
    match &item.kind {
        tree::ItemKind::Name(name) => found(name),
        tree::ItemKind::Group(expression) => {
            if let ([], [stage]) = (&expression.assignments[..], &expression.stages[..])
                && let [run] = &stage.runs[..]
                && let [item] = &run.items[..]
            {
                assigned_by_target(item, found);
            }
        }
        tree::ItemKind::Bracket(elements) => {
            for element in elements {
                if let ([], [stage]) = (&element.value.assignments[..], &element.value.stages[..]) {
                    stage.runs.iter().flat_map(|run| &run.items).for_each(|item| assigned_by_target(item, found));
                }
            }
        }
        _ => {}
    }
}

fn assigned_in_item(item: &tree::Item, found: &mut dyn FnMut(&str)) {
    crate::array::compare::nested(|| match &item.kind {
        tree::ItemKind::Group(expression) => assigned_in(expression, found),
        tree::ItemKind::Bracket(elements) => assigned_in_elements(elements, found),
        tree::ItemKind::Rows(rows) | tree::ItemKind::BracketRows(rows) => {
            rows.iter().for_each(|row| assigned_in_elements(&row.items, found));
        }
        tree::ItemKind::Path { base, steps } => {
            assigned_in_item(base, found);
            steps.iter().for_each(|step| assigned_in_item(&step.selector, found));
        }
        _ => {}
    });
}

fn assigned_in_elements(elements: &[tree::BracketItem], found: &mut dyn FnMut(&str)) {
    for element in elements {
        if let Some(key) = &element.key {
            assigned_in(key, found);
        }
        assigned_in(&element.value, found);
    }
}
