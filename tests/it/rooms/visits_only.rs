//! Only visits of a room's page make places: requests for parts of other pages, which no person
//! sees as a page, make none unless the room says otherwise.

use super::price::{places, priced};

#[tokio::test]
async fn a_part_of_another_page_makes_no_place() {
    let server = priced("limit_networks = false, work = false").await;
    let ask = async |headers: &[(&str, &str)]| {
        let mut browser = server.visitor();
        let path = format!("/?{}", browser.query);
        let reply = browser.get_with(&path, headers).await;
        (reply.status.as_u16(), reply.headers.contains_key("set-cookie"))
    };
    for part in ["image", "iframe", "script", "object"] {
        let asked = [("sec-fetch-dest", part), ("sec-fetch-site", "cross-site")];
        assert_eq!(ask(&asked).await, (403, false), "{part}");
    }
    assert_eq!(
        ask(&[("sec-fetch-dest", "empty"), ("sec-fetch-site", "cross-site")]).await,
        (403, false)
    );
    assert_eq!(ask(&[("sec-purpose", "prefetch;prerender")]).await, (403, false));
    assert_eq!(places(&server), 0);
    assert_eq!(
        ask(&[("sec-fetch-dest", "document"), ("sec-fetch-site", "cross-site")]).await,
        (302, true)
    );
    assert_eq!(
        ask(&[("sec-fetch-dest", "empty"), ("sec-fetch-site", "same-origin")]).await,
        (302, true)
    );
    assert_eq!(places(&server), 2);
    let metrics = server.visitor().get("/metrics").await.text();
    assert!(
        metrics.contains("anteroom_pages_total{outcome=\"Unasked\"} 6"),
        "{metrics}"
    );
}

#[tokio::test]
async fn the_rule_for_parts_of_other_pages_has_a_switch() {
    let server = priced("visits_only = false").await;
    let image = [("sec-fetch-dest", "image"), ("sec-fetch-site", "cross-site")];
    let reply = server.visitor().get_with("/?c=demo&e=sale", &image).await;
    assert_eq!((reply.status.as_u16(), places(&server)), (302, 1));
    server.patch(r#"{"price": {"visitsOnly": true}}"#).await;
    let reply = server.visitor().get_with("/?c=demo&e=sale", &image).await;
    assert_eq!((reply.status.as_u16(), places(&server)), (403, 1));
}
