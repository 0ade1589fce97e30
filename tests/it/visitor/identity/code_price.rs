//! The price of a code by e-mail: work, or a wait, once codes have a price. A proof pays for one
//! code of its room, run and network.

use futures_util::future::join_all;
use protocol::proof_of_work::WorkChallenge;
use store::{PoolId, Store};

use super::email::{ADA, KEYS, ROOM, asks, code, proves, server_of, types};
use crate::support::{Reply, SmtpServer, TestServer, Visitor, room};

/// A room whose pre-queue of an hour has a price at any rate: each code costs two derivations.
const PREQUEUE: &str = "start = \"2023-11-14T23:13:20Z\"\nprequeue_minutes = 60\n\
                        price = { standard_work = 2, prequeue_work = true }";
pub(super) const NETWORK: [u8; 4] = [192, 0, 2, 1];

async fn prequeue(smtp: &SmtpServer) -> TestServer {
    server_of(smtp, &format!("{KEYS}\n{PREQUEUE}")).await
}

/// Returns the challenge on the page of a visitor whose code has a price.
fn challenge(page: &Reply) -> WorkChallenge {
    assert_eq!(
        (page.status.as_u16(), page.html("data-state")),
        (503, "address".to_owned()),
        "{}",
        page.text()
    );
    read_challenge(page)
}

/// Returns the challenge on a page.
pub(super) fn read_challenge(page: &Reply) -> WorkChallenge {
    let text = page.text();
    let (_, rest) = text.split_once("data-challenge=\"").expect("a challenge");
    let (json, _) = rest.split_once('"').expect("the end of the attribute");
    WorkChallenge::read(&json.replace("&#34;", "\"")).expect("ALTCHA's format")
}

/// Returns a solution as a form sends it.
pub(super) fn solved(challenge: &WorkChallenge) -> String {
    let payload = challenge.solve().expect("a solution");
    url::form_urlencoded::byte_serialize(payload.as_bytes()).collect()
}

/// Asks for a code with these further fields.
async fn asks_with(visitor: &mut Visitor, query: &str, address: &str, fields: &str) -> Reply {
    let address = address.replace('@', "%40");
    let form = format!("{query}&address={address}&{fields}");
    visitor.post("/identity", &form).await
}

/// Returns the value of the form's stamp.
fn stamp(page: &Reply) -> String {
    hidden(page, "waited").expect("a stamp")
}

/// Returns the value of a hidden field of the form.
fn hidden(page: &Reply, name: &str) -> Option<String> {
    let text = page.text();
    let (_, rest) = text.split_once(&format!("type=\"hidden\" name=\"{name}\" value=\""))?;
    let value = rest.split_once('"').expect("the end of the attribute").0;
    Some(value.to_owned())
}

#[tokio::test]
async fn work_pays_for_one_code_of_its_room_and_network_and_for_no_place() {
    let smtp = SmtpServer::start(&[]).await;
    let keys = format!("{KEYS}\n{PREQUEUE}");
    let rooms = [
        smtp.section("tls = \"none\""),
        room("sale", &keys),
        room("other", &keys),
    ];
    let server = TestServer::with(&rooms.concat()).await;
    let mut owner = server.visitor().from(NETWORK);
    let page = asks(&mut owner, ADA).await;
    assert_eq!(challenge(&page).work(), 2);
    assert_eq!(page.header("retry-after"), "60");
    let text = page.text();
    assert!(
        text.contains(&format!("value=\"{ADA}\"")),
        "the form keeps the address: {text}"
    );
    assert!(page.header("content-security-policy").contains("worker-src 'self'"));
    assert!(!page.headers.contains_key("set-cookie"), "no code was sent");
    assert_eq!(smtp.seen(0).await.len(), 0);

    let work = format!("work={}", solved(&challenge(&page)));
    let mut thief = server.visitor().from([192, 0, 2, 2]);
    challenge(&asks_with(&mut thief, ROOM, "eve@example.com", &work).await);
    challenge(&asks_with(&mut owner, "c=demo&e=other", ADA, &work).await);
    challenge(&asks_with(&mut owner, ROOM, ADA, "work=e30").await);
    assert!(asks_with(&mut owner, ROOM, ADA, &work).await.leads_on());
    challenge(&asks_with(&mut owner, ROOM, "bob@example.com", &work).await);
    let code = code(&smtp, 1).await;
    assert!(types(&mut owner, &code).await.leads_on());

    let unused = challenge(&asks(&mut server.visitor().from(NETWORK), "carol@example.com").await);
    owner.query = format!("{ROOM}&work={}", solved(&unused));
    let place = owner.load().await;
    assert_eq!(
        (place.status.as_u16(), place.html("data-page")),
        (503, "slowed".to_owned()),
        "work for a code gives no place"
    );
}

#[tokio::test]
async fn of_many_who_bring_one_solution_at_once_one_gets_a_code() {
    let smtp = SmtpServer::start(&[]).await;
    let server = prequeue(&smtp).await;
    let beside = server.beside().await;
    let mut owner = server.visitor().from(NETWORK);
    let work = solved(&challenge(&asks(&mut owner, ADA).await));
    let asked = (0..8).map(|number| {
        let browser = [&server, &beside][number % 2].visitor().from(NETWORK);
        let form = format!("{ROOM}&address=u{number}%40example.com&work={work}");
        browser.submit("/identity", &form)
    });
    let asked: Vec<_> = asked.collect();
    let answers = join_all(asked).await;
    let sent = answers
        .iter()
        .filter(|answer| answer.as_ref().expect("an answer").leads_on());
    assert_eq!(sent.count(), 1);
    assert_eq!(smtp.seen(1).await.len(), 1);
}

#[tokio::test]
async fn a_solution_ends_after_ten_minutes_and_with_the_run() {
    let smtp = SmtpServer::start(&[]).await;
    let server = prequeue(&smtp).await;
    let mut visitor = server.visitor().from(NETWORK);
    let late = format!("work={}", solved(&challenge(&asks(&mut visitor, ADA).await)));
    server.advance(602_000).await;
    challenge(&asks_with(&mut visitor, ROOM, ADA, &late).await);
    let former = format!("work={}", solved(&challenge(&asks(&mut visitor, ADA).await)));
    server.act("reset").await;
    challenge(&asks_with(&mut visitor, ROOM, ADA, &former).await);
    assert_eq!(smtp.seen(0).await.len(), 0);
}

#[tokio::test]
async fn without_scripts_a_minute_pays_for_one_code() {
    let smtp = SmtpServer::start(&[]).await;
    let server = prequeue(&smtp).await;
    let mut visitor = server.visitor().from(NETWORK);
    let page = asks(&mut visitor, ADA).await;
    let text = page.text();
    let [why, again, button] = [
        "<p class=\"lead\">A short check comes first</p>",
        "<p class=\"todo\">If nothing has happened after 1 minute, please press the button again.</p>",
        "<button",
    ]
    .map(|part| text.find(part).unwrap_or_else(|| panic!("{part}: {text}")));
    assert!(
        why < again && again < button,
        "the reason is told, then the wait: {text}"
    );
    // Only a script sends the form by itself, and so the script shows this sentence.
    let sends =
        "<p class=\"todo\" data-slot=\"works\" role=\"status\" hidden>Please keep this page open: the code is sent";
    assert!(text.contains(sends), "{text}");
    let bar = "<progress data-slot=\"work\" aria-label=\"A short check comes first\"";
    assert!(text.contains(bar), "{text}");
    let first = stamp(&page);
    server.advance(59_000).await;
    let early = asks_with(&mut visitor, ROOM, ADA, &format!("waited={first}")).await;
    assert_eq!(stamp(&early), first, "the wait counts from the first attempt");
    let mut thief = server.visitor().from([192, 0, 2, 2]);
    server.advance(1_000).await;
    challenge(&asks_with(&mut thief, ROOM, "eve@example.com", &format!("waited={first}")).await);
    assert!(
        asks_with(&mut visitor, ROOM, ADA, &format!("waited={first}"))
            .await
            .leads_on()
    );
    challenge(&asks_with(&mut visitor, ROOM, "bob@example.com", &format!("waited={first}")).await);
    assert_eq!(smtp.seen(1).await.len(), 1);
}

/// In a rush, each visitor's first press brings no proof, and there are more of these than a node
/// allows a room.
#[tokio::test]
async fn many_first_presses_do_not_keep_out_those_who_paid() {
    let smtp = SmtpServer::start(&[]).await;
    let server = prequeue(&smtp).await;
    let mut worker = server.visitor().from(NETWORK);
    let work = format!("work={}", solved(&challenge(&asks(&mut worker, ADA).await)));
    let mut patient = server.visitor().from([192, 0, 2, 9]);
    let waited = format!("waited={}", stamp(&asks(&mut patient, "bob@example.com").await));
    server.advance(60_000).await;
    for subnet in 0..30 {
        for provider in 0..10 {
            let mut other = server.visitor().from([10, provider, subnet, 1]);
            challenge(&asks(&mut other, &format!("u{provider}.{subnet}@example.com")).await);
        }
    }
    let mut stranger = server.visitor().from([10, 0, 200, 1]);
    let refused = asks(&mut stranger, "carol@example.com").await;
    assert_eq!(
        refused.status.as_u16(),
        429,
        "the room has no more first presses: {}",
        refused.text()
    );
    assert!(asks_with(&mut worker, ROOM, ADA, &work).await.leads_on());
    assert!(
        asks_with(&mut patient, ROOM, "bob@example.com", &waited)
            .await
            .leads_on()
    );
    let mut replays = Vec::new();
    for number in 0..10 {
        let address = format!("v{number}@example.com");
        replays.push(asks_with(&mut worker, ROOM, &address, &work).await.status.as_u16());
    }
    assert_eq!(replays[..9], [503; 9], "the proof was used");
    assert_eq!(replays[9], 429, "each client has a bound");
    assert_eq!(smtp.seen(2).await.len(), 2);
}

#[tokio::test]
async fn a_refusal_leaves_the_visitor_the_work_and_the_wait() {
    let smtp = SmtpServer::start(&[]).await;
    let server = prequeue(&smtp).await;
    let mut visitor = server.visitor().from(NETWORK);
    for _ in 0..3 {
        let work = format!("work={}", solved(&challenge(&asks(&mut visitor, ADA).await)));
        assert!(asks_with(&mut visitor, ROOM, ADA, &work).await.leads_on());
    }
    let page = asks(&mut visitor, "bob@example.com").await;
    let (work, waited) = (solved(&challenge(&page)), stamp(&page));
    let fields = format!("work={work}&waited={waited}");
    for (address, status) in [(ADA, 429), ("nobody", 422)] {
        let refused = asks_with(&mut visitor, ROOM, address, &fields).await;
        assert_eq!(refused.status.as_u16(), status, "{}", refused.text());
        let kept = hidden(&refused, "work").expect("the work");
        let kept: String = url::form_urlencoded::byte_serialize(kept.as_bytes()).collect();
        assert_eq!((kept, stamp(&refused)), (work.clone(), waited.clone()));
    }
    let foreign = asks_with(&mut visitor, ROOM, "nobody", "work=e30&waited=1.2.3").await;
    assert_eq!((hidden(&foreign, "work"), hidden(&foreign, "waited")), (None, None));
    assert!(
        asks_with(&mut visitor, ROOM, "bob@example.com", &fields)
            .await
            .leads_on()
    );
    assert_eq!(smtp.seen(4).await.len(), 4);
}

/// A mail server that is slow delays codes, and no other answer of the node.
#[tokio::test]
async fn while_all_deliveries_are_busy_the_price_is_named() {
    let smtp = SmtpServer::start(&["--silent"]).await;
    let rooms = [
        smtp.section("tls = \"none\""),
        room("sale", &format!("{KEYS}\nprice = {{ work = false }}")),
        room("other", &format!("{KEYS}\n{PREQUEUE}")),
    ];
    let server = TestServer::with(&rooms.concat()).await;
    let deliveries = (0..64).map(|number| {
        let browser = server.visitor().from([10, number, 0, 1]);
        browser.submit("/identity", &format!("{ROOM}&address=u{number}%40example.com"))
    });
    let deliveries: Vec<_> = deliveries.collect();
    let mut visitor = server.visitor().from(NETWORK);
    let asked = asks_with(&mut visitor, "c=demo&e=other", ADA, "");
    tokio::select! {
        biased;
        _ = join_all(deliveries) => panic!("the server says nothing"),
        page = asked => assert_eq!(challenge(&page).work(), 2),
    }
}

/// A script behind one address pays from the eleventh code on, and nobody else does.
#[tokio::test]
async fn at_rest_a_code_costs_nothing_and_a_network_with_many_pays() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, &format!("{KEYS}\nprice = {{ standard_work = 2 }}")).await;
    for number in 0..11 {
        if number == 10 {
            server.advance(60_000).await;
        }
        let mut browser = server.visitor().from(NETWORK);
        let asked = asks(&mut browser, &format!("u{number}@example.com")).await;
        assert!(asked.leads_on(), "{number}: {}", asked.text());
    }
    let mut browser = server.visitor().from(NETWORK);
    let work = challenge(&asks(&mut browser, ADA).await);
    assert_eq!(work.work(), 2);
    let mut other = server.visitor().from([198, 51, 100, 1]);
    assert!(asks(&mut other, "bob@example.com").await.leads_on());
    let work = format!("work={}", solved(&work));
    assert!(asks_with(&mut browser, ROOM, ADA, &work).await.leads_on());
    assert_eq!(smtp.seen(13).await.len(), 13);
}

#[tokio::test]
async fn where_no_work_is_taken_a_network_with_many_waits() {
    let smtp = SmtpServer::start(&[]).await;
    let server = server_of(&smtp, &format!("{KEYS}\nprice = {{ work = false }}")).await;
    for number in 0..11 {
        if number == 10 {
            server.advance(60_000).await;
        }
        let mut browser = server.visitor().from(NETWORK);
        asks(&mut browser, &format!("u{number}@example.com")).await;
    }
    let mut browser = server.visitor().from(NETWORK);
    let page = asks(&mut browser, ADA).await;
    let text = page.text();
    assert_eq!(page.status.as_u16(), 503);
    assert!(
        text.contains("Please wait a minute") && !text.contains("data-challenge"),
        "{text}"
    );
    server.advance(60_000).await;
    let free = asks(&mut browser, "u20@example.com").await;
    assert!(free.leads_on(), "one a minute costs nothing: {}", free.text());
    let waited = format!("waited={}", stamp(&page));
    assert!(asks_with(&mut browser, ROOM, ADA, &waited).await.leads_on());
}

/// An operator who wants nobody to wait for want of a script asks for codes in place of work.
#[tokio::test]
async fn a_code_in_place_of_work_takes_no_wait_in_a_rush() {
    let smtp = SmtpServer::start(&[]).await;
    let price = "price = { work = false, expected_per_minute = 1 }";
    let server = server_of(&smtp, &format!("{KEYS}\n{price}")).await;
    for number in 1..=3_u8 {
        let mut browser = server.visitor().from([10, 0, number, 1]);
        let address = format!("u{number}@example.com");
        proves(&mut browser, &address, (&smtp, usize::from(number))).await;
        browser.enter().await;
    }
}

/// With a price for each code and each ticket, somebody without scripts would wait twice.
#[tokio::test]
async fn a_code_that_was_waited_for_pays_for_the_ticket_where_the_operator_says_so() {
    let pays = PREQUEUE.replace("prequeue_work", "code_pays = true, prequeue_work");
    for (keys, status) in [(PREQUEUE, 503), (pays.as_str(), 302)] {
        let smtp = SmtpServer::start(&[]).await;
        let server = server_of(&smtp, &format!("{KEYS}\n{keys}")).await;
        let mut visitor = server.visitor().from(NETWORK);
        let waited = format!("waited={}", stamp(&asks(&mut visitor, ADA).await));
        server.advance(60_000).await;
        assert!(asks_with(&mut visitor, ROOM, ADA, &waited).await.leads_on());
        assert!(types(&mut visitor, &code(&smtp, 1).await).await.leads_on());
        let place = visitor.load().await;
        assert_eq!(place.status.as_u16(), status, "{}", place.text());
    }
}

#[tokio::test]
async fn an_exempt_address_pays_nothing() {
    let smtp = SmtpServer::start(&[]).await;
    let office = "[[ip_group]]\nid = \"office\"\naddresses = [\"192.0.2.0/24\"]\n\n";
    let price = "price = { prequeue_work = true, standard_work = 2, exempt_ip_groups = [\"office\"] }";
    let keys = format!("{KEYS}\nstart = \"2023-11-14T23:13:20Z\"\nprequeue_minutes = 60\n{price}");
    let smtp = smtp.section("tls = \"none\"");
    let server = TestServer::with(&format!("{smtp}{office}{}", room("sale", &keys))).await;
    assert!(asks(&mut server.visitor().from(NETWORK), ADA).await.leads_on());
    challenge(&asks(&mut server.visitor().from([198, 51, 100, 1]), "bob@example.com").await);
}

#[tokio::test]
async fn recent_counts_are_deleted_within_hours() {
    let smtp = SmtpServer::start(&[]).await;
    let server = prequeue(&smtp).await;
    let mut visitor = server.visitor().from(NETWORK);
    let work = format!("work={}", solved(&challenge(&asks(&mut visitor, ADA).await)));
    assert!(asks_with(&mut visitor, ROOM, ADA, &work).await.leads_on());
    let kept = async || {
        let store = server.memory.as_ref().expect("a server in memory");
        let pool = PoolId::new("~email").expect("a name");
        let (_, records) = store.scan(&pool, b"h").await.expect("memory");
        records.len()
    };
    server.app.send_emails_once().await;
    assert_eq!(
        kept().await,
        7,
        "a mailbox, the same from a provider, three networks, a room and a solution"
    );
    server.advance(7_201_000).await;
    server.app.send_emails_once().await;
    assert_eq!(kept().await, 0);
}
