//! `[oidc]`, and the rooms that need it.

use crate::config::{Config, IdentityVerifier, OidcSecret};

const LEAST: &str = "[oidc]\nissuer = \"https://accounts.example.com\"\nclient_id = \"anteroom\"\n";

fn text(oidc: &str, room: &str) -> String {
    format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\nmaster_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n\
         {oidc}\n[[customer]]\nid = \"demo\"\nsecret_key = \"secret\"\n\n\
         [[room]]\ncustomer = \"demo\"\nid = \"sale\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 1\n{room}\n"
    )
}

fn problems(oidc: &str, room: &str) -> Vec<String> {
    let problems = Config::parse(&text(oidc, room), []).expect_err("has problems");
    problems.into_iter().map(|problem| problem.to_string()).collect()
}

fn issuer(text: &str) -> String {
    format!("[oidc]\nissuer = \"{text}\"\nclient_id = \"anteroom\"\n")
}

#[test]
fn the_least_is_an_issuer_and_a_client() {
    let config = Config::parse(&text(LEAST, "identity = \"oidc\""), []).expect("no problems");
    let oidc = config.oidc.expect("a provider");
    assert_eq!(
        (oidc.issuer.as_str(), oidc.client_id.as_str()),
        ("https://accounts.example.com", "anteroom")
    );
    assert_eq!(oidc.secret, None);
    let rule = config.rooms[0].joining.identity.expect("a rule");
    assert_eq!(rule.by, IdentityVerifier::Oidc);
    for text_of in [
        "http://localhost:9000",
        "http://127.0.0.1:9000/realm/",
        "http://[::1]/",
        "https://a.example/b",
    ] {
        let config = Config::parse(&text(&issuer(text_of), ""), []).expect("no problems");
        assert_eq!(config.oidc.expect("a provider").issuer, text_of, "to the letter");
    }
}

#[test]
fn a_secret_is_in_no_debug_and_no_problem() {
    let with = format!("{LEAST}client_secret = \"correct horse\"");
    let config = Config::parse(&text(&with, ""), []).expect("no problems");
    let secret = config.oidc.clone().expect("a provider").secret;
    assert_eq!(secret, Some(OidcSecret::Value("correct horse".into())));
    assert!(!format!("{config:?}").contains("horse"));
    let wrong = format!("{with}\nclient_secret_file = 7\nscope = \"correct horse\"");
    assert!(problems(&wrong, "").iter().all(|problem| !problem.contains("horse")));
}

#[test]
fn every_problem_says_what_to_do() {
    let both = format!("{LEAST}client_secret = \"a\"\nclient_secret_file = \"b\"");
    let empty = format!("{LEAST}client_secret = \"\"");
    for (oidc, room, wanted) in [
        (
            "",
            "identity = \"oidc\"",
            "room[0].identity: there is no provider to sign in at: add [oidc]",
        ),
        (
            LEAST,
            "identity = \"openid\"",
            "room[0].identity: \"openid\" is not one of \"none\", \"email\", \"oidc\"",
        ),
        ("[oidc]\nclient_id = \"a\"", "", "oidc.issuer: this key is needed"),
        ("[[oidc]]\nissuer = \"x\"", "", "oidc: a table is wanted, [oidc]"),
        ("[odic]\nissuer = \"x\"", "", "odic: there is no such table"),
        (
            &issuer("accounts.example.com"),
            "",
            "oidc.issuer: \"accounts.example.com\" is no issuer",
        ),
        (
            &issuer("http://accounts.example.com"),
            "",
            "oidc.issuer: \"http://accounts.example.com\" is no issuer",
        ),
        (
            &issuer("https://a.example/?b=c"),
            "",
            "oidc.issuer: \"https://a.example/?b=c\" is no issuer",
        ),
        (
            &issuer("https://u@a.example/"),
            "",
            "oidc.issuer: \"https://u@a.example/\" is no issuer",
        ),
        (
            "[oidc]\nissuer = \"https://a.example\"\nclient_id = \"\"",
            "",
            "oidc.client_id: the id that the provider gave this server is wanted",
        ),
        (
            &both,
            "",
            "oidc.client_secret_file: either client_secret or client_secret_file, not both",
        ),
        (&empty, "", "oidc.client_secret: is empty; take this key out"),
    ] {
        let found = problems(oidc, room);
        assert!(
            found.iter().any(|problem| problem.starts_with(wanted)),
            "{wanted}: {found:?}"
        );
    }
}
