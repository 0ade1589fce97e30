//! A custom waiting page: a place, and polls in the vendor's format.

use super::{PAGE, POLL, keys, post};
use crate::support::{TestServer, redacted, room};

#[tokio::test]
async fn another_page_gets_a_place_and_polls_it_in_the_vendors_words() {
    let server = TestServer::sale(60).await;
    let reply = post(
        &server,
        "/spa-api/queue/demo/sale/enqueue?cid=en-US&l=default&t=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1",
        PAGE,
    )
    .await;
    let answer = reply.json();
    let id = answer["queueId"].as_str().expect("an id").to_owned();
    let session = answer["sessionId"].as_str().expect("a session").to_owned();
    assert_eq!(
        answer["redirectUrl"],
        format!("/?c=demo&e=sale&cid=en-US&l=default&t=https%3A%2F%2Fshop.example%2Fp%3Fa%3D1&holder={session}&q={id}")
    );
    assert!(
        reply.header("set-cookie").starts_with("anteroom_place="),
        "its page knows it, too"
    );

    let path = format!("/spa-api/queue/demo/sale/{id}/status?cid=en-US&l=default&seid={session}&sets=1700000000000");
    let status = post(&server, &path, POLL).await;
    let answer = status.json();
    assert_eq!(status.status, 200, "{answer}");
    assert_eq!(answer["ticket"]["QueueId"], id);
    redacted(|| insta::assert_json_snapshot!("status_of_a_place", answer));

    for _ in 0..100 {
        let answer = post(&server, &path, POLL).await.json();
        if answer["isRedirectToTarget"] == true {
            assert_eq!(keys(&answer), ["isRedirectToTarget", "redirectUrl"]);
            let url = answer["redirectUrl"].as_str().expect("a URL");
            assert!(
                url.starts_with("https://shop.example/p?a=1&queueittoken=e_sale~"),
                "{url}"
            );
            return;
        }
        server
            .advance(answer["updateInterval"].as_u64().expect("an interval"))
            .await;
    }
    panic!("never let through");
}

#[tokio::test]
async fn values_for_the_target_come_by_address_or_body() {
    let server = TestServer::with(&room("peak", "max_outflow = 600\nvisibility = \"at-peak\"")).await;
    for (query, body) in [
        ("?t_show=78", r#"{"customUrlParams":""}"#),
        ("", r#"{"customUrlParams":"t_show=78&c=other&t=https://evil.example/"}"#),
        ("", r#"{"customUrlParams":"&t_show=78"}"#),
        ("?t_show=78", r#"{"customUrlParams":"t_show=9"}"#),
    ] {
        let answer = post(&server, &format!("/spa-api/queue/demo/peak/enqueue{query}"), body)
            .await
            .json();
        let url = answer["redirectUrl"].as_str().expect("a URL");
        assert!(
            url.starts_with("https://shop.example/78?queueittoken="),
            "{query} {body}: {url}"
        );
        assert_eq!(answer["isRedirectToTarget"], true);
    }
}

#[tokio::test]
async fn before_the_start_the_vendors_words_say_when_it_is() {
    let keys = "max_outflow = 60\nstart = 2023-11-14T22:43:20Z\nprequeue_minutes = 60";
    let server = TestServer::with(&room("sale", keys)).await;
    let id = post(&server, "/spa-api/queue/demo/sale/enqueue", "").await.json()["queueId"]
        .as_str()
        .expect("an id")
        .to_owned();
    let answer = post(&server, &format!("/spa-api/queue/demo/sale/{id}/status"), "")
        .await
        .json();
    assert_eq!(answer["ticket"]["eventStartTimeUTC"], "2023-11-14T22:43:20Z");
    redacted(|| insta::assert_json_snapshot!("status_before_the_start", answer));
}
