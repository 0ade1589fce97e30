use super::*;

const PAGE: &str = "https://www.example.com/tickets/12?mail=a@b.example";

fn token(told: &Value) -> String {
    told["token"].as_str().expect("a token").to_owned()
}

#[tokio::test]
async fn sessions_are_listed_without_tokens_and_ended_by_id() {
    let site = open().await;
    let mut inside = Vec::new();
    for _ in 0..3 {
        let told = site.call(None, PAGE).await;
        assert_eq!(told["promoted"], 1);
        inside.push(token(&told));
        site.house.advance(1_000).await;
    }
    let listed = site.read("sessions").await;
    assert_eq!(site.read("rooms/room_sale/sessions").await, listed);
    assert_eq!(site.read("rooms/room_rest/sessions").await, json!([]));
    let ids: Vec<&str> = listed
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["id"].as_str())
        .collect();
    assert_eq!(ids.len(), 3);
    assert_eq!(
        (&listed[0]["state"], &listed[0]["domainID"]),
        (&json!("inside"), &json!("dom_shop"))
    );
    assert!(
        listed[0]["expires"]
            .as_str()
            .is_some_and(|at| at.starts_with("2023-11-14T22:3")),
        "{}",
        listed[0]
    );
    assert!(
        !listed.to_string().contains("tok0"),
        "whoever has a token stands for the visitor"
    );
    assert_eq!(site.read("sessions?limit=1").await.as_array().map(Vec::len), Some(1));

    let gone = site
        .does(Method::DELETE, &format!("sessions/{}", ids[1]), Value::Null)
        .await;
    assert_eq!(gone, json!({"deleted": 1}));
    assert_eq!(
        site.refused(PRIVATE, Method::DELETE, &format!("sessions/{}", ids[1]), Value::Null)
            .await
            .0,
        404
    );
    assert_eq!(site.read("sessions").await.as_array().map(Vec::len), Some(2));
    let still = [&inside[0], &inside[2]];
    for kept in still {
        assert_eq!(&token(&site.call(Some(kept), PAGE).await), kept);
    }
    assert_ne!(
        token(&site.call(Some(&inside[1]), PAGE).await),
        inside[1],
        "a new visit"
    );
    let log = site
        .house
        .admin(Method::GET, "audit?resource=room/acme/sale", "")
        .await
        .json();
    assert_eq!(
        (&log["entries"][0]["action"], &log["entries"][0]["who"]),
        (&json!("end session"), &json!("private_key"))
    );
}

#[tokio::test]
async fn a_token_shows_its_requests_with_time_and_code() {
    let site = open().await;
    site.does(Method::PUT, "domains/dom_shop", json!({"autotune": 1})).await;
    let told = site.call(None, PAGE).await;
    let visitor = token(&told);
    let report = Request::put(format!("/v1/responses/{}", told["responseID"].as_str().expect("an id")));
    let report = report.header("content-type", "application/json");
    let body = json!({"httpCode": 503, "time": 1234, "sampleRate": 1}).to_string();
    assert_eq!(
        site.send(crate::sites::crowdhandler::with_key(report, body))
            .await
            .status,
        200
    );
    site.house.advance(5_000).await;
    site.call(Some(&visitor), "https://www.example.com/tickets/cart").await;

    let known = site.read(&format!("sessions/{visitor}")).await;
    assert_eq!(
        (&known["id"], &known["sessions"][0]["state"]),
        (&json!(visitor), &json!("inside"))
    );
    let requests = known["requests"].as_array().expect("a log");
    let lines: Vec<_> = requests
        .iter()
        .map(|one| (&one["url"], &one["promoted"], &one["time"], &one["httpCode"]))
        .collect();
    assert_eq!(
        lines,
        [
            (&json!("/tickets/cart"), &json!(1), &Value::Null, &Value::Null),
            (&json!("/tickets/12"), &json!(1), &json!(1234), &json!(503)),
        ]
    );
    let text = known["requests"].to_string();
    assert!(
        !text.contains("203.0.113.9") && !text.contains("b.example") && !text.contains(&visitor),
        "{text}"
    );
    let by_id = site
        .read(&format!(
            "sessions/{}",
            known["sessions"][0]["id"].as_str().expect("an id")
        ))
        .await;
    assert_eq!(
        (&by_id["requests"], &by_id["sessions"]),
        (&known["requests"], &known["sessions"])
    );

    let listed = site.read("domains/dom_shop/requests").await;
    assert_eq!(listed, known["requests"]);
    let urls = site.read("domains/dom_shop/urls").await;
    assert_eq!(
        urls[1],
        json!({"url": "/tickets/cart", "requests": 1, "promoted": 1, "waiting": 0, "time": null, "errors": 0})
    );
    assert_eq!((&urls[0]["time"], &urls[0]["errors"]), (&json!(1234), &json!(1)));
}

/// A visitor has one token for all rooms of a domain.
#[tokio::test]
async fn deleting_a_token_ends_the_visit_in_every_room() {
    let site = open().await;
    let shops = ["https://www.example.com/tickets", "https://www.example.com/else"];
    // A visitor who comes to the room for the rest first has a place of its own in the other.
    let told = site.call(None, shops[1]).await;
    let visitor = token(&told);
    site.house.advance(1_000).await;
    let told = site.call(Some(&visitor), shops[0]).await;
    assert_eq!((&told["promoted"], token(&told)), (&json!(1), visitor.clone()));
    assert_eq!(
        site.read(&format!("sessions/{visitor}")).await["sessions"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    let gone = site
        .does(Method::DELETE, &format!("sessions/{visitor}"), Value::Null)
        .await;
    assert_eq!(gone, json!({"deleted": 2}));
    for page in shops {
        assert_ne!(token(&site.call(Some(&visitor), page).await), visitor, "{page}");
    }
}

#[tokio::test]
async fn whoever_waits_loses_the_place() {
    let site = open().await;
    site.does(Method::PUT, "domains/dom_shop", json!({"rate": 0})).await;
    let waiting = token(&site.call(None, PAGE).await);
    let behind = token(&site.call(None, PAGE).await);
    let known = site.read(&format!("sessions/{waiting}")).await;
    assert_eq!(known["sessions"][0]["state"], "waiting");
    site.does(Method::DELETE, &format!("sessions/{waiting}"), Value::Null)
        .await;
    assert_eq!(site.call(Some(&behind), PAGE).await["position"], 1);
    let again = site.call(Some(&waiting), PAGE).await;
    assert_eq!(
        (&again["position"], &again["status"], &again["promoted"]),
        (&json!(2), &json!(1), &json!(0)),
        "a new place, at the end; nobody's address is blocked"
    );
    assert_ne!(token(&again), waiting);
}

#[tokio::test]
async fn sessions_of_others_and_forged_ids_are_nobodys() {
    let site = open().await;
    let visitor = token(&site.call(None, PAGE).await);
    for id in [
        "tok0M7SBFAp9J8kK",
        "ses_show_0_0",
        "ses_sale_0_77",
        "ses_sale_9_0",
        "nonsense",
    ] {
        for method in [Method::GET, Method::DELETE] {
            assert_eq!(
                site.refused(PRIVATE, method, &format!("sessions/{id}"), Value::Null)
                    .await
                    .0,
                404,
                "{id}"
            );
        }
    }
    assert_eq!(
        site.refused(
            OTHER_PRIVATE,
            Method::DELETE,
            &format!("sessions/{visitor}"),
            Value::Null
        )
        .await
        .0,
        404
    );
    assert_eq!(token(&site.call(Some(&visitor), PAGE).await), visitor);
}
