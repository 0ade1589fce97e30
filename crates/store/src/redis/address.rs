//! The address of a Redis, as the operator writes it.
//!
//! ```text
//! redis://[USER:PASSWORD@]HOST[:PORT][/DB]
//! redis-sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]/MASTER[/DB]
//! redis-cluster://[USER:PASSWORD@]HOST[:PORT][,HOST[:PORT]…]
//! ```
//!
//! and the same forms with `rediss` for TLS. `:PASSWORD@` alone is a password of the default user;
//! characters of a user or a password other than letters and digits are percent-encoded. Options
//! follow a `?`, joined by `&`: `replicas=N` and `wait_ms=MS`, `prefix=WORD`, `ca=FILE` (PEM) for
//! TLS with a private authority, and `sentinel_user=` and `sentinel_password=` for sentinels that
//! have a login of their own.
//!
//! An error never contains a password: it names the part of the address, and shows only text that
//! cannot be secret.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use percent_encoding::percent_decode_str;

use super::keys::KeyPrefix;

/// Most hosts in one address.
pub const HOSTS_MAX: usize = 32;
/// Most replicas that a commit waits for.
pub const REPLICAS_MAX: u32 = 16;
/// Longest time that a commit waits for replicas, in milliseconds.
pub const WAIT_MS_MAX: u32 = 10_000;
/// Longest key prefix, in bytes.
pub const PREFIX_BYTES_MAX: usize = 64;

const PORT: u16 = 6379;
const SENTINEL_PORT: u16 = 26379;
const WAIT_MS: u32 = 500;
const PREFIX: &str = "anteroom";

/// The reason that an address of a Redis cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// The address has no host.
    #[error("it names no host; write {0}://HOST:PORT")]
    NoHost(&'static str),
    /// The address has more hosts than its kind allows.
    #[error("it names {found} hosts, at most {max} are allowed for {scheme}:")]
    Hosts {
        /// The number of hosts in the address.
        found: usize,
        /// The number of hosts allowed.
        max: usize,
        /// The kind of address.
        scheme: &'static str,
    },
    /// A port is not a number from 1 to 65535.
    #[error("a port is a number from 1 to 65535")]
    Port,
    /// A user or a password contains a `/`.
    #[error("characters of a user or a password other than letters and digits are percent-encoded, such as %2F for /")]
    NotEncoded,
    /// The part after the host is invalid.
    #[error("behind the host comes {0}")]
    Path(&'static str),
    /// A user or a password is not UTF-8.
    #[error("user or password is not UTF-8 after percent-decoding")]
    NotText,
    /// An option is not known.
    #[error(
        "it has an option that is not known; known are replicas, wait_ms, prefix, ca, sentinel_user and sentinel_password"
    )]
    UnknownOption,
    /// An option that does not belong to this kind of address.
    #[error("the option {option} does not go with {scheme}:")]
    Misplaced {
        /// The option.
        option: &'static str,
        /// The kind of address.
        scheme: &'static str,
    },
    /// An option has an invalid value.
    #[error("the option {option} takes {takes}")]
    Value {
        /// The option.
        option: &'static str,
        /// A description of the valid values.
        takes: &'static str,
    },
}

/// The way to find the servers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AddressKind {
    Server,
    Sentinel,
    Cluster,
}

/// A user name and a password.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Login {
    pub(super) user: Option<String>,
    pub(super) password: Option<String>,
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Login(..)")
    }
}

/// A parsed address.
#[derive(Debug, Clone)]
pub(super) struct Address {
    pub(super) kind: AddressKind,
    pub(super) tls: bool,
    pub(super) hosts: Vec<(String, u16)>,
    /// The name that the sentinels use for the primary; empty without sentinels.
    pub(super) master: String,
    pub(super) db: i64,
    pub(super) login: Login,
    pub(super) sentinel_login: Login,
    /// The authority that TLS trusts instead of the machine's authorities.
    pub(super) ca: Option<PathBuf>,
    /// The number of replicas that must have a commit before it is acknowledged.
    pub(super) replicas: u32,
    pub(super) wait_ms: u32,
    pub(super) prefix: KeyPrefix,
}

impl Address {
    /// Returns how long a commit waits for replicas; zero if it waits for none.
    pub(super) fn wait(&self) -> Duration {
        match self.replicas {
            0 => Duration::ZERO,
            _ => Duration::from_millis(self.wait_ms.into()),
        }
    }
}

/// Returns the meaning of a scheme: its name, the kind of address, and whether it uses TLS.
pub(super) fn scheme(name: &str) -> Option<(&'static str, AddressKind, bool)> {
    [
        ("redis", AddressKind::Server, false),
        ("rediss", AddressKind::Server, true),
        ("redis-sentinel", AddressKind::Sentinel, false),
        ("rediss-sentinel", AddressKind::Sentinel, true),
        ("redis-cluster", AddressKind::Cluster, false),
        ("rediss-cluster", AddressKind::Cluster, true),
    ]
    .into_iter()
    .find(|(known, ..)| *known == name)
}

/// Parses the address that follows the scheme and its colon.
pub(super) fn read(
    (scheme, kind, tls): (&'static str, AddressKind, bool),
    rest: &str,
) -> Result<Address, AddressError> {
    let rest = rest.strip_prefix("//").ok_or(AddressError::NoHost(scheme))?;
    let (rest, options) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    if path.contains('@') {
        return Err(AddressError::NotEncoded);
    }
    let (login, hosts) = match authority.rsplit_once('@') {
        Some((login, hosts)) => (read_login(login)?, hosts),
        None => (Login::default(), authority),
    };
    let (master, db) = read_path(kind, path)?;
    let mut address = Address {
        kind,
        tls,
        hosts: read_hosts(scheme, kind, hosts)?,
        master,
        db,
        login,
        sentinel_login: Login::default(),
        ca: None,
        replicas: 0,
        wait_ms: WAIT_MS,
        prefix: KeyPrefix(PREFIX.to_owned()),
    };
    for option in options.split('&').filter(|option| !option.is_empty()) {
        set(&mut address, scheme, option)?;
    }
    Ok(address)
}

fn decoded(text: &str) -> Result<String, AddressError> {
    let text = percent_decode_str(text).decode_utf8();
    text.map(Into::into).map_err(|_| AddressError::NotText)
}

fn read_login(text: &str) -> Result<Login, AddressError> {
    let (user, password) = text
        .split_once(':')
        .map_or((text, None), |(user, word)| (user, Some(word)));
    let some = |text: &str| decoded(text).map(|text| Some(text).filter(|text| !text.is_empty()));
    Ok(Login {
        user: some(user)?,
        password: some(password.unwrap_or_default())?,
    })
}

fn read_hosts(scheme: &'static str, kind: AddressKind, text: &str) -> Result<Vec<(String, u16)>, AddressError> {
    let port = match kind {
        AddressKind::Sentinel => SENTINEL_PORT,
        AddressKind::Server | AddressKind::Cluster => PORT,
    };
    let hosts: Vec<_> = text
        .split(',')
        .map(|host| read_host(scheme, host, port))
        .collect::<Result<_, _>>()?;
    let max = if kind == AddressKind::Server { 1 } else { HOSTS_MAX };
    match hosts.len() {
        found if found > max => Err(AddressError::Hosts { found, max, scheme }),
        _ => Ok(hosts),
    }
}

/// Parses `HOST`, `HOST:PORT`, `[IPV6]` or `[IPV6]:PORT`.
fn read_host(scheme: &'static str, text: &str, default: u16) -> Result<(String, u16), AddressError> {
    let (host, port) = match text.strip_prefix('[').and_then(|text| text.split_once(']')) {
        Some((host, "")) => (host, None),
        Some((host, port)) => (host, Some(port.strip_prefix(':').ok_or(AddressError::Port)?)),
        None => text
            .split_once(':')
            .map_or((text, None), |(host, port)| (host, Some(port))),
    };
    if host.is_empty() {
        return Err(AddressError::NoHost(scheme));
    }
    match port.map_or(Ok(default), str::parse) {
        Ok(port) if port > 0 => Ok((host.to_owned(), port)),
        _ => Err(AddressError::Port),
    }
}

/// Parses the primary's name and the number of the database.
fn read_path(kind: AddressKind, path: &str) -> Result<(String, i64), AddressError> {
    let db = |text: &str, error| match text {
        "" => Ok(0),
        text => text
            .parse::<u16>()
            .map(i64::from)
            .map_err(|_| AddressError::Path(error)),
    };
    match kind {
        AddressKind::Cluster if path.is_empty() => Ok((String::new(), 0)),
        AddressKind::Cluster => Err(AddressError::Path("nothing: a cluster has one database")),
        AddressKind::Server => Ok((String::new(), db(path, "the number of the database, if anything")?)),
        AddressKind::Sentinel => {
            let (master, number) = path.split_once('/').unwrap_or((path, ""));
            if master.is_empty() {
                return Err(AddressError::Path(
                    "the name that the sentinels give the master, as in /mymaster",
                ));
            }
            let db = db(
                number,
                "the master's name, then the number of the database, if anything",
            )?;
            Ok((decoded(master)?, db))
        }
    }
}

fn set(address: &mut Address, scheme: &'static str, option: &str) -> Result<(), AddressError> {
    let (name, value) = option.split_once('=').unwrap_or((option, ""));
    let sentinel_only = |option| match address.kind {
        AddressKind::Sentinel => Ok(()),
        AddressKind::Server | AddressKind::Cluster => Err(AddressError::Misplaced { option, scheme }),
    };
    match name {
        "replicas" => address.replicas = number("replicas", "a number from 0 to 16", value, 0..=REPLICAS_MAX)?,
        "wait_ms" => address.wait_ms = number("wait_ms", "milliseconds from 1 to 10000", value, 1..=WAIT_MS_MAX)?,
        "prefix" => address.prefix = read_prefix(value)?,
        "ca" if !address.tls => return Err(AddressError::Misplaced { option: "ca", scheme }),
        "ca" => address.ca = Some(decoded(value)?.into()),
        "sentinel_user" => {
            sentinel_only("sentinel_user")?;
            address.sentinel_login.user = Some(decoded(value)?);
        }
        "sentinel_password" => {
            sentinel_only("sentinel_password")?;
            address.sentinel_login.password = Some(decoded(value)?);
        }
        _ => return Err(AddressError::UnknownOption),
    }
    Ok(())
}

fn number(
    option: &'static str,
    takes: &'static str,
    value: &str,
    range: std::ops::RangeInclusive<u32>,
) -> Result<u32, AddressError> {
    match u32::from_str(value) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(AddressError::Value { option, takes }),
    }
}

/// Parses a key prefix. Braces are not allowed, because they mark the hash tag of a cluster.
fn read_prefix(value: &str) -> Result<KeyPrefix, AddressError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | ':' | '_' | '-');
    if value.is_empty() || value.len() > PREFIX_BYTES_MAX || !value.chars().all(allowed) {
        return Err(AddressError::Value {
            option: "prefix",
            takes: "1 to 64 of a-z, A-Z, 0-9 and . : _ -",
        });
    }
    Ok(KeyPrefix(value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(url: &str) -> Result<Address, AddressError> {
        let (name, rest) = url.split_once(':').unwrap();
        read(scheme(name).unwrap(), rest)
    }

    #[test]
    fn a_server_has_a_port_and_a_database() {
        let plain = address("redis://h").unwrap();
        assert_eq!(
            (plain.hosts, plain.db, plain.tls),
            (vec![("h".to_owned(), 6379)], 0, false)
        );
        let full = address("rediss://me:p%40%2Fss@[::1]:7/3?replicas=2&wait_ms=9&prefix=a:b&ca=/x%20y.pem").unwrap();
        assert_eq!((full.hosts, full.db, full.tls), (vec![("::1".to_owned(), 7)], 3, true));
        assert_eq!(full.login.user.as_deref(), Some("me"));
        assert_eq!(full.login.password.as_deref(), Some("p@/ss"));
        assert_eq!((full.replicas, full.wait_ms, full.prefix.0.as_str()), (2, 9, "a:b"));
        assert_eq!(full.ca, Some("/x y.pem".into()));
    }

    #[test]
    fn sentinels_know_a_master_and_may_have_a_password_of_their_own() {
        let found = address("redis-sentinel://:pw@a,b:1/main/2?sentinel_user=s&sentinel_password=w").unwrap();
        assert_eq!(found.hosts, [("a".to_owned(), 26379), ("b".to_owned(), 1)]);
        assert_eq!((found.master.as_str(), found.db), ("main", 2));
        assert_eq!(found.login.user, None, "a password alone is the default user's");
        assert_eq!(found.login.password.as_deref(), Some("pw"));
        assert_eq!(found.sentinel_login.password.as_deref(), Some("w"));
    }

    #[test]
    fn mistakes_are_named_and_no_password_repeated() {
        for (url, says) in [
            ("redis:", "it names no host"),
            ("redis://", "it names no host"),
            ("redis://:secret/secret@h", "are percent-encoded"),
            ("redis://:secret@h:99999", "a port is a number"),
            ("redis://:secret@h:0", "a port is a number"),
            ("redis://a,b:1", "it names 2 hosts, at most 1"),
            ("redis://:secret@h/x", "the number of the database"),
            ("redis-sentinel://:secret@h", "the name that the sentinels give"),
            ("redis-sentinel://:secret@h/m/secret", "then the number"),
            ("redis-cluster://h/1", "a cluster has one database"),
            ("redis://:%ff@h", "is not UTF-8"),
            ("redis://h?secret", "an option that is not known"),
            ("redis://h?ca=f", "the option ca does not go with redis:"),
            (
                "redis://h?sentinel_password=secret",
                "the option sentinel_password does not go with redis:",
            ),
            (
                "redis://h?replicas=17",
                "the option replicas takes a number from 0 to 16",
            ),
            ("redis://h?wait_ms=0", "the option wait_ms takes"),
            ("redis://h?prefix={a}", "the option prefix takes"),
        ] {
            let said = address(url).unwrap_err().to_string();
            assert!(said.contains(says), "{url}: {said}");
            assert!(!said.contains("secret"), "{url}: {said}");
        }
        let debug = format!("{:?}", address("redis://:secret@h").unwrap());
        assert!(!debug.contains("secret"), "{debug}");
    }

    #[test]
    fn hosts_are_bounded() {
        let hosts = |count| format!("redis-cluster://{}", vec!["h"; count].join(","));
        assert_eq!(address(&hosts(HOSTS_MAX)).unwrap().hosts.len(), HOSTS_MAX);
        assert!(address(&hosts(HOSTS_MAX + 1)).is_err());
    }
}
