//! The presence of visitors: when each place was last heard ([`LastSeen`]), and which visitors were
//! told that it is their turn ([`Front`]).
//!
//! Neither is stored permanently. After a restart every place counts as just heard, and visitors
//! who may have been in front are awaited until a page has had the time to come back. Those of whom
//! nobody knows whether they were told are told once more.
//!
//! A hidden tab wakes once a minute, unless the server holds the page's polls in front. Between two
//! such wakes, the visitor is away: the visitor does not count as present, and nobody waits for the
//! visitor. But the engine remembers that the visitor was told, so the second poll in front is a
//! claim.

mod front;
mod last_seen;

pub use front::{Channel, EXPECTED_MS, FRONT_SILENCE_MS, Front, FrontContact, FrontNews, NETWORK_MS, NotifiedChannels};
pub use last_seen::{LastSeen, MEANWHILE_MS, SILENCE_MS};
