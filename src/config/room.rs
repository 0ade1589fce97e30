//! `[[room]]`: one waiting room.

mod announcement;
mod check;
mod limits;
mod pastimes;
mod targets;

use std::sync::Arc;

use admission::PerMinute;
use protocol::{CustomerId, Minutes, RoomId, SecretKey};
use serde::Deserialize;

pub use announcement::MESSAGE_CHARS_MAX;
use announcement::RawAnnouncement;
pub use pastimes::OfferedPastimes;

use super::access::suspects::RawSuspects;
use super::joining::price::RawPrice;
use super::{
    Branding, Coverage, Display, EntryId, HostName, Joining, Life, PoolShare, PriceRules, PriorityGroup, timestamp,
};
use crate::announcement::Announcement;
use crate::firewall::Firewall;
use crate::target::{TargetHost, TargetTemplate};
use crate::traffic::SuspectPolicy;

/// A waiting room as configured by the file and the admin API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoomDefinition {
    /// The customer that the room belongs to.
    pub customer: CustomerId,
    /// The room's id, `e` in URLs.
    pub id: RoomId,
    /// The room's displayed name.
    pub name: String,
    /// The address that visitors go to; `{key}` is filled from `t_key`.
    pub target_url: TargetTemplate,
    /// The hosts that `t` can point to; with a slug, also the domains of the room's pool.
    pub target_hosts: Vec<TargetHost>,
    /// Redirects per minute.
    pub max_outflow: PerMinute,
    /// The operator's message to all waiting visitors; default none.
    pub message: Option<Announcement>,
    /// The maximum number of redirects of one place.
    pub redirects_max: u8,
    /// The name of the theme.
    pub theme: String,
    /// The room's own logo and colour, or else its customer's.
    pub branding: Branding,
    /// The language of the pages unless the visitor's link names another.
    pub culture: String,
    /// Whether the browser's languages come before the room's culture.
    pub detect_language: bool,
    /// Whether redirect tokens are bound to the visitor's address.
    pub bind_address: bool,
    /// The key that signs this room's tokens: its own, or its customer's.
    pub secret_key: SecretKey,
    /// The times at which the room opens and ends, and the answers before and after.
    pub life: Life,
    /// The rules for joining the room and for passing it.
    pub joining: Joining,
    /// The rules for visitors' addresses.
    pub firewall: Firewall,
    /// The action for newcomers with a high score.
    pub suspects: SuspectPolicy,
    /// The number of orders for which a visitor's pass is valid.
    pub orders_per_pass: u8,
    /// The price of a place.
    pub price: PriceRules,
    /// The room's part of a pool.
    pub share: Option<PoolShare>,
    /// The room as CrowdHandler's API sees it.
    pub coverage: Option<Coverage>,
    /// The maximum number of waiting visitors; `None` for no limit.
    pub capacity: Option<u64>,
    /// Whether nodes let visitors through by themselves for a few seconds when the store is
    /// unavailable.
    pub leases: bool,
    /// How long before the turn an e-mail is sent; `None` if the room sends none.
    pub email_lead: Option<Minutes>,
    /// How long before the turn a web push is sent; `None` if the room sends none.
    pub push_lead: Option<Minutes>,
    /// How long a visitor can step aside when it is nearly their turn, milliseconds; 0 if not at
    /// all.
    pub hold_ms: u64,
    /// The pastimes that the pages offer to waiting visitors.
    pub pastimes: OfferedPastimes,
    /// The elements that the page shows.
    pub display: Display,
    /// Hosts that serve this room only, in addition to its customer's hosts and the server's own;
    /// default none.
    pub hosts: Vec<HostName>,
    /// Whether the room's status is public.
    pub public_status: bool,
    /// Whether the service's own status page names the room.
    pub listed: bool,
    /// Rises with every change by the admin API; 1 if the room is as in the file.
    pub version: u64,
}

impl RoomDefinition {
    /// The room's name among those of all customers, `customer/room`, as in the log, the audit log
    /// and the pool's records.
    #[must_use]
    pub fn full_name(&self) -> String {
        EntryId::room(self.customer.as_str(), self.id.as_str()).id
    }

    /// The priority groups of the room's pool, the highest first; none without a shared pool.
    #[must_use]
    pub fn groups(&self) -> &[Arc<PriorityGroup>] {
        self.share.as_ref().map_or(&[], |share| &share.groups)
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawRoom {
    /// The customer that the room belongs to.
    #[schema(pattern = "^[A-Za-z0-9-]{1,50}$")]
    customer: String,
    /// The room's id, `e` in URLs.
    #[schema(pattern = "^[a-z0-9]{3,20}$")]
    id: String,
    /// The room's name for people, at most 200 characters without a line break; default the id.
    name: Option<String>,
    /// The address that visitors go to; `{key}` is filled from `t_key`.
    target_url: String,
    /// The hosts that `t` can point to; default the target's own host. A room with a slug also
    /// leads to the `domains` of its pool.
    #[serde(default)]
    target_hosts: Vec<String>,
    /// Redirects per minute; 0 holds everybody.
    #[schema(minimum = 0, maximum = 1_000_000)]
    max_outflow: i64,
    /// The operator's message to everybody who waits; default none.
    #[serde(default)]
    #[schema(schema_with = announcement::schema)]
    message: Option<RawAnnouncement>,
    /// The most redirects of one place; default 5.
    #[schema(minimum = 1, maximum = 255)]
    max_redirects: Option<i64>,
    /// Whether visitors see the room while there is no line: `always` (default), `at-peak` (default
    /// with `slug`, where the pool has neither `max_sessions` nor `stock`), `at-peak-burst`.
    visibility: Option<String>,
    /// The time at which the room opens; default now.
    #[serde(default, deserialize_with = "timestamp::read")]
    #[schema(format = DateTime)]
    start: Option<String>,
    /// The time before the start at which the pre-queue opens; default 0.
    #[schema(minimum = 0, maximum = 1_440)]
    prequeue_minutes: Option<i64>,
    /// The time at which the room ends; default never.
    #[serde(default, deserialize_with = "timestamp::read")]
    #[schema(format = DateTime)]
    end: Option<String>,
    /// The outflow of the first minute: `full` (default) or `even`.
    opening: Option<String>,
    /// The public beacon that decides the draw of the pre-queue together with a secret: `quicknet`
    /// (drand's); default none.
    draw_beacon: Option<String>,
    /// The answer to visitors while the room is idle: `page` (default), `target`, `hidden`, or an
    /// address.
    before: Option<String>,
    /// The answer to visitors when the room is over: `page` (default), `target`, or an address.
    after: Option<String>,
    /// The time for which a reached number stays valid while nobody comes for it; default: for the
    /// whole run.
    #[schema(minimum = 4, maximum = 10_080)]
    number_valid_minutes: Option<i64>,
    /// Arrivals within this many seconds are drawn among themselves; default: strict order of
    /// arrival.
    #[schema(minimum = 5, maximum = 3_600)]
    fairness_seconds: Option<i64>,
    /// The name of a theme that the server knows; default `default`.
    theme: Option<String>,
    /// A picture beside the configuration or in the themes' directory; default the customer's, else
    /// the theme's.
    logo: Option<String>,
    /// The brand's colour, such as `#0b57d0`; default the customer's, else the theme's.
    #[schema(pattern = "^#[0-9A-Fa-f]{6}$")]
    color: Option<String>,
    /// The language of the pages unless the visitor's link names another; default `en-US`.
    culture: Option<String>,
    /// Whether the browser's languages come before the room's culture; default false.
    #[serde(default)]
    detect_language: bool,
    /// Whether redirect tokens are bound to the visitor's address, for connectors that check `hip`;
    /// default false.
    #[serde(default)]
    bind_address: bool,
    /// The pool that the room shares; default none.
    pool: Option<String>,
    /// The room's share when rooms compete for the pool; default 1.
    #[schema(minimum = 1, maximum = 65_535)]
    weight: Option<i64>,
    /// Redirects per minute that the room gets before other rooms of the pool; default 0.
    #[schema(minimum = 0, maximum = 1_000_000)]
    minimum: Option<i64>,
    /// The most people who wait: newcomers beyond it are told that the room is full; default no
    /// limit.
    #[schema(minimum = 1)]
    capacity: Option<i64>,
    /// Whether people are let through for up to ten seconds more when the store does not answer;
    /// default false. Not for a room of a pool.
    #[serde(default)]
    leases: bool,
    /// The key that signs this room's tokens; default the customer's. Never shown.
    #[schema(min_length = 1, write_only)]
    secret_key: Option<String>,
    /// Whether newcomers need a valid enqueue token; default false.
    #[serde(default)]
    require_enqueue_token: bool,
    /// Whether newcomers need a key on the room's list; default false.
    #[serde(default)]
    invite_only: bool,
    /// The rule for a visitor's key: `none` (default, unless `invite_only` is set), `required`,
    /// `unique`.
    visitor_key: Option<String>,
    /// The newcomers who need a key: `entry` (default), everybody who enters; `prequeue`, only
    /// those who come before the start.
    visitor_key_at: Option<String>,
    /// The way in which newcomers prove an identity, for one place each: `none` (default), `email`
    /// (by a code that is sent to an address; needs `[smtp]` in the server's file), `oidc` (by
    /// signing in at the provider of `[oidc]` in the server's file).
    identity: Option<String>,
    /// The visitors who are asked: `entry` (default), everybody who enters; `prequeue`, only those
    /// who come before the start.
    identity_at: Option<String>,
    /// Address groups whose visitors pass the room; default none.
    #[serde(default)]
    bypass_ip_groups: Vec<String>,
    /// CrowdHandler's name for the room, the path of its waiting page; default: that API does not
    /// see the room.
    #[schema(pattern = "^[a-z0-9][a-z0-9-]{0,99}$")]
    slug: Option<String>,
    /// The URLs of its pool's domains that the room protects for CrowdHandler's API: `all`,
    /// `contains`, `contains-not`, `regex`, `regex-not`, `none`; needed with `slug`.
    url_match: Option<String>,
    /// The text or the regular expression of `url_match`, compared with path and query.
    #[schema(max_length = 2048)]
    url_pattern: Option<String>,
    /// Whether visitors can leave an address and get an e-mail shortly before their turn; default
    /// false. Needs `[smtp]` in the server's file.
    #[serde(default)]
    email: bool,
    /// How many minutes before the expected turn that e-mail leaves; default 10.
    #[schema(minimum = 1, maximum = 120)]
    email_minutes: Option<i64>,
    /// Whether visitors can be notified by their browser's push service, also with the page closed;
    /// default false. Needs `[push]` in the server's file.
    #[serde(default)]
    push: bool,
    /// How many minutes before the expected turn that notification leaves; default 3.
    #[schema(minimum = 1, maximum = 120)]
    push_minutes: Option<i64>,
    /// For how many minutes a visitor can step aside when it is nearly their turn, and keep the
    /// place; default 0, not at all. Less than `number_valid_minutes`.
    #[schema(minimum = 0, maximum = 30)]
    hold_minutes: Option<i64>,
    /// How many orders a visitor's pass is good for, where the site's checkout asks; default 1.
    #[schema(minimum = 1, maximum = 20)]
    orders_per_pass: Option<i64>,
    /// Whether everybody can see the room's status; default true.
    public_status: Option<bool>,
    /// Whether the service's own status page names the room; default false, since a sale may not be
    /// announced yet.
    #[serde(default)]
    listed: bool,
    /// Hosts that serve this room only; default none.
    #[serde(default)]
    #[schema(max_items = 100)]
    hosts: Vec<String>,
    /// The pastimes that the pages offer to visitors who wait: tables of the theme's
    /// `pastimes.toml`, or `game`; default none.
    #[serde(default)]
    #[schema(max_items = 5)]
    pastimes: Vec<String>,
    /// The hosts whose pages pastimes can show, when a visitor asks for them; default none.
    #[serde(default)]
    #[schema(max_items = 20)]
    embed_hosts: Vec<String>,
    #[serde(default)]
    #[schema(inline)]
    suspects: RawSuspects,
    #[serde(default)]
    #[schema(inline)]
    display: Display,
    #[serde(default)]
    #[schema(inline)]
    price: RawPrice,
}
