//! What may be wrong with a configuration, and the words for it.

pub(super) mod breadth;
pub(crate) mod hint;
pub(super) mod names;
pub(super) mod own_hosts;
pub(super) mod shape;
pub(crate) mod strength;
