//! "It is your turn" is not taken back from a visitor who asks as told, unless something takes it
//! back.

use admission::Control;
use simulator::oracle::{Fact, OracleContext, SiteFact};

use super::{breaks, given, order, shown, tell, tell_in};

/// Returns a request of a visitor in front at a moment, and what the answer says of the turn.
fn said(ms: u64, number: u64, says_turn: bool) -> [(u64, Fact); 2] {
    said_to((number, true), ms, says_turn)
}

fn said_to((number, diligent): (u64, bool), ms: u64, says_turn: bool) -> [(u64, Fact); 2] {
    let (_, mut shown) = shown(ms, number, number, 1_000, None);
    if let Fact::Shown {
        first, diligent: keeps, ..
    } = &mut shown
    {
        (*first, *keeps) = (true, diligent);
    }
    let fact = Fact::TurnSaid {
        number,
        says_turn,
        diligent,
    };
    [(ms, shown), (ms, fact)]
}

/// Returns what happens to visitor 2, to whom the turn is said at 10 s and 12 s and not at 14 s,
/// with other facts between.
fn story(between: &[(u64, Fact)]) -> Vec<(u64, Fact)> {
    let mut facts = [
        said(8_000, 2, false),
        said(10_000, 2, true),
        said(12_000, 2, true),
        said(14_000, 2, false),
    ]
    .concat();
    facts.extend(between.iter().cloned());
    facts.sort_by_key(|(ms, _)| *ms);
    [vec![given(9)], facts].concat()
}

#[test]
fn a_turn_that_was_said_is_not_taken_back() {
    breaks(15, "2 was told the turn at 10000 ms", &story(&[]));
    let behind: Vec<_> = [said(11_000, 3, false), said(13_000, 3, true)].concat();
    breaks(15, "2 was told the turn", &story(&behind));
    assert_eq!(tell(&[vec![given(9)], said(1_000, 2, false).to_vec()].concat()), None);
    let hidden = [10_000, 12_000].map(|ms| said_to((2, false), ms, ms < 12_000));
    assert_eq!(
        tell(&[vec![given(9)], hidden.concat()].concat()),
        None,
        "asks as it likes"
    );
}

#[test]
fn the_page_of_a_visitor_in_line_takes_the_turn_back_too() {
    let in_line = shown(12_000, 2, 2, 1_000, None);
    let facts = [vec![given(9)], said(10_000, 2, true).to_vec(), vec![in_line]].concat();
    breaks(15, "2 was told the turn", &facts);
}

#[test]
fn a_real_cause_takes_the_turn_back() {
    let site = SiteFact {
        cap: None,
        validity_ms: 60_000,
        rate: Some(6),
        found: None,
    };
    let causes = [
        (13_000, order(Control::Pause)),
        (13_000, Fact::Rate { per_minute: 6 }),
        (13_000, Fact::Site(site)),
        (13_000, Fact::Late { place: 2 }),
        (13_000, Fact::SteppedAside { place: 2 }),
        (13_000, Fact::NodeFailed { node: 1 }),
        (11_000, Fact::Unserved { until_ms: 12_000 }),
    ];
    for cause in causes {
        assert_eq!(tell(&story(std::slice::from_ref(&cause))), None, "{cause:?}");
    }
    let lines = OracleContext {
        lines: 2,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&lines, &story(&[])), None, "the other line's permits");
}

#[test]
fn a_lower_number_that_comes_takes_the_turn_back_and_one_that_was_there_does_not() {
    let asks = |ms: &u64| said_to((1, false), *ms, false);
    let lower = |ms: &[u64]| ms.iter().flat_map(asks).collect::<Vec<_>>();
    assert_eq!(tell(&story(&lower(&[13_000]))), None, "it comes");
    assert_eq!(tell(&story(&lower(&[1_000, 7_000]))), None, "it came just before");
    let there = [1_000, 3_000, 5_000, 7_000, 9_000, 11_000, 13_000];
    breaks(15, "2 was told the turn", &story(&lower(&there)));
}
