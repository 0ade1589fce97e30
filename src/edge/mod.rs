//! The HTTP edge: routes, middleware, and what every handler shares.

mod admin;
mod assets;
mod client;
mod cookie;
mod draw;
mod entry;
mod health;
#[doc(hidden)]
pub mod hostile;
mod html;
mod identify;
mod leave;
mod load;
mod metrics;
mod outside;
mod pages;
mod passage;
mod paths;
mod query;
mod refused;
mod robots;
mod routes;
mod status;
mod told;
mod trouble;
mod words;

use std::sync::Arc;

use ipnet::IpNet;

pub use assets::Assets;
pub use client::OverTls;
pub use load::Load;
pub use pages::Pages;
pub(crate) use pages::{PageKind, shape};
pub use routes::router;

use crate::clock::{Clock, Dice};
use crate::config::{AdminToken, Server};
use crate::room::{Room, Rooms};
use crate::text::Languages;
use health::Readiness;
use metrics::Metrics;
use trouble::Trouble;

/// What every handler shares.
#[derive(Debug)]
pub struct Edge {
    /// The rooms.
    pub rooms: Rooms,
    /// Where the process is in its own life.
    pub readiness: Readiness,
    /// How loaded the node is.
    pub load: Load,
    languages: Languages,
    pages: Pages,
    assets: Assets,
    clock: Clock,
    dice: Dice,
    metrics: Metrics,
    trusted_proxies: Vec<IpNet>,
    admin_token: Option<AdminToken>,
}

/// A handler's share of the edge.
pub type SharedEdge = Arc<Edge>;

impl Edge {
    /// Puts the parts together.
    #[must_use]
    pub fn new(
        server: &Server,
        rooms: Rooms,
        languages: Languages,
        pages: Pages,
        assets: Assets,
        clock: Clock,
    ) -> Self {
        Self {
            rooms,
            readiness: Readiness::default(),
            load: Load::default(),
            languages,
            pages,
            assets,
            clock,
            dice: Dice,
            metrics: Metrics::default(),
            trusted_proxies: server.trusted_proxies.clone(),
            admin_token: server.admin_token.clone(),
        }
    }

    /// A customer's room. Ids are compared as they are written: some connectors sign lower case and check mixed case, so only lower case exists.
    fn find(&self, customer: &str, room: &str) -> Result<&Room, Trouble> {
        match self.rooms.get(customer, room) {
            Some(room) => Ok(room),
            None if self.rooms.has_customer(customer) => Err(Trouble::UnknownRoom),
            None => Err(Trouble::UnknownCustomer),
        }
    }
}
