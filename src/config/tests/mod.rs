//! Tests of the configuration's checks, from the file's text.

use admission::{Opening, Visibility, WallMs};

use ::crowdhandler::DomainPattern;

use super::*;

mod allowed_hosts;
mod beacon;
mod crowdhandler;
mod oidc;
mod push;
mod recordings;
mod smtp;

const WHOLE: &str = r#"
[server]
http = "127.0.0.1:8080"
https = "127.0.0.1:8443"
tls = "self-signed"
public_url = "https://queue.example"
trusted_proxies = ["10.0.0.0/8", "192.0.2.1"]
admin_token = "t"
master_key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
store = "memory:"

[[customer]]
id = "demo"
secret_key = "secret"
api_key = "k"

[[room]]
customer = "demo"
id = "sale"
name = "Summer sale"
target_url = "https://shop.example/{show}"
max_outflow = 120
visibility = "always"
opening = "full"
theme = "default"
culture = "en-US"
detect_language = false
display = { queue_number = true, users_ahead = true, wait = true, progress = true, last_updated = false }
"#;

fn fields(text: &str) -> Vec<String> {
    let problems = Config::parse(text, []).expect_err("has problems");
    problems.into_iter().map(|problem| problem.field).collect()
}

#[test]
fn a_stores_password_is_not_in_debug() {
    let url = "redis://:pass-word@h";
    let config = Config::parse(&WHOLE.replace("memory:", url), []).expect("is whole");
    assert_eq!(config.server.store.as_str(), url);
    let debug = format!("{:?}", config.server);
    assert!(
        debug.contains("StoreUrl(redis:..)") && !debug.contains("pass-word"),
        "{debug}"
    );
}

#[test]
fn the_contracts_file_is_read() {
    let config = Config::parse(WHOLE, []).expect("no problems");
    assert_eq!(config.server.trusted_proxies.len(), 2);
    let unnamed = WHOLE.replace("public_url = \"https://queue.example\"\n", "");
    let named = [WHOLE, &unnamed].map(|text| Config::parse(text, []).expect("no problems").server.names_public_url);
    assert_eq!(named, [true, false]);
    assert_eq!(config.rooms[0].max_outflow.0, 120);
    assert!(!config.rooms[0].display.last_updated);
    assert_eq!(config.rooms[0].target_hosts, ["shop.example".parse().expect("a host")]);
}

#[test]
fn the_environment_wins_for_the_server_alone() {
    let set = |key: &str, value: &str| (format!("ANTEROOM_SERVER_{key}"), value.to_owned());
    let config = Config::parse(
        WHOLE,
        [set("HTTP", "127.0.0.1:9"), set("TRUSTED_PROXIES", "::1, 10.0.0.0/9")],
    );
    let server = config.expect("no problems").server;
    assert_eq!(server.http, Some("127.0.0.1:9".parse().expect("an address")));
    assert_eq!(server.trusted_proxies.len(), 2);
    assert_eq!(
        Config::parse(WHOLE, [set("NONSENSE", "x")]).expect_err("unknown key")[0].field,
        "server.nonsense"
    );
}

#[test]
fn every_problem_is_named_with_its_field() {
    let text = WHOLE
        .replace("\"127.0.0.1:8080\"", "\"nowhere\"")
        .replace("000102", "zz")
        .replace("id = \"sale\"", "id = \"Sale\"")
        .replace("max_outflow = 120", "max_outflow = -1");
    assert_eq!(
        fields(&text),
        ["server.http", "server.master_key", "room[0].id", "room[0].max_outflow"]
    );
}

#[test]
fn unknown_keys_and_wrong_types_name_their_path() {
    assert_eq!(fields(&WHOLE.replace("theme = ", "teme = ")), ["room[0].teme"]);
    assert_eq!(
        fields(&WHOLE.replace("max_outflow = 120", "max_outflow = \"many\"")),
        ["room[0].max_outflow"]
    );
}

#[test]
fn every_problem_of_form_is_reported_at_once() {
    let reported = |text: &str| {
        let problems = Config::parse(text, []).expect_err("has problems");
        problems.iter().map(ConfigProblem::to_string).collect::<Vec<_>>()
    };
    let text = WHOLE
        .replace(
            "trusted_proxies = [\"10.0.0.0/8\", \"192.0.2.1\"]",
            "trusted_proxies = { a = 1 }",
        )
        .replace("http = \"127.0.0.1:8080\"", "http = 8080")
        .replace("max_outflow = 120", "max_outlfow = \"120\"")
        .replace("detect_language = false", "detect_language = \"false\"")
        .replace("wait = true", "waits = true")
        .replace("target_url = ", "start = 5\nhosts = [\"a.example\", 7]\ntarget_url = ")
        .replace("api_key = \"k\"", "colour = \"x\"");
    assert_eq!(
        reported(&(text + "[[rooms]]\nid = \"x\"\n[pool]\nid = \"p\"\n[[certificate]]\ncert = \"c\"\n")),
        [
            "rooms: there is no such table; did you mean `room`?",
            "server.http: a text in quotes is wanted; this is a whole number",
            "server.trusted_proxies: a list of texts is wanted, such as [\"one\", \"two\"]; this is a table",
            "customer[0].colour: there is no such key; did you mean `color`?",
            "pool: write [[pool]], with two brackets: there may be several",
            "room[0].max_outlfow: there is no such key; did you mean `max_outflow`?",
            "room[0].detect_language: true or false is wanted; this is a text: leave the quotes out",
            "room[0].display.waits: there is no such key; did you mean `wait`?",
            "room[0].hosts[1]: a text in quotes is wanted; this is a whole number",
            "room[0].max_outflow: this key is needed; see `max_outlfow`",
            "room[0].start: a moment such as 2026-12-01T10:00:00Z is wanted; this is a whole number",
            "certificate[0].key: this key is needed",
        ]
    );
    assert_eq!(
        reported("x = 1").len(),
        2,
        "the table that there is not, and the one that is needed"
    );
}

#[test]
fn a_problem_of_one_entry_is_not_reported_for_those_that_name_it() {
    let text = WHOLE
        .replace("secret_key = \"secret\"", "secret_key = \"\"")
        .replace("theme = ", "teme = ");
    assert_eq!(fields(&text), ["room[0].teme", "customer[0].secret_key"]);
    let text = WHOLE.replace("customer = \"demo\"", "customer = \"dmo\"");
    let problems = Config::parse(&text, []).expect_err("has problems");
    assert!(problems[0].message.contains("did you mean `demo`?"), "{}", problems[0]);
}

#[test]
fn a_target_outside_its_hosts_is_refused_unless_the_link_chooses_the_host() {
    let with = |target: &str, hosts: &str| {
        WHOLE
            .replace("https://shop.example/{show}", target)
            .replace("max_outflow", &format!("target_hosts = [{hosts}]\nmax_outflow"))
    };
    assert_eq!(
        fields(&with("https://evil.example/", "\"shop.example\"")),
        ["room[0].target_url"]
    );
    assert_eq!(
        fields(&with("https://shop.example:8443/", "\"shop.example:443\"")),
        ["room[0].target_url"]
    );
    for good in ["https://shop.example/{show}", "https://{brand}.example/"] {
        assert!(
            Config::parse(&with(good, "\"www.shop.example\", \"shop.example\""), []).is_ok(),
            "{good}"
        );
    }
}

#[test]
fn a_host_from_the_visitors_link_needs_hosts() {
    for target in [
        "https://{brand}.example/",
        "https://{brand}/",
        "https://shop.example{brand}/",
    ] {
        let whole = WHOLE.replace("https://shop.example/{show}", target);
        assert_eq!(fields(&whole), ["room[0].target_url"], "{target}");
    }
}

#[test]
fn keys_of_missing_features_are_refused_and_not_ignored() {
    let pool = "\n[[pool]]\nid = \"p\"\nlane = \"vip\"\n";
    assert_eq!(fields(&(WHOLE.to_owned() + pool)), ["pool[0].lane"]);
}

fn living(keys: &str) -> String {
    WHOLE.replace("visibility = \"always\"", keys)
}

#[test]
fn a_rooms_life_is_read() {
    let keys = "visibility = \"at-peak-burst\"\nstart = 2026-12-01T11:00:00+01:00\nprequeue_minutes = 60\nend = 2026-12-01T12:00:00Z\n\
                before = \"hidden\"\nafter = \"https://shop.example/over\"\nnumber_valid_minutes = 30\nfairness_seconds = 10";
    let config = Config::parse(&living(keys), []).expect("no problems");
    let life = &config.rooms[0].life;
    assert_eq!(life.schedule.start, Some(WallMs(1_796_119_200_000)));
    assert_eq!(life.schedule.opens(), Some(WallMs(1_796_115_600_000)));
    assert_eq!(life.schedule.end, Some(WallMs(1_796_126_400_000)));
    assert_eq!(
        (life.number_valid_ms, life.fairness_ms),
        (Some(1_800_000), Some(10_000))
    );
    assert_eq!(
        (life.visibility, life.opening),
        (Visibility::AtPeakBurst, Opening::Full)
    );
    assert_eq!(life.before, IdleBehaviour::Hidden);
    assert!(matches!(&life.after, IdleBehaviour::Special(url) if url.path() == "/over"));
}

#[test]
fn mistakes_in_a_rooms_lifecycle_are_named() {
    for (keys, wrong) in [
        ("start = 2026-12-01T10:00:00", "room[0].start"),
        ("start = 2026-12-01", "room[0].start"),
        ("prequeue_minutes = 10", "room[0].prequeue_minutes"),
        (
            "start = 2026-12-01T10:00:00Z\nprequeue_minutes = -1",
            "room[0].prequeue_minutes",
        ),
        (
            "start = 2026-12-01T10:00:00Z\nend = 2026-12-01T10:00:00Z",
            "room[0].end",
        ),
        ("visibility = \"never\"", "room[0].visibility"),
        ("before = \"soon\"", "room[0].before"),
        ("before = \"javascript:alert(1)\"", "room[0].before"),
        ("after = \"hidden\"", "room[0].after"),
        ("number_valid_minutes = 3", "room[0].number_valid_minutes"),
        ("fairness_seconds = 0", "room[0].fairness_seconds"),
    ] {
        assert_eq!(fields(&living(keys)), [wrong], "{keys}");
    }
    assert_eq!(fields(&WHOLE.replace("\"full\"", "\"late\"")), ["room[0].opening"]);
}

#[test]
fn rooms_of_a_customer_have_different_ids() {
    assert_eq!(
        fields(&WHOLE.replace("customer = \"demo\"", "customer = \"other\"")),
        ["room[0].customer"]
    );
    let (_, room) = WHOLE.split_once("[[room]]").expect("a room");
    assert_eq!(fields(&format!("{WHOLE}\n[[room]]{room}")), ["room[1].id"]);
}

#[test]
fn customers_ids_differ_regardless_of_case() {
    let second = "[[customer]]\nid = \"Demo\"\nsecret_key = \"s\"\n";
    assert_eq!(fields(&format!("{WHOLE}\n{second}")), ["customer[1].id"]);
}

#[test]
fn broken_toml_is_reported_with_its_position() {
    let problems = Config::parse("[server", []).expect_err("broken");
    assert!(problems[0].message.contains("line 1"), "{}", problems[0].message);
    let secret = "[server]\nadmin_token = \"hush\nmaster_key = 'hush\n";
    let problems = Config::parse(secret, []).expect_err("broken");
    let reported: Vec<String> = problems.iter().map(ConfigProblem::to_string).collect();
    assert!(
        reported.iter().any(|reported| reported.contains("line 2"))
            && reported.iter().any(|reported| reported.contains("line 3")),
        "{reported:?}"
    );
    assert!(!reported.concat().contains("hush"), "{reported:?}");
}

#[test]
fn each_own_host_leads_to_one_place() {
    let of_room = |hosts: &str| WHOLE.replace("id = \"sale\"", &format!("id = \"sale\"\nhosts = [{hosts}]"));
    let of_both =
        |of_customer: &str, hosts: &str| of_room(hosts).replace("api_key = \"k\"", &format!("hosts = [{of_customer}]"));
    let config = Config::parse(&of_both("\"a.example\"", "\"B.example\""), []).expect("no problems");
    assert_eq!(config.customers[0].hosts, ["a.example".parse().expect("a host")]);
    assert_eq!(config.rooms[0].hosts, ["b.example".parse().expect("a host")]);
    for (text, wrong) in [
        (of_room("\"b.example\", \"https://c.example\""), "room[0].hosts[1]"),
        (of_room("\"b.example\", \"B.example\""), "room[0].hosts[1]"),
        (of_both("\"a.example\"", "\"a.example\""), "room[0].hosts[0]"),
        (of_room("\"queue.example\""), "room[0].hosts[0]"),
        (of_both("\"*.example\"", ""), "customer[0].hosts[0]"),
    ] {
        assert_eq!(fields(&text), [wrong]);
    }
    let many: String = (0..=host::HOSTS_MAX)
        .map(|index| format!("\"h{index}.example\","))
        .collect();
    assert_eq!(fields(&of_room(&many)), ["room[0].hosts"]);
}

#[test]
fn a_room_whose_status_is_hidden_cannot_be_listed() {
    assert!(Config::parse(&living("listed = true"), []).expect("no problems").rooms[0].listed);
    assert!(
        !Config::parse(&living("public_status = false"), [])
            .expect("no problems")
            .rooms[0]
            .public_status
    );
    assert_eq!(
        fields(&living("listed = true\npublic_status = false")),
        ["room[0].listed"]
    );
}

#[test]
fn certificates_are_for_https() {
    let text = format!("{WHOLE}\n[[certificate]]\ncert = \"cert.pem\"\nkey = \"key.pem\"\n");
    assert_eq!(Config::parse(&text, []).expect("no problems").certificates.len(), 1);
    let plain = text.replace("https = ", "# ").replace("tls = ", "# ");
    assert_eq!(fields(&plain), ["certificate[0]"]);
    assert_eq!(
        fields(&text.replace("key = \"key.pem\"", "")),
        ["certificate[0].key"],
        "its key is missing"
    );
}

#[test]
fn a_rooms_name_is_one_line() {
    let keys = |name: &str| WHOLE.replace("\"Summer sale\"", &format!("{name:?}"));
    assert!(Config::parse(&keys(&"n".repeat(200)), []).is_ok());
    for bad in ["a\r\nBcc: b@example.com", &"n".repeat(201)] {
        assert_eq!(fields(&keys(bad)), ["room[0].name"], "{bad}");
    }
}

#[test]
fn a_room_takes_at_least_one_person() {
    let room = |keys: &str| Config::parse(&living(keys), []).expect("no problems").rooms.remove(0);
    assert_eq!(room("").capacity, None);
    assert_eq!(room("capacity = 5000").capacity, Some(5_000));
    for keys in ["capacity = 0", "capacity = -1"] {
        assert_eq!(fields(&living(keys)), ["room[0].capacity"]);
    }
}

#[test]
fn a_hold_of_the_turn_is_off_by_default_and_ends_before_the_number() {
    let hold_ms = |keys: &str| Config::parse(&living(keys), []).expect("no problems").rooms[0].hold_ms;
    assert_eq!(hold_ms(""), 0);
    assert_eq!(hold_ms("hold_minutes = 30"), 30 * 60_000);
    assert_eq!(hold_ms("hold_minutes = 9\nnumber_valid_minutes = 10"), 9 * 60_000);
    for wrong in ["0", "-9223372036854775808"] {
        let fields = fields(&living(&format!("number_valid_minutes = {wrong}")));
        assert!(!fields.contains(&"room[0].hold_minutes".to_owned()), "{fields:?}");
    }
    for keys in [
        "hold_minutes = 31",
        "hold_minutes = -1",
        "hold_minutes = 10\nnumber_valid_minutes = 10",
    ] {
        assert_eq!(fields(&living(keys)), ["room[0].hold_minutes"], "{keys}");
    }
}

#[test]
fn a_room_of_a_pool_has_no_leases() {
    let alone = Config::parse(&living("leases = true"), []).expect("no problems");
    assert!(alone.rooms[0].leases);
    let pooled = living("leases = true\npool = \"shop\"") + "\n[[pool]]\nid = \"shop\"\nrate = 60\n";
    assert_eq!(fields(&pooled), ["room[0].leases"]);
}

#[test]
fn a_site_has_sessions_with_a_cap_or_with_addresses() {
    let pool = |keys: &str| format!("{WHOLE}\n[[pool]]\nid = \"shop\"\n{keys}\n");
    let read = |keys: &str| Config::parse(&pool(keys), []).expect("no problems").pools.remove(0);
    let sessions = |keys: &str| {
        read(keys)
            .sessions
            .map(|sessions| (sessions.max, sessions.stock, sessions.minutes.get()))
    };
    let site = "domains = [\"https://www.example.com\", \"http://shop.example:8080\"]\n";
    assert_eq!(sessions("rate = 60"), None);
    assert_eq!(sessions("max_sessions = 9\nstock = 4"), Some((Some(9), Some(4), 20)));
    assert_eq!(sessions(site), Some((None, None, 20)));
    assert_eq!(
        sessions(&format!("{site}session_minutes = 5\nstock = 0")),
        Some((None, Some(0), 5))
    );
    let whole = read(&format!("{site}checkout = \"^/thanks$\"\ncheckout_ends_session = true"));
    let domains: Vec<&str> = whole.domains.iter().map(DomainPattern::as_str).collect();
    assert_eq!(domains, ["https://www.example.com", "http://shop.example:8080"]);
    let checkout = whole.checkout.expect("given");
    assert_eq!((checkout.pattern.as_str(), checkout.ends_session), ("^/thanks$", true));

    let wrong = |keys: &str| fields(&pool(keys));
    assert_eq!(
        wrong("session_minutes = 5\nstock = 4"),
        ["pool[0].session_minutes", "pool[0].stock"]
    );
    assert_eq!(wrong("checkout = \"x\""), ["pool[0].checkout"]);
    assert_eq!(wrong(&format!("{site}checkout = \"(\"")), ["pool[0].checkout"]);
    assert_eq!(
        wrong(&format!("{site}checkout_ends_session = true")),
        ["pool[0].checkout_ends_session"]
    );
    assert_eq!(wrong(&format!("{site}stock = -1")), ["pool[0].stock"]);
    assert_eq!(wrong(&format!("{site}autotune = true")), ["pool[0].autotune"]);
    assert_eq!(wrong("autotune = true"), ["pool[0].autotune"]);
    // Connectors report how long pages take if the site's addresses are not configured.
    assert!(read("rate = 60\nautotune = true").autotune);
    assert!(read(&format!("{site}rate = 0\nautotune = true")).autotune);
    assert!(!read(&format!("{site}rate = 60")).autotune);
    for address in [
        "",
        "example.com",
        "ftp://example.com",
        "https://",
        "https://example.com/",
        "https://a b",
        "https://a?b",
    ] {
        assert_eq!(
            wrong(&format!("domains = [{address:?}]")),
            ["pool[0].domains[0]"],
            "{address}"
        );
    }
    assert_eq!(
        wrong("domains = [\"https://a\", \"https://a\"]"),
        ["pool[0].domains[1]"]
    );
}
