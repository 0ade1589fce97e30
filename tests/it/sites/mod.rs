//! Tests of requests from other sites, their pages and their apps.

mod clients;
mod crowdhandler;
mod debug;
mod identifiers;
mod invitations;
mod javascript_queue;
pub(crate) mod joining;
mod keys_for_draw;
mod page_timings;
mod skipping;
mod snippet;
mod widgets;
