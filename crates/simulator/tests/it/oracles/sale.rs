//! A room that opens at a scheduled moment, and draws.

use admission::Control;
use simulator::oracle::{Fact, FactTime, OracleContext, Oracles};

use super::{given, grant, order, shown, tell_in};

/// Returns a room that opens at wall time 100 s, and whose pre-queue closes 15 s later.
fn sale() -> OracleContext {
    OracleContext {
        draws: true,
        cut_off_wall: Some(115_000),
        flows_wall: Some(130_000),
        end_wall: Some(900_000),
        ..OracleContext::plain()
    }
}

fn kept(ms: u64) -> (u64, Fact) {
    let (commit, wall) = (ms, ms);
    (ms, Fact::Durable { commit, wall })
}

fn numbered(ms: u64, first: u64, numbers: &[u64]) -> (u64, Fact) {
    let numbers = numbers.to_vec();
    (ms, Fact::Numbered { first, numbers })
}

#[track_caller]
fn sale_breaks(invariant: u8, words: &str, facts: &[(u64, Fact)]) {
    let broken = tell_in(&sale(), facts).unwrap_or_else(|| panic!("nobody objects that {words}"));
    assert_eq!(broken.invariant, invariant, "{broken}");
    assert!(broken.what.contains(words), "{broken}");
}

#[test]
fn nobody_goes_before_the_start_or_after_the_end() {
    let drawn = [given(3), kept(115_000), numbered(120_000, 0, &[1, 2, 0])];
    let then = |facts: &[(u64, Fact)]| [&drawn, facts].concat();
    assert_eq!(tell_in(&sale(), &then(&[kept(130_000), grant(130_000, 0)])), None);
    sale_breaks(5, "before the room opens", &then(&[kept(129_999), grant(129_999, 0)]));
    sale_breaks(5, "after the end", &then(&[kept(900_000), grant(900_000, 0)]));
    let reset = (131_000, order(Control::Reset));
    let again = [
        kept(130_000),
        grant(130_000, 0),
        kept(131_000),
        reset,
        grant(131_000, 0),
    ];
    sale_breaks(2, "nobody was given", &then(&again));
}

#[test]
fn a_draw_is_a_bijection_and_late_comers_keep_their_sequence() {
    let given = |ms, first, count| (ms, Fact::Given { first, count });
    let story = |numbers: &[u64], late: u64| {
        let closed = [given(90_000, 0, 3), kept(116_000), given(116_000, 3, 2)];
        let drawn = [numbered(120_000, 0, numbers), numbered(120_000, 3, &[late, 7 - late])];
        [closed.as_slice(), &drawn].concat()
    };
    assert_eq!(tell_in(&sale(), &story(&[2, 0, 1], 3)), None);
    sale_breaks(7, "drawn before", &story(&[2, 0, 2], 3));
    sale_breaks(7, "drawn among", &story(&[2, 0, 3], 3));
    sale_breaks(7, "came after the pre-queue", &story(&[2, 0, 1], 4));
    let early = [kept(114_999), given(114_999, 0, 2), numbered(114_999, 0, &[1, 0])];
    sale_breaks(7, "may still join", &early);
    let mut other = story(&[2, 0, 1], 3);
    other.push(shown(121_000, 0, 2, 1_000, None));
    sale_breaks(7, "is shown the number", &other);
}

#[test]
fn people_ahead_are_those_with_lower_numbers() {
    let reported = |ahead| {
        let shown = Fact::Shown {
            place: 0,
            number: 2,
            commit: 1,
            ahead,
            wait: None,
            opening: false,
            reason: None,
            first: false,
            interval_ms: 2_000,
            diligent: true,
            node: 0,
        };
        let gone = (90_500, Fact::Uncounted { place: 1 });
        let drawn = numbered(120_000, 0, &[2, 0, 1]);
        [given(3), gone, kept(116_000), drawn, (121_000, shown)]
    };
    assert_eq!(tell_in(&sale(), &reported(1)), None);
    sale_breaks(4, "are shown", &reported(0));
}

#[test]
fn in_the_first_minute_of_a_full_opening_an_estimate_goes_by_the_clock_of_the_node() {
    let full = OracleContext {
        draws: false,
        full: true,
        cut_off_wall: None,
        ..sale()
    };
    let even = OracleContext { full: false, ..full };
    // All nodes are down for 12 s after the first poll, and the node that answers afterwards lags.
    let rises = |world: &OracleContext, from_ms: u64, more_ms: u64| {
        let mut oracles = Oracles::new(60, 2, world);
        let reported = |ms, wait_ms| shown(ms, 1, 1, wait_ms, None).1;
        let facts = [
            (0, 0, given(3).1),
            (130_000, 130_000, kept(130_000).1),
            (from_ms, from_ms, reported(from_ms, 20_000)),
            (
                from_ms + 12_000,
                from_ms - 300,
                reported(from_ms + 12_000, 20_000 + more_ms / 2),
            ),
        ];
        let reported = facts.iter().try_for_each(|(real_ms, flow_ms, fact)| {
            oracles.witness(
                FactTime {
                    real_ms: *real_ms,
                    flow_ms: *flow_ms,
                },
                fact,
            )
        });
        reported.is_err()
    };
    assert!(!rises(&full, 150_000, 300));
    assert!(rises(&full, 150_000, 302), "more than the clock shows");
    assert!(!rises(&full, 191_100, 300), "the later answer is of the first minute");
    assert!(rises(&full, 195_000, 300), "the first minute is over");
    assert!(rises(&even, 150_000, 300), "nothing is counted down");
}

/// A draw can be late, because its beacon or the store was away: the line opens only after it, and
/// until a node knows of that, its estimates go by its clock.
#[test]
fn until_the_line_opens_an_estimate_goes_by_the_clock_of_the_node() {
    let world = OracleContext {
        wall_error_ms: 10_000,
        ..sale()
    };
    let before = [
        given(3),
        kept(116_000),
        kept(131_000),
        numbered(132_000, 0, &[0, 1, 2]),
        shown(133_000, 1, 1, 20_000, None),
    ];
    let tell = |facts: &[(u64, Fact)]| tell_in(&world, &[&before, facts].concat());
    let rises = |ms: u64, more_ms: u64| shown(ms, 1, 1, 20_000 + more_ms / 2, None);
    assert_eq!(tell(&[rises(135_000, 19_000)]), None, "less than two clocks differ");
    let broken = tell(&[rises(135_000, 20_000)]).expect("more than two clocks differ");
    assert!(broken.what.contains("without a reason"), "{broken}");
    let opened = [kept(136_000), shown(137_000, 1, 1, 20_000, None)];
    let after = |fact: (u64, Fact)| tell(&[opened.as_slice(), &[fact]].concat());
    assert!(after(rises(139_000, 1_000)).is_some(), "the line is open");
    // Both answers come from a node that is cut off since before.
    let of_cut_off = |(ms, mut fact): (u64, Fact)| {
        if let Fact::Shown { commit, .. } = &mut fact {
            *commit = 135_000;
        }
        (ms, fact)
    };
    let cut_off = [
        kept(136_000),
        of_cut_off(shown(137_000, 1, 1, 20_000, None)),
        of_cut_off(rises(139_000, 19_000)),
    ];
    assert_eq!(tell(&cut_off), None, "it does not know of the opening");
}
