use super::*;
use crate::sites::crowdhandler::text;

const PAGE: &str = "https://www.example.com/tickets/12?mail=a@b.example";

fn token(answer: &Value) -> String {
    answer["token"].as_str().expect("a token").to_owned()
}

#[tokio::test]
async fn sessions_are_listed_without_tokens_and_ended_by_id() {
    let site = open().await;
    let mut inside = Vec::new();
    for _ in 0..3 {
        let answer = site.call(None, PAGE).await;
        assert_eq!(answer["promoted"], 1);
        inside.push(token(&answer));
        site.server.advance(1_000).await;
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
        .server
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
    let answer = site.call(None, PAGE).await;
    let visitor = token(&answer);
    let report = Request::put(format!(
        "/v1/responses/{}",
        answer["responseID"].as_str().expect("an id")
    ));
    let report = report.header("content-type", "application/json");
    let body = json!({"httpCode": 503, "time": 1234, "sampleRate": 1}).to_string();
    assert_eq!(
        site.send(crate::sites::crowdhandler::with_key(report, body))
            .await
            .status,
        200
    );
    site.server.advance(5_000).await;
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
    // A visitor who first comes to the room for all other pages has a separate place in the other
    // room.
    let answer = site.call(None, shops[1]).await;
    let visitor = token(&answer);
    site.server.advance(1_000).await;
    let answer = site.call(Some(&visitor), shops[0]).await;
    assert_eq!((&answer["promoted"], token(&answer)), (&json!(1), visitor.clone()));
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

/// A token whose visit was ended is also invalid in rooms where it had no place.
#[tokio::test]
async fn a_token_whose_visit_was_ended_gets_no_place_in_another_room() {
    let site = open().await;
    let visitor = token(&site.call(None, PAGE).await);
    site.does(Method::DELETE, &format!("sessions/{visitor}"), Value::Null)
        .await;
    let answer = site.call(Some(&visitor), "https://www.example.com/else").await;
    assert_ne!(token(&answer), visitor);
}

#[tokio::test]
async fn a_waiting_visitors_place_is_deleted_by_token_and_by_id() {
    for by_id in [false, true] {
        let site = open().await;
        site.does(Method::PUT, "domains/dom_shop", json!({"rate": 0})).await;
        let waiting = token(&site.call(None, PAGE).await);
        let behind = token(&site.call(None, PAGE).await);
        let known = site.read(&format!("sessions/{waiting}")).await;
        assert_eq!(known["sessions"][0]["state"], "waiting");
        let id = text(&known["sessions"][0], "id");
        assert_eq!(
            site.read(&format!("sessions/{id}")).await["sessions"],
            known["sessions"]
        );
        let named = format!("sessions/{}", if by_id { id } else { &waiting });
        let gone = site.does(Method::DELETE, &named, Value::Null).await;
        assert_eq!(gone, json!({"deleted": 1}));
        assert_eq!(site.call(Some(&behind), PAGE).await["position"], 1);
        let again = site.call(Some(&waiting), PAGE).await;
        assert_eq!(
            (&again["position"], &again["status"], &again["promoted"]),
            (&json!(2), &json!(1), &json!(0)),
            "a new place, at the end; nobody's address is blocked"
        );
        assert_ne!(token(&again), waiting);
        let (status, _) = site.refused(PRIVATE, Method::DELETE, &named, Value::Null).await;
        assert_eq!(status, 404, "once");
    }
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

fn ids(listed: &Value) -> Vec<String> {
    let listed = listed.as_array().expect("a list").iter();
    listed.map(|one| text(one, "id").to_owned()).collect()
}

#[tokio::test]
async fn people_stay_listed_when_the_rooms_of_their_domain_change() {
    let site = open().await;
    let mut inside = Vec::new();
    for _ in 0..3 {
        inside.push(token(&site.call(None, PAGE).await));
        site.server.advance(1_000).await;
    }
    let before = site.read("sessions").await;
    let new = json!({"domainID": "dom_shop", "title": "Shoes", "patternType": "contains", "urlPattern": "/shoes"});
    let made = site.does(Method::POST, "rooms", new).await;
    assert_eq!(ids(&site.read("sessions").await), ids(&before), "a room came");
    site.does(Method::PUT, "domains/dom_shop", json!({"timeout": 30})).await;
    assert_eq!(ids(&site.read("sessions").await), ids(&before), "sessions last longer");
    let room = format!("rooms/{}", text(&made, "id"));
    site.does(Method::DELETE, &room, Value::Null).await;
    assert_eq!(ids(&site.read("sessions").await), ids(&before), "a room went");
    let ended = &ids(&before)[1];
    site.does(Method::DELETE, &format!("sessions/{ended}"), Value::Null)
        .await;
    assert_eq!(site.read("sessions").await.as_array().map(Vec::len), Some(2));
    let known = site.read(&format!("sessions/{ended}")).await;
    assert_eq!(known["sessions"][0]["state"], "ended");
    assert_eq!(token(&site.call(Some(&inside[0]), PAGE).await), inside[0]);
}

#[tokio::test]
async fn a_session_is_found_by_its_id_at_a_node_that_has_not_seen_it() {
    let site = open().await;
    let visitor = token(&site.call(None, PAGE).await);
    let other = Site::around(site.server.beside().await);
    let id = ids(&site.read("sessions").await).remove(0);
    site.server.advance(5_000).await;
    other.server.settle().await;
    let known = other.read(&format!("sessions/{id}")).await;
    assert_eq!(known["sessions"][0]["state"], "inside", "{known}");
    site.call(Some(&visitor), PAGE).await;
}

/// Each line of a room counts its own places: the first place of each line has number 0.
#[tokio::test]
async fn people_with_priority_have_sessions_of_their_own() {
    let site = open().await;
    let group = json!({"domainID": "dom_shop", "name": "Friends"});
    let group = site.does(Method::POST, "groups", group).await;
    let codes = json!({"codes": ["gold"], "uses": null});
    let path = format!("groups/{}/codes", text(&group, "id"));
    site.does(Method::POST, &path, codes).await;
    site.does(Method::PUT, "domains/dom_shop", json!({"rate": 0})).await;
    let (ordinary, friend) = (token(&site.call(None, PAGE).await), token(&site.call(None, PAGE).await));
    let answer = site.call(Some(&friend), &format!("{PAGE}&ch-code=gold")).await;
    assert_eq!(answer["priority"], "Friends");
    let known = site.read(&format!("sessions/{friend}")).await;
    assert_eq!(known["sessions"][0]["state"], "waiting", "{known}");
    assert_eq!(
        site.read("reports/dom_shop").await["waiting"],
        2,
        "reports count all lines"
    );

    site.does(Method::PUT, "domains/dom_shop", json!({"rate": 600})).await;
    for visitor in [&ordinary, &friend] {
        site.let_in(visitor, PAGE).await;
    }
    assert_eq!(site.read("reports/dom_shop").await["promotedTotal"], 2);
    let listed = ids(&site.read("sessions").await);
    assert_eq!(listed.len(), 2, "{listed:?}");
    let mut by_token = Vec::new();
    for visitor in [&ordinary, &friend] {
        let known = site.read(&format!("sessions/{visitor}")).await;
        assert_eq!(known["sessions"][0]["state"], "inside", "{known}");
        by_token.extend(ids(&known["sessions"]));
        let by_id = site
            .read(&format!("sessions/{}", by_token.last().expect("an id")))
            .await;
        assert_eq!(by_id["sessions"], known["sessions"]);
        let latest = text(&by_id["requests"][0], "sessionID");
        assert_eq!(Some(latest), by_token.last().map(String::as_str), "{by_id}");
    }
    assert_eq!(listed, by_token);

    let gone = site
        .does(Method::DELETE, &format!("sessions/{}", by_token[1]), Value::Null)
        .await;
    assert_eq!(gone, json!({"deleted": 1}));
    assert_eq!(token(&site.call(Some(&ordinary), PAGE).await), ordinary);
    assert_ne!(token(&site.call(Some(&friend), PAGE).await), friend);
}

#[tokio::test]
async fn deleting_a_token_gives_up_a_place_with_priority() {
    let site = open().await;
    let group = json!({"domainID": "dom_shop", "name": "Friends"});
    let group = site.does(Method::POST, "groups", group).await;
    let path = format!("groups/{}/codes", text(&group, "id"));
    site.does(Method::POST, &path, json!({"codes": ["gold"], "uses": null}))
        .await;
    site.does(Method::PUT, "domains/dom_shop", json!({"rate": 0})).await;
    let friend = token(&site.call(None, &format!("{PAGE}&ch-code=gold")).await);
    let gone = site
        .does(Method::DELETE, &format!("sessions/{friend}"), Value::Null)
        .await;
    assert_eq!(gone, json!({"deleted": 1}));
    assert_ne!(token(&site.call(Some(&friend), PAGE).await), friend);
}
