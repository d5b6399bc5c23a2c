//! Names and frames: where bindings live.
//!
//! A frame belongs to one call of a defined function and ends with it. Functions that depend on a frame never leave it,
//! so a frame is known by its number on the stack of running frames: number 0 is the top level, whose names are the
//! globals. The slots of all frames lie in one vector.

use std::collections::HashMap;
use std::sync::Arc;

use super::arguments::ARGUMENTS;
use super::code::{Name, Symbol};
use super::entity::Entity;

/// The names of a session, numbered.
#[derive(Debug, Default)]
pub struct Symbols {
    /// Whether a text of the session has used `⍎`.
    pub has_execute: bool,
    numbers: HashMap<Arc<str>, Symbol, foldhash::fast::FixedState>,
    names: Vec<Arc<str>>,
}

impl Symbols {
    /// The number of a name.
    pub fn intern(&mut self, name: &str) -> Symbol {
        if let Some(&symbol) = self.numbers.get(name) {
            return symbol;
        }
        let symbol = Symbol(self.names.len() as u32);
        let name: Arc<str> = name.into();
        self.names.push(name.clone());
        self.numbers.insert(name, symbol);
        symbol
    }

    /// The number of a name that has occurred before.
    pub fn find(&self, name: &str) -> Option<Symbol> {
        self.numbers.get(name).copied()
    }

    /// The name of a number.
    pub fn name(&self, symbol: Symbol) -> &Arc<str> {
        &self.names[symbol.0 as usize]
    }

    /// All names that have occurred, with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Arc<str>)> {
        self.names.iter().enumerate().map(|(i, name)| (Symbol(i as u32), name))
    }
}

/// Names that were added to a frame, in one pointer so that frames stay small.
#[allow(clippy::box_collection, reason = "frames stay small")]
type Added = Box<HashMap<Symbol, Entity>>;

/// The frame of one call.
#[derive(Debug)]
struct Frame {
    /// Its first slot.
    base: usize,
    /// The frame in which its braces were evaluated.
    parent: u32,
    /// Names that `⍎` and the like have added, absent for nearly all frames.
    added: Option<Added>,
}

/// The frames that are running, the global names, and all their bindings.
#[derive(Debug)]
pub struct Frames {
    globals: Vec<Entity>,
    frames: Vec<Frame>,
    slots: Vec<Entity>,
    /// How many running frames have added names.
    frames_with_added: usize,
}

/// Where a binding lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    /// A global name.
    Global(Symbol),
    /// A slot of a frame.
    Slot {
        /// The frame.
        frame: u32,
        /// Its position among the slots of all frames.
        index: usize,
    },
    /// A name added to a frame.
    Added {
        /// The frame.
        frame: u32,
        /// The name.
        symbol: Symbol,
    },
}

/// The local bindings of a frame at one moment.
#[derive(Debug)]
pub struct Snapshot {
    slots: Vec<Entity>,
    added: Option<Added>,
}

impl Default for Frames {
    fn default() -> Frames {
        let top = Frame { base: 0, parent: 0, added: None };
        Frames { globals: Vec::new(), frames: vec![top], slots: Vec::new(), frames_with_added: 0 }
    }
}

impl Frames {
    /// How many frames are running, the top level included; the number of the next one.
    #[inline]
    pub fn count(&self) -> u32 {
        self.frames.len() as u32
    }

    /// Begins a frame with this many slots behind those of its arguments inside `parent` and returns its number.
    #[inline]
    pub fn push(&mut self, parent: u32, arguments: [Entity; ARGUMENTS], slots: usize) -> u32 {
        let number = self.count();
        // One by one: there are few, and a loop over them is a call.
        let [right, left] = arguments;
        self.slots.push(right);
        self.slots.push(left);
        let base = self.slots.len();
        for _ in 0..slots {
            self.slots.push(Entity::Nothing);
        }
        self.frames.push(Frame { base, parent, added: None });
        number
    }

    /// Ends every frame from this number on.
    #[inline]
    pub fn truncate(&mut self, count: u32) {
        while self.count() > count {
            let Some(frame) = self.frames.pop() else { return };
            self.slots.truncate(frame.base - ARGUMENTS);
            if frame.added.is_some() {
                self.frames_with_added -= 1;
            }
        }
    }

    /// The first slot of a frame.
    #[inline]
    pub fn base(&self, frame: u32) -> usize {
        self.frames[frame as usize].base
    }

    /// A slot by its position among those of all frames.
    #[inline]
    pub fn slot(&self, index: usize) -> &Entity {
        &self.slots[index]
    }

    /// The place of a slot.
    #[inline]
    pub fn slot_mut(&mut self, index: usize) -> &mut Entity {
        &mut self.slots[index]
    }

    /// Replaces what a slot holds.
    #[inline]
    pub fn set_slot(&mut self, index: usize, entity: Entity) {
        self.slots[index] = entity;
    }

    /// What a name means in a frame, [`Entity::Nothing`] where it is unbound.
    #[inline]
    pub fn look_up(&self, name: &Name, frame: u32) -> &Entity {
        if self.frames_with_added > 0 {
            return self.find(name, frame).map_or(&Entity::Nothing, |variable| self.get(variable));
        }
        let (mut here, mut depth) = (&self.frames[frame as usize], 0);
        for place in &name.places {
            while depth < place.depth {
                here = &self.frames[here.parent as usize];
                depth += 1;
            }
            let entity = &self.slots[here.base + place.slot as usize];
            if entity.is_bound() {
                return entity;
            }
        }
        self.globals.get(name.symbol.0 as usize).unwrap_or(&Entity::Nothing)
    }

    /// What a name means to code that would run in a frame of its own `depth` frames inside this one, without having
    /// bound anything there; nothing where names have been added to frames.
    #[inline]
    pub fn look_up_from(&self, name: &Name, frame: u32, depth: u32) -> Option<&Entity> {
        if self.frames_with_added > 0 {
            return None;
        }
        let (mut here, mut reached) = (&self.frames[frame as usize], depth);
        for place in name.places.iter().filter(|place| place.depth >= depth) {
            while reached < place.depth {
                here = &self.frames[here.parent as usize];
                reached += 1;
            }
            let entity = &self.slots[here.base + place.slot as usize];
            if entity.is_bound() {
                return Some(entity);
            }
        }
        self.globals.get(name.symbol.0 as usize)
    }

    /// The nearest binding of a name, seen from a frame.
    pub fn find(&self, name: &Name, frame: u32) -> Option<Variable> {
        let (mut number, mut depth) = (frame, 0);
        let mut places = name.places.iter().peekable();
        loop {
            let here = &self.frames[number as usize];
            if let Some(place) = places.next_if(|place| place.depth == depth) {
                let index = here.base + place.slot as usize;
                if self.slots[index].is_bound() {
                    return Some(Variable::Slot { frame: number, index });
                }
            }
            let added = here.added.as_ref().and_then(|added| added.get(&name.symbol));
            if added.is_some_and(Entity::is_bound) {
                return Some(Variable::Added { frame: number, symbol: name.symbol });
            }
            if number == 0 {
                break;
            }
            number = here.parent;
            depth += 1;
        }
        let global = self.globals.get(name.symbol.0 as usize).is_some_and(Entity::is_bound);
        global.then_some(Variable::Global(name.symbol))
    }

    /// Where a plain assignment in a frame puts a name: a local, or a global at the top level.
    #[inline]
    pub fn local(&self, name: &Name, frame: u32) -> Variable {
        match name.local_slot() {
            Some(slot) => Variable::Slot { frame, index: self.base(frame) + slot as usize },
            None if frame == 0 => Variable::Global(name.symbol),
            None => Variable::Added { frame, symbol: name.symbol },
        }
    }

    /// What a variable holds.
    pub fn get(&self, variable: Variable) -> &Entity {
        match variable {
            Variable::Global(symbol) => self.globals.get(symbol.0 as usize).unwrap_or(&Entity::Nothing),
            Variable::Slot { index, .. } => &self.slots[index],
            Variable::Added { frame, symbol } => {
                let added = self.frames[frame as usize].added.as_ref();
                added.and_then(|added| added.get(&symbol)).unwrap_or(&Entity::Nothing)
            }
        }
    }

    /// The place of a variable, to change or take what it holds.
    pub fn get_mut(&mut self, variable: Variable) -> &mut Entity {
        match variable {
            Variable::Global(symbol) => {
                let index = symbol.0 as usize;
                if index >= self.globals.len() {
                    self.globals.resize(index + 1, Entity::Nothing);
                }
                &mut self.globals[index]
            }
            Variable::Slot { index, .. } => &mut self.slots[index],
            Variable::Added { frame, symbol } => {
                let frame = &mut self.frames[frame as usize];
                if frame.added.is_none() {
                    self.frames_with_added += 1;
                }
                frame.added.get_or_insert_default().entry(symbol).or_default()
            }
        }
    }

    /// The global names that are bound.
    pub fn globals(&self) -> impl Iterator<Item = (Symbol, &Entity)> {
        self.globals.iter().enumerate().filter(|(_, entity)| entity.is_bound()).map(|(i, e)| (Symbol(i as u32), e))
    }

    /// The names that were added to a frame.
    pub fn added(&self, frame: u32) -> impl Iterator<Item = (Symbol, &Entity)> {
        self.frames[frame as usize].added.iter().flat_map(|added| added.iter().map(|(symbol, e)| (*symbol, e)))
    }

    /// The frame around a frame.
    pub fn parent(&self, frame: u32) -> u32 {
        self.frames[frame as usize].parent
    }

    /// The local bindings of the innermost frame.
    pub fn snapshot(&self, frame: u32) -> Snapshot {
        debug_assert_eq!(frame + 1, self.count());
        let frame = &self.frames[frame as usize];
        Snapshot { slots: self.slots[frame.base..].to_vec(), added: frame.added.clone() }
    }

    /// Makes the local bindings of a frame what they were, after ending all frames inside it.
    pub fn restore(&mut self, frame: u32, snapshot: Snapshot) {
        self.truncate(frame + 1);
        let frame = &mut self.frames[frame as usize];
        self.slots.truncate(frame.base);
        self.slots.extend(snapshot.slots);
        let before = frame.added.is_some() as usize;
        frame.added = snapshot.added;
        self.frames_with_added += frame.added.is_some() as usize;
        self.frames_with_added -= before;
    }
}

impl Variable {
    /// The frame that the variable belongs to, 0 for a global one.
    pub fn frame(self) -> u32 {
        match self {
            Variable::Global(_) => 0,
            Variable::Slot { frame, .. } | Variable::Added { frame, .. } => frame,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::code::Place;
    use super::*;
    use crate::array::Value;

    fn name(symbol: Symbol, places: &[(u32, u32)]) -> Name {
        Name { symbol, places: places.iter().map(|&(depth, slot)| Place { depth, slot }).collect() }
    }

    fn held(frames: &Frames, name: &Name, frame: u32) -> Option<i64> {
        match frames.look_up(name, frame) {
            Entity::Data(Value::Int(value)) => Some(*value),
            _ => None,
        }
    }

    #[test]
    fn look_up_goes_outwards_and_sees_added_names() {
        let mut symbols = Symbols::default();
        let symbol = symbols.intern("n");
        assert_eq!(symbols.intern("n"), symbol);
        let mut frames = Frames::default();
        *frames.get_mut(Variable::Global(symbol)) = Entity::Data(Value::Int(1));
        let outer = frames.push(0, Default::default(), 1);
        let inner = frames.push(outer, Default::default(), 1);
        let (from_inner, from_outer) = (name(symbol, &[(0, 0), (1, 0)]), name(symbol, &[(0, 0)]));
        assert_eq!(held(&frames, &from_inner, inner), Some(1));
        *frames.get_mut(frames.local(&from_outer, outer)) = Entity::Data(Value::Int(2));
        assert_eq!(held(&frames, &from_inner, inner), Some(2));
        let added = frames.local(&name(symbol, &[]), inner);
        *frames.get_mut(added) = Entity::Data(Value::Int(3));
        assert_eq!(held(&frames, &from_inner, inner), Some(3));
        assert_eq!(frames.find(&from_inner, outer), None.or(frames.find(&from_outer, outer)));
        frames.truncate(inner);
        assert_eq!(held(&frames, &from_outer, outer), Some(2));
        frames.truncate(1);
        assert_eq!(held(&frames, &name(symbol, &[]), 0), Some(1));
        assert_eq!(frames.frames_with_added, 0);
    }

    #[test]
    fn snapshots_restore_locals() {
        let mut symbols = Symbols::default();
        let (a, b) = (symbols.intern("a"), symbols.intern("b"));
        let mut frames = Frames::default();
        let frame = frames.push(0, Default::default(), 1);
        let local = name(a, &[(0, 0)]);
        *frames.get_mut(frames.local(&local, frame)) = Entity::Data(Value::Int(1));
        let snapshot = frames.snapshot(frame);
        *frames.get_mut(frames.local(&local, frame)) = Entity::Data(Value::Int(2));
        *frames.get_mut(frames.local(&name(b, &[]), frame)) = Entity::Data(Value::Int(3));
        frames.push(frame, Default::default(), 4);
        frames.restore(frame, snapshot);
        assert_eq!(held(&frames, &local, frame), Some(1));
        assert_eq!(held(&frames, &name(b, &[]), frame), None);
        assert_eq!(frames.count(), frame + 1);
    }
}
