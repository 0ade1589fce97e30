//! Valid values that are probably mistakes, which cause warnings: plain http under every host name,
//! a room that lets nobody in, a key that has no effect any more, a draw whose tickets cost
//! nothing, sessions that last much longer than they say, a message whose display time is over, and
//! networks that are written with more bits than they have.
//!
//! The admin API refuses a message whose display time is over. A file with such a message is
//! served: the message can have been valid when the server last started.

use admission::WallMs;
use admission::occupancy::UNREPORTED_MS;
use ipnet::IpNet;
use toml::Value;

use crate::config::{Config, ConfigProblem, Section};

/// How much longer than its minutes a session takes a slot if nobody is seen on the site.
const UNSEEN_MINUTES: u64 = UNREPORTED_MS / 60_000;

/// Warnings about rooms, pools, rules and groups at this time.
#[must_use]
pub(crate) fn warnings(config: &Config, now: WallMs) -> Vec<ConfigProblem> {
    let mut found: Vec<ConfigProblem> = unlimited_hosts(config).into_iter().collect();
    for (index, (_, room)) in config.tables.entries(Section::Room).enumerate() {
        if room.get("max_outflow").and_then(Value::as_integer) == Some(0) {
            found.push(ConfigProblem {
                field: format!("room[{index}].max_outflow"),
                message: "0 lets nobody in; raise it when people are to be let in".to_owned(),
            });
        }
        if room
            .get("price")
            .and_then(|price| price.get("network_draw_works"))
            .is_some()
        {
            found.push(ConfigProblem {
                field: format!("room[{index}].price.network_draw_works"),
                message: "does nothing any more; take it out, and set network_share_works if the default is not right"
                    .to_owned(),
            });
        }
    }
    for (index, room) in config.rooms.iter().enumerate() {
        // A room that switches work off explicitly does so on purpose.
        let is_forgotten = room.price.engine.work.is_some_and(|work| !work.in_prequeue);
        let is_for_everybody = room.joining.is_open() && room.joining.identity.is_none();
        if room.life.schedule.prequeue_ms > 0 && is_for_everybody && is_forgotten {
            found.push(ConfigProblem {
                field: format!("room[{index}].price.prequeue_work"),
                message: "is off, so that tickets for the draw cost nothing to somebody with many networks; set it to \
                          true where places are worth cheating for"
                    .to_owned(),
            });
        }
        let until = room.message.as_ref().and_then(|message| message.until);
        if until.is_some_and(|until| until <= now) {
            found.push(ConfigProblem {
                field: format!("room[{index}].message.until"),
                message: "is over, so nobody sees the message".to_owned(),
            });
        }
    }
    for (index, pool) in config.pools.iter().enumerate() {
        let minutes = pool.sessions.map(|sessions| u64::from(sessions.minutes.get()));
        if let (Some(minutes @ ..=UNSEEN_MINUTES), true) = (minutes, pool.domains.is_empty()) {
            let taken = minutes + UNSEEN_MINUTES;
            found.push(ConfigProblem {
                field: format!("pool[{index}].session_minutes"),
                message: format!(
                    "is {minutes}, but without domains nobody is seen on the site, and a session takes its slot for \
                     {taken} minutes; a cancel link ends it at once"
                ),
            });
        }
    }
    for section in [Section::Firewall, Section::IpGroup] {
        for (index, (_, entry)) in config.tables.entries(section).enumerate() {
            let addresses = entry.get("addresses").and_then(Value::as_array);
            for (at, address) in addresses.into_iter().flatten().enumerate() {
                let written = address.as_str().and_then(|text| Some((text, canonical(text)?)));
                found.extend(written.map(|(text, meant)| ConfigProblem {
                    field: format!("{}[{index}].addresses[{at}]", section.name()),
                    message: format!("{text} covers all of {meant}; write that, or the address alone"),
                }));
            }
        }
    }
    found
}

/// The warning about a server that answers plain http under every name, if it has a name.
fn unlimited_hosts(config: &Config) -> Option<ConfigProblem> {
    let server = &config.server;
    let name = server.public_url.domain().filter(|name| *name != "localhost")?;
    let is_open = server.http.is_some() && server.allowed_hosts.is_none();
    is_open.then(|| ConfigProblem {
        field: "server.allowed_hosts".to_owned(),
        message: format!(
            "is not set, so plain http is answered under every host name, also one that somebody else points here; [] \
             limits it to {name} and the hosts of customers and rooms, to which names that a proxy uses can be added"
        ),
    })
}

/// Returns the network without the host bits of its address; `None` if it has none.
fn canonical(text: &str) -> Option<IpNet> {
    let network: IpNet = text.parse().ok()?;
    let meant = network.trunc();
    (meant != network).then_some(meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_with_a_name_is_asked_for_its_names() {
        let warned = |keys: &str| -> Vec<String> {
            let text = format!(
                "[server]\n{keys}\nmaster_key = \"8f1d0c6a5b7e9342d1c0ffb2a39e48577a61c5d2e0934bb81f6e2d7c9a50f3e4\"\n"
            );
            let config = Config::parse(&text, []).expect("the file itself is right");
            warnings(&config, WallMs(0)).iter().map(ToString::to_string).collect()
        };
        let http = "http = \"127.0.0.1:0\"";
        let named = format!("{http}\npublic_url = \"https://queue.example\"");
        let found = warned(&named);
        assert!(
            matches!(&*found, [one] if one.starts_with("server.allowed_hosts: is not set") && one.contains("queue.example")),
            "{found:?}"
        );
        let https = "https = \"127.0.0.1:0\"\ntls = \"self-signed\"\npublic_url = \"https://queue.example\"";
        for sure in [
            http,
            &format!("{http}\npublic_url = \"http://localhost:8080\""),
            &format!("{named}\nallowed_hosts = []"),
            https,
        ] {
            assert_eq!(warned(sure), Vec::<String>::new(), "{sure}");
        }
    }

    #[test]
    fn likely_mistakes_are_reported_with_their_field() {
        let text = r#"
[server]
http = "127.0.0.1:0"
master_key = "8f1d0c6a5b7e9342d1c0ffb2a39e48577a61c5d2e0934bb81f6e2d7c9a50f3e4"
[[customer]]
id = "demo"
secret_key = "shared-with-the-site-9b1e"
[[ip_group]]
id = "office"
addresses = ["192.0.2.0/24", "198.51.100.7/24"]
[[pool]]
id = "small-shop"
max_sessions = 10
session_minutes = 1
[[pool]]
id = "seen-shop"
domains = ["https://shop.example"]
session_minutes = 1
[[firewall]]
customer = "demo"
id = "a"
action = "block"
addresses = ["203.0.113.9", "2001:db8::1/48"]
[[room]]
customer = "demo"
id = "sale"
target_url = "https://shop.example/"
max_outflow = 0
price = { network_draw_works = 1024 }
[[room]]
customer = "demo"
id = "tour"
target_url = "https://shop.example/"
max_outflow = 60
start = 2026-08-01T10:00:00Z
prequeue_minutes = 60
message = { text = "Break until noon", until = "2026-07-01T12:00:00Z" }
"#;
        let config = Config::parse(text, []).expect("the file itself is right");
        let noon = WallMs(1_782_907_200_000);
        let warned = |now| -> Vec<String> { warnings(&config, now).iter().map(ToString::to_string).collect() };
        let found = warned(noon);
        assert_eq!(
            warned(WallMs(noon.0 - 1)).len(),
            found.len() - 1,
            "the message is still seen"
        );
        assert_eq!(
            found,
            [
                "room[0].max_outflow: 0 lets nobody in; raise it when people are to be let in",
                "room[0].price.network_draw_works: does nothing any more; take it out, and set network_share_works if \
                 the default is not right",
                "room[1].price.prequeue_work: is off, so that tickets for the draw cost nothing to somebody with many \
                 networks; set it to true where places are worth cheating for",
                "room[1].message.until: is over, so nobody sees the message",
                "pool[0].session_minutes: is 1, but without domains nobody is seen on the site, and a session takes \
                 its slot for 4 minutes; a cancel link ends it at once",
                "firewall[0].addresses[1]: 2001:db8::1/48 covers all of 2001:db8::/48; write that, or the address alone",
                "ip_group[0].addresses[1]: 198.51.100.7/24 covers all of 198.51.100.0/24; write that, or the address \
                 alone",
            ]
        );
    }
}
