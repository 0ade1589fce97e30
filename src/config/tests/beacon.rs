//! Tests of the relays of a beacon, and of who asks them.

use super::*;

fn with(keys: &str) -> String {
    WHOLE.replace("store = \"memory:\"\n", &format!("store = \"memory:\"\n{keys}\n"))
}

#[test]
fn browsers_ask_no_relay_unless_the_file_says_so() {
    let relays = "beacon_relays = [\"https://api.drand.sh\"]";
    for (keys, named, by_browsers) in [
        (String::new(), 0, 0),
        (relays.to_owned(), 1, 0),
        (format!("{relays}\nbeacon_by_browsers = true"), 1, 1),
    ] {
        let server = Config::parse(&with(&keys), []).expect("is whole").server;
        let found = (server.beacon_relays.len(), server.browser_relays().len());
        assert_eq!(found, (named, by_browsers), "{keys}");
    }
}

#[test]
fn browsers_need_relays_and_learn_no_password() {
    assert_eq!(
        fields(&with("beacon_by_browsers = true")),
        ["server.beacon_by_browsers"]
    );
    let secret = "beacon_relays = [\"https://api.drand.sh\", \"https://me:secret@relay.example\"]";
    Config::parse(&with(secret), []).expect("only the server asks");
    let shown = format!("{secret}\nbeacon_by_browsers = true");
    assert_eq!(fields(&with(&shown)), ["server.beacon_relays[1]"]);
}

#[test]
fn the_environment_can_let_browsers_ask() {
    let set = |key: &str, value: &str| (format!("ANTEROOM_SERVER_{key}"), value.to_owned());
    let environment = [
        set("BEACON_RELAYS", "https://api.drand.sh, https://drand.cloudflare.com"),
        set("BEACON_BY_BROWSERS", "true"),
    ];
    let config = Config::parse(WHOLE, environment).expect("is whole");
    assert_eq!(config.server.browser_relays().len(), 2);
}
