//! Leaving the line in a browser without scripts: ten seconds in which it can be undone.

use super::{entered, question, without_turns};
use crate::support::{Reply, TestServer, Visitor, redacted};

/// A visitor whose browser shows that the line is being left.
struct Leaving {
    visitor: Visitor,
    page: Reply,
    /// The seconds after which the page goes on.
    seconds: String,
    /// The address to which it goes.
    end: String,
}

/// Enters, follows the link of the waiting page, and sends the form of the page that asks.
async fn leaving(server: &TestServer) -> Leaving {
    answered(entered(server).await).await
}

/// Follows the link of the waiting page, and sends the form of the page that asks.
async fn answered(mut visitor: Visitor) -> Leaving {
    let link = format!("/exitline.aspx?{}", visitor.query);
    let form = question(&visitor.get(&link).await);
    let page = visitor.post(&form, "").await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-page"), page.html("data-state")),
        (200, "leave".to_owned(), "pending".to_owned()),
        "{}",
        page.text()
    );
    let cookie = page.header("set-cookie");
    assert!(
        cookie.starts_with("anteroom_leaving_") && cookie.contains("; Max-Age=120; HttpOnly;"),
        "{cookie}"
    );
    let (seconds, end) = page.header("refresh").split_once("; url=").expect("a refresh");
    let (seconds, end) = (seconds.to_owned(), end.to_owned());
    Leaving {
        visitor,
        page,
        seconds,
        end,
    }
}

/// Follows "Undo" on the page, which leads to the line.
async fn undo(visitor: &mut Visitor, page: &Reply) {
    let link = page.way_back();
    let untagged = format!("/exitline.aspx?{}&leaving=undo.", visitor.query);
    assert!(link.starts_with(&untagged), "{link}");
    let from_the_page = [("referer", "http://queue.example/exitline.aspx")];
    let reply = visitor.get_with(&link, &from_the_page).await;
    let line = format!("/?{}", visitor.query);
    assert_eq!((reply.status.as_u16(), reply.location()), (302, line.as_str()));
}

/// Returns the texts that the page shows one after the other, each for a second.
fn seconds(page: &Reply) -> Vec<String> {
    let text = page.text();
    let rows = text.split("<b>").skip(1);
    rows.map(|row| row.split("</b>").next().expect("an end").to_owned())
        .collect()
}

fn is_left(reply: &Reply) -> bool {
    reply.status == 200 && reply.html("data-page") == "left"
}

#[tokio::test]
async fn for_ten_seconds_it_can_be_undone_and_place_and_number_are_as_they_were() {
    let server = without_turns().await;
    entered(&server).await;
    let Leaving { mut visitor, page, .. } = leaving(&server).await;
    let later = entered(&server).await;
    assert!(page.text().contains("You can still undo this."), "{}", page.text());
    let shown = seconds(&page);
    assert_eq!(
        (shown.len(), shown[0].as_str(), shown[10].as_str()),
        (11, "00:10", "00:00")
    );
    server.advance(9_900).await;
    assert_eq!(server.stats().await["waiting"], 3, "nothing is given up yet");
    undo(&mut visitor, &page).await;
    let line = visitor.load().await;
    assert_eq!((line.status.as_u16(), line.slot("number").as_str()), (200, "2"));
    server.advance(60_000).await;
    assert_eq!(server.poll(&visitor).await.json()["ticket"]["queueNumber"], 2);
    assert_eq!(server.poll(&later).await.json()["ticket"]["queueNumber"], 3);
    assert_eq!(server.stats().await["waiting"], 3);
}

#[tokio::test]
async fn then_the_page_goes_on_and_the_place_is_given_up_once() {
    let server = without_turns().await;
    let Leaving {
        mut visitor,
        seconds,
        end,
        ..
    } = leaving(&server).await;
    assert_eq!(seconds, "12", "two more for the answer to an undo in the last moment");
    server.advance(12_000).await;
    let left = visitor.get(&end).await;
    assert!(is_left(&left), "{}", left.text());
    assert_eq!(left.way_back(), "/?c=demo&e=sale");
    assert!(visitor.cookies.is_empty());
    assert_eq!(server.stats().await["waiting"], 0);
    let old = server.visitor().at(&visitor.query);
    assert_eq!(server.poll(&old).await.status, 410, "it is too late to undo");
    assert!(is_left(&visitor.get(&end).await), "a reload says the same");

    // The same browser starts at the end, and its new place is not the link's.
    let mut again = visitor.at("c=demo&e=sale");
    assert_eq!(again.enter().await.slot("number"), "2");
    let refused = again.get(&end).await;
    assert_eq!(refused.error_page().2, "not-yours");
    assert_eq!(refused.way_back(), format!("/?{}", again.query));
    assert_eq!(again.load().await.slot("number"), "2");
}

#[tokio::test]
async fn an_early_request_waits_for_the_rest_and_a_late_one_asks_again() {
    let server = without_turns().await;
    let Leaving { mut visitor, end, .. } = leaving(&server).await;
    server.advance(4_000).await;
    let early = visitor.get(&end).await;
    assert_eq!(early.html("data-state"), "pending");
    assert_eq!(
        early.header("refresh"),
        format!("8; url={end}"),
        "the time does not begin anew"
    );
    assert_eq!(seconds(&early).first().map(String::as_str), Some("00:06"));
    server.advance(120_000).await;
    question(&visitor.get(&end).await);
    assert_eq!(server.stats().await["waiting"], 1);
    assert_eq!(visitor.load().await.slot("number"), "1");
}

#[tokio::test]
async fn an_undo_revokes_the_link_and_a_new_answer_has_a_link_of_its_own() {
    let server = without_turns().await;
    let Leaving {
        mut visitor, page, end, ..
    } = leaving(&server).await;
    server.advance(3_000).await;
    undo(&mut visitor, &page).await;
    assert_eq!(visitor.load().await.slot("number"), "1");
    // Back in the history, at once and when the link would have acted.
    question(&visitor.get(&end).await);
    server.advance(9_000).await;
    question(&visitor.get(&end).await);
    assert_eq!(visitor.load().await.slot("number"), "1");

    let Leaving {
        mut visitor, end: next, ..
    } = answered(visitor).await;
    assert_ne!(next, end);
    server.advance(12_000).await;
    question(&visitor.get(&end).await);
    assert_eq!(server.stats().await["waiting"], 1);
    assert!(is_left(&visitor.get(&next).await));
    assert!(visitor.cookies.is_empty());
    assert_eq!(server.stats().await["waiting"], 0);
}

/// A prefetch by the browser does not undo either, since the visitor has not pressed anything.
#[tokio::test]
async fn nobody_else_undoes_it_and_it_cannot_be_undone_once_the_place_is_given_up() {
    let server = without_turns().await;
    let Leaving {
        mut visitor, page, end, ..
    } = leaving(&server).await;
    let link = page.way_back();
    let site = |value| ("sec-fetch-site", value);
    let document = ("sec-fetch-dest", "document");
    let foreign: &[&[(&str, &str)]] = &[
        &[site("cross-site"), document],
        &[site("same-origin"), ("sec-fetch-dest", "image")],
        &[site("same-origin"), document, ("sec-purpose", "prefetch")],
        &[("referer", "https://evil.example/")],
    ];
    for headers in foreign {
        question(&visitor.get_with(&link, headers).await);
    }
    let (untagged, _) = link.split_once("undo.").expect("a tag");
    question(&visitor.get(&format!("{untagged}undo")).await);
    question(
        &visitor
            .post_with(&link, &[site("same-origin"), ("sec-fetch-dest", "empty")])
            .await,
    );
    assert_eq!(entered(&server).await.get(&link).await.error_page().2, "not-yours");
    assert_eq!(server.stats().await["waiting"], 2);
    server.advance(12_000).await;
    assert!(is_left(&visitor.get(&end).await));
    let late = visitor.get(&link).await;
    assert!(is_left(&late), "{}", late.text());
    assert_eq!(late.way_back(), "/?c=demo&e=sale");
}

/// Nothing is recorded before the end, so nothing is lost with the process either.
#[tokio::test]
async fn a_page_that_is_closed_keeps_the_place() {
    let server = without_turns().await;
    let Leaving { visitor, .. } = leaving(&server).await;
    server.advance(150_000).await;
    let mut again = visitor.clone().at("c=demo&e=sale");
    let reply = again.load().await;
    assert_eq!(reply.location(), format!("/?{}", visitor.query));
    again.follow(&reply);
    assert_eq!(again.load().await.slot("number"), "1");
}

#[tokio::test]
async fn no_other_page_no_picture_and_nobody_else_ends_it() {
    let server = without_turns().await;
    let Leaving { mut visitor, end, .. } = leaving(&server).await;
    let mut other = entered(&server).await;
    server.advance(12_000).await;
    let site = |value| ("sec-fetch-site", value);
    let document = ("sec-fetch-dest", "document");
    let foreign: &[&[(&str, &str)]] = &[
        &[site("cross-site"), document],
        &[site("cross-site"), document, ("referer", "https://shop.example/")],
        &[site("same-site"), document],
        &[site("same-origin"), ("sec-fetch-dest", "image")],
        &[site("same-origin"), ("sec-fetch-dest", "iframe")],
        &[site("same-origin"), ("sec-fetch-dest", "empty")],
        &[site("same-origin"), document, ("sec-purpose", "prefetch")],
        &[("referer", "https://evil.example/")],
        &[("origin", "null")],
    ];
    for headers in foreign {
        question(&visitor.get_with(&end, headers).await);
    }
    let (address, tag) = end.rsplit_once('.').expect("a tag");
    let forged = "0".repeat(tag.len());
    question(&visitor.get(&format!("{address}.{forged}")).await);
    // The link of another visitor, and its tag at one's own place.
    assert_eq!(other.get(&end).await.error_page().2, "not-yours");
    question(&other.get(&end.replace(&visitor.queue_id(), &other.queue_id())).await);
    assert_eq!(server.visitor().get(&end).await.error_page().2, "not-yours");
    assert_eq!(server.stats().await["waiting"], 2);

    let page_of_ours = [site("same-origin"), document];
    assert!(is_left(&visitor.get_with(&end, &page_of_ours).await));
    assert_eq!(server.stats().await["waiting"], 1);
}

#[tokio::test]
async fn the_page_on_which_leaving_can_be_undone_as_a_whole() {
    let server = without_turns().await;
    let Leaving { page, .. } = leaving(&server).await;
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("form-action 'self';") && !page.text().contains("<script"),
        "{policy}"
    );
    assert_eq!(page.header("cache-control"), "no-store");
    redacted(|| insta::assert_snapshot!("pending", page.markup()));
}
