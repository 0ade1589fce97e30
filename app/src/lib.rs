//! What people see: the waiting page's components, its one island, and the server function that the island polls.
//! Knows plain view types only; neither the engine nor a store reaches the browser.

pub mod hole;
pub mod texts;
pub mod view;
