//! Autotune: page timings that integrations report lower and raise the pool's rate.

use super::*;

const PAGE: &str = "https://www.example.com/tickets";
const UPDATED: &str = r#"{"result":{"updated":1}}"#;
/// The key of a customer without domains.
const STRANGER: &str = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
const STRANGER_PRIVATE: &str = "ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100";

impl Site {
    /// Lets a new visitor in; returns the token and the id for the page's report.
    async fn visitor(&self) -> (String, String) {
        let answer = self.call(None, PAGE).await;
        let token = text(&answer, "token").to_owned();
        let answer = match answer["promoted"] == 1 {
            true => answer,
            false => self.let_in(&token, PAGE).await,
        };
        (token, text(&answer, "responseID").to_owned())
    }

    async fn visitors(&self, count: usize) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for _ in 0..count {
            all.push(self.visitor().await);
        }
        all
    }

    /// Reports a page. The answer is the same for every id.
    async fn report(&self, key: &str, id: &str, report: &Value) {
        let put = Request::put(format!("/v1/responses/{id}")).header("content-type", "application/json");
        let put = put.header("x-api-key", key).header("host", "queue.example");
        let reply = self.send(put.body(report.to_string().into()).expect("a request")).await;
        assert_eq!((reply.status.as_u16(), reply.text().as_str()), (200, UPDATED), "{id}");
    }

    /// Returns the rate in the answers to calls.
    async fn rate(&self) -> u64 {
        let answer = self.call(None, "https://www.example.com/about").await;
        answer["rate"].as_u64().expect("a number")
    }

    /// Returns the rate and the ceiling that the operator sees.
    async fn rates(&self) -> (Value, Value) {
        let stats = self.server.admin(Method::GET, "rooms/acme/sale/stats", "").await.json();
        (stats["poolRate"].clone(), stats["poolRateCeiling"].clone())
    }
}

fn slow() -> Value {
    json!({"httpCode": 200, "sampleRate": 1, "time": 9_000})
}

fn quick() -> Value {
    json!({"httpCode": 200, "sampleRate": 1, "time": 90})
}

#[tokio::test]
async fn slow_and_failed_pages_lower_the_rate_and_everybody_is_told() {
    let site = Site::open("rate = 600\nautotune = true").await;
    assert_eq!((site.rate().await, site.rates().await), (600, (json!(600), json!(600))));
    // Too slow, failed, and without a time but late.
    let reports = [
        slow(),
        json!({"code": 503, "sampleRate": 1, "time": 9}),
        json!({"sampleRate": 1}),
    ];
    let mut visited = 0;
    while visited < 600 {
        let visitors = site.visitors(20).await;
        site.server.advance(8_000).await;
        for ((_, id), report) in visitors.iter().zip(reports.iter().cycle()) {
            site.report(PUBLIC, id, report).await;
        }
        visited += visitors.len();
    }
    site.server.advance(15_000).await;
    let rate = site.rate().await;
    assert!((1..=600 * 7 / 10 * 7 / 10).contains(&rate), "{rate}");
    assert_eq!(site.rates().await, (json!(rate), json!(600)));

    // The operator's rate is the ceiling at once, but autotune does not climb to it at once.
    site.patch_pool(r#"{"rate": 20}"#).await;
    let lowered = rate.min(20);
    assert_eq!(
        (site.rate().await, site.rates().await),
        (lowered, (json!(lowered), json!(20)))
    );
    site.patch_pool(r#"{"rate": 600, "autotune": false}"#).await;
    assert_eq!(
        (site.rate().await, site.rates().await),
        (600, (Value::Null, Value::Null))
    );
    let token = site.new_token(PAGE).await;
    let answer = site.let_in(&token, PAGE).await;
    assert_eq!((&answer["promoted"], &answer["responseID"]), (&json!(1), &Value::Null));
}

#[tokio::test]
async fn forged_replayed_stale_and_strangers_ids_change_nothing() {
    let tickets = room_for("sale", "/tickets");
    let stranger = format!(
        "[[customer]]\nid = \"beta\"\nsecret_key = \"s\"\npublic_key = \"{STRANGER}\"\nprivate_key = \"{STRANGER_PRIVATE}\"\n"
    );
    let rooms = site("rate = 600\nautotune = true", &format!("{tickets}\n{stranger}"));
    let site = Site::around(TestServer::of(config("memory:", &rooms)).await);
    let stale = site.visitors(40).await;
    site.server.advance(11 * 60_000).await;
    let genuine = site.visitors(29).await;
    let unused = site.visitors(29).await;
    for _ in 0..3 {
        for (_, id) in genuine.iter().chain(&stale) {
            site.report(PUBLIC, id, &slow()).await;
            site.report(PUBLIC, &id.to_uppercase(), &slow()).await;
        }
        for (_, id) in &unused {
            site.report(STRANGER, id, &slow()).await;
            let last = if id.ends_with('0') { "1" } else { "0" };
            site.report(PUBLIC, &format!("{}{last}", &id[..31]), &slow()).await;
            site.report(PUBLIC, &format!("{}{}", &id[16..], &id[..16]), &slow())
                .await;
        }
        for id in ["undefined", "null", "0", "%ff", &"0".repeat(32)] {
            site.report(PUBLIC, id, &slow()).await;
        }
        site.server.advance(61_000).await;
        assert_eq!((site.rate().await, site.rates().await), (600, (json!(600), json!(600))));
        // A changed pool is opened again, and keeps its counts.
        site.patch_pool(r#"{"sessionMinutes": 30}"#).await;
        site.patch_pool(r#"{"sessionMinutes": 20}"#).await;
    }
    // The thirtieth report by a different visitor is the one that was missing.
    site.report(PUBLIC, &unused[0].1, &slow()).await;
    site.server.advance(61_000).await;
    for (_, id) in &unused {
        site.report(PUBLIC, id, &slow()).await;
    }
    site.server.advance(75_000).await;
    assert_eq!(site.rate().await, 420);
}

#[tokio::test]
async fn a_healthy_site_climbs_back_and_never_above_the_operators_rate() {
    let site = Site::open("rate = 40\nautotune = true").await;
    let inside = site.visitors(20).await;
    let mut found = Vec::new();
    let mut waiting: Vec<String> = Vec::new();
    for half_minute in 0..60 {
        let report = if half_minute < 2 { slow() } else { quick() };
        for (token, _) in &inside {
            let answer = site.call(Some(token), PAGE).await;
            site.report(PUBLIC, text(&answer, "responseID"), &report).await;
        }
        for _ in 0..40 {
            // More visitors come than the rate allows.
            while waiting.len() < 3 {
                waiting.push(site.new_token(PAGE).await);
            }
            site.server.advance(700).await;
            let answer = site.call(Some(&waiting[0]), PAGE).await;
            if answer["promoted"] == 1 {
                waiting.remove(0);
            }
            found.push(answer["rate"].as_u64().expect("a number"));
        }
        if half_minute > 2 && found.ends_with(&[40; 20]) {
            break;
        }
    }
    assert!(found.iter().all(|rate| *rate <= 40), "{found:?}");
    assert!(found.iter().any(|rate| *rate <= 28), "{found:?}");
    assert!(found.ends_with(&[40; 20]), "{found:?}");
}
