//! Leases: nodes that are cut off from the store, stopped, or have slow clocks, and answers that
//! are lost, together never let more through than the bound allows.

mod cases;
mod properties;
