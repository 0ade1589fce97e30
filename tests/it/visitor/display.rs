//! Everything that a room's `display` switches off is absent from every page, title, announcement,
//! attribute, JSON document, widget and status page, and no request reveals it. The expected
//! figures are read from the same line with everything switched on, where each must be found.

use http::Request;
use serde_json::{Value, json};

use crate::support::{Reply, TestServer, Visitor, room};

const SWITCHES: [&str; 5] = ["users_ahead", "wait", "queue_number", "progress", "last_updated"];
/// The number of people ahead of the visitor, and behind.
const AHEAD: usize = 1_234;
const BEHIND: usize = 76;

/// The name of a source, and its text.
type Surface = (&'static str, String);

/// The texts that reveal the figure of each switch, in the order of [`SWITCHES`].
type Traces = [Vec<String>; SWITCHES.len()];

async fn line(server: &TestServer) -> Visitor {
    for _ in 0..AHEAD {
        server.visitor().load().await;
    }
    let mut visitor = server.visitor();
    visitor.enter().await;
    for _ in 0..BEHIND {
        server.visitor().load().await;
    }
    // This is too soon for places to be passed over, which would then no longer count.
    server.advance(3_000).await;
    visitor
}

async fn show(server: &TestServer, on: impl Fn(usize) -> bool) {
    let switches = [
        ("usersAhead", on(0)),
        ("wait", on(1)),
        ("queueNumber", on(2)),
        ("progress", on(3)),
        ("lastUpdated", on(4)),
    ];
    let display: serde_json::Map<String, Value> = switches
        .into_iter()
        .map(|(name, on)| (name.to_owned(), json!(on)))
        .collect();
    server.patch(&json!({ "display": display }).to_string()).await;
}

async fn brief(server: &TestServer, visitor: &Visitor, more: &str) -> Reply {
    let query = format!("{}&{more}", visitor.query);
    server.poll(&visitor.clone().at(&query)).await
}

async fn post(server: &TestServer, path: &str) -> Reply {
    let request = Request::post(path)
        .header("content-type", "application/json")
        .header("host", "queue.example");
    server.send(request.body("{}".into()).expect("a request")).await
}

/// Returns everything that a visitor or a stranger sees of this place and its line, without the
/// place's id.
async fn surfaces(server: &TestServer, visitor: &mut Visitor) -> Vec<Surface> {
    let id = visitor.queue_id();
    let spa = format!("/spa-api/queue/demo/sale/{id}/status?cid=en-US");
    let answers = [
        ("page", visitor.load().await),
        ("poll", server.poll(visitor).await),
        ("first brief poll", brief(server, visitor, "brief=,,,").await),
        (
            "brief poll",
            brief(server, visitor, "shown=9999999&brief=in-line,,,9999999").await,
        ),
        ("spa", post(server, &spa).await),
        ("widget", server.get("/widget/demo/sale.json", &[]).await),
        ("status page", server.get("/status/demo/sale", &[]).await),
        ("status JSON", server.get("/status/demo/sale.json", &[]).await),
        ("transfer", visitor.get(&format!("/move?{}", visitor.query)).await),
        // This request is the last, because it takes a new place at the end of the line.
        ("mobile", post(server, "/api/mobileapp/queue/demo/sale/enqueue").await),
    ];
    answers
        .map(|(name, reply)| (name, reply.text().replace(&id, "")))
        .into()
}

fn at<'v>(value: &'v Value, pointer: &str) -> &'v Value {
    let found = value.pointer(pointer);
    found.unwrap_or_else(|| panic!("{pointer} in {value:#}"))
}

fn written(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Returns the figures in all forms in which they may be written.
async fn traces(server: &TestServer, visitor: &mut Visitor) -> Traces {
    let answer = server.poll(visitor).await.json();
    let open = server.get("/status/demo/sale.json", &[]).await.json();
    let (page, widget) = (
        visitor.load().await,
        server.get("/widget/demo/sale.json", &[]).await.json(),
    );
    let of = |pointers: &[&str]| pointers.iter().map(|it| written(at(&answer, it))).collect::<Vec<_>>();
    let mut ahead = of(&["/ticket/usersInLineAheadOfYou", "/ticket/usersInQueue", "/texts/ahead"]);
    ahead.extend([written(at(&widget, "/status/0")), "1,311".to_owned()]);
    let mut wait = of(&[
        "/ticket/waitSecondsLow",
        "/ticket/waitSecondsHigh",
        "/ticket/expectedServiceTimeUTC",
        "/texts/wait",
    ]);
    wait.extend(["/room/waitSecondsLow", "/room/waitSecondsHigh"].map(|it| written(at(&open, it))));
    wait.push(written(at(&widget, "/status/1")));
    let mut updated = of(&["/ticket/lastUpdatedUTC"]);
    updated.push(page.slot("updated"));
    let traces = [
        ahead,
        wait,
        of(&["/ticket/queueNumber", "/texts/number"]),
        of(&["/ticket/progress"]),
        updated,
    ];
    assert!(traces.iter().flatten().all(|trace| trace.len() >= 3), "{traces:?}");
    traces
}

/// Returns whether the text contains the trace, not as part of a longer word.
fn holds(text: &str, trace: &str) -> bool {
    let part = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    text.match_indices(trace).any(|(at, _)| {
        let behind = text[at + trace.len()..].chars().next();
        !part(text[..at].chars().next_back()) && !part(behind)
    })
}

#[tokio::test]
async fn figures_that_are_switched_off_are_nowhere() {
    let server = TestServer::with(&room("sale", "name = \"Summer sale\"\nmax_outflow = 6")).await;
    let mut visitor = line(&server).await;
    let traces = traces(&server, &mut visitor).await;
    let all = surfaces(&server, &mut visitor).await;
    for trace in traces.iter().flatten() {
        assert!(
            all.iter().any(|(_, text)| holds(text, trace)),
            "{trace} is told nowhere"
        );
    }
    for paused in [false, true] {
        if paused {
            server.act("pause").await;
        }
        for set in 0..1_usize << SWITCHES.len() {
            let on = |switch: usize| set >> switch & 1 == 1;
            show(&server, on).await;
            for (name, text) in surfaces(&server, &mut visitor).await {
                // A status page shows the time at which it was created itself.
                let dated = |switch: usize| SWITCHES[switch] == "last_updated" && name.starts_with("status");
                let off = traces
                    .iter()
                    .enumerate()
                    .filter(|(switch, _)| !on(*switch) && !dated(*switch));
                for (switch, traces) in off {
                    let found = traces.iter().find(|trace| holds(&text, trace));
                    assert_eq!(
                        found, None,
                        "`{}` is off, and {name} tells it: {text}",
                        SWITCHES[switch]
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn a_page_without_the_figure_still_says_what_it_may() {
    let server = TestServer::with(&room("sale", "name = \"Summer sale\"\nmax_outflow = 60")).await;
    let mut visitor = line(&server).await;
    for (off, title, announced) in [
        (vec![0], "You’re in line · Summer sale", "Estimated wait: "),
        (
            vec![1],
            "1,234 ahead of you · Summer sale",
            "1,234 people are ahead of you.",
        ),
        (vec![0, 1], "You’re in line · Summer sale", "You’re in line"),
    ] {
        show(&server, |switch| !off.contains(&switch)).await;
        let page = visitor.load().await;
        let answer = server.poll(&visitor).await.json();
        assert_eq!(answer["texts"]["title"], title);
        assert!(
            page.text().contains(&format!("<title>{title}</title>")),
            "{}",
            page.text()
        );
        let said = answer["texts"]["announce"].as_str().expect("a sentence");
        assert!(said.starts_with(announced) && page.slot("announce") == said, "{said}");
        assert_eq!(answer["texts"]["headline"], "You’re in line");
        assert!(answer["ticket"]["progress"].is_number(), "{answer:#}");
    }
    let answer = server.poll(&visitor).await.json();
    let ticket = &answer["ticket"];
    for key in [
        "usersInLineAheadOfYou",
        "usersInQueue",
        "waitSecondsLow",
        "waitSecondsHigh",
        "waitStatus",
        "waitReason",
    ] {
        assert_eq!(
            ticket.get(key),
            Some(&Value::Null),
            "{key} stays, and says nothing: {ticket:#}"
        );
    }
    assert_eq!(answer["layout"]["usersInLineAheadOfYouVisible"], false);
}

#[tokio::test]
async fn figures_that_are_switched_off_cannot_be_inferred_from_polls() {
    let server = TestServer::with(&room("sale", "name = \"Summer sale\"\nmax_outflow = 60")).await;
    let visitor = line(&server).await;
    show(&server, |switch| switch != 0).await;
    let mut heard = Vec::new();
    for shown in [
        "",
        "shown=0",
        "shown=1",
        "shown=1233",
        "shown=1234",
        "shown=1235",
        "shown=99999999",
    ] {
        for from in ["", "0", "1", "1233", "1234", "99999999"] {
            let mut answer = brief(&server, &visitor, &format!("{shown}&brief=in-line,,2166136261,{from}"))
                .await
                .json();
            // The interval is random.
            answer["updateInterval"].take();
            heard.push(answer);
        }
    }
    heard.dedup();
    assert_eq!(heard.len(), 1, "{heard:#?}");
}

#[tokio::test]
async fn a_wait_that_rose_is_told_of_a_wait_alone() {
    let server = TestServer::with(&room("sale", "name = \"Summer sale\"\nmax_outflow = 60")).await;
    let mut first = server.visitor();
    first.enter().await;
    let mut second = server.visitor();
    second.enter().await;
    let last = line(&server).await;
    server.poll(&last).await;
    server.patch(r#"{"maxOutflow":6}"#).await;
    server.advance(61_000).await;
    let load = async |visitor: &Visitor| server.resolve(visitor.send(&format!("/?{}", visitor.query))).await;
    let page = load(&last).await;
    assert_eq!(page.html("data-reason"), "operatorSlowed", "the cause is there");
    assert!(page.slot("reason").starts_with("The wait is longer now"));

    // Another visitor takes the permit that is due.
    server.pass(&first).await;
    let silent = async |visitor: &Visitor, state: &str| {
        let page = load(visitor).await;
        assert_eq!(
            (page.html("data-state"), page.html("data-reason")),
            (state.to_owned(), String::new())
        );
        assert_eq!(page.slot("reason"), "", "{state}");
        let answer = server.poll(visitor).await.json();
        assert_eq!(answer["texts"]["reason"], "", "{state}");
        let answer = brief(&server, visitor, "brief=in-line,operatorSlowed,,").await.json();
        assert_eq!(
            (&answer["texts"]["reason"], &answer["ticket"]["waitReason"]),
            (&json!(""), &Value::Null),
            "{state}"
        );
    };
    // The next permit becomes due ten seconds after the one that was taken, for a visitor who keeps
    // to the poll interval.
    for _ in 0..3 {
        server.advance(2_000).await;
        server.poll(&second).await;
    }
    server.advance(1_000).await;
    silent(&second, "first-in-line").await;
    server.act("pause").await;
    silent(&last, "paused").await;
    silent(&second, "paused").await;
}
