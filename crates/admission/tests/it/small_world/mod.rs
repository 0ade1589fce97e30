//! Tests of the engine in a small world: visitors, nodes, faults and operators in virtual time
//! around the real `apply`, judged by a naive model ([`crate::kit::visited_room`]).

mod bounds;
mod life;
mod properties;
mod saturation;
