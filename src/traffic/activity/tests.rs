use super::*;

fn table() -> TrafficTable {
    TrafficTable::new(Entropy::seeded(1), true)
}

fn request(address: [u8; 4]) -> EntryRequest<'static> {
    EntryRequest {
        room: "sale",
        address: Some(address.into()),
        agent: Some("curl/8"),
        languages: None,
    }
}

fn newcomers(table: &TrafficTable, now_ms: u64) -> u64 {
    table.overview("acme", false, now_ms).outcomes[EntryOutcome::Newcomer as usize].requests
}

#[test]
fn a_clients_requests_are_counted_over_a_minute_and_those_of_others_apart() {
    let table = table();
    let asked = |address, now_ms| table.record_request("acme", &request(address), now_ms).unwrap();
    for n in 1..=20 {
        assert_eq!(asked([192, 0, 2, 1], 30_000).in_a_minute, n);
    }
    assert_eq!(asked([192, 0, 2, 2], 30_000).in_a_minute, 1);
    assert_eq!(
        asked([192, 0, 2, 1], 90_000).in_a_minute,
        1 + 10,
        "half of the minute before"
    );
    assert_eq!(asked([192, 0, 2, 1], 240_000).in_a_minute, 1);
    assert_eq!(asked([192, 0, 2, 1], 240_000).same_browser, 23);
    let of_other = table
        .record_request("other", &request([192, 0, 2, 1]), 240_000)
        .unwrap();
    assert_eq!((of_other.in_a_minute, of_other.same_browser), (1, 1));
    let unknown = EntryRequest {
        address: None,
        ..request([0; 4])
    };
    assert_eq!(table.record_request("acme", &unknown, 240_000), None);
}

#[test]
fn counts_end_after_two_generations() {
    let table = table();
    let note = |now_ms| {
        table.note("acme", &request([192, 0, 2, 1]), (EntryOutcome::Newcomer, None), now_ms);
    };
    note(0);
    note(GENERATION_MS);
    assert_eq!(newcomers(&table, GENERATION_MS), 2);
    assert_eq!(newcomers(&table, 2 * GENERATION_MS), 1);
    assert_eq!(newcomers(&table, 5 * GENERATION_MS), 0);
}

#[test]
fn at_the_bound_nothing_is_added_and_everything_is_counted() {
    let table = table();
    for n in 0..20_000_u32 {
        let [_, b, c, d] = (n * 256).to_be_bytes();
        let address = [10 + b, c, d, 1];
        let asked = EntryRequest {
            address: Some([10, b, c, d].map(|byte| byte ^ 1).into()),
            ..request(address)
        };
        table.record_request("acme", &asked, 0);
        table.note("acme", &asked, (EntryOutcome::Newcomer, None), 0);
        let odd = format!("Chrome/{}", n % 1_000);
        let odd = EntryRequest {
            agent: Some(&odd),
            ..request([192, 0, 2, 1])
        };
        table.note("acme", &odd, (EntryOutcome::Holder, None), 0);
    }
    let state = table.lock(0);
    let held = &state.customers["acme"].current;
    assert_eq!(
        (
            held.clients.len(),
            held.browsers.len(),
            held.networks.len(),
            held.agents.len()
        ),
        (CLIENTS_MAX, CLIENTS_MAX, NETWORKS_MAX, AGENTS_MAX)
    );
    drop(state);
    assert_eq!(table.overview("acme", false, 0).requests, 40_000);
}

#[test]
fn prefixes_are_shown_only_where_they_are_kept_and_may_be_seen() {
    let shown = |keeps, sees| {
        let table = TrafficTable::new(Entropy::seeded(1), keeps);
        table.note("acme", &request([192, 0, 2, 77]), (EntryOutcome::Blocked, None), 0);
        table.overview("acme", sees, 0).networks[0].network.clone()
    };
    assert_eq!(shown(true, true), "192.0.2.0/24");
    for (keeps, sees) in [(true, false), (false, true), (false, false)] {
        let network = shown(keeps, sees);
        assert!(network.len() == 16 && !network.contains("192"), "{network}");
    }
}

#[test]
fn the_key_changes_every_day_and_takes_everything_with_it() {
    let table = table();
    let network = |now_ms| {
        table.note(
            "acme",
            &request([192, 0, 2, 77]),
            (EntryOutcome::Newcomer, None),
            now_ms,
        );
        table.overview("acme", false, now_ms).networks[0].clone()
    };
    let (first, later) = (network(KEY_MS - 1), network(KEY_MS));
    assert_ne!(first.network, later.network);
    assert_eq!(later.requests, 1);
}

#[test]
fn networks_are_listed_for_one_room_and_summed_over_all() {
    let table = table();
    let ask = |room: &'static str, address, times: u64| {
        let asked = EntryRequest {
            room,
            ..request(address)
        };
        (0..times).for_each(|_| table.note("acme", &asked, (EntryOutcome::Newcomer, None), 0));
    };
    ask("sale", [192, 0, 2, 1], 3);
    ask("tour", [192, 0, 2, 9], 4);
    ask("tour", [198, 51, 100, 1], 5);
    let requests = |lines: Vec<NetworkLine>| lines.iter().map(|line| line.requests).collect::<Vec<_>>();
    assert_eq!(requests(table.networks_of_room(("acme", "sale"), 0)), [3]);
    assert_eq!(requests(table.networks_of_room(("acme", "tour"), 0)), [5, 4]);
    assert_eq!(requests(table.overview("acme", false, 0).networks), [7, 5]);
    assert!(table.networks_of_room(("other", "sale"), 0).is_empty());
}
