//! A site behind the room: one in, one out, and a rate.

use simulator::oracle::{Fact, SiteFact};

use super::{breaks, given, grant, tell};

const MINUTE_MS: u64 = 60_000;
/// How long a session without reports counts.
const UNREPORTED_MS: u64 = MINUTE_MS + 180_000;

fn site(ms: u64, cap: u64) -> (u64, Fact) {
    let site = SiteFact {
        cap: Some(cap),
        validity_ms: MINUTE_MS,
        rate: Some(60),
        found: None,
    };
    (ms, Fact::Site(site))
}

fn touched(ms: u64, number: u64) -> (u64, Fact) {
    let valid_for_ms = MINUTE_MS;
    (ms, Fact::Touched { number, valid_for_ms })
}

fn ended(ms: u64, number: u64) -> (u64, Fact) {
    (ms, Fact::SessionEnded { number })
}

fn called(ms: u64, number: u64, lasts: bool) -> (u64, Fact) {
    let commit = 0;
    let called = Fact::Called { number, lasts, commit };
    (ms, called)
}

#[test]
fn one_more_than_the_cap_is_one_too_many() {
    let full = [given(9), site(0, 2), grant(1_000, 0), grant(2_000, 1)];
    let then = |facts: &[(u64, Fact)]| [&full, facts].concat();
    assert_eq!(tell(&full), None);
    breaks(9, "number 3 inside, 2 may be", &then(&[grant(3_000, 2)]));
    breaks(9, "number 3 inside, 2 may be", &then(&[grant(UNREPORTED_MS, 2)]));
    assert_eq!(
        tell(&then(&[grant(UNREPORTED_MS + 1_000, 2)])),
        None,
        "silence ends a session"
    );
    assert_eq!(tell(&then(&[ended(3_000, 0), grant(4_000, 2)])), None, "an order does");
    breaks(
        9,
        "3 inside",
        &then(&[
            touched(200_000, 0),
            grant(UNREPORTED_MS + 1_000, 2),
            grant(UNREPORTED_MS + 1_500, 3),
        ]),
    );
    assert_eq!(
        tell(&then(&[touched(3_000, 0), grant(3_000 + MINUTE_MS, 2)])),
        None,
        "a report can bring the end nearer"
    );
    breaks(
        9,
        "number 3 inside, 0 may be",
        &then(&[site(3_000, 0), grant(4_000, 2)]),
    );
}

#[test]
fn a_lowered_cap_holds_newcomers_and_ends_nobody() {
    let facts = [given(9), site(0, 2), grant(1_000, 0), grant(2_000, 1), site(3_000, 1)];
    let then = |facts_then: &[(u64, Fact)]| [&facts, facts_then].concat();
    breaks(9, "inside, 1 may be", &then(&[ended(4_000, 0), grant(5_000, 2)]));
    assert_eq!(tell(&then(&[ended(4_000, 0), ended(4_000, 1), grant(5_000, 2)])), None);
    assert_eq!(tell(&then(&[called(4_000, 1, true)])), None);
}

#[test]
fn a_session_lasts_as_long_as_was_promised() {
    let inside = [given(9), site(0, 2), grant(1_000, 0), touched(2_000, 0)];
    let then = |fact: (u64, Fact)| [&inside[..], &[fact]].concat();
    assert_eq!(tell(&then(called(2_000 + MINUTE_MS, 0, false))), None);
    assert_eq!(
        tell(&then(called(2_000 + MINUTE_MS, 0, true))),
        None,
        "a little longer is allowed"
    );
    breaks(9, "was to last until", &then(called(1_999 + MINUTE_MS, 0, false)));
    let bought = [&inside[..], &[ended(3_000, 0), touched(4_000, 0)]].concat();
    assert_eq!(tell(&[&bought[..], &[called(5_000, 0, false)]].concat()), None);
    breaks(
        9,
        "lasts after its end",
        &[&bought[..], &[called(5_000, 0, true)]].concat(),
    );
}

#[test]
fn nobody_is_inside_whose_time_is_over_and_who_was_not_heard() {
    let inside = [given(9), site(0, 2), grant(1_000, 0), touched(2_000, 0)];
    let then = |facts: &[(u64, Fact)]| [&inside[..], facts].concat();
    let late = 2_000 + MINUTE_MS + 10_000;
    assert_eq!(
        tell(&then(&[called(late, 0, true)])),
        None,
        "rooms count by ten seconds"
    );
    breaks(9, "and was over at 62000", &then(&[called(late + 1, 0, true)]));
    let heard = [called(50_000, 0, true), called(late + 1, 0, true)];
    assert_eq!(tell(&then(&heard)), None, "the report about the call is on its way");
    breaks(
        9,
        "and was over",
        &then(&[called(1_500, 0, true), called(late + 1, 0, true)]),
    );
}

#[test]
fn the_sites_rate_is_never_exceeded() {
    let mut facts = vec![given(90), site(0, 90)];
    facts.extend((0..60).map(|number| grant(1_000 + number * 950, number)));
    assert_eq!(tell(&facts), None);
    let lowered = SiteFact {
        cap: None,
        validity_ms: MINUTE_MS,
        rate: Some(5),
        found: None,
    };
    facts = vec![given(90), (0, Fact::Site(lowered))];
    facts.extend((0..6).map(|number| grant(1_000 + number * 9_000, number)));
    breaks(9, "the site's rate", &facts);
}
