//! What people find where there is no line: the room is idle, over, or disabled. One answer for pages and polls.

use admission::Phase;
use protocol::{RedirectType, UnixSeconds};

use super::passage::pass_url;
use super::told::Moment;
use super::trouble::Trouble;
use crate::config::Outside;
use crate::room::{Known, Room, Settings};

/// Where somebody is sent, or what they are shown.
#[derive(Debug, Clone)]
pub(super) enum Way {
    /// A page of ours.
    Stay(Moment),
    /// Elsewhere.
    Go(String),
}

/// What there is instead of a line; `None` while there is one. `target` is where the visitor's link leads.
///
/// # Errors
/// If the room hides, or the target is foreign.
pub(super) fn outside(
    room: &Room,
    settings: &Settings,
    known: Option<&Known>,
    now: UnixSeconds,
    target: impl FnOnce() -> Result<String, Trouble>,
) -> Result<Option<Way>, Trouble> {
    let lifecycle = room.published().snapshot.ledger().lifecycle;
    let life = &settings.room.life;
    let pass = |redirect_type, target: String| Way::Go(pass_url(settings, known, redirect_type, now, &target));
    let (choice, moment, redirect_type) = match lifecycle.phase() {
        _ if lifecycle.is_disabled() => {
            let way = pass(RedirectType::Disabled, target()?);
            known.into_iter().for_each(|known| room.passed_on(known));
            return Ok(Some(way));
        }
        Phase::Idle => (&life.before, Moment::Idle, RedirectType::Idle),
        Phase::PostQueue => (&life.after, Moment::Ended, RedirectType::AfterEvent),
        Phase::PreQueue | Phase::Closed | Phase::Queue => return Ok(None),
    };
    match choice {
        Outside::Page => Ok(Some(Way::Stay(moment))),
        Outside::Target => Ok(Some(pass(redirect_type, target()?))),
        Outside::Special(address) => Ok(Some(Way::Go(address.to_string()))),
        Outside::Hidden => Err(Trouble::UnknownRoom),
    }
}
