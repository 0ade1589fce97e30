//! The admin API's description is committed, served, and correct.

use std::collections::BTreeSet;

use http::{Method, Request};
use serde_json::Value;

use crate::support::{TestServer, assert_committed, room};

async fn described(server: &TestServer) -> Value {
    server.admin(Method::GET, "openapi.json", "").await.json()
}

#[tokio::test]
async fn the_committed_description_is_what_the_server_says() {
    let server = TestServer::sale(60).await;
    assert_committed(&described(&server).await, "docs/openapi.json");
}

#[tokio::test]
async fn every_operation_names_its_role_and_its_errors() {
    let server = TestServer::sale(60).await;
    let description = described(&server).await;
    let mut seen = 0;
    for (path, item) in description["paths"].as_object().expect("paths") {
        for (method, operation) in item.as_object().expect("operations") {
            let text = operation["description"].as_str().unwrap_or_default();
            assert!(text.contains("Requires the role "), "{method} {path}: {text}");
            for status in ["400", "401", "403", "404", "422", "503"] {
                let problem = &operation["responses"][status]["content"]["application/problem+json"];
                assert!(problem.is_object(), "{method} {path} {status}");
            }
            let named: BTreeSet<&str> = path.split(['{', '}']).skip(1).step_by(2).collect();
            let parameters = operation["parameters"].as_array().into_iter().flatten();
            let in_path = parameters.filter(|parameter| parameter["in"] == "path");
            let reported: BTreeSet<&str> = in_path.filter_map(|parameter| parameter["name"].as_str()).collect();
            assert_eq!(reported, named, "{method} {path}");
            seen += 1;
        }
    }
    assert!(seen >= 20, "{seen}");
}

#[tokio::test]
async fn every_operation_that_is_described_exists_and_asks_for_a_token() {
    let server = TestServer::with(&room("sale", "max_outflow = 60")).await;
    let description = described(&server).await;
    for (path, item) in description["paths"].as_object().expect("paths") {
        for method in item.as_object().expect("operations").keys() {
            let path = path
                .replace("{customer}", "demo")
                .replace("{room}", "sale")
                .replace("{action}", "pause");
            let request = Request::builder()
                .method(method.to_uppercase().as_str())
                .uri(format!("/admin/v1{path}"))
                .body(axum::body::Body::empty());
            assert_eq!(
                server.send(request.expect("a request")).await.status,
                401,
                "{method} {path}"
            );
            let method: Method = method.to_uppercase().parse().expect("a method");
            let reply = server.admin(method.clone(), path.trim_start_matches('/'), "{}").await;
            assert!(
                reply.status != 405 && reply.status.as_u16() < 500,
                "{method} {path}: {}",
                reply.text()
            );
        }
    }
}
