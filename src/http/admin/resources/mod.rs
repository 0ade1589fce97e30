//! What the API keeps under an id: one file each.

pub(super) mod customers;
pub(super) mod ip_groups;
pub(super) mod pools;
pub(super) mod rooms;
pub(super) mod tokens;
