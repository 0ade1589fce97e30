//! The cancel link as the vendor's browser script loads it, which is as a script.

use super::{entered, server, without_turns};

#[tokio::test]
async fn a_browser_script_gives_up_the_place_whose_cookie_comes_along() {
    let server = without_turns().await;
    let mut visitor = entered(&server).await;
    let path = format!("/cancel/demo/sale/{}/cancelqueueid", visitor.queue_id());
    let loaded = |site, page| {
        [
            ("sec-fetch-site", site),
            ("sec-fetch-dest", "script"),
            ("referer", page),
        ]
    };
    let from_shop = loaded("same-site", "https://shop.example/");
    // A page of another site sends no cookie, and the id alone gives nothing up.
    let script = server.get(&path, &from_shop).await;
    assert_eq!(
        (
            script.status.as_u16(),
            script.header("content-type"),
            script.header("set-cookie")
        ),
        (200, "application/javascript", "")
    );
    assert_eq!(script.header("cross-origin-resource-policy"), "cross-origin");
    assert_eq!(script.header("access-control-allow-origin"), "");
    assert_eq!(script.text(), "/* nothing to run */\n");
    visitor
        .get_with(&path, &loaded("cross-site", "https://evil.example/"))
        .await;
    let image = [("sec-fetch-site", "same-site"), ("sec-fetch-dest", "image")];
    visitor.get_with(&path, &image).await;
    let mut other = entered(&server).await;
    other.get_with(&path, &from_shop).await;
    assert_eq!(server.poll(&other).await.status, 200, "its own place has another id");
    assert_eq!(
        server.visitor().at(&visitor.query).load().await.status,
        200,
        "still in line"
    );

    visitor.get_with(&path, &from_shop).await;
    assert!(visitor.cookies.is_empty());
    assert_eq!(server.visitor().at(&visitor.query).load().await.status, 410);
    for (path, status) in [
        ("/cancel/demo/nothing/x/cancelqueueid", 404),
        ("/cancel/nobody/sale/x/cancelqueueid", 404),
        ("/cancel/demo/sale/nonsense/cancelqueueid", 200),
        ("/cancel/demo/sale/%2A%2F%3Balert(1)/cancelqueueid", 200),
    ] {
        let script = server.get(path, &[]).await;
        assert_eq!(
            (script.status.as_u16(), script.text().as_str()),
            (status, "/* nothing to run */\n"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn from_another_site_a_script_gives_up_the_place_whose_session_it_shows() {
    let server = server().await;
    let mut visitor = entered(&server).await;
    let token = server.pass(&visitor).await;
    let target = protocol::percent::encode(&token);
    let page = server
        .get(&format!("/javascriptqueue/demo/sale/1?t={target}"), &[])
        .await
        .text();
    let (_, rest) = page.split_once("\"cookieValue\":\"").expect("a session");
    let session = rest.split('"').next().expect("an end").to_owned();
    let (id, other) = (visitor.queue_id(), entered(&server).await);
    let load = async |id: &str, session: &str| {
        let session = protocol::percent::encode(session);
        let path = format!("/cancel/demo/sale/{id}/cancelqueueid?_cval={session}");
        server
            .get(&path, &[("sec-fetch-site", "cross-site"), ("sec-fetch-dest", "script")])
            .await
    };
    for forged in [
        session.replace("RedirectType=queue", "RedirectType=idle"),
        session.replace(&id, &other.queue_id()),
        String::new(),
    ] {
        for id in [&id, &other.queue_id()] {
            assert_eq!(load(id, &forged).await.status, 200);
        }
    }
    load(&other.queue_id(), &session).await;
    assert_eq!(
        server.poll(&other).await.status,
        200,
        "a session is good for its own place"
    );
    assert_eq!(visitor.load().await.status, 302, "and nobody lost theirs");

    load(&id, &session).await;
    assert_eq!(server.poll(&visitor).await.status, 410);
}
