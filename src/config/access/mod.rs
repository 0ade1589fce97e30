//! The tables that decide who can enter rooms, in addition to the rooms' own keys.

pub(in crate::config) mod alerts;
pub(in crate::config) mod firewall;
pub(in crate::config) mod suspects;
