use super::*;

#[tokio::test]
async fn rooms_are_listed_by_domain_and_one_by_one() {
    let site = open().await;
    for path in ["rooms", "rooms?domainID=dom_shop", "domains/dom_shop/rooms", "rooms/"] {
        let rooms = site.read(path).await;
        let ids: Vec<&str> = rooms
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|room| room["id"].as_str())
            .collect();
        assert_eq!(ids, ["room_sale", "room_rest"], "{path}");
    }
    let sale = site.read("rooms/room_sale").await;
    assert_eq!(
        (
            &sale["slug"],
            &sale["title"],
            &sale["patternType"],
            &sale["urlPattern"],
            &sale["domainID"],
            &sale["templateID"]
        ),
        (
            &json!("the-sale"),
            &json!("The sale"),
            &json!("contains"),
            &json!("/tickets"),
            &json!("dom_shop"),
            &json!("tmp_default")
        )
    );
    assert_eq!(sale["queueActivatesOn"], "2000-01-01T00:00:00Z");
    for id in ["sale", "rom_sale"] {
        assert_eq!(site.read(&format!("rooms/{id}")).await, sale, "as the feed names it");
    }
}

const START: &str = "2033-05-18T03:33:20Z";

#[tokio::test]
async fn a_room_is_created_changed_and_deleted() {
    let site = open().await;
    let new = json!({
        "domainID": "dom_shop", "title": "Shoe Sale", "patternType": "contains", "urlPattern": "/shoes",
        "message": "Soon", "queueActivatesOn": START,
    });
    let made = site.does(Method::POST, "rooms", new).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    assert!(id.starts_with("room_shoesale"), "{id}");
    assert_eq!(
        (&made["slug"], &made["urlRedirect"], &made["message"]),
        (&json!("shoe-sale"), &json!("https://www.example.com/"), &json!("Soon"))
    );
    let answer = site.call(None, "https://www.example.com/shoes/1").await;
    assert_eq!(
        (
            &answer["slug"],
            &answer["promoted"],
            &answer["onsale"],
            &answer["message"]
        ),
        (&json!("shoe-sale"), &json!(0), &json!(START), &json!("Soon"))
    );

    let mut room = site.read(&format!("rooms/{id}")).await;
    room["queueActivatesOn"] = json!("2033-05-19T00:00:00Z");
    room["message"] = json!("");
    let changed = site.does(Method::PUT, &format!("rooms/{id}"), room.clone()).await;
    assert_eq!(changed, room);
    let answer = site.call(None, "https://www.example.com/shoes/1").await;
    assert_eq!(
        (&answer["promoted"], &answer["onsale"], &answer["message"]),
        (&json!(0), &json!("2033-05-19T00:00:00Z"), &Value::Null)
    );

    let gone = site.does(Method::DELETE, &format!("rooms/{id}"), Value::Null).await;
    assert_eq!(gone, json!({"deleted": 1}));
    assert_eq!(
        site.refused(PRIVATE, Method::GET, &format!("rooms/{id}"), Value::Null)
            .await
            .0,
        404
    );
    let log = site.server.admin(Method::GET, "audit?limit=3", "").await.json();
    let actions: Vec<&str> = log["entries"]
        .as_array()
        .expect("entries")
        .iter()
        .filter_map(|entry| entry["action"].as_str())
        .collect();
    assert_eq!(actions, ["delete", "change", "create"]);
}

#[tokio::test]
async fn the_last_room_of_a_domain_stays() {
    let site = open().await;
    site.does(Method::DELETE, "rooms/room_rest", Value::Null).await;
    let (status, error) = site
        .refused(PRIVATE, Method::DELETE, "rooms/room_sale", Value::Null)
        .await;
    assert_eq!(status, 409);
    assert!(error.contains("last room"), "{error}");
}

#[tokio::test]
async fn a_room_that_people_are_in_keeps_them() {
    let site = open().await;
    let later = json!({"queueActivatesOn": START});
    let (status, error) = site.refused(PRIVATE, Method::PUT, "rooms/room_sale", later).await;
    assert_eq!(status, 409);
    assert!(error.contains("has begun"), "{error}");
    site.does(Method::PUT, "domains/dom_shop", json!({"rate": 0})).await;
    site.call(None, "https://www.example.com/tickets").await;
    let (status, error) = site
        .refused(PRIVATE, Method::DELETE, "rooms/room_sale", Value::Null)
        .await;
    assert_eq!(status, 409, "{error}");
    let gone = site
        .does(Method::DELETE, "rooms/room_sale?force=true", Value::Null)
        .await;
    assert_eq!(gone, json!({"deleted": 1}));
}

#[tokio::test]
async fn mistakes_in_a_room_are_told() {
    let site = open().await;
    for (method, path, body, wanted) in [
        (Method::POST, "rooms", json!({"title": "x"}), "domainID, patternType"),
        (
            Method::POST,
            "rooms",
            json!({"domainID": "dom_shop", "title": "The sale", "patternType": "all"}),
            "slug",
        ),
        (
            Method::PUT,
            "rooms/room_sale",
            json!({"patternType": "regex", "urlPattern": "("}),
            "urlPattern: ",
        ),
        (
            Method::PUT,
            "rooms/room_sale",
            json!({"patternType": "some"}),
            "patternType: ",
        ),
        (
            Method::PUT,
            "rooms/room_sale",
            json!({"queueActivatesOn": "tomorrow"}),
            "queueActivatesOn: ",
        ),
        (
            Method::PUT,
            "rooms/room_sale",
            json!({"domainID": "dom_theirs"}),
            "domainID: cannot be set here",
        ),
        (
            Method::PUT,
            "rooms/room_sale",
            json!({"timeout": 5}),
            "timeout: cannot be set here",
        ),
        (
            Method::PUT,
            "rooms/room_sale",
            json!({"templateID": "tmp_nothing"}),
            "templateID: ",
        ),
    ] {
        let (status, error) = site.refused(PRIVATE, method, path, body).await;
        assert_eq!(status, 400, "{error}");
        assert!(error.contains(wanted), "{wanted}: {error}");
    }
}
