//! Checks of a configuration, and the messages of its problems.

pub(super) mod breadth;
pub(crate) mod crowdhandler;
pub(super) mod emails;
pub(crate) mod hint;
pub(crate) mod likely_mistakes;
pub(super) mod names;
pub(super) mod own_hosts;
pub(crate) mod problem;
pub(super) mod shape;
pub(crate) mod strength;
