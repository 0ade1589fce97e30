//! A line and its parts: the small ledger, the marks of each place, the order and the life of the
//! room.

pub mod batch;
pub mod ledger;
pub mod lifecycle;
pub mod marks;
pub mod opening;
pub mod order;
pub mod redirects;
pub mod state;
pub mod step;
pub mod tally;
pub mod validity;
