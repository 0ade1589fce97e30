//! Widgets on other sites' pages: they get the texts of each phase, never too early, and the same
//! texts for all visitors.

use serde_json::{Value, json};

use crate::support::{Reply, START_MS, TestCrowd, TestServer, room};

const MINUTE: u64 = 60_000;
/// The start of the sale, T, 90 minutes after the server opens.
const T: u64 = START_MS + 90 * MINUTE;
const PATH: &str = "/widget/demo/sale.json";
const CULTURES: [(&str, &str); 4] = [("en-US", "ltr"), ("de", "ltr"), ("ja", "ltr"), ("ar", "rtl")];

/// Returns a room with a pre-queue of half an hour.
fn sale(keys: &str) -> String {
    let life = "name = \"Summer sale\"\nmax_outflow = 60\nstart = 2023-11-14T23:43:20Z\nend = 2023-11-15T23:43:20Z\nprequeue_minutes = 30";
    room("sale", &format!("{life}\n{keys}"))
}

async fn until(server: &TestServer, moment: u64) {
    while server.now_ms() < moment {
        server.advance(1_000.min(moment - server.now_ms())).await;
    }
}

async fn ask(server: &TestServer, query: &str) -> Reply {
    let reply = server.get(&format!("{PATH}?{query}"), &[]).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply
}

async fn widget_status(server: &TestServer) -> Value {
    ask(server, "").await.json()
}

/// Checks that the answer contains no address of the queue or the site.
fn assert_leads_nowhere(reply: &Reply) {
    let headers = format!("{:?}", reply.headers);
    for text in [reply.text(), headers] {
        for trace in ["queue.example", "shop.example", "http", "://", "demo", "sale", "?c="] {
            assert!(!text.contains(trace), "{trace} in {text}");
        }
    }
}

#[tokio::test]
async fn before_it_opens_it_tells_when_and_not_where() {
    let server = TestServer::with(&sale("")).await;
    for (culture, _) in CULTURES {
        assert_leads_nowhere(&ask(&server, &format!("cid={culture}&l=default")).await);
    }
    let idle = widget_status(&server).await;
    insta::assert_json_snapshot!("idle", idle);
}

#[tokio::test]
async fn the_button_leads_in_from_the_prequeue_to_the_end() {
    let server = TestServer::with(&sale("opening = \"even\"")).await;
    until(&server, T - 30 * MINUTE - 1).await;
    assert_eq!(widget_status(&server).await["phase"], "idle", "not a moment early");
    // Without a commit: an answer that a cache stores now must not describe the phase before.
    server.clock.advance_ms(1);
    let prequeue = widget_status(&server).await;
    insta::assert_json_snapshot!("prequeue", prequeue);

    until(&server, T - 59_000).await;
    assert_eq!(widget_status(&server).await["countdown"]["steps"], json!([]));
    let _crowd = TestCrowd::enter(&server, 3).await;
    assert_eq!(widget_status(&server).await["status"], json!(["3 people are in line"]));
    until(&server, T).await;
    let started = widget_status(&server).await;
    assert_eq!(started["countdown"], json!({ "text": "It has started" }));
    assert_eq!(started["phase"], "prequeue", "people join for 15 s more");

    until(&server, T + 16_000).await;
    let queue = widget_status(&server).await;
    insta::assert_json_snapshot!("queue", queue);

    server.act("end").await;
    let over = widget_status(&server).await;
    insta::assert_json_snapshot!("over", over);
    assert_leads_nowhere(&ask(&server, "").await);
}

#[tokio::test]
async fn a_line_that_stands_says_so_and_one_that_is_switched_off_is_nobodys() {
    let server = TestServer::sale(2).await;
    let _crowd = TestCrowd::enter(&server, 20).await;
    let status = widget_status(&server).await["status"].clone();
    assert_eq!(status[0], "20 people are in line");
    let wait = status[1].as_str().expect("a wait");
    assert!(
        wait.starts_with("Estimated wait: ") && wait.ends_with(" minutes"),
        "{wait}"
    );
    assert!(wait.contains('–'), "a range: {wait}");
    let newcomer = server.visitor().enter().await;
    assert_eq!(
        wait,
        format!("Estimated wait: {}", newcomer.slot("wait")),
        "as they are told when they come"
    );
    server.act("pause").await;
    assert_eq!(
        widget_status(&server).await["status"],
        json!(["21 people are in line", "The line is paused"])
    );
    server.act("resume").await;
    server.act("disable").await;
    let off = widget_status(&server).await;
    assert_eq!(
        (&off["phase"], &off["status"]),
        (&json!("queue"), &json!(["No one is in line"]))
    );
    assert_eq!(off["enter"], "https://queue.example/?c=demo&e=sale", "leads through");
}

#[tokio::test]
async fn figures_that_the_rooms_pages_keep_back_are_kept_back_here() {
    let shown = |switches: &str| room("sale", &format!("max_outflow = 60\ndisplay = {{ {switches} }}"));
    let server = TestServer::with(&shown("users_ahead = false")).await;
    assert_eq!(
        widget_status(&server).await["status"],
        json!(["Estimated wait: less than a minute"])
    );
    let server = TestServer::with(&shown("users_ahead = false, wait = false")).await;
    assert_eq!(widget_status(&server).await["status"], json!([]));
}

#[tokio::test]
async fn words_are_the_links_else_the_rooms_and_never_the_browsers() {
    let server = TestServer::with(&sale("culture = \"de-CH\"\ndetect_language = true")).await;
    for (culture, direction) in CULTURES {
        let answer = ask(&server, &format!("cid={culture}")).await.json();
        assert_eq!((&answer["lang"], &answer["dir"]), (&json!(culture), &json!(direction)));
    }
    let lang = async |query: &str| ask(&server, query).await.json()["lang"].clone();
    assert_eq!(lang("").await, "de-CH");
    assert_eq!(lang("cid=tlh").await, "de-CH");
    let japanese = server.get(PATH, &[("accept-language", "ja")]).await.json();
    assert_eq!(japanese["button"], "Noch nicht geöffnet");
    until(&server, T - MINUTE).await;
    let enter = async |query: &str| ask(&server, query).await.json()["enter"].clone();
    let link = enter("cid=ja-JP&l=default").await;
    assert_eq!(link, "https://queue.example/?c=demo&e=sale&cid=ja-JP&l=default");
    assert_eq!(
        enter("cid=tlh").await,
        "https://queue.example/?c=demo&e=sale",
        "no language of ours"
    );
    let answer = ask(&server, "cid=ar-EG").await.json();
    assert_eq!(answer["countdown"]["steps"], json!([[60, "دقيقة"]]));
}

#[tokio::test]
async fn the_answer_is_everybodys_and_may_be_kept_until_something_changes() {
    let server = TestServer::with(&sale("")).await;
    let mut visitor = server.visitor();
    until(&server, T - 20 * MINUTE).await;
    visitor.enter().await;
    let plain = ask(&server, "").await;
    let known = visitor.get(PATH).await;
    assert_eq!(plain.body, known.body, "nobody is known here");
    for reply in [plain, known] {
        assert_eq!(reply.header("content-type"), "application/json");
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert_eq!(reply.header("access-control-expose-headers"), "age");
        assert_eq!(reply.header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(reply.header("vary"), "");
        assert_eq!(reply.header("set-cookie"), "");
        assert_eq!(
            reply.header("cache-control"),
            "public, max-age=60, stale-while-revalidate=60"
        );
    }
    until(&server, T - 7_000).await;
    assert_eq!(
        ask(&server, "").await.header("cache-control"),
        "public, max-age=7, stale-while-revalidate=0"
    );
}

#[tokio::test]
async fn a_room_that_hides_and_one_that_does_not_exist_look_the_same() {
    let server = TestServer::with(&sale("before = \"hidden\"")).await;
    let hidden = server.get(PATH, &[]).await;
    let unknown = server.get("/widget/demo/nothing.json", &[]).await;
    assert_eq!((hidden.status.as_u16(), &hidden.body), (404, &unknown.body));
    assert_eq!(hidden.headers, unknown.headers);
    assert_eq!(hidden.json()["error"]["id"], 2);
    assert_eq!(hidden.header("access-control-allow-origin"), "*");
    assert_eq!(hidden.header("cache-control"), "public, max-age=5");
    assert_eq!(
        server.get("/widget/nobody/sale.json", &[]).await.json()["error"]["id"],
        1
    );
    until(&server, T - 30 * MINUTE).await;
    assert_eq!(widget_status(&server).await["phase"], "prequeue");
}

#[tokio::test]
async fn on_a_host_of_its_own_the_button_stays_on_it() {
    let rooms = "[[customer]]\nid = \"brand\"\nsecret_key = \"brand's\"\nhosts = [\"queue.brand.example\"]\n\n\
                 [[room]]\ncustomer = \"brand\"\nid = \"first\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\n";
    let server = TestServer::with(&(rooms.to_owned() + &room("sale", "max_outflow = 60"))).await;
    let enter = async |host: &str, path: &str| {
        let reply = server.get(path, &[("host", host)]).await;
        (reply.status.as_u16(), reply.json()["enter"].clone())
    };
    let first = "/widget/brand/first.json";
    let own = json!("https://queue.brand.example/?c=brand&e=first");
    assert_eq!(enter("queue.brand.example", first).await, (200, own));
    let usual = json!("https://queue.example/?c=brand&e=first");
    assert_eq!(enter("queue.example", first).await, (200, usual.clone()));
    assert_eq!(
        enter("whatever.example", first).await,
        (200, usual),
        "nobody else chooses the host"
    );
    assert_eq!(enter("queue.brand.example", PATH).await, (404, Value::Null));
}
