//! Tests of a site with an integration config: triggers, actions, and the redirects of each action.

use connector::{LiveConfig, OnFailure, SecretKey};
use protocol::integration::Push;
use protocol::queueittoken::Token;

use crate::site::{COOKIE, NOW, QUEUE_ID, Site, SiteResponse, grant, secret, token};

const HOST: [(&str, &str); 1] = [("host", "shop.example")];

/// One action of every kind, in this order: bots, payments, thank-you, check-out, the sale's page,
/// all other pages.
pub(crate) const CONFIG: &str = include_str!("config.json");

pub(crate) fn live(json: &str) -> LiveConfig {
    let config = LiveConfig::new("acme".parse().unwrap());
    config.replace(json.as_bytes()).unwrap();
    config
}

fn site() -> Site {
    Site::integrated(&live(CONFIG), |builder| builder)
}

/// Returns a token for the room with this id.
fn token_of(room: &str) -> String {
    Token {
        room: room.parse().unwrap(),
        ..grant()
    }
    .sign(&secret())
}

fn name(room: &str) -> String {
    format!("QueueITAccepted-SDFrts345E-V3_{room}")
}

/// Returns the response to a first visit to a page.
async fn first(path: &str) -> SiteResponse {
    site().get(path, None).await
}

fn queue(rest: &str) -> String {
    format!(
        "c=acme&e={}",
        rest.replace("VER", concat!("rust-", env!("CARGO_PKG_VERSION")))
    )
}

#[tokio::test]
async fn each_action_says_how_its_queue_is_reached() {
    first("/anything?a=1").await.assert_redirects_to(&format!(
        "https://wr.example.com/?{}",
        queue("all&ver=VER&cver=7&man=Everything%20else&cid=da-DK&l=My%20Theme&t=http%3A%2F%2Fshop.example%2Fanything%3Fa%3D1")
    ));
    // A forced target, with a path prefix and another domain.
    first("/sale/shoes").await.assert_redirects_to(&format!(
        "https://sale.example.com/queue/?{}",
        queue("sale&ver=VER&cver=7&man=Sale&t=https%3A%2F%2Fshop.example%2Fsale%3Ffrom%3Dqueue")
    ));
    // The target that the room chooses.
    first("/checkout").await.assert_redirects_to(&format!(
        "https://wr.example.com/?{}",
        queue("slow&ver=VER&cver=7&man=Check-out")
    ));
}

#[tokio::test]
async fn error_pages_are_reached_in_the_same_way() {
    let bad = "e_sale~h_0";
    first(&format!("/sale?queueittoken={bad}")).await.assert_redirects_to(&format!(
        "https://sale.example.com/queue/error/hash/?{}",
        queue(&format!(
            "sale&ver=VER&cver=7&man=Sale&queueittoken={bad}&ts={NOW}&t=https%3A%2F%2Fshop.example%2Fsale%3Ffrom%3Dqueue"
        ))
    ));
    first(&format!("/checkout?queueittoken={bad}"))
        .await
        .assert_redirects_to(&format!(
            "https://wr.example.com/error/hash/?{}",
            queue(&format!(
                "slow&ver=VER&cver=7&man=Check-out&queueittoken={bad}&ts={NOW}"
            ))
        ));
    let debug = Token {
        redirect_type: connector::RedirectType::Debug,
        ..grant()
    }
    .sign(&secret());
    first(&format!("/sale?queueittoken={}", debug.replace("~ce_true", "")))
        .await
        .assert_redirects_to("https://sale.example.com/queue/diagnostics/connector/error/?code=hash");
}

#[tokio::test]
async fn the_session_is_the_action_s() {
    let site = site();
    // A redirect that strips the token ignores forced targets and the room's own.
    let answer = site.get(&format!("/sale/a?b=1&queueittoken={}", token()), None).await;
    answer.assert_redirects_to("http://shop.example/sale/a?b=1");
    let set = answer.set_cookie.as_deref().unwrap();
    assert!(set.starts_with(&format!("{COOKIE}=EventId%3Dsale%26")), "{set}");
    assert!(set.ends_with("; Domain=.shop.example; HttpOnly; Secure"), "{set}");
    let cookie = answer.cookie();

    // A session of five minutes that is not extended.
    site.move_clock(300);
    let page = site.get("/sale", Some(&cookie)).await;
    page.assert_is_page(&format!("{QUEUE_ID} by Some(Queue)"));
    assert_eq!(
        (page.set_cookie, page.cache_control.as_deref()),
        (None, Some("private"))
    );
    site.move_clock(1);
    let late = site.get("/sale", Some(&cookie)).await;
    assert_eq!(late.status, 302);
    assert!(
        late.set_cookie
            .unwrap()
            .ends_with("; Domain=.shop.example; HttpOnly; Secure")
    );
    // The pages of another action need another session.
    assert_eq!(site.get("/anything", Some(&cookie)).await.status, 302);
}

#[tokio::test]
async fn sessions_and_tokens_of_involved_rooms_count() {
    let site = site();
    let answer = site
        .get(&format!("/checkout?queueittoken={}", token_of("vip")), None)
        .await;
    answer.assert_redirects_to("http://shop.example/checkout");
    let cookie = answer.other_cookie();
    assert!(cookie.starts_with(&name("vip")), "{cookie}");

    let page = site.get("/checkout", Some(&cookie)).await;
    page.assert_is_page(&format!("{QUEUE_ID} by Some(Queue)"));
    assert!(
        page.other_cookies[0].starts_with(&name("vip")),
        "the session it came with is extended"
    );
    // Other actions do not accept them.
    assert_eq!(site.get("/anything", Some(&cookie)).await.status, 302);
    let elsewhere = site
        .get(&format!("/anything?queueittoken={}", token_of("vip")), None)
        .await;
    assert!(
        elsewhere
            .location
            .unwrap()
            .starts_with("https://wr.example.com/error/eventid/?c=acme&e=all&")
    );
}

#[tokio::test]
async fn stale_cookies_of_all_rooms_are_cleared_away() {
    let stale = format!("{}=x; {}=y; other=z", name("slow"), name("vip"));
    let answer = site().get("/checkout", Some(&stale)).await;
    let deleted: Vec<&str> = answer
        .other_cookies
        .iter()
        .map(|line| line.split(';').next().unwrap())
        .collect();
    assert_eq!(
        deleted,
        [format!("{}=deleted", name("slow")), format!("{}=deleted", name("vip"))]
    );
}

#[tokio::test]
async fn an_ignored_page_is_left_alone() {
    let site = site();
    for (method, path) in [("GET", "/payment_callback"), ("POST", "/payment_callback?x=1")] {
        let answer = site
            .send(method, path, Some(&format!("{}=stale", name("all"))), &HOST)
            .await;
        answer.assert_is_page("nobody");
        assert_eq!(
            (answer.other_cookies.len(), answer.cache_control, answer.failed),
            (0, None, None)
        );
    }
}

#[tokio::test]
async fn a_cancel_action_ends_the_sessions_that_there_are() {
    let site = site();
    let [slow, vip] = [token_of("slow"), token_of("vip")].map(|token| format!("/checkout?queueittoken={token}"));
    let [slow, vip] = [site.get(&slow, None).await, site.get(&vip, None).await].map(|answer| answer.other_cookie());
    // Expired sessions are cancelled, too.
    site.move_clock(100_000);
    for (cookies, places) in [
        (slow.clone(), format!("slow~{QUEUE_ID}_vip")),
        (format!("{slow}; {vip}"), format!("slow~{QUEUE_ID}_vip~{QUEUE_ID}")),
        (vip, format!("slow_vip~{QUEUE_ID}")),
    ] {
        let answer = site.get("/thank-you?order=1", Some(&cookies)).await;
        answer.assert_redirects_to(&format!(
            "https://wr.example.com/rooms/cancel/multiple/acme?wrl={places}&r=http%3A%2F%2Fshop.example%2Fthank-you%3Forder%3D1"
        ));
        assert_eq!(answer.other_cookies.len(), cookies.matches('=').count());
        assert!(answer.other_cookies.iter().all(|cookie| cookie.contains("=deleted; ")));
    }
    // On the way back there is nothing left to cancel.
    for cookies in [None, Some(slow.replace("Hash%3D", "Hash%3D0"))] {
        let page = site.get("/thank-you?order=1", cookies.as_deref()).await;
        page.assert_is_page("nobody");
        assert_eq!(page.cache_control.as_deref(), Some("private"));
    }
}

#[tokio::test]
async fn a_script_is_told_to_cancel_too() {
    let site = site();
    let path = format!("/checkout?queueittoken={}", token_of("slow"));
    let cookie = site.get(&path, None).await.other_cookie();
    let call = [HOST[0], ("x-queueit-ajaxpageurl", "https%3A%2F%2Fshop.example%2F")];
    let answer = site.send("POST", "/thank-you", Some(&cookie), &call).await;
    answer.assert_tells_script(&format!(
        "https%3A%2F%2Fwr.example.com%2Frooms%2Fcancel%2Fmultiple%2Facme%3Fwrl%3Dslow~{QUEUE_ID}_vip%26r%3Dhttps%253A%252F%252Fshop.example%252F"
    ));
}

#[tokio::test]
async fn triggers_look_at_cookies_headers_and_the_user_agent() {
    let site = site();
    for headers in [
        [HOST[0], ("user-agent", "Mozilla/5.0 (compatible; GoogleBot/2.1)")],
        [HOST[0], ("Akamai-Bot", "Known BOT (verified)")],
    ] {
        let answer = site.send("GET", "/anything", None, &headers).await;
        answer.assert_is_page("nobody");
    }
    site.get("/anything", Some("a=b; staff=y%65s"))
        .await
        .assert_is_page("nobody");
    assert_eq!(site.get("/anything", Some("Staff=yes")).await.status, 302);
}

#[tokio::test]
async fn a_trigger_on_the_body_sees_the_empty_text() {
    let json = r#"{"Version":1,"Integrations":[{"Name":"A","ActionType":"Queue","EventId":"sale","QueueDomain":"wr","CookieValidityMinute":1,
        "Triggers":[{"LogicalOperator":"And","TriggerParts":[{"ValidatorType":"RequestBodyValidator","Operator":"Equals","ValueToCompare":"","IsNegative":false,"IsIgnoreCase":false}]}]}]}"#;
    let site = Site::integrated(&live(json), |builder| builder);
    assert_eq!(site.send("POST", "/order", None, &HOST).await.status, 302);
}

#[tokio::test]
async fn heads_and_preflights_are_left_alone_and_so_are_excepted_paths() {
    let site = Site::integrated(&live(CONFIG), |builder| builder.except_paths(["/static"]));
    for (method, path) in [
        ("HEAD", "/anything"),
        ("OPTIONS", "/anything"),
        ("GET", "/static/a.css"),
    ] {
        assert_eq!(
            site.send(method, path, None, &HOST).await.status,
            200,
            "{method} {path}"
        );
    }
    assert_eq!(site.send("POST", "/anything", None, &HOST).await.status, 302);
}

#[tokio::test]
async fn without_a_config_visitors_pass_or_are_held_back() {
    let config = LiveConfig::new("acme".parse().unwrap());
    let answer = Site::integrated(&config, |builder| builder)
        .get("/anything", None)
        .await;
    answer.assert_is_page("nobody");
    assert_eq!(answer.failed.as_deref(), Some("true"));

    let site = Site::integrated(&config, |builder| builder.on_failure(OnFailure::HoldBack));
    let answer = site.get("/anything", None).await;
    assert_eq!((answer.status, answer.retry_after.as_deref()), (503, Some("30")));

    config.replace(CONFIG.as_bytes()).unwrap();
    let answer = site.get("/anything", None).await;
    assert_eq!((answer.status, answer.failed), (302, None));
}

#[tokio::test]
async fn a_broken_config_leaves_the_good_one_in_place() {
    let config = live(CONFIG);
    let site = Site::integrated(&config, |builder| builder);
    for broken in [
        "",
        "{}",
        "<html>",
        &CONFIG.replace("wr.example.com", "http://wr"),
        &CONFIG.replace("acme", "other"),
    ] {
        assert!(config.replace(broken.as_bytes()).is_err(), "{broken}");
        assert_eq!(config.version(), Some(7));
        assert_eq!(site.get("/anything", None).await.status, 302);
    }
    config.replace(br#"{"Version":8,"Integrations":[]}"#).unwrap();
    let answer = site.get("/anything", None).await;
    answer.assert_is_page("nobody");
    assert_eq!((config.version(), answer.failed), (Some(8), None));
}

#[test]
fn a_signed_config_is_taken_and_an_old_one_is_not_brought_back() {
    let config = LiveConfig::new("acme".parse().unwrap());
    let envelope = |version: i64| {
        let push = Push::sign(&format!(r#"{{"Version":{version},"Integrations":[]}}"#), &secret());
        serde_json::to_vec(&push).unwrap()
    };
    assert_eq!(config.replace_signed(&envelope(3), &secret()).unwrap(), 3);
    assert_eq!(config.replace_signed(&envelope(3), &secret()).unwrap(), 3);
    assert_eq!(config.replace_signed(&envelope(4), &secret()).unwrap(), 4);
    let old = config.replace_signed(&envelope(3), &secret()).unwrap_err().to_string();
    assert_eq!(old, "version 3 is older than the current 4");
    let other = SecretKey::new("another").unwrap();
    let unsigned = config.replace_signed(&envelope(5), &other).unwrap_err().to_string();
    assert_eq!(unsigned, "the hash does not match");
    assert!(config.replace_signed(b"{}", &secret()).is_err());
    assert_eq!(config.version(), Some(4));
}

#[tokio::test]
async fn handlers_can_cancel_whichever_session_there_is() {
    let site = site();
    let path = format!("/checkout?queueittoken={}", token_of("slow"));
    let cookie = site.get(&path, None).await.other_cookie();
    // The page of the handler itself matches an Ignore action.
    let answer = site.send("POST", "/again", Some(&cookie), &HOST).await;
    answer.assert_redirects_to(&format!(
        "https://wr.example.com/cancel/multiple/acme?wrl=slow~{QUEUE_ID}_vip&r=http%3A%2F%2Fshop.example%2Fproduct%3Fa%3D1"
    ));
}
