//! Tests of the admin API: what operators and customers do.

mod api;
mod audit;
mod entries;
mod explain;
mod firewall;
mod groups;
mod integration;
mod invites;
mod openapi;
mod passes;
mod reconcile;
mod requests;
mod tenants;
mod themes;
mod tokens;
