//! `[server]`: addresses, keys and the store of this process.

use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;

use client_address::canonical_network;
use ipnet::IpNet;
use protocol::MasterKey;
use serde::Deserialize;
use url::Url;

use super::connections::{ConnectionLimits, RawConnections};
use super::{ConfigProblems, ENVIRONMENT_PREFIX, HostName, PemFiles, breadth};

/// The settings of this process.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The address that serves plain HTTP.
    pub http: Option<SocketAddr>,
    /// The address that serves HTTPS, and its certificate.
    pub https: Option<(SocketAddr, Tls)>,
    /// The address that serves `/admin` and `/metrics`, by plain HTTP; the other two addresses then
    /// serve neither. Default none: both are served on the other two addresses.
    pub admin_listen: Option<SocketAddr>,
    /// The address that visitors see; default the http address, else the https one.
    pub public_url: Url,
    /// Whether the file names [`Self::public_url`].
    pub names_public_url: bool,
    /// The host names under which requests are answered, beside the host of [`Self::public_url`],
    /// hosts of customers and rooms, `localhost` and addresses; default none: requests are answered
    /// under every name.
    pub allowed_hosts: Option<Vec<HostName>>,
    /// A prefix that connectors can put before every path of this server (their `QueuePathPrefix`),
    /// such as `/queue`; default none.
    pub path_prefix: Option<PathPrefix>,
    /// Proxies whose `X-Forwarded-…` and `Forwarded` headers are trusted; default none. A visitor
    /// who comes through one of them without a readable address is unknown, so this list must not
    /// contain addresses of visitors.
    pub trusted_proxies: Vec<IpNet>,
    /// Whether the admin API shows the prefixes of visitors' networks (/24, /48) to operators with
    /// the role admin, in its overview of requests; default false: hashes.
    pub show_networks: bool,
    /// The bearer token of `/admin`; without it the admin API is closed.
    pub admin_token: Option<AdminToken>,
    /// The key that all other keys of the server derive from.
    pub master_key: MasterKey,
    /// The URL of the store, with its password if it has one; default `embedded:./data`.
    pub store: StoreUrl,
    /// The directory of themes in addition to the built-in ones.
    pub themes_dir: Option<PathBuf>,
    /// The recording of all pools for `anteroom replay`: `recordings_dir`, and `recording_mb` for
    /// each file; default none: nothing is recorded.
    pub recordings: Option<RecordingSettings>,
    /// Relays of a public beacon's network, from which rounds are fetched for rooms with
    /// `draw_beacon`, such as `https://api.drand.sh`; default none: operators or visitors bring the
    /// rounds.
    pub beacon_relays: Vec<Url>,
    /// Whether a few visitors' browsers fetch a round from these relays while a draw waits for it
    /// and the server does not have it; default false. The relays then see addresses of visitors.
    pub beacon_by_browsers: bool,
    /// The limits of connections: `max_connections`, `max_connections_per_address` and the
    /// deadlines in `…_seconds`.
    pub connections: ConnectionLimits,
}

impl ServerSettings {
    /// The relays that visitors' browsers may ask; empty unless `beacon_by_browsers` is set.
    #[must_use]
    pub fn browser_relays(&self) -> &[Url] {
        match self.beacon_by_browsers {
            true => &self.beacon_relays,
            false => &[],
        }
    }
}

/// The recording of all pools.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordingSettings {
    /// The directory of the files.
    pub dir: PathBuf,
    /// The maximum number of bytes of a file; each pool has at most two files.
    pub bytes_max: u64,
}

/// The bearer token of the admin API. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct AdminToken(Box<str>);

impl AdminToken {
    /// The text as sent in the header.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for AdminToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AdminToken(redacted)")
    }
}

/// The URL of a store. `Debug` shows only its kind, because the rest can contain a password.
#[derive(Clone, PartialEq, Eq)]
pub struct StoreUrl(Box<str>);

impl StoreUrl {
    /// The text as in the file.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the first colon.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }
}

impl fmt::Debug for StoreUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StoreUrl({}:..)", self.kind())
    }
}

/// The longest path prefix, bytes.
const PATH_PREFIX_BYTES_MAX: usize = 100;

/// Path segments, each with a slash before it and none after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathPrefix(Box<str>);

impl PathPrefix {
    /// The prefix with its first slash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for PathPrefix {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bare = text.trim_matches('/');
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let is_segment = |segment: &str| !segment.is_empty() && segment.bytes().all(is_plain);
        if bare.len() <= PATH_PREFIX_BYTES_MAX && bare.split('/').all(is_segment) {
            Ok(Self(format!("/{bare}").into()))
        } else {
            Err("a path such as \"/queue\": letters, digits, - and _, 100 at most")
        }
    }
}

/// The source of a certificate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tls {
    /// A certificate that is generated at every start, for demos and tests.
    SelfSigned,
    /// PEM files.
    Files(PemFiles),
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawServer {
    http: Option<String>,
    https: Option<String>,
    admin_listen: Option<String>,
    public_url: Option<String>,
    allowed_hosts: Option<Vec<String>>,
    path_prefix: Option<String>,
    #[serde(default)]
    trusted_proxies: Vec<String>,
    #[serde(default)]
    show_networks: bool,
    #[serde(default)]
    beacon_relays: Vec<String>,
    #[serde(default)]
    beacon_by_browsers: bool,
    admin_token: Option<String>,
    master_key: String,
    #[serde(default = "store_default")]
    store: String,
    #[schema(value_type = Option<String>)]
    themes_dir: Option<PathBuf>,
    #[schema(value_type = Option<String>)]
    recordings_dir: Option<PathBuf>,
    recording_mb: Option<u32>,
    tls: Option<String>,
    #[schema(value_type = Option<String>)]
    tls_cert: Option<PathBuf>,
    #[schema(value_type = Option<String>)]
    tls_key: Option<PathBuf>,
    max_connections: Option<u32>,
    max_connections_per_address: Option<u32>,
    handshake_seconds: Option<u32>,
    head_seconds: Option<u32>,
    body_seconds: Option<u32>,
    write_seconds: Option<u32>,
    answer_seconds: Option<u32>,
    idle_seconds: Option<u32>,
}

/// The default maximum size of a recording, megabytes.
const RECORDING_MB: u32 = 64;
/// The largest maximum size that can be configured, megabytes: a replay holds a recording in
/// memory.
const RECORDING_MB_MAX: u32 = 4_096;

/// The advice for a network that contains practically all addresses.
const NAME_THE_PROXIES: &str = "name the balancers' own addresses, or whoever likes says from which address they come";

fn store_default() -> String {
    "embedded:./data".to_owned()
}

/// Sets keys of `[server]` from the environment. Lists are separated by commas.
pub(super) fn override_from(table: &mut toml::Table, environment: impl IntoIterator<Item = (String, String)>) {
    for (name, value) in environment {
        let Some(key) = name.strip_prefix(ENVIRONMENT_PREFIX) else {
            continue;
        };
        let key = key.to_lowercase();
        let value = match key.as_str() {
            "trusted_proxies" | "beacon_relays" | "allowed_hosts" => {
                let entries = value.split(',').map(str::trim).filter(|entry| !entry.is_empty());
                toml::Value::Array(entries.map(|entry| toml::Value::String(entry.to_owned())).collect())
            }
            "show_networks" | "beacon_by_browsers" => match value.trim().parse() {
                Ok(yes) => toml::Value::Boolean(yes),
                Err(_) => toml::Value::String(value),
            },
            // A text that is not a number is reported as a problem of its key.
            number if RawConnections::is_number(number) || number == "recording_mb" => match value.trim().parse() {
                Ok(number) => toml::Value::Integer(number),
                Err(_) => toml::Value::String(value),
            },
            _ => toml::Value::String(value),
        };
        let server = table
            .entry("server")
            .or_insert_with(|| toml::Value::Table(toml::Table::new()));
        if let Some(server) = server.as_table_mut() {
            server.insert(key, value);
        }
    }
}

/// The maximum number of relays of a beacon.
const BEACON_RELAYS_MAX: usize = 8;

fn relays(texts: &[String], by_browsers: bool, problems: &mut ConfigProblems<'_>) -> Vec<Url> {
    if by_browsers && texts.is_empty() {
        problems.add(
            "beacon_by_browsers",
            "name the relays that browsers ask in beacon_relays",
        );
    }
    if texts.len() > BEACON_RELAYS_MAX {
        problems.add("beacon_relays", format!("at most {BEACON_RELAYS_MAX} relays are asked"));
    }
    let relay = |(index, text): (usize, &String)| {
        let url = Url::parse(text)
            .ok()
            .filter(|url| matches!(url.scheme(), "http" | "https"));
        let url = url.ok_or_else(|| format!("{text:?} is no address such as \"https://api.drand.sh\""));
        let has_secret = |url: &Url| !url.username().is_empty() || url.password().is_some();
        let url = url.and_then(|url| match by_browsers && has_secret(&url) {
            true => Err("visitors' browsers get this address; leave user name and password out".to_owned()),
            false => Ok(url),
        });
        problems.take(&format!("beacon_relays[{index}]"), url)
    };
    texts.iter().enumerate().filter_map(relay).collect()
}

fn hosts(names: &[String], problems: &mut ConfigProblems<'_>) -> Vec<HostName> {
    let named = names.iter().enumerate();
    named
        .filter_map(|(index, text)| problems.take(&format!("allowed_hosts[{index}]"), text.parse()))
        .collect()
}

impl RawServer {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<ServerSettings> {
        let tls = self.tls(problems);
        let http = self.http.as_deref().and_then(|text| address(text, "http", problems));
        let https = self.https.as_deref().and_then(|text| address(text, "https", problems));
        let admin_listen = self.admin_listen.as_deref();
        let admin_listen = admin_listen.and_then(|text| address(text, "admin_listen", problems));
        if admin_listen.is_some_and(|own| own.port() != 0 && (http == Some(own) || https == Some(own))) {
            let message = "visitors are served there; operators need an address or port of their own";
            problems.add("admin_listen", message);
        }
        if self.http.is_none() && self.https.is_none() {
            problems.add(
                "http",
                "give an address for http, https or both, such as \"127.0.0.1:8080\"",
            );
        }
        if https.is_some() && tls.is_none() {
            problems.add("tls", "https needs tls = \"self-signed\", or tls_cert and tls_key");
        }
        let public_url = self.public_url(http, https);
        let public_url = problems.take("public_url", public_url);
        let master_key = problems.take("master_key", self.master_key.parse::<MasterKey>());
        let allowed_hosts = self.allowed_hosts.as_deref().map(|names| hosts(names, problems));
        let trusted_proxies = self.proxies(problems);
        let beacon_relays = relays(&self.beacon_relays, self.beacon_by_browsers, problems);
        let connections = self.connections().check(problems);
        let recordings = self.recordings(problems);
        let path_prefix = self.path_prefix.map(|text| problems.take("path_prefix", text.parse()));
        if self.admin_token.as_deref() == Some("") {
            problems.add(
                "admin_token",
                "must not be empty; leave it out to switch the admin API off",
            );
        }
        Some(ServerSettings {
            http,
            https: https.zip(tls),
            admin_listen,
            public_url: public_url?,
            names_public_url: self.public_url.is_some(),
            allowed_hosts,
            path_prefix: path_prefix.flatten(),
            trusted_proxies,
            show_networks: self.show_networks,
            admin_token: self.admin_token.map(|token| AdminToken(token.into())),
            master_key: master_key?,
            store: StoreUrl(self.store.into()),
            themes_dir: self.themes_dir,
            recordings,
            beacon_relays,
            beacon_by_browsers: self.beacon_by_browsers,
            connections,
        })
    }

    fn proxies(&self, problems: &mut ConfigProblems<'_>) -> Vec<IpNet> {
        let named = self.trusted_proxies.iter().enumerate();
        let networks = named.filter_map(|(index, text)| {
            let narrow = network(text).and_then(|network| match breadth::is_everybody(&network) {
                true => Err(format!("{text:?} is practically everybody: {NAME_THE_PROXIES}")),
                false => Ok(network),
            });
            problems.take(&format!("trusted_proxies[{index}]"), narrow)
        });
        let networks: Vec<IpNet> = networks.collect();
        if breadth::are_everybody(&networks) {
            let message = format!("these are practically everybody together: {NAME_THE_PROXIES}");
            problems.add("trusted_proxies", message);
        }
        networks
    }

    fn recordings(&self, problems: &mut ConfigProblems<'_>) -> Option<RecordingSettings> {
        let mb = self.recording_mb.unwrap_or(RECORDING_MB);
        if !(1..=RECORDING_MB_MAX).contains(&mb) {
            problems.add("recording_mb", format!("a recording has 1 to {RECORDING_MB_MAX} MB"));
        }
        if self.recording_mb.is_some() && self.recordings_dir.is_none() {
            problems.add("recording_mb", "without recordings_dir nothing is recorded");
        }
        Some(RecordingSettings {
            dir: self.recordings_dir.clone()?,
            bytes_max: u64::from(mb) * 1_000_000,
        })
    }

    fn connections(&self) -> RawConnections {
        RawConnections {
            max_connections: self.max_connections,
            max_connections_per_address: self.max_connections_per_address,
            handshake_seconds: self.handshake_seconds,
            head_seconds: self.head_seconds,
            body_seconds: self.body_seconds,
            write_seconds: self.write_seconds,
            answer_seconds: self.answer_seconds,
            idle_seconds: self.idle_seconds,
        }
    }

    fn tls(&self, problems: &mut ConfigProblems<'_>) -> Option<Tls> {
        match (self.tls.as_deref(), &self.tls_cert, &self.tls_key) {
            (None, None, None) => None,
            (Some("self-signed"), None, None) => Some(Tls::SelfSigned),
            (None, Some(cert), Some(key)) => Some(Tls::Files(PemFiles {
                cert: cert.clone(),
                key: key.clone(),
            })),
            (Some("self-signed"), _, _) => {
                problems.add("tls", "either \"self-signed\", or tls_cert and tls_key, not both");
                None
            }
            (Some(other), _, _) => {
                problems.add(
                    "tls",
                    format!("{other:?} is not known; the only word here is \"self-signed\""),
                );
                None
            }
            (None, _, _) => {
                problems.add("tls_cert", "tls_cert and tls_key go together");
                None
            }
        }
    }

    fn public_url(&self, http: Option<SocketAddr>, https: Option<SocketAddr>) -> Result<Url, String> {
        let text = match (&self.public_url, http, https) {
            (Some(given), _, _) => given.clone(),
            (None, Some(http), _) => format!("http://{http}"),
            (None, None, Some(https)) => format!("https://{https}"),
            (None, None, None) => "http://localhost".to_owned(),
        };
        let url: Url = text
            .parse()
            .map_err(|error| format!("{text:?} is not a URL: {error}"))?;
        match url.scheme() {
            "http" | "https" => Ok(url),
            scheme => Err(format!("{scheme:?} is neither http nor https")),
        }
    }
}

fn address(text: &str, key: &str, problems: &mut ConfigProblems<'_>) -> Option<SocketAddr> {
    let parsed = text
        .parse()
        .map_err(|_| format!("{text:?} is not an address and port, such as \"127.0.0.1:8080\""));
    problems.take(key, parsed)
}

/// Parses a network or a single address, in the canonical form of the addresses that are looked up
/// in it.
pub(super) fn network(text: &str) -> Result<IpNet, String> {
    let single = || text.parse::<std::net::IpAddr>().ok().map(IpNet::from);
    text.parse()
        .ok()
        .or_else(single)
        .map(canonical_network)
        .ok_or_else(|| format!("{text:?} is not a network, such as \"10.0.0.0/8\""))
}
