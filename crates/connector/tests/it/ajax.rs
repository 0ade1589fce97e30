//! Tests of calls by a page's script.

use crate::site::{COOKIE, QUEUE, Site, token};

const CALL: [(&str, &str); 2] = [
    ("host", "shop.example"),
    ("x-queueit-ajaxpageurl", "https%3A%2F%2Fshop.example%2Fbasket%3Fa%3D1"),
];

/// The target `https://shop.example/basket?a=1` in a redirect that is encoded again.
const PAGE: &str = "https%253A%252F%252Fshop.example%252Fbasket%253Fa%253D1";

fn encoded(url: &str) -> String {
    url.replace(':', "%3A")
        .replace('/', "%2F")
        .replace('?', "%3F")
        .replace('&', "%26")
        .replace('=', "%3D")
}

#[tokio::test]
async fn a_script_is_told_where_its_page_is_to_go() {
    for method in ["GET", "POST", "PUT"] {
        let answer = Site::new().send(method, "/product", None, &CALL).await;
        answer.assert_tells_script(&format!("{}%26t%3D{PAGE}", encoded(QUEUE)));
    }
}

#[tokio::test]
async fn a_post_without_the_header_and_a_preflight_are_left_alone() {
    let site = Site::new();
    let host = [CALL[0]];
    site.send("POST", "/product", None, &host)
        .await
        .assert_is_page("nobody");
    for method in ["OPTIONS", "HEAD"] {
        let answer = site.send(method, "/product", None, &CALL).await;
        assert_eq!(answer.redirect_for_script, None, "{method}");
    }
}

#[tokio::test]
async fn an_empty_header_or_one_that_is_no_text_makes_no_call() {
    for page in ["", " ", "%ff"] {
        let headers = [CALL[0], ("x-queueit-ajaxpageurl", page)];
        let answer = Site::new().send("GET", "/product", None, &headers).await;
        assert_eq!(answer.status, 302, "{page:?}");
    }
}

#[tokio::test]
async fn a_token_starts_a_session_without_a_detour() {
    let path = format!("/product?queueittoken={}", token());
    let answer = Site::new().send("POST", &path, None, &CALL).await;
    answer.assert_is_page("11111111-2222-4333-8444-555555555555 by Some(Queue)");
    assert!(answer.cookie().starts_with(COOKIE));
}

#[tokio::test]
async fn a_token_may_come_in_a_header_of_its_own() {
    let token = token();
    let with_header = [CALL[0], CALL[1], ("x-queueittoken", token.as_str())];
    for headers in [&with_header[..], &[CALL[0], ("x-queueittoken", token.as_str())]] {
        let answer = Site::new().send("GET", "/product", None, headers).await;
        answer.assert_is_page("11111111-2222-4333-8444-555555555555 by Some(Queue)");
        assert!(answer.cookie().starts_with(COOKIE));
    }
    // The URL's token takes precedence.
    let answer = Site::new()
        .send("GET", "/product?queueittoken=garbage", None, &with_header)
        .await;
    let location = answer.redirect_for_script.unwrap();
    assert!(location.contains("%2Ferror%2Fhash%2F"), "{location}");
}

#[tokio::test]
async fn a_script_is_told_of_a_refusal_which_deletes_a_bad_cookie() {
    let headers = [CALL[0], CALL[1], ("x-queueittoken", "gar&bage=1 x")];
    let stale = format!("{COOKIE}=nonsense");
    let answer = Site::new().send("GET", "/product", Some(&stale), &headers).await;
    let location = answer.redirect_for_script.clone().unwrap();
    assert!(
        location.starts_with("https%3A%2F%2Fwr.example.com%2Ferror%2Fhash%2F%3Fc%3Dacme%26e%3Dsale%26"),
        "{location}"
    );
    // Characters that no query may contain are encoded before the echo, and the whole location once
    // more.
    assert!(
        location.contains(&format!(
            "%26queueittoken%3Dgar%2526bage%253D1%2520x%26ts%3D1700000000%26t%3D{PAGE}"
        )),
        "{location}"
    );
    assert!(answer.deletes_the_cookie());
}
