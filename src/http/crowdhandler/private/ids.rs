//! The ids of the API, made from the configuration's ids: `dom_` and a pool's id, `room_` and a
//! room's, `tmp_` and a theme's name, `ses_` with room, run, number and lane, `grp_` with pool and
//! group, `code_` with pool, group and the code's hash. They stay the same as long as those do.

use std::fmt;

use admission::{Number, Run};

use super::ApiFault;
use super::caller::PrivateCaller;
use crate::http::admin::GroupPath;
use crate::http::crowdhandler::directory::{CoveredRoom, Domain};
use crate::rooms::SessionKey;
use crate::rooms::codes::CodeId;

const DOMAIN: &str = "dom_";
const ROOM: &str = "room_";
/// The prefix of rooms in the vendor's feed.
const FEED_ROOM: &str = "rom_";
const TEMPLATE: &str = "tmp_";
const SESSION: &str = "ses_";
const GROUP: &str = "grp_";
const CODE: &str = "code_";

/// The session of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) struct SessionId<'a> {
    /// The room's id.
    pub(super) room: &'a str,
    pub(super) key: SessionKey,
}

impl fmt::Display for SessionId<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SessionKey { run, lane, number } = self.key;
        write!(f, "{SESSION}{}_{}_{}", self.room, run.0, number.0)?;
        match lane {
            0 => Ok(()),
            lane => write!(f, "_{lane}"),
        }
    }
}

impl<'a> SessionId<'a> {
    /// Reads an id; `None` for any other text, such as a visitor's token.
    pub(in crate::http) fn read(id: &'a str) -> Option<Self> {
        let mut parts = id.strip_prefix(SESSION)?.split('_');
        let room = parts.next()?;
        let run = Run(parts.next()?.parse().ok()?);
        let number = Number(parts.next()?.parse().ok()?);
        let lane = parts.next().map_or(Some(0), |lane| lane.parse().ok())?;
        let key = SessionKey { run, lane, number };
        parts.next().is_none().then_some(Self { room, key })
    }
}

/// Returns the id of a domain.
pub(super) fn domain(pool: &str) -> String {
    format!("{DOMAIN}{pool}")
}

/// Returns the id of a room.
pub(super) fn room(room: &str) -> String {
    format!("{ROOM}{room}")
}

/// Returns the id of a template.
pub(super) fn template(theme: &str) -> String {
    format!("{TEMPLATE}{theme}")
}

/// Returns the theme of a template's id.
pub(super) fn theme_of(id: &str) -> Option<&str> {
    id.strip_prefix(TEMPLATE)
}

/// Returns the id of a priority group. Ids of the configuration have no underscores.
pub(super) fn group(pool: &str, group: &str) -> String {
    format!("{GROUP}{pool}_{group}")
}

/// Returns the id of a code.
pub(super) fn code(group: &GroupPath, id: CodeId) -> String {
    format!("{CODE}{}_{}_{id}", group.pool, group.group)
}

/// Returns the code of a group that an id names.
pub(super) fn code_of(group: &GroupPath, id: &str) -> Option<CodeId> {
    let rest = id.strip_prefix(CODE)?.strip_prefix(group.pool.as_str())?;
    let rest = rest.strip_prefix('_')?.strip_prefix(group.group.as_str())?;
    rest.strip_prefix('_')?.parse().ok()
}

/// Returns whether an id is that of a domain.
pub(super) fn is_domain(id: &str) -> bool {
    id.starts_with(DOMAIN)
}

impl PrivateCaller {
    /// Finds a domain of the account.
    pub(super) fn domain(&self, id: &str) -> Result<&Domain, ApiFault> {
        let pool = id.strip_prefix(DOMAIN);
        let mut domains = self.account().domains.iter();
        let found = pool.and_then(|pool| domains.find(|domain| domain.pool == pool));
        found.ok_or_else(|| ApiFault::not_found("This account has no such domain; GET /v1/domains lists them all."))
    }

    /// Finds a room of the account. The public feed shows rooms without a prefix.
    pub(super) fn room(&self, id: &str) -> Result<(&Domain, &CoveredRoom), ApiFault> {
        let bare = id
            .strip_prefix(ROOM)
            .or_else(|| id.strip_prefix(FEED_ROOM))
            .unwrap_or(id);
        let mut rooms = self.account().rooms();
        let found = rooms.find(|(_, room)| room.room.as_str() == bare);
        found.ok_or_else(|| {
            let text = "This account has no such room; GET /v1/rooms with the private key lists them all.";
            ApiFault::not_found(text)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_of_sessions_are_read_back() {
        for (lane, text) in [(0, "ses_sale_2_41"), (3, "ses_sale_2_41_3")] {
            let (run, number) = (Run(2), Number(41));
            let key = SessionKey { run, lane, number };
            let id = SessionId { room: "sale", key };
            assert_eq!(id.to_string(), text);
            assert_eq!(SessionId::read(text), Some(id));
        }
        for other in [
            "tok0M7SBFAp9J8kK",
            "ses_sale_2",
            "ses_sale_2_x",
            "ses_sale_2_41_",
            "ses_sale_2_41_256",
            "ses_sale_2_41_1_1",
            "ses_sale_99999_1",
            "",
        ] {
            assert_eq!(SessionId::read(other), None, "{other}");
        }
    }
}
