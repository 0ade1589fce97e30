//! The tables that say who gets to rooms, besides the rooms' own keys.

pub(in crate::config) mod alerts;
pub(in crate::config) mod firewall;
pub(in crate::config) mod suspects;
