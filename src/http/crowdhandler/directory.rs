//! The customers' domains and rooms as CrowdHandler's API sees them: an index of the configuration
//! in force.

use std::collections::HashMap;

use admission::PerMinute;
use admission::autotune::response_ids::ResponseIds;
use crowdhandler::{
    AccountPublicKey, AccountSigner, CallUrl, DomainPattern, PrivateKey, RoomPattern, UrlMatch, UtcTime, VisitCall,
    rooms,
};
use protocol::{CustomerId, MasterKey, Minutes, RoomId, UnixSeconds};
use regex::Regex;

use crate::config::{Config, Pool, PrivateKeyRole, RoomDefinition, Slug};
use crate::rooms::{RoomState, Rooms};

/// `queueActivatesOn` of a room without a start: 2000-01-01T00:00:00Z.
const ALWAYS_ACTIVE: UtcTime = UtcTime(UnixSeconds(946_684_800));

/// All customers that have keys of the API.
#[derive(Debug, Default)]
pub(in crate::http) struct Directory {
    accounts: Vec<Account>,
    /// Indices into `accounts`.
    by_key: HashMap<AccountPublicKey, usize>,
    /// Indices of accounts.
    by_slug: HashMap<String, usize>,
}

/// A customer as the API sees it.
#[derive(Debug)]
pub(super) struct Account {
    /// The customer's id.
    pub(super) customer: CustomerId,
    /// The key that names the customer in calls.
    pub(super) public_key: AccountPublicKey,
    /// Opens the private API.
    private_key: PrivateKey,
    /// The role of the private key there.
    pub(super) role: PrivateKeyRole,
    /// Signs what integrations verify.
    pub(super) signer: AccountSigner,
    /// The customer's domains, in the order of the configuration.
    pub(super) domains: Vec<Domain>,
}

/// A domain of the API: a pool whose rooms protect pages of some hosts.
#[derive(Debug)]
pub(super) struct Domain {
    /// The pool's id.
    pub(super) pool: String,
    /// The registered hosts; the first one is the domain's name.
    patterns: Vec<DomainPattern>,
    /// New visitors per minute over all rooms.
    rate: Option<PerMinute>,
    /// Issues the ids under which pages report their time; `None` where autotune is off.
    pub(super) response_ids: Option<ResponseIds>,
    /// How long a session lasts without a call.
    pub(super) timeout: Minutes,
    /// Remaining stock as configured, if it is tracked.
    stock: Option<u64>,
    /// The pattern of paths and queries at which a session ends, as written.
    pub(super) checkout: String,
    /// [`Self::checkout`], where it ends sessions.
    ends_at: Option<Regex>,
    /// The customer's rooms, in the order of the feed; those that cover no URL are at the end.
    pub(super) rooms: Vec<CoveredRoom>,
}

/// A room of a domain.
#[derive(Debug)]
pub(super) struct CoveredRoom {
    /// The room's id.
    pub(super) room: RoomId,
    /// The room's name in the API.
    pub(super) slug: Slug,
    /// The URLs that it covers.
    pub(super) pattern: RoomPattern,
    /// The time before which it lets nobody in. Signatures cover it.
    pub(super) activates_on: UtcTime,
    /// The target of visitors whose call names no page.
    target: String,
}

impl Directory {
    /// Indexes a configuration.
    #[must_use]
    pub(in crate::http) fn of(config: &Config) -> Self {
        let mut directory = Self::default();
        for customer in &config.customers {
            let Some(keys) = &customer.crowdhandler else { continue };
            let rooms = || config.rooms.iter().filter(|room| room.customer == customer.id);
            let master = &config.server.master_key;
            let domains = config.pools.iter().filter_map(|pool| Domain::of(pool, rooms(), master));
            let account = Account {
                customer: customer.id.clone(),
                public_key: keys.public,
                private_key: keys.private.clone(),
                role: keys.role,
                signer: AccountSigner::new(&keys.private),
                domains: domains.collect(),
            };
            let index = directory.accounts.len();
            directory.by_key.insert(keys.public, index);
            let slugs = account.rooms().map(|(_, room)| (room.slug.to_string(), index));
            directory.by_slug.extend(slugs);
            directory.accounts.push(account);
        }
        directory
    }

    /// Whether any customer has this vendor's integrations.
    pub(super) fn has_accounts(&self) -> bool {
        !self.accounts.is_empty()
    }

    /// Returns the index of the customer with a public key.
    pub(super) fn of_key(&self, key: &str) -> Option<usize> {
        self.by_key.get(&key.parse::<AccountPublicKey>().ok()?).copied()
    }

    /// Returns the index of the customer with a private key. Every key is compared, in a time that
    /// does not depend on where two differ.
    pub(super) fn of_private_key(&self, key: &[u8]) -> Option<usize> {
        let is_shown = |account: &Account| account.private_key.is(key);
        self.accounts.iter().position(is_shown)
    }

    /// Returns whether a key has the form of a public key and belongs to no customer.
    pub(super) fn is_unknown_key(&self, key: &str) -> bool {
        let is_public = key.parse::<AccountPublicKey>().is_ok();
        is_public && self.of_key(key).is_none() && self.of_private_key(key.as_bytes()).is_none()
    }

    /// Returns the index of a customer that has keys of the API.
    pub(super) fn of_customer(&self, customer: &str) -> Option<usize> {
        let mut accounts = self.accounts.iter();
        accounts.position(|account| account.customer.as_str() == customer)
    }

    /// Returns the index of the customer that has a room with this slug. Slugs are unique on a
    /// server.
    pub(super) fn of_slug(&self, slug: &str) -> Option<usize> {
        self.by_slug.get(slug).copied()
    }

    /// Returns the index of the first customer with a domain that a page is on.
    pub(super) fn of_url(&self, url: &CallUrl) -> Option<usize> {
        self.accounts.iter().position(|account| account.domain(url).is_some())
    }

    /// Returns the customer with an index that this directory returned.
    pub(super) fn account(&self, index: usize) -> &Account {
        &self.accounts[index]
    }

    /// Returns whether a pool is a domain.
    pub(super) fn has_pool(&self, pool: &str) -> bool {
        let mut domains = self.accounts.iter().flat_map(|account| &account.domains);
        domains.any(|domain| domain.pool == pool)
    }

    /// Returns whether a page of this origin belongs to a registered domain.
    pub(super) fn has_origin(&self, origin: &str) -> bool {
        self.accounts.iter().any(|account| account.has_origin(origin))
    }
}

impl Account {
    /// Returns whether a page of this origin belongs to one of the customer's domains.
    pub(super) fn has_origin(&self, origin: &str) -> bool {
        let mut patterns = self.domains.iter().flat_map(|domain| &domain.patterns);
        patterns.any(|pattern| pattern.matches_url(origin))
    }

    /// Returns the domain of a URL, with the registered host that matched.
    pub(super) fn domain(&self, url: &CallUrl) -> Option<(&Domain, &DomainPattern)> {
        self.domains.iter().find_map(|domain| {
            let mut patterns = domain.patterns.iter();
            Some((domain, patterns.find(|pattern| pattern.matches(url.host()))?))
        })
    }

    /// Returns the domain that a call is about, with the registered host of its page, and the room
    /// that covers the page; `None` if neither the page nor the slug is known.
    ///
    /// The page decides: visitors can add a slug to the call of an integration that writes their
    /// token into an address without escaping it.
    pub(super) fn covering(&self, call: &VisitCall) -> Option<(&Domain, Option<&DomainPattern>, Option<&CoveredRoom>)> {
        if let Some(url) = &call.url {
            let (domain, pattern) = self.domain(url)?;
            return Some((domain, Some(pattern), domain.covering(url.path_and_query())));
        }
        let (domain, room) = self.room(call.slug.as_deref()?)?;
        Some((domain, None, Some(room)))
    }

    /// Returns the room of a slug.
    pub(super) fn room(&self, slug: &str) -> Option<(&Domain, &CoveredRoom)> {
        self.rooms().find(|(_, room)| room.slug.as_str() == slug)
    }

    /// Returns all rooms with their domains.
    pub(super) fn rooms(&self) -> impl Iterator<Item = (&Domain, &CoveredRoom)> {
        let domains = self.domains.iter();
        domains.flat_map(|domain| domain.rooms.iter().map(move |room| (domain, room)))
    }
}

impl Domain {
    /// Collects the domain of a pool with these rooms; `None` if no room names both the pool and a
    /// slug.
    fn of<'a>(pool: &Pool, rooms: impl Iterator<Item = &'a RoomDefinition>, master: &MasterKey) -> Option<Self> {
        let own = rooms.filter(|room| room.share.as_ref().is_some_and(|share| share.pool == pool.id));
        let covered: Vec<CoveredRoom> = own.filter_map(CoveredRoom::of).collect();
        let sessions = pool
            .sessions
            .filter(|_| !pool.domains.is_empty() && !covered.is_empty())?;
        let (unlisted, listed): (Vec<_>, Vec<_>) = covered
            .into_iter()
            .partition(|room| room.pattern.kind() == UrlMatch::None);
        let mut covered = rooms::feed_order(listed, |room| room.pattern.kind());
        covered.extend(unlisted);
        let checkout = pool.checkout.as_ref();
        let ending = checkout.filter(|checkout| checkout.ends_session);
        let response_key = || master.derive("anteroom response id key 1", &[pool.id.as_str()]);
        Some(Self {
            pool: pool.id.clone(),
            patterns: pool.domains.clone(),
            rate: pool.rate,
            response_ids: pool.autotune.then(|| ResponseIds::new(&response_key())),
            timeout: sessions.minutes,
            stock: sessions.stock,
            checkout: checkout.map(|checkout| checkout.pattern.clone()).unwrap_or_default(),
            ends_at: ending.map(|checkout| Regex::new(&checkout.pattern).expect("checked with the configuration")),
            rooms: covered,
        })
    }

    /// The domain's name: its first host as registered.
    pub(super) fn name(&self) -> &str {
        self.patterns.first().map(DomainPattern::as_str).unwrap_or_default()
    }

    /// The target of a visitor whose call names no page: that of the named room, else that of the
    /// domain's first one. The domain's name is not usable as an address: it can contain a
    /// wildcard.
    pub(super) fn home<'a>(&'a self, room: Option<&'a CoveredRoom>) -> &'a str {
        let room = room.or_else(|| self.rooms.first());
        room.map(|room| room.target.as_str()).unwrap_or_default()
    }

    /// The current rate as calls report it, according to the state of one of the domain's rooms; 0
    /// if only the rooms have one.
    pub(super) fn reported_rate(&self, state: Option<&RoomState>) -> u32 {
        let state = state.filter(|_| self.response_ids.is_some());
        let tuned = state.and_then(|state| state.published.pool.tuned);
        // A rate that the operator just lowered is in force before the pool's next commit.
        let rate = self.rate.map(|rate| tuned.map_or(rate, |tuned| tuned.rate.min(rate)));
        rate.map_or(0, |rate| rate.0)
    }

    /// The stock in answers to calls, according to the state of one of the domain's rooms; `None`
    /// if that room hides it.
    pub(super) fn reported_stock(&self, state: Option<&RoomState>) -> Option<u64> {
        self.stock?;
        let state = state.filter(|state| state.settings.display.stock)?;
        state.published.pool.stock.map(|stock| stock.left)
    }

    /// The state of one of the domain's rooms, for the values that they have in common; `None` if
    /// no room is open. `customer`: the domain's account.
    pub(super) fn any_room(&self, rooms: &Rooms, customer: &CustomerId) -> Option<RoomState> {
        let mut own = self.rooms.iter();
        own.find_map(|room| room.state(rooms, customer))
    }

    /// The registered hosts.
    pub(super) fn patterns(&self) -> &[DomainPattern] {
        &self.patterns
    }

    /// Returns the room that covers a path with its query: the first one in the order of the feed.
    pub(super) fn covering(&self, path_and_query: &str) -> Option<&CoveredRoom> {
        self.rooms.iter().find(|room| room.pattern.matches(path_and_query))
    }

    /// Returns whether a path with its query is where sessions end.
    pub(super) fn is_checkout(&self, path_and_query: &str) -> bool {
        self.ends_at
            .as_ref()
            .is_some_and(|pattern| pattern.is_match(path_and_query))
    }
}

impl CoveredRoom {
    fn of(room: &RoomDefinition) -> Option<Self> {
        let coverage = room.coverage.as_ref()?;
        Some(Self {
            room: room.id.clone(),
            slug: coverage.slug.clone(),
            pattern: coverage.pattern.clone(),
            activates_on: activates_on(room),
            target: room.target_url.fill(|_| None),
        })
    }

    /// The room's state, for answers that no visit precedes; `None` if the room is not open.
    /// `customer`: the account of its domain.
    pub(super) fn state(&self, rooms: &Rooms, customer: &CustomerId) -> Option<RoomState> {
        rooms.get(customer.as_str(), self.room.as_str()).map(RoomState::load)
    }

    /// Returns whether the room covers every URL of its domain.
    pub(super) fn is_catch_all(&self) -> bool {
        self.pattern.kind() == UrlMatch::All
    }

    /// Returns whether the room covers no URL, so that visitors whose calls name it are let in.
    pub(super) fn is_switched_off(&self) -> bool {
        self.pattern.kind() == UrlMatch::None
    }
}

/// The time before which a room lets nobody in.
pub(super) fn activates_on(room: &RoomDefinition) -> UtcTime {
    let start = room.life.schedule.start;
    start.map_or(ALWAYS_ACTIVE, |start| UtcTime(UnixSeconds(start.seconds())))
}
