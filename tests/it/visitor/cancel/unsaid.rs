//! Cancel links in browsers that do not say which page sent the request.

use super::{SHOP, entered, links, question, without_turns};

/// Every browser says which languages its user reads.
const BROWSER: (&str, &str) = ("accept-language", "en");

/// Over plain http browsers send no Fetch Metadata, and a page of another site can hide its
/// `Referer`.
#[tokio::test]
async fn a_link_that_does_not_say_who_sent_it_asks_and_its_form_acts() {
    let server = without_turns().await;
    let mut visitor = entered(&server).await;
    let id = visitor.queue_id();
    for path in links().iter().map(|(path, ..)| path.replace("{q}", &id)) {
        question(&visitor.get_with(&path, &[BROWSER]).await);
        let opened = [BROWSER, ("sec-fetch-dest", "document")];
        question(&visitor.get_with(&path, &opened).await);
    }
    let script = format!("/cancel/demo/sale/{id}/cancelqueueid");
    let script = visitor.get_with(&script, &[BROWSER]).await;
    assert_eq!((script.status.as_u16(), script.header("set-cookie")), (200, ""));
    assert_eq!(server.stats().await["waiting"], 1);
    assert_eq!(visitor.load().await.slot("number"), "1");

    let path = format!("/cancel/demo/sale/{id}?r={SHOP}");
    let action = question(&visitor.get_with(&path, &[BROWSER]).await);
    let from_the_page = [("origin", "http://queue.example")];
    let left = visitor.post_with(&action, &from_the_page).await;
    assert_eq!(
        (left.status.as_u16(), left.location()),
        (303, "https://shop.example/bye")
    );
    assert!(visitor.cookies.is_empty());
    assert_eq!(server.stats().await["waiting"], 0);
}

/// A program that is no browser is sent by nobody's page, and has its own cookies.
#[tokio::test]
async fn a_link_that_a_program_follows_acts_at_once() {
    for (path, next, _) in links().into_iter().filter(|(.., is_named)| *is_named) {
        let server = without_turns().await;
        let mut visitor = entered(&server).await;
        let left = visitor.get(&path.replace("{q}", &visitor.queue_id())).await;
        assert_eq!((left.status.as_u16(), left.location()), (302, next), "{path}");
        assert!(visitor.cookies.is_empty(), "{path}");
        assert_eq!(server.stats().await["waiting"], 0, "{path}");
    }
}
