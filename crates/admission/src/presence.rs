//! The presence of visitors: the time of each place's last request ([`LastSeen`]), and the visitors
//! who were notified of their turn ([`Front`]).
//!
//! Neither is stored permanently. After a restart every place counts as if it had just polled, and
//! the line waits for visitors who may have been in front until a page has had the time to poll
//! again. Visitors whose notification is uncertain are notified once more.
//!
//! A hidden tab wakes once a minute, unless the server holds the page's polls in front. Between two
//! such wakes, the visitor is away: such a visitor does not count as present, and the line does not
//! wait for the next poll. The engine keeps the notification, however, so the second poll in front
//! is a claim.

mod front;
mod last_seen;

pub use front::{Channel, EXPECTED_MS, FRONT_SILENCE_MS, Front, FrontContact, FrontNews, NETWORK_MS, NotifiedChannels};
pub use last_seen::{LastSeen, MEANWHILE_MS, SILENCE_MS};
