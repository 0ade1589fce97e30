//! Admission to the line: enqueue tokens, keys, and lists of invited people; each is valid for one
//! place, on one node and on two.

use axum::body::Body;
use axum::extract::ConnectInfo;
use futures_util::future::join_all;
use http::{Method, Request};
use protocol::enqueue_token::{Content, TokenIdentifier};
use protocol::{EnqueueToken, SecretKey, UnixMillis};
use serde_json::Value;
use store::{PoolId, Store, Write};

use crate::support::{Reply, TestServer, Visitor, room};

const WITH_TOKEN: &str = "max_outflow = 0\nrequire_enqueue_token = true";
const WITH_KEY: &str = "max_outflow = 0\nvisitor_key = \"unique\"";
const INVITED: &str = "max_outflow = 0\ninvite_only = true";

async fn server(keys: &str) -> TestServer {
    TestServer::with(&room("sale", keys)).await
}

/// Returns token `number` for `demo/sale`, valid for a minute.
pub(crate) fn token(server: &TestServer, number: u8) -> EnqueueToken {
    let issued_at = UnixMillis(server.now_ms());
    EnqueueToken {
        issued_at,
        expires_at: Some(issued_at.plus_ms(60_000)),
        identifier: TokenIdentifier::from_random([number; 16]),
        customer: "demo".parse().expect("an id"),
        room: Some("sale".parse().expect("an id")),
        address: None,
        forwarded_for: None,
        content: Content::default(),
    }
}

fn keyed(server: &TestServer, number: u8, key: &str) -> EnqueueToken {
    EnqueueToken {
        content: Content {
            key: Some(key.into()),
            ..Content::default()
        },
        ..token(server, number)
    }
}

fn with_token(server: &TestServer, token: &EnqueueToken) -> Visitor {
    let token = token.sign(&server.secret());
    server.visitor().at(&format!("c=demo&e=sale&enqueuetoken={token}"))
}

fn with_code(server: &TestServer, code: &str) -> Visitor {
    server.visitor().at(&format!("c=demo&e=sale&code={code}"))
}

/// Returns the error id of a page that refuses to let a visitor join.
fn refusal(reply: &Reply) -> u8 {
    let (status, id, _) = reply.error_page();
    assert_eq!((status, reply.way_back().as_str()), (403, ""), "{}", reply.text());
    assert!(reply.header("set-cookie").is_empty());
    id.parse().expect("a number")
}

async fn refused(mut visitor: Visitor) -> u8 {
    refusal(&visitor.load().await)
}

async fn enters(mut visitor: Visitor) -> Visitor {
    visitor.enter().await;
    visitor
}

/// Lets visitors join at once; returns how many get a place. All others must get this error.
async fn race(visitors: Vec<Visitor>, error: u8) -> usize {
    let replies = join_all(
        visitors
            .iter()
            .map(|visitor| visitor.send(&format!("/?{}", visitor.query))),
    )
    .await;
    let replies = replies.into_iter().map(|reply| reply.expect("handlers do not panic"));
    let (given, others): (Vec<Reply>, Vec<Reply>) = replies.partition(|reply| reply.status == 302);
    assert!(others.iter().all(|reply| refusal(reply) == error));
    given.len()
}

/// Returns the number of places that two nodes have given together.
fn places(one: &TestServer, other: &TestServer) -> u64 {
    let given = |server: &TestServer| server.room("sale").published().snapshot.ledger().next.0;
    given(one).max(given(other))
}

async fn invites(server: &TestServer, body: &str) -> Value {
    let reply = server.admin(Method::POST, "rooms/demo/sale/invites", body).await;
    assert_eq!(reply.status, 200, "{}", reply.text());
    reply.json()
}

#[tokio::test]
async fn a_token_is_wanted_for_a_new_place_and_never_again() {
    let server = server(WITH_TOKEN).await;
    assert_eq!(refused(server.visitor()).await, 9);
    let malformed = server.visitor().at("c=demo&e=sale&enqueuetoken=x.y.z");
    assert_eq!(refused(malformed).await, 9);
    let good = token(&server, 1);
    let mut holder = enters(with_token(&server, &good)).await;
    assert!(holder.query.contains("enqueuetoken="), "what a link carries is kept");
    server.advance(120_000).await;
    assert_eq!(holder.load().await.slot("number"), "1", "long after the token's end");
    let mut bare = holder.clone().at("c=demo&e=sale");
    assert_eq!(bare.enter().await.slot("number"), "1", "by cookie alone");
    assert_eq!(server.poll(&holder).await.status, 200);
    assert_eq!(refused(with_token(&server, &good)).await, 9, "expired");
}

#[tokio::test]
async fn every_check_of_a_token_stops_a_newcomer() {
    let server = server(WITH_TOKEN).await;
    let other_room = EnqueueToken {
        room: Some("other".parse().expect("an id")),
        ..token(&server, 1)
    };
    let other_customer = EnqueueToken {
        customer: "other".parse().expect("an id"),
        ..token(&server, 2)
    };
    let elsewhere = EnqueueToken {
        address: Some("203.0.113.7".parse().expect("an address")),
        ..token(&server, 3)
    };
    for bad in [&other_room, &other_customer, &elsewhere] {
        assert_eq!(refused(with_token(&server, bad)).await, 9);
    }
    let forged = token(&server, 4).sign(&SecretKey::new("another").expect("not empty"));
    let forged = server.visitor().at(&format!("c=demo&e=sale&enqueuetoken={forged}"));
    assert_eq!(refused(forged).await, 9);
    let there: std::net::SocketAddr = "203.0.113.7:1".parse().expect("an address");
    let uri = format!("/?c=demo&e=sale&enqueuetoken={}", elsewhere.sign(&server.secret()));
    let request = Request::get(uri).extension(ConnectInfo(there)).body(Body::empty());
    assert_eq!(server.send(request.expect("a request")).await.status, 302);
}

#[tokio::test]
async fn a_token_is_good_once() {
    let server = server(WITH_TOKEN).await;
    let good = token(&server, 1);
    let rush = (0..8).map(|_| with_token(&server, &good)).collect();
    assert_eq!(race(rush, 9).await, 1);
    assert_eq!(refused(with_token(&server, &good)).await, 9);
    let again = EnqueueToken {
        issued_at: UnixMillis(1),
        ..good
    };
    assert_eq!(refused(with_token(&server, &again)).await, 9, "whatever else it says");
    enters(with_token(&server, &token(&server, 2))).await;
}

#[tokio::test]
async fn a_token_that_names_a_room_is_signed_with_its_key_and_any_other_with_the_customers() {
    let server = server(&format!("{WITH_TOKEN}\nsecret_key = \"the-rooms-own\"")).await;
    let own = SecretKey::new("the-rooms-own").expect("not empty");
    let enter = async |token: EnqueueToken, key: &SecretKey| {
        let query = format!("c=demo&e=sale&enqueuetoken={}", token.sign(key));
        server.visitor().at(&query).load().await.status.as_u16()
    };
    let anywhere = |number| EnqueueToken {
        room: None,
        ..token(&server, number)
    };
    assert_eq!(enter(token(&server, 1), &own).await, 302);
    assert_eq!(enter(token(&server, 2), &server.secret()).await, 403);
    assert_eq!(enter(anywhere(3), &server.secret()).await, 302);
    assert_eq!(enter(anywhere(4), &own).await, 403);
}

#[tokio::test]
async fn a_unique_key_gets_one_place_and_a_required_one_any_number() {
    let unique = server(WITH_KEY).await;
    assert_eq!(refused(unique.visitor()).await, 10);
    assert_eq!(refused(with_code(&unique, "anna")).await, 10, "nobody vouches for it");
    assert_eq!(
        refused(with_token(&unique, &token(&unique, 1))).await,
        10,
        "the token has none"
    );
    enters(with_token(&unique, &keyed(&unique, 2, "anna"))).await;
    let second = keyed(&unique, 3, " anna ");
    assert_eq!(refused(with_token(&unique, &second)).await, 11);
    let bert = EnqueueToken {
        identifier: second.identifier,
        ..keyed(&unique, 3, "bert")
    };
    enters(with_token(&unique, &bert)).await;

    let required = server("max_outflow = 0\nvisitor_key = \"required\"").await;
    assert_eq!(refused(required.visitor()).await, 10);
    enters(with_token(&required, &keyed(&required, 1, "anna"))).await;
    enters(with_token(&required, &keyed(&required, 2, "anna"))).await;
    assert_eq!(refused(with_token(&required, &keyed(&required, 2, "bert"))).await, 9);
}

#[tokio::test]
async fn a_room_that_asks_for_nothing_looks_at_nothing() {
    let server = server("max_outflow = 0").await;
    let good = token(&server, 1);
    for _ in 0..2 {
        enters(with_token(&server, &good)).await;
    }
    enters(server.visitor().at("c=demo&e=sale&enqueuetoken=nonsense&code=nobody")).await;
}

#[tokio::test]
async fn invited_people_join_once_each_and_nobody_else_does() {
    let server = server(INVITED).await;
    assert_eq!(refused(server.visitor()).await, 10);
    let added = invites(&server, r#"{"keys": ["anna@example.com", "bert"]}"#).await;
    assert_eq!((added["added"].as_u64(), added["listed"].as_u64()), (Some(2), Some(2)));
    let link = added["invites"][0]["link"].as_str().expect("a link");
    assert_eq!(link, "https://queue.example/?c=demo&e=sale&code=anna%40example.com");
    let (_, query) = link.split_once("/?").expect("a query");
    let mut anna = enters(server.visitor().at(query)).await;
    assert_eq!(refused(server.visitor().at(query)).await, 11, "from another browser");
    assert_eq!(
        anna.clone().at(query).enter().await.slot("number"),
        "1",
        "the holder's cookie wins"
    );
    assert_eq!(
        refused(with_code(&server, "Anna@example.com")).await,
        10,
        "keys are compared as written"
    );
    enters(with_code(&server, "%20bert")).await;

    let id = anna.queue_id();
    let cancelled = anna.open(&format!("/cancel/demo/sale/{id}")).await;
    assert_eq!(cancelled.status, 302);
    assert_eq!(refused(anna.at(query)).await, 11, "a cancel frees nothing");
    server.act("reset").await;
    enters(server.visitor().at(query)).await;
}

#[tokio::test]
async fn visitors_of_a_reset_room_join_the_new_run_by_the_link_in_the_address() {
    let server = server(INVITED).await;
    invites(&server, r#"{"keys": ["anna"]}"#).await;
    let mut anna = enters(with_code(&server, "anna")).await;
    server.act("reset").await;
    anna.cookies.clear();
    let back = anna.load().await;
    assert_eq!(back.location(), "/?c=demo&e=sale&code=anna");
    anna.follow(&back);
    assert_eq!(anna.enter().await.slot("number"), "1");
}

#[tokio::test]
async fn a_token_brings_an_invited_key_too_and_the_link_comes_first() {
    let server = server(INVITED).await;
    invites(&server, r#"{"keys": ["anna", "bert"]}"#).await;
    enters(with_token(&server, &keyed(&server, 1, "anna"))).await;
    assert_eq!(refused(with_token(&server, &keyed(&server, 2, "carl"))).await, 10);
    assert_eq!(
        refused(server.visitor().at("c=demo&e=sale&code=bert&enqueuetoken=x.y.z")).await,
        9
    );
    let random = keyed(&server, 3, "b7c2").sign(&server.secret());
    let query = format!("c=demo&e=sale&code=bert&enqueuetoken={random}");
    enters(server.visitor().at(&query)).await;
    assert_eq!(refused(with_code(&server, "bert")).await, 11);
}

#[tokio::test]
async fn of_many_who_race_with_one_key_on_two_nodes_one_gets_the_place() {
    let one = server(INVITED).await;
    let other = one.twin().await;
    let codes: Vec<String> = (0..6).map(|n| format!("key{n}")).collect();
    invites(&one, &serde_json::json!({ "keys": codes }).to_string()).await;
    for code in &codes {
        let rush = (0..6).flat_map(|_| [with_code(&one, code), with_code(&other, code)]);
        assert_eq!(race(rush.collect(), 11).await, 1, "{code}");
        let used = one
            .admin(Method::GET, &format!("rooms/demo/sale/invites/{code}"), "")
            .await;
        assert!(used.json()["usedAt"].is_string());
    }
    let given = |server: &TestServer| server.room("sale").published().snapshot.ledger().next.0;
    assert_eq!(
        given(&one).max(given(&other)),
        codes.len() as u64,
        "nobody else has a place"
    );
}

/// Like the test before, on a slow store and with both nodes running concurrently: their commits
/// conflict, and one of two is read and decided again.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn commits_of_two_nodes_that_meet_give_one_place_a_voucher() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let store = store::open(&format!("embedded:{}", folder.path().join("data").display()), || 0).expect("a store");
    let keys = "max_outflow = 0\nrequire_enqueue_token = true\nvisitor_key = \"unique\"";
    let one = TestServer::on(store, &room("sale", keys)).await;
    let other = one.twin().await;
    let mut number = 0;
    let mut next = || {
        number += 1;
        number
    };
    for round in 0..5 {
        let token = |number: u8, key: &str| keyed(&one, number, &format!("{key} {round}"));
        let same_key: Vec<_> = (0..12).map(|_| token(next(), "everybody")).collect();
        let same_token = vec![token(next(), "copied"); 12];
        let own: Vec<_> = (0..12).map(|n| token(next(), &format!("own {n}"))).collect();
        let visitors = |tokens: &[EnqueueToken]| {
            let servers = [&one, &other].into_iter().cycle();
            servers
                .zip(tokens)
                .map(|(server, token)| with_token(server, token))
                .collect()
        };
        let given = tokio::join!(
            race(visitors(&same_key), 11),
            race(visitors(&same_token), 9),
            race(visitors(&own), 0)
        );
        assert_eq!(given, (1, 1, 12), "round {round}");
    }
    assert_eq!(places(&one, &other), 5 * 14, "nobody else has a place");
}

#[tokio::test]
async fn used_credentials_are_used_after_a_restart() {
    let server = TestServer::durable(&format!("{}{}", room("sale", INVITED), room("tokens", WITH_TOKEN))).await;
    invites(&server, r#"{"keys": ["anna"]}"#).await;
    let ticket = EnqueueToken {
        room: None,
        ..token(&server, 1)
    };
    let ticket = format!("c=demo&e=tokens&enqueuetoken={}", ticket.sign(&server.secret()));
    let holder = enters(with_code(&server, "anna")).await.adrift();
    enters(server.visitor().at(&ticket)).await;
    let server = server.restart(1_000).await;
    assert_eq!(refused(with_code(&server, "anna")).await, 11);
    assert_eq!(refused(server.visitor().at(&ticket)).await, 9);
    assert_eq!(holder.move_to(&server).load().await.slot("number"), "1");
}

#[tokio::test]
async fn guessers_of_keys_have_to_wait_and_nobody_else() {
    let server = server(INVITED).await;
    invites(&server, r#"{"keys": ["anna", "bert"]}"#).await;
    let from = async |peer: [u8; 4], code: &str| {
        let request = Request::get(format!("/?c=demo&e=sale&code={code}"))
            .extension(ConnectInfo(std::net::SocketAddr::from((peer, 1))));
        server.send(request.body(Body::empty()).expect("a request")).await
    };
    for guess in 0..30 {
        assert_eq!(refusal(&from([192, 0, 2, 1], &guess.to_string()).await), 10);
    }
    let late = from([192, 0, 2, 1], "anna").await;
    assert_eq!(
        (late.status.as_u16(), late.html("data-state").as_str()),
        (503, "overload")
    );
    assert_eq!(from([192, 0, 2, 2], "bert").await.status, 302);
    server.advance(60_000).await;
    assert_eq!(from([192, 0, 2, 1], "anna").await.status, 302);
}

#[tokio::test]
async fn while_the_list_cannot_be_read_nobody_is_told_that_they_are_not_on_it() {
    let server = server(INVITED).await;
    invites(&server, r#"{"keys": ["anna"]}"#).await;
    let (store, pool) = (
        server.memory.clone().expect("memory"),
        PoolId::new("~invites/demo/sale").expect("a pool"),
    );
    let generation = store.load(&pool, &[]).await.expect("memory").generation;
    let rubbish = store.commit(&pool, generation, Write::new(b"rubbish".to_vec()));
    rubbish.await.expect("memory");
    assert_eq!(
        with_code(&server, "anna").load().await.error_page(),
        (503, String::new(), "holding".to_owned())
    );
    let answer = server.admin(Method::GET, "rooms/demo/sale/invites", "").await;
    assert_eq!(answer.status, 503);
}

/// A transfer has a code of its own, and requires no invitation.
#[tokio::test]
async fn an_invited_place_moves_to_another_device() {
    let server = server(INVITED).await;
    invites(&server, r#"{"keys": ["anna"]}"#).await;
    let mut desktop = enters(with_code(&server, "anna")).await;
    let form = desktop.query.clone();
    let code = desktop.post("/move", &form).await.slot("code");
    let mut phone = with_code(&server, "anna");
    let page = phone.get("/move?c=demo&e=sale&code=anna").await;
    assert_eq!((page.status.as_u16(), page.text().contains("anna")), (200, false));
    let moved = phone.post("/move/demo/sale", &format!("code={code}")).await;
    assert!(moved.leads_on(), "{}", moved.text());
    phone.follow(&moved);
    assert_eq!(phone.load().await.slot("number"), "1");
}

/// More visitors at once than one commit takes: the others follow in the next commit.
#[tokio::test]
async fn a_rush_with_tokens_is_served_commit_by_commit() {
    let server = server(WITH_TOKEN).await;
    let people = admission::voucher::WITH_VOUCHERS_MAX + 50;
    let visitors = (0..people).map(|n| {
        let random = (n as u128).to_be_bytes();
        let token = EnqueueToken {
            identifier: TokenIdentifier::from_random(random),
            ..token(&server, 0)
        };
        with_token(&server, &token)
    });
    assert_eq!(race(visitors.collect(), 9).await, people);
    assert_eq!(places(&server, &server), people as u64);
}

#[tokio::test]
async fn requirements_of_an_open_room_can_change() {
    let server = server("max_outflow = 0").await;
    let mut holder = enters(server.visitor()).await;
    server.patch(r#"{"inviteOnly": true}"#).await;
    assert_eq!(refused(server.visitor()).await, 10);
    assert_eq!(
        holder.load().await.slot("number"),
        "1",
        "who has a place is asked for nothing"
    );
    let wrong = server
        .admin(Method::PATCH, "rooms/demo/sale", r#"{"visitorKey": "none"}"#)
        .await;
    assert_eq!(
        (wrong.status.as_u16(), &wrong.json()["pointer"]),
        (422, &"/visitorKey".into())
    );
    invites(&server, r#"{"keys": ["anna"]}"#).await;
    enters(with_code(&server, "anna")).await;
    server
        .patch(r#"{"inviteOnly": null, "requireEnqueueToken": true}"#)
        .await;
    assert_eq!(refused(with_code(&server, "anna")).await, 9);
    server.patch(r#"{"requireEnqueueToken": null}"#).await;
    enters(server.visitor()).await;
}
