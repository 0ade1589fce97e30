//! The basis of all tests: a [`TestServer`] with rooms behind its router, [`Visitor`]s with a
//! cookie jar, and [`TestCrowd`]s that poll at the intervals in the answers.

mod captured_log;
mod crowd;
mod paths;
mod provider;
mod push_service;
mod reply;
mod smtp;
mod snapshot;
mod test_server;
mod visitor;

pub(crate) use captured_log::CapturedLog;
pub(crate) use crowd::{TestCrowd, most_in_any_minute, settle};
pub(crate) use paths::route_paths;
pub(crate) use provider::SignInProvider;
pub(crate) use push_service::{PUSH_HOST, PushBrowser, PushService, PushedMessage};
pub(crate) use reply::Reply;
pub(crate) use smtp::{Delivery, SmtpServer};
pub(crate) use snapshot::{assert_committed, redacted};
pub(crate) use test_server::{ADMIN_TOKEN, MASTER_KEY, SECRET, START_MS, ShownGrant, TestServer, config, room};
pub(crate) use visitor::{Poll, SHOP, Visitor};
