//! The hooks of a recording: the readings of a pool node, and the handles of its commands.

pub mod handles;
pub mod observer;
