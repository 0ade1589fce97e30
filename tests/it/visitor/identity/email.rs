//! A room that asks for its visitors' identities: a visitor, the real router, and a real SMTP
//! server. One mailbox has one place, on one node and on three.

use futures_util::future::join_all;
use store::{PoolId, Store};

use crate::support::{Delivery, Reply, SmtpServer, TestServer, Visitor, redacted, room, settle};

pub(super) const KEYS: &str = "name = \"Summer sale\"\nmax_outflow = 0\nidentity = \"email\"";
pub(super) const WITHOUT_PICKER: &str = "\ndisplay = { language_picker = false }";
pub(super) const ADA: &str = "ada@example.com";
pub(super) const ROOM: &str = "c=demo&e=sale";

pub(super) async fn server_of(smtp: &SmtpServer, keys: &str) -> TestServer {
    TestServer::with(&format!("{}{}", smtp.section("tls = \"none\""), room("sale", keys))).await
}

/// Asks for a code.
pub(super) async fn asks(visitor: &mut Visitor, address: &str) -> Reply {
    let address = address.replace('@', "%40").replace('+', "%2B");
    visitor.post("/identity", &format!("{ROOM}&address={address}")).await
}

/// Types a code in.
pub(super) async fn types(visitor: &mut Visitor, code: &str) -> Reply {
    visitor.post("/identity", &format!("{ROOM}&digits={code}")).await
}

/// Returns the code in an e-mail.
fn code_in(delivery: &Delivery) -> String {
    let is_code = |line: &&str| line.len() == 9 && line.bytes().all(|sign| sign.is_ascii_digit() || sign == b' ');
    let code = delivery.text.lines().find(is_code).expect("a code").to_owned();
    assert!(delivery.html.contains(&code), "{}", delivery.html);
    assert!(delivery.headers["subject"].contains(&code), "{:?}", delivery.headers);
    code
}

/// Returns the last code of the server, which is the `count`th.
pub(super) async fn code(smtp: &SmtpServer, count: usize) -> String {
    let seen = smtp.seen(count).await;
    assert_eq!(seen.len(), count);
    code_in(&seen[count - 1]).replace(' ', "+")
}

/// Lets a browser prove an address, with the server's `count`th e-mail.
pub(super) async fn proves(visitor: &mut Visitor, address: &str, (smtp, count): (&SmtpServer, usize)) {
    let asked = asks(visitor, address).await;
    assert_eq!(
        (asked.status.as_u16(), asked.onward()),
        (200, "/identity?c=demo&e=sale")
    );
    let typed = types(visitor, &code(smtp, count).await).await;
    assert_eq!((typed.status.as_u16(), typed.onward()), (200, "/?c=demo&e=sale"));
}

/// Returns `data-state` of the page that asks for the identity.
pub(super) async fn shown(visitor: &mut Visitor) -> String {
    let page = visitor.get(&format!("/identity?{ROOM}")).await;
    assert_eq!(page.status.as_u16(), 200, "{}", page.text());
    assert_eq!(page.html("data-page"), "identity");
    page.html("data-state")
}

/// Returns the number of places that a server knows of.
pub(super) fn places(server: &TestServer) -> u64 {
    server.room("sale").published().snapshot.ledger().next.0
}

/// Returns everything that the store has about e-mails, as one text.
async fn stored(server: &TestServer) -> String {
    let store = server.memory.as_ref().expect("a server in memory");
    let pool = PoolId::new("~email").expect("a name");
    let (_, records) = store.scan(&pool, b"").await.expect("memory");
    assert_eq!(
        records.len(),
        12,
        "tallies of a mailbox, of it from a network and three networks, of the day and lately, of a room and a code"
    );
    let bytes = records
        .into_iter()
        .flat_map(|(key, value)| [key.as_bytes().to_vec(), value].concat());
    String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
}

#[tokio::test]
async fn a_newcomer_proves_an_address_once_and_gets_a_place() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    let sent = visitor.load().await;
    assert_eq!(
        (sent.status.as_u16(), sent.header("location")),
        (302, "/identity?c=demo&e=sale")
    );
    assert_eq!(shown(&mut visitor).await, "address");
    proves(&mut visitor, ADA, (&smtp, 1)).await;
    assert_eq!(visitor.enter().await.slot("number"), "1");
    assert_eq!(server.poll(&visitor).await.status, 200, "polls prove nothing");
    server.advance(3_600_000).await;
    assert_eq!(visitor.load().await.slot("number"), "1", "long after the proof's end");
    let seen = smtp.seen(1).await;
    assert_eq!((seen.len(), seen[0].to.as_slice()), (1, [ADA.to_owned()].as_slice()));
    let back = visitor.get(&format!("/identity?{ROOM}")).await;
    assert_eq!(back.status.as_u16(), 303, "who has a place is asked nothing");
}

#[tokio::test]
async fn each_page_that_asks_for_an_identity_as_a_whole() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, &format!("{KEYS}{WITHOUT_PICKER}")).await;
    let path = format!("/identity?{ROOM}");
    let mut first = server.visitor();
    let address = first.get(&path).await;
    let wrong_address = asks(&mut first, "nobody").await;
    asks(&mut first, ADA).await;
    let digits = first.get(&path).await;
    let wrong_code = types(&mut first, "00000000").await;
    types(&mut first, &code(&smtp, 1).await).await;
    first.enter().await;
    let mut second = server.visitor();
    proves(&mut second, ADA, (&smtp, 2)).await;
    let taken = second.get(&path).await;
    redacted(|| {
        insta::assert_snapshot!("address", address.markup());
        insta::assert_snapshot!("wrong_address", wrong_address.markup());
        insta::assert_snapshot!("code", digits.markup());
        insta::assert_snapshot!("wrong_code", wrong_code.markup());
        insta::assert_snapshot!("taken", taken.markup());
    });
}

#[tokio::test]
async fn a_room_that_asks_for_no_token_reads_none() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    let sent = visitor.get(&format!("/?{ROOM}&enqueuetoken=none~of.ours")).await;
    let location = sent.header("location");
    assert!(sent.status == 302 && location.starts_with("/identity?"), "{location}");
}

/// Requests that send no e-mail do not count for any client.
#[tokio::test]
async fn invalid_addresses_use_up_no_codes() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    for _ in 0..20 {
        asks(&mut visitor, "nobody").await;
        let route = asks(&mut visitor, "ada%25gmail.com@gmail.com").await;
        assert!(route.status == 422 && route.text().contains("We can’t send to this email address"));
    }
    proves(&mut visitor, ADA, (&smtp, 1)).await;
}

#[tokio::test]
async fn a_page_carries_the_visitors_link_on() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let link = "c=demo&e=sale&cid=de-DE&t=https%3A%2F%2Fshop.example%2Fa";
    let mut visitor = server.visitor().at(link);
    let asked = visitor.load().await.header("location").to_owned();
    assert_eq!(asked, format!("/identity?{link}"));
    let page = visitor.get(&asked).await;
    assert!(
        page.text().contains("name=\"t\" value=\"https://shop.example/a\""),
        "{}",
        page.text()
    );
    assert_eq!(page.html("lang"), "de-DE");
    let form = format!("{link}&address=ada%40example.com");
    assert_eq!(visitor.post("/identity", &form).await.onward(), asked);
    let form = format!("{link}&digits={}", code(&smtp, 1).await);
    assert_eq!(visitor.post("/identity", &form).await.onward(), format!("/?{link}"));
    let german = &smtp.seen(1).await[0];
    assert!(german.headers["subject"].contains("Ihr Code"), "{:?}", german.headers);
}

#[tokio::test]
async fn the_page_names_the_address_to_the_browser_that_typed_it_alone() {
    const NAMED: &str = "<p class=\"address\"><bdi dir=\"ltr\">Ada+it&#39;s@Example.com</bdi></p>";
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let (mut visitor, mut other) = (server.visitor(), server.visitor());
    let path = format!("/identity?{ROOM}");
    assert_eq!(asks(&mut visitor, "Ada+it's@Example.com").await.onward(), path);
    let page = visitor.get(&path).await.text();
    assert!(page.contains(NAMED) && page.contains(" autofocus"), "{page}");
    let wrong = types(&mut visitor, "00000000").await.text();
    assert!(wrong.contains(NAMED), "{wrong}");

    let cookie = visitor.cookies.iter().find(|(name, _)| name.contains("identity"));
    let (name, value) = cookie.expect("a challenge");
    let (challenge, _) = value.split_once('.').expect("an address");
    for forged in ["", ".", ".eve%40example%2Ecom", ".%FF", ".%3Cb%3E"] {
        other.cookies.insert(name.clone(), format!("{challenge}{forged}"));
        let page = other.get(&path).await;
        assert_eq!(page.html("data-state"), "code", "{forged}");
        assert!(!page.text().contains("class=\"address\""), "{forged}: {}", page.text());
    }
}

#[tokio::test]
async fn the_same_mailbox_has_the_same_place_on_another_device() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut first = server.visitor();
    proves(&mut first, ADA, (&smtp, 1)).await;
    first.enter().await;
    let mut second = server.visitor();
    proves(&mut second, "ADA+again@Example.com", (&smtp, 2)).await;
    let sent = second.load().await;
    assert_eq!(
        (sent.status.as_u16(), sent.header("location")),
        (302, "/identity?c=demo&e=sale")
    );
    assert_eq!(shown(&mut second).await, "taken");
    assert_eq!(first.load().await.slot("number"), "1", "to look changes nothing");
    let taken = second.post("/identity", &format!("{ROOM}&take=1")).await;
    assert!(taken.leads_on(), "{}", taken.text());
    taken.onward().trim_start_matches("/?").clone_into(&mut second.query);
    assert_eq!(second.load().await.slot("number"), "1");
    assert_eq!(first.load().await.status, 410, "the place is on the other device");
    assert_eq!(places(&server), 1);
}

#[tokio::test]
async fn codes_are_good_for_their_browser_room_and_time() {
    let smtp = SmtpServer::start(&[]).await;
    let rooms = format!(
        "{}{}{}",
        smtp.section("tls = \"none\""),
        room("sale", KEYS),
        room("other", KEYS)
    );
    let server = TestServer::with(&rooms).await;
    let (mut visitor, mut stranger) = (server.visitor(), server.visitor());
    asks(&mut visitor, ADA).await;
    assert_eq!(shown(&mut visitor).await, "code");
    let code = code(&smtp, 1).await;
    assert_eq!(types(&mut stranger, &code).await.status, 403, "another browser");
    let elsewhere = visitor
        .post("/identity", &format!("c=demo&e=other&digits={code}"))
        .await;
    assert_eq!(
        (elsewhere.status.as_u16(), elsewhere.html("data-state")),
        (403, "address".to_owned())
    );
    let again = visitor.get(&format!("/identity?{ROOM}&again=1")).await;
    assert_eq!(again.html("data-state"), "address");
    server.advance(600_000).await;
    assert_eq!(types(&mut visitor, &code).await.html("data-state"), "address", "ended");
    assert_eq!(shown(&mut visitor).await, "address");
    assert_eq!(places(&server), 0);
}

#[tokio::test]
async fn a_code_is_guessed_at_five_times_over_all_nodes() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let other = server.beside().await;
    let mut visitor = server.visitor();
    asks(&mut visitor, ADA).await;
    let code = code(&smtp, 1).await;
    for guess in 0..5 {
        let node = if guess % 2 == 0 { &server } else { &other };
        let wrong = types(&mut visitor.clone().move_to(node), "00000000").await;
        // The fifth ends the code, and the page says so.
        let (state, says) = match guess {
            4 => ("address", "This code no longer works"),
            _ => ("code", "This code isn’t right"),
        };
        assert_eq!(
            (wrong.status.as_u16(), wrong.html("data-state")),
            (403, state.to_owned()),
            "{guess}"
        );
        assert!(wrong.text().contains(says), "{guess}: {}", wrong.text());
    }
    let late = types(&mut visitor, &code).await;
    assert_eq!(
        (late.status.as_u16(), late.html("data-state")),
        (403, "address".to_owned())
    );
}

#[tokio::test]
async fn a_mailbox_and_a_network_get_few_emails() {
    let smtp = SmtpServer::start(&[]).await;
    // The limits alone: without work, no code has a price within the network's pace.
    let server = server_of(&smtp, &format!("{KEYS}\nprice = {{ work = false }}")).await;
    let ask = async |host: u8| {
        let mut visitor = server.visitor().from([192, 0, 2, host]);
        asks(&mut visitor, ADA).await
    };
    for host in 0..3 {
        assert!(ask(host).await.leads_on());
    }
    for (host, minutes) in [(3, 20_u64), (4, 10)] {
        let soon = ask(host).await;
        let says = soon.text();
        assert!(says.contains(&format!("{minutes} minutes")), "{says}");
        assert!(!says.contains("We’ll send you a code"), "no code is sent now: {says}");
        assert_eq!(
            (soon.status.as_u16(), soon.header("retry-after")),
            (429, (minutes * 60).to_string().as_str())
        );
        server.advance(600_000).await;
    }
    for host in 5..7 {
        assert!(ask(host).await.leads_on(), "after the wait that was told");
        server.advance(1_200_000).await;
    }
    let today = ask(7).await;
    let says = today.text();
    assert!(
        today.status == 429 && says.contains("to this address or connection today"),
        "five a day: {says}"
    );
    assert!(!says.contains("We’ll send you a code"), "{says}");
    let mut elsewhere = server.visitor().from([203, 0, 113, 1]);
    assert!(
        asks(&mut elsewhere, ADA).await.leads_on(),
        "nobody alone uses up a mailbox"
    );
    let mut status = Vec::new();
    for number in 0..12 {
        let mut visitor = server.visitor().from([198, 51, 100, 1]);
        status.push(
            asks(&mut visitor, &format!("a{number}@example.com"))
                .await
                .status
                .as_u16(),
        );
    }
    assert_eq!(status.iter().filter(|status| **status == 200).count(), 10, "{status:?}");
    assert_eq!(status[10..], [429; 2], "{status:?}");
    let mut wrong = server.visitor();
    for address in ["", "ada", "ada@localhost", "a@example.com%0D%0ABcc: b@example.com"] {
        assert_eq!(asks(&mut wrong, address).await.status, 422, "{address}");
    }
    let mut foreign = server.visitor();
    let form = format!("{ROOM}&address=b%40example.com");
    let reply = foreign
        .post_body_with("/identity", &form, &[("sec-fetch-site", "cross-site")])
        .await;
    assert_eq!(
        (reply.status.as_u16(), reply.header("set-cookie").is_empty()),
        (200, true)
    );
    assert_eq!(smtp.seen(16).await.len(), 16);
}

#[tokio::test]
async fn the_page_explains_that_the_email_server_is_away() {
    let smtp = SmtpServer::start(&["--fail", "1"]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    let reply = asks(&mut visitor, ADA).await;
    assert_eq!(
        (reply.status.as_u16(), reply.html("data-state")),
        (503, "address".to_owned())
    );
    assert!(!reply.header("retry-after").is_empty());
    assert!(reply.text().contains(&format!("value=\"{ADA}\"")), "{}", reply.text());
}

#[tokio::test]
async fn only_those_who_come_before_the_start_are_asked() {
    let smtp = SmtpServer::start(&[]).await;
    let keys = format!("{KEYS}\nidentity_at = \"prequeue\"\nstart = \"2023-11-14T22:23:20Z\"\nprequeue_minutes = 10");
    let server = server_of(&smtp, &keys).await;
    let mut early = server.visitor();
    assert_eq!(early.load().await.header("location"), "/identity?c=demo&e=sale");
    proves(&mut early, ADA, (&smtp, 1)).await;
    early.enter().await;
    let mut clone = server.visitor();
    proves(&mut clone, ADA, (&smtp, 2)).await;
    assert_eq!(clone.load().await.header("location"), "/identity?c=demo&e=sale");
    server.advance(660_000).await;
    let mut late = server.visitor();
    late.enter().await;
    assert_eq!(places(&server), 2);
}

#[tokio::test]
async fn apps_and_pages_get_the_address_of_the_page_that_asks() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let app = server.visitor();
    let reply = app.submit_json("/api/mobileapp/queue/demo/sale/enqueue", "{}").await;
    let reply = reply.expect("handlers do not panic");
    assert_eq!(reply.status.as_u16(), 200, "{}", reply.text());
    let said = reply.json();
    assert_eq!(said["QueueUrl"], "https://queue.example/?c=demo&e=sale");
    assert!(said["QueueId"].is_null() && said["QueueitToken"].is_null());
    let page = app.submit_json("/spa-api/queue/demo/sale/enqueue", "{}").await;
    let page = page.expect("handlers do not panic").json();
    assert_eq!(page["redirectUrl"], "/?c=demo&e=sale");
    assert_eq!(page["isRedirectToTarget"], false);
    assert_eq!(places(&server), 0);
}

#[tokio::test]
async fn many_browsers_with_one_mailbox_get_one_place_over_three_nodes() {
    let smtp = SmtpServer::start(&[]).await;
    let first = server_of(&smtp, KEYS).await;
    let nodes = [first.beside().await, first.beside().await, first];
    let mut proven = nodes[0].visitor();
    proves(&mut proven, ADA, (&smtp, 1)).await;
    let racers: Vec<Visitor> = (0..60).map(|at| proven.clone().move_to(&nodes[at % 3])).collect();
    let replies = join_all(racers.iter().map(|visitor| visitor.send(&format!("/?{ROOM}")))).await;
    let mut given = 0;
    for reply in replies {
        let reply = reply.expect("handlers do not panic");
        assert_eq!(reply.status.as_u16(), 302, "{}", reply.text());
        let is_place = reply.header("location").contains("q=");
        assert!(is_place || reply.header("location") == "/identity?c=demo&e=sale");
        given += u32::from(is_place);
    }
    assert_eq!(given, 1);
    for _ in 0..20 {
        nodes[0].clock.advance_ms(50);
        settle(&nodes.iter().collect::<Vec<_>>()).await;
    }
    for node in &nodes {
        assert_eq!(places(node), 1);
        let mut racer = proven.clone().move_to(node);
        assert_eq!(shown(&mut racer).await, "taken", "each node knows whose place it is");
    }
}

#[tokio::test]
async fn nothing_of_a_mailbox_is_kept_and_a_new_run_asks_anew() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, KEYS).await;
    let mut visitor = server.visitor();
    proves(&mut visitor, ADA, (&smtp, 1)).await;
    let cookies = visitor.cookies.clone();
    visitor.enter().await;
    assert!(!stored(&server).await.contains("example.com"));
    server.act("reset").await;
    let mut again = server.visitor();
    again.cookies = cookies;
    assert_eq!(again.load().await.header("location"), "/identity?c=demo&e=sale");
    assert_eq!(shown(&mut again).await, "address", "a proof is good for one run");
    proves(&mut again, ADA, (&smtp, 2)).await;
    again.enter().await;
    assert_eq!(places(&server), 1);
}
