//! Giving up a place: all generations of links and their destinations, and the final loss of the
//! place.

mod by_script;
mod not_yours;
mod several_rooms;
mod undo;
mod unsaid;

use crate::support::{Reply, TestServer, Visitor, redacted, room};

async fn server() -> TestServer {
    TestServer::with(&(room("sale", "max_outflow = 60") + &room("second", "max_outflow = 60"))).await
}

/// Returns a server with two rooms in which no visitor's turn comes.
async fn without_turns() -> TestServer {
    TestServer::with(&(room("sale", "max_outflow = 0") + &room("second", "max_outflow = 0"))).await
}

async fn entered(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

const SHOP: &str = "https%3A%2F%2Fshop.example%2Fbye";

/// Returns a link of every generation, its destination, and whether it names the place.
fn links() -> Vec<(String, &'static str, bool)> {
    let bye = "https://shop.example/bye";
    vec![
        (
            "/cancel.aspx?c=demo&e=sale&q={q}&cid=de".to_owned(),
            "/?c=demo&e=sale&cid=de",
            true,
        ),
        (format!("/cancel.aspx?c=demo&e=sale&q={{q}}&r={SHOP}"), bye, true),
        ("/cancel.aspx?c=demo&e=sale".to_owned(), "/?c=demo&e=sale", false),
        ("/cancel/demo/sale".to_owned(), "/?c=demo&e=sale", false),
        (format!("/cancel/demo/sale?r={SHOP}"), bye, false),
        ("/cancel/demo/sale/{q}".to_owned(), "/?c=demo&e=sale", true),
        (format!("/cancel/demo/sale/{{q}}?r={SHOP}"), bye, true),
        ("/cancel/multiple/demo?wrl=sale~{q}".to_owned(), "/?c=demo&e=sale", true),
        (
            format!("/cancel/multiple/demo?wrl=sale~{{q}}_second&r={SHOP}"),
            bye,
            true,
        ),
        // Links as connectors write them: of the third generation, including Fastly's, of the
        // fifth, and the browser script's.
        (
            format!("/cancel/demo/sale/{{q}}?c=demo&e=sale&ver=v3-javascript-3.7.10&cver=7&man=My%20action&r={SHOP}"),
            bye,
            true,
        ),
        (
            "/cancel/demo/sale?c=demo&e=sale&ver=v3-python-3.7.0&kupver=django-1.8&cver=-1&man=unspecified".to_owned(),
            "/?c=demo&e=sale",
            false,
        ),
        (
            format!("/cancel/demo/sale/?c=demo&e=sale&ver=v3-fastly-3.6.2&cver=7&man=a&r={SHOP}"),
            bye,
            false,
        ),
        (
            format!("/cancel/multiple/demo?wrl=nothing_sale~{{q}}_Second_gone~1&r={SHOP}"),
            bye,
            true,
        ),
        (
            "/cancel/demo/sale?t=https%3A%2F%2Fshop.example%2Fp".to_owned(),
            "/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp",
            false,
        ),
        (
            format!("/cancel/demo/sale?t=https%3A%2F%2Fshop.example%2Fp&r={SHOP}"),
            bye,
            false,
        ),
    ]
}

/// The headers of a browser that follows a link from a page of the shop to the queue.
const FROM_SHOP: [(&str, &str); 3] = [
    ("sec-fetch-site", "cross-site"),
    ("sec-fetch-dest", "document"),
    ("referer", "https://shop.example/"),
];

/// Checks the page that asks for confirmation; returns the target of its form.
fn question(page: &Reply) -> String {
    assert_eq!(
        (
            page.status.as_u16(),
            page.html("data-page").as_str(),
            page.header("set-cookie")
        ),
        (200, "leave", ""),
        "{}",
        page.text()
    );
    let text = page.text();
    let (_, form) = text.split_once("<form action=\"").expect("a form");
    let (action, rest) = form.split_once('"').expect("an end");
    let (attributes, _) = rest.split_once('>').expect("an end");
    assert!(
        attributes.contains("method=\"post\"") && attributes.contains("data-action=\"leave\""),
        "{attributes}"
    );
    action.replace("&#38;", "&").replace("&amp;", "&")
}

#[tokio::test]
async fn a_link_of_the_rooms_site_that_names_the_place_acts_at_once_and_every_other_asks() {
    let server = without_turns().await;
    for (path, next, is_named) in links() {
        let mut visitor = entered(&server).await;
        let query = visitor.query.clone();
        let path = path.replace("{q}", &visitor.queue_id());
        let mut reply = visitor.get_with(&path, &FROM_SHOP).await;
        if !is_named {
            let action = question(&reply);
            assert_eq!(action, path, "the form sends the link again");
            assert_eq!(server.visitor().at(&query).load().await.status, 200, "{path}");
            reply = visitor.post(&action, "").await;
        }
        let status = if is_named { 302 } else { 303 };
        assert_eq!((reply.status.as_u16(), reply.location()), (status, next), "{path}");
        assert!(
            reply
                .header("set-cookie")
                .contains("anteroom_place=; Path=/; Max-Age=0"),
            "{path}"
        );
        assert!(visitor.cookies.is_empty());
        let old = server.visitor().at(&query);
        assert_eq!(server.poll(&old).await.status, 410, "{path}");
        let again = visitor.get_with(&path, &FROM_SHOP).await;
        assert_eq!(
            (again.status.as_u16(), again.location()),
            (302, next),
            "nothing is left to give up"
        );
    }
    assert_eq!(server.stats().await["waiting"], 0);
}

#[tokio::test]
async fn nobody_elses_page_no_picture_and_no_prefetch_gives_a_place_up() {
    let server = without_turns().await;
    let mut visitor = entered(&server).await;
    let shop = ("referer", "https://shop.example/");
    let site = |value| ("sec-fetch-site", value);
    let (document, cross) = (("sec-fetch-dest", "document"), site("cross-site"));
    let foreign: &[&[(&str, &str)]] = &[
        &[cross, document],
        &[cross, document, ("referer", "https://evil.example/")],
        &[cross, document, ("referer", "https://shop.example.evil.example/")],
        &[cross, document, ("referer", "nonsense")],
        &[cross, document, ("origin", "null"), shop],
        &[("referer", "https://evil.example/shop.example")],
        &[("referer", "https://queue.example/")],
        &[("origin", "https://evil.example")],
        &[site("strange"), document],
        &[cross, ("sec-fetch-dest", "image"), shop],
        &[cross, ("sec-fetch-dest", "iframe"), shop],
        &[site("same-origin"), ("sec-fetch-dest", "empty")],
        &[site("same-site"), ("sec-fetch-dest", "script")],
        &[site("same-origin"), document, ("sec-purpose", "prefetch")],
        &[site("none"), document, ("sec-purpose", "prefetch;prerender")],
        &[shop, ("purpose", "prefetch")],
        &[shop, ("x-moz", "prefetch")],
    ];
    let id = visitor.queue_id();
    for path in links().iter().map(|(path, ..)| path.replace("{q}", &id)) {
        for headers in foreign {
            question(&visitor.get_with(&path, headers).await);
        }
    }
    for sender in [
        vec![cross, ("origin", "https://evil.example")],
        vec![site("same-site")],
        vec![("origin", "https://evil.example")],
        vec![("origin", "null")],
        vec![("origin", "https://queue.example")],
        vec![("origin", "http://queue.example:8080")],
        vec![("referer", "https://evil.example/x")],
        vec![shop, ("referer", "https://evil.example/x")],
    ] {
        for path in [
            "/cancel/demo/sale",
            "/exitline.aspx?c=demo&e=sale",
            "/exitline.aspx?c=demo&e=sale&leaving=begin",
        ] {
            question(&visitor.post_with(path, &sender).await);
        }
    }
    assert_eq!(visitor.load().await.status, 200, "still in line");
    assert_eq!(server.stats().await["waiting"], 1);

    // Requests that the visitor makes, and requests from the room's own site, take effect.
    let wanted: &[&[(&str, &str)]] = &[
        &[cross, document, shop],
        &[cross, document, ("referer", "https://shop.example/bought?n=1")],
        &[site("same-site"), document],
        &[site("same-origin"), document],
        &[site("none"), document],
        &[shop],
        &[("referer", "http://queue.example/error/hash/?c=demo&e=sale")],
    ];
    for headers in wanted {
        let mut visitor = entered(&server).await;
        let path = format!("/cancel/demo/sale/{}?r={SHOP}", visitor.queue_id());
        let reply = visitor.get_with(&path, headers).await;
        assert_eq!(reply.location(), "https://shop.example/bye", "{headers:?}");
        assert!(visitor.cookies.is_empty(), "{headers:?}");
    }
    assert_eq!(server.stats().await["waiting"], 1);
}

#[tokio::test]
async fn the_question_names_the_room_leads_back_to_the_place_and_may_go_on_to_the_site() {
    let server = without_turns().await;
    let mut visitor = server.visitor().at("c=demo&e=sale&cid=de");
    visitor.enter().await;
    let path = format!("/cancel/demo/sale?cid=de&r={SHOP}");
    let page = visitor.get_with(&path, &FROM_SHOP).await;
    question(&page);
    assert_eq!(
        (page.html("lang").as_str(), page.html("data-state").as_str()),
        ("de", "question")
    );
    let back = format!("/?c=demo&e=sale&cid=de&q={}", visitor.queue_id());
    let text = page.text().replace("&#38;", "&").replace("&amp;", "&");
    assert!(text.contains(&format!("href=\"{back}\"")), "{text}");
    assert_eq!(visitor.get(&back).await.status, 200);
    assert_eq!(page.header("cache-control"), "no-store");
    assert_eq!(page.header("x-frame-options"), "DENY");
    let policy = page.header("content-security-policy");
    assert!(
        policy.contains("form-action 'self' https:") && policy.contains("default-src 'none'"),
        "{policy}"
    );
    assert!(!text.contains("<script"), "nothing runs");
    let leave = visitor.get("/exitline.aspx?c=demo&e=sale").await;
    question(&leave);
    assert!(leave.header("content-security-policy").contains("form-action 'self';"));
}

#[tokio::test]
async fn the_question_and_the_page_after_leaving_as_a_whole() {
    let server = without_turns().await;
    let mut visitor = entered(&server).await;
    let link = format!("/exitline.aspx?{}", visitor.query);
    let asked = visitor.get(&link).await;
    let left = visitor.post(&link, "").await;
    redacted(|| {
        insta::assert_snapshot!("question", asked.markup());
        insta::assert_snapshot!("left", left.markup());
    });
}

#[tokio::test]
async fn an_id_alone_gives_nothing_up_and_other_rooms_stay_in_the_cookie() {
    let server = without_turns().await;
    let mut visitor = entered(&server).await;
    let first = visitor.query.clone();
    visitor = visitor.at("c=demo&e=second");
    visitor.enter().await;
    let kept = visitor.query.clone();

    let id = server.visitor().at(&first).queue_id();
    let (mut stranger, mut other) = (server.visitor(), entered(&server).await);
    let others = other.query.clone();
    for (path, next) in [
        (format!("/cancel.aspx?c=demo&e=sale&q={id}"), "/?c=demo&e=sale"),
        (format!("/cancel/demo/sale/{id}?r={SHOP}"), "https://shop.example/bye"),
        (
            format!("/cancel/multiple/demo?wrl=sale~{id}&r={SHOP}"),
            "https://shop.example/bye",
        ),
    ] {
        let reply = stranger.get_with(&path, &FROM_SHOP).await;
        assert_eq!((reply.status.as_u16(), reply.location()), (302, next), "{path}");
        assert_eq!(stranger.post(&path, "").await.location(), next);
        question(&other.get_with(&path, &FROM_SHOP).await);
    }
    let leave = format!("/exitline.aspx?{first}");
    for reply in [stranger.get(&leave).await, stranger.post(&leave, "").await] {
        assert_eq!(reply.error_page(), (403, String::new(), "not-yours".to_owned()));
        assert_eq!(reply.way_back(), format!("/?c=demo&e=sale&q={id}"));
    }
    for query in [&first, &others] {
        assert_eq!(
            server.visitor().at(query).load().await.status,
            200,
            "nobody lost a place"
        );
    }

    visitor.post("/cancel/demo/sale", "").await;
    assert_eq!(visitor.places().len(), 1);
    assert_eq!(server.visitor().at(&first).load().await.status, 410);
    let other = server.poll(&visitor.at(&kept)).await;
    assert_eq!(other.status, 200, "the other room's place stays");
}

#[tokio::test]
async fn a_foreign_way_on_is_never_taken_and_the_place_is_given_up_here_after_the_question() {
    let server = TestServer::sale(0).await;
    for r in [
        "https%3A%2F%2Fevil.example",
        "%2F%2Fevil.example",
        "javascript%3Aalert(1)",
        "%2Frelative",
    ] {
        for path in [
            "/cancel.aspx?c=demo&e=sale&q={q}&r=",
            "/cancel/demo/sale/{q}?r=",
            "/cancel/multiple/demo?wrl=sale~{q}&r=",
        ] {
            let mut visitor = entered(&server).await;
            let path = format!("{path}{r}").replace("{q}", &visitor.queue_id());
            let action = question(&visitor.get_with(&path, &FROM_SHOP).await);
            assert_eq!(visitor.load().await.status, 200, "still in line");
            let left = visitor.post(&action, "").await;
            assert_eq!(
                (left.status.as_u16(), left.html("data-page").as_str()),
                (200, "left"),
                "{path}"
            );
            assert!(visitor.cookies.is_empty() && left.way_back().starts_with("/?c=demo&e=sale"));
            let nothing = visitor.get(&path).await;
            assert_eq!(
                nothing.error_page(),
                (403, String::new(), "foreign-target".to_owned()),
                "{path}: there is nothing to give up"
            );
        }
    }
    assert_eq!(server.stats().await["waiting"], 0);
}

#[tokio::test]
async fn unknown_rooms_are_told_so() {
    let server = server().await;
    for (path, id) in [
        ("/cancel.aspx?c=nobody&e=sale", "1"),
        ("/cancel.aspx", "1"),
        ("/cancel/demo/nothing", "2"),
        ("/cancel/multiple/demo?wrl=", "2"),
        ("/cancel/multiple/demo?wrl=nothing~1_nowhere", "2"),
        ("/cancel/multiple/nobody?wrl=sale", "1"),
        ("/exitline.aspx?c=demo&e=nothing", "2"),
    ] {
        let page = server.get(path, &[]).await;
        assert_eq!(
            (page.status.as_u16(), page.html("data-error-id").as_str()),
            (404, id),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_same_browser_starts_at_the_end_and_the_old_place_never_passes() {
    let server = server().await;
    let mut visitor = entered(&server).await;
    let old = server.visitor().at(&visitor.query);
    for _ in 0..4 {
        entered(&server).await;
    }
    // The old place's turn has come already, and a claim for it is pending.
    server.poll(&old).await;
    server.act("pause").await;
    let claim = old.poll();
    let reply = visitor.open(&format!("/cancel/demo/sale/{}", visitor.queue_id())).await;
    assert_eq!(reply.status, 302);
    server.act("resume").await;
    server.resolve(claim).await;
    visitor = visitor.at("c=demo&e=sale");
    assert_eq!(reply.location(), "/?c=demo&e=sale");
    assert_eq!(visitor.enter().await.slot("number"), "6");
    for _ in 0..3 {
        server.advance(2_000).await;
        assert_eq!(server.poll(&old).await.status, 410);
    }
    assert_eq!(server.grants().await, []);
}

#[tokio::test]
async fn a_place_that_went_through_can_be_cancelled_and_its_token_is_not_repeated() {
    let server = server().await;
    let mut visitor = entered(&server).await;
    server.pass(&visitor).await;
    let old = server.visitor().at(&visitor.query);
    visitor.post("/cancel/demo/sale", "").await;
    assert_eq!(server.poll(&old).await.status, 410);
}

#[tokio::test]
async fn leaving_ends_on_a_page_with_a_way_back_to_the_end_of_the_line() {
    let server = server().await;
    let mut visitor = server.visitor().at("c=demo&e=sale&cid=de");
    let page = visitor.enter().await;
    let text = page.text();
    let (_, rest) = text.split_once("href=\"/exitline.aspx").expect("a link to leave");
    let link = format!(
        "/exitline.aspx{}",
        rest.split('"').next().expect("an end").replace("&amp;", "&")
    );
    question(&visitor.get(&link).await);
    assert_eq!(server.stats().await["waiting"], 1, "nothing is given up by a link");
    // The form of the dialog, which the page's script sends when the time to undo is over.
    let left = visitor.post(&link, "").await;
    assert_eq!(
        (
            left.status.as_u16(),
            left.html("data-page").as_str(),
            left.html("lang").as_str()
        ),
        (200, "left", "de")
    );
    assert_eq!(left.way_back(), "/?c=demo&e=sale&cid=de");
    assert!(visitor.cookies.is_empty());
    assert_eq!(server.stats().await["waiting"], 0);
    let twice = visitor.get(&link).await;
    assert_eq!(
        twice.html("data-page"),
        "left",
        "whoever goes back in the history has left already"
    );
    let again = visitor.get(&left.way_back()).await;
    assert_eq!(again.status, 302);
}
