use store::AnyStore;

use super::*;

const PAGE: &str = "https://www.example.com/tickets";

#[tokio::test]
async fn calls_keep_the_session_alive_and_silence_ends_it() {
    let site = Site::open("rate = 600\nsession_minutes = 5").await;
    let token = site.new_token(PAGE).await;
    for _ in 0..6 {
        site.server.advance(4 * 60_000).await;
        let answer = site.call(Some(&token), PAGE).await;
        assert_eq!(
            (&answer["promoted"], text(&answer, "token")),
            (&json!(1), token.as_str())
        );
    }
    site.server.advance(8 * 60_000).await;
    let answer = site.call(Some(&token), PAGE).await;
    assert_ne!(
        text(&answer, "token"),
        token,
        "the session is over, and a new visit begins"
    );
}

#[tokio::test]
async fn a_page_that_no_room_covers_keeps_the_session_alive() {
    let site = Site::open("rate = 600\nsession_minutes = 5").await;
    let token = site.new_token(PAGE).await;
    for _ in 0..6 {
        site.server.advance(4 * 60_000).await;
        let answer = site.call(Some(&token), "https://www.example.com/about").await;
        assert_eq!((&answer["status"], text(&answer, "token")), (&json!(0), token.as_str()));
    }
    let answer = site.call(Some(&token), PAGE).await;
    assert_eq!(
        (&answer["promoted"], text(&answer, "token")),
        (&json!(1), token.as_str())
    );
}

#[tokio::test]
async fn one_in_one_out() {
    let site = Site::open("rate = 600\nmax_sessions = 2\nsession_minutes = 5").await;
    let mut inside = Vec::new();
    for _ in 0..2 {
        let answer = site.call(None, PAGE).await;
        assert_eq!(answer["promoted"], 1);
        inside.push(text(&answer, "token").to_owned());
        site.server.advance(1_000).await;
    }
    let third = site.call(None, PAGE).await;
    assert_eq!((&third["promoted"], &third["position"]), (&json!(0), &json!(1)));
    let third = text(&third, "token").to_owned();
    for _ in 0..10 {
        site.server.advance(60_000).await;
        for token in &inside {
            assert_eq!(site.call(Some(token), PAGE).await["promoted"], 1);
        }
        assert_eq!(site.call(Some(&third), PAGE).await["promoted"], 0, "both stay");
    }
    for _ in 0..10 {
        site.server.advance(60_000).await;
        assert_eq!(site.call(Some(&inside[0]), PAGE).await["promoted"], 1);
        if site.call(Some(&third), PAGE).await["promoted"] == 1 {
            return;
        }
    }
    panic!("one left, and nobody came in");
}

#[tokio::test]
async fn the_checkout_ends_the_session_and_lets_the_next_one_in() {
    let keys = "rate = 600\nmax_sessions = 1\ncheckout = \"^/order/complete\"\ncheckout_ends_session = true";
    let site = Site::open(keys).await;
    let token = site.new_token(PAGE).await;
    let next = site.call(None, PAGE).await;
    assert_eq!(next["promoted"], 0);
    let done = site
        .call(Some(&token), "https://www.example.com/order/complete?id=7")
        .await;
    assert_eq!(done["promoted"], 1, "the page of the order itself is shown");
    site.let_in(text(&next, "token"), PAGE).await;
    let again = site.call(Some(&token), PAGE).await;
    assert_ne!(text(&again, "token"), token);
    assert_eq!(again["promoted"], 0, "who has bought stands in line again");
}

#[tokio::test]
async fn a_checkout_while_the_store_is_away_lets_the_next_one_in_when_it_is_back() {
    let keys = "rate = 600\nmax_sessions = 1\ncheckout = \"^/order/complete\"\ncheckout_ends_session = true";
    let site = Site::open(keys).await;
    let token = site.new_token(PAGE).await;
    let next = site.new_token(PAGE).await;
    let Some(AnyStore::Memory(memory)) = &site.server.memory else {
        panic!("the store is in memory")
    };
    memory.set_away(true);
    let done = site
        .call(Some(&token), "https://www.example.com/order/complete?id=7")
        .await;
    assert_eq!(done["promoted"], 1, "the page of the order itself is shown");
    site.server.advance(5_000).await;
    let away = site.call(Some(&token), PAGE).await;
    assert_eq!((&away["promoted"], text(&away, "token")), (&json!(0), token.as_str()));
    memory.set_away(false);
    let since = site.server.now_ms();
    site.let_in(&next, PAGE).await;
    let waited_ms = site.server.now_ms() - since;
    assert!(waited_ms < 30_000, "{waited_ms} ms: the session lasts 20 min otherwise");
}

#[tokio::test]
async fn two_nodes_are_one_site() {
    let site = Site::open("rate = 600\nsession_minutes = 5\ncheckout = \"^/done\"\ncheckout_ends_session = true").await;
    let other = Site::around(site.server.beside().await);
    let token = site.new_token(PAGE).await;
    for round in 0..8 {
        site.server.advance(4 * 60_000).await;
        other.server.settle().await;
        let asked = if round % 2 == 0 { &other } else { &site };
        let answer = asked.call(Some(&token), PAGE).await;
        assert_eq!(
            (&answer["promoted"], text(&answer, "token")),
            (&json!(1), token.as_str()),
            "{round}"
        );
    }
    other.call(Some(&token), "https://www.example.com/done").await;
    site.server.advance(2_000).await;
    let answer = site.call(Some(&token), PAGE).await;
    assert_ne!(text(&answer, "token"), token, "ended there, ended here");
}

#[tokio::test]
async fn a_silent_session_ends_after_its_minutes_and_a_little() {
    let site = Site::open("rate = 600\nmax_sessions = 1\nsession_minutes = 1").await;
    let token = site.new_token(PAGE).await;
    assert_eq!(site.call(Some(&token), PAGE).await["promoted"], 1);
    let next = site.new_token(PAGE).await;
    let since = site.server.now_ms();
    site.let_in(&next, PAGE).await;
    let seconds = (site.server.now_ms() - since) / 1_000;
    assert!(
        (60..=110).contains(&seconds),
        "{seconds} s: a minute, the slack of reports and a bucket"
    );
}

#[tokio::test]
async fn one_place_has_one_token() {
    let site = Site::open("rate = 600\nmax_sessions = 1").await;
    let token = site.new_token(PAGE).await;
    for time in ["zzzzzz", "000000", "999999", "8MEJB1"] {
        let forged = format!("tok0{time}{}", &token[10..]);
        let answer = site.call(Some(&forged), PAGE).await;
        assert_eq!(answer["promoted"], 0, "{time}");
        assert_ne!(text(&answer, "token"), forged);
    }
    assert_eq!(site.call(Some(&token), PAGE).await["promoted"], 1);
}

#[tokio::test]
async fn a_node_that_knows_nothing_yet_leaves_visitors_their_tokens() {
    let site = Site::open("rate = 600").await;
    let token = site.new_token(PAGE).await;
    let store = site.server.memory.clone().expect("in memory");
    let unbegun = Site::around(TestServer::unbegun_with(store, &site.server.config));
    let answer = unbegun.call(Some(&token), PAGE).await;
    assert_eq!(
        (&answer["promoted"], text(&answer, "token")),
        (&json!(0), token.as_str())
    );
}

#[tokio::test]
async fn a_call_keeps_the_visitors_sessions_in_every_room_of_the_domain() {
    const ROOMS: [&str; 2] = ["https://www.example.com/a", "https://www.example.com/b"];
    let rooms = room_for("first", "/a") + &room_for("second", "/b");
    let parts = super::site("rate = 600\nsession_minutes = 1", &rooms);
    let site = Site::around(TestServer::of(config("memory:", &parts)).await);
    let token = site.new_token(ROOMS[0]).await;
    for page in ROOMS {
        site.let_in(&token, page).await;
    }
    for (stays, other) in [(ROOMS[0], ROOMS[1]), (ROOMS[1], ROOMS[0])] {
        for _ in 0..6 {
            site.server.advance(30_000).await;
            let answer = site.call(Some(&token), stays).await;
            assert_eq!(
                (&answer["promoted"], text(&answer, "token")),
                (&json!(1), token.as_str()),
                "{stays}"
            );
        }
        let answer = site.call(Some(&token), other).await;
        assert_eq!(
            (&answer["promoted"], text(&answer, "token")),
            (&json!(1), token.as_str()),
            "{other} was kept by calls about {stays}"
        );
    }
    site.server.advance(4 * 60_000).await;
    for page in ROOMS {
        assert_ne!(text(&site.call(Some(&token), page).await, "token"), token, "{page}");
    }
}

#[tokio::test]
async fn calls_of_somebody_inside_never_ask_the_store() {
    let site = Site::open("rate = 600").await;
    let token = site.new_token(PAGE).await;
    site.let_in(&token, PAGE).await;
    site.server.advance(60_000).await;
    site.call(Some(&token), PAGE).await;
    let before = store_calls(&site).await;
    assert!(before > 0.0);
    for _ in 0..50 {
        // Time stands still, so that all counted reads are those of the calls.
        let reply = site.server.send(call_request(Some(&token), PAGE)).await;
        assert_eq!(reply.json()["result"]["promoted"], 1, "{}", reply.text());
    }
    assert_eq!(store_calls(&site).await, before);
}

#[tokio::test]
async fn tokens_without_a_place_never_ask_the_store() {
    let site = Site::open("rate = 600").await;
    let about = "https://www.example.com/about";
    let token = site.new_token(about).await;
    let disabled = site.server.admin(Method::POST, "rooms/acme/sale/disable", "").await;
    assert!(disabled.status.is_success(), "{}", disabled.text());
    site.server.settle().await;
    let before = store_calls(&site).await;
    for page in [about, PAGE].repeat(20) {
        let reply = site.server.send(call_request(Some(&token), page)).await;
        assert_eq!(reply.json()["result"]["promoted"], 1, "{}", reply.text());
    }
    assert_eq!(store_calls(&site).await, before);
}

/// Returns the number of requests to the store so far, of any kind.
pub(super) async fn store_calls(site: &Site) -> f64 {
    let text = site.server.get("/metrics", &[]).await.text();
    let counts = text
        .lines()
        .filter(|line| line.starts_with("anteroom_store_calls_total{"))
        .filter_map(|line| line.rsplit(' ').next()?.parse::<f64>().ok());
    counts.sum()
}
