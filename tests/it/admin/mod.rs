//! What operators and customers do over the admin API.

mod api;
mod audit;
mod entries;
mod explain;
mod integration;
mod invites;
mod openapi;
mod reconcile;
mod tenants;
mod tokens;
