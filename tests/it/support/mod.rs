//! The basis of all tests: a [`House`] with rooms behind its router, [`Visitor`]s with a cookie
//! jar, and [`TestCrowd`]s that poll at the intervals in the answers.

mod crowd;
mod house;
mod paths;
mod provider;
mod push_service;
mod reply;
mod smtp;
mod snapshot;
mod visitor;

pub(crate) use crowd::{TestCrowd, most_in_any_minute, settle};
pub(crate) use house::{ADMIN_TOKEN, House, MASTER_KEY, SECRET, START_MS, ShownGrant, config, room};
pub(crate) use paths::route_paths;
pub(crate) use provider::SignInProvider;
pub(crate) use push_service::{PUSH_HOST, PushBrowser, PushService, PushedMessage};
pub(crate) use reply::Reply;
pub(crate) use smtp::{Delivery, SmtpServer};
pub(crate) use snapshot::redacted;
pub(crate) use visitor::{Poll, SHOP, Visitor};
