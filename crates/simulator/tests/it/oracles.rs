//! Tests of the oracles: each invariant is broken on purpose, and the right oracle rejects it;
//! allowed behaviour passes.

mod emptied;
mod leases;
mod liveness;
mod order;
mod passed;
mod permit_use;
mod reasons;
mod said_turns;
mod sale;
mod sessions;
mod transfers;

use admission::Control;
use admission::estimate::RiseReason;
use simulator::oracle::{Fact, FactTime, InvariantViolation, OracleContext, Oracles};

/// Reports facts, each at a moment, and returns the first violation.
fn tell(facts: &[(u64, Fact)]) -> Option<InvariantViolation> {
    tell_in(&OracleContext::plain(), facts)
}

/// Like [`tell`], in another world.
fn tell_in(world: &OracleContext, facts: &[(u64, Fact)]) -> Option<InvariantViolation> {
    let mut oracles = Oracles::new(60, 2, world);
    let at = |ms| FactTime {
        real_ms: ms,
        flow_ms: ms,
    };
    let told = facts.iter().try_for_each(|(ms, fact)| oracles.witness(at(*ms), fact));
    told.and_then(|()| oracles.finish(at(1_000_000))).err()
}

#[track_caller]
fn breaks(invariant: u8, words: &str, facts: &[(u64, Fact)]) {
    let broken = tell(facts).unwrap_or_else(|| panic!("nobody objects that {words}"));
    assert_eq!(broken.invariant, invariant, "{broken}");
    assert!(broken.what.contains(words), "{broken}");
}

fn order(control: Control) -> Fact {
    let accepted = true;
    Fact::Control { control, accepted }
}

fn given(count: u64) -> (u64, Fact) {
    (0, Fact::Given { first: 0, count })
}

fn grant(ms: u64, number: u64) -> (u64, Fact) {
    (ms, Fact::Grant { number, wall: 1 + ms })
}

fn shown(ms: u64, number: u64, ahead: u64, wait: u64, reason: Option<RiseReason>) -> (u64, Fact) {
    let fact = Fact::Shown {
        place: number,
        number,
        commit: ms,
        ahead,
        wait: Some((wait, 2 * wait)),
        opening: false,
        reason,
        first: false,
        interval_ms: 2_000,
        diligent: true,
        node: 0,
    };
    (ms, fact)
}

/// Returns grants of the numbers from 0 on, evenly until `end_ms`.
fn evenly(count: u64, end_ms: u64) -> impl Iterator<Item = (u64, Fact)> {
    (0..count).map(move |number| grant(number * end_ms / count, number))
}

#[test]
fn a_voucher_has_one_place_a_run_and_nobody_is_refused_without() {
    let with_voucher = |voucher, place| {
        (
            0,
            Fact::Vouched {
                voucher: [voucher; 16],
                place,
            },
        )
    };
    let once = [
        given(9),
        with_voucher(1, Some(0)),
        with_voucher(2, Some(1)),
        with_voucher(1, None),
    ];
    assert_eq!(tell(&once), None);
    let mut anew = once.to_vec();
    anew.extend([(0, order(Control::Reset)), given(9), with_voucher(1, Some(0))]);
    assert_eq!(tell(&anew), None);
    breaks(
        8,
        "the places 0 and 3",
        &[given(9), with_voucher(1, Some(0)), with_voucher(1, Some(3))],
    );
    breaks(
        8,
        "has no place",
        &[given(9), with_voucher(1, Some(0)), with_voucher(2, None)],
    );
}

#[test]
fn a_minute_at_the_bound_passes_and_one_more_does_not() {
    let minute = |count| {
        std::iter::once(given(200))
            .chain(evenly(count, 59_000))
            .collect::<Vec<_>>()
    };
    assert_eq!(tell(&minute(60)), None);
    breaks(1, "61 grants in the minute", &minute(61));
}

#[test]
fn a_minute_that_begins_with_a_decrease_holds_the_lower_rate() {
    let decrease = (0, Fact::Rate { per_minute: 10 });
    let facts = |count| {
        let grants = (0..count).map(|number| grant(1 + number * 5_900, number));
        [given(200), decrease.clone()]
            .into_iter()
            .chain(grants)
            .collect::<Vec<_>>()
    };
    assert_eq!(tell(&facts(10)), None);
    let mut too_many = facts(10);
    too_many.push(grant(59_500, 10));
    breaks(1, "11 grants in the minute", &too_many);
}

#[test]
fn a_number_is_given_once_and_stays() {
    breaks(
        2,
        "the next place is 3",
        &[given(5), (1, Fact::Given { first: 3, count: 1 })],
    );
    let placed = |who| {
        (
            1,
            Fact::Placed {
                place: 2,
                who,
                diligent: true,
            },
        )
    };
    assert_eq!(tell(&[given(5), placed(1)]), None);
    breaks(2, "too", &[given(5), placed(1), placed(2)]);
    breaks(2, "before it is durable", &[placed(1)]);
    breaks(2, "lost", &[given(5), (1, Fact::Missing { place: 4 })]);
    breaks(2, "nobody was given", &[given(1), grant(1, 1)]);
}

#[test]
fn a_visitor_who_keeps_the_interval_is_overtaken_for_one_interval_only() {
    let facts = |last: u64| {
        let mut facts = vec![
            given(300),
            (0, Fact::Rate { per_minute: 60 }),
            shown(0, 0, 0, 1_000, None),
        ];
        for number in 1..=last {
            facts.push(shown(number * 1_000 - 1, 0, 0, 1_000, None));
            facts.push(grant(number * 1_000, number));
        }
        facts
    };
    assert_eq!(tell(&facts(6)), None, "2 s, 4 s to ask, 1 s of slack");
    breaks(3, "0 polls as told", &facts(12));
    let mut gone = facts(3);
    gone.extend((4..12).map(|number| grant(number * 1_000, number)));
    assert_eq!(tell(&gone), None, "who does not ask is not waited for");
    let mut excused = facts(6);
    excused.push((6_500, Fact::Late { place: 0 }));
    excused.extend((7..12).map(|number| grant(number * 1_000, number)));
    assert_eq!(tell(&excused), None, "who was late starts anew");
}

#[test]
fn people_ahead_never_rise_and_are_counted() {
    let ahead = |ms, ahead| shown(ms, 9, ahead, 1_000, None);
    assert_eq!(
        tell(&[given(20), ahead(1, 9), (2, Fact::Uncounted { place: 3 }), ahead(3, 8)]),
        None
    );
    breaks(
        4,
        "had 9 people ahead and now has 10",
        &[given(20), ahead(1, 9), ahead(2, 10)],
    );
    breaks(4, "8 people ahead of 9 are shown, 9 are", &[given(20), ahead(1, 8)]);
    breaks(
        4,
        "only 8 were not passed over",
        &[given(20), ahead(1, 9), (2, Fact::Uncounted { place: 3 }), ahead(3, 9)],
    );
}

#[test]
fn a_visitor_who_polls_stays_counted() {
    let heard = (100_000, Fact::Heard { place: 1 });
    let silent = |ms| (ms, Fact::Silent { place: 1 });
    assert_eq!(tell(&[given(3), heard.clone(), silent(280_000)]), None);
    breaks(4, "taken as silent", &[given(3), heard, silent(270_000)]);
}

/// A node judges silence by the reports of the others.
#[test]
fn a_return_at_another_node_is_judged_late() {
    let heard = |ms| (ms, Fact::Heard { place: 1 });
    let facts = |ms| {
        let silent = (ms, Fact::Silent { place: 1 });
        [given(3), heard(100_000), heard(280_000), silent]
    };
    let several = OracleContext {
        single: false,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&several, &facts(290_000)), None);
    assert!(
        tell_in(&several, &facts(340_000)).is_some(),
        "all have reported by then"
    );
    breaks(4, "taken as silent", &facts(290_000));
}

#[test]
fn an_estimate_rises_with_a_reason_that_is_true() {
    let slowed = (50, Fact::Rate { per_minute: 30 });
    let before = shown(10, 9, 9, 1_000, None);
    let reason = Some(RiseReason::OperatorSlowed);
    assert_eq!(
        tell(&[given(20), before.clone(), slowed, shown(60, 9, 9, 2_000, reason)]),
        None
    );
    breaks(
        4,
        "without a reason",
        &[given(20), before.clone(), shown(60, 9, 9, 2_000, None)],
    );
    for reason in [RiseReason::OperatorSlowed, RiseReason::Paused, RiseReason::MoreCameBack] {
        breaks(
            4,
            "did not occur",
            &[given(20), before.clone(), shown(60, 9, 9, 2_000, Some(reason))],
        );
    }
}

#[test]
fn a_wait_may_rise_while_the_first_minute_of_a_full_opening_goes() {
    let told = |ms, wait_ms, is_opening| {
        let (at, mut fact) = shown(ms, 9, 9, wait_ms, None);
        if let Fact::Shown { opening, .. } = &mut fact {
            *opening = is_opening;
        }
        (at, fact)
    };
    let story = |opening| [given(20), told(10, 1_000, opening), told(99_000, 1_200, false)];
    assert_eq!(tell(&story(true)), None);
    breaks(4, "without a reason", &story(false));
}

#[test]
fn lost_places_may_be_missing_until_the_recovery() {
    let kept = |ms| {
        let (commit, wall) = (ms, ms);
        (ms, Fact::Durable { commit, wall })
    };
    let recovered = Fact::Recovered {
        known: true,
        paused: false,
        disabled: false,
        ended: false,
        granted: 0,
    };
    // The commit number is the commit of the shown snapshot; all state has been restored by
    // then.
    let story = |commit: u64| {
        let (_, late) = shown(commit, 9, 10, 1_000, None);
        let failover = [
            (150, Fact::FailedOver { kept_ms: 90 }),
            kept(200),
            kept(300),
            (300, recovered.clone()),
        ];
        let before = [given(20), kept(100), shown(110, 9, 9, 1_000, None)];
        [before.as_slice(), &failover, &[(310, late)]].concat()
    };
    assert_eq!(tell(&story(200)), None);
    breaks(4, "had 9 people ahead and now has 10", &story(300));
}

#[test]
fn more_came_back_only_where_somebody_had_stayed_away() {
    let told = |ms| shown(ms, 50, 49, 1_000, Some(RiseReason::MoreCameBack));
    let story = |heard_ms, ms| {
        let reached = (1_000, Fact::Reached { below: 1 });
        let heard = (heard_ms, Fact::Heard { place: 0 });
        [given(60), reached, heard, grant(heard_ms + 1_000, 0), told(ms)]
    };
    breaks(4, "did not occur", &story(3_000, 360_000));
    assert_eq!(tell(&story(8_000, 360_000)), None, "0 was passed over");
    breaks(4, "did not occur", &story(8_000, 900_000));
}

#[test]
fn a_pause_is_shown_until_the_node_learns_of_its_end() {
    let kept = |ms, commit| (ms, Fact::Durable { commit, wall: ms });
    let control = |ms, paused| (ms, order(if paused { Control::Pause } else { Control::Resume }));
    // The commit of a poll's answer equals the number of its moment.
    let told = |commit| {
        let shown = shown(commit, 9, 9, 1_000, Some(RiseReason::Paused));
        [
            given(20),
            kept(1, 100),
            control(1, true),
            kept(2, 200),
            control(2, false),
            shown,
        ]
    };
    assert_eq!(tell(&told(199)), None);
    breaks(4, "did not occur", &told(99));
    breaks(4, "did not occur", &told(200));
}

#[test]
fn nobody_is_granted_while_nobody_may_be() {
    let pause = (0, order(Control::Pause));
    let resume = (1, order(Control::Resume));
    assert_eq!(tell(&[given(3), pause.clone(), resume, grant(2, 0)]), None);
    breaks(5, "while nobody may be", &[given(3), pause.clone(), grant(2, 0)]);
    breaks(5, "accepted", &[pause.clone(), pause]);
    let stopped = (0, Fact::Rate { per_minute: 0 });
    assert!(tell(&[given(3), stopped, grant(70_000, 0)]).is_some());
}

#[test]
fn a_token_is_repeated_as_it_was_and_a_place_granted_so_often() {
    let repeat = |ms, granted_at| {
        (
            ms,
            Fact::Repeated {
                number: 0,
                granted_at,
                wall: 1 + ms,
            },
        )
    };
    assert_eq!(tell(&[given(3), grant(0, 0), repeat(9, 1), grant(180_000, 0)]), None);
    breaks(5, "gets a token of 2", &[given(3), grant(0, 0), repeat(9, 2)]);
    breaks(5, "not valid any more", &[given(3), grant(0, 0), repeat(180_000, 1)]);
    breaks(5, "takes another permit", &[given(3), grant(0, 0), grant(179_000, 0)]);
    breaks(
        5,
        "more than 2 times",
        &[given(3), grant(0, 0), grant(200_000, 0), grant(400_000, 0)],
    );
    breaks(5, "counts 2", &[given(3), grant(0, 0), (0, Fact::Granted { total: 2 })]);
    let sent = |granted_at| (5, Fact::Sent { number: 0, granted_at });
    let told = (4, Fact::ToldFirst { number: 0 });
    assert_eq!(tell(&[given(3), grant(0, 0), told.clone(), sent(1)]), None);
    breaks(5, "never granted", &[given(3), grant(0, 0), told, sent(3)]);
    breaks(5, "never told to be first", &[given(3), grant(0, 0), sent(1)]);
    let unseen = OracleContext {
        unseen: true,
        ..OracleContext::plain()
    };
    assert_eq!(tell_in(&unseen, &[given(3), grant(0, 0), sent(1)]), None);
}

#[test]
fn ten_seconds_hold_no_more_than_fell_due() {
    let at_once = |count| {
        let grants = (0..count).map(|number| grant(number, number));
        std::iter::once(given(100)).chain(grants).collect::<Vec<_>>()
    };
    assert_eq!(tell(&at_once(13)), None, "twelve seconds, and one");
    breaks(5, "14 grants in ten seconds", &at_once(14));
}

#[test]
fn cancelled_means_cancelled() {
    let cancel = (1, Fact::Cancelled { place: 0 });
    let told = (2, Fact::ToldCancelled { place: 0 });
    assert_eq!(tell(&[given(3), cancel.clone(), told.clone()]), None);
    breaks(6, "passes", &[given(3), cancel, grant(2, 0)]);
    breaks(6, "was not", &[given(3), told]);
}

#[test]
fn damage_is_reported() {
    breaks(
        0,
        "hole",
        &[(
            1,
            Fact::Damaged {
                what: "a hole".to_owned(),
            },
        )],
    );
}

#[test]
fn an_order_takes_effect_exactly_if_it_changes_something() {
    let refused = |control| {
        let accepted = false;
        (1, Fact::Control { control, accepted })
    };
    let told = |control| (1, order(control));
    assert_eq!(
        tell(&[told(Control::Disable), told(Control::Enable), told(Control::End)]),
        None
    );
    breaks(5, "End", &[told(Control::End), told(Control::End)]);
    breaks(5, "Pause", &[told(Control::End), told(Control::Pause)]);
    breaks(5, "Disable", &[refused(Control::Disable)]);
    breaks(5, "nobody may be", &[given(3), told(Control::Disable), grant(2, 0)]);
    assert_eq!(
        tell(&[told(Control::Pause), told(Control::Reset), told(Control::Pause)]),
        None
    );
}

#[test]
fn the_bound_holds_across_a_reset() {
    let facts = |before: u64| {
        let mut facts = vec![given(100)];
        facts.extend(evenly(before, 40_000));
        facts.push((40_000, order(Control::Reset)));
        facts.push((40_000, Fact::Given { first: 0, count: 100 }));
        facts.extend((0..20).map(|number| grant(40_000 + number * 900, number)));
        facts
    };
    assert_eq!(tell(&facts(40)), None, "numbers are given anew");
    breaks(1, "61 grants in the minute", &facts(41));
}
