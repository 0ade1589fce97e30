//! A code by e-mail that pays for the place, beside other proofs: work, a wait, a key of the site,
//! and the work that a rule for addresses demands.

use protocol::EnqueueToken;
use protocol::enqueue_token::Content;
use protocol::proof_of_work::WorkChallenge;

use super::code_price::{NETWORK, read_challenge, solved};
use super::email::{KEYS, ROOM, places, proves, server_of, shown};
use crate::sites::joining::token;
use crate::support::{Reply, SmtpServer, TestServer, Visitor, room};

/// A draw in which each ticket but the first costs work, two for a network, and no code does.
const DRAW: &str = "start = \"2023-11-14T23:13:20Z\"\nprequeue_minutes = 60\n\
                    price = { code_pays = true, expected_per_minute = 1, standard_work = 2, \
                    network_places = 2, network_share_works = 0 }";

/// Returns a browser in [`NETWORK`] that has proved a mailbox, by the server's `count`th e-mail.
async fn proven(server: &TestServer, smtp: &SmtpServer, (mailbox, count): (&str, usize)) -> Visitor {
    let mut visitor = server.visitor().from(NETWORK);
    proves(&mut visitor, &format!("{mailbox}@example.com"), (smtp, count)).await;
    visitor
}

/// Returns a draw in which a network has had its share, and how many codes were sent.
async fn beyond_the_share(smtp: &SmtpServer) -> (TestServer, usize) {
    let server = server_of(smtp, &format!("{KEYS}\n{DRAW}")).await;
    for (count, mailbox) in (1..).zip(["ada", "bob"]) {
        proven(&server, smtp, (mailbox, count)).await.enter().await;
    }
    (server, 2)
}

/// Returns the challenge of a newcomer who has not paid.
fn challenge(page: &Reply) -> WorkChallenge {
    let (status, shown) = (page.status.as_u16(), page.html("data-page"));
    assert_eq!((status, shown.as_str()), (503, "slowed"), "{}", page.text());
    read_challenge(page)
}

fn with_work(page: &Reply) -> String {
    format!("{ROOM}&work={}", solved(&challenge(page)))
}

/// Asserts that the mailbox of a newcomer has a place already.
async fn is_taken(visitor: &mut Visitor) {
    let sent = visitor.load().await;
    assert_eq!(sent.status.as_u16(), 302, "{}", sent.text());
    assert!(sent.location().starts_with("/identity?"), "{}", sent.location());
    assert_eq!(shown(visitor).await, "taken");
}

#[tokio::test]
async fn beyond_a_networks_share_a_code_needs_work_beside_it_for_one_place() {
    let smtp = SmtpServer::start(&[]).await;
    let (server, sent) = beyond_the_share(&smtp).await;
    let mut third = proven(&server, &smtp, ("carol", sent + 1)).await;
    let page = third.load().await;
    assert_eq!(challenge(&page).work(), 16, "eight standard works");
    let worked = with_work(&page);
    third.query.clone_from(&worked);
    // Its answer is lost, and the page is loaded again.
    let mut again = third.clone();
    third.enter().await;
    is_taken(&mut again).await;
    assert_eq!(places(&server), 3);

    let mut thief = proven(&server, &smtp, ("eve", sent + 2)).await.at(&worked);
    challenge(&thief.load().await);
    let mut again = proven(&server, &smtp, ("carol", sent + 3)).await;
    again.query = with_work(&again.load().await);
    is_taken(&mut again).await;
    assert_eq!(places(&server), 3, "one solution, one mailbox, one place");
    let mut stranger = server.visitor().from([198, 51, 100, 1]);
    proves(&mut stranger, "dan@example.com", (&smtp, sent + 4)).await;
    stranger.enter().await;
}

#[tokio::test]
async fn beyond_a_networks_share_no_wait_pays_beside_a_code() {
    let smtp = SmtpServer::start(&[]).await;
    let (server, sent) = beyond_the_share(&smtp).await;
    let mut third = proven(&server, &smtp, ("carol", sent + 1)).await;
    let text = third.load().await.text();
    let (_, rest) = text.split_once("waited=").expect("a stamp");
    let stamp = rest.split(['"', '&']).next().expect("its end");
    server.advance(61_000).await;
    third.query = format!("{ROOM}&waited={stamp}");
    let page = third.load().await;
    assert_eq!(challenge(&page).work(), 16);
    third.query = format!("{}&waited={stamp}", with_work(&page));
    third.enter().await;
    assert_eq!(places(&server), 3);
}

/// A rule demands work of everybody at an address, whatever else pays for the place.
#[tokio::test]
async fn a_code_does_not_pay_what_a_rule_demands() {
    let smtp = SmtpServer::start(&[]).await;
    let rule =
        "[[firewall]]\ncustomer = \"demo\"\nid = \"some\"\naction = \"challenge\"\naddresses = [\"192.0.2.1\"]\n";
    let keys = format!("{KEYS}\nprice = {{ code_pays = true, standard_work = 2 }}");
    let parts = [smtp.section("tls = \"none\""), room("sale", &keys), rule.to_owned()];
    let server = TestServer::with(&parts.concat()).await;
    let mut first = proven(&server, &smtp, ("ada", 1)).await;
    let page = first.load().await;
    assert_eq!(challenge(&page).work(), 2);
    let worked = with_work(&page);
    first.query.clone_from(&worked);
    first.enter().await;
    let mut second = proven(&server, &smtp, ("bob", 2)).await.at(&worked);
    challenge(&second.load().await);
    assert_eq!(places(&server), 1);
}

/// The site vouches for its visitors by keys, so that none of them pays; each still has one place.
#[tokio::test]
async fn with_a_key_of_the_site_each_mailbox_and_each_key_has_one_place() {
    let smtp = SmtpServer::start(&[]).await;
    let price = "price = { code_pays = true, expected_per_minute = 1, standard_work = 2, network_places = 1 }";
    let server = server_of(&smtp, &format!("{KEYS}\nvisitor_key = \"unique\"\n{price}")).await;
    let with_key = |number: u8, key: &str| {
        let content = Content {
            key: Some(key.into()),
            ..Content::default()
        };
        let token = EnqueueToken {
            content,
            ..token(&server, number)
        };
        format!("{ROOM}&enqueuetoken={}", token.sign(&server.secret()))
    };
    for (count, (mailbox, key)) in (1_u8..).zip([("ada", "one"), ("bob", "two"), ("carol", "three")]) {
        let mut visitor = proven(&server, &smtp, (mailbox, count.into())).await;
        visitor.query = with_key(count, key);
        visitor.enter().await;
    }
    let mut other_mailbox = proven(&server, &smtp, ("dan", 4)).await;
    other_mailbox.query = with_key(4, "one");
    let refused = other_mailbox.load().await;
    assert_eq!(refused.error_page().0, 403, "{}", refused.text());
    let mut other_key = proven(&server, &smtp, ("ada", 5)).await;
    other_key.query = with_key(5, "four");
    is_taken(&mut other_key).await;
    other_mailbox.query = with_key(6, "four");
    other_mailbox.enter().await;
    assert_eq!(places(&server), 4, "a refusal spends neither key nor mailbox");
    let mut without_key = proven(&server, &smtp, ("eve", 6)).await;
    assert_eq!(without_key.load().await.status.as_u16(), 403, "a code is no key");
}
