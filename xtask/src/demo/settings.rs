//! The settings of the demo: its keys, the server's configuration, the shop's arguments, and the
//! size of the crowd that produces the requested wait.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use toml::value::Datetime;

use super::premiere::PREQUEUE_MINUTES;

/// Customer and rooms of the demo.
const CUSTOMER: &str = "demo";
const ROOM: &str = "sale";
const PREMIERE: &str = "premiere";

/// The outflow is low, so that the drawn numbers make a difference even in a small audience.
const PREMIERE_OUTFLOW: u32 = 30;

/// The default port of the waiting room.
pub(super) const DEFAULT_HTTP_PORT: u16 = 8080;

const KEY_BYTES: usize = 32;

/// The numbers of a demo.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) http_port: u16,
    pub(super) https_port: u16,
    pub(super) shop_port: u16,
    /// Visitors let in a minute.
    pub(super) max_outflow: u32,
    /// The approximate wait of a newcomer in seconds.
    pub(super) wait_seconds: u32,
}

/// Keys of the demo, each 32 random bytes in hex; created once, so that places and sessions survive
/// a restart.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Secrets {
    master_key: String,
    admin_token: String,
    secret_key: String,
    api_key: String,
}

impl Secrets {
    /// Reads the keys from the file, or creates them and writes the file.
    pub(super) fn load_or_make(path: &Path) -> Result<Self> {
        if let Ok(text) = fs::read_to_string(path) {
            return serde_json::from_str(&text).with_context(|| format!("{} is damaged; delete it", path.display()));
        }
        let secrets = Self {
            master_key: random_hex()?,
            admin_token: random_hex()?,
            secret_key: random_hex()?,
            api_key: random_hex()?,
        };
        fs::write(path, serde_json::to_string_pretty(&secrets)?)?;
        Ok(secrets)
    }

    /// Returns the operator's key.
    pub(super) fn admin_token(&self) -> &str {
        &self.admin_token
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the demo's keys are made here, outside the product"
)]
fn random_hex() -> Result<String> {
    let mut bytes = [0; KEY_BYTES];
    getrandom::fill(&mut bytes).context("the system gives no random bytes")?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

impl Settings {
    /// Returns the folder of this demo below `target/`.
    pub(super) fn folder(&self) -> String {
        match self.http_port {
            DEFAULT_HTTP_PORT => "demo".to_owned(),
            port => format!("demo-{port}"),
        }
    }

    /// Returns the URL of the waiting room.
    pub(super) fn queue_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.http_port)
    }

    /// Returns the URL of the protected site.
    pub(super) fn shop_url(&self) -> String {
        format!("http://127.0.0.1:{}", self.shop_port)
    }

    /// Returns the path and query for entering the line.
    pub(super) fn entry(&self) -> String {
        format!("/?c={CUSTOMER}&e={ROOM}")
    }

    /// Returns the path and query for entering the premiere.
    pub(super) fn premiere_entry(&self) -> String {
        format!("/?c={CUSTOMER}&e={PREMIERE}")
    }

    /// Returns the path of the page that checks the premiere's draws.
    fn premiere_draw(&self) -> String {
        format!("/draw/{CUSTOMER}/{PREMIERE}")
    }

    /// Returns the URL with which the operator begins the premiere's next run.
    pub(super) fn premiere_reset(&self) -> String {
        format!("{}/admin/v1/rooms/{CUSTOMER}/{PREMIERE}/reset", self.queue_url())
    }

    /// Returns the server's configuration file; `starts` is the premiere's next start.
    pub(super) fn config(&self, secrets: &Secrets, starts: Timestamp) -> Result<String> {
        let mut config = toml::Value::try_from(self.plain_config(secrets)).context("the demo's settings are TOML")?;
        let starts: Datetime = format!("{starts:.0}").parse().context("a moment as TOML has it")?;
        // JSON has no type for moments.
        config["room"][1]
            .as_table_mut()
            .expect("rooms are tables")
            .insert("start".to_owned(), starts.into());
        let text = toml::to_string_pretty(&config).context("the demo's configuration is plain TOML")?;
        Ok(format!(
            "# Written by `cargo xtask run` at every start, and for every showing of the premiere.\n\n{text}"
        ))
    }

    fn plain_config(&self, secrets: &Secrets) -> serde_json::Value {
        json!({
            "server": {
                "http": format!("127.0.0.1:{}", self.http_port),
                "https": format!("127.0.0.1:{}", self.https_port),
                "tls": "self-signed",
                "public_url": self.queue_url(),
                "admin_token": secrets.admin_token,
                "master_key": secrets.master_key,
                "store": "embedded:./data",
                "themes_dir": "./themes",
            },
            "customer": [{ "id": CUSTOMER, "secret_key": secrets.secret_key, "api_key": secrets.api_key }],
            "room": [{
                "id": ROOM,
                "customer": CUSTOMER,
                "name": "Summer sale",
                "target_url": format!("{}/product", self.shop_url()),
                "target_hosts": ["127.0.0.1"],
                "max_outflow": self.max_outflow,
                "listed": true,
                "detect_language": true,
                // The demo's crowd comes from one address.
                "price": { "limit_networks": false, "work": false },
            }, {
                "id": PREMIERE,
                "customer": CUSTOMER,
                "name": "Premiere",
                "theme": "ticketing",
                "pastimes": ["lineup", "game"],
                "target_url": format!("{}/premiere", self.shop_url()),
                "target_hosts": ["127.0.0.1"],
                "max_outflow": PREMIERE_OUTFLOW,
                "prequeue_minutes": PREQUEUE_MINUTES,
                "opening": "even",
                "listed": true,
                "detect_language": true,
                "price": { "limit_networks": false, "work": false },
            }],
        })
    }

    /// Returns the arguments of the demo shop.
    pub(super) fn shop_arguments(&self, secrets: &Secrets) -> Vec<String> {
        let listen = format!("127.0.0.1:{}", self.shop_port);
        let arguments: [(&str, &str); 6] = [
            ("--listen", &listen),
            ("--queue", &self.queue_url()),
            ("--customer", CUSTOMER),
            ("--room", ROOM),
            ("--premiere", PREMIERE),
            ("--secret", &secrets.secret_key),
        ];
        arguments
            .into_iter()
            .flat_map(|(name, value)| [name.to_owned(), value.to_owned()])
            .collect()
    }

    /// Returns the size of the crowd that produces the requested wait. A visitor who is let in is
    /// replaced at the end of the line, so the number of people ahead of a newcomer is constant,
    /// and `outflow × wait` of them are let in during the wait. At least one.
    pub(super) fn crowd_size(&self) -> usize {
        let people = u64::from(self.max_outflow) * u64::from(self.wait_seconds) / 60;
        usize::try_from(people.max(1)).expect("a demo's crowd fits")
    }

    /// Prints the addresses for a newcomer once everything runs.
    pub(super) fn say_where_to_click(&self, folder: &Path) {
        let (shop, queue) = (self.shop_url(), self.queue_url());
        eprintln!();
        eprintln!(
            "  Open  {shop}/  and click \"Buy\": you wait about {} s, then you shop.",
            self.wait_seconds
        );
        eprintln!(
            "  On the same page \"Join the premiere\" leads to a room whose numbers are drawn: a countdown; after 30 s"
        );
        eprintln!(
            "    you are in its pre-queue; a minute later it starts, and within half a minute you see your number: click"
        );
        eprintln!(
            "    \"check the draw\" under it. From then on people are let in, number 1 first. Every 5 minutes it begins anew."
        );
        eprintln!("    Its draws, for everybody:      {queue}{}", self.premiere_draw());
        eprintln!("  The waiting room itself:  {queue}{}", self.entry());
        eprintln!(
            "                            https://127.0.0.1:{}{}  (self-signed)",
            self.https_port,
            self.entry()
        );
        eprintln!("  Configuration, keys, logs, store:  {}", folder.display());
        eprintln!(
            "  {} simulated visitors are in line; {} a minute are let in.",
            self.crowd_size(),
            self.max_outflow
        );
        eprintln!("  Ctrl-C stops all of it.");
        eprintln!();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        Settings {
            http_port: 8080,
            https_port: 8443,
            shop_port: 8081,
            max_outflow: 60,
            wait_seconds: 20,
        }
    }

    #[test]
    fn the_crowd_makes_the_wait() {
        assert_eq!(settings().crowd_size(), 20);
        assert_eq!(
            Settings {
                max_outflow: 120,
                ..settings()
            }
            .crowd_size(),
            40
        );
        assert_eq!(
            Settings {
                max_outflow: 1,
                ..settings()
            }
            .crowd_size(),
            1
        );
        assert_eq!(
            Settings {
                max_outflow: 0,
                ..settings()
            }
            .crowd_size(),
            1
        );
    }

    #[test]
    fn demos_on_different_ports_share_nothing() {
        assert_eq!(settings().folder(), "demo");
        let other = Settings {
            http_port: 9080,
            ..settings()
        };
        assert_eq!(other.folder(), "demo-9080");
    }

    #[test]
    fn keys_are_made_once() {
        let path = std::env::temp_dir().join(format!("anteroom-xtask-secrets-{}.json", std::process::id()));
        let _ = fs::remove_file(&path);
        let first = Secrets::load_or_make(&path).unwrap();
        let second = Secrets::load_or_make(&path).unwrap();
        assert_eq!(first.master_key, second.master_key);
        assert_eq!(first.master_key.len(), 2 * KEY_BYTES);
        assert_ne!(first.master_key, first.secret_key);
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn server_and_shop_hold_the_same_secret() {
        let secrets = Secrets {
            master_key: "00".repeat(32),
            admin_token: "admin".into(),
            secret_key: "shared".into(),
            api_key: "api".into(),
        };
        let starts = "2026-12-01T10:00:00.25Z".parse().unwrap();
        let config: toml::Table = settings().config(&secrets, starts).unwrap().parse().unwrap();
        assert_eq!(config["customer"][0]["secret_key"].as_str(), Some("shared"));
        assert_eq!(
            config["room"][0]["target_url"].as_str(),
            Some("http://127.0.0.1:8081/product")
        );
        assert_eq!(
            config["room"][1]["start"].as_datetime().map(ToString::to_string),
            Some("2026-12-01T10:00:00Z".to_owned()),
            "a moment, not a text"
        );
        assert_eq!(config["server"]["store"].as_str(), Some("embedded:./data"));
        let arguments = settings().shop_arguments(&secrets);
        assert_eq!(arguments.last().map(String::as_str), Some("shared"));
        assert_eq!(
            arguments[..4],
            ["--listen", "127.0.0.1:8081", "--queue", "http://127.0.0.1:8080"]
        );
    }
}
