//! Lists of invited people, which operators maintain.

use std::collections::BTreeSet;

use http::Method;
use serde_json::Value;

use crate::support::{TestServer, room};

async fn server() -> TestServer {
    TestServer::with(&room("sale", "max_outflow = 0\ninvite_only = true")).await
}

async fn invites(server: &TestServer, method: Method, path: &str, body: &str) -> (u16, Value) {
    let reply = server
        .admin(method, &format!("rooms/demo/sale/invites{path}"), body)
        .await;
    reply.status_and_json()
}

#[tokio::test]
async fn random_codes_are_made_listed_by_id_and_withdrawn() {
    let server = server().await;
    let (status, made) = invites(&server, Method::POST, "", r#"{"count": 5}"#).await;
    assert_eq!((status, made["added"].as_u64()), (200, Some(5)));
    let codes: Vec<&str> = made["invites"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| one["key"].as_str().expect("a key"))
        .collect();
    assert!(codes.iter().all(|code| code.len() == 20) && codes.iter().collect::<BTreeSet<_>>().len() == 5);

    let mut visitor = server.visitor().at(&format!("c=demo&e=sale&code={}", codes[0]));
    visitor.enter().await;
    let mut seen = Vec::new();
    let mut next = String::new();
    loop {
        let (status, page) = invites(&server, Method::GET, &format!("?limit=2{next}"), "").await;
        assert_eq!((status, page["listed"].as_u64()), (200, Some(5)));
        seen.extend(page["invites"].as_array().expect("a list").clone());
        let Some(id) = page["next"].as_str() else { break };
        next = format!("&after={id}");
    }
    let ids: BTreeSet<&str> = seen.iter().map(|line| line["id"].as_str().expect("an id")).collect();
    assert_eq!((ids.len(), seen.len()), (5, 5));
    let used: Vec<&Value> = seen.iter().filter(|line| line["usedAt"].is_string()).collect();
    assert!(used.len() == 1 && used[0]["id"] == made["invites"][0]["id"]);
    assert!(
        !seen
            .iter()
            .any(|line| codes.iter().any(|code| line.to_string().contains(code))),
        "never in clear"
    );

    let (status, one) = invites(&server, Method::GET, &format!("/{}", codes[0]), "").await;
    assert_eq!((status, &one["id"]), (200, &made["invites"][0]["id"]));
    for code in &codes[..2] {
        assert_eq!(invites(&server, Method::DELETE, &format!("/{code}"), "").await.0, 204);
        assert_eq!(invites(&server, Method::DELETE, &format!("/{code}"), "").await.0, 404);
        assert_eq!(
            server
                .visitor()
                .at(&format!("c=demo&e=sale&code={code}"))
                .load()
                .await
                .html("data-error-id"),
            "10"
        );
    }
    assert_eq!(visitor.load().await.slot("number"), "1", "who has a place keeps it");
    let again = serde_json::json!({ "keys": [codes[0]] }).to_string();
    assert_eq!(invites(&server, Method::POST, "", &again).await.1["added"], 1);
    let mut second = server.visitor().at(&format!("c=demo&e=sale&code={}", codes[0]));
    assert_eq!(
        second.enter().await.slot("number"),
        "2",
        "who is invited anew joins anew"
    );
    let reported = ["invite", "withdraw invite", "withdraw invite", "invite"];
    assert_eq!(server.logged().await, reported);
}

#[tokio::test]
async fn a_wrong_list_names_the_field_and_adds_nothing() {
    let server = server().await;
    let long = format!(r#"{{"keys": ["{}"]}}"#, "x".repeat(201));
    let many = serde_json::json!({ "keys": vec!["x"; 1_001] }).to_string();
    for (body, status, pointer) in [
        ("{}", 422, "/keys"),
        (r#"{"keys": ["anna"], "count": 1}"#, 422, "/count"),
        (r#"{"count": 1001}"#, 422, "/count"),
        (r#"{"count": -1}"#, 422, "/count"),
        (r#"{"keys": ["anna", " "]}"#, 422, "/keys/1"),
        (&long, 422, "/keys/0"),
        (&many, 422, "/keys"),
        (r#"{"codes": 1}"#, 422, "/codes"),
        ("7", 400, ""),
    ] {
        let (reported, problem) = invites(&server, Method::POST, "", body).await;
        assert_eq!(
            (reported, problem["pointer"].as_str().unwrap_or_default()),
            (status, pointer),
            "{problem}"
        );
    }
    for (path, pointer) in [
        ("?limit=0", "/limit"),
        ("?limit=1001", "/limit"),
        ("?after=x", "/after"),
        ("?limit=x", "/limit"),
    ] {
        let (reported, problem) = invites(&server, Method::GET, path, "").await;
        assert_eq!(
            (reported, problem["pointer"].as_str().unwrap_or_default()),
            (422, pointer),
            "{path}"
        );
    }
    assert_eq!(server.logged().await, Vec::<String>::new(), "nothing was done");
    assert_eq!(invites(&server, Method::GET, "/nobody", "").await.0, 404);
    assert_eq!(invites(&server, Method::GET, "", "").await.1["listed"], 0);
    let twice = invites(&server, Method::POST, "", r#"{"keys": ["anna", " anna ", "bert"]}"#)
        .await
        .1;
    assert_eq!(
        (twice["added"].as_u64(), twice["invites"].as_array().map(Vec::len)),
        (Some(2), Some(3))
    );
}
