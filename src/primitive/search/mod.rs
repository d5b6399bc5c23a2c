//! Functions that find cells: index-of, membership, sets, unique, classify, find, where.

pub mod cells;
pub mod find;
mod hash;
pub mod iota;
pub mod locate;
pub mod sets;
