//! Tests of entering: to the queue, back with a token, and on to the page.

use connector::Scheme;

use crate::site::{COOKIE, QUEUE, QUEUE_ID, Site, token};

#[tokio::test]
async fn without_cookie_and_token_the_visitor_goes_to_the_queue() {
    let answer = Site::new().get("/product?a=1&b=%20", None).await;
    answer.assert_redirects_to(&format!(
        "{QUEUE}&t=http%3A%2F%2Fshop.example%2Fproduct%3Fa%3D1%26b%3D%2520"
    ));
    assert_eq!(answer.set_cookie, None);
}

#[tokio::test]
async fn everything_configured_reaches_the_queue_in_the_wire_s_order() {
    let site = Site::with(|builder| {
        builder
            .action_name("My action")
            .culture("da-DK")
            .theme("My Theme")
            .queue_scheme(Scheme::Http)
            .path_prefix("/rooms/")
    });
    let version = env!("CARGO_PKG_VERSION");
    site.get("/product", None).await.assert_redirects_to(&format!(
        "http://wr.example.com/rooms/?c=acme&e=sale&ver=rust-{version}&cver=-1&man=My%20action&cid=da-DK&l=My%20Theme&t=http%3A%2F%2Fshop.example%2Fproduct"
    ));
}

#[tokio::test]
async fn a_good_token_starts_a_session_and_leaves_the_url() {
    let site = Site::new();
    let answer = site.get(&format!("/product?queueittoken={}", token()), None).await;
    answer.assert_redirects_to("http://shop.example/product");
    let set = answer.set_cookie.as_deref().unwrap();
    let start = format!(
        "{COOKIE}=EventId%3Dsale%26QueueId%3D{QUEUE_ID}%26RedirectType%3Dqueue%26IssueTime%3D1700000000%26Hash%3D"
    );
    assert!(
        set.starts_with(&start) && set.ends_with("; Path=/; Max-Age=86400"),
        "{set}"
    );

    let page = site.get("/product", Some(&answer.cookie())).await;
    page.assert_is_page(&format!("{QUEUE_ID} by Some(Queue)"));
}

#[tokio::test]
async fn other_parameters_survive_the_stripping_wherever_the_token_stands() {
    for (path, location) in [
        ("/product?a=1&queueittoken=TOKEN", "http://shop.example/product?a=1"),
        ("/product?queueittoken=TOKEN&a=1", "http://shop.example/product?a=1"),
        (
            "/product?a=%7E&QueueITToken=TOKEN&b=2",
            "http://shop.example/product?a=%7E&b=2",
        ),
    ] {
        Site::new()
            .get(&path.replace("TOKEN", &token()), None)
            .await
            .assert_redirects_to(location);
    }
}

#[tokio::test]
async fn a_token_whose_tildes_were_encoded_on_the_way_is_good() {
    let path = format!("/product?queueittoken={}", token().replace('~', "%7E"));
    Site::new()
        .get(&path, None)
        .await
        .assert_redirects_to("http://shop.example/product");
}

#[tokio::test]
async fn an_empty_token_is_no_token() {
    let answer = Site::new().get("/product?queueittoken=&a=1", None).await;
    answer.assert_redirects_to(&format!("{QUEUE}&t=http%3A%2F%2Fshop.example%2Fproduct%3Fa%3D1"));
}

#[tokio::test]
async fn a_request_that_cannot_be_repeated_is_let_through_with_its_token() {
    let site = Site::with(|builder| builder.protect_when(|_| true));
    let path = format!("/product?queueittoken={}", token());
    let answer = site.send("POST", &path, None, &[("host", "shop.example")]).await;
    answer.assert_is_page(&format!("{QUEUE_ID} by Some(Queue)"));
    assert!(answer.set_cookie.is_some());
}

#[tokio::test]
async fn only_get_is_protected_by_default_and_exceptions_hold() {
    let site = Site::with(|builder| builder.except_paths(["/static"]));
    let host = [("host", "shop.example")];
    site.send("POST", "/product", None, &host)
        .await
        .assert_is_page("nobody");
    site.get("/static/a.css", None).await.assert_is_page("nobody");
    assert_eq!(site.get("/statics", None).await.status, 302);
}

#[tokio::test]
async fn an_unprotected_request_still_knows_its_visitor_but_changes_no_cookie() {
    let site = Site::new();
    let cookie = site.enter(&token()).await;
    let answer = site
        .send("POST", "/product", Some(&cookie), &[("host", "shop.example")])
        .await;
    answer.assert_is_page(&format!("{QUEUE_ID} by Some(Queue)"));
    assert_eq!((answer.set_cookie, answer.cache_control), (None, None));
}

#[tokio::test]
async fn inside_a_nested_router_the_whole_path_is_the_target() {
    let answer = Site::new().get("/nested/product", None).await;
    answer.assert_redirects_to(&format!("{QUEUE}&t=http%3A%2F%2Fshop.example%2Fnested%2Fproduct"));
}

#[tokio::test]
async fn a_path_that_looks_like_a_host_stays_a_path() {
    let answer = Site::new()
        .get(&format!("//evil.example/?queueittoken={}", token()), None)
        .await;
    answer.assert_redirects_to("http://shop.example//evil.example/");
}

#[tokio::test]
async fn a_request_without_a_usable_host_is_a_bad_request() {
    let site = Site::new();
    for headers in [
        &[][..],
        &[("host", "shop.example/evil")],
        &[("host", "user@shop.example")],
    ] {
        let answer = site.send("GET", "/product", None, headers).await;
        assert_eq!((answer.status, answer.location), (400, None), "{headers:?}");
    }
}
