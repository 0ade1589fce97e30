//! Tests of rooms and their store: many nodes, outages, restarts, and durable state.

mod away;
mod capacity;
mod challenge;
mod demanded;
mod filling;
mod groups;
mod hidden;
mod holding;
mod nodes;
mod pool;
mod price;
mod price_provider;
mod price_question;
mod restart;
mod sessions;
mod stock;
mod visits_only;
