//! `[smtp]`, and the rooms that need it.

use std::time::Duration;

use crate::config::{Config, SmtpPassword, SmtpTls};

fn text(smtp: &str, room: &str) -> String {
    format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\nmaster_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n\
         {smtp}\n[[customer]]\nid = \"demo\"\nsecret_key = \"secret\"\n\n\
         [[room]]\ncustomer = \"demo\"\nid = \"sale\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 1\n{room}\n"
    )
}

fn problems(smtp: &str, room: &str) -> Vec<String> {
    let problems = Config::parse(&text(smtp, room), []).expect_err("has problems");
    problems.into_iter().map(|problem| problem.to_string()).collect()
}

const LEAST: &str = "[smtp]\nhost = \"smtp.example.com\"\nfrom = \"Queue <queue@example.com>\"\n";

#[test]
fn the_least_is_a_host_and_a_sender() {
    let config = Config::parse(&text(LEAST, "email = true"), []).expect("no problems");
    let smtp = config.smtp.expect("a server");
    assert_eq!((smtp.port, smtp.tls, smtp.account), (587, SmtpTls::StartTls, None));
    assert_eq!((smtp.timeout, smtp.per_minute), (Duration::from_secs(20), 300));
    assert_eq!(config.rooms[0].email_lead.map(|lead| lead.get()), Some(10));
    let own = Config::parse(&text(LEAST, "email = true\nemail_minutes = 3"), []).expect("no problems");
    assert_eq!(own.rooms[0].email_lead.map(|lead| lead.get()), Some(3));
    let off = Config::parse(&text("", ""), []).expect("no problems");
    assert!(off.smtp.is_none() && off.rooms[0].email_lead.is_none());
    for (tls, port) in [("implicit", 465), ("none", 25)] {
        let config = Config::parse(&text(&format!("{LEAST}tls = \"{tls}\""), ""), []).expect("no problems");
        assert_eq!(config.smtp.expect("a server").port, port);
    }
}

#[test]
fn a_password_is_in_no_debug_and_no_problem() {
    let with = format!("{LEAST}user = \"queue\"\npassword = \"correct horse\"");
    let config = Config::parse(&text(&with, ""), []).expect("no problems");
    let account = config.smtp.clone().expect("a server").account.expect("an account");
    assert_eq!(account.password, SmtpPassword::Value("correct horse".into()));
    assert!(!format!("{config:?}").contains("horse"));
    let wrong = format!("{with}\npassword_file = 7\nport = \"correct horse\"");
    assert!(problems(&wrong, "").iter().all(|problem| !problem.contains("horse")));
}

#[test]
fn every_problem_says_what_to_do() {
    for (smtp, room, wanted) in [
        (
            "",
            "email = true",
            "room[0].email: no server would send the e-mails: add [smtp]",
        ),
        (
            LEAST,
            "email_minutes = 5",
            "room[0].email_minutes: the room sends no e-mail; set email = true",
        ),
        (
            LEAST,
            "email = true\nemail_minutes = 0",
            "room[0].email_minutes: a whole number from 1 to 120",
        ),
        (
            "",
            "identity = \"email\"",
            "room[0].identity: no server would send the codes: add [smtp]",
        ),
        (
            LEAST,
            "identity = \"phone\"",
            "room[0].identity: \"phone\" is not one of \"none\", \"email\"",
        ),
        (
            LEAST,
            "identity = \"email\"\nidentity_at = \"exit\"",
            "room[0].identity_at: \"exit\" is not one of \"entry\", \"prequeue\"",
        ),
        (
            LEAST,
            "identity_at = \"entry\"",
            "room[0].identity_at: nobody is asked who they are: set identity",
        ),
        (
            LEAST,
            "identity = \"email\"\nidentity_at = \"prequeue\"",
            "room[0].identity_at: the room has no pre-queue: set prequeue_minutes",
        ),
        (
            LEAST,
            "visitor_key = \"unique\"\nvisitor_key_at = \"prequeue\"",
            "room[0].visitor_key_at: the room has no pre-queue: set prequeue_minutes",
        ),
        (
            LEAST,
            "invite_only = true\nvisitor_key_at = \"exit\"",
            "room[0].visitor_key_at: \"exit\" is not one of \"entry\", \"prequeue\"",
        ),
        (
            LEAST,
            "visitor_key_at = \"entry\"",
            "room[0].visitor_key_at: nobody needs a key: set visitor_key",
        ),
        (
            LEAST,
            "price = { code_pays = true }",
            "room[0].price.code_pays: the room asks for no code: set identity",
        ),
        (
            LEAST,
            "identity = \"email\"\nprice = { code_pays = true, work = false }",
            "room[0].price.code_pays: work = false leaves nothing for a code to pay",
        ),
        (
            LEAST,
            "price = { arithmetic = true, work = false }",
            "room[0].price.arithmetic: work = false leaves nothing for an answer to pay",
        ),
        ("[smtp]\nfrom = \"q@example.com\"", "", "smtp.host: this key is needed"),
        ("[[smtp]]\nhost = \"x\"", "", "smtp: a table is wanted, [smtp]"),
        ("[smpt]\nhost = \"x\"", "", "smpt: there is no such table"),
        (
            "[smtp]\nhost = \"https://x/\"\nfrom = \"q@example.com\"",
            "",
            "smtp.host: \"https://x/\" is no host",
        ),
        (
            "[smtp]\nhost = \"x\"\nfrom = \"queue\"",
            "",
            "smtp.from: \"queue\" is no sender",
        ),
        (
            &format!("{LEAST}tls = \"ssl\""),
            "",
            "smtp.tls: \"ssl\" is not known; there are \"starttls\"",
        ),
        (
            &format!("{LEAST}port = 0"),
            "",
            "smtp.port: a whole number from 1 to 65535",
        ),
        (
            &format!("{LEAST}per_minute = 0"),
            "",
            "smtp.per_minute: a whole number from 1 to 100000",
        ),
        (
            &format!("{LEAST}timeout_seconds = 61"),
            "",
            "smtp.timeout_seconds: a whole number from 1 to 60",
        ),
        (
            &format!("{LEAST}user = \"u\""),
            "",
            "smtp.user: a user needs password or password_file",
        ),
        (
            &format!("{LEAST}password = \"p\""),
            "",
            "smtp.user: a password needs a user",
        ),
        (
            &format!("{LEAST}user = \"u\"\npassword = \"p\"\npassword_file = \"f\""),
            "",
            "smtp.password_file: either password or password_file, not both",
        ),
        (
            &format!("{LEAST}tls = \"none\"\nuser = \"u\"\npassword = \"p\""),
            "",
            "smtp.tls: everybody on the way could read the password",
        ),
        (
            &format!("{LEAST}tls = \"none\"\nca_file = \"f\""),
            "",
            "smtp.ca_file: no certificate is checked",
        ),
        (&format!("{LEAST}passwort = \"p\""), "", "smtp.passwort: "),
    ] {
        let found = problems(smtp, room);
        assert!(
            found.iter().any(|problem| problem.starts_with(wanted)),
            "{wanted}: {found:?}"
        );
        assert_eq!(found.len(), 1, "{found:?}");
    }
    let here = "[smtp]\nhost = \"127.0.0.1\"\nfrom = \"q@example.com\"\ntls = \"none\"\nuser = \"u\"\npassword = \"p\"";
    assert!(Config::parse(&text(here, ""), []).is_ok(), "a server on this machine");
}

#[test]
fn alerts_have_recipients_a_period_and_limits() {
    let with = |keys: &str| format!("{LEAST}[smtp.alerts]\n{keys}");
    let config = Config::parse(&text(&with("to = [\"ops@example.com\"]"), ""), []).expect("no problems");
    let alerts = config.smtp.expect("a server").alerts.expect("alerts");
    assert_eq!((alerts.period.get(), alerts.to.len()), (60, 1));
    let limits = &alerts.limits;
    assert_eq!(
        (
            limits.requests,
            limits.suspects,
            limits.suspects_from,
            limits.blocked,
            limits.slowed
        ),
        (6_000, 60, 80, 60, 60)
    );
    assert!(
        Config::parse(&text(LEAST, ""), [])
            .expect("no problems")
            .smtp
            .expect("a server")
            .alerts
            .is_none()
    );
    let to = "to = [\"ops@example.com\"]\n";
    for (keys, wanted) in [
        (String::new(), "smtp.alerts.to: 1 to 10 addresses"),
        ("to = []".to_owned(), "smtp.alerts.to: 1 to 10 addresses"),
        (
            "to = [\"nobody\"]".to_owned(),
            "smtp.alerts.to[0]: this is no e-mail address",
        ),
        (
            format!("{to}period_minutes = 7"),
            "smtp.alerts.period_minutes: 7 minutes are no equal part of a day; these are: 5, 6, 8, 9, 10, 12, 15",
        ),
        (
            format!("{to}period_minutes = 0"),
            "smtp.alerts.period_minutes: 0 minutes are no equal part of a day",
        ),
        (format!("{to}suspects_from = 85"), "smtp.alerts.suspects_from: 10, 20"),
        (
            format!("{to}blocked_per_minute = -1"),
            "smtp.alerts.blocked_per_minute: a whole number",
        ),
        (format!("{to}requests = 1"), "smtp.alerts.requests: "),
    ] {
        let found = problems(&with(&keys), "");
        assert!(
            found.iter().any(|problem| problem.contains(wanted)),
            "{keys}: {found:?}"
        );
    }
}
