//! `[[pool]]`: rooms that share a capacity, and the site behind them.

use std::sync::Arc;

use admission::occupancy::{SESSION_MS_MAX, SessionsConfig, UNREPORTED_MS};
use admission::share::Weight;
use admission::{PerMinute, WallMs};
use crowdhandler::DomainPattern;
use protocol::Minutes;
use regex::Regex;
use serde::Deserialize;

use super::{ConfigProblems, DeclaredNames};

/// The duration of a session about which the site reports nothing, unless the pool sets another: as
/// long as connectors keep a session.
const SESSION_MINUTES_DEFAULT: i64 = 20;
/// The longest session, minutes.
const SESSION_MINUTES_MAX: i64 = ((SESSION_MS_MAX - UNREPORTED_MS) / 60_000) as i64;
/// The longest id, characters.
const ID_CHARS_MAX: usize = 40;
/// The maximum number of addresses of a site.
const DOMAINS_MAX: usize = 100;
/// The longest expression for pages of completed purchases, bytes.
const CHECKOUT_BYTES_MAX: usize = 500;

/// A pool as configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// The id by which rooms name the pool.
    pub id: String,
    /// New visitors per minute over all its rooms.
    pub rate: Option<PerMinute>,
    /// Whether the rate is lowered while the site is slow.
    pub autotune: bool,
    /// The sessions of visitors inside the site, and the limit on their number (one in, one out);
    /// `None` if they are not counted.
    pub sessions: Option<Sessions>,
    /// The site's addresses; empty if no site makes calls about its visitors.
    pub domains: Vec<DomainPattern>,
    /// The pages of the site on which a purchase is complete.
    pub checkout: Option<Checkout>,
    /// The priority groups in its rooms, the highest first.
    pub groups: Vec<Arc<PriorityGroup>>,
    /// When the stock was last set by the admin API; `None` for the stock of the file.
    pub stock_set_at: Option<WallMs>,
}

/// A priority group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriorityGroup {
    /// The id within the pool.
    pub id: String,
    /// The name that operators and integrations read.
    pub name: String,
    /// The group's share of a room's outflow while visitors of other lanes also wait; the share of
    /// ordinary visitors is 1.
    pub weight: Weight,
}

/// A room's part of a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PoolShare {
    /// The pool's id.
    pub pool: String,
    /// The room's share when rooms compete for the pool.
    pub weight: Weight,
    /// Redirects per minute that the room gets before others if it needs them.
    pub minimum: PerMinute,
    /// The fixed duration of the sessions of redirect tokens; `None` if the pool does not limit
    /// their number.
    pub session: Option<Minutes>,
    /// The pool's priority groups, the highest first; often none.
    pub groups: Vec<Arc<PriorityGroup>>,
}

/// The sessions of visitors inside the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sessions {
    /// The maximum number of visitors inside; `None` for no limit.
    pub max: Option<u64>,
    /// The number of items left to sell, which also limits the number of visitors inside.
    pub stock: Option<u64>,
    /// How long a session lasts after its last activity. The session of a redirect token is never
    /// extended if there is a limit, so that the count is right without reports from the site.
    pub minutes: Minutes,
}

/// The pages of a site on which a purchase is complete.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkout {
    /// A regular expression that their addresses match.
    pub pattern: String,
    /// Whether a visit to such a page ends the session.
    pub ends_session: bool,
}

impl Sessions {
    /// The part of the settings that the engine needs.
    #[must_use]
    pub fn engine(&self) -> SessionsConfig {
        SessionsConfig {
            max_sessions: self.max,
            stock: self.stock,
            validity_ms: u64::from(self.minutes.get()) * 60_000,
        }
    }

    /// The fixed duration of the session of a redirect token; `None` if the number of sessions is
    /// not limited, so that connectors can extend them.
    #[must_use]
    pub(super) fn of_tokens(&self) -> Option<Minutes> {
        self.engine().is_capped().then_some(self.minutes)
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawPool {
    /// The id by which rooms name the pool.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// New visitors per minute over all rooms; default: as many as the rooms allow.
    #[schema(minimum = 0, maximum = 1_000_000)]
    rate: Option<i64>,
    /// Whether fewer people are let through while the site's pages are slow or fail; `rate` is then
    /// the most. Sites tell how long their pages take: by CrowdHandler's API, or by their
    /// connector. Needs `rate`; default false.
    #[serde(default)]
    autotune: bool,
    /// The most people inside; default: not counted.
    #[schema(minimum = 0)]
    max_sessions: Option<i64>,
    /// The duration of a session if people inside are counted; default 20.
    #[schema(minimum = 1)]
    session_minutes: Option<i64>,
    /// The addresses of the site behind the rooms, such as `https://www.example.com`. People inside
    /// are counted then, with or without a limit; default none.
    #[serde(default)]
    #[schema(max_items = 100)]
    domains: Vec<String>,
    /// A regular expression that the addresses of pages match on which a purchase is complete;
    /// default none.
    #[schema(max_length = 500)]
    checkout: Option<String>,
    /// Whether a visit to such a page ends the session; default false.
    #[serde(default)]
    checkout_ends_session: bool,
    /// The number of items left to sell: no more people are let inside than that; default not
    /// limited.
    #[schema(minimum = 0)]
    stock: Option<i64>,
}

impl RawPool {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Pool> {
        let id = problems.take("id", id(self.id.clone()));
        let rate = problems.take("rate", self.rate.map(per_minute).transpose());
        let max = problems.take("max_sessions", self.max_sessions.map(from_zero).transpose());
        let stock = problems.take("stock", self.stock.map(from_zero).transpose());
        let minutes = problems.take("session_minutes", session_minutes(self.session_minutes));
        let domains = self.domains(problems);
        let checkout = self.checkout(problems);
        self.check_autotune(problems);
        let counts = self.max_sessions.is_some() || !self.domains.is_empty();
        for (key, given) in [
            ("session_minutes", self.session_minutes.is_some()),
            ("stock", self.stock.is_some()),
        ] {
            if given && !counts {
                problems.add(
                    key,
                    "sessions are counted with max_sessions or domains only; set one of them, or take this key out",
                );
            }
        }
        let (max, stock, minutes) = (max?, stock?, minutes?);
        Some(Pool {
            id: id?,
            rate: rate?,
            autotune: self.autotune,
            sessions: counts.then_some(Sessions { max, stock, minutes }),
            domains,
            checkout: checkout?,
            groups: Vec::new(),
            stock_set_at: None,
        })
    }

    fn check_autotune(&self, problems: &mut ConfigProblems<'_>) {
        if self.autotune && self.rate.is_none() {
            problems.add(
                "autotune",
                "autotune lowers a rate and never exceeds it; set rate, or take this key out",
            );
        }
    }

    /// The site's addresses; those with problems are left out.
    fn domains(&self, problems: &mut ConfigProblems<'_>) -> Vec<DomainPattern> {
        if self.domains.len() > DOMAINS_MAX {
            problems.add("domains", format!("a site has at most {DOMAINS_MAX} addresses here"));
        }
        let mut domains: Vec<DomainPattern> = Vec::new();
        for (index, address) in self.domains.iter().take(DOMAINS_MAX).enumerate() {
            let key = format!("domains[{index}]");
            let domain: Option<DomainPattern> = problems.take(&key, address.parse());
            match domain {
                Some(domain) if domains.contains(&domain) => problems.add(&key, "the address is in the list already"),
                domain => domains.extend(domain),
            }
        }
        domains
    }

    fn checkout(&self, problems: &mut ConfigProblems<'_>) -> Option<Option<Checkout>> {
        let Some(pattern) = &self.checkout else {
            if self.checkout_ends_session {
                problems.add(
                    "checkout_ends_session",
                    "no page is a checkout; set checkout, or take this key out",
                );
            }
            return Some(None);
        };
        if self.domains.is_empty() {
            problems.add(
                "checkout",
                "only a site tells which page a visitor is on; set domains, or take this key out",
            );
        }
        let pattern = problems.take("checkout", expression(pattern))?;
        Some(Some(Checkout {
            pattern,
            ends_session: self.checkout_ends_session,
        }))
    }
}

fn from_zero(number: i64) -> Result<u64, &'static str> {
    u64::try_from(number).map_err(|_| "a whole number from 0 on is wanted")
}

/// Checks a regular expression.
fn expression(pattern: &str) -> Result<String, String> {
    if pattern.is_empty() || pattern.len() > CHECKOUT_BYTES_MAX {
        return Err(format!("1 to {CHECKOUT_BYTES_MAX} bytes are wanted"));
    }
    match Regex::new(pattern) {
        Ok(_) => Ok(pattern.to_owned()),
        Err(error) => {
            let reason = error.to_string();
            let last = reason.lines().last().unwrap_or_default().trim_start_matches("error: ");
            Err(format!("this is no regular expression: {last}"))
        }
    }
}

/// Checks an id by which other sections name an entry.
pub(super) fn id(text: String) -> Result<String, String> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let sound = !text.is_empty() && text.len() <= ID_CHARS_MAX && text.chars().all(letters);
    sound
        .then_some(text)
        .ok_or_else(|| format!("1 to {ID_CHARS_MAX} of a–z, 0–9 and - are wanted"))
}

fn session_minutes(given: Option<i64>) -> Result<Minutes, String> {
    let given = given.unwrap_or(SESSION_MINUTES_DEFAULT);
    u32::try_from(given)
        .ok()
        .filter(|_| given <= SESSION_MINUTES_MAX)
        .and_then(Minutes::new)
        .ok_or_else(|| format!("a whole number from 1 to {SESSION_MINUTES_MAX} is wanted"))
}

/// Checks a rate that comes from outside.
///
/// # Errors
/// If the rate is out of range.
pub(crate) fn per_minute(rate: i64) -> Result<PerMinute, String> {
    let rate = u32::try_from(rate)
        .ok()
        .map(PerMinute)
        .filter(|rate| *rate <= PerMinute::MAX);
    rate.ok_or_else(|| format!("a rate is a whole number from 0 to {} a minute", PerMinute::MAX.0))
}

/// The part of a room in the pool that it names, with its weight and its minimum.
pub(super) fn share(
    (named, weight_given, minimum_given): (Option<&str>, Option<i64>, Option<i64>),
    pools: &[Pool],
    declared: &DeclaredNames,
    problems: &mut ConfigProblems<'_>,
) -> Option<Option<PoolShare>> {
    let weight = problems.take("weight", weight(weight_given));
    let minimum = problems.take("minimum", per_minute(minimum_given.unwrap_or(0)));
    let Some(named) = named else {
        for (key, given) in [("weight", weight_given), ("minimum", minimum_given)] {
            if given.is_some() {
                problems.add(
                    key,
                    "a room without a pool shares nothing; set pool, or take this key out",
                );
            }
        }
        return Some(None);
    };
    let Some(pool) = pools.iter().find(|pool| pool.id == named) else {
        if !DeclaredNames::has(&declared.pools, named) {
            problems.add("pool", DeclaredNames::no_such("pool", &declared.pools, named));
        }
        return None;
    };
    Some(Some(PoolShare {
        pool: pool.id.clone(),
        weight: weight?,
        minimum: minimum?,
        session: pool.sessions.and_then(|sessions| sessions.of_tokens()),
        groups: pool.groups.clone(),
    }))
}

pub(super) fn weight(given: Option<i64>) -> Result<Weight, &'static str> {
    u16::try_from(given.unwrap_or(1))
        .ok()
        .and_then(Weight::new)
        .ok_or("a whole number from 1 to 65535 is wanted")
}
