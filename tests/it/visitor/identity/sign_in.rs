//! A room whose visitors sign in: a visitor, the real router, and a provider that answers by HTTP.
//! One account has one place, on one node and on three.

use futures_util::future::join_all;
use http::StatusCode;
use serde_json::json;
use store::{PoolId, Store};

use super::email::WITHOUT_PICKER;
use crate::support::{Reply, SignInProvider, SmtpServer, TestServer, Visitor, redacted, room, settle};

const KEYS: &str = "name = \"Summer sale\"\nmax_outflow = 0\nidentity = \"oidc\"";
const ROOM: &str = "c=demo&e=sale";
const BEGIN: &str = "/identity?c=demo&e=sale&sign-in=1";

async fn server_of(provider: &SignInProvider, keys: &str) -> TestServer {
    TestServer::with(&format!("{}{}", provider.section(), room("sale", keys))).await
}

/// Lets a browser begin to sign in; returns the address of the provider.
async fn begins(visitor: &mut Visitor) -> String {
    let sent = visitor.get(BEGIN).await;
    assert_eq!(sent.status.as_u16(), 303, "{}", sent.text());
    sent.location().to_owned()
}

/// Lets a browser sign in and come back.
async fn signs_in(visitor: &mut Visitor, provider: &SignInProvider, account: &str) -> Reply {
    let back = provider.signs_in(&begins(visitor).await, account);
    visitor.get(&back).await
}

async fn proves(visitor: &mut Visitor, provider: &SignInProvider, account: &str) {
    let back = signs_in(visitor, provider, account).await;
    assert_eq!(
        (back.status.as_u16(), back.location()),
        (303, "/?c=demo&e=sale"),
        "{}",
        back.text()
    );
}

/// Asserts that the page reports the failed sign-in and offers another attempt.
fn assert_not_signed_in(reply: &Reply, status: u16) {
    assert_eq!(reply.status.as_u16(), status, "{}", reply.text());
    assert_eq!(
        (reply.html("data-page"), reply.html("data-state")),
        ("identity".to_owned(), "sign-in".to_owned())
    );
    assert!(
        reply.text().contains("role=\"alert\"") && reply.text().contains("sign-in=1"),
        "{}",
        reply.text()
    );
}

/// Returns the number of places that a server knows of.
fn places(server: &TestServer) -> u64 {
    server.room("sale").published().snapshot.ledger().next.0
}

#[tokio::test]
async fn a_newcomer_signs_in_once_and_gets_a_place() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let mut visitor = server.visitor();
    let sent = visitor.load().await;
    assert_eq!(
        (sent.status.as_u16(), sent.location()),
        (302, "/identity?c=demo&e=sale")
    );
    let page = visitor.get(sent.location()).await;
    assert_eq!(
        (page.status.as_u16(), page.html("data-state")),
        (200, "sign-in".to_owned())
    );
    assert_eq!(provider.state().reads, 0, "nobody is asked before somebody signs in");
    proves(&mut visitor, &provider, "ada").await;
    assert_eq!(visitor.enter().await.slot("number"), "1");
    assert_eq!(server.poll(&visitor).await.status, 200, "polls prove nothing");
    server.advance(3_600_000).await;
    assert_eq!(visitor.load().await.slot("number"), "1", "long after the proof's end");
    assert_eq!(provider.counts(), (1, 1));
    let again = visitor.get(BEGIN).await;
    assert_eq!(
        (again.status.as_u16(), again.location()),
        (303, "/?c=demo&e=sale"),
        "is asked nothing"
    );
}

#[tokio::test]
async fn the_page_that_leads_to_the_provider_as_a_whole() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, &format!("{KEYS}{WITHOUT_PICKER}")).await;
    let page = server.visitor().get(&format!("/identity?{ROOM}")).await;
    redacted(|| insta::assert_snapshot!(page.markup()));
}

#[tokio::test]
async fn the_way_over_the_provider_carries_the_visitors_link_on() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let link = "c=demo&e=sale&cid=de-DE&t=https%3A%2F%2Fshop.example%2Fa.b%3Fc%3D1%26d";
    let mut visitor = server.visitor().at(link);
    let asked = visitor.load().await.location().to_owned();
    assert_eq!(asked, format!("/identity?{link}"));
    let page = visitor.get(&asked).await;
    assert_eq!(page.html("lang"), "de-DE");
    let way = format!("{asked}&sign-in=1");
    let written = way.replace('&', "&#38;");
    assert!(
        page.text().contains(&format!("href=\"{written}\"")),
        "{way} in {}",
        page.text()
    );
    let sent = visitor.get(&way).await;
    let back = visitor.get(&provider.signs_in(sent.location(), "ada")).await;
    assert_eq!(
        (back.status.as_u16(), back.location().to_owned()),
        (303, format!("/?{link}"))
    );
    let mut refusing = server.visitor().at(link);
    let sent = refusing.get(&way).await;
    let refused = provider.back(&state_of(sent.location()), &[("error", "access_denied")]);
    let answer = refusing.get(&refused).await;
    assert_not_signed_in(&answer, 403);
    assert_eq!(answer.html("lang"), "de-DE", "in the visitor's language");
}

/// Returns the state in an address of the provider.
fn state_of(address: &str) -> String {
    let url = url::Url::parse(address).expect("an address");
    let found = url.query_pairs().find(|(name, _)| name == "state");
    found.expect("a state").1.into_owned()
}

#[tokio::test]
async fn the_same_account_has_the_same_place_in_another_browser() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let mut first = server.visitor();
    proves(&mut first, &provider, "ada").await;
    first.enter().await;
    let mut second = server.visitor();
    proves(&mut second, &provider, "ada").await;
    assert_eq!(second.load().await.location(), "/identity?c=demo&e=sale");
    let page = second.get(&format!("/identity?{ROOM}")).await;
    assert_eq!(page.html("data-state"), "taken");
    let taken = second.post("/identity", &format!("{ROOM}&take=1")).await;
    assert!(taken.leads_on(), "{}", taken.text());
    second.follow(&taken);
    assert_eq!(second.load().await.slot("number"), "1");
    assert_eq!(first.load().await.status, 410, "the place is in the other browser");
    let mut other = server.visitor();
    proves(&mut other, &provider, "Ada").await;
    other.enter().await;
    assert_eq!(places(&server), 2, "accounts differ by every sign");
}

#[tokio::test]
async fn a_browser_finishes_only_what_it_began_and_only_once() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let (mut visitor, mut stranger) = (server.visitor(), server.visitor());
    let back = provider.signs_in(&begins(&mut visitor).await, "ada");
    assert_not_signed_in(&stranger.get(&back).await, 403);
    begins(&mut stranger).await;
    assert_not_signed_in(&stranger.get(&back).await, 403);
    let forged = provider.back(&format!("demo.sale.{}.", "0".repeat(64)), &[("code", "x")]);
    assert_not_signed_in(&visitor.get(&forged).await, 403);
    for malformed in [
        "/identity/signed-in",
        "/identity/signed-in?state=demo.sale",
        "/identity/signed-in?code=x&state=a.b.c.",
    ] {
        assert_eq!(visitor.get(malformed).await.status, 404, "{malformed}");
    }
    assert_eq!(provider.state().exchanges, 0, "no code of a stranger is exchanged");
    let copied = visitor.clone();
    assert_eq!(visitor.get(&back).await.status, 303, "forged returns did no harm");
    let again = visitor.get(&back).await;
    assert_eq!(
        (again.status.as_u16(), again.location()),
        (303, "/?c=demo&e=sale"),
        "a page that was reloaded"
    );
    assert_eq!(provider.state().exchanges, 1);
    let mut thief = copied;
    assert_not_signed_in(&thief.get(&back).await, 403);
    assert_eq!(provider.state().exchanges, 2, "the provider takes a code once");
    assert_not_signed_in(&thief.get(&back).await, 403);
    assert_eq!(provider.state().exchanges, 2, "the attempt is over");
    let mut slow = server.visitor();
    let back = provider.signs_in(&begins(&mut slow).await, "eve");
    server.advance(600_000).await;
    assert_not_signed_in(&slow.get(&back).await, 403);
    assert_eq!(places(&server), 0);
}

#[tokio::test]
async fn a_token_of_another_issuer_client_attempt_or_time_proves_nothing() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let now = provider.state().now_seconds;
    for claims in [
        json!({ "iss": "https://accounts.example.com" }),
        json!({ "aud": "shop" }),
        json!({ "aud": ["shop", "anteroom"], "azp": "shop" }),
        json!({ "nonce": "0" }),
        json!({ "nonce": null }),
        json!({ "exp": now - 61 }),
        json!({ "iat": now + 61 }),
        json!({ "sub": "" }),
    ] {
        provider.state().claims = claims;
        assert_not_signed_in(&signs_in(&mut server.visitor(), &provider, "ada").await, 403);
    }
    provider.state().claims = json!({ "iat": now + 59, "exp": now - 59 });
    proves(&mut server.visitor(), &provider, "ada").await;
    provider.state().claims = json!({});
    let mut elsewhere = server.visitor();
    let state = state_of(&begins(&mut elsewhere).await);
    let back = provider.back(&state, &[("code", "x"), ("iss", "https://accounts.example.com")]);
    let before = provider.state().exchanges;
    assert_not_signed_in(&elsewhere.get(&back).await, 403);
    assert_eq!(
        provider.state().exchanges,
        before,
        "a code of another provider is given to nobody"
    );
    provider.is_impersonated();
    assert_not_signed_in(&signs_in(&mut server.visitor(), &provider, "ada").await, 403);
    assert_eq!(places(&server), 0);
}

#[tokio::test]
async fn new_keys_of_the_provider_are_read_when_they_are_needed_and_not_more_often() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    proves(&mut server.visitor(), &provider, "ada").await;
    provider.changes_its_key();
    for _ in 0..3 {
        assert_not_signed_in(&signs_in(&mut server.visitor(), &provider, "ada").await, 403);
    }
    assert_eq!(provider.state().reads, 1, "it was read a moment ago");
    server.advance(10_000).await;
    proves(&mut server.visitor(), &provider, "ada").await;
    proves(&mut server.visitor(), &provider, "eve").await;
    assert_eq!(provider.state().reads, 2);
    server.advance(3_600_000).await;
    provider.state().now_seconds += 3_600;
    proves(&mut server.visitor(), &provider, "ada").await;
    assert_eq!(provider.state().reads, 3, "after an hour");
}

#[tokio::test]
async fn the_page_explains_that_the_provider_is_away_which_few_requests_reach() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    provider.state().status = StatusCode::SERVICE_UNAVAILABLE;
    for _ in 0..5 {
        let answer = server.visitor().get(BEGIN).await;
        assert_not_signed_in(&answer, 503);
        assert!(!answer.header("retry-after").is_empty());
    }
    assert_eq!(provider.state().reads, 1);
    provider.state().status = StatusCode::OK;
    server.advance(10_000).await;
    let mut visitor = server.visitor();
    proves(&mut visitor, &provider, "ada").await;
    visitor.enter().await;
    let mut late = server.visitor();
    let back = provider.signs_in(&begins(&mut late).await, "eve");
    provider.state().status = StatusCode::SERVICE_UNAVAILABLE;
    server.advance(3_600_000).await;
    assert_eq!(server.poll(&visitor).await.status, 200, "the line goes on");
    let mut during = server.visitor();
    let sent = begins(&mut during).await;
    assert!(sent.starts_with(&provider.issuer), "by what was read before: {sent}");
    assert_not_signed_in(&during.get(&provider.signs_in(&sent, "eve")).await, 503);
    assert_not_signed_in(&late.get(&back).await, 403);
    assert_eq!(provider.state().exchanges, 2);
}

#[tokio::test]
async fn wrong_codes_of_a_client_are_asked_for_thirty_times_a_minute() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let mut status = Vec::new();
    for _ in 0..32 {
        let mut visitor = server.visitor().from([192, 0, 2, 1]);
        let state = state_of(&begins(&mut visitor).await);
        status.push(
            visitor
                .get(&provider.back(&state, &[("code", "wrong")]))
                .await
                .status
                .as_u16(),
        );
    }
    assert_eq!(status[..30], [403; 30]);
    assert_eq!(status[30..], [429; 2]);
    assert_eq!(provider.state().exchanges, 30);
    proves(&mut server.visitor().from([198, 51, 100, 1]), &provider, "ada").await;
}

#[tokio::test]
async fn a_room_takes_only_the_proof_that_it_asks_for() {
    let (provider, smtp) = (SignInProvider::start().await, SmtpServer::start(&[]).await);
    let mailboxes = room("mail", "max_outflow = 0\nidentity = \"email\"");
    let server = TestServer::with(&format!(
        "{}{}{}{mailboxes}",
        smtp.section("tls = \"none\""),
        provider.section(),
        room("sale", KEYS)
    ))
    .await;
    let mut visitor = server.visitor();
    let sent = visitor
        .post("/identity", &format!("{ROOM}&address=ada%40example.com"))
        .await;
    assert_eq!(
        (sent.status.as_u16(), sent.html("data-state")),
        (200, "sign-in".to_owned())
    );
    assert!(visitor.cookies.is_empty(), "{:?}", visitor.cookies);
    let sent = visitor.get("/identity?c=demo&e=mail&sign-in=1").await;
    assert_eq!((sent.status.as_u16(), sent.location()), (303, "/?c=demo&e=mail"));
    let state = state_of(&begins(&mut visitor).await).replace("demo.sale.", "demo.mail.");
    let back = visitor.get(&provider.back(&state, &[("code", "x")])).await;
    assert_eq!(
        (back.status.as_u16(), back.html("data-state")),
        (403, "address".to_owned())
    );
    assert_eq!(smtp.seen(0).await.len(), 0);
    assert_eq!(provider.counts().1, 0);
}

#[tokio::test]
async fn sixty_browsers_with_one_account_get_one_place_over_three_nodes() {
    let provider = SignInProvider::start().await;
    let first = server_of(&provider, KEYS).await;
    let nodes = [first.beside().await, first.beside().await, first];
    let mut racers: Vec<Visitor> = (0..60).map(|at| nodes[at % 3].visitor()).collect();
    let backs = join_all(
        racers
            .iter_mut()
            .map(async |racer| signs_in(racer, &provider, "ada").await),
    )
    .await;
    let locations: Vec<&str> = backs.iter().map(Reply::location).collect();
    assert_eq!(locations, ["/?c=demo&e=sale"; 60], "all sixty sign in at once");
    assert_eq!(provider.counts(), (3, 60), "each node reads once");
    let replies = join_all(racers.iter().map(|visitor| visitor.send(&format!("/?{ROOM}")))).await;
    let locations: Vec<String> = replies
        .into_iter()
        .map(|reply| reply.expect("handlers do not panic").location().to_owned())
        .collect();
    let given = locations.iter().filter(|location| location.contains("q=")).count();
    let led = locations
        .iter()
        .filter(|location| *location == "/identity?c=demo&e=sale")
        .count();
    assert_eq!((given, led), (1, 59), "{locations:?}");
    for _ in 0..20 {
        nodes[0].clock.advance_ms(50);
        settle(&nodes.iter().collect::<Vec<_>>()).await;
    }
    for node in &nodes {
        assert_eq!(places(node), 1);
    }
    let winner = locations
        .iter()
        .position(|location| location.contains("q="))
        .expect("one");
    for (at, racer) in racers.iter_mut().enumerate().filter(|(at, _)| *at != winner) {
        let page = racer.get(&format!("/identity?{ROOM}")).await;
        assert_eq!(
            page.html("data-state"),
            "taken",
            "browser {at} is offered the account's place"
        );
    }
}

#[tokio::test]
async fn nothing_of_an_account_is_kept_and_a_new_run_asks_anew() {
    let provider = SignInProvider::start().await;
    let server = server_of(&provider, KEYS).await;
    let mut visitor = server.visitor();
    proves(&mut visitor, &provider, "ada-lovelace-1815").await;
    let cookies = visitor.cookies.clone();
    visitor.enter().await;
    let store = server.memory.as_ref().expect("a server in memory");
    let pool = PoolId::new("demo/sale").expect("a name");
    let (_, records) = store.scan(&pool, b"").await.expect("memory");
    assert!(!records.is_empty(), "the place is kept");
    let kept: Vec<u8> = records
        .into_iter()
        .flat_map(|(key, value)| [key.as_bytes().to_vec(), value].concat())
        .collect();
    let kept = String::from_utf8_lossy(&kept).into_owned() + &format!("{cookies:?}");
    assert!(
        !kept.contains("lovelace") && !kept.contains("ada@example.com"),
        "{kept}"
    );
    server.act("reset").await;
    let mut again = server.visitor();
    again.cookies = cookies;
    assert_eq!(
        again.load().await.location(),
        "/identity?c=demo&e=sale",
        "a proof is good for one run"
    );
    proves(&mut again, &provider, "ada-lovelace-1815").await;
    again.enter().await;
    assert_eq!(places(&server), 1);
}
