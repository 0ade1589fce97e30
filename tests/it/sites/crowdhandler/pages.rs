use super::*;

const TARGET: &str = "https://www.example.com/tickets?a=1#top";

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[tokio::test]
async fn the_redirect_sends_a_browser_to_the_page_or_to_the_room() {
    let site = Site::open("rate = 600").await;
    let path = format!("/v1/redirect/requests?ch-public-key={PUBLIC}&url={}", encoded(TARGET));
    let reply = site
        .send(Request::get(&path).body(String::new().into()).expect("a request"))
        .await;
    let (status, location) = (reply.status.as_u16(), reply.location());
    let names: Vec<&str> = location
        .split(['?', '&', '#'])
        .skip(1)
        .map(|pair| pair.split('=').next().unwrap_or_default())
        .collect();
    assert_eq!(
        (status, names),
        (
            302,
            vec![
                "a",
                "ch-id",
                "ch-id-signature",
                "ch-requested",
                "ch-code",
                "ch-fresh",
                "top"
            ]
        ),
        "{location}"
    );
    site.patch_pool(r#"{"rate": 0}"#).await;
    let reply = site
        .send(Request::get(&path).body(String::new().into()).expect("a request"))
        .await;
    let location = reply.location();
    assert!(
        location.starts_with("https://queue.example/the-sale?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fa%3D1"),
        "{location}"
    );
    let foreign = format!(
        "/v1/redirect/requests?ch-public-key={PUBLIC}&url={}",
        encoded("https://evil.example/")
    );
    let reply = site
        .send(Request::get(&foreign).body(String::new().into()).expect("a request"))
        .await;
    assert_eq!(
        (reply.status.as_u16(), reply.location()),
        (404, ""),
        "nobody is sent to a stranger"
    );
}

#[tokio::test]
async fn the_redirect_carries_a_token_to_the_registered_server_alone_and_never_in_clear() {
    let site = Site::open("rate = 600").await;
    // A page of the room, and one that no room covers.
    for path in ["/tickets", "/help"] {
        for (page, sent) in [
            ("https://www.example.com", Some("https://www.example.com")),
            ("http://www.example.com", Some("https://www.example.com")),
            ("https://www.example.com:8443", None),
            ("http://www.example.com:8080", None),
        ] {
            let ask = format!(
                "/v1/redirect/requests?ch-public-key={PUBLIC}&whitelabel=true&url={}",
                encoded(&format!("{page}{path}"))
            );
            let reply = site
                .send(Request::get(&ask).body(String::new().into()).expect("a request"))
                .await;
            let start = sent.map(|sent| format!("{sent}{path}?ch-id=tok0"));
            assert_eq!(
                (
                    reply.status.as_u16(),
                    reply.location().starts_with(start.as_deref().unwrap_or(""))
                ),
                (if sent.is_some() { 302 } else { 404 }, true),
                "{page}{path}: {}",
                reply.location()
            );
        }
    }
}

#[tokio::test]
async fn whitelabel_sends_a_browser_to_the_room_on_the_sites_own_host_and_to_no_other() {
    let site = Site::open("rate = 0").await;
    let redirected = async |subject: &str| {
        let path = format!("/v1/redirect/requests?ch-public-key={PUBLIC}&{subject}");
        let request = Request::get(path).body(String::new().into()).expect("a request");
        let reply = site.send(request).await;
        (reply.status.as_u16(), reply.location().to_owned())
    };
    let page = |url: &str| format!("url={}", encoded(url));
    for (subject, room) in [
        (
            page(TARGET) + "&whitelabel=true&agent=a&ip=null",
            "https://www.example.com/ch/the-sale?url=https%3A%2F%2Fwww.example.com%2Ftickets%3Fa%3D1%23top&ch-code=&ch-id=tok0",
        ),
        (
            page("https://Shop.Example.org/tickets") + "&whitelabel=true",
            "https://shop.example.org/ch/the-sale?url=",
        ),
        (
            // Another server of that host, which is not registered.
            page("https://shop.example.org:8443/tickets") + "&whitelabel=true",
            "https://queue.example/the-sale?url=",
        ),
        (
            "slug=the-sale&whitelabel=true".to_owned(),
            "https://www.example.com/ch/the-sale?url=&",
        ),
        (
            page(TARGET) + "&whitelabel=false",
            "https://queue.example/the-sale?url=",
        ),
    ] {
        let (status, location) = redirected(&subject).await;
        assert!(
            status == 302 && location.starts_with(room),
            "{subject}: {status} {location}"
        );
        assert!(location.ends_with(&format!("&ch-public-key={PUBLIC}")), "{location}");
    }
    for slug in ["", "&slug=the-sale"] {
        let foreign = page("https://evil.example/tickets") + "&whitelabel=true" + slug;
        assert_eq!(redirected(&foreign).await, (404, String::new()), "the page decides");
    }
    // A visitor who is let in goes to the page, on any host of the room.
    site.patch_pool(r#"{"rate": 600}"#).await;
    let (_, location) = redirected(&(page("https://www.example.com/imprint") + "&whitelabel=true")).await;
    assert!(
        location.starts_with("https://www.example.com/imprint?ch-id="),
        "{location}"
    );
}

#[tokio::test]
async fn a_visitor_waits_on_the_rooms_page_and_returns_by_the_same_protocol() {
    let site = Site::open("rate = 0").await;
    let answer = site.call(None, TARGET).await;
    let token = text(&answer, "token").to_owned();
    let path = format!(
        "/the-sale?url={}&ch-code=&ch-id={token}&ch-public-key={PUBLIC}",
        encoded(TARGET)
    );
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    let reply = visitor.get(&path).await;
    assert_eq!(reply.status, 302);
    let page = reply.location().trim_start_matches("https://queue.example").to_owned();
    let reply = visitor.get(&page).await;
    assert_eq!(
        (reply.status.as_u16(), reply.slot("number").as_str()),
        (200, "1"),
        "{page}"
    );
    site.patch_pool(r#"{"rate": 60}"#).await;
    let poll = page.replacen("/?", "/api/getStatus?", 1);
    for _ in 0..100 {
        site.server.advance(2_000).await;
        let reply = site.server.resolve(visitor.send(&poll)).await.json();
        if let Some(url) = reply["redirectUrl"].as_str() {
            assert!(
                url.starts_with(&format!(
                    "https://www.example.com/tickets?a=1&ch-id={token}&ch-id-signature="
                )),
                "{url}"
            );
            assert!(
                url.ends_with("&ch-code=&ch-fresh=true#top") && !url.contains("queueittoken"),
                "{url}"
            );
            let back = site.call(Some(&token), url).await;
            assert_eq!(back["promoted"], 1);
            return;
        }
    }
    panic!("never let through");
}

#[tokio::test]
async fn visitors_inside_pass_the_rooms_page() {
    let site = Site::open("rate = 600\nmax_sessions = 1").await;
    let token = site.new_token(TARGET).await;
    for _ in 0..3 {
        site.server.advance(4 * 60_000).await;
        let path = format!("/the-sale?url={}&ch-id={token}&ch-public-key={PUBLIC}", encoded(TARGET));
        let reply = site.server.get(&path, &[]).await;
        let back = format!("https://www.example.com/tickets?a=1&ch-id={token}&ch-id-signature=");
        assert!(reply.location().starts_with(&back), "{}", reply.location());
    }
    let foreign = format!("/the-sale?url={}&ch-id={token}", encoded("https://evil.example/"));
    let reply = site.server.get(&foreign, &[]).await;
    assert!(
        reply.location().starts_with("https://queue.example/"),
        "{}",
        reply.location()
    );
}

#[tokio::test]
async fn the_way_back_has_the_pages_own_bytes() {
    let site = Site::open("rate = 600").await;
    for (target, location) in [
        (
            "https://www.example.com/tickets/%7Ea/./b|c?x=%2f+'&&y#[z",
            "https://www.example.com/tickets/%7Ea/./b|c?x=%2f+'&&y&ch-id=",
        ),
        (
            "HTTPS://www.Example.com:443/tickets/é?ch-id=old",
            "HTTPS://www.Example.com:443/tickets/%C3%A9?ch-id=tok0",
        ),
    ] {
        let token = site.new_token(target).await;
        let path = format!("/the-sale?url={}&ch-id={token}&ch-public-key={PUBLIC}", encoded(target));
        let reply = site.server.get(&path, &[]).await;
        assert!(reply.location().starts_with(location), "{}", reply.location());
    }
}

#[tokio::test]
async fn a_page_without_a_token_or_with_a_word_for_none_gives_a_place() {
    let site = Site::open("rate = 0").await;
    for (token, path) in [("undefined", "/the-sale"), ("null", "/ch/the-sale"), ("", "/the-sale")] {
        let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
        let reply = visitor
            .get(&format!("{path}?ch-id={token}&ch-code={token}&ch-public-key={PUBLIC}"))
            .await;
        let page = reply.location().trim_start_matches("https://queue.example").to_owned();
        assert!(!page.contains("code="), "{page}");
        let reply = visitor.get(&page).await;
        assert_eq!(reply.status, 302, "to the same page with a place");
        let reply = visitor.get(reply.location()).await;
        assert_eq!(
            (reply.status.as_u16(), reply.html("data-page").as_str()),
            (200, "queue")
        );
    }
    let unknown = site.server.get("/no-such-room?ch-id=undefined", &[]).await;
    assert_eq!(unknown.status, 404);
}

#[tokio::test]
async fn a_visitor_without_a_slug_is_led_to_the_room_of_their_page() {
    let site = Site::open("rate = 0").await;
    let target = encoded("https://www.example.com/tickets");
    for path in [
        format!("/?url={target}&ch-public-key={PUBLIC}&ch-id=undefined"),
        format!("/?url={target}&ch-public-key={}", "0".repeat(64)),
        format!("/ch/?url={target}"),
    ] {
        let reply = site.server.get(&path, &[]).await;
        let page = reply.location();
        assert!(
            page.starts_with("https://queue.example/?c=acme&e=sale&t="),
            "{path}: {page}"
        );
    }
    let open = encoded("https://www.example.com/about");
    for url in [open.as_str(), "https%3A%2F%2Fevil.example%2Ftickets", "x", ""] {
        let reply = site
            .server
            .get(&format!("/?ch-public-key={PUBLIC}&url={url}"), &[])
            .await;
        assert_eq!((reply.status.as_u16(), reply.location()), (200, ""), "{url}");
        assert_eq!(site.server.get(&format!("/ch/?url={url}"), &[]).await.status, 404);
    }
}

#[tokio::test]
async fn one_line_is_seen_through_both_protocols() {
    let site = Site::open("rate = 0").await;
    let first = site.call(None, TARGET).await;
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "c=acme&e=sale");
    let reply = visitor.get("/?c=acme&e=sale").await;
    let page = visitor.get(reply.location()).await;
    assert_eq!(page.slot("number"), "2");
    let third = site.call(None, TARGET).await;
    assert_eq!((&first["position"], &third["position"]), (&json!(1), &json!(3)));
}

#[tokio::test]
async fn a_visitor_of_the_api_leaves_an_address_on_the_rooms_page() {
    let smtp = SmtpServer::start(&[]).await;
    let tickets = room(
        "sale",
        "url_match = \"contains\"\nurl_pattern = \"/tickets\"\nemail = true",
    );
    let text_of_site = format!("{}{}", site("rate = 0", &tickets), smtp.section("tls = \"none\""));
    let site = Site::around(TestServer::of(config("memory:", &text_of_site)).await);
    site.call(None, TARGET).await;
    let answer = site.call(None, TARGET).await;
    assert_eq!(answer["emailAvailable"], 1);
    let token = text(&answer, "token").to_owned();
    let path = format!("/the-sale?url={}&ch-id={token}&ch-public-key={PUBLIC}", encoded(TARGET));
    let mut visitor = crate::support::Visitor::new(site.server.router.clone(), "");
    let reply = visitor.get(&path).await;
    visitor.follow(&reply);
    assert_eq!(visitor.load().await.status, 200, "the browser holds the place");
    let form = format!("{}&address=ada%40example.com", visitor.query);
    assert!(visitor.post("/email", &form).await.leads_on());
    site.patch_pool(r#"{"rate": 1}"#).await;
    site.server.advance(1_000).await;
    site.server.app.send_emails_once().await;
    let email = smtp.seen(1).await.remove(0);
    assert_eq!(email.to, ["ada@example.com"]);
    assert!(
        email.text.contains("https://queue.example/email/acme/sale/"),
        "{}",
        email.text
    );
}
