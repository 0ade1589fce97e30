//! Newcomers who bring proofs: work, patience, thieves, and a room with a capacity.

use simulator::report::Report;
use simulator::{Scenario, run};

/// Three nodes, and a pre-queue whose tickets cost work for as long as the scenario is played.
const SALE: &str = r#"
    title = "A sale"
    duration_s = 300
    nodes = { count = 3, commit_ms = [3, 60] }
    room.max_outflow = 60
    room.start_s = 400
    room.prequeue_s = 400
    room.price.network_places = 1000
    room.price.standard_work = 1000
    room.price.expected_per_minute = 120
    room.price.prequeue_work = true
    room.price.proofs = true
"#;

/// Plays the sale with these crowds and arrivals.
fn play(rest: &str, seed: u64) -> Report {
    let text = format!("{SALE}\n{rest}");
    let scenario = Scenario::parse(&text, |_| unreachable!("nothing is recorded")).expect("a scenario");
    let outcome = run(&scenario, seed);
    assert_eq!(outcome.broken, None, "{rest}, seed {seed}");
    outcome.report
}

#[test]
fn thieves_of_other_networks_get_nothing_for_the_proofs_of_honest_people() {
    for seed in 1..=3 {
        let rest = r#"
            crowds.thieves = { steals = true }
            arrivals.spike = [
                { people = 40, over_s = 200 },
                { people = 40, over_s = 100, crowd = "thieves" },
            ]
            faults.restart = [{ at_s = 100, node = 0, down_ms = 2000 }]
        "#;
        let report = play(rest, seed);
        assert_eq!(report.totals.came, 80);
        assert_eq!(report.totals.places, 40, "seed {seed}: {:?}", report.totals);
    }
}

/// Within a network a thief can be faster than the owner of a proof, and has that place in place of
/// the owner, who works again.
#[test]
fn a_stolen_proof_costs_its_owner_another_one_and_nobody_a_place() {
    let mut stolen = 0;
    for seed in 1..=6 {
        let rest = r#"
            crowds.default = { network = 1 }
            crowds.thieves = { steals = true, network = 1 }
            arrivals.spike = [
                { people = 40, over_s = 200 },
                { people = 40, over_s = 60, crowd = "thieves" },
            ]
        "#;
        let report = play(rest, seed);
        assert!(report.totals.places >= 40, "seed {seed}: {:?}", report.totals);
        stolen += report.totals.places - 40;
    }
    assert!(stolen > 0, "thieves of the same network succeed now and then");
}

#[test]
fn a_visitor_without_scripts_waits_a_minute_and_the_lane_takes_six_of_them_a_minute() {
    let rest = r#"
        crowds.default = { scriptless = 1.0 }
        arrivals.spike = [{ people = 20, over_s = 1 }]
    "#;
    let report = play(rest, 1);
    let until = |second: usize| report.series.inflow[..second].iter().sum::<u32>();
    assert_eq!(until(60), 0, "nobody has waited a minute");
    assert_eq!(until(75), 6, "a twentieth of 120");
    assert_eq!(until(118), 6, "the lane is used up");
    assert_eq!(until(290), 20, "nobody is barred");
}

/// Where a code pays, nobody works or waits, and people who share mailboxes get a place for each.
#[test]
fn a_code_pays_for_one_place_of_each_mailbox() {
    let rest = r#"
        room.price.code_pays = true
        crowds.default = { scriptless = 1.0 }
        crowds.sharers = { mailboxes = 5 }
        arrivals.spike = [
            { people = 30, over_s = 1 },
            { people = 40, over_s = 20, crowd = "sharers" },
        ]
    "#;
    for seed in 1..=3 {
        let report = play(rest, seed);
        let at_once: u32 = report.series.inflow[..10].iter().sum();
        assert!(at_once >= 30, "seed {seed}: {at_once}");
        let totals = &report.totals;
        assert_eq!((totals.places, totals.keys_taken), (35, 35), "seed {seed}: {totals:?}");
    }
}

#[test]
fn a_code_pays_for_no_more_places_than_the_share_of_a_network() {
    let rest = r#"
        room.price.code_pays = true
        crowds.attackers = { network = 1, work_max = 0 }
        arrivals.spike = [
            { people = 40, over_s = 20, crowd = "attackers" },
            { people = 10, over_s = 20 },
        ]
    "#;
    let text = format!("{SALE}\n{rest}").replace("network_places = 1000", "network_places = 5");
    let scenario = Scenario::parse(&text, |_| unreachable!("nothing is recorded")).expect("a scenario");
    let outcome = run(&scenario, 1);
    assert_eq!(outcome.broken, None);
    let totals = &outcome.report.totals;
    // Five, what the sketch errs by, and a place for each of the others.
    assert!((15..=18).contains(&totals.places), "{totals:?}");
}

#[test]
fn people_without_scripts_are_served_beside_attackers_who_work() {
    let rest = r#"
        crowds.old = { scriptless = 1.0 }
        crowds.attackers = { network = 1, derivations_a_second = 10000, work_max = 8000 }
        arrivals.spike = [
            { people = 6, over_s = 1, crowd = "old" },
            { people = 200, over_s = 60, crowd = "attackers" },
        ]
    "#;
    let report = play(rest, 2);
    assert_eq!(report.totals.places, 206, "{:?}", report.totals);
}

/// A room that lets nobody in takes as many as its capacity and refuses all others, with and
/// without a price.
#[test]
fn a_room_fills_up_to_its_capacity() {
    let rest = r#"
        room.capacity = 25
        arrivals.spike = [{ people = 60, over_s = 60 }]
    "#;
    let report = play(rest, 1);
    assert_eq!(report.totals.places, 25, "{:?}", report.totals);
    let free = r#"
        title = "A full room"
        duration_s = 120
        nodes = { count = 3, commit_ms = [3, 60] }
        room = { max_outflow = 0, capacity = 25 }
        arrivals.spike = [{ people = 60, over_s = 30 }]
    "#;
    let scenario = Scenario::parse(free, |_| unreachable!("nothing is recorded")).expect("a scenario");
    let outcome = run(&scenario, 1);
    assert_eq!((outcome.broken, outcome.report.totals.places), (None, 25));
}

/// A rule asks for work at any rate, and others pay nothing.
#[test]
fn a_challenged_network_brings_a_proof_for_each_place_and_a_blocked_one_gets_none() {
    let room = r#"
        title = "A challenge"
        duration_s = 200
        nodes = { count = 3, commit_ms = [3, 60] }
        room.max_outflow = 60
        room.price.network_places = 1000
        room.price.standard_work = 1000
        room.price.expected_per_minute = 6000
        room.price.proofs = true
        room.screening.suspects_from = 80
        room.screening.rules = [
            { network = 1, action = "challenge" },
            { network = 2, action = "block" },
        ]
        crowds.challenged = { network = 1 }
        crowds.old = { network = 1, scriptless = 1.0 }
        crowds.blocked = { network = 2 }
        arrivals.spike = [
            { people = 30, over_s = 60, crowd = "challenged" },
            { people = 5, over_s = 60, crowd = "old" },
            { people = 10, over_s = 60, crowd = "blocked" },
            { people = 10, over_s = 60 },
        ]
    "#;
    for seed in 1..=3 {
        let scenario = Scenario::parse(room, |_| unreachable!("nothing is recorded")).expect("a scenario");
        let outcome = run(&scenario, seed);
        assert_eq!(outcome.broken, None, "seed {seed}");
        let totals = &outcome.report.totals;
        assert_eq!((totals.came, totals.places), (55, 45), "seed {seed}: {totals:?}");
    }
}

/// A site that takes ten people lets in no more of those who paid for their places, and the price
/// of a place stays the same.
#[test]
fn whoever_paid_for_a_place_waits_for_the_site_like_anybody_else() {
    let sale = r#"
        title = "A sale on a site"
        duration_s = 400
        nodes = { count = 3, commit_ms = [3, 60] }
        room.max_outflow = 120
        room.start_s = 120
        room.prequeue_s = 120
        room.capacity = 60
        room.price.network_places = 5
        room.price.network_share_works = 1000
        room.price.standard_work = 100
        room.price.expected_per_minute = 60
        room.price.prequeue_work = true
        room.price.proofs = true
        site = { max_sessions = 10, session_s = 20, stay_s = [20, 40], page_s = [5, 10] }
        crowds.subscriber = { site = 1, subscriber = true, work_max = 800, derivations_a_second = 10000 }
        arrivals.spike = [
            { people = 30, over_s = 60 },
            { people = 60, over_s = 60, crowd = "subscriber" },
        ]
    "#;
    for seed in 1..=3 {
        let scenario = Scenario::parse(sale, |_| unreachable!("nothing is recorded")).expect("a scenario");
        let outcome = run(&scenario, seed);
        assert_eq!(outcome.broken, None, "seed {seed}");
        let (report, totals) = (&outcome.report, &outcome.report.totals);
        let site = report.site.expect("the scenario has a site");
        assert_eq!(site.most_inside, 10, "seed {seed}");
        // Four shares of five, and what the sketch errs by; the others have a place each.
        assert!((45..=56).contains(&totals.places), "seed {seed}: {totals:?}");
        assert!(totals.through > 30, "seed {seed}: {totals:?}");
    }
}

/// People who fill a room and go away make room after three minutes of silence.
#[test]
fn places_of_visitors_who_left_become_free_in_a_full_room() {
    let rest = r#"
        room.capacity = 25
        crowds.fillers = { no_shows = 1.0, no_show_after_s = [10, 20] }
        arrivals.spike = [
            { people = 25, over_s = 1, crowd = "fillers" },
            { at_s = 30, people = 25, over_s = 10 },
        ]
    "#;
    let report = play(rest, 1);
    let until = |second: usize| report.series.inflow[..second].iter().sum::<u32>();
    assert_eq!(until(180), 25, "the room is full");
    assert_eq!(
        until(290),
        50,
        "and takes others once nobody has heard of those for three minutes"
    );
}
