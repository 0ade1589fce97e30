//! The private API's description is committed, served, and correct.

use super::*;
use crate::support::assert_committed;

#[tokio::test]
async fn the_committed_description_is_what_the_server_says() {
    let site = open().await;
    let description = site.read("openapi.json").await;
    assert_committed(&description, "docs/integrate/crowdhandler-openapi.json");
}

/// Every described operation exists, in both forms of its path, and refuses the public key.
#[tokio::test]
async fn every_operation_exists_and_asks_for_a_role() {
    let site = open().await;
    let described = site.read("openapi.json").await;
    let mut seen = 0;
    for (path, item) in described["paths"].as_object().expect("paths") {
        let path = path.trim_start_matches("/v1/").replace("{id}", "room_sale");
        for method in item.as_object().expect("operations").keys() {
            let method: Method = method.to_uppercase().parse().expect("a method");
            for path in [path.clone(), format!("{path}/")] {
                let body = if method == Method::GET { Value::Null } else { json!({}) };
                let public = site.ask(PUBLIC, method.clone(), &path, &body).await;
                let is_feed = method == Method::GET && path.trim_end_matches('/') == "rooms";
                assert_eq!(
                    public.status,
                    if is_feed { 200 } else { 401 },
                    "{method} {path}: {}",
                    public.text()
                );
            }
            seen += 1;
        }
    }
    assert!(seen >= 30, "{seen}");
}

#[tokio::test]
async fn a_key_that_reads_changes_nothing() {
    let site = open().await;
    let reads = site.token("read").await;
    let described = site.read("openapi.json").await;
    for (path, item) in described["paths"].as_object().expect("paths") {
        let of = |id: &str| path.trim_start_matches("/v1/").replace("{id}", id);
        let id = ["domains", "templates", "sessions"]
            .into_iter()
            .find(|kind| path.contains(kind));
        let id = match id {
            Some("domains") => "dom_shop",
            Some("templates") => "tmp_default",
            Some("sessions") if path.contains("/rooms/") => "room_sale",
            Some("sessions") => "ses_sale_0_0",
            _ => "room_sale",
        };
        for method in item
            .as_object()
            .expect("operations")
            .keys()
            .filter(|method| *method != "get")
        {
            let method: Method = method.to_uppercase().parse().expect("a method");
            let (status, error) = site.refused(&reads, method.clone(), &of(id), json!({})).await;
            assert!([403, 501].contains(&status), "{method} {path}: {status} {error}");
        }
    }
}
