//! Configurations that `check` and `serve` reject.

use super::{File, configuration};
use crate::support::{ADMIN_TOKEN, MASTER_KEY, SECRET};

#[test]
fn weak_secrets_and_proxies_that_are_everybody_are_refused_by_check_and_by_serve() {
    let good = configuration("", "");
    assert_eq!(File::with(&good).run("check").0, Some(0));
    let swapped = |from: &str, to: &str| good.replace(from, to);
    for (text, field) in [
        (swapped(ADMIN_TOKEN, "a"), "server.admin_token"),
        (swapped(ADMIN_TOKEN, "changemechangemenow"), "server.admin_token"),
        (swapped(ADMIN_TOKEN, MASTER_KEY), "server.admin_token"),
        (swapped(MASTER_KEY, &"0".repeat(64)), "server.master_key"),
        (swapped(MASTER_KEY, &"deadbeef".repeat(8)), "server.master_key"),
        (swapped(SECRET, "abc"), "customer[0].secret_key"),
        (
            swapped(SECRET, "the secret that your connectors hold"),
            "customer[0].secret_key",
        ),
        (swapped(SECRET, ADMIN_TOKEN), "customer[0].secret_key"),
        (
            configuration("trusted_proxies = [\"0.0.0.0/1\"]", ""),
            "server.trusted_proxies[0]",
        ),
        (
            configuration("trusted_proxies = [\"::1\", \"::/0\"]", ""),
            "server.trusted_proxies[1]",
        ),
        (
            configuration("", "[[ip_group]]\nid = \"all\"\naddresses = [\"128.0.0.0/1\"]\n"),
            "ip_group[0].addresses[0]",
        ),
    ] {
        let file = File::with(&text);
        for command in ["check", "serve"] {
            let (code, said) = file.run(command);
            assert_eq!(code, Some(2), "{command}: {field}: {said}");
            assert!(said.contains(field), "{command}: {field}: {said}");
            assert!(!said.contains(ADMIN_TOKEN) && !said.contains(MASTER_KEY), "{said}");
            assert!(!field.ends_with("_key") && !field.ends_with("_token") || said.contains("openssl rand -hex 32"));
        }
    }
}

#[test]
fn doubtful_values_are_reported_and_served() {
    let text = configuration("", "[[customer]]\nid = \"other\"\nsecret_key = \"short\"\n");
    let (code, said) = File::with(&text).run("check");
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("warning: ") && said.contains("customer[1].secret_key"),
        "{said}"
    );
}
