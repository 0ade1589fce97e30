//! The price for a provider, the IPv4 /16 or IPv6 /32 around a newcomer: the networks of one share
//! its places over all nodes, and further ones cost a little work.

use http::Method;

use super::price::{challenge, priced, solved};
use crate::support::{TestServer, Visitor};

/// The standard work of the room, and its limit on providers.
const LIMIT: &str = "provider_places = 6, provider_share_permille = 1, standard_work = 2";

/// Returns a newcomer from a /24 of one /16.
fn of_provider(server: &TestServer, subnet: u8) -> Visitor {
    server.visitor().from([198, 51, subnet, 1])
}

#[tokio::test]
async fn the_subnets_of_a_provider_share_its_places_over_all_nodes_and_further_ones_cost_the_standard_work() {
    let server = priced(LIMIT).await;
    let beside = server.beside().await;
    let nodes = [&server, &beside];
    let mut given = 0;
    for subnet in 0..12 {
        let node = nodes[usize::from(subnet) % 2];
        given += usize::from(of_provider(node, subnet).load().await.status == 302);
    }
    assert_eq!(given, 6);
    for node in nodes {
        let mut late = of_provider(node, 100);
        let query = late.query.clone();
        let page = late.load().await;
        assert_eq!((page.status.as_u16(), challenge(&page).work()), (503, 2));
        late.query = solved(&query, &challenge(&page));
        late.enter().await;
        node.visitor().from([203, 0, 113, 7]).enter().await;
    }
}

#[tokio::test]
async fn the_limit_on_providers_has_a_switch_and_needs_work() {
    let server = priced(&format!("{LIMIT}, limit_providers = false")).await;
    for subnet in 0..30 {
        of_provider(&server, subnet).enter().await;
    }
    server.patch(r#"{"price": {"limitProviders": true}}"#).await;
    assert_eq!(of_provider(&server, 100).load().await.status, 503, "at run time");
    for (change, pointer) in [
        (r#"{"price": {"work": false}}"#, "/price/limitProviders"),
        (r#"{"price": {"providerPlaces": 0}}"#, "/price/providerPlaces"),
        (
            r#"{"price": {"providerSharePermille": 1001}}"#,
            "/price/providerSharePermille",
        ),
    ] {
        let reply = server.admin(Method::PATCH, "rooms/demo/sale", change).await;
        assert_eq!(reply.json()["pointer"], pointer, "{}", reply.text());
    }
}

/// A caller can report any address, and must not use up the places of a provider's customers.
#[tokio::test]
async fn of_a_reported_address_the_callers_provider_counts() {
    let server = priced(LIMIT).await;
    let room = server.room("sale");
    let provider = |client: &str, caller: Option<&str>| {
        let address = |text: &str| text.parse().expect("an address");
        let networks = room.networks_of(admission::Run(1), Some(address(client)), caller.map(address));
        networks.provider
    };
    assert_eq!(provider("198.51.100.1", None), provider("198.51.7.9", None));
    assert_eq!(provider("2001:db8:1::1", None), provider("2001:db8:ffff::1", None));
    assert_ne!(provider("198.51.100.1", None), provider("198.52.100.1", None));
    assert_ne!(provider("2001:db8::1", None), provider("2001:db9::1", None));
    let reported = provider("198.51.100.1", Some("203.0.113.7"));
    assert_ne!(reported, provider("198.51.100.1", None));
    assert_eq!(reported, provider("192.0.2.1", Some("203.0.113.7")));
}
