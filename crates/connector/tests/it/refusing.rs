//! Tests of invalid tokens: the redirect to the error page, with the token verbatim.

use protocol::queueittoken::Token;
use protocol::{SecretKey, UnixSeconds};

use crate::site::{NOW, Site, grant, hashed, secret, token, token_for};

/// Returns the whole error URL for `/product?a=1`.
fn error(code: &str, reason: &str, token: &str, now: u64) -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "https://wr.example.com/error/{code}/?c=acme&e=sale&ver=rust-{version}&cver=-1&man=unspecified{reason}&queueittoken={token}&ts={now}&t=http%3A%2F%2Fshop.example%2Fproduct%3Fa%3D1"
    )
}

fn path(token: &str) -> String {
    format!("/product?a=1&queueittoken={token}")
}

#[tokio::test]
async fn tampered_foreign_and_shapeless_tokens() {
    let good = token();
    let last = if good.ends_with('0') { '1' } else { '0' };
    let tampered = format!("{}{last}", &good[..good.len() - 1]);
    let later = good.replace("ts_1700000180", "ts_1700009999");
    let foreign = grant().sign(&SecretKey::new("another site's secret").unwrap());
    for bad in [tampered.as_str(), &later, &foreign, "garbage", "%ff"] {
        let answer = Site::new().get(&path(bad), None).await;
        answer.assert_redirects_to(&error("hash", "", bad, NOW));
        assert_eq!(answer.set_cookie, None);
    }
}

#[tokio::test]
async fn a_token_that_no_header_could_carry_is_echoed_encoded() {
    Site::new()
        .get(&path("gärbage"), None)
        .await
        .assert_redirects_to(&error("hash", "", "g%C3%A4rbage", NOW));
}

#[tokio::test]
async fn a_token_for_another_room() {
    let other = Token {
        room: "other".parse().unwrap(),
        ..grant()
    }
    .sign(&secret());
    Site::new()
        .get(&path(&other), None)
        .await
        .assert_redirects_to(&error("eventid", "", &other, NOW));
}

#[tokio::test]
async fn an_expired_token_and_one_at_its_last_second() {
    let site = Site::new();
    site.move_clock(180);
    site.get(&path(&token()), None)
        .await
        .assert_redirects_to("http://shop.example/product?a=1");
    site.move_clock(1);
    site.get(&path(&token()), None)
        .await
        .assert_redirects_to(&error("timestamp", "", &token(), NOW + 181));
}

#[tokio::test]
async fn a_token_bound_to_another_address() {
    let token = token_for("203.0.113.7");
    let mut site = Site::new();
    site.peer = Some("203.0.113.7");
    site.get(&path(&token), None)
        .await
        .assert_redirects_to("http://shop.example/product?a=1");

    site.peer = Some("198.51.100.9");
    let hip = hashed("203.0.113.7");
    let reason = format!("&icr=ip%2Ccip%3A3139382e35312e3130302e39%2Chip%3A{}", hip.as_str());
    site.get(&path(&token), None)
        .await
        .assert_redirects_to(&error("ip", &reason, &token, NOW));

    site.peer = None;
    let reason = format!("&icr=ip%2Ccip%3A%2Chip%3A{}", hip.as_str());
    site.get(&path(&token), None)
        .await
        .assert_redirects_to(&error("ip", &reason, &token, NOW));
}

#[tokio::test]
async fn a_bad_token_beside_a_bad_cookie_takes_the_cookie_away() {
    let cookie = format!("{}=EventId%3Dsale%26Hash%3D00", crate::site::COOKIE);
    let answer = Site::new().get(&path("garbage"), Some(&cookie)).await;
    answer.assert_redirects_to(&error("hash", "", "garbage", NOW));
    assert!(answer.deletes_the_cookie());
}

#[tokio::test]
async fn a_good_token_beside_a_bad_cookie_replaces_the_cookie() {
    let cookie = format!("{}=EventId%3Dsale%26Hash%3D00", crate::site::COOKIE);
    let site = Site::new();
    let answer = site.get(&path(&token()), Some(&cookie)).await;
    answer.assert_redirects_to("http://shop.example/product?a=1");
    assert_eq!(site.get("/product", Some(&answer.cookie())).await.status, 200);
}

#[tokio::test]
async fn the_token_of_a_later_grant_is_not_looked_at_while_a_session_is_valid() {
    let site = Site::new();
    let cookie = site.get(&path(&token()), None).await.cookie();
    let expired = Token {
        expires_at: UnixSeconds(1),
        ..grant()
    }
    .sign(&secret());
    for other in [expired.as_str(), "garbage"] {
        let answer = site.get(&path(other), Some(&cookie)).await;
        answer.assert_redirects_to("http://shop.example/product?a=1");
        assert_eq!(answer.cookie(), cookie, "the session stays the same one");
    }
}
