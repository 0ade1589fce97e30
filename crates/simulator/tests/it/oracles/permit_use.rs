//! While three visitors in front poll on time, at most one in a hundred permits lapses, unless
//! something excuses it.

use simulator::oracle::{Fact, OracleContext};

use super::{breaks, given, grant, shown, tell, tell_in};

/// The poll interval of visitors in front, in milliseconds.
const POLL_MS: u64 = 2_000;
/// The time between two commits, in milliseconds.
const COMMIT_MS: u64 = 500;
/// Half of the 60 permits a minute.
const HALF_MS: u64 = 2_000;
const WORDS: &str = "permits lapsed while 3 visitors";

/// A line in which the lowest number is let in at regular intervals.
struct EvenLine {
    /// The lowest number of those who ask; nobody below asks.
    first: u64,
    /// How many visitors are told the turn and ask at a time.
    in_front: u64,
    /// The time from one grant to the next.
    period_ms: u64,
    end_ms: u64,
}

impl EvenLine {
    const HALF_USED: Self = Self {
        first: 0,
        in_front: 8,
        period_ms: HALF_MS,
        end_ms: 30_000,
    };
    /// As many are let in as the bound allows, for a quarter of an hour.
    const USED: Self = Self {
        first: 0,
        in_front: 9,
        period_ms: 1_007,
        end_ms: 900_000,
    };

    /// Returns the story of the line, with further facts.
    fn story(&self, more: &[(u64, Fact)]) -> Vec<(u64, Fact)> {
        let Self {
            first,
            in_front,
            period_ms,
            end_ms,
        } = *self;
        let commit = |ms| {
            let kept = Fact::Durable { commit: 1, wall: ms };
            (ms, kept)
        };
        let mut facts: Vec<_> = (0..end_ms).step_by(COMMIT_MS as usize).map(commit).collect();
        facts.extend_from_slice(more);
        for nth in 0..end_ms / period_ms + in_front {
            let granted_ms = (nth + 1) * period_ms;
            let told_ms = granted_ms.saturating_sub(in_front * period_ms);
            let polls = (told_ms..granted_ms.min(end_ms)).step_by(POLL_MS as usize);
            facts.extend(polls.map(|ms| {
                let through = (ms / period_ms).min(nth);
                let (ms, mut fact) = shown(ms, first + nth, first + nth - through, 1_000, None);
                if let Fact::Shown { first, .. } = &mut fact {
                    *first = true;
                }
                (ms, fact)
            }));
            if granted_ms < end_ms {
                facts.extend([commit(granted_ms), grant(granted_ms, first + nth)]);
            }
        }
        facts.sort_by_key(|(ms, fact)| (*ms, matches!(fact, Fact::Shown { .. })));
        [vec![given(2_000)], facts].concat()
    }
}

#[test]
fn permits_that_lapse_beside_visitors_who_ask_are_noticed() {
    breaks(15, WORDS, &EvenLine::HALF_USED.story(&[]));
}

#[test]
fn permits_that_are_used_as_the_bound_allows_are_enough() {
    assert_eq!(tell(&EvenLine::USED.story(&[])), None);
}

/// The last minute then holds 59 grants or 60, so that it seems full at times.
#[test]
fn two_lost_in_a_hundred_are_noticed() {
    let loses = EvenLine {
        period_ms: 1_007 * 100 / 98,
        ..EvenLine::USED
    };
    breaks(15, WORDS, &loses.story(&[]));
}

#[test]
fn nodes_that_do_not_commit_have_no_excuse_but_the_facts() {
    let silence = 20_000..25_000;
    let line = EvenLine {
        end_ms: 55_000,
        ..EvenLine::USED
    };
    // Nothing happens in between, but visitors poll as before.
    let silent = |more: &[(u64, Fact)]| {
        let (before, after): (Vec<_>, Vec<_>) = line.story(&[]).into_iter().partition(|(ms, _)| *ms < silence.start);
        let granted = before
            .iter()
            .filter(|(_, fact)| matches!(fact, Fact::Grant { .. }))
            .count() as u64;
        let polls_again = |after_ms: u64| {
            let recent = before.iter().filter(|(ms, _)| *ms >= silence.start - POLL_MS);
            recent.filter_map(move |(ms, fact)| match fact {
                Fact::Shown { number, .. } if *number >= granted => {
                    let mut fact = fact.clone();
                    if let Fact::Shown { number, ahead, .. } = &mut fact {
                        *ahead = *number - granted;
                    }
                    Some((ms + after_ms, fact))
                }
                _ => None,
            })
        };
        let repeated: Vec<_> = polls_again(POLL_MS).chain(polls_again(2 * POLL_MS)).collect();
        let later = |(at, fact): (u64, Fact)| (at + (silence.end - silence.start), fact);
        let facts = [before.clone(), more.to_vec(), repeated];
        facts
            .into_iter()
            .flatten()
            .chain(after.into_iter().map(later))
            .collect::<Vec<_>>()
    };
    breaks(15, WORDS, &silent(&[]));
    let until_ms = silence.end;
    assert_eq!(tell(&silent(&[(silence.start, Fact::Unserved { until_ms })])), None);
}

#[test]
fn too_few_visitors_in_front_need_not_use_all_permits() {
    let few = EvenLine {
        in_front: 2,
        ..EvenLine::HALF_USED
    };
    assert_eq!(tell(&few.story(&[])), None);
}

#[test]
fn permits_lapse_while_nodes_wait_for_a_number_that_the_line_has_reached() {
    let line = EvenLine {
        first: 300,
        ..EvenLine::HALF_USED
    };
    breaks(15, WORDS, &line.story(&[]));
    let reached = (0, Fact::Reached { below: 300 });
    assert_eq!(
        tell(&line.story(std::slice::from_ref(&reached))),
        None,
        "299 may be told to ask within 30 s"
    );
    let longer = EvenLine { end_ms: 60_000, ..line };
    breaks(15, WORDS, &longer.story(&[reached]));
}

#[test]
fn permits_lapse_during_faults_and_where_others_can_take_them() {
    let faults = (0..30_000_u64).step_by(4_000).map(|ms| (ms, Fact::Excused));
    assert_eq!(tell(&EvenLine::HALF_USED.story(&faults.collect::<Vec<_>>())), None);
    let fails = |node| {
        (0..30_000_u64)
            .step_by(4_000)
            .map(move |ms| (ms, Fact::NodeFailed { node }))
    };
    assert_eq!(tell(&EvenLine::HALF_USED.story(&fails(0).collect::<Vec<_>>())), None);
    let other: Vec<_> = fails(1).collect();
    breaks(15, WORDS, &EvenLine::HALF_USED.story(&other));
    let shares = OracleContext {
        lines: 2,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&shares, &EvenLine::HALF_USED.story(&[])), None);
}
