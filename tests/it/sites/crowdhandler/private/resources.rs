//! Templates, addresses and reports.

use super::*;

#[tokio::test]
async fn a_room_chooses_a_template() {
    let site = open().await;
    let templates = site.read("templates").await;
    let other = templates
        .as_array()
        .expect("a list")
        .iter()
        .find(|template| template["id"] != "tmp_default");
    let other = other.expect("another built-in theme")["id"].clone();
    assert_eq!(
        site.read("templates/tmp_default").await["rooms"],
        json!(["room_sale", "room_rest"])
    );
    let sale = site
        .does(Method::PUT, "rooms/room_sale", json!({"templateID": other}))
        .await;
    assert_eq!(sale["templateID"], other);
    let chosen = site
        .read(&format!("templates/{}", other.as_str().expect("an id")))
        .await;
    assert_eq!(chosen["rooms"], json!(["room_sale"]));
    for (method, path) in [
        (Method::POST, "templates"),
        (Method::PUT, "templates/tmp_default"),
        (Method::DELETE, "templates/tmp_default"),
    ] {
        let (status, error) = site
            .refused(PRIVATE, method, path, json!({"name": "x", "url": "https://x.example"}))
            .await;
        assert_eq!(status, 501);
        assert!(error.contains("theme"), "{error}");
    }
}

#[tokio::test]
async fn addresses_that_pass_are_listed_unless_they_pass_others_too() {
    let groups = "[[ip_group]]\nid = \"office\"\naddresses = [\"192.0.2.7\", \"198.51.100.0/24\"]\n\
                  [[ip_group]]\nid = \"shared\"\naddresses = [\"203.0.113.200\"]\n";
    let sale = room(
        "sale",
        "url_match = \"all\"\nbypass_ip_groups = [\"office\", \"shared\"]",
    );
    let theirs = OTHER.replace(
        "url_match = \"all\"",
        "url_match = \"all\"\nbypass_ip_groups = [\"shared\"]",
    );
    let parts = site("rate = 600", &sale) + &theirs + groups;
    let site = Site::around(TestServer::of(config("memory:", &parts)).await);
    let passed = site.read("ips").await;
    let shown: Vec<_> = passed
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| (&one["ip"], &one["status"]))
        .collect();
    assert_eq!(
        shown,
        [
            (&json!("192.0.2.7"), &json!("pass")),
            (&json!("198.51.100.0/24"), &json!("pass"))
        ]
    );
    assert_eq!(site.read("domains/dom_shop/ips").await, passed);
    assert_eq!(
        site.read(&format!("ips/{}", passed[0]["id"].as_str().expect("an id")))
            .await,
        passed[0]
    );
    let captcha = json!({"ip": "192.0.2.8", "status": "captcha"});
    for (method, path) in [(Method::POST, "ips"), (Method::PUT, "ips/ip_office_192.0.2.7")] {
        let (status, error) = site.refused(PRIVATE, method, path, captcha.clone()).await;
        assert_eq!(status, 501);
        assert!(error.contains("not built"), "{error}");
    }
    let (status, error) = site
        .refused(
            PRIVATE,
            Method::POST,
            "ips",
            json!({"ip": "192.0.2.8", "group": "shared"}),
        )
        .await;
    assert_eq!(status, 403);
    assert!(error.contains("operators"), "{error}");
}

#[tokio::test]
async fn an_address_is_blocked_for_everybody_behind_it_and_for_nobody_else() {
    let sale = room("sale", "url_match = \"all\"");
    let site = Site::with("rate = 600", &sale).await;
    let page = "https://www.example.com/tickets";
    let inside = site.call(None, page).await;
    assert_eq!(
        (&inside["promoted"], &inside["status"]),
        (&json!(1), &json!(1)),
        "{inside}"
    );
    let token = inside["token"].as_str().expect("a token").to_owned();
    let added = site
        .does(Method::POST, "ips", json!({"ip": "203.0.113.9", "status": "block"}))
        .await;
    assert_eq!(
        added,
        json!({"id": "ip_rule.crowdhandler-block_203.0.113.9", "ip": "203.0.113.9", "status": "block",
               "group": null, "rooms": ["room_sale"]})
    );
    for token in [None, Some(token.as_str())] {
        let blocked = site.call(token, page).await;
        assert_eq!(
            (
                &blocked["status"],
                &blocked["promoted"],
                &blocked["token"],
                &blocked["hash"]
            ),
            (&json!(3), &json!(0), &Value::Null, &Value::Null),
            "{blocked}"
        );
    }
    let wide = json!({"ip": "203.0.113.0/24", "status": "block"});
    site.does(Method::POST, "ips", wide).await;
    let exempt = json!({"ip": "203.0.113.9", "status": "ignore"});
    site.does(Method::POST, "ips", exempt).await;
    assert_eq!(site.read("ips").await.as_array().map(Vec::len), Some(3));
    let exempt = site.call(Some(&token), page).await;
    assert_eq!(
        exempt["promoted"], 1,
        "an exemption precedes a block of the same network"
    );
    for address in site.read("ips").await.as_array().expect("a list") {
        let path = format!("ips/{}", address["id"].as_str().expect("an id"));
        assert_eq!(
            site.does(Method::DELETE, &path, Value::Null).await,
            json!({"deleted": 1})
        );
    }
    assert_eq!(site.read("ips").await, json!([]));
    assert_eq!(site.call(Some(&token), page).await["promoted"], 1);
}

#[tokio::test]
async fn an_address_is_added_passes_and_is_deleted() {
    let groups = "[[ip_group]]\nid = \"office\"\naddresses = [\"192.0.2.7\"]\n";
    let sale = room("sale", "url_match = \"all\"\nbypass_ip_groups = [\"office\"]");
    let site = Site::around(TestServer::of(config("memory:", &(site("rate = 0", &sale) + groups))).await);
    let waits = async || site.call(None, "https://www.example.com/tickets").await["promoted"] == 0;
    assert!(waits().await, "203.0.113.9 is in no group");
    let added = site.does(Method::POST, "ips", json!({"ip": "203.0.113.9"})).await;
    assert_eq!(
        (&added["id"], &added["status"], &added["group"], &added["rooms"]),
        (
            &json!("ip_office_203.0.113.9"),
            &json!("pass"),
            &json!("office"),
            &json!(["room_sale"])
        )
    );
    assert!(!waits().await);
    let path = format!("ips/{}", added["id"].as_str().expect("an id"));
    assert_eq!(
        site.does(Method::PUT, &path, added.clone()).await,
        added,
        "nothing is changed"
    );
    let again = site
        .does(Method::POST, "ips", json!({"ip": "203.0.113.9", "status": "pass"}))
        .await;
    assert_eq!(again, added);
    assert_eq!(
        site.does(Method::DELETE, &path, Value::Null).await,
        json!({"deleted": 1})
    );
    assert!(waits().await);
    assert_eq!(site.read("ips").await[0]["ip"], "192.0.2.7");
    assert_eq!(site.refused(PRIVATE, Method::DELETE, &path, Value::Null).await.0, 404);
    for (body, wanted) in [
        (json!({}), "ip: "),
        (json!({"ip": "everybody"}), "ip: "),
        (json!({"ip": "0.0.0.0/0"}), "everybody"),
        (json!({"ip": "203.0.113.9", "note": "x"}), "note: cannot be set here"),
    ] {
        let (status, error) = site.refused(PRIVATE, Method::POST, "ips", body).await;
        assert!(status == 400 && error.contains(wanted), "{status} {error}");
    }
    let log = site
        .server
        .admin(Method::GET, "audit?resource=ip_group/office", "")
        .await
        .json();
    assert_eq!(log["entries"][0]["who"], "private_key");
}

#[tokio::test]
async fn reports_count_who_was_let_in() {
    let site = open().await;
    for _ in 0..3 {
        assert_eq!(site.call(None, "https://www.example.com/tickets").await["promoted"], 1);
        site.server.advance(1_000).await;
    }
    let sum = |minutes: &Value| -> u64 {
        let minutes = minutes.as_array().expect("a list");
        assert_eq!(minutes.len(), 10, "{minutes:?}");
        minutes.iter().filter_map(|minute| minute["promoted"].as_u64()).sum()
    };
    assert_eq!(sum(&site.read("domains/dom_shop/reports").await), 3);
    assert_eq!(sum(&site.read("rooms/room_sale/reports").await), 3);
    assert_eq!(sum(&site.read("rooms/room_rest/reports").await), 0);
    let report = site.read("reports/dom_shop").await;
    assert_eq!(
        (
            &report["rate"],
            &report["rateInForce"],
            &report["sessions"],
            &report["waiting"],
            &report["promotedTotal"]
        ),
        (&json!(600), &json!(600), &json!(3), &json!(0), &json!(3))
    );
    assert_eq!(site.read("reports/room_sale").await["rooms"][0]["phase"], "queue");
    let later = site.read("domains/dom_shop/reports?from=2030-01-01T00:00:00Z").await;
    assert_eq!(later, json!([]));
    for query in ["day=2026-01-01", "from=yesterday"] {
        let path = format!("domains/dom_shop/reports?{query}");
        assert_eq!(site.refused(PRIVATE, Method::GET, &path, Value::Null).await.0, 400);
    }
}
