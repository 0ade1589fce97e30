//! Attacks by strangers on this API, and the records that they leave behind.

use std::collections::BTreeMap;
use std::path::Path;

use anteroom::config::Config;
use store::{PoolId, Store};

use super::*;
use crate::support::{ADMIN_TOKEN, MASTER_KEY, Visitor};

const TICKETS: &str = "https://www.example.com/tickets";
const START: &str = "https://www.example.com/";

/// Returns how many records of each kind the pool has, by the first byte of their keys, and the
/// size of the largest.
async fn records(site: &Site) -> BTreeMap<char, (usize, usize)> {
    let store = site.server.memory.as_ref().expect("a server in memory");
    let pool = PoolId::new("~pool/shop").expect("a name");
    let records = store.scan(&pool, b"").await.expect("memory").1;
    let mut kinds = BTreeMap::new();
    for (key, value) in records {
        let kind = kinds.entry(char::from(key.as_bytes()[0])).or_insert((0, 0));
        *kind = (kind.0 + 1, kind.1.max(key.as_bytes().len() + value.len()));
    }
    kinds
}

/// Returns a site with a room for tickets and one for every other page.
async fn two_rooms(pool: &str) -> Site {
    let rooms = room_for("sale", "/tickets") + &room("shop", "url_match = \"all\"");
    Site::with(pool, &rooms).await
}

#[tokio::test]
async fn an_invented_address_gives_neither_a_place_nor_a_signature() {
    let group = "[[ip_group]]\nid = \"office\"\naddresses = [\"198.51.100.0/24\"]\n";
    let tickets = room(
        "sale",
        "url_match = \"contains\"\nurl_pattern = \"/tickets\"\nbypass_ip_groups = [\"office\"]",
    );
    let server = TestServer::of(config("memory:", &(site("rate = 0", &tickets) + group))).await;
    let site = Site::around(server);
    let body = json!({"url": TICKETS, "ip": "198.51.100.7"}).to_string();
    let reply = site.send(post("/v1/requests", "application/json", body)).await;
    let answer = reply.json()["result"].clone();
    assert_eq!(
        (&answer["promoted"], &answer["status"], &answer["hash"], &answer["slug"]),
        (&json!(1), &json!(0), &Value::Null, &Value::Null)
    );
    let taken_along = text(&answer, "token");
    let real = site.call(Some(taken_along), TICKETS).await;
    assert_eq!(
        (&real["promoted"], &real["position"]),
        (&json!(0), &json!(1)),
        "the site says who it is"
    );
    assert_ne!(text(&real, "token"), taken_along);
}

#[tokio::test]
async fn the_page_of_a_call_decides_and_no_slug_beside_it() {
    let rooms = room_for("sale", "/tickets") + &room_for("other", "/other");
    let site = Site::with("rate = 0", &rooms).await;
    for slug in ["nosuch", "the-other"] {
        let body = json!({"url": TICKETS, "slug": slug}).to_string();
        let posted = post("/v1/requests", "application/json", body);
        let asked: String = url::form_urlencoded::byte_serialize(TICKETS.as_bytes()).collect();
        let got = with_key(
            Request::get(format!("/v1/requests/tok0?slug={slug}&url={asked}")),
            String::new(),
        );
        for request in [posted, got] {
            let answer = site.send(request).await.json()["result"].clone();
            assert_eq!(
                (&answer["promoted"], &answer["slug"]),
                (&json!(0), &json!("the-sale")),
                "{slug}: {answer}"
            );
        }
    }
}

#[tokio::test]
async fn guesses_let_nobody_in_and_lock_no_other_visitor_out() {
    let rooms = room("sale", "url_match = \"all\"\ninvite_only = true");
    let site = Site::with("rate = 60", &rooms).await;
    let call = async |code: Option<String>| {
        let body = json!({"url": TICKETS, "ip": "192.0.2.7", "code": code}).to_string();
        let reply = site.send(post("/v1/requests", "application/json", body)).await;
        (reply.status.as_u16(), reply.json()["result"]["promoted"].clone())
    };
    for number in 0..60 {
        let (status, promoted) = call(Some(format!("GUESS{number}"))).await;
        assert!(
            status == 401 || (status, &promoted) == (200, &json!(0)),
            "{number}: {status}: clients let people in whose call is answered 429"
        );
    }
    assert_eq!(call(None).await, (200, json!(0)), "too many were tried");
    let browser = Visitor::new(site.server.router.clone(), "")
        .from([192, 0, 2, 7])
        .get("/?c=acme&e=sale")
        .await;
    assert_eq!(
        browser.status, 403,
        "the browser at that address is asked for its key, as ever"
    );
}

#[tokio::test]
async fn a_token_is_one_place_for_all_who_show_it_and_ends_for_all() {
    let site = Site::open("rate = 60\ncheckout = \"^/done\"\ncheckout_ends_session = true").await;
    let token = site.new_token(TICKETS).await;
    site.let_in(&token, TICKETS).await;
    for _ in 0..5 {
        assert_eq!(site.call(Some(&token), TICKETS).await["promoted"], 1);
    }
    assert_eq!(site.grants().await.len(), 1, "it takes no further permit");
    site.call(Some(&token), "https://www.example.com/done").await;
    site.patch_pool(r#"{"rate": 0}"#).await;
    for _ in 0..3 {
        let answer = site.call(Some(&token), TICKETS).await;
        assert_eq!(answer["promoted"], 0);
        assert_ne!(text(&answer, "token"), token);
    }
}

#[tokio::test]
async fn the_rooms_page_leads_to_the_sites_domains_and_nowhere_else() {
    let site = Site::open("rate = 0").await;
    for (url, status) in [
        ("https://www.example.com/tickets", 200),
        ("https://example.com/tickets", 200),
        ("http://www.example.com/tickets", 200),
        ("https://a.b.example.org/tickets", 200),
        ("https://example.com:8443/tickets", 403),
        ("http://www.example.com:8080/tickets", 403),
        ("https://evil.example/", 403),
        ("https://example.org.evil.example/", 403),
        ("https://www.example.com@evil.example/", 403),
        ("https://www.example.com\\@evil.example/", 403),
        ("//evil.example/", 403),
        ("javascript:alert(1)", 403),
    ] {
        let encoded: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
        let mut visitor = Visitor::new(site.server.router.clone(), "");
        let mut path = format!("/the-sale?url={encoded}&ch-id=&ch-public-key={PUBLIC}");
        let reply = loop {
            let reply = visitor.get(&path).await;
            if reply.status != 302 {
                break reply;
            }
            let location = reply.location().to_owned();
            assert!(
                !location.contains("://") || location.starts_with("https://queue.example/"),
                "{location}"
            );
            path = location.trim_start_matches("https://queue.example").to_owned();
        };
        assert_eq!(reply.status.as_u16(), status, "{url}");
    }
}

#[tokio::test]
async fn a_wrong_key_learns_nothing() {
    let site = Site::open("rate = 0").await;
    let almost = format!("{}0", &PUBLIC[..63]);
    for key in ["", "x", &almost, PRIVATE, &PUBLIC.to_uppercase(), "one-more-secret"] {
        // With the private key, this path is one of the private API.
        let feed = (key != PRIVATE).then(|| Request::get("/v1/rooms"));
        let calls = [
            Request::post("/v1/requests"),
            Request::get("/v1/requests/tok0M7SBFAEk8V7KttEzNMyVnvF8uc5w?slug=the-sale"),
            Request::put("/v1/responses/0123456789abcdef0123456789abcdef"),
            Request::get(format!("/v1/redirect/requests?slug=the-sale&ch-public-key={key}")),
        ];
        for request in calls.into_iter().chain(feed) {
            let request = request.header("x-api-key", key).body("{}".to_owned().into());
            let reply = site.send(request.expect("a request")).await;
            assert_eq!(
                reply.status_and_json(),
                (404, json!({"error": "Invalid Key."})),
                "{key}"
            );
        }
    }
}

#[tokio::test]
async fn operators_see_the_public_key_and_never_the_private_one() {
    let site = Site::open("rate = 0").await;
    let other = "0".repeat(63) + "1";
    let body = json!({"publicKey": other, "privateKey": "9".repeat(64)}).to_string();
    let changed = site.server.admin(Method::PATCH, "customers/acme", &body).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    for path in [
        "customers/acme",
        "customers",
        "configuration",
        "audit?resource=customer/acme",
    ] {
        let reply = site.server.admin(Method::GET, path, "").await;
        assert!(reply.status.is_success(), "{path}");
        let shown = reply.text();
        assert!(
            !shown.contains(PRIVATE) && !shown.contains(&"9".repeat(64)),
            "{path}: {shown}"
        );
        assert!(shown.contains(&other), "{path}: {shown}");
    }
}

#[tokio::test]
async fn an_address_takes_no_more_than_its_share_of_places_that_the_pool_makes_scarce() {
    for (pool, most) in [("rate = 0", 21), ("rate = 12", 21), ("rate = 6000", 40)] {
        let keys = "url_match = \"contains\"\nurl_pattern = \"/tickets\"\nprice = { work = false }";
        let site = Site::around(TestServer::of(config("memory:", &site(pool, &room("sale", keys)))).await);
        let mut given = 0;
        for _ in 0..40 {
            given += usize::from(site.call(None, TICKETS).await["token"].is_string());
        }
        assert!(
            (20..=most).contains(&given),
            "{pool}: {given} of 40 newcomers of one address"
        );
        assert_eq!(given < 40, most < 40, "{pool}");
    }
}

#[tokio::test]
async fn further_places_leave_a_record_each_and_strangers_tokens_none() {
    let site = two_rooms("rate = 0").await;
    let mut tokens = Vec::new();
    for _ in 0..30 {
        tokens.push(site.new_token(TICKETS).await);
    }
    assert_eq!(records(&site).await.get(&'v'), None, "a first place leaves nothing");
    for _ in 0..3 {
        for token in &tokens {
            assert_eq!(text(&site.call(Some(token), START).await, "token"), token);
        }
        site.server.advance(2_000).await;
    }
    let now = crowdhandler::TokenCodec::without_place([9; 16], protocol::UnixSeconds(1_700_000_000));
    for stranger in [now.as_str(), "tok0M7SBFAEk8V7KttEzNMyVnvF8uc5w"] {
        site.call(Some(stranger), START).await;
        site.call(Some(stranger), TICKETS).await;
    }
    let (count, bytes) = records(&site).await[&'v'];
    assert_eq!(count, tokens.len(), "one for each token, however often it comes");
    assert!(bytes <= 40, "{bytes} bytes");
}

#[tokio::test]
async fn a_session_leaves_one_record_however_often_it_is_touched() {
    let site = Site::open("rate = 6000\nsession_minutes = 5").await;
    let mut tokens = Vec::new();
    for _ in 0..20 {
        let answer = site.call(None, TICKETS).await;
        let token = text(&answer, "token").to_owned();
        if answer["promoted"] != 1 {
            site.let_in(&token, TICKETS).await;
        }
        tokens.push(token);
    }
    for _ in 0..15 {
        site.server.advance(60_000).await;
        for token in &tokens {
            assert_eq!(site.call(Some(token), TICKETS).await["promoted"], 1);
        }
    }
    let kinds = records(&site).await;
    assert_eq!(
        (kinds[&'s'].0, kinds[&'r'].0),
        (tokens.len(), tokens.len()),
        "{kinds:?}"
    );
    assert!(kinds[&'s'].1 <= 30, "{kinds:?}");
}

/// The file in the documentation works once its placeholders are filled in.
#[tokio::test]
async fn the_documented_configuration_is_complete() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/integrate/crowdhandler.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, file) = page.split_once("```toml\n").expect("a file");
    let (file, _) = file.split_once("```").expect("its end");
    let mut filled = String::new();
    for line in file.lines() {
        let value = match line.split_once(" = ").map_or("", |(key, _)| key) {
            "admin_token" => ADMIN_TOKEN,
            "master_key" => MASTER_KEY,
            "public_key" => PUBLIC,
            "private_key" => PRIVATE,
            _ => "one-more-secret",
        };
        filled += &line.replace('…', value);
        filled.push('\n');
    }
    let read = Config::parse(&filled, []).expect("no problems");
    assert_eq!((read.rooms.len(), read.pools[0].domains.len()), (2, 2));
    // There is neither a certificate nor a folder here.
    let kept = filled
        .lines()
        .filter(|line| !line.starts_with("https = ") && !line.starts_with("tls_"));
    let here = kept
        .collect::<Vec<_>>()
        .join("\n")
        .replace("embedded:/var/lib/anteroom", "memory:");
    let site = Site::around(TestServer::of(Config::parse(&here, []).expect("no problems")).await);
    let answer = site.call(None, "https://www.example.com/queue?a=1").await;
    assert_eq!((&answer["promoted"], text(&answer, "slug")), (&json!(1), "summer-sale"));
    let answer = site.call(None, "https://m.example.com/about").await;
    assert_eq!((&answer["promoted"], text(&answer, "slug")), (&json!(1), "everything"));
}

#[tokio::test]
async fn the_rooms_page_signs_no_token_but_that_of_the_place() {
    let site = Site::open("rate = 0").await;
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    let first = visitor.get("/the-sale?ch-id=").await;
    let page = first.location().trim_start_matches("https://queue.example").to_owned();
    visitor.get(&page).await;
    let stranger = site.new_token("https://www.example.com/tickets").await;
    let forged = format!("tok0zzzzzz{}", &stranger[10..]);
    let invented = format!("tok0NBEMDK{}", "A".repeat(22));
    for token in [&stranger, &forged, &invented] {
        let reply = visitor.get(&format!("/the-sale?ch-id={token}")).await;
        assert!(reply.location().ends_with("&via=crowdhandler"), "{}", reply.location());
        let mut other = crate::support::Visitor::new(site.server.router.clone(), "");
        let reply = other.get(&format!("/the-sale?ch-id={token}")).await;
        assert!(reply.location().ends_with("&via=crowdhandler"), "{}", reply.location());
    }
}

#[tokio::test]
async fn on_another_customers_host_a_key_belongs_to_nobody() {
    let brand = "[[customer]]\nid = \"brand\"\nsecret_key = \"brands-own\"\nhosts = [\"queue.brand.example\"]\n";
    let tickets = room_for("sale", "/tickets");
    let acme = site("", &tickets).replace("id = \"acme\"\n", "id = \"acme\"\nhosts = [\"queue.acme.example\"]\n");
    let site = Site::around(TestServer::of(config("memory:", &(acme + brand))).await);
    let nobodys = "0".repeat(64);
    for path in [
        "/v1/rooms",
        "/v1/account",
        "/v1/requests/tok0?url=https%3A%2F%2Fwww.example.com%2Ftickets",
        "/v1/redirect/requests?url=https%3A%2F%2Fwww.example.com%2Ftickets&ch-public-key=KEY",
        "/the-sale?ch-public-key=KEY",
        "/the-sale",
    ] {
        // The answer to this key, with the text of one that programs read.
        let answer = async |host: &str, key: &str| {
            let request = Request::get(path.replace("KEY", key)).header("x-api-key", key);
            let request = request.header("host", host).body(String::new().into());
            let reply = site.send(request.expect("a request")).await;
            let is_json = reply.header("content-type").starts_with("application/json");
            (reply.status.as_u16(), is_json.then(|| reply.text()))
        };
        let foreign = answer("queue.brand.example", PUBLIC).await;
        assert_eq!(foreign, answer("queue.brand.example", &nobodys).await, "{path}");
        assert_eq!(foreign.0, 404, "{path}: {foreign:?}");
        let own = answer("queue.acme.example", PUBLIC).await;
        assert_eq!(own.0, answer("queue.example", PUBLIC).await.0, "{path}");
        assert_ne!(own, foreign, "{path}");
    }
}
