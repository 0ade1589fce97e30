//! The ten seconds in which a browser without scripts can undo leaving the line.
//!
//! The form of the question's page leads to a page that says so, and that loads the address which
//! gives the place up when the time is over. Until then nothing is recorded on any server: a
//! visitor who goes back to the line keeps place and number, and so does one who closes the page,
//! on any node and through a restart. With scripts the dialog of the waiting page does the same in
//! the browser (`app/src/page/controls.js`).
//!
//! That address is loaded by GET. It carries a tag over the place and the time of the answer, which
//! no page of another site knows, and acts only when a page of this server opens it as a page. It
//! is good for [`VALID_MS`]: a device that slept in the meantime gets the question again. "Undo",
//! whose link has the same tag, revokes it in the browser's cookie
//! ([`leaving_cookie`](super::leaving_cookie)): whatever opens the address afterwards, such as a
//! step back in the history, gets the question. So does the address of an earlier answer.
//!
//! Two limits remain. A visitor who goes back to the line by other ways than "Undo" has undone
//! nothing, and can still open the address. In a browser without cookies nothing revokes it, and so
//! it is good for [`VALID_WITHOUT_COOKIES_MS`] only.

use admission::WallMs;
use protocol::{PossessionKey, QueueId};

use crate::http::paths::LEAVING_PARAMETER;
use crate::http::visit::query::Query;
use crate::http::visitor::leave::leaving_cookie::{LIFETIME_SECONDS, LeavingMemory};

/// The time in which leaving can be undone, milliseconds.
const UNDO_MS: u64 = 10_000;
/// The time after the answer in which the link gives the place up, milliseconds.
const VALID_MS: u64 = 1_000 * LIFETIME_SECONDS;
/// Like [`VALID_MS`], in a browser without cookies, milliseconds.
const VALID_WITHOUT_COOKIES_MS: u64 = 30_000;
/// Added to the time after which the page goes on, seconds. The link back to the line takes effect
/// once its answer has replaced the page, and this is the time that it has in the last moment.
pub(super) const REFRESH_SLACK_SECONDS: u64 = 2;
/// The step that the form of the question's page sends.
pub(super) const BEGIN: &str = "begin";
/// The step of the link "Undo", which the time and the tag follow.
const UNDO_PREFIX: &str = "undo.";

/// A step of leaving the line, as an address names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeavingStep {
    /// The visitor answers the question.
    Begin,
    /// The visitor undoes the answer.
    Undo,
    /// The time to undo an answer of this time is over.
    End(WallMs),
}

/// The effect of a request by the holder of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeaveDecision {
    /// The place is given up.
    GiveUp,
    /// The visitor said at this time to leave, and can undo it.
    Wait(WallMs),
    /// The visitor stays in line, and the link that ends leaving is revoked.
    Undo,
    /// The visitor is asked for confirmation.
    Ask,
}

impl LeavingStep {
    /// Reads the step of a place; `None` if the query names none, or has no tag of this place.
    pub(super) fn read(query: &Query<'_>, key: &PossessionKey, id: &QueueId) -> Option<Self> {
        let value = query.get(LEAVING_PARAMETER)?;
        if value == BEGIN {
            return Some(Self::Begin);
        }
        let undone = value.strip_prefix(UNDO_PREFIX);
        let (asked_at, tag) = undone.unwrap_or(value).split_once('.')?;
        let asked_at = asked_at.parse().ok()?;
        let step = match undone {
            Some(_) => Self::Undo,
            None => Self::End(WallMs(asked_at)),
        };
        key.is_leaving_tag(id, asked_at, tag).then_some(step)
    }

    /// Returns the effect of the step at a time, by the state that the browser remembers.
    pub(super) fn decide(self, now: WallMs, memory: LeavingMemory) -> LeaveDecision {
        let asked_at = match self {
            Self::Begin => return LeaveDecision::Wait(now),
            Self::Undo => return LeaveDecision::Undo,
            Self::End(asked_at) => asked_at,
        };
        let valid_ms = match memory {
            LeavingMemory::Begun(begun_at) if begun_at == asked_at => VALID_MS,
            LeavingMemory::NoCookies => VALID_WITHOUT_COOKIES_MS,
            LeavingMemory::Begun(_) | LeavingMemory::Undone => return LeaveDecision::Ask,
        };
        // The answer can come from a node whose clock is a little ahead.
        match now.0.saturating_sub(asked_at.0) {
            0..UNDO_MS => LeaveDecision::Wait(asked_at),
            elapsed_ms if elapsed_ms <= valid_ms => LeaveDecision::GiveUp,
            _ => LeaveDecision::Ask,
        }
    }
}

/// Returns the value of the parameter by which leaving ends.
pub(super) fn end(key: &PossessionKey, id: &QueueId, asked_at: WallMs) -> String {
    format!("{}.{}", asked_at.0, key.leaving_tag(id, asked_at.0))
}

/// Returns the value of the parameter by which an answer is undone.
pub(super) fn undo(key: &PossessionKey, id: &QueueId, asked_at: WallMs) -> String {
    format!("{UNDO_PREFIX}{}", end(key, id, asked_at))
}

/// Returns for how long leaving can still be undone, whole seconds.
pub(super) fn seconds_left(asked_at: WallMs, now: WallMs) -> u64 {
    let elapsed_ms = now.0.saturating_sub(asked_at.0);
    UNDO_MS.saturating_sub(elapsed_ms).div_ceil(1_000)
}

#[cfg(test)]
mod tests {
    use protocol::MasterKey;

    use super::*;

    const ASKED_AT: WallMs = WallMs(1_700_000_000_123);

    fn after(ms: u64) -> WallMs {
        WallMs(ASKED_AT.0 + ms)
    }

    #[test]
    fn the_link_waits_then_acts_and_then_asks_again() {
        let decide = |ms, memory| LeavingStep::End(ASKED_AT).decide(after(ms), memory);
        let at = |ms| decide(ms, LeavingMemory::Begun(ASKED_AT));
        assert_eq!([0, 1, 9_999].map(at), [LeaveDecision::Wait(ASKED_AT); 3]);
        assert_eq!([10_000, 12_000, 120_000].map(at), [LeaveDecision::GiveUp; 3]);
        assert_eq!([120_001, u64::from(u32::MAX)].map(at), [LeaveDecision::Ask; 2]);
        let before = WallMs(ASKED_AT.0 - 700);
        assert_eq!(
            LeavingStep::End(ASKED_AT).decide(before, LeavingMemory::Begun(ASKED_AT)),
            LeaveDecision::Wait(ASKED_AT)
        );
        let without = |ms| decide(ms, LeavingMemory::NoCookies);
        assert_eq!([0, 9_999].map(without), [LeaveDecision::Wait(ASKED_AT); 2]);
        assert_eq!([10_000, 30_000].map(without), [LeaveDecision::GiveUp; 2]);
        assert_eq!([30_001, 120_000].map(without), [LeaveDecision::Ask; 2]);
    }

    #[test]
    fn an_undo_and_a_later_answer_revoke_the_link() {
        for memory in [LeavingMemory::Undone, LeavingMemory::Begun(after(1))] {
            for ms in [0, 9_999, 10_000, 120_000] {
                let decision = LeavingStep::End(ASKED_AT).decide(after(ms), memory);
                assert_eq!(decision, LeaveDecision::Ask, "{memory:?} after {ms} ms");
            }
            assert_eq!(
                LeavingStep::Begin.decide(after(5), memory),
                LeaveDecision::Wait(after(5))
            );
            assert_eq!(LeavingStep::Undo.decide(after(5), memory), LeaveDecision::Undo);
        }
    }

    #[test]
    fn the_time_that_is_left_ends_at_nothing() {
        let left = |ms| seconds_left(ASKED_AT, after(ms));
        assert_eq!([0, 1, 1_000, 9_001, 10_000, 60_000].map(left), [10, 10, 9, 1, 0, 0]);
    }

    #[test]
    fn a_step_is_read_for_its_own_place_alone() {
        let key = PossessionKey::new(&MasterKey::from_bytes([7; 32]));
        let (own, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        let read = |value: &str, id| {
            let raw = format!("c=demo&e=sale&{LEAVING_PARAMETER}={value}");
            LeavingStep::read(&Query::new(Some(&raw)), &key, id)
        };
        let end = end(&key, &own, ASKED_AT);
        assert_eq!(read(&end, &own), Some(LeavingStep::End(ASKED_AT)));
        assert_eq!(read(&end, &other), None);
        assert_eq!(read(BEGIN, &other), Some(LeavingStep::Begin));
        let undo = undo(&key, &own, ASKED_AT);
        assert_eq!(read(&undo, &own), Some(LeavingStep::Undo));
        assert_eq!(read(&undo, &other), None);
        let (_, tag) = end.split_once('.').expect("a time and a tag");
        let earlier = format!("{}.{tag}", ASKED_AT.0 - 1);
        let untagged = format!("{UNDO_PREFIX}{}", ASKED_AT.0);
        for forged in [
            "",
            ".",
            "1",
            "x.y",
            &earlier,
            tag,
            &ASKED_AT.0.to_string(),
            "undo",
            UNDO_PREFIX,
            &untagged,
        ] {
            assert_eq!(read(forged, &own), None, "{forged}");
        }
    }
}
