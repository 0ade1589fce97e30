//! The configuration's checks, from the file's text.

use admission::{Opening, Visibility, WallMs};

use super::*;

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
fn what_is_not_built_is_refused_and_not_ignored() {
    let text = WHOLE.replace(
        "visibility = \"always\"",
        "visibility = \"at-peak\"\npool = \"p\"\nslug = \"summer\"",
    );
    assert_eq!(fields(&text), ["room[0].slug", "room[0].pool"]);
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
    assert_eq!(life.before, Outside::Hidden);
    assert!(matches!(&life.after, Outside::Special(url) if url.path() == "/over"));
}

#[test]
fn what_is_wrong_with_a_rooms_life_is_named() {
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
fn rooms_belong_to_customers_and_are_told_apart() {
    assert_eq!(
        fields(&WHOLE.replace("customer = \"demo\"", "customer = \"other\"")),
        ["room[0].customer"]
    );
    let (_, room) = WHOLE.split_once("[[room]]").expect("a room");
    assert_eq!(fields(&format!("{WHOLE}\n[[room]]{room}")), ["room[1].id"]);
}

#[test]
fn customers_are_told_apart_capitals_apart() {
    let second = "[[customer]]\nid = \"Demo\"\nsecret_key = \"s\"\n";
    assert_eq!(fields(&format!("{WHOLE}\n{second}")), ["customer[1].id"]);
}

#[test]
fn broken_toml_says_where() {
    let problems = Config::parse("[server", []).expect_err("broken");
    assert!(problems[0].message.contains("line 1"), "{}", problems[0].message);
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
        ["certificate[0]"],
        "its key is missing"
    );
}

#[test]
fn a_room_of_a_pool_has_no_leases() {
    let alone = Config::parse(&living("leases = true"), []).expect("no problems");
    assert!(alone.rooms[0].leases);
    let pooled = living("leases = true\npool = \"shop\"") + "\n[[pool]]\nid = \"shop\"\nrate = 60\n";
    assert_eq!(fields(&pooled), ["room[0].leases"]);
}
