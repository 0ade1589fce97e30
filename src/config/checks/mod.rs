//! Checks of a configuration, and the messages of its problems.

pub(super) mod breadth;
pub(crate) mod crowdhandler;
pub(crate) mod doubts;
pub(super) mod emails;
pub(crate) mod hint;
pub(super) mod names;
pub(super) mod own_hosts;
pub(crate) mod problem;
pub(super) mod shape;
pub(crate) mod strength;
