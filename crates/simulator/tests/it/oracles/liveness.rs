//! A visitor who was told that it is their turn is let in within two permit periods and two polls,
//! unless others go first or something excuses it.

use admission::Control;
use simulator::oracle::{Fact, OracleContext};

use super::{breaks, given, grant, order, shown, tell, tell_in};

/// Two periods at 60 a minute, two polls, and the slack.
const ALLOWED_MS: u64 = 2_000 + 4_000 + 1_000;

fn told(ms: u64, number: u64) -> (u64, Fact) {
    let (at, mut fact) = shown(ms, number, number, 1_000, None);
    if let Fact::Shown { first, .. } = &mut fact {
        *first = true;
    }
    (at, fact)
}

fn kept(ms: u64) -> (u64, Fact) {
    (ms, Fact::Durable { commit: 1, wall: ms })
}

/// Returns a visitor who is told the turn at 0 and polls until a later commit, and what else
/// happens.
fn story(then: &[(u64, Fact)], judged_at_ms: u64) -> Vec<(u64, Fact)> {
    let polls = (0..judged_at_ms).step_by(2_000).map(|ms| told(ms, 0));
    let mut facts: Vec<_> = polls.chain(then.iter().cloned()).chain([kept(judged_at_ms)]).collect();
    facts.sort_by_key(|(ms, _)| *ms);
    [vec![given(3)], facts].concat()
}

#[test]
fn a_notified_visitor_is_let_in_in_time() {
    assert_eq!(tell(&story(&[], ALLOWED_MS)), None);
    breaks(15, "0 was told the turn", &story(&[], ALLOWED_MS + 1));
    assert_eq!(tell(&story(&[grant(4_000, 0)], 60_000)), None);
    breaks(15, "0 was told the turn", &story(&[grant(4_000, 1)], ALLOWED_MS + 1));
    let late = (6_500, Fact::Late { place: 0 });
    assert_eq!(
        tell(&story(&[late], 6_500 + ALLOWED_MS)),
        None,
        "whoever is late starts anew"
    );
    assert_eq!(tell(&[given(3), told(0, 0), kept(60_000)]), None, "nobody asks");
}

#[test]
fn a_permit_for_a_lower_number_starts_the_clock_again() {
    let lower = |ms| {
        let polls = [(0, 2), (4_000, 1), (8_000, 1)].map(|(ms, ahead)| {
            let (ms, mut fact) = told(ms, 2);
            if let Fact::Shown { ahead: shown, .. } = &mut fact {
                *shown = ahead;
            }
            (ms, fact)
        });
        let [first, later, last] = polls;
        [given(3), first, grant(3_000, 1), later, last, kept(ms)]
    };
    assert_eq!(tell(&lower(3_000 + ALLOWED_MS)), None);
    breaks(15, "2 was told the turn", &lower(3_001 + ALLOWED_MS));
}

#[test]
fn an_interruption_starts_the_clock_again_when_it_is_over() {
    let paused = [(1_000, order(Control::Pause)), (90_000, order(Control::Resume))];
    let returns_ms = 4_500;
    assert_eq!(tell(&story(&paused, 90_000 + returns_ms + ALLOWED_MS)), None);
    breaks(15, "", &story(&paused, 90_001 + returns_ms + ALLOWED_MS));
    let failed = [(4_000, Fact::Excused)];
    assert_eq!(tell(&story(&failed, 4_000 + returns_ms + ALLOWED_MS)), None);
}

#[test]
fn a_node_that_waits_for_a_late_reply_excuses_those_who_ask_it_and_those_behind_them() {
    let excused_ms = 4_000 + 4_500 + ALLOWED_MS;
    let failed = |node| (4_000, Fact::NodeFailed { node });
    assert_eq!(tell(&story(&[failed(0)], excused_ms)), None);
    breaks(15, "0 was told the turn", &story(&[failed(0)], excused_ms + 1));
    // A visitor who asks the other node.
    let beside = |number: u64, diligent: bool, polls_until: u64| {
        (0..polls_until).step_by(2_000).map(move |ms| {
            let (ms, mut fact) = told(ms, number);
            if let Fact::Shown {
                node, diligent: keeps, ..
            } = &mut fact
            {
                (*node, *keeps) = (1, diligent);
            }
            (ms, fact)
        })
    };
    let behind: Vec<_> = beside(1, true, ALLOWED_MS).chain([failed(1)]).collect();
    breaks(15, "0 was told the turn", &story(&behind, ALLOWED_MS + 1));
    // A visitor in front of all others who does not poll on time.
    let ahead = |judged_at_ms: u64| {
        let polls = (0..judged_at_ms).step_by(2_000).map(|ms| told(ms, 2));
        let mut facts: Vec<_> = polls.chain(beside(1, false, judged_at_ms)).collect();
        facts.extend([failed(1), kept(judged_at_ms)]);
        facts.sort_by_key(|(ms, _)| *ms);
        [vec![given(3)], facts].concat()
    };
    assert_eq!(tell(&ahead(excused_ms)), None);
    breaks(15, "2 was told the turn", &ahead(excused_ms + 1));
}

#[test]
fn a_slow_network_and_others_who_share_allow_more_periods() {
    let slow = OracleContext {
        gap_ms: 600,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&slow, &story(&[], 8_000 + ALLOWED_MS)), None);
    let shares = OracleContext {
        lines: 3,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&shares, &story(&[], 4_000 + ALLOWED_MS)), None);
    assert!(tell_in(&shares, &story(&[], 4_001 + ALLOWED_MS)).is_some());
}
