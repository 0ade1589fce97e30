//! Tests of requests that the connector cannot judge: which visitors pass, and how responses are
//! marked.

use connector::OnFailure;

use crate::site::{Site, token};

const HOST: [(&str, &str); 1] = [("host", "shop.example")];

fn site(on_failure: OnFailure) -> Site {
    let site = Site::with(|builder| builder.on_failure(on_failure).except_paths(["/static"]));
    site.set_clock(1_000_000_000);
    site
}

#[tokio::test]
async fn with_a_clock_that_is_not_set_visitors_pass_by_default() {
    for path in ["/product".to_owned(), format!("/product?queueittoken={}", token())] {
        let answer = site(OnFailure::LetIn).get(&path, None).await;
        answer.assert_is_page("nobody");
        assert_eq!(answer.failed.as_deref(), Some("true"));
        assert_eq!(
            (answer.set_cookie, answer.cache_control.as_deref()),
            (None, Some("private"))
        );
    }
}

#[tokio::test]
async fn visitors_are_held_back_for_a_while() {
    let answer = site(OnFailure::HoldBack).get("/product", None).await;
    assert_eq!((answer.status, answer.retry_after.as_deref()), (503, Some("30")));
    assert_eq!(answer.cache_control.as_deref(), Some("no-store"));
    assert_eq!(answer.failed.as_deref(), Some("true"));
}

#[tokio::test]
async fn requests_that_need_no_session_are_never_held_back() {
    let site = site(OnFailure::HoldBack);
    for (method, path) in [("GET", "/static/a.css"), ("POST", "/product"), ("HEAD", "/product")] {
        let answer = site.send(method, path, None, &HOST).await;
        assert_eq!((answer.status, answer.failed), (200, None), "{method} {path}");
    }
}

#[tokio::test]
async fn without_a_clock_nobody_is_known_to_have_passed() {
    let site = Site::with(|builder| builder.except_paths(["/static"]));
    let cookie = site.enter(&token()).await;
    let page = site.get("/static/a.css", Some(&cookie)).await;
    page.assert_is_page("11111111-2222-4333-8444-555555555555 by Some(Queue)");
    site.set_clock(1_000);
    for path in ["/static/a.css", "/product"] {
        site.get(path, Some(&cookie)).await.assert_is_page("nobody");
    }
}

#[tokio::test]
async fn once_the_clock_is_set_all_is_well() {
    let site = site(OnFailure::HoldBack);
    site.set_clock(crate::site::NOW);
    let answer = site.get("/product", None).await;
    assert_eq!((answer.status, answer.failed), (302, None));
}
