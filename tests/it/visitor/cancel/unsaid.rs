//! Cancel links in browsers that do not say which page sent the request.

use super::{SHOP, entered, links, question, standing};

/// Over plain http browsers send no Fetch Metadata, and a page of another site can hide its
/// `Referer`.
#[tokio::test]
async fn a_link_that_does_not_say_who_sent_it_asks_and_its_form_acts() {
    let house = standing().await;
    let mut visitor = entered(&house).await;
    let id = visitor.queue_id();
    for path in links().iter().map(|(path, ..)| path.replace("{q}", &id)) {
        question(&visitor.get(&path).await);
        question(&visitor.get_with(&path, &[("sec-fetch-dest", "document")]).await);
    }
    let script = visitor.get(&format!("/cancel/demo/sale/{id}/cancelqueueid")).await;
    assert_eq!((script.status.as_u16(), script.header("set-cookie")), (200, ""));
    assert_eq!(house.stats().await["waiting"], 1);
    assert_eq!(visitor.load().await.slot("number"), "1");

    let path = format!("/cancel/demo/sale/{id}?r={SHOP}");
    let action = question(&visitor.get(&path).await);
    let from_the_page = [("origin", "http://queue.example")];
    let left = visitor.post_with(&action, &from_the_page).await;
    assert_eq!(
        (left.status.as_u16(), left.location()),
        (303, "https://shop.example/bye")
    );
    assert!(visitor.cookies.is_empty());
    assert_eq!(house.stats().await["waiting"], 0);
}
