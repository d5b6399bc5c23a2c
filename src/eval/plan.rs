//! What the binder has found out about a sequence, kept so that it runs without binding the next time.

/// The recorded reductions of a sequence.
#[derive(Debug)]
pub struct Plan;
