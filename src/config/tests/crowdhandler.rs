//! Tests of the keys for CrowdHandler's API.

use super::*;

const PUBLIC: &str = "8a21c4f09b7d53e6a1f0b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f506";
const PRIVATE: &str = "0f1e2d3c4b5a69788796a5b4c3d2e1f00112233445566778899aabbccddeeff0";

/// The usual file with keys of its customer, a pool with these keys, and these keys of its room.
fn file(customer: &str, pool: &str, room: &str) -> String {
    let whole = WHOLE
        .replace("api_key = \"k\"", customer)
        .replace("visibility = \"always\"", &format!("pool = \"site\"\n{room}"));
    format!("{whole}\n[[pool]]\nid = \"site\"\n{pool}\n")
}

fn both_keys() -> String {
    format!("public_key = \"{PUBLIC}\"\nprivate_key = \"{PRIVATE}\"")
}

const DOMAINS: &str = "domains = [\"https://www.example.com\", \"https://*.example.org\"]";
const SLUG: &str = "slug = \"summer\"\nurl_match = \"contains\"\nurl_pattern = \"/tickets\"";

/// The fields with problems of a room with these keys, in an otherwise valid file.
fn of_room(room: &str) -> Vec<String> {
    fields(&file(&both_keys(), DOMAINS, room))
}

/// The fields with problems of a pool with these keys, in an otherwise valid file.
fn of_pool(pool: &str) -> Vec<String> {
    fields(&file(&both_keys(), pool, ""))
}

#[test]
fn a_site_with_a_room_is_read() {
    let pool =
        format!("{DOMAINS}\nsession_minutes = 7\nstock = 0\ncheckout = \"^/done\"\ncheckout_ends_session = true");
    let config = Config::parse(&file(&both_keys(), &pool, SLUG), []).expect("no problems");
    let pool = &config.pools[0];
    let sessions = pool.sessions.expect("a pool with domains counts sessions");
    assert_eq!(
        (sessions.max, sessions.stock, sessions.minutes.get()),
        (None, Some(0), 7)
    );
    assert_eq!(pool.domains.len(), 2);
    let checkout = pool.checkout.as_ref().expect("a checkout");
    assert!(checkout.ends_session && checkout.pattern == "^/done");
    let coverage = config.rooms[0].coverage.as_ref().expect("a slug");
    assert_eq!(
        (coverage.slug.as_str(), coverage.pattern.as_str()),
        ("summer", "/tickets")
    );
    let keys = config.customers[0].crowdhandler.as_ref().expect("keys");
    assert_eq!(keys.public.as_str(), PUBLIC);
    let debug = format!("{:?}", config.customers);
    assert!(!debug.contains(&PRIVATE[..8]), "{debug}");
}

#[test]
fn below_the_rate_a_room_with_a_slug_is_not_seen_unless_its_pool_counts_slots() {
    let of = |pool: &str, room: &str| {
        let config = Config::parse(&file(&both_keys(), pool, room), []).expect("no problems");
        config.rooms[0].life.visibility
    };
    assert_eq!(of(DOMAINS, SLUG), Visibility::AtPeak);
    for slots in ["max_sessions = 5", "stock = 5"] {
        assert_eq!(of(&format!("{DOMAINS}\n{slots}"), SLUG), Visibility::Always, "{slots}");
    }
    assert_eq!(of(DOMAINS, ""), Visibility::Always, "a room without a slug");
    let asked = format!("{SLUG}\nvisibility = \"always\"");
    assert_eq!(of(DOMAINS, &asked), Visibility::Always, "as the file says");
}

#[test]
fn a_pool_without_domains_counts_sessions_with_a_limit_only() {
    let config = Config::parse(&file("", "max_sessions = 5", ""), []).expect("no problems");
    assert_eq!(config.pools[0].sessions.map(|sessions| sessions.max), Some(Some(5)));
    for (pool, wrong) in [
        ("session_minutes = 5", "pool[0].session_minutes"),
        ("stock = 5", "pool[0].stock"),
        ("checkout = \"^/done\"", "pool[0].checkout"),
    ] {
        assert_eq!(fields(&file("", pool, "")), [wrong]);
    }
}

#[test]
fn a_customer_has_both_keys_or_none() {
    for (keys, wrong) in [
        (format!("public_key = \"{PUBLIC}\""), "customer[0].private_key"),
        (format!("private_key = \"{PRIVATE}\""), "customer[0].public_key"),
        (
            format!("public_key = \"{}\"\nprivate_key = \"{PRIVATE}\"", &PUBLIC[1..]),
            "customer[0].public_key",
        ),
        (
            format!("public_key = \"{PUBLIC}\"\nprivate_key = \"{}x\"", &PRIVATE[1..]),
            "customer[0].private_key",
        ),
    ] {
        let reported = fields(&file(&keys, DOMAINS, ""));
        assert_eq!(reported, [wrong], "{keys}");
    }
}

#[test]
fn mistakes_in_a_slug_are_named() {
    for (room, wrong) in [
        (SLUG.replace("summer", "Summer"), "room[0].slug"),
        (SLUG.replace("summer", "-summer"), "room[0].slug"),
        (SLUG.replace("summer", "status"), "room[0].slug"),
        (SLUG.replace("summer", "js"), "room[0].slug"),
        (SLUG.replace("summer", "hold"), "room[0].slug"),
        ("slug = \"summer\"".to_owned(), "room[0].url_match"),
        (SLUG.replace("contains", "begins"), "room[0].url_match"),
        (SLUG.replace("/tickets", ""), "room[0].url_pattern"),
        (
            "slug = \"summer\"\nurl_match = \"regex-not\"".to_owned(),
            "room[0].url_pattern",
        ),
        (
            "slug = \"summer\"\nurl_match = \"regex\"\nurl_pattern = \"/(a\"".to_owned(),
            "room[0].url_pattern",
        ),
        (
            "slug = \"summer\"\nurl_match = \"regex\"\nurl_pattern = \"^/(?!about)\"".to_owned(),
            "room[0].url_pattern",
        ),
        ("url_match = \"all\"".to_owned(), "room[0].url_match"),
        ("url_pattern = \"/tickets\"".to_owned(), "room[0].url_pattern"),
    ] {
        assert_eq!(of_room(&room), [wrong], "{room}");
    }
    let hidden = format!("{SLUG}\nstart = 2026-12-01T10:00:00Z\nbefore = \"hidden\"");
    assert_eq!(of_room(&hidden), ["room[0].before"], "the feed names the room");
    for kind in ["all", "none"] {
        let room = format!("slug = \"summer\"\nurl_match = \"{kind}\"");
        assert!(Config::parse(&file(&both_keys(), DOMAINS, &room), []).is_ok(), "{kind}");
    }
}

#[test]
fn a_slug_needs_a_pool_with_domains_and_a_customer_with_keys() {
    assert_eq!(fields(&file(&both_keys(), "rate = 60", SLUG)), ["room[0].slug"]);
    assert_eq!(fields(&living(SLUG)), ["room[0].slug"], "no pool at all");
    let broken = "domains = [\"https://a.example\"]\nrate = -1";
    assert_eq!(
        fields(&file(&both_keys(), broken, SLUG)),
        ["pool[0].rate"],
        "told of the pool alone"
    );
    let problems = Config::parse(&file("", DOMAINS, SLUG), []).expect_err("has problems");
    assert_eq!(problems.len(), 1);
    assert_eq!(problems[0].field, "room[0].slug");
    assert!(problems[0].message.contains("`public_key`"), "{}", problems[0]);
}

#[test]
fn mistakes_in_a_site_are_named() {
    for (pool, wrong) in [
        ("domains = [\"www.example.com\"]", "pool[0].domains[0]"),
        (
            "domains = [\"https://a.example\", \"https://b.example/\"]",
            "pool[0].domains[1]",
        ),
        (
            "domains = [\"https://a.example\", \"https://a.example\"]",
            "pool[0].domains[1]",
        ),
        (
            "domains = [\"https://a.example\"]\ncheckout = \"[\"",
            "pool[0].checkout",
        ),
        ("domains = [\"https://a.example\"]\ncheckout = \"\"", "pool[0].checkout"),
        (
            "domains = [\"https://a.example\"]\ncheckout_ends_session = true",
            "pool[0].checkout_ends_session",
        ),
        (
            "domains = [\"https://a.example\"]\nsession_minutes = 0",
            "pool[0].session_minutes",
        ),
        ("domains = [\"https://a.example\"]\nstock = -1", "pool[0].stock"),
    ] {
        assert_eq!(of_pool(pool), [wrong], "{pool}");
    }
}

#[test]
fn a_domain_covers_no_host_of_a_stranger() {
    for wide in [
        "https://*",
        "https://*.com",
        "https://*example.com",
        "https://shop.*.com",
        "http://example.*:8080",
    ] {
        assert_eq!(
            of_pool(&format!("domains = [{wide:?}]")),
            ["pool[0].domains[0]"],
            "{wide}"
        );
    }
    for good in [
        "https://*.example.com",
        "https://*-shop.example.com:8443",
        "http://*.localhost",
        "http://127.0.0.1:8081",
    ] {
        let read = Config::parse(&file(&both_keys(), &format!("domains = [{good:?}]"), SLUG), []);
        assert!(read.is_ok(), "{good}");
    }
}

#[test]
fn slugs_and_public_keys_are_unique_on_the_server() {
    let one = file(&both_keys(), DOMAINS, SLUG);
    let other = |public: &str, slug: &str| {
        format!(
            "{one}[[customer]]\nid = \"other\"\nsecret_key = \"another\"\npublic_key = {public:?}\nprivate_key = \"{PRIVATE}\"\n\
             [[room]]\ncustomer = \"other\"\nid = \"sale\"\ntarget_url = \"https://www.example.com/\"\nmax_outflow = 60\n\
             pool = \"site\"\nslug = {slug:?}\nurl_match = \"all\"\n"
        )
    };
    let free = "1".repeat(64);
    assert!(Config::parse(&other(&free, "winter"), []).is_ok());
    assert_eq!(fields(&other(&free, "summer")), ["room[1].slug"]);
    assert_eq!(fields(&other(PUBLIC, "winter")), ["customer[1].public_key"]);
    assert_eq!(
        fields(&other(PUBLIC, "summer")),
        ["customer[1].public_key", "room[1].slug"]
    );
}

#[test]
fn a_room_with_a_slug_leads_to_every_domain_of_its_pool() {
    let leads = |room: &str, target: &str| {
        let config = Config::parse(&file(&both_keys(), DOMAINS, room), []).expect("no problems");
        let room = &config.rooms[0];
        crate::target::choose(&room.target_url, &room.target_hosts, Some(target), |_| None).is_ok()
    };
    let with_hosts = format!("{SLUG}\ntarget_hosts = [\"shop.example\"]");
    for room in [SLUG, &with_hosts] {
        for target in [
            "https://www.example.com/tickets",
            "https://example.com/",
            "https://a.b.example.org/",
            "https://shop.example/",
        ] {
            assert!(leads(room, target), "{target}");
        }
        for target in [
            "https://m.example.com/",
            "https://example.com:8443/",
            "https://example.org/",
            "https://evil.example/",
        ] {
            assert!(!leads(room, target), "{target}");
        }
    }
    assert!(
        !leads("", "https://www.example.com/"),
        "a room without a slug has its own hosts alone"
    );
    let elsewhere = |target: &str| {
        let room = format!("{SLUG}\ntarget_hosts = [\"other.example\"]");
        Config::parse(
            &file(&both_keys(), DOMAINS, &room).replace("https://shop.example/{show}", target),
            [],
        )
    };
    assert!(elsewhere("https://www.example.com/").is_ok(), "a domain of the pool");
    let problems = elsewhere("https://shop.example/").expect_err("on no host of the room");
    assert_eq!(problems[0].field, "room[0].target_url");
}

#[test]
fn values_that_integrations_make_doubtful_cause_warnings() {
    let warned = |room: &str, rest: &str| -> Vec<String> {
        let text = file(&both_keys(), DOMAINS, &format!("{SLUG}\n{room}")) + rest;
        let config = Config::parse(&text, []).expect("no problems");
        let found = coverage_warnings(&config).into_iter();
        found.map(|problem| problem.field).collect()
    };
    assert_eq!(warned("", ""), [""; 0]);
    let office = "[[ip_group]]\nid = \"office\"\naddresses = [\"198.51.100.0/24\"]\n";
    assert_eq!(
        warned("bypass_ip_groups = [\"office\"]", office),
        ["room[0].bypass_ip_groups"]
    );
    for (action, room, is_doubtful) in [
        ("bypass", "", true),
        ("bypass", "room = \"sale\"\n", true),
        ("block", "", false),
        ("challenge", "", false),
    ] {
        let rule = format!(
            "[[firewall]]\ncustomer = \"demo\"\nid = \"own\"\naction = {action:?}\n{room}addresses = [\"198.51.100.7\"]\n"
        );
        let expected = is_doubtful.then_some("firewall[0].action");
        assert_eq!(warned("", &rule), Vec::from_iter(expected), "{action} {room}");
    }
    let times = |before: &str| format!("start = 2030-01-01T00:00:00Z\nbefore = {before:?}");
    for (address, is_circle) in [
        ("https://www.example.com/tickets/soon", true),
        ("https://shop.example.org/tickets", true),
        ("https://www.example.com/soon", false),
        ("https://elsewhere.example/tickets", false),
        ("target", false),
    ] {
        let expected = is_circle.then_some("room[0].before");
        assert_eq!(warned(&times(address), ""), Vec::from_iter(expected), "{address}");
    }
}
