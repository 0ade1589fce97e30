//! Entry by link: the variants of links, and their final destinations. Connectors' links have the
//! connectors' spelling.

use axum::body::Body;
use http::Request;

use crate::support::{TestServer, config, room};

/// Returns where a visitor with this query arrives, without the token.
async fn arrives(server: &TestServer, query: &str) -> String {
    let mut visitor = server.visitor().at(query);
    visitor.enter().await;
    let url = server.pass(&visitor).await;
    let (target, token) = url.split_once("queueittoken=").expect("a token");
    assert!(token.starts_with("e_"), "{url}");
    target.trim_end_matches(['?', '&']).to_owned()
}

fn with_target(template: &str) -> String {
    format!(
        "[[room]]\ncustomer = \"demo\"\nid = \"sale\"\nmax_outflow = 600\ntarget_hosts = [\"shop.example\"]\ntarget_url = \"{template}\"\n"
    )
}

#[tokio::test]
async fn values_fill_the_rooms_target_in_its_path_and_in_its_query() {
    let server = TestServer::with(&with_target(
        "https://shop.example/show/{show}?promocode={code}&x={show}",
    ))
    .await;
    for (query, target) in [
        ("t_show=78&t_code=WefjRt", "show/78?promocode=WefjRt&x=78"),
        ("t_code=1&t_show=2", "show/2?promocode=1&x=2"),
        (
            "t_show=a+b%2Fc&t_code=%26q%3D1%23",
            "show/a%20b%2Fc?promocode=%26q%3D1%23&x=a%20b%2Fc",
        ),
        ("t_show=%C3%A4%FF", "show/%C3%A4%EF%BF%BD?promocode=&x=%C3%A4%EF%BF%BD"),
        ("t_show=7", "show/7?promocode=&x=7"),
        ("t_show&t_code=", "show/?promocode=&x="),
        ("", "show/?promocode=&x="),
        ("t_show=1&t_show=2", "show/1?promocode=&x=1"),
        ("t_Show=1&T_show=2&t_=3&t_other=4", "show/?promocode=&x="),
        ("t_show=%7Bcode%7D&t_code=5", "show/%7Bcode%7D?promocode=5&x=%7Bcode%7D"),
        // `..` must not lead above the root of the same site.
        ("t_show=..&t_code=x", "?promocode=x&x=.."),
    ] {
        let arrived = arrives(&server, &format!("c=demo&e=sale&{query}")).await;
        assert_eq!(arrived, format!("https://shop.example/{target}"), "{query}");
    }
}

#[tokio::test]
async fn a_whole_target_beats_the_values_that_would_fill_the_rooms_own() {
    let server = TestServer::with(&with_target("https://shop.example/show/{show}")).await;
    for (query, target) in [
        (
            "t=https%3A%2F%2Fshop.example%2Fother%3Fa%3D1&t_show=78",
            "https://shop.example/other?a=1",
        ),
        (
            "t_show=78&t=https%3A%2F%2Fshop.example%2F%7Bshow%7D",
            "https://shop.example/%7Bshow%7D",
        ),
        ("t=&t_show=78", "https://shop.example/show/78"),
    ] {
        assert_eq!(
            arrives(&server, &format!("c=demo&e=sale&{query}")).await,
            target,
            "{query}"
        );
    }
}

#[tokio::test]
async fn each_logic_of_redirects_is_a_matter_of_t() {
    let server = TestServer::with(&with_target("https://shop.example/landing")).await;
    for (link, target) in [
        // AllowTParameter, by four connectors: the visitor's own page.
        (
            "c=demo&e=sale&ver=javascript-5.0.1&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1",
            "https://shop.example/buy?a=1",
        ),
        (
            "c=demo&e=sale&ver=v3-javascript-3.7.10&cver=7&man=My%20action&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1",
            "https://shop.example/buy?a=1",
        ),
        (
            "c=demo&e=sale&ver=v3-python-3.7.0&kupver=django-1.8&cver=7&man=My%20action&cid=da-DK&l=My%20Theme&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1",
            "https://shop.example/buy?a=1",
        ),
        (
            "c=demo&e=sale&ver=v3-javascript-3.7.10&cver=7&man=unspecified&t=https%3A%2F%2Fshop.example%2Fbuy%3Fx%3D%21%27%28%29%2A%26y%3D1&kupver=cloudflare-1.2.3",
            "https://shop.example/buy?x=!%27()*&y=1",
        ),
        // EventTargetUrl: no t.
        (
            "c=demo&e=sale&ver=javascript-5.0.1&cver=7&man=My%20action",
            "https://shop.example/landing",
        ),
        // ForcedTargetUrl: another page of the site.
        (
            "c=demo&e=sale&ver=javascript-5.0.1&cver=7&man=My%20action&t=https%3A%2F%2Fshop.example%2Fcampaign",
            "https://shop.example/campaign",
        ),
        // After an AJAX call, as the browser script continues.
        (
            "c=demo&e=sale&ver=v3-php-3.7.4&cver=7&man=a&_jsar=1&t=https%3A%2F%2Fshop.example%2Fbuy",
            "https://shop.example/buy",
        ),
    ] {
        assert_eq!(arrives(&server, link).await, target, "{link}");
    }
}

#[tokio::test]
async fn a_target_may_lie_on_hosts_that_the_room_names_letter_by_letter() {
    let rooms = "[[room]]\ncustomer = \"demo\"\nid = \"sale\"\nmax_outflow = 0\ntarget_url = \"https://shop.example/\"\n\
                 target_hosts = [\"shop.example\", \"www.shop.example\", \"other.example:8443\"]\n";
    let server = TestServer::with(rooms).await;
    for (host, allowed) in [
        ("shop.example", true),
        ("SHOP.EXAMPLE", true),
        ("shop.example:8443", false),
        ("www.shop.example", true),
        ("m.shop.example", false),
        ("xshop.example", false),
        ("shop.example.", false),
        ("other.example:8443", true),
        ("other.example", false),
    ] {
        let reply = server
            .get(&format!("/?c=demo&e=sale&t=https%3A%2F%2F{host}%2F"), &[])
            .await;
        assert_eq!(reply.status, if allowed { 302 } else { 403 }, "{host}");
    }
}

#[tokio::test]
async fn a_rooms_own_target_is_allowed_where_no_hosts_are_named() {
    let rooms = "[[room]]\ncustomer = \"demo\"\nid = \"sale\"\nmax_outflow = 600\ntarget_url = \"https://shop.example:8443/x\"\n";
    let server = TestServer::with(rooms).await;
    let link = "c=demo&e=sale&t=https%3A%2F%2Fshop.example%3A8443%2Fy";
    assert_eq!(arrives(&server, link).await, "https://shop.example:8443/y");
    let other = server
        .get("/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fy", &[])
        .await;
    assert_eq!(other.status, 403, "another port is another site");
}

#[tokio::test]
async fn of_a_parameter_named_twice_the_first_that_says_something_counts_on_the_page_and_in_polls() {
    let server = TestServer::with(&(room("sale", "max_outflow = 600") + &room("second", "max_outflow = 600"))).await;
    for link in [
        "c=&c=demo&e=&e=sale&cid=&cid=de&t=&t=https%3A%2F%2Fshop.example%2Fp",
        "c=demo&c=other&e=sale&e=second&cid=de&cid=fr&t=https%3A%2F%2Fshop.example%2Fp&t=https%3A%2F%2Fevil.example%2F",
    ] {
        let mut visitor = server.visitor().at(link);
        assert_eq!(visitor.enter().await.html("lang"), "de", "{link}");
        assert_eq!(server.poll(&visitor).await.status, 200, "{link}");
        assert!(
            server
                .pass(&visitor)
                .await
                .starts_with("https://shop.example/p?queueittoken=e_sale~")
        );
    }
}

#[tokio::test]
async fn parameters_of_connectors_and_apps_are_carried_along_and_do_no_harm() {
    let server = TestServer::sale(0).await;
    let link =
        "c=demo&e=sale&ver=Android-3.0.0&kupver=x&icr=ip%2Ccip%3A31&_jsar=1&userId=device-1&code=&queueittoken=e_x~h_0";
    let mut visitor = server.visitor().at(link);
    let reply = visitor.load().await;
    visitor.follow(&reply);
    assert_eq!(visitor.query, format!("{link}&q={}", visitor.queue_id()));
    let page = visitor.load().await;
    assert_eq!((page.status.as_u16(), page.html("data-page").as_str()), (200, "queue"));
    // After leaving, the way back is the room's link without any data of this visit.
    let leave = page
        .text()
        .split("href=\"/exitline.aspx")
        .nth(1)
        .expect("a link")
        .split('"')
        .next()
        .expect("an end")
        .to_owned();
    let left = visitor
        .post(&format!("/exitline.aspx{}", leave.replace("&amp;", "&")), "")
        .await;
    assert_eq!(left.way_back(), "/?c=demo&e=sale");
}

#[tokio::test]
async fn an_old_link_of_a_bare_host_is_a_link_to_the_room() {
    let server = TestServer::sale(0).await;
    let request = Request::get("http://queue.example?c=demo&e=sale").body(Body::empty());
    let reply = server.send(request.expect("a request")).await;
    assert_eq!(reply.status, 302);
    assert!(
        reply.location().starts_with("/?c=demo&e=sale&q="),
        "{}",
        reply.location()
    );
}

#[tokio::test]
async fn language_and_theme_of_a_link_are_those_of_every_page_it_leads_to() {
    let idle = room("early", "max_outflow = 60\nstart = 2033-01-01T00:00:00Z");
    let over = room(
        "late",
        "max_outflow = 60\nstart = 2022-01-01T00:00:00Z\nend = 2022-01-02T00:00:00Z",
    );
    let server = TestServer::with(&(room("sale", "max_outflow = 0") + &idle + &over)).await;
    let (danish, retail) = ("da-DK", "retail");
    for said in ["cid=da-dk&l=retail", "cid=DA_dk&l=retail", "cid=%20da-DK&l=retail"] {
        let mut visitor = server.visitor().at(&format!("c=demo&e=sale&{said}"));
        let queue = visitor.enter().await;
        let question = visitor.get(&format!("/exitline.aspx?{}", visitor.query)).await;
        let left = visitor.post(&format!("/exitline.aspx?{}", visitor.query), "").await;
        let get = async |path: &str| server.get(&format!("{path}&{said}"), &[]).await;
        for page in [
            queue,
            question,
            left,
            get("/?c=demo&e=early").await,
            get("/?c=demo&e=late").await,
            get("/?c=demo&e=sale&q=x").await,
            get("/error/hash/?c=demo&e=sale").await,
            get("/cancel/demo/sale?r=https%3A%2F%2Fevil.example").await,
            get("/cancel/multiple/demo?wrl=sale&r=https%3A%2F%2Fevil.example").await,
        ] {
            assert_eq!(page.html("lang"), danish, "{}", page.html("data-page"));
            assert!(
                page.text().contains(&format!("/assets/{retail}-"))
                    || page.text().contains(&format!("/assets/{retail}.")),
                "{}",
                page.text()
            );
        }
    }
    for said in ["cid=xx-YY&l=nothing", "cid=&l=", "cid=%3C&l=..%2F..", ""] {
        let page = server.visitor().at(&format!("c=demo&e=early&{said}")).load().await;
        assert_eq!(page.html("lang"), "en-US", "{said}");
        assert!(page.text().contains("/assets/default"), "{said}");
    }
}

#[tokio::test]
async fn a_connector_with_a_path_prefix_is_served_and_so_is_one_without() {
    let mut config = config("memory:", &room("sale", "max_outflow = 600"));
    config.server.path_prefix = Some("queue/".parse().expect("a prefix"));
    let server = TestServer::of(config).await;
    for prefix in ["", "/queue"] {
        let link = format!(
            "{prefix}/?c=demo&e=sale&ver=javascript-5.0.1&cver=7&man=My%20action&t=https%3A%2F%2Fshop.example%2Fbuy%3Fa%3D1"
        );
        let mut visitor = server.visitor();
        let reply = visitor.get(&link).await;
        visitor.follow(&reply);
        assert_eq!(visitor.load().await.status, 200);
        let cancel = format!(
            "{prefix}/cancel/multiple/demo?wrl=sale~{}&r=https%3A%2F%2Fshop.example%2F",
            visitor.queue_id()
        );
        assert_eq!(visitor.open(&cancel).await.location(), "https://shop.example/");
        let error = format!("{prefix}/error/connector/sessionstate/?c=demo&e=sale&ver=javascript-5.0.1");
        assert_eq!(visitor.get(&error).await.error_page().2, "session-moved");
    }
    assert_eq!(server.get("/queues/?c=demo&e=sale", &[]).await.status, 404);
}

/// An app's web view treats addresses of the same host without the prefix as another site's.
#[tokio::test]
async fn links_to_pages_have_the_prefix_that_the_request_had() {
    let mut config = config("memory:", &room("sale", "max_outflow = 0"));
    config.server.path_prefix = Some("queue".parse().expect("a prefix"));
    let server = TestServer::of(config).await;
    for prefix in ["/queue", "", "/queue"] {
        let mut visitor = server.visitor();
        let reply = visitor.get(&format!("{prefix}/?c=demo&e=sale&cid=en")).await;
        assert!(
            reply
                .location()
                .starts_with(&format!("{prefix}/?c=demo&e=sale&cid=en&q=")),
            "{}",
            reply.location()
        );
        visitor.follow(&reply);
        let page = visitor.get(reply.location()).await;
        assert_eq!(page.html("data-page"), "queue");
        let text = page.text();
        for link in ["/exitline.aspx?", "/move?", "/about?"] {
            assert!(text.contains(&format!("\"{prefix}{link}")), "{prefix}{link}: {text}");
        }
        assert!(text.contains(&format!("action=\"{prefix}/language\"")), "{text}");
        let mut links = text.split(" href=\"/").skip(1).chain(text.split(" action=\"/").skip(1));
        let strays =
            links.find(|link| !prefix.is_empty() && !link.starts_with("queue/") && !link.starts_with("assets/"));
        assert_eq!(strays, None);

        let id = visitor.queue_id();
        let transfer = visitor
            .get(&format!("{prefix}/move?c=demo&e=sale&q={id}&cid=en"))
            .await
            .text();
        assert!(transfer.contains(&format!("action=\"{prefix}/move\"")), "{transfer}");
        let changed = visitor
            .get(&format!("{prefix}/language?cid=da&back=c%3Ddemo%26e%3Dsale"))
            .await;
        assert_eq!(changed.onward(), format!("{prefix}/?c=demo&e=sale&cid=da"));
        let refused = visitor.get(&format!("{prefix}/error/hash/?c=demo&e=sale")).await;
        assert_eq!(refused.way_back(), format!("{prefix}/?c=demo&e=sale"));
        let leave = format!("{prefix}/exitline.aspx?c=demo&e=sale&q={id}");
        let question = visitor.get(&leave).await.text().replace("&#38;", "&");
        assert!(question.contains(&format!("action=\"{leave}\"")), "{question}");
        let begin = format!("{leave}&leaving=begin");
        assert!(question.contains(&format!("action=\"{begin}\"")), "{question}");
        let pending = visitor.post(&begin, "").await;
        let end = format!("12; url={leave}&leaving=");
        assert!(
            pending.header("refresh").starts_with(&end),
            "{}",
            pending.header("refresh")
        );
        assert!(
            question.contains(&format!("href=\"{prefix}/?c=demo&e=sale&q={id}\"")),
            "{question}"
        );
    }
}
