//! Failovers that lose acknowledged commits: the cases that matter one by one, and any history of
//! which any end is lost, by a judge that believes the visitors.

mod cases;
mod pools;
mod properties;
