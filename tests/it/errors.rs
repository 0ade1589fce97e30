//! `/error/<code>/`: what a connector refused, looked at again, with one way back that cannot loop.

use protocol::queueittoken::Token;
use protocol::{QueueId, RedirectType, SecretKey, UnixSeconds};

use crate::support::{House, Reply, SECRET, START_MS, room};

const NOW: u64 = START_MS / 1_000;

fn token(secret: &str, room: &str, expires_at: u64) -> String {
    let token = Token {
        room: room.parse().expect("an id"),
        queue_id: QueueId::NIL,
        expires_at: UnixSeconds(expires_at),
        extendable: true,
        fixed_validity: None,
        redirect_type: RedirectType::Queue,
        hashed_ip: None,
    };
    token.sign(&SecretKey::new(secret).expect("not empty"))
}

async fn said(house: &House, code: &str, token: Option<&str>) -> Reply {
    let token = token.map(|token| format!("&queueittoken={token}")).unwrap_or_default();
    let path = format!(
        "/error/{code}/?c=demo&e=sale&ver=rust_0.1&cver=3&man=x&t=https%3A%2F%2Fshop.example%2Fp&cid=de&ts=1{token}"
    );
    house.get(&path, &[]).await
}

#[tokio::test]
async fn each_code_has_its_words_and_the_token_itself_knows_better() {
    let house = House::sale(60).await;
    let good = token(SECRET, "sale", NOW + 100);
    let expired = token(SECRET, "sale", NOW - 1);
    let elsewhere = token(SECRET, "second", NOW + 100);
    let tampered = good.replace("ce_true", "ce_false");
    let strange = token("another", "sale", NOW + 100);
    for (code, named) in [
        ("hash", "token-hash"),
        ("eventid", "token-room"),
        ("timestamp", "token-expired"),
        ("ip", "token-address"),
        ("qidlimit", "token-used-up"),
        ("connector/sessionstate", "session-moved"),
        ("new-code", "token-refused"),
        ("%3Cscript%3E", "token-refused"),
    ] {
        for (token, state) in [
            (None, named),
            (Some(good.as_str()), named),
            (Some(&expired), "token-expired"),
            (Some(&elsewhere), "token-room"),
            (Some(&tampered), "token-hash"),
            (Some(&strange), "token-hash"),
            (Some("rubbish"), "token-hash"),
        ] {
            let page = said(&house, code, token).await;
            assert_eq!(
                page.trouble(),
                (403, "6".to_owned(), state.to_owned()),
                "{code} {token:?}"
            );
            assert_eq!((page.html("lang").as_str(), page.location()), ("de", ""));
            assert!(
                !page.text().contains("http-equiv=\"refresh\""),
                "never goes on by itself"
            );
            assert!(!page.text().contains("<script"), "nothing runs");
        }
    }
}

#[tokio::test]
async fn the_way_back_goes_through_cancel_to_a_fresh_place_and_the_same_target() {
    let house = House::sale(60).await;
    let mut visitor = house
        .visitor()
        .at("c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp&cid=de");
    visitor.enter().await;
    let old = visitor.queue_id();
    house.pass(&visitor).await;
    let page = visitor
        .get("/error/timestamp/?c=demo&e=sale&t=https%3A%2F%2Fshop.example%2Fp&cid=de&l=default")
        .await;
    let back = page.way_back();
    assert_eq!(
        back,
        "/cancel.aspx?c=demo&e=sale&cid=de&l=default&t=https%3A%2F%2Fshop.example%2Fp"
    );
    let cancelled = visitor.get(&back).await;
    visitor.follow(&cancelled);
    let page = visitor.enter().await;
    assert_ne!(visitor.queue_id(), old);
    assert_eq!((page.slot("number").as_str(), page.html("lang").as_str()), ("2", "de"));
    assert!(
        house
            .pass(&visitor)
            .await
            .starts_with("https://shop.example/p?queueittoken=")
    );
}

#[tokio::test]
async fn a_shared_links_token_never_cancels_the_place_of_its_owner() {
    let house = House::with(&(room("sale", "max_outflow = 60"))).await;
    let mut owner = house.visitor();
    owner.enter().await;
    let url = house.pass(&owner).await;
    let token = url.rsplit_once("queueittoken=").expect("a token").1.to_owned();
    let mut stranger = house.visitor();
    let page = stranger
        .get(&format!("/error/timestamp/?c=demo&e=sale&queueittoken={token}"))
        .await;
    let back = page.way_back();
    assert!(!back.contains(&owner.queue_id()), "{back}");
    stranger.get(&back).await;
    assert_eq!(
        house.poll(&owner).await.json()["redirectUrl"],
        url.as_str(),
        "the owner's place is as it was"
    );
}

#[tokio::test]
async fn unknown_rooms_foreign_targets_and_bare_paths_offer_nothing_dangerous() {
    let house = House::sale(60).await;
    let page = house.get("/error/hash/?c=nobody&e=sale", &[]).await;
    assert_eq!(page.trouble(), (404, "1".to_owned(), "unknown-customer".to_owned()));
    assert_eq!(
        house
            .get("/error/hash/?c=demo&e=nothing", &[])
            .await
            .html("data-error-id"),
        "2"
    );
    assert_eq!(house.get("/error/", &[]).await.status, 404);

    let mut visitor = house.visitor();
    let page = visitor
        .get("/error/hash/?c=demo&e=sale&t=https%3A%2F%2Fevil.example%2F")
        .await;
    let back = visitor.get(&page.way_back()).await;
    visitor.follow(&back);
    let refused = visitor.load().await;
    assert_eq!(refused.trouble().2, "foreign-target", "a foreign target is no way out");
    assert_eq!(refused.way_back(), "/?c=demo&e=sale");
}
