//! Limits on the number of codes that may be tried and created.

use std::net::SocketAddr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use http::Request;

use super::{code_of, entered, server, shows_code, status_and_state, takes};
use crate::support::TestServer;

#[tokio::test]
async fn attempts_are_counted_and_so_are_codes() {
    let server = server().await;
    let mut desktop = entered(&server).await;
    let mut code = String::new();
    for _ in 0..5 {
        code = code_of(&mut desktop).await;
    }
    let many = shows_code(&mut desktop).await;
    assert_eq!(status_and_state(&many), (429, "offer".to_owned()));
    assert_eq!(many.header("retry-after"), "60");
    let mut phone = server.visitor();
    for _ in 0..10 {
        assert_eq!(takes(&mut phone, "2222-2222").await.status, 403);
    }
    assert_eq!(takes(&mut phone, &code).await.status, 429, "the right one as well");
    server.advance(60_000).await;
    assert!(takes(&mut phone, &code).await.leads_on());
}

/// Tries a code from this address; returns the status.
async fn tried_from(server: &TestServer, address: &str, code: &str) -> u16 {
    let peer = SocketAddr::new(address.parse().expect("an address"), 1);
    let request = Request::post("/move/demo/sale")
        .header("content-type", "application/x-www-form-urlencoded")
        .header("sec-fetch-site", "same-origin")
        .header("host", "queue.example")
        .extension(ConnectInfo(peer))
        .body(Body::from(format!("code={code}")));
    server.send(request.expect("a request")).await.status.as_u16()
}

/// Tries a code from each of the addresses; returns how many attempts were checked.
async fn looked_at(server: &TestServer, addresses: impl Iterator<Item = String>) -> usize {
    let mut looked_at = 0;
    for address in addresses {
        match tried_from(server, &address, "2222-2222").await {
            403 => looked_at += 1,
            status => assert_eq!(status, 429, "{address}"),
        }
    }
    looked_at
}

#[tokio::test]
async fn no_network_uses_up_the_attempts_of_a_room() {
    let server = server().await;
    let of_a_48 = (0..3_000).map(|n| format!("2001:db8:7:{n:x}::1"));
    assert_eq!(looked_at(&server, of_a_48).await, 40);
    let of_a_32 = (0..3_000).map(|n| format!("2001:db8:{n:x}::1"));
    assert_eq!(looked_at(&server, of_a_32).await, 80);
    let of_two_16s = (0..3_000).map(|n| format!("198.{}.{}.{}", 18 + n % 2, n / 2 % 250, n / 500));
    assert_eq!(
        looked_at(&server, of_two_16s).await,
        60,
        "each has 30, since all like them have had the 150 for many attempts"
    );
    let of_ten_16s = (0..3_000).map(|n| format!("198.{}.{}.{}", 20 + n % 10, n / 10 % 250, n / 2_500));
    assert_eq!(
        looked_at(&server, of_ten_16s).await,
        120,
        "what others have used is used"
    );
    // The part of the room's limit for networks with earlier attempts is used up; networks without
    // attempts have the other half.
    for address in ["192.0.2.1", "203.0.113.1", "2a00:1450:4001::1"] {
        let mut holder = entered(&server).await;
        let code = code_of(&mut holder).await;
        assert_eq!(tried_from(&server, address, &code).await, 200, "{address}");
    }
    server.advance(60_000).await;
    assert_eq!(
        tried_from(&server, "2001:db8:7::1", "2222-2222").await,
        403,
        "nobody is locked out for longer"
    );
}

#[tokio::test]
async fn codes_that_are_right_are_no_attempts() {
    let server = server().await;
    for n in 0..15 {
        let mut holder = entered(&server).await.from([198, 51, 100, n]);
        let code = code_of(&mut holder).await;
        assert_eq!(
            tried_from(&server, "192.0.2.1", &code).await,
            200,
            "a whole school behind one address"
        );
    }
}
