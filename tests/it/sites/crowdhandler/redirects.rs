//! `/v1/redirect/requests`: the targets for a browser without a page, or with a wrong code.

use http::header::{ACCEPT, REFERER};

use super::*;

const PAGE: &str = "https%3A%2F%2Fwww.example.com%2Ftickets";
const GROUPS: &str = "[[group]]\npool = \"shop\"\nid = \"vip\"\nname = \"Friends\"\nweight = 4\n";

/// Returns a site that is registered by a wildcard alone.
async fn wildcard(rooms: &str) -> Site {
    let parts = site("rate = 6000", rooms).replace("\"https://www.example.com\", ", "");
    assert!(parts.contains("domains = [\"https://*.example.org\"]"), "{parts}");
    Site::around(TestServer::of(config("memory:", &parts)).await)
}

fn asked(subject: &str) -> String {
    format!("/v1/redirect/requests?ch-public-key={PUBLIC}&{subject}")
}

#[tokio::test]
async fn visitors_of_a_room_that_is_off_or_disabled_go_to_its_target_and_to_no_wildcard() {
    let site = wildcard(&(room("sale", "url_match = \"all\"") + &room("off", "url_match = \"none\""))).await;
    let reply = site.server.admin(Method::POST, "rooms/acme/sale/disable", "").await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    for slug in ["the-off", "the-sale"] {
        let (status, location) = site.browse(&asked(&format!("slug={slug}"))).await;
        assert!(
            status == 302 && location.starts_with("https://www.example.com/start?ch-id=tok0"),
            "{slug}: {status} {location}"
        );
        let of_page = json!({"slug": slug, "page": "1"}).to_string();
        let reply = site.send(post("/v1/requests", "application/json", of_page)).await;
        let answer = reply.json()["result"].clone();
        let back = text(&answer["page"], "returnUrl");
        assert!(
            back.starts_with("https://www.example.com/start?ch-id=tok0"),
            "{slug}: {back}"
        );
    }
}

#[tokio::test]
async fn a_wrong_code_leads_to_the_room_without_it() {
    let tickets = room_for("sale", "/tickets");
    let site = Site::with(&format!("rate = 0\n{GROUPS}"), &tickets).await;
    let added = site
        .server
        .admin(
            Method::POST,
            "pools/shop/groups/vip/codes",
            r#"{"codes": ["gold"], "unlimited": true}"#,
        )
        .await;
    assert_eq!(added.status, 200, "{}", added.text());
    let token = site.new_token("https://www.example.com/tickets").await;
    for given in ["", &format!("/{token}")] {
        let path = format!("/v1/redirect/requests{given}?ch-public-key={PUBLIC}&url={PAGE}");
        for (code, carried) in [("wrong", ""), ("gold", "gold")] {
            let (status, location) = site.browse(&format!("{path}&ch-code={code}")).await;
            let expected = format!("https://queue.example/the-sale?url={PAGE}&ch-code={carried}&ch-id=tok0");
            assert!(
                status == 302 && location.starts_with(&expected),
                "{code}: {status} {location}"
            );
            let kept = location.contains(&format!("ch-id={token}&"));
            assert_eq!(kept, !given.is_empty(), "{location}");
        }
        let (_, location) = site.browse(&format!("{path}&ch-code=wrong&whitelabel=true")).await;
        let room = format!("https://www.example.com/ch/the-sale?url={PAGE}&ch-code=&ch-id=tok0");
        assert!(location.starts_with(&room), "{location}");
        let inside = path.replace(PAGE, &format!("{PAGE}%3Fch-code%3Dwrong"));
        let (_, location) = site.browse(&format!("{inside}&ch-code=gold")).await;
        assert!(location.contains("&ch-code=gold&ch-id=tok0"), "{location}");
    }
}

#[tokio::test]
async fn a_wrong_invitation_leads_to_the_room_that_asks_for_one() {
    let rooms = room("sale", "url_match = \"all\"\ninvite_only = true");
    let site = Site::with("rate = 600", &rooms).await;
    let (status, location) = site.browse(&asked(&format!("url={PAGE}&ch-code=wrong"))).await;
    let expected = format!("https://queue.example/the-sale?url={PAGE}&ch-code=&ch-id=");
    assert!(status == 302 && location.starts_with(&expected), "{status} {location}");
}

#[tokio::test]
async fn every_path_is_answered_with_and_without_a_slash_at_its_end() {
    let site = Site::open("rate = 0").await;
    let token = site.new_token("https://www.example.com/tickets").await;
    for slash in ["", "/"] {
        let call = Request::get(format!("/v1/requests/{token}{slash}?url={PAGE}"));
        let reply = site.send(with_key(call, String::new())).await;
        assert_eq!(
            (reply.status.as_u16(), &reply.json()["result"]["token"]),
            (200, &json!(token)),
            "{slash}"
        );
        let put = Request::put(format!("/v1/responses/0123456789abcdef0123456789abcdef{slash}"));
        let put = put.header("content-type", "application/json");
        let reply = site.send(with_key(put, r#"{"time":7}"#.to_owned())).await;
        assert_eq!(
            reply.status_and_json(),
            (200, json!({"result": {"updated": 1}})),
            "{slash}"
        );
        for of_token in [String::new(), format!("/{token}")] {
            let path = format!("/v1/redirect/requests{of_token}{slash}?ch-public-key={PUBLIC}&url={PAGE}");
            let (status, location) = site.browse(&path).await;
            assert!(
                status == 302 && location.starts_with("https://queue.example/the-sale?url="),
                "{path}: {status} {location}"
            );
        }
    }
}

#[tokio::test]
async fn pages_are_answered_with_and_without_a_slash_at_their_end() {
    let site = Site::open("rate = 0").await;
    let token = site.new_token("https://www.example.com/tickets").await;
    for (path, other) in [
        ("/the-sale", "/the-sale/"),
        ("/ch/the-sale", "/ch/the-sale/"),
        ("/ch/", "/ch"),
    ] {
        let (page, same) = (site.server.get(path, &[]).await, site.server.get(other, &[]).await);
        assert_eq!((page.status.as_u16(), same.status.as_u16()), (200, 200), "{other}");
        assert!(
            page.body == same.body && page.header("etag") == same.header("etag"),
            "{other}"
        );
        let query = format!("?url={PAGE}&ch-code=V%201&ch-id={token}&ch-public-key={PUBLIC}");
        let (with, without) = (
            site.browse(&format!("{other}{query}")).await,
            site.browse(&format!("{path}{query}")).await,
        );
        assert_eq!(with, without, "{other}");
        let kept = with.1.contains("&t=https%3A%2F%2Fwww.example.com") && with.1.contains("V%201");
        assert!(with.0 == 302 && kept, "{other}: {} {}", with.0, with.1);
    }
    for path in [
        "/nobody",
        "/nobody/",
        "/ch/nobody/",
        "/ch//",
        "//",
        "/the-sale//",
        "/the-sale/x",
        "/ch/the-sale/x/",
        "/v1",
        "/v1/",
    ] {
        let reply = site.server.get(path, &[]).await;
        assert_eq!(reply.status.as_u16(), 404, "{path}");
    }
    let refused = site.server.get("/v1/", &[]).await;
    assert!(refused.json()["error"].is_string(), "{}", refused.text());
}

#[tokio::test]
async fn a_person_who_is_sent_nowhere_gets_a_page_and_a_program_the_apis_error() {
    let site = wildcard(&room("sale", "url_match = \"all\"")).await;
    for (path, page, status) in [
        (
            "/v1/redirect/requests?ch-public-key=wrong&slug=the-sale",
            "unknown-customer",
            404,
        ),
        (&*asked("slug=none"), "unknown-room", 404),
        (&*asked("url=https%3A%2F%2Fevil.example%2F"), "foreign-target", 404),
        (&*asked("url=nonsense"), "not-found", 400),
    ] {
        let ask = |accept| Request::get(path).header(ACCEPT, accept).body(String::new().into());
        let shown = site.send(ask("text/html,*/*;q=0.8").expect("a request")).await;
        assert!(
            shown.text().contains(&format!("data-state=\"{page}\"")),
            "{path}: {}",
            shown.text()
        );
        assert!(shown.status.is_client_error(), "{path}: {}", shown.status);
        let answer = site.send(ask("*/*").expect("a request")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        assert!(answer.json()["error"].is_string(), "{path}: {}", answer.text());
    }
}

#[tokio::test]
async fn no_image_and_no_frame_of_another_site_takes_a_place() {
    let rooms = room("sale", "url_match = \"all\"");
    let site = Site::with("rate = 0", &rooms).await;
    let path = asked(&format!("url={PAGE}"));
    let status = async |destination: &str, site_of_page: &str, page: &str| {
        let request = Request::get(&path)
            .header("sec-fetch-dest", destination)
            .header("sec-fetch-site", site_of_page)
            .header(REFERER, page);
        site.send(request.body(axum::body::Body::empty()).unwrap()).await.status
    };
    let (own, evil) = ("https://www.example.com/tickets", "https://evil.example/");
    for (destination, site_of_page, page) in [
        ("image", "cross-site", evil),
        ("image", "cross-site", own),
        ("iframe", "cross-site", evil),
        ("empty", "cross-site", evil),
        ("script", "same-site", own),
    ] {
        let status = status(destination, site_of_page, page).await;
        assert_eq!(status, 403, "{destination} of {page}");
    }
    let stats = site.server.admin(Method::GET, "rooms/acme/sale/stats", "").await;
    assert_eq!(stats.json()["waiting"], 0, "{}", stats.text());
    let metrics = site.server.visitor().get("/metrics").await.text();
    assert!(
        metrics.contains("anteroom_pages_total{outcome=\"Unasked\"} 5"),
        "{metrics}"
    );
    for (destination, page) in [("document", evil), ("document", own), ("iframe", own), ("empty", own)] {
        assert_eq!(
            status(destination, "cross-site", page).await,
            302,
            "{destination} of {page}"
        );
    }
}

#[tokio::test]
async fn the_room_of_the_page_says_whether_an_image_of_another_site_takes_a_place() {
    let rooms = room("sale", "url_match = \"all\"\nprice = { visits_only = false }");
    let site = Site::with("rate = 0", &rooms).await;
    let image = async |subject: &str| {
        let request = Request::get(asked(subject))
            .header("sec-fetch-dest", "image")
            .header("sec-fetch-site", "cross-site")
            .header(REFERER, "https://evil.example/");
        site.send(request.body(axum::body::Body::empty()).unwrap()).await.status
    };
    let unknown = "url=https%3A%2F%2Fwww.unknown.example%2F";
    assert_eq!(image(unknown).await, 403, "no room has a setting");
    assert_eq!(image(&format!("url={PAGE}")).await, 302);
    assert_eq!(image("slug=the-sale").await, 302);
    let stats = site.server.admin(Method::GET, "rooms/acme/sale/stats", "").await;
    assert_eq!(stats.json()["waiting"], 2, "{}", stats.text());
}
