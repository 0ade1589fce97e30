//! `[push]`, and the rooms that need it.

use crate::config::Config;

fn text(push: &str, room: &str) -> String {
    format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\nmaster_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n\
         {push}\n[[customer]]\nid = \"demo\"\nsecret_key = \"secret\"\n\n\
         [[room]]\ncustomer = \"demo\"\nid = \"sale\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 1\n{room}\n"
    )
}

const LEAST: &str = "[push]\ncontact = \"mailto:ops@example.com\"\n";

#[test]
fn the_least_is_a_contact_and_nothing_is_on_by_itself() {
    let config = Config::parse(&text(LEAST, "push = true"), []).expect("no problems");
    let push = config.push.expect("push services");
    assert_eq!((push.per_minute, push.hosts.len(), push.proxy), (3_000, 0, None));
    assert_eq!(config.rooms[0].push_lead.map(|lead| lead.get()), Some(3));
    let own = Config::parse(&text(LEAST, "push = true\npush_minutes = 7"), []).expect("no problems");
    assert_eq!(own.rooms[0].push_lead.map(|lead| lead.get()), Some(7));
    let off = Config::parse(&text("", ""), []).expect("no problems");
    assert!(off.push.is_none() && off.rooms[0].push_lead.is_none());
    let further = format!("{LEAST}hosts = [\"push.example.org\", \"Push.Example.com\"]");
    let further = Config::parse(&text(&further, ""), []).expect("no problems");
    assert_eq!(
        further.push.expect("push services").hosts,
        ["push.example.org", "push.example.com"]
    );
}

#[test]
fn every_problem_says_what_to_do() {
    let with = |keys: &str| format!("{LEAST}{keys}");
    for (push, room, wanted) in [
        (
            String::new(),
            "push = true",
            "room[0].push: push services want to know whom to ask: add [push]",
        ),
        (
            with(""),
            "push_minutes = 5",
            "room[0].push_minutes: the room sends no web push; set push = true",
        ),
        (
            with(""),
            "push = true\npush_minutes = 121",
            "room[0].push_minutes: a whole number from 1 to 120",
        ),
        ("[push]\n".to_owned(), "", "push.contact: this key is needed"),
        (
            "[[push]]\ncontact = \"x\"".to_owned(),
            "",
            "push: a table is wanted, [push]",
        ),
        (
            "[push]\ncontact = \"ops@example.com\"".to_owned(),
            "",
            "push.contact: \"ops@example.com\" is no address of yours",
        ),
        (
            with("hosts = [\"localhost\"]"),
            "",
            "push.hosts[0]: \"localhost\" is no host",
        ),
        (
            with("hosts = [\"10.0.0.1\"]"),
            "",
            "push.hosts[0]: \"10.0.0.1\" is no host",
        ),
        (
            with("hosts = [\".example.com\"]"),
            "",
            "push.hosts[0]: \".example.com\" is no host",
        ),
        (with("proxy = \"socks5://x\""), "", "push.proxy: an address such as"),
        (
            with("proxy = \"http://u:correct-horse@proxy.example:3128\""),
            "",
            "push.proxy: everybody on the way could read the password",
        ),
        (
            with("per_minute = 0"),
            "",
            "push.per_minute: a whole number from 1 to 100000",
        ),
        (with("contakt = \"x\""), "", "push.contakt: "),
    ] {
        let problems = Config::parse(&text(&push, room), []).expect_err("has problems");
        let found: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(
            found.len() == 1 && found[0].starts_with(wanted) && !found[0].contains("horse"),
            "{wanted}: {found:?}"
        );
    }
    let proxied = with("proxy = \"http://u:correct-horse@127.0.0.1:3128\"");
    let config = Config::parse(&text(&proxied, ""), []).expect("a proxy on this machine");
    assert!(!format!("{:?}", config.push).contains("horse"));
}
