//! Tests of leases: nodes that are cut off from the store, stopped, or have slow clocks, together
//! with lost answers, never let more visitors through than the bound allows.

mod cases;
mod properties;
