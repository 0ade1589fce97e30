//! HTTP: routes, middleware, and the state that all handlers share. One endpoint is one file.
//!
//! `routes` is the only place that knows routes and the order of middleware, `paths` the only one
//! with path literals. `visit` has the one pipeline of a visit. `visitor`, `queueit` and
//! `crowdhandler` answer visitors, sites and apps by it; `admin` answers operators; `infra` belongs
//! to no room.

mod admin;
mod allowed_hosts;
mod cross_origin;
mod crowdhandler;
mod described;
#[doc(hidden)]
pub mod fuzz_entry;
mod host;
mod html;
mod infra;
mod json;
mod pages;
pub(crate) mod paths;
mod prefix;
mod queueit;
mod render;
mod routes;
mod running;
mod themes_in_force;
mod transport;
mod visit;
mod visitor;

use std::iter;
use std::sync::Arc;
use std::time::Duration;

use ::crowdhandler::TokenCodec;
use arc_swap::ArcSwap;
use client_address::TrustedProxies;
use http::HeaderMap;
use http::request::Parts;
use protocol::{IdentityKey, PossessionKey, WorkKey};
use store::AnyStore;
use url::Url;

pub use infra::assets::Assets;
pub use infra::client::OverTls;
pub use infra::load::Load;
pub use pages::Pages;
pub(crate) use pages::{PageKind, hold, picker, shape};
pub use routes::{VisitorService, admin_router};
pub use running::{BeginError, RunningConfig};
pub use transport::OverHttp;
pub(crate) use visit::status_view::shown_figures;

use self::crowdhandler::{Directory, PageReports, PrivateCalls, RequestLog};
use crate::clock::Clock;
use crate::config::{AdminToken, Config, PathPrefix, RoomDefinition};
use crate::email::Emails;
use crate::entropy::Entropy;
use crate::firewall::{AddressRule, FirewallAction};
use crate::integration::published::PublishedIntegrations;
use crate::oidc::Oidc;
use crate::order_passes::OrderPasses;
use crate::push::WebPushes;
use crate::rooms::{RoomState, Rooms};
use crate::server::listen::Connections;
use crate::server::store_monitor::StoreMonitor;
use crate::server::tls::Certificates;
use crate::text::Languages;
use crate::traffic::TrafficTable;
use host::{HostOwner, Hosts};
use infra::alerts::AlertWatch;
use infra::client::{ClaimedClient, RequestClient, claimed_addresses};
use infra::counters::Metrics;
use infra::health::Readiness;
use infra::held_polls::HeldPolls;
use infra::rate_limit::{CodeGuesses, PaidRequests, RateLimit, VerifiedSignatures, WrongKeys};
use infra::retry_after::RetryAfter;
use infra::wrong_tokens::WrongTokens;
use queueit::page_timings::CountedBatches;
use visit::BoundAddresses;
use visit::cookie::Places;
use visit::error::VisitError;

/// The state that all handlers share. It has nothing to do with the crate `app`, the waiting page.
#[derive(Debug)]
pub struct AppState {
    /// The configuration in force and its sources.
    pub running: RunningConfig,
    /// The rooms.
    pub rooms: Rooms,
    /// Whether the process starts, serves or drains.
    pub readiness: Readiness,
    /// The load of the node.
    pub load: Load,
    /// The certificates for https.
    pub certificates: Arc<Certificates>,
    /// The open connections.
    pub connections: Arc<Connections>,
    /// The monitor of the store.
    pub store_monitor: Arc<StoreMonitor>,
    /// The e-mails of rooms; `None` without `[smtp]`.
    pub emails: Option<Emails>,
    /// The web pushes of rooms; `None` without `[push]`.
    pub pushes: Option<WebPushes>,
    /// The provider at which visitors sign in; `None` without `[oidc]`.
    oidc: Option<Oidc>,
    /// The recent requests for places.
    traffic: TrafficTable,
    /// The alerts to operators about these requests.
    alert_watch: AlertWatch,
    /// The orders for which visitors' passes were used.
    order_passes: OrderPasses,
    store: AnyStore,
    possession: PossessionKey,
    work: WorkKey,
    identities: IdentityKey,
    bound: BoundAddresses,
    hosts: ArcSwap<Hosts>,
    directory: ArcSwap<Directory>,
    page_reports: PageReports,
    held_polls: HeldPolls,
    counted_batches: CountedBatches,
    private_calls: PrivateCalls,
    request_log: RequestLog,
    tokens: TokenCodec,
    public_url: Url,
    /// Whether the operator names `public_url`.
    names_public_url: bool,
    languages: Languages,
    pages: Pages,
    assets: Assets,
    clock: Clock,
    entropy: Entropy,
    metrics: Metrics,
    integrations: PublishedIntegrations,
    /// Limits attempts with transfer codes.
    transfer_code_attempts: RateLimit,
    /// Limits wrong codes of the provider.
    wrong_sign_ins: WrongKeys,
    /// Limits requests for transfer codes.
    transfer_code_requests: RateLimit,
    /// Limits addresses for e-mails.
    email_requests: RateLimit,
    /// Limits requests for codes by e-mail that bring a proof of payment.
    paid_email_code_requests: PaidRequests,
    /// Limits subscriptions to web pushes.
    push_requests: RateLimit,
    /// Limits withdrawals of web push subscriptions.
    push_removals: RateLimit,
    /// Limits signatures of beacons, which any client can send.
    beacon_attempts: RateLimit,
    /// Limits verifications of signatures of beacons, over all rooms.
    verified_signatures: VerifiedSignatures,
    /// The relays that visitors' browsers may ask for the round of a beacon.
    browser_relays: Vec<Url>,
    path_prefix: Option<PathPrefix>,
    wrong_keys: WrongKeys,
    /// Wrong keys of clients whose address is only claimed by an integration.
    wrong_claimed_keys: WrongKeys,
    /// Wrong priority codes in calls of integrations, by the real caller.
    priority_code_guesses: CodeGuesses,
    wrong_api_keys: WrongKeys,
    wrong_private_keys: WrongKeys,
    wrong_tokens: WrongTokens,
    retry_after: RetryAfter,
    trusted_proxies: TrustedProxies,
    admin_token: Option<AdminToken>,
}

/// The shared handle to [`AppState`] that every handler gets.
pub type SharedAppState = Arc<AppState>;

/// A room of the configuration that is not open.
#[derive(Debug, Clone)]
struct UnopenedRoom {
    config: Arc<Config>,
    /// The room's index in the configuration.
    at: usize,
}

impl UnopenedRoom {
    /// Returns the room's settings.
    fn definition(&self) -> &RoomDefinition {
        &self.config.rooms[self.at]
    }
}

/// The reason why [`AppState::find`] found no open room.
#[derive(Debug, Clone)]
struct RoomNotFound {
    error: VisitError,
    /// The room, if it is configured and not open.
    unopened: Option<UnopenedRoom>,
}

impl RoomNotFound {
    /// Returns the error about a room that does not exist, or that must look nonexistent.
    fn unknown(error: VisitError) -> Self {
        Self { error, unopened: None }
    }
}

impl From<RoomNotFound> for VisitError {
    fn from(not_found: RoomNotFound) -> Self {
        not_found.error
    }
}

impl AppState {
    /// Returns whether the program contains the browser's part, without which pages in browsers
    /// with scripts wait forever.
    #[must_use]
    pub fn has_browser_part(&self) -> bool {
        self.assets.client.is_some()
    }

    /// Creates the state from its parts.
    #[must_use]
    pub fn new(
        running: RunningConfig,
        (store, store_monitor, clock, entropy): (AnyStore, Arc<StoreMonitor>, Clock, Entropy),
        certificates: Arc<Certificates>,
        (rooms, emails, pushes, oidc): (Rooms, Option<Emails>, Option<WebPushes>, Option<Oidc>),
        languages: Languages,
        pages: Pages,
        assets: Assets,
    ) -> Self {
        let config = running.config();
        Self {
            rooms,
            readiness: Readiness::default(),
            load: Load::default(),
            certificates,
            connections: Arc::new(Connections::new(&config.server)),
            store_monitor,
            emails,
            pushes,
            oidc,
            traffic: TrafficTable::new(entropy.fork(), config.server.show_networks),
            alert_watch: AlertWatch::default(),
            order_passes: OrderPasses::new(store.clone(), entropy.fork()),
            store,
            possession: PossessionKey::new(&config.server.master_key),
            work: WorkKey::new(&config.server.master_key),
            identities: IdentityKey::new(&config.server.master_key),
            bound: BoundAddresses::default(),
            hosts: ArcSwap::from_pointee(Hosts::of(&config)),
            directory: ArcSwap::from_pointee(Directory::of(&config)),
            page_reports: PageReports::default(),
            held_polls: HeldPolls::default(),
            counted_batches: CountedBatches::new(clock.unix_seconds()),
            private_calls: PrivateCalls::default(),
            request_log: RequestLog::default(),
            tokens: TokenCodec::new(&config.server.master_key),
            public_url: config.server.public_url.clone(),
            names_public_url: config.server.names_public_url,
            languages,
            pages,
            assets,
            clock,
            entropy,
            metrics: Metrics::default(),
            integrations: PublishedIntegrations::default(),
            transfer_code_attempts: RateLimit::of_transfer_code_attempts(),
            wrong_sign_ins: WrongKeys::default(),
            transfer_code_requests: RateLimit::of_transfer_code_requests(),
            email_requests: RateLimit::of_email_addresses(),
            paid_email_code_requests: PaidRequests::default(),
            push_requests: RateLimit::of_email_addresses(),
            push_removals: RateLimit::of_email_addresses(),
            beacon_attempts: RateLimit::of_beacon_signatures(),
            verified_signatures: VerifiedSignatures::default(),
            browser_relays: config.server.browser_relays().to_vec(),
            path_prefix: config.server.path_prefix.clone(),
            wrong_keys: WrongKeys::default(),
            wrong_claimed_keys: WrongKeys::default(),
            priority_code_guesses: CodeGuesses::default(),
            wrong_api_keys: WrongKeys::default(),
            wrong_private_keys: WrongKeys::default(),
            wrong_tokens: WrongTokens::default(),
            retry_after: RetryAfter::default(),
            trusted_proxies: config.server.trusted_proxies.iter().copied().collect(),
            admin_token: config.server.admin_token.clone(),
            running,
        }
    }

    /// Reads the places that a browser holds from its cookies.
    fn places(&self, headers: &HeaderMap) -> Places<'_> {
        Places::read(headers, &self.possession)
    }

    /// Returns the table of wrong keys in which a visitor's guesses count. An address that is only
    /// claimed counts separately: otherwise any client could lock out other visitors' browsers.
    fn wrong_keys_of(&self, parts: &Parts) -> &WrongKeys {
        match parts.extensions.get::<ClaimedClient>() {
            Some(ClaimedClient { .. }) => &self.wrong_claimed_keys,
            None => &self.wrong_keys,
        }
    }

    /// Lets pool nodes finish the work they have begun, for at most `patience`, and drops the
    /// store.
    pub async fn close(self, patience: Duration) {
        self.rooms.close(patience).await;
    }

    /// Finds a customer's room, if it answers on the request's host, and loads its state for the
    /// whole request. Ids are compared byte by byte: some connectors sign lower case and check
    /// mixed case, so only lower case exists.
    ///
    /// The error is [`VisitError::Holding`] until the store has been read, since the rooms are
    /// unknown until then, and for a configured room that is not open; it carries that room, so
    /// that a page about the error does not look it up again.
    ///
    /// A hidden room counts as unknown. This function and [`Self::configured`] decide that for all
    /// endpoints. The room's state is loaded once: the request continues with this commit, and no
    /// later stage loads the room again.
    fn find(&self, parts: &Parts, customer: &str, room: &str) -> Result<RoomState, RoomNotFound> {
        if self.readiness.is_starting() {
            return Err(RoomNotFound {
                error: VisitError::Holding,
                unopened: self.configured(parts, customer, room),
            });
        }
        let owner = HostOwner::of(parts);
        let here = owner.is_none_or(|owner| owner.is_customer(customer));
        let found = here.then(|| self.rooms.get(customer, room)).flatten();
        if found.is_none() && (!here || !self.rooms.has_customer(customer)) {
            return Err(RoomNotFound::unknown(VisitError::UnknownCustomer));
        }
        let found = found.map(RoomState::load);
        if found.as_ref().is_some_and(|state| self.hides(state, parts)) {
            return Err(RoomNotFound::unknown(VisitError::UnknownRoom));
        }
        found
            .filter(|_| owner.is_none_or(|owner| owner.has_room(room)))
            .ok_or_else(|| match self.configured(parts, customer, room) {
                Some(unopened) => RoomNotFound {
                    error: VisitError::Holding,
                    unopened: Some(unopened),
                },
                None => RoomNotFound::unknown(VisitError::UnknownRoom),
            })
    }

    /// Returns whether a room hides from a request. A hidden room stays visible to addresses that
    /// bypass it, and looks to blocked addresses like a room that does not exist.
    fn hides(&self, state: &RoomState, parts: &Parts) -> bool {
        state.is_hidden()
            && self
                .rule_for(state, parts)
                .is_none_or(|rule| rule.action != FirewallAction::Bypass)
    }

    /// Returns the firewall's rule for the address that a request comes from. Of the rules for the
    /// addresses that an unknown client can have, a rule that hinders takes precedence, and among
    /// those a rule that refuses.
    fn rule_for<'s>(&self, state: &'s RoomState, parts: &Parts) -> Option<&'s AddressRule> {
        let firewall = &state.settings.firewall;
        if firewall.is_empty() {
            return None;
        }
        let (trusted, now) = (&self.trusted_proxies, state.now().wall);
        if let Some(address) = RequestClient::of(parts, trusted).address {
            return firewall.rule(address, now);
        }
        claimed_addresses(parts, trusted)
            .filter_map(|address| firewall.rule(address, now))
            .filter(|rule| rule.action.is_restrictive())
            .max_by_key(|rule| rule.action == FirewallAction::Block)
    }

    /// Returns the state of every room.
    fn states(&self) -> impl Iterator<Item = RoomState> {
        self.rooms.all().into_iter().map(RoomState::load)
    }

    /// Returns the state of each of a customer's rooms, loaded one by one as the caller gets to it.
    fn states_of(&self, customer: &str) -> impl Iterator<Item = RoomState> {
        let rooms = iter::once_with(move || self.rooms.of_customer(customer));
        rooms.flatten().map(RoomState::load)
    }

    /// Returns a room as it is configured, open or not, if the room answers on the request's host.
    /// Returns `None` for a room that hides until its schedule opens it.
    fn configured(&self, parts: &Parts, customer: &str, room: &str) -> Option<UnopenedRoom> {
        let owner = HostOwner::of(parts);
        if !owner.is_none_or(|owner| owner.is_customer(customer) && owner.has_room(room)) {
            return None;
        }
        let config = self.running.config();
        let mut rooms = config.rooms.iter();
        let at = rooms.position(|found| found.customer.as_str() == customer && found.id.as_str() == room)?;
        let hides = match self.rooms.get(customer, room) {
            Some(open) => self.hides(&RoomState::load(open), parts),
            None => config.rooms[at].life.hides_at(self.clock.wall()),
        };
        (!hides).then_some(UnopenedRoom { config, at })
    }
}
