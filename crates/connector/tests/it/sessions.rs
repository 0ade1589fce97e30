//! Tests of the session cookie: extension, fixed validity, domains and flags, and invalid cookies.

use connector::Minutes;

use crate::site::{COOKIE, NOW, QUEUE_ID, Site, fixed_token, token, token_for};

const QUEUE_START: &str = "https://wr.example.com/?c=acme&e=sale&";

/// Checks that a session lasts as long and is not extended.
async fn assert_ends_after(site: &Site, cookie: &str, seconds: u64) {
    site.move_clock(seconds);
    let answer = site.get("/product", Some(cookie)).await;
    assert_eq!((answer.status, answer.set_cookie), (200, None));
    site.move_clock(1);
    assert_eq!(site.get("/product", Some(cookie)).await.status, 302);
}

#[tokio::test]
async fn each_request_extends_the_session() {
    let site = Site::new();
    let first = site.enter(&token()).await;
    site.move_clock(10 * 60);
    let answer = site.get("/product", Some(&first)).await;
    assert_eq!(answer.status, 200);
    let second = answer.cookie();
    assert!(second.contains(&format!("IssueTime%3D{}", NOW + 600)), "{second}");

    site.move_clock(1);
    let too_late = site.get("/product", Some(&first)).await;
    assert!(too_late.location.as_deref().unwrap().starts_with(QUEUE_START));
    assert!(too_late.deletes_the_cookie());
    assert_eq!(site.get("/product", Some(&second)).await.status, 200);
}

#[tokio::test]
async fn a_fixed_session_is_never_extended() {
    let site = Site::new();
    let cookie = site.enter(&fixed_token(3)).await;
    assert_ends_after(&site, &cookie, 180).await;
}

#[tokio::test]
async fn a_session_lasts_as_configured_and_is_extended_only_if_configured() {
    let site = Site::with(|builder| builder.validity(Minutes::new(5).unwrap()).extend(false));
    let cookie = site.enter(&token()).await;
    assert_ends_after(&site, &cookie, 300).await;
}

#[tokio::test]
async fn domain_and_flags_are_on_the_cookie_and_on_its_deletion() {
    let site = Site::with(|builder| builder.cookie_domain("shop.example").http_only(true).secure(true));
    let set = site
        .get(&format!("/product?queueittoken={}", token()), None)
        .await
        .set_cookie
        .unwrap();
    assert!(
        set.ends_with("; Path=/; Max-Age=86400; Domain=shop.example; HttpOnly; Secure"),
        "{set}"
    );
    let deletion = site.get("/product", Some(&format!("{COOKIE}=nonsense"))).await;
    assert!(deletion.deletes_the_cookie());
    assert!(
        deletion
            .set_cookie
            .unwrap()
            .ends_with("; Domain=shop.example; HttpOnly; Secure")
    );
}

#[tokio::test]
async fn forged_and_foreign_cookies_are_deleted_on_the_way_to_the_queue() {
    let site = Site::new();
    let good = site.enter(&token()).await;
    for bad in [
        good.replace("IssueTime%3D1700000000", "IssueTime%3D1700099999"),
        good.replace("EventId%3Dsale", "EventId%3Dother"),
        format!("{COOKIE}="),
        format!("{COOKIE}=%ff"),
    ] {
        let answer = site.get("/product", Some(&bad)).await;
        assert!(answer.location.as_deref().unwrap().starts_with(QUEUE_START), "{bad}");
        assert!(answer.deletes_the_cookie(), "{bad}");
    }
}

#[tokio::test]
async fn a_good_cookie_is_found_among_others_and_unencoded_too() {
    let site = Site::new();
    let good = site.enter(&token()).await;
    let plain = good.replace("%3D", "=").replace("%26", "&");
    for cookies in [
        format!("a=b; {COOKIE}=old; {good}; c"),
        format!("{COOKIE}_2=x; {plain}"),
    ] {
        site.get("/product", Some(&cookies))
            .await
            .assert_is_page(&format!("{QUEUE_ID} by Some(Queue)"));
    }
}

#[tokio::test]
async fn a_bounded_number_of_cookies_of_a_name_is_tried() {
    let site = Site::new();
    let good = site.enter(&token()).await;
    for (bad, status) in [(7, 200), (8, 302)] {
        let cookies = format!("{}{good}", format!("{COOKIE}=bad; ").repeat(bad));
        assert_eq!(
            site.get("/product", Some(&cookies)).await.status,
            status,
            "behind {bad}"
        );
    }
}

#[tokio::test]
async fn a_bound_session_used_elsewhere_goes_to_its_own_error_page_once() {
    let mut site = Site::new();
    site.peer = Some("203.0.113.7");
    let cookie = site.enter(&token_for("203.0.113.7")).await;
    assert_eq!(site.get("/product", Some(&cookie)).await.status, 200);

    site.peer = Some("198.51.100.9");
    let answer = site.get("/product", Some(&cookie)).await;
    let location = answer.location.as_deref().unwrap();
    assert!(
        location.starts_with("https://wr.example.com/error/connector/sessionstate/?c=acme&e=sale&"),
        "{location}"
    );
    assert!(
        location.contains("&icr=ip%2Ccip%3A3139382e35312e3130302e39%2Chip%3A"),
        "{location}"
    );
    assert!(
        location.contains(&format!(
            "%2Cr%3Aqueue%2Cq%3A{QUEUE_ID}%2Cst%3A1700000000000&ts=1700000000&t=http"
        )),
        "{location}"
    );
    assert!(
        answer.deletes_the_cookie(),
        "or the visitor would be sent there for ever"
    );
}

#[tokio::test]
async fn protected_pages_stay_out_of_shared_caches_unless_the_site_decides() {
    let site = Site::new();
    let cookie = site.enter(&token()).await;
    assert_eq!(
        site.get("/product", Some(&cookie)).await.cache_control.as_deref(),
        Some("private")
    );
    assert_eq!(
        site.get("/cached", Some(&cookie)).await.cache_control.as_deref(),
        Some("public, max-age=60")
    );
}
