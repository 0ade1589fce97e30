//! Connections that are slow, silent or too many, with the real program over real sockets.

mod crowded;
mod deadlines;
mod hosts;
pub(crate) mod program;
mod streams;
