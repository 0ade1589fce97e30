//! A room that takes a limited number of people: a newcomer above the limit gets an explanation
//! instead of a place, and comes again.

use admission::presence::SILENCE_MS;
use http::{Method, Request};

use crate::support::{TestServer, Visitor, room, settle};

async fn of_capacity(keys: &str) -> TestServer {
    TestServer::with(&room("sale", &format!("max_outflow = 60\n{keys}"))).await
}

async fn wait_in(server: &TestServer, count: usize) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for _ in 0..count {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    visitors
}

fn places(server: &TestServer) -> u64 {
    server.room("sale").published().snapshot.ledger().next.0
}

#[tokio::test]
async fn a_full_room_says_so_and_gives_no_place_until_there_is_room() {
    let server = of_capacity("capacity = 3").await;
    server.act("pause").await;
    let line = wait_in(&server, 3).await;
    let mut late = server.visitor();
    let page = late.load().await;
    assert_eq!(page.status, 503);
    assert_eq!(
        (page.html("data-page").as_str(), page.html("data-state").as_str()),
        ("room-full", "room-full")
    );
    let seconds: u64 = page.header("retry-after").parse().expect("seconds");
    assert!((1..=600).contains(&seconds), "{seconds}");
    let text = page.text();
    assert!(text.contains("The waiting room is full right now"), "{text}");
    assert!(
        text.contains(&format!(
            "<noscript><meta http-equiv=\"refresh\" content=\"{seconds}\"></noscript>"
        )),
        "without scripts it tries again by itself"
    );
    assert!(
        text.contains(&format!("data-seconds=\"{seconds}\">")),
        "and its script does"
    );
    assert!(text.contains(">Try again</a>"), "{text}");
    assert!(
        !page.headers.contains_key("set-cookie"),
        "nothing is kept of the visitor"
    );
    assert_eq!(places(&server), 3);
    assert_eq!(server.stats().await["waiting"], 3);

    for visitor in &line {
        assert_eq!(server.poll(visitor).await.status, 200, "people in line notice nothing");
    }
    let mut first = line[0].clone();
    first.post("/cancel/demo/sale", "").await;
    server.settle().await;
    late.enter().await;
    assert_eq!(places(&server), 4);
    assert_eq!(server.visitor().load().await.status, 503);
    let metrics = server.visitor().get("/metrics").await.text();
    let is_counted = metrics.contains("anteroom_pages_total{outcome=\"Full\"} 2");
    assert!(
        is_counted && !metrics.contains("anteroom_pages_total{outcome=\"Unavailable\"}"),
        "{metrics}"
    );
    server.patch(r#"{"capacity": 10}"#).await;
    assert_eq!(server.visitor().load().await.status, 302);
    server.patch(r#"{"capacity": null}"#).await;
    wait_in(&server, 12).await;
}

#[tokio::test]
async fn people_who_are_let_in_make_room() {
    let server = of_capacity("capacity = 2").await;
    let line = wait_in(&server, 2).await;
    assert_eq!(server.visitor().load().await.status, 503);
    server.pass(&line[0]).await;
    assert_eq!(server.visitor().load().await.status, 302);
}

#[tokio::test]
async fn people_who_never_came_back_make_room_and_keep_their_places() {
    let server = of_capacity("capacity = 2").await;
    server.act("pause").await;
    let gone = wait_in(&server, 2).await;
    // One more poll sets the time of the last poll.
    for visitor in &gone {
        server.poll(visitor).await;
    }
    let mut late = server.visitor();
    let since = server.now_ms();
    while late.load().await.status == 503 {
        server.advance(1_000).await;
        assert!(server.now_ms() - since < 600_000, "still full");
    }
    let freed_ms = server.now_ms() - since;
    assert!(
        (SILENCE_MS..SILENCE_MS + 12_000).contains(&freed_ms),
        "{freed_ms} ms: the silence, and until somebody looks"
    );
    for visitor in &gone {
        let ticket = server.poll(visitor).await.json()["ticket"].clone();
        assert_eq!(ticket["queuePaused"], true, "they have their places: {ticket}");
    }
    server.visitor().enter().await;
    assert_eq!(
        server.visitor().load().await.status,
        503,
        "as many as were gone found room, and no more"
    );
}

#[tokio::test]
async fn a_place_that_the_line_has_passed_counts_until_it_was_silent() {
    let server = of_capacity("capacity = 3").await;
    for _ in 0..2 {
        // The visitor does not follow to the page of the line, so that the line waits in vain.
        assert_eq!(server.visitor().load().await.status, 302);
    }
    let since = server.now_ms();
    let counts = || {
        let published = server.room("sale").published();
        (published.snapshot.waiting(), published.snapshot.places())
    };
    let commits = || server.room("sale").published().snapshot.ledger().commits;
    while counts() != (0, 2) {
        let others = wait_in(&server, 1).await;
        server.pass(&others[0]).await;
        let passed_ms = server.now_ms() - since;
        assert!(passed_ms < SILENCE_MS - 20_000, "the line still waits: {:?}", counts());
    }
    wait_in(&server, 1).await;
    server.settle().await;
    assert_eq!(counts(), (1, 3));
    let before = commits();
    assert_eq!(server.visitor().load().await.status, 503);
    server.settle().await;
    assert_eq!(commits(), before, "the newcomer is refused without a commit");

    while server.visitor().load().await.status == 503 {
        server.advance(1_000).await;
        assert!(server.now_ms() - since < SILENCE_MS + 60_000, "still full");
    }
}

#[tokio::test]
async fn newcomers_at_many_nodes_at_once_never_exceed_it() {
    let first = of_capacity("capacity = 25").await;
    first.act("pause").await;
    let mut servers = vec![first];
    for _ in 0..4 {
        servers.push(servers[0].beside().await);
    }
    let mut visitors: Vec<Visitor> = (0..60).map(|index| servers[index % 5].visitor()).collect();
    let pages = futures_util::future::join_all(visitors.iter_mut().map(Visitor::load)).await;
    let given = pages.iter().filter(|page| page.status == 302).count();
    let full = pages.iter().filter(|page| page.status == 503).count();
    assert_eq!((given, full), (25, 35));
    for _ in 0..20 {
        servers[0].clock.advance_ms(50);
        settle(&servers.iter().collect::<Vec<_>>()).await;
    }
    assert!(servers.iter().all(|server| places(server) == 25));
}

#[tokio::test]
async fn where_nobody_waits_everybody_passes() {
    let server = of_capacity("capacity = 1\nvisibility = \"at-peak\"").await;
    for _ in 0..20 {
        let reply = server.visitor().load().await;
        assert!(reply.location().contains("rt_safetynet"), "{}", reply.location());
    }
}

#[tokio::test]
async fn an_invitation_to_a_full_room_stays_good() {
    let server = of_capacity("capacity = 1\ninvite_only = true").await;
    server.act("pause").await;
    let keys = r#"{"keys": ["anna", "bert"]}"#;
    let added = server.admin(Method::POST, "rooms/demo/sale/invites", keys).await;
    assert_eq!(added.status, 200, "{}", added.text());
    let invited = |key: &str| server.visitor().at(&format!("c=demo&e=sale&code={key}"));
    let (mut anna, mut bert) = (invited("anna"), invited("bert"));
    anna.enter().await;
    assert_eq!(bert.load().await.status, 503);
    anna.post("/cancel/demo/sale", "").await;
    server.settle().await;
    bert.enter().await;
}

#[tokio::test]
async fn programs_are_told_what_to_do() {
    let server = of_capacity("capacity = 1").await;
    server.act("pause").await;
    wait_in(&server, 1).await;
    let request = Request::builder()
        .method(Method::POST)
        .uri("/api/mobileapp/queue/demo/sale/enqueue?userId=sdk")
        .header("content-type", "application/json")
        .header("host", "queue.example")
        .body(axum::body::Body::from("{}"))
        .expect("a request");
    let reply = server.send(request).await;
    assert_eq!(reply.status, 503);
    assert_eq!(reply.json()["error"]["code"], "room-full", "{}", reply.text());
}
