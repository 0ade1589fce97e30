//! `anteroom check` reports every problem at once, with line, key, explanation and suggestion.

use http::Method;
use serde_json::json;

use super::File;
use crate::support::{ADMIN_TOKEN, MASTER_KEY, SECRET, TestServer};

#[test]
fn all_problems_are_reported_at_once_by_line() {
    let file = File::with(&format!(
        "[server]\nhttp = 8080\nadmin_token = \"a\"\nmaster_key = \"{MASTER_KEY}\"\nstore = \"postgres://user:hush@host/db\"\ntrusted_proxies = {{}}\n\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"{SECRET}\"\n\n\
         [[room]]\nid = \"broken\"\ncustomer = \"demo\"\nmax_outflow = \"many\"\n\n\
         [[room]]\nid = \"sale\"\ncustomer = \"dmo\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\n\n\
         [[room]]\nid = \"other\"\ncustomer = \"demo\"\ntarget_url = \"https://elsewhere.example/\"\ntarget_hosts = [\"shop.example\"]\nmax_outflow = 60\nthem = \"default\"\n\n\
         [[room]]\nid = \"third\"\ncustomer = \"demo\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\ntheme = \"retial\"\nculture = \"xx-YY\"\n"
    ));
    let (code, said) = file.run("check");
    assert_eq!(code, Some(2), "{said}");
    let name = file.path.display().to_string();
    let lines: Vec<&str> = said
        .lines()
        .map(|line| line.strip_prefix(name.as_str()).unwrap_or(line))
        .collect();
    let wanted = [
        (":2: server.http: ", "a text in quotes is wanted"),
        (":3: server.admin_token: ", "openssl rand -hex 32"),
        (":5: server.store: ", "postgres"),
        (":6: server.trusted_proxies: ", "a list of texts is wanted"),
        (":12: room[0].target_url: room \"broken\": ", "this key is needed"),
        (
            ":15: room[0].max_outflow: room \"broken\": ",
            "a whole number is wanted; this is a text",
        ),
        (":19: room[1].customer: room \"sale\": ", "did you mean `demo`?"),
        (":26: room[2].target_url: room \"other\": ", "target_hosts"),
        (":29: room[2].them: room \"other\": ", "did you mean `theme`?"),
        (":36: room[3].theme: room \"third\": ", "did you mean `retail`?"),
        (":37: room[3].culture: room \"third\": ", "xx-YY"),
    ];
    for (place, words) in wanted {
        assert!(
            lines.iter().any(|line| line.starts_with(place) && line.contains(words)),
            "{place}{words} in\n{said}"
        );
    }
    assert_eq!(lines.len(), wanted.len(), "{said}");
    assert!(!said.contains("hush"), "{said}");
}

#[test]
fn a_key_that_cannot_be_read_hides_no_fault_of_others() {
    let file = File::with(
        "[server]\nhttp = \"127.0.0.1:1\"\nadmin_token = \"changeme\"\nmaster_key = \"…\"\nstore = \"embeded:/x\"\n\n\
         [[customer]]\nid = \"demo\"\nsecret_key = \"…\"\n\n\
         [[room]]\nid = \"sale\"\ncustomer = \"demo\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 60\n",
    );
    let (code, said) = file.run("check");
    assert_eq!(code, Some(2), "{said}");
    for field in [
        ":3: server.admin_token: ",
        ":4: server.master_key: ",
        ":5: server.store: ",
        ":9: customer[0].secret_key: ",
    ] {
        assert!(said.contains(field), "{field} in\n{said}");
    }
}

#[test]
fn a_variable_that_is_wrong_is_named() {
    let file = File::with(&super::configuration("", ""));
    let output = file
        .command("check")
        .env("ANTEROOM_SERVER_HTTPS", "nowhere")
        .output()
        .expect("the binary runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("ANTEROOM_SERVER_HTTPS: server.https: "), "{said}");
    assert!(!said.contains(ADMIN_TOKEN), "{said}");
}

#[tokio::test]
async fn a_culture_that_nobody_speaks_and_a_key_that_is_mistyped_are_pointed_at() {
    let server = TestServer::sale(60).await;
    for (body, pointer, words) in [
        (json!({ "culture": "xx-YY" }), "/culture", "xx-YY"),
        (json!({ "maxOutlfow": 5 }), "/maxOutlfow", "did you mean `maxOutflow`?"),
        (json!({ "maxOutflow": "5" }), "/maxOutflow", "a whole number is wanted"),
        (
            json!({ "targetUrl": "https://elsewhere.example/" }),
            "/targetUrl",
            "targetHosts",
        ),
        (json!({ "targetUrl": null }), "/targetUrl", "this key is needed"),
    ] {
        let reply = server.admin(Method::PATCH, "rooms/demo/sale", &body.to_string()).await;
        let answer = reply.json();
        assert_eq!(
            (reply.status.as_u16(), answer["pointer"].as_str()),
            (422, Some(pointer)),
            "{body}: {answer}"
        );
        assert!(
            answer["detail"].as_str().is_some_and(|detail| detail.contains(words)),
            "{body}: {answer}"
        );
    }
}
