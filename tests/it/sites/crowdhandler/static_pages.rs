use super::*;
use crate::support::START_MS;

const TARGET: &str = "https://www.example.com/tickets?a=1#top";
const ORIGIN: &str = "https://queue.example";

/// Sends a call as the page's script does; `token` is from an earlier answer.
async fn page_call(site: &Site, token: Option<&str>, fields: &[(&str, &str)]) -> Value {
    let fields = [("slug", "the-sale"), ("page", "1")]
        .into_iter()
        .chain(fields.iter().copied());
    let request = match token {
        None => {
            let body: serde_json::Map<String, Value> =
                fields.map(|(name, value)| (name.into(), value.into())).collect();
            post("/v1/requests", "application/json", Value::from(body).to_string())
        }
        Some(token) => {
            let query: String = url::form_urlencoded::Serializer::new(String::new())
                .extend_pairs(fields)
                .finish();
            with_key(Request::get(format!("/v1/requests/{token}?{query}")), String::new())
        }
    };
    let reply = site.send(request).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()["result"].clone()
}

#[tokio::test]
async fn the_page_of_a_slug_is_the_same_for_everybody_and_caches_keep_it() {
    let site = Site::open("rate = 0").await;
    let token = site.new_token(TARGET).await;
    for path in ["/the-sale", "/ch/the-sale"] {
        let first = site
            .server
            .get(path, &[("accept-language", "ar"), ("x-forwarded-host", "evil.example")])
            .await;
        let cookie = format!("crowdhandler={token}");
        let second = site
            .server
            .get(path, &[("cookie", &cookie), ("accept-language", "de")])
            .await;
        assert_eq!(
            (first.status.as_u16(), first.body == second.body),
            (200, true),
            "{path}"
        );
        for reply in [&first, &second] {
            assert_eq!(reply.header("cache-control"), "public, max-age=60");
            assert_eq!(reply.header("set-cookie"), "");
            assert_eq!(reply.header("vary"), "accept-encoding");
        }
        let tag = first.header("etag").to_owned();
        assert!(tag.starts_with("W/\"") && tag == second.header("etag"), "{tag}");
        let again = site.server.get(path, &[("if-none-match", &tag)]).await;
        assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
        assert_eq!(again.header("etag"), tag);
        assert_eq!(
            (first.html("data-page").as_str(), first.html("data-state").as_str()),
            ("queue", "holding")
        );
    }
}

#[tokio::test]
async fn the_page_works_on_another_origin_and_allows_nothing_but_its_server() {
    let site = Site::open("rate = 0").await;
    let reply = site.server.get("/the-sale", &[]).await;
    let page = reply.text();
    for attribute in ["href=\"/", "src=\"/", "action=\"/", "nonce", "http-equiv=\"refresh\""] {
        assert!(!page.contains(attribute), "{attribute} in {page}");
    }
    let script = format!("{ORIGIN}/js/latest/room/main.js");
    assert!(page.contains(&format!(
        "<script src=\"{script}\" defer data-slug=\"the-sale\" data-key=\"{PUBLIC}\""
    )));
    let policy = format!(
        "default-src 'none'; script-src {script}; style-src {ORIGIN}; img-src {ORIGIN} data:; font-src {ORIGIN}; \
         connect-src {ORIGIN}; form-action {ORIGIN}; base-uri 'none'"
    );
    assert!(page.contains(&format!(
        "<head><meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">"
    )));
    assert_eq!(
        reply.header("content-security-policy"),
        format!("{policy}; frame-ancestors 'none'")
    );
    let sheets = page
        .split('"')
        .filter_map(|part| part.strip_prefix(ORIGIN))
        .filter(|path| path.starts_with("/assets/"));
    let sheets: Vec<&str> = sheets.collect();
    assert!(sheets.iter().any(|path| path.ends_with(".css")), "{sheets:?}");
    for sheet in sheets {
        let reply = site.server.get(sheet, &[]).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("cross-origin-resource-policy")),
            (200, "cross-origin"),
            "{sheet}"
        );
        assert_eq!(reply.header("access-control-allow-origin"), "*");
    }
    // Without scripts: on to the room's own page.
    let link = format!("<a href=\"{ORIGIN}/the-sale?script=none\"");
    assert!(page.contains(&link), "{page}");
    let room = site.server.get("/the-sale?script=none", &[]).await;
    assert!(
        room.location().starts_with("https://queue.example/?c=acme&e=sale"),
        "{}",
        room.location()
    );
}

#[tokio::test]
async fn the_page_is_loaded_again_in_the_readers_language_and_for_another_moment() {
    let rooms = room("sale", "url_match = \"all\"\ndetect_language = true");
    let site = Site::with("rate = 0", &rooms).await;
    let own = site.server.get("/the-sale", &[]).await;
    assert_eq!(own.html("lang"), "en-US");
    for (path, lang, dir, page) in [
        ("/ch-pages/queue/ar,en/the-sale", "ar", "rtl", "queue"),
        ("/ch-pages/before/de-AT%2Cen/the-sale", "de-AT", "ltr", "before"),
        ("/ch-pages/idle/xx/the-sale", "en-US", "ltr", "before"),
        ("/ch-pages/after/en/the-sale?cid=he-IL", "he-IL", "rtl", "after"),
    ] {
        let reply = site
            .server
            .get(
                path,
                &[("origin", "https://www.example.com"), ("accept-language", "fr")],
            )
            .await;
        assert_eq!(reply.header("access-control-allow-origin"), "*");
        assert_eq!(reply.header("cache-control"), "public, max-age=60");
        let said = (reply.html("lang"), reply.html("dir"), reply.html("data-page"));
        assert_eq!(said, (lang.to_owned(), dir.to_owned(), page.to_owned()), "{path}");
    }
    for path in [
        "/nobody",
        "/ch/nobody",
        "/ch-pages/queue/en/nobody",
        "/ch-pages/later/en/the-sale",
        "/ch-pages/queue/%0a/the-sale",
    ] {
        let reply = site.server.get(path, &[]).await;
        assert_eq!(
            (reply.status.as_u16(), reply.header("cache-control")),
            (404, "no-store"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_answer_for_the_page_has_the_status_in_its_language_and_the_way_back() {
    let site = Site::open("rate = 0").await;
    let plain = site.call(None, TARGET).await;
    assert!(
        plain.get("page").is_none(),
        "other clients get the vendor's fields alone"
    );
    let fields = [("lang", "ar-SA"), ("return", TARGET), ("code", "V 1")];
    let answered = page_call(&site, None, &fields).await;
    let token = text(&answered, "token").to_owned();
    let status = &answered["page"]["status"];
    assert_eq!(
        (&answered["promoted"], &answered["page"]["returnUrl"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(
        (&status["pageId"], &status["texts"]["state"], &status["texts"]["number"]),
        (&json!("queue"), &json!("in-line"), &json!("٢"))
    );
    let again = page_call(&site, Some(&token), &fields).await;
    assert_eq!(
        (text(&again, "token"), &again["page"]["status"]["texts"]["number"]),
        (token.as_str(), &json!("٢"))
    );

    site.patch_pool(r#"{"rate": 6000}"#).await;
    let mut promoted = Value::Null;
    for _ in 0..100 {
        promoted = page_call(&site, Some(&token), &fields).await;
        if promoted["promoted"] == 1 {
            break;
        }
        site.server.advance(1_000).await;
    }
    let (hash, requested) = (
        text(&promoted, "hash"),
        text(&promoted, "requested").replace(':', "%3A"),
    );
    let expected = format!(
        "https://www.example.com/tickets?a=1&ch-id={token}&ch-id-signature={hash}&ch-requested={requested}\
         &ch-code=V%201&ch-fresh=true#top"
    );
    assert_eq!(promoted["page"]["returnUrl"], expected);
    assert_eq!(promoted["page"]["status"], Value::Null);

    // A wrong address leads to the room's own target, not to a dead end or another site.
    for wrong in [
        "",
        "https://evil.example/tickets",
        "javascript:alert(1)",
        "https://www.example.com@evil.example/",
    ] {
        let answered = page_call(&site, Some(&token), &[("return", wrong)]).await;
        let url = text(&answered["page"], "returnUrl");
        assert!(
            url.starts_with(&format!("https://www.example.com/start?ch-id={token}&")),
            "{wrong}: {url}"
        );
    }
    let kept = page_call(
        &site,
        Some(&token),
        &[("return", "https://b.example.org/%7Ea/./b?x=%2f+é")],
    )
    .await;
    assert!(text(&kept["page"], "returnUrl").starts_with("https://b.example.org/%7Ea/./b?x=%2f+é&ch-id="));
}

#[tokio::test]
async fn where_a_room_gives_no_place_the_answer_says_why() {
    let rooms = room("sale", "url_match = \"all\"\ninvite_only = true");
    let site = Site::with("rate = 60", &rooms).await;
    let answered = page_call(&site, None, &[("lang", "de")]).await;
    assert_eq!(
        (&answered["promoted"], &answered["page"]["status"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(
        answered["page"]["notice"]["heading"],
        "Für diese Warteschlange ist eine gültige Einladung nötig"
    );
}

#[tokio::test]
async fn the_page_hears_of_the_stock_and_of_a_full_room_and_asks_soon_again() {
    let rooms = room("sale", "url_match = \"all\"\ncapacity = 1");
    let site = Site::with("rate = 0\nstock = 304", &rooms).await;
    let answered = page_call(&site, None, &[("lang", "en")]).await;
    let texts = &answered["page"]["status"]["texts"];
    assert_eq!(
        (&texts["state"], &texts["stock"]),
        (&json!("in-line"), &json!("About 300 left."))
    );
    let token = text(&answered, "token").to_owned();

    let full = page_call(&site, None, &[("lang", "de")]).await;
    assert_eq!(
        (&full["status"], &full["token"], &full["page"]["notice"]["name"]),
        (&json!(5), &Value::Null, &json!("room-full"))
    );
    assert_eq!(full["page"]["notice"]["heading"], "Der Warteraum ist zurzeit voll");
    let again = full["ttl"].as_u64().expect("seconds");
    assert!((4..=60).contains(&again), "as on the room's own page: {again}");

    site.patch_pool(r#"{"stock": 0}"#).await;
    let answered = page_call(&site, Some(&token), &[("lang", "en")]).await;
    let texts = &answered["page"]["status"]["texts"];
    assert_eq!((&texts["state"], &texts["stock"]), (&json!("sold-out"), &json!("")));
    let announced = text(texts, "announce");
    assert!(announced.contains("You’ll keep your place"), "{announced}");
}

#[tokio::test]
async fn a_page_whose_call_is_one_too_many_gets_words_and_a_time() {
    let rooms = room("sale", "url_match = \"all\"\ninvite_only = true");
    let site = Site::with("rate = 0", &rooms).await;
    let call = async |fields: Value| {
        let request = post("/v1/requests", "application/json", fields.to_string());
        let (mut parts, body) = request.into_parts();
        parts
            .headers
            .insert("origin", "https://www.example.com".parse().expect("a header"));
        site.send(Request::from_parts(parts, body)).await
    };
    let mut reply = None;
    for number in 0..200 {
        let guess = json!({"slug": "the-sale", "page": "1", "lang": "fr", "code": format!("GUESS{number}")});
        let answer = call(guess).await;
        if answer.status == 200 {
            reply = Some(answer);
            break;
        }
        assert_eq!(answer.status, 401, "{}", answer.text());
    }
    let reply = reply.expect("guesses are limited");
    let body = reply.json();
    let body = &body["result"];
    let seconds = body["ttl"].as_u64().expect("seconds");
    assert!((4..=60).contains(&seconds), "{seconds}");
    assert_eq!(
        (&body["promoted"], &body["page"]["notice"]["name"]),
        (&json!(0), &json!("overload")),
        "integrations let people in whose call is answered 429"
    );
    assert!(text(&body["page"]["notice"], "lead").contains("réessaie"), "{body}");
}

#[tokio::test]
async fn before_the_start_and_after_the_end_it_is_another_page() {
    let rooms = room("soon", "start = 2023-12-01T10:00:00Z\nurl_match = \"all\"")
        + &room(
            "drawn",
            "start = 2023-12-01T10:00:00Z\nprequeue_minutes = 60\nurl_match = \"none\"",
        )
        + &room("over", "end = 2023-11-01T10:00:00Z\nurl_match = \"none\"");
    let site = Site::with("rate = 60", &rooms).await;
    for (slug, page, moment) in [
        ("the-soon", "before", "idle"),
        ("the-drawn", "before", "idle"),
        ("the-over", "after", "after"),
    ] {
        let reply = site.server.get(&format!("/{slug}"), &[]).await;
        assert_eq!(reply.html("data-page"), page, "{slug}");
        assert!(reply.text().contains(&format!("data-moment=\"{moment}\"")), "{slug}");
    }
}

#[tokio::test]
async fn after_the_draw_the_page_reveals_the_number() {
    let keys = "start = 2023-11-14T22:23:20Z\nprequeue_minutes = 5\nurl_match = \"all\"";
    let site = Site::around(TestServer::of(config("memory:", &site("rate = 0", &room("sale", keys)))).await);
    site.server.advance(6 * 60_000).await;
    let mut tokens = Vec::new();
    for _ in 0..3 {
        let answer = page_call(&site, None, &[("lang", "en")]).await;
        assert_eq!(answer["page"]["status"]["texts"]["state"], "prequeue", "{answer}");
        tokens.push(text(&answer, "token").to_owned());
    }
    // The draw closes 15 s after the start.
    while site.server.now_ms() < START_MS + 10 * 60_000 + 20_000 {
        site.server.advance(1_000).await;
    }
    let mut headings = Vec::new();
    for token in &tokens {
        let answer = page_call(&site, Some(token), &[("lang", "en")]).await;
        let texts = &answer["page"]["status"]["texts"];
        assert_eq!(texts["state"], "drawn", "{answer}");
        headings.push(text(texts, "headline").to_owned());
    }
    headings.sort();
    assert_eq!(headings, [1, 2, 3].map(|number| format!("You drew {number} of 3")));
}

#[tokio::test]
async fn without_a_slug_the_page_says_to_wait_and_browsers_at_the_front_door_are_told_what_this_is() {
    let site = Site::open("rate = 0").await;
    for (path, accept) in [("/ch/", "text/html"), ("/ch/", "*/*"), ("/", "*/*")] {
        let reply = site.server.get(path, &[("accept", accept)]).await;
        assert_eq!(
            (reply.status.as_u16(), reply.html("data-page").as_str()),
            (200, "holding"),
            "{path}"
        );
        assert_eq!(
            (reply.header("cache-control"), reply.header("set-cookie")),
            ("public, max-age=60", "")
        );
        assert_eq!(
            reply.headers.get_all("vary").iter().any(|vary| vary == "accept"),
            path == "/"
        );
        assert!(reply.text().contains(&format!(
            "<script src=\"{ORIGIN}/js/latest/room/main.js\" defer></script>"
        )));
    }
    let browser = [("accept", "text/html,application/xhtml+xml,*/*;q=0.8")];
    assert_ne!(site.server.get("/", &browser).await.html("data-page"), "holding");
    let other = TestServer::sale(6).await.get("/", &[("accept", "*/*")]).await;
    assert_ne!(other.html("data-page"), "holding", "without integrations of this kind");
}
