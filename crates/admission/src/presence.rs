//! Who is there: when each place was last heard ([`LastSeen`]), and who stands in front
//! ([`Front`]).
//!
//! Neither is stored for good. After a restart everybody is taken as just heard.
//!
//! A hidden tab wakes once a minute. Between two polls it is away: it is not counted as present and
//! nobody waits for it; but what it was told stays known, so its second poll in front is a claim.

mod front;
mod seen;

pub use front::{Channel, EXPECTED_MS, FRONT_SILENCE_MS, Front, FrontContact, FrontNews, NotifiedChannels};
pub use seen::{LastSeen, MEANWHILE_MS, SILENCE_MS};
