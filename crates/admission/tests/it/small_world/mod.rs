//! The engine in a small world: visitors, nodes, faults and operators in virtual time around the
//! real `apply`, judged by a naive model.
//!
//! [`dice`], [`shelf`], [`node`], [`visitor`], [`walk`] and [`world`] make the world; [`judge`],
//! [`book`] and [`witness`] say what may not happen in it; [`script`] draws what befalls it. The
//! tests are in the modules that follow.

mod book;
mod dice;
mod hall;
mod judge;
mod node;
mod script;
mod shelf;
mod visitor;
mod walk;
mod witness;
mod world;

mod bounds;
mod life;
mod properties;
mod saturation;
