//! Moments of a room's life, by schedule and by order, that charts mark.

use admission::config::{CUT_OFF_AFTER_START_MS, FLOW_AFTER_START_MS};
use serde::Serialize;

use crate::scenario::{Act, RoomOpening, Scenario};

/// How many seconds after T the judgement of a start's flow begins, because a full opening lets no
/// visitor through shortly before.
const EVEN_AFTER_S: u64 = 90;

/// A change of the room.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Moment {
    /// The second.
    pub at_s: u64,
    /// A description.
    pub what: String,
}

/// Returns the moments of a scenario, in order.
pub(super) fn of(scenario: &Scenario) -> Vec<Moment> {
    let room = &scenario.room;
    let mut moments = Vec::new();
    let mut add = |at_s, what: &str| {
        let what = what.to_owned();
        moments.push(Moment { at_s, what });
    };
    if let Some(start_s) = room.start_s {
        if room.prequeue_s > 0 {
            add(start_s.saturating_sub(room.prequeue_s), "the pre-queue opens");
        }
        add(start_s, "T, the start");
        add(
            start_s + CUT_OFF_AFTER_START_MS / 1_000,
            "the pre-queue closes; the draw",
        );
        add(start_s + FLOW_AFTER_START_MS / 1_000, "the first are let through");
        if room.opening == RoomOpening::Full {
            add(start_s + EVEN_AFTER_S, "from here on evenly");
        }
    }
    if let Some(end_s) = room.end_s {
        add(end_s, "the room ends");
    }
    for order in &scenario.operator {
        add(order.at_s, &words(order.action));
    }
    moments.sort_by_key(|moment| moment.at_s);
    moments
}

fn words(action: Act) -> String {
    match action {
        Act::Pause => "the operator pauses".to_owned(),
        Act::Resume => "the operator resumes".to_owned(),
        Act::Disable => "the operator disables the room".to_owned(),
        Act::Enable => "the operator enables the room".to_owned(),
        Act::End => "the operator ends the room".to_owned(),
        Act::Reset => "the operator begins a new run".to_owned(),
        Act::MaxOutflow(rate) => format!("the operator sets {rate} a minute"),
        Act::PoolRate(rate) => format!("the operator sets {rate} a minute for the pool"),
        Act::MaxSessions(most) => format!("the operator allows {most} inside"),
        Act::Stock(left) => format!("the operator has {left} left to sell"),
        Act::SiteRate(rate) => format!("the operator sets {rate} a minute for the site"),
        Act::EndSessions(count) => format!("the operator ends {count} sessions"),
    }
}

/// Returns the second from which on the use of permits counts.
pub(super) fn measure_from_s(scenario: &Scenario) -> u64 {
    let even_s = scenario.room.start_s.map_or(0, |start_s| start_s + EVEN_AFTER_S);
    scenario.measure_from_s.max(even_s)
}

/// Returns the second from which on estimates count: with a start, from the draw on, because
/// estimates have to include the opening.
pub(super) fn shown_from_s(scenario: &Scenario) -> u64 {
    let cut_off_s = scenario
        .room
        .start_s
        .map(|start_s| start_s + CUT_OFF_AFTER_START_MS / 1_000);
    cut_off_s.unwrap_or(scenario.measure_from_s)
}
