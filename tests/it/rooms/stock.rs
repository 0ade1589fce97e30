//! The remaining stock: all waiting visitors see it, and no visitors are let in while it is 0.

use http::Method;
use serde_json::Value;

use crate::support::{Reply, TestServer, Visitor, room, settle};

const MINUTE: u64 = 60_000;

/// Returns a room of a pool with these keys.
fn sale(pool: &str, keys: &str) -> String {
    let sale = room("sale", &format!("max_outflow = 60\npool = \"shop\"\n{keys}"));
    format!("[[pool]]\nid = \"shop\"\nmax_sessions = 1000\n{pool}\n\n{sale}")
}

async fn tell(server: &TestServer, patch: &str) {
    let reply = server.admin(Method::PATCH, "pools/shop", patch).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    server.settle().await;
}

async fn line_of(server: &TestServer, count: usize) -> Vec<Visitor> {
    let mut visitors = Vec::new();
    for _ in 0..count {
        let mut visitor = server.visitor();
        visitor.enter().await;
        visitors.push(visitor);
    }
    visitors
}

async fn redirected(server: &TestServer) -> u64 {
    server.stats().await["redirectsTotal"].as_u64().expect("a count")
}

/// Lets the visitors poll for some minutes, and returns how many were let in.
async fn poll_for(server: &TestServer, visitors: &[Visitor], minutes: u64) -> u64 {
    let before = redirected(server).await;
    for _ in 0..minutes * 12 {
        for visitor in visitors {
            server.poll(visitor).await;
        }
        server.advance(5_000).await;
    }
    redirected(server).await - before
}

/// Returns the page as browsers without scripts reload it.
async fn page(server: &TestServer, visitor: &Visitor) -> Reply {
    let mut visitor = visitor.clone();
    server.resolve(tokio::spawn(async move { visitor.load().await })).await
}

#[tokio::test]
async fn the_stock_is_shown_to_everybody_who_waits() {
    let server = TestServer::with(&sale("rate = 0\nstock = 304", "")).await;
    let line = line_of(&server, 5).await;
    let answer = server.poll(&line[4]).await.json();
    assert_eq!(
        answer["texts"]["stock"], "About 300 left. 4 people are ahead of you.",
        "{answer:#}"
    );
    assert_eq!(
        (&answer["ticket"]["stock"], &answer["ticket"]["stockToldUTC"]),
        (&300.into(), &Value::Null)
    );
    let page = page(&server, &line[4]).await;
    assert_eq!(page.slot("stock"), "About 300 left. 4 people are ahead of you.");

    tell(&server, r#"{"stock": 47}"#).await;
    let answer = server.poll(&line[0]).await.json();
    assert_eq!(answer["texts"]["stock"], "About 40 left.");
    assert_eq!(answer["ticket"]["stockToldUTC"], "2023-11-14T22:13:20Z");
    assert_eq!(server.stats().await["stock"], 47);
    assert_eq!(server.stats().await["sessionsMax"], 47);
    server.advance(11 * MINUTE).await;
    let answer = server.poll(&line[0]).await.json();
    let said = answer["texts"]["stock"].as_str().expect("a sentence");
    assert!(said.starts_with("About 40 left. (As of 10:13:20"), "{said}");
    tell(&server, r#"{"stock": 47}"#).await;
    let answer = server.poll(&line[0]).await.json();
    assert_eq!(
        answer["texts"]["stock"], "About 40 left.",
        "as many again, and that is news"
    );

    tell(&server, r#"{"stock": null}"#).await;
    let answer = server.poll(&line[0]).await.json();
    assert_eq!(
        (&answer["texts"]["stock"], &answer["ticket"]["stock"]),
        (&"".into(), &Value::Null)
    );
}

#[tokio::test]
async fn the_page_is_told_only_when_the_sentence_is_another() {
    let server = TestServer::with(&sale("rate = 0\nstock = 304", "")).await;
    let line = line_of(&server, 2).await;
    let sentence = "About 300 left. 1 person is ahead of you.";
    let ask = async |stock: String| {
        let query = format!("{}&shown=1&brief=in-line,,2166136261,,1{stock}", line[1].query);
        server.poll(&line[1].clone().at(&query)).await.json()["texts"]["stock"].take()
    };
    assert_eq!(ask(String::new()).await, sentence);
    assert_eq!(
        ask(format!(",{}", app::status::fingerprint(sentence))).await,
        Value::Null
    );
    assert_eq!(ask(format!(",{}", app::status::fingerprint(""))).await, sentence);
}

#[tokio::test]
async fn a_room_that_hides_its_stock_says_nothing_but_that_it_is_sold_out() {
    let server = TestServer::with(&sale("rate = 0\nstock = 304", "display = { stock = false }")).await;
    let line = line_of(&server, 1).await;
    let answer = server.poll(&line[0]).await.json();
    assert_eq!(
        (&answer["texts"]["stock"], &answer["ticket"]["stock"]),
        (&"".into(), &Value::Null)
    );
    assert!(!answer.to_string().contains("About"), "{answer:#}");
    tell(&server, r#"{"stock": 0}"#).await;
    assert_eq!(server.poll(&line[0]).await.json()["texts"]["state"], "sold-out");
}

#[tokio::test]
async fn everybody_learns_at_the_next_poll_that_it_is_sold_out_and_keeps_the_place() {
    let server = TestServer::with(&sale("stock = 500", "")).await;
    let line = line_of(&server, 30).await;
    let through = poll_for(&server, &line[..5], 1).await;
    assert!(through > 0, "somebody is inside");
    server
        .patch(r#"{"message": "The second batch comes on Friday."}"#)
        .await;
    tell(&server, r#"{"stock": 0}"#).await;
    let mut numbers = Vec::new();
    for visitor in &line[5..] {
        let answer = server.poll(visitor).await.json();
        let (texts, ticket) = (&answer["texts"], &answer["ticket"]);
        assert_eq!(texts["state"], "sold-out", "{answer:#}");
        assert_eq!(texts["headline"], "Sold out at the moment");
        assert_eq!(
            (&texts["wait"], &texts["stock"]),
            (&"not known at the moment".into(), &"".into())
        );
        assert_eq!(
            (&ticket["waitSecondsHigh"], &ticket["expectedServiceTimeUTC"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!((&ticket["waitReason"], &ticket["stock"]), (&Value::Null, &0.into()));
        assert_eq!(
            (&answer["forecastStatus"], &ticket["queuePaused"]),
            (&"InLine".into(), &false.into())
        );
        assert_eq!(answer["message"], "The second batch comes on Friday.");
        numbers.push(ticket["queueNumber"].clone());
    }
    let page = page(&server, &line[29]).await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-state").as_str()),
        (200, "sold-out")
    );
    assert_eq!(page.slot("headline"), "Sold out at the moment");
    assert_eq!(page.slot("message"), "The second batch comes on Friday.");
    let public = server.get("/status/demo/sale", &[]).await.text();
    let phase = "<p class=\"phase\">Sold out at the moment</p>";
    assert!(public.contains(phase), "the same words for everybody: {public}");
    let public = server.get("/status/demo/sale.json", &[]).await.json();
    assert_eq!(public["room"]["waitStatus"], Value::Null, "{public}");
    assert_eq!(poll_for(&server, &line[5..], 4).await, 0, "nobody is let in");

    let before = redirected(&server).await;
    tell(&server, r#"{"stock": 400}"#).await;
    for (visitor, number) in line[5..].iter().zip(&numbers) {
        let answer = server.poll(visitor).await.json();
        if answer["redirectUrl"].is_string() {
            continue;
        }
        assert_ne!(answer["texts"]["state"], "sold-out", "{answer:#}");
        assert!(
            answer["texts"]["stock"]
                .as_str()
                .is_some_and(|said| said.starts_with("About 400 left."))
        );
        assert_eq!(&answer["ticket"]["queueNumber"], number, "places are kept");
        assert_ne!(
            answer["ticket"]["waitReason"], "cappedBySessions",
            "nothing is capped any more"
        );
    }
    poll_for(&server, &line[5..], 1).await;
    assert!(redirected(&server).await - before >= 10, "it goes on");
}

#[tokio::test]
async fn a_pause_says_so_and_a_sell_out_says_more() {
    let server = TestServer::with(&sale("stock = 9", "")).await;
    let line = line_of(&server, 2).await;
    server.act("pause").await;
    let answer = server.poll(&line[1]).await.json();
    assert_eq!(answer["texts"]["state"], "paused");
    assert_eq!(answer["texts"]["stock"], "Only a few left.");
    tell(&server, r#"{"stock": 0}"#).await;
    let answer = server.poll(&line[1]).await.json();
    assert_eq!(
        (&answer["texts"]["state"], &answer["ticket"]["queuePaused"]),
        (&"sold-out".into(), &true.into())
    );
}

#[tokio::test]
async fn a_stock_set_on_one_node_is_shown_by_all_within_a_second() {
    let first = TestServer::with(&sale("rate = 0\nstock = 500", "")).await;
    let second = first.beside().await;
    let line = line_of(&first, 8).await;
    let there: Vec<Visitor> = line.iter().map(|visitor| visitor.clone().move_to(&second)).collect();
    for patch in [r#"{"stock": 0}"#, r#"{"stock": 30}"#, r#"{"stock": 0}"#] {
        tell(&first, patch).await;
        // Each node looks for changes four times a second.
        second.app.refresh_admin_store().await;
        for _ in 0..20 {
            first.clock.advance_ms(50);
            settle(&[&first, &second]).await;
        }
        let is_sold_out = patch.contains(": 0}");
        for server in [&first, &second] {
            let answer = server.stats().await;
            assert_eq!(answer["stock"], if is_sold_out { 0 } else { 30 }, "{answer:#}");
        }
        let poll = there[7].poll();
        for _ in 0..100 {
            if poll.is_finished() {
                break;
            }
            first.clock.advance_ms(50);
            settle(&[&first, &second]).await;
        }
        let answer = poll.await.expect("an answer").json();
        assert_eq!(answer["texts"]["state"] == "sold-out", is_sold_out, "{answer:#}");
    }
}

#[tokio::test]
async fn the_pools_own_settings_change_under_the_line_without_a_pause() {
    let server = TestServer::with(&sale("rate = 60\nstock = 500", "")).await;
    let line = line_of(&server, 40).await;
    poll_for(&server, &line, 1).await;
    let running = server.room("sale");
    for patch in [r#"{"rate": 30}"#, r#"{"stock": 400}"#, r#"{"max_sessions": 200}"#] {
        let patch = patch.replace("max_sessions", "maxSessions");
        tell(&server, &patch).await;
        let same = std::sync::Arc::ptr_eq(&running, &server.room("sale"));
        assert!(same, "the same room goes on: {patch}");
        assert_eq!(
            server.visitor().load().await.status,
            302,
            "newcomers get places: {patch}"
        );
    }
    assert_eq!(server.stats().await["sessionsMax"], 200);
}

#[tokio::test]
async fn metrics_show_pools_to_their_operators_only() {
    let server = TestServer::with(&sale("rate = 50\nstock = 304", "")).await;
    line_of(&server, 1).await;
    let lines = [
        "anteroom_pool_rate{pool=\"shop\"} 50",
        "anteroom_pool_sessions{pool=\"shop\"} 0",
        "anteroom_pool_sessions_max{pool=\"shop\"} 304",
        "anteroom_pool_stock{pool=\"shop\"} 304",
    ];
    let stranger = server.get("/metrics", &[]).await.text();
    assert!(!stranger.contains("shop"), "{stranger}");
    let token = format!("Bearer {}", crate::support::ADMIN_TOKEN);
    let answer = server
        .get("/metrics", &[("authorization", token.as_str())])
        .await
        .text();
    for line in lines {
        assert!(answer.lines().any(|found| found == line), "{line} in {answer}");
    }
    assert!(!answer.contains("anteroom_pool_autotune_rate{"), "autotune is off");
    tell(&server, r#"{"stock": 0}"#).await;
    let answer = server
        .get("/metrics", &[("authorization", token.as_str())])
        .await
        .text();
    assert!(answer.contains("anteroom_pool_stock{pool=\"shop\"} 0\n"), "{answer}");
}
