use super::*;

#[tokio::test]
async fn a_domain_is_read_and_changed_and_the_rate_acts() {
    let site = open().await;
    let answer = site.read("domains").await;
    let shop = &answer[0];
    assert_eq!(answer.as_array().map(Vec::len), Some(1));
    assert_eq!(
        (
            &shop["id"],
            &shop["name"],
            &shop["rate"],
            &shop["timeout"],
            &shop["autotune"]
        ),
        (
            &json!("dom_shop"),
            &json!("https://www.example.com"),
            &json!(600),
            &json!(20),
            &json!(0)
        )
    );
    let held = site.does(Method::PUT, "domains/dom_shop", json!({"rate": 0})).await;
    assert_eq!(held["rate"], 0);
    let page = "https://www.example.com/tickets";
    let waiting = site.call(None, page).await;
    assert_eq!((&waiting["promoted"], &waiting["rate"]), (&json!(0), &json!(0)));
    site.does(Method::PUT, "domains/dom_shop/", json!({"rate": 600})).await;
    site.let_in(waiting["token"].as_str().expect("a token"), page).await;
    let log = site
        .server
        .admin(Method::GET, "audit?resource=pool/shop", "")
        .await
        .json();
    let entry = &log["entries"][0];
    assert_eq!(
        (&entry["who"], &entry["changes"][0]["after"]),
        (&json!("private_key"), &json!(600))
    );
}

#[tokio::test]
async fn the_whole_object_can_be_sent_back() {
    let site = open().await;
    let mut shop = site.read("domains/dom_shop").await;
    shop["maxSessions"] = json!(50);
    shop["checkout"] = json!("^/done");
    shop["destroySessionsOnCheckout"] = json!(1);
    shop["autotune"] = json!(true);
    let changed = site.does(Method::PUT, "domains/dom_shop", shop).await;
    assert_eq!(
        (
            &changed["maxSessions"],
            &changed["checkout"],
            &changed["destroySessionsOnCheckout"],
            &changed["autotune"]
        ),
        (&json!(50), &json!("^/done"), &json!(1), &json!(1))
    );
    assert_eq!(site.read("domains/dom_shop").await, changed);
    let none = json!({"maxSessions": null, "checkout": "", "destroySessionsOnCheckout": 0});
    let changed = site.does(Method::PUT, "domains/dom_shop", none).await;
    assert_eq!(
        (&changed["maxSessions"], &changed["checkout"]),
        (&Value::Null, &json!(""))
    );
}

#[tokio::test]
async fn impossible_changes_are_reported_with_the_field() {
    let site = open().await;
    for (body, wanted) in [
        (json!({"rate": -1}), "rate: "),
        (json!({"timeout": 0}), "timeout: "),
        (json!({"checkout": "["}), "checkout: "),
        (json!({"colour": "red"}), "colour: cannot be set here"),
        (
            json!({"name": "https://www.elsewhere.example"}),
            "name: cannot be set here",
        ),
        (json!({"destroySessionsOnCheckout": 1}), "destroySessionsOnCheckout: "),
    ] {
        let (status, error) = site.refused(PRIVATE, Method::PUT, "domains/dom_shop", body).await;
        assert_eq!(status, 400, "{error}");
        assert!(error.contains(wanted), "{wanted}: {error}");
    }
    assert_eq!(site.read("domains/dom_shop").await["rate"], 600);
    let (status, error) = site
        .refused(PRIVATE, Method::POST, "domains", json!({"name": "https://x.example"}))
        .await;
    assert_eq!(status, 403);
    assert!(error.contains("operators"), "{error}");
    assert_eq!(
        site.refused(PRIVATE, Method::DELETE, "domains/dom_shop", Value::Null)
            .await
            .0,
        403
    );
}

#[tokio::test]
async fn a_domain_that_accounts_share_is_the_operators() {
    let mine = room("sale", "url_match = \"all\"");
    let theirs = room("other", "url_match = \"none\"").replace("\"acme\"", "\"rival\"");
    let site = Site::around(TestServer::of(config("memory:", &(site("rate = 600", &(mine + &theirs)) + OTHER))).await);
    for (method, path, body) in [
        (Method::PUT, "domains/dom_shop", json!({"rate": 1})),
        (
            Method::POST,
            "rooms",
            json!({"domainID": "dom_shop", "title": "More", "patternType": "all"}),
        ),
    ] {
        let (status, error) = site.refused(PRIVATE, method, path, body).await;
        assert_eq!(status, 403);
        assert!(error.contains("another account"), "{error}");
    }
}
