//! Public pages: the description of the service, and the status of the service and its rooms.

use serde_json::Value;

use crate::support::{Reply, START_MS, TestServer, config, redacted, room};

/// Returns three rooms, two of which the service's page may list.
fn rooms() -> String {
    let listed = |id: &str, keys: &str| room(id, &format!("listed = true\n{keys}\nmax_outflow = 60"));
    let quiet = room("quiet", "name = \"Quiet\"\nmax_outflow = 60");
    listed("sale", "name = \"Summer sale\"") + &listed("arena", "name = \"Arena\"") + &quiet
}

async fn json(server: &TestServer, path: &str) -> Value {
    let reply = server.get(path, &[]).await;
    assert_eq!(reply.status, 200, "{path}: {}", reply.text());
    reply.json()
}

async fn room_json(server: &TestServer) -> Value {
    json(server, "/status/demo/sale.json").await["room"].clone()
}

fn is_cacheable(reply: &Reply) -> bool {
    let headers = [reply.header("cache-control"), reply.header("vary")];
    headers == ["public, max-age=5", "accept, accept-language"]
}

#[tokio::test]
async fn the_about_page_is_in_the_browsers_language() {
    let server = TestServer::with(&rooms()).await;
    let german = server.get("/about", &[("accept-language", "de-CH, en;q=0.5")]).await;
    assert_eq!(
        (german.status.as_u16(), german.html("lang"), german.html("data-page")),
        (200, "de-CH".into(), "about".into())
    );
    assert!(
        german.text().contains("Dies ist ein virtueller Warteraum."),
        "{}",
        german.text()
    );
    assert!(german.text().contains("href=\"/status\""));
    let arabic = server.get("/about?cid=ar", &[]).await;
    assert_eq!((arabic.html("lang"), arabic.html("dir")), ("ar".into(), "rtl".into()));
    let of_room = server.get("/about?c=demo&e=sale", &[]).await.text();
    assert!(of_room.contains("· Summer sale</title>"), "{of_room}");
}

#[tokio::test]
async fn pages_opened_beside_the_waiting_page_lead_back_to_the_place() {
    let server = TestServer::with(&rooms()).await;
    let mut visitor = server.visitor().at("c=demo&e=sale&cid=de&t_show=1");
    let page = visitor.enter().await.text().replace("&#38;", "&").replace("&amp;", "&");
    let line = format!("href=\"/?c=demo&e=sale&cid=de&t_show=1&q={}\"", visitor.queue_id());
    for path in ["/about?cid=de", "/status/demo/sale?cid=de"] {
        let (_, link) = page
            .split_once(&format!("href=\"{path}&"))
            .expect("a link of the footer");
        let (query, attributes) = link.split_once('"').expect("an end");
        assert!(attributes.starts_with(" target=\"_blank\""), "{attributes}");
        let beside = visitor.get(&format!("{path}&{query}")).await;
        let text = beside.text().replace("&#38;", "&").replace("&amp;", "&");
        assert_eq!(beside.status, 200, "{text}");
        assert!(text.contains(&line), "{line} in {text}");
        assert_eq!(beside.header("cache-control"), "no-store", "{path}");
    }
    let strange = server.get("/status/demo/sale?c=demo&e=sale&q=nobody", &[]).await;
    assert!(is_cacheable(&strange) && !strange.text().contains("nobody"));
}

#[tokio::test]
async fn crawlers_keep_what_this_is_and_nothing_else() {
    let server = TestServer::with(&rooms()).await;
    let robots = server.get("/robots.txt", &[]).await.text();
    assert_eq!(robots, "User-agent: *\nAllow: /about\nDisallow: /\n");
    let kept_out = async |path: &str| {
        server
            .get(path, &[])
            .await
            .text()
            .contains("<meta name=\"robots\" content=\"noindex\">")
    };
    assert!(!kept_out("/about").await);
    for path in ["/", "/status", "/status/demo/sale", "/?c=nobody"] {
        assert!(kept_out(path).await, "{path}");
    }
}

#[tokio::test]
async fn the_bare_address_says_what_this_is() {
    let server = TestServer::with(&rooms()).await;
    for path in ["/", "/?c="] {
        let reply = server.get(path, &[]).await;
        assert_eq!(
            (reply.status.as_u16(), reply.html("data-page")),
            (200, "about".into()),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_service_names_only_rooms_that_want_it() {
    let server = TestServer::with(&rooms()).await;
    let page = server.get("/status", &[]).await;
    redacted(|| insta::assert_snapshot!("page_of_the_service", page.markup()));
    assert!(is_cacheable(&page));
    assert_eq!(page.header("set-cookie"), "");
    let listed = json(&server, "/status.json").await;
    insta::assert_json_snapshot!("service", listed);
    let asked = server.get("/status", &[("accept", "application/json")]).await;
    assert_eq!(asked.json(), listed);
    assert!(is_cacheable(&asked));
    let own = server.get("/status/demo/quiet", &[]).await;
    assert_eq!(own.status, 200, "its own page is there for whoever knows it");
}

#[tokio::test]
async fn where_no_room_is_listed_only_the_service_is_told_of() {
    let server = TestServer::sale(60).await;
    let text = server.get("/status?cid=de", &[]).await.text();
    assert!(
        text.contains("Alles funktioniert.") && !text.contains("<h2>") && !text.contains("Summer"),
        "{text}"
    );
}

#[tokio::test]
async fn a_rooms_figures_are_what_a_newcomer_is_told() {
    let server = TestServer::with(&room(
        "sale",
        "name = \"Summer sale\"\nculture = \"de-DE\"\nmax_outflow = 5",
    ))
    .await;
    let quiet = room_json(&server).await;
    assert_eq!(
        (&quiet["phase"], &quiet["waiting"], &quiet["waitSecondsLow"]),
        (&"queue".into(), &0.into(), &0.into())
    );
    for _ in 0..40 {
        server.visitor().enter().await;
    }
    server.settle().await;
    let answer = json(&server, "/status/demo/sale.json").await;
    insta::assert_json_snapshot!("room", answer);
    let page = server.get("/status/demo/sale", &[]).await;
    redacted(|| insta::assert_snapshot!("page_of_a_room", page.markup()));
    assert!(is_cacheable(&page));
    let mut newcomer = server.visitor();
    newcomer.enter().await;
    let ticket = server.poll(&newcomer).await.json()["ticket"].clone();
    assert_eq!(ticket["usersInLineAheadOfYou"], 40);
    for key in ["waitSecondsLow", "waitSecondsHigh"] {
        assert_eq!(answer["room"][key], ticket[key], "{key}");
    }
    let wait = newcomer.load().await.slot("wait");
    let text = page.text();
    assert!(text.contains(&format!("<dd>{wait}</dd>")), "{wait} in {text}");
}

#[tokio::test]
async fn a_full_room_says_so_instead_of_open() {
    let server = TestServer::with(&room("sale", "max_outflow = 0\ncapacity = 2\nlisted = true")).await;
    let is = async |full: bool, words: &str| {
        let answer = room_json(&server).await;
        assert_eq!(
            (&answer["phase"], &answer["full"]),
            (&"queue".into(), &full.into()),
            "{answer}"
        );
        for page in ["/status", "/status/demo/sale"] {
            let text = server.get(page, &[]).await.text();
            assert!(
                text.contains(&format!("<p class=\"phase\">{words}</p>")),
                "{words} in {text}"
            );
        }
        answer
    };
    server.visitor().enter().await;
    server.settle().await;
    is(false, "Open").await;
    let mut last = server.visitor();
    last.enter().await;
    server.settle().await;
    let answer = is(true, "The waiting room is full right now").await;
    assert_eq!(
        (&answer["waiting"], &answer["waitSecondsHigh"]),
        (&2.into(), &Value::Null),
        "newcomers get no place, so they have no wait"
    );
    server.act("pause").await;
    let text = server.get("/status/demo/sale", &[]).await.text();
    assert!(text.contains("<p class=\"phase\">Paused</p>"), "{text}");
    assert!(
        !text.contains("Everything works"),
        "no comfort to those who wait: {text}"
    );
}

#[tokio::test]
async fn people_let_in_count_for_a_minute() {
    let server = TestServer::sale(60).await;
    let mut visitor = server.visitor();
    visitor.enter().await;
    server.pass(&visitor).await;
    assert_eq!(room_json(&server).await["outflowPerMinute"], 1);
    server.advance(61_000).await;
    assert_eq!(room_json(&server).await["outflowPerMinute"], 0);
}

#[tokio::test]
async fn a_rooms_page_follows_its_life() {
    let start = "start = 2023-11-14T22:20:00Z\nprequeue_minutes = 5\nend = 2023-11-14T23:00:00Z";
    let server = TestServer::with(&room("sale", &format!("max_outflow = 60\n{start}"))).await;
    let is = async |phase: &str, words: &str, line: bool| {
        let room = room_json(&server).await;
        assert_eq!(room["phase"], phase);
        assert_eq!(
            (room["enterUrl"].is_string(), room["waiting"].is_u64()),
            (line, line),
            "{room}"
        );
        let text = server.get("/status/demo/sale", &[]).await.text();
        assert!(
            text.contains(&format!("<p class=\"phase\">{words}</p>")),
            "{words} in {text}"
        );
        assert_eq!(text.contains("<dl"), line, "{text}");
        assert!(!text.contains("shop.example"), "never the target");
    };
    is("idle", "Not open yet", false).await;
    server.advance(120_000).await;
    is("prequeue", "Before the start", true).await;
    server.advance(285_000).await;
    is("prequeue", "It has started", true).await;
    server.advance(60_000).await;
    is("queue", "Open", true).await;
    server.act("pause").await;
    is("paused", "Paused", true).await;
    server.act("disable").await;
    is("disabled", "No waiting", false).await;
    server.act("enable").await;
    server.act("end").await;
    is("postqueue", "Closed", false).await;
}

#[tokio::test]
async fn hidden_rooms_have_no_status_page() {
    let hidden =
        "listed = true\nstart = 2023-11-14T22:20:00Z\nbefore = \"hidden\"\nname = \"Secret drop\"\nmax_outflow = 60";
    let server =
        TestServer::with(&(room("sale", hidden) + &room("off", "public_status = false\nmax_outflow = 60"))).await;
    for (path, error) in [
        ("/status/demo/sale", "2"),
        ("/status/demo/off", "2"),
        ("/status/demo/none", "2"),
        ("/status/none/sale", "1"),
    ] {
        let page = server.get(path, &[]).await;
        let (status, id, _) = page.error_page();
        assert_eq!((status, id.as_str()), (404, error), "{path}");
        assert_eq!(page.header("cache-control"), "no-store");
        let reply = server.get(&format!("{path}.json"), &[]).await;
        assert_eq!(
            (reply.status.as_u16(), reply.json()["error"]["id"].to_string()),
            (404, error.to_owned()),
            "{path}"
        );
    }
    assert_eq!(
        json(&server, "/status.json").await["rooms"].as_array().map(Vec::len),
        Some(0)
    );
    server.advance(7 * 60_000).await;
    assert_eq!(server.get("/status/demo/sale", &[]).await.status, 200, "it has opened");
    assert_eq!(json(&server, "/status.json").await["rooms"][0]["name"], "Secret drop");
}

#[tokio::test]
async fn figures_that_a_rooms_pages_do_not_show_are_not_here_either() {
    let display = "display = { users_ahead = false, wait = false }\nmax_outflow = 60";
    let server = TestServer::with(&room("sale", display)).await;
    let room = room_json(&server).await;
    for key in ["waiting", "waitSecondsLow", "waitSecondsHigh"] {
        assert_eq!(room[key], Value::Null, "{key}");
    }
}

#[tokio::test]
async fn on_a_brands_host_the_service_names_its_rooms_alone() {
    let brand = "[[customer]]\nid = \"brand\"\nsecret_key = \"s\"\nhosts = [\"queue.brand.example\"]\n\n[[room]]\ncustomer = \"brand\"\nid = \"first\"\n\
                 target_url = \"https://shop.example/\"\nmax_outflow = 60\nlisted = true\n\n";
    let server = TestServer::of(config("memory:", &(brand.to_owned() + &rooms()))).await;
    let listed = |reply: Reply| reply.json()["rooms"].as_array().expect("a list").len();
    assert_eq!(listed(server.get("/status.json", &[]).await), 3);
    let host = [("host", "queue.brand.example")];
    assert_eq!(listed(server.get("/status.json", &host).await), 1);
    assert_eq!(
        server.get("/status/demo/sale.json", &host).await.json()["error"]["id"],
        1
    );
}

#[tokio::test]
async fn a_stopping_service_says_so() {
    let server = TestServer::sale(60).await;
    server.app.readiness.drain();
    assert_eq!(json(&server, "/status.json").await["status"], "draining");
    let page = server.get("/status", &[]).await;
    assert!(page.text().contains("The service is restarting."), "{}", page.text());
    assert_eq!(START_MS / 1_000, 1_700_000_000, "the times above are of this start");
}
