//! The resources that the API stores under an id, one file for each kind.

pub(super) mod customers;
pub(super) mod draw;
pub(super) mod firewall;
pub(super) mod groups;
pub(super) mod ip_groups;
pub(super) mod pools;
pub(super) mod rooms;
pub(super) mod themes;
pub(super) mod tokens;
