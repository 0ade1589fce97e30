//! Failure tests with real processes: nodes, Redis servers and sentinels on free loopback ports,
//! proxies between any two of them, a protected site, hundreds of visitors, and a verdict on their
//! answers.
//!
//! A [`Service`] consists of nodes of the `anteroom` binary on one store, behind a [`Balancer`]. A
//! [`VisitorCrowd`] enters the service, polls at the intervals in the answers and records every
//! answer. [`Verdict`] shows whether a visitor lost a place, got another visitor's number, was set
//! back or saw an error page, and whether any minute held more grants than allowed. Faults are
//! real: signals ([`Process`]), a [`Proxy`] that delays, cuts, drops or holds traffic, a full file
//! system, a tracer that makes system calls fail or wait ([`Tracer`]), a wrong wall clock
//! ([`WallClock`]).
//!
//! Dropping a value ends all processes and tasks that it started. This crate is not part of the
//! product and mocks nothing; only tests and `cargo xtask chaos` use it. It needs Linux and
//! Debian's `redis-server` and `redis-sentinel`, also `strace` and `faketime` for the faults that
//! use them, and root for mounting a file system.

mod balancer;
mod client;
mod clock;
mod crowd;
mod disk;
mod judge;
mod node;
mod operator;
mod ports;
mod process;
mod proxy;
mod redis;
mod sentinel;
mod service;
mod site;
mod visitor;
mod wall;

pub use balancer::Balancer;
pub use client::{Answer, HttpClient};
pub use clock::{EpochMs, Moment, now, patience, until};
pub use crowd::VisitorCrowd;
pub use disk::{SmallDisk, Tracer, is_root};
pub use judge::{Bound, Verdict, most_within};
pub use node::{Launch, Node};
pub use operator::{ADMIN_TOKEN, LoggedGrant, Operator};
pub use ports::Port;
pub use process::Process;
pub use proxy::{Link, Proxy};
pub use redis::Redis;
pub use sentinel::Sentinels;
pub use service::{Service, TestRoom};
pub use site::{ProtectedSite, SiteBehaviour};
pub use visitor::{BrowsingVisitor, VisitorRecord, VisitorViolation};
pub use wall::WallClock;
