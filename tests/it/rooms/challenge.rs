//! The pages for visitors whose challenge did not get them a place: the work came too late (error
//! 7), or the browser does not run the script that does the work (error 8).

use protocol::proof_of_work::WorkChallenge;

use crate::support::{Reply, TestServer, Visitor, room};

const CHALLENGED: [u8; 4] = [203, 0, 113, 9];

/// Returns a room that demands work from [`CHALLENGED`] and from visitors who share a network with
/// another.
async fn server() -> TestServer {
    let keys = "max_outflow = 60\nprice = { network_places = 1, standard_work = 2 }";
    let rule =
        "[[firewall]]\ncustomer = \"demo\"\nid = \"some\"\naction = \"challenge\"\naddresses = [\"203.0.113.9\"]\n";
    let server = TestServer::with(&(room("sale", keys) + rule)).await;
    server.act("pause").await;
    server
}

/// Returns the query with a solution of the page's challenge.
fn solved(query: &str, page: &Reply) -> String {
    let text = page.text();
    let (_, rest) = text.split_once("data-challenge=\"").expect("a challenge");
    let (json, _) = rest.split_once('"').expect("the end of the attribute");
    let challenge = WorkChallenge::read(&json.replace("&#34;", "\"")).expect("ALTCHA's format");
    let payload = challenge.solve().expect("a solution");
    let encoded: String = url::form_urlencoded::byte_serialize(payload.as_bytes()).collect();
    format!("{query}&work={encoded}")
}

/// Returns the query with which a browser without scripts comes back by itself.
fn without_scripts(page: &Reply) -> String {
    let text = page.text();
    let (_, rest) = text
        .split_once("<noscript><meta http-equiv=\"refresh\"")
        .expect("a refresh");
    let (_, rest) = rest.split_once("url=/?").expect("an address");
    let (query, _) = rest.split_once('"').expect("the end of the attribute");
    query.replace("&#38;", "&")
}

fn error_page(id: &str, notice: &str) -> (u16, String, String) {
    (403, id.to_owned(), notice.to_owned())
}

#[tokio::test]
async fn work_that_comes_too_late_is_error_7_and_its_way_back_leads_to_another_challenge() {
    let server = server().await;
    let target = "c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp";
    let query_after = async |seconds: u64| {
        let mut visitor = server.visitor().from(CHALLENGED).at(target);
        let page = visitor.load().await;
        visitor.query = solved(target, &page);
        server.advance(seconds * 1_000).await;
        visitor
    };
    let mut late: Visitor = query_after(601).await;
    let page = late.load().await;
    assert_eq!(
        page.error_page(),
        error_page("7", "challenge-timeout"),
        "{}",
        page.text()
    );
    assert_eq!(page.html("data-page"), "error");
    assert!(
        page.text().contains("Reference: 7 challenge-timeout"),
        "{}",
        page.text()
    );
    assert!(page.header("set-cookie").is_empty(), "no place");
    let back = page.way_back();
    assert_eq!(back, format!("/?{target}"));
    assert!(
        page.text().contains(">Try again</a>"),
        "nobody was in the line: {}",
        page.text()
    );
    assert_eq!(late.get(&back).await.html("data-page"), "slowed", "another challenge");
    let mut in_time = query_after(599).await;
    in_time.enter().await;
}

#[tokio::test]
async fn work_for_somebody_else_is_not_called_late() {
    let server = server().await;
    let page = server.visitor().from(CHALLENGED).load().await;
    let query = solved("c=demo&e=sale", &page);
    server.advance(601_000).await;
    let keys = ["work=AAAA", "work=", query.split_once('&').expect("a pair").1];
    server.visitor().from([198, 51, 100, 1]).enter().await;
    for brought in keys {
        let mut visitor = server
            .visitor()
            .from([198, 51, 100, 1])
            .at(&format!("c=demo&e=sale&{brought}"));
        assert_eq!(visitor.load().await.html("data-page"), "slowed", "{brought}");
    }
}

#[tokio::test]
async fn a_browser_that_blocks_the_script_is_told_where_waiting_does_not_help() {
    let server = server().await;
    let shared = [198, 51, 100, 1];
    server.visitor().from(shared).enter().await;
    let mut browser = server.visitor().from(shared).over_tls();
    let page = browser.load().await;
    assert_eq!(page.html("data-page"), "slowed");
    assert_eq!(page.way_back(), "", "there is nothing to do: {}", page.text());
    assert!(
        !page.text().contains("place is safe"),
        "nobody has a place: {}",
        page.text()
    );
    let query = without_scripts(&page);
    assert!(query.contains("work=blocked") && query.contains("waited="), "{query}");
    browser.query.clone_from(&query);
    let answer = browser.load().await;
    assert_eq!(
        answer.error_page(),
        error_page("8", "challenge-blocked"),
        "{}",
        answer.text()
    );
    assert!(
        answer.text().contains("Please allow scripts for this page"),
        "{}",
        answer.text()
    );
    assert!(!answer.header("retry-after").is_empty() && answer.header("set-cookie").is_empty());
    assert!(
        answer.text().contains("data-challenge="),
        "scripts that are allowed now work"
    );
    assert_eq!(answer.way_back(), "/?c=demo&e=sale");
    assert!(answer.text().contains(">Try again</a>"), "{}", answer.text());
    browser.query = without_scripts(&answer);
    server.act("resume").await;
    server.advance(61_000).await;
    browser.enter().await;

    let mut plain = server.visitor().from(shared).at(&query);
    server.act("pause").await;
    server.visitor().from(shared).load().await;
    assert_eq!(
        plain.load().await.html("data-page"),
        "slowed",
        "over http the script could not work either"
    );
}

#[tokio::test]
async fn where_waiting_pays_nobody_is_told_to_allow_scripts() {
    let server = server().await;
    let mut browser = server.visitor().from(CHALLENGED).over_tls();
    browser.query = without_scripts(&browser.load().await);
    assert_eq!(browser.load().await.html("data-page"), "slowed");
    server.advance(61_000).await;
    browser.enter().await;
}
