//! Tests of cancelled sessions.

use crate::site::{COOKIE, QUEUE_ID, Site, token};

const HOST: [(&str, &str); 1] = [("host", "shop.example")];

fn cancelled() -> String {
    format!(
        "https://wr.example.com/cancel/multiple/acme?wrl=sale~{QUEUE_ID}&r=http%3A%2F%2Fshop.example%2Fproduct%3Fa%3D1"
    )
}

#[tokio::test]
async fn cancelling_deletes_the_cookie_and_tells_the_waiting_room() {
    let site = Site::new();
    let cookie = site.enter(&token()).await;
    let answer = site.send("POST", "/again", Some(&cookie), &HOST).await;
    answer.assert_redirects_to(&cancelled());
    assert!(answer.deletes_the_cookie());
}

#[tokio::test]
async fn a_session_that_has_run_out_can_still_be_cancelled() {
    let site = Site::new();
    let cookie = site.enter(&token()).await;
    site.move_clock(100_000);
    site.send("POST", "/again", Some(&cookie), &HOST)
        .await
        .assert_redirects_to(&cancelled());
}

#[tokio::test]
async fn without_a_genuine_session_there_is_nothing_to_cancel() {
    let site = Site::new();
    for cookie in [None, Some(format!("{COOKIE}=EventId%3Dsale%26QueueId%3D{QUEUE_ID}"))] {
        let answer = site.send("POST", "/again", cookie.as_deref(), &HOST).await;
        assert_eq!((answer.status, answer.set_cookie), (409, None));
    }
}
