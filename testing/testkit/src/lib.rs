//! Failures with real processes: nodes, Redis servers and sentinels on free loopback ports, proxies
//! between any two of them, a site, visitors by the hundred, and a judge of what all of them were
//! told.
//!
//! A [`Service`] is what visitors see: nodes of the `anteroom` binary over one store, behind a
//! [`Balancer`]. A [`Crowd`] enters it, polls as told and writes down every answer; [`Verdict`]
//! says whether anybody lost a place, got somebody else's number, was set back, saw an error page,
//! or whether any minute held more grants than allowed. Faults are real: signals ([`Process`]), a
//! [`Proxy`] that delays, cuts, swallows or holds, a file system that is full, a tracer that makes
//! system calls fail or wait ([`Tracer`]), a wall clock that is wrong ([`WallClock`]).
//!
//! Whatever a value here has started ends with it. What it is not: part of the product, or a mock
//! of anything; only tests and `cargo xtask chaos` know it. Needs Linux, Debian's `redis-server`
//! and `redis-sentinel`, `strace` and `faketime` for the faults that are made with them, and root
//! for a file system of its own.

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
pub use client::{Answer, Client};
pub use clock::{Moment, WallMs, now, patience, until};
pub use crowd::Crowd;
pub use disk::{SmallDisk, Tracer, is_root};
pub use judge::{Bound, Verdict, most_within};
pub use node::{Launch, Node};
pub use operator::{ADMIN_TOKEN, Grant, Operator};
pub use ports::Port;
pub use process::Process;
pub use proxy::{Link, Proxy};
pub use redis::Redis;
pub use sentinel::Sentinels;
pub use service::{Rooms, Service};
pub use site::{Site, SiteBehaviour};
pub use visitor::{Finding, Visitor, VisitorRecord};
pub use wall::WallClock;
