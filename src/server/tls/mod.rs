//! Certificates: the server's own and those of its customers' hosts, selected by the requested
//! server name (SNI), and read again when their files change.
//!
//! The server's own certificate serves unknown and missing names. The assignment of certificates to
//! hosts is determined at the start and when hosts change. A changed file that is unusable
//! (unreadable, key and certificate of different pairs, expired, lacking a host) is ignored: the
//! certificate in use stays until the file is corrected. Open connections are not affected. This
//! module does not decide which rooms a host leads to; that is the task of `http`.

mod pair;
mod served;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use protocol::UnixSeconds;
use rustls::ServerConfig;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use crate::clock::Clock;
use crate::config::{Config, ConfigProblem, HostName, PemFiles, Tls, host_fields};
use pair::{Pair, PairError};
use served::ServedCertificate;

/// The interval between checks of the files.
pub const CHECK_INTERVAL: Duration = Duration::from_secs(5);

/// Number of seconds in a day.
pub(crate) const DAY_SECONDS: i64 = 24 * 60 * 60;

/// All certificates of this process; none if https is off.
#[derive(Debug, Default)]
pub struct Certificates(ArcSwap<CertificateSet>);

/// The certificates for the current hosts.
#[derive(Debug, Default)]
struct CertificateSet {
    /// The server's own certificate comes first.
    served: Vec<ServedCertificate>,
    /// The index of each host's certificate.
    by_host: HashMap<HostName, usize>,
}

/// The treatment of a certificate that no host needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum UnusedCertificate {
    /// An error: in a configuration file it is a mistake.
    Wrong,
    /// Accepted: a host that was removed at run time can be added again.
    Fine,
}

/// The state of the certificates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CertificateHealth {
    /// Number of changed files that are unusable; the previous certificates are still served.
    pub broken: usize,
    /// Seconds until the first certificate expires, negative afterwards; `None` without https.
    pub seconds_left: Option<i64>,
}

impl CertificateHealth {
    /// Returns whether an operator must act.
    #[must_use]
    pub fn needs_help(&self) -> bool {
        self.broken > 0 || self.seconds_left.is_some_and(|left| left <= 0)
    }
}

impl Certificates {
    /// Reads the certificates of a configuration.
    ///
    /// # Errors
    /// Returns every unusable file, every host without a certificate, and every certificate that no
    /// host needs.
    pub fn open(config: &Config) -> Result<Self, Vec<ConfigProblem>> {
        CertificateSet::open(config, UnusedCertificate::Wrong).map(|held| Self(ArcSwap::from_pointee(held)))
    }

    /// Reads the certificates again for a configuration with other hosts, and serves them from now
    /// on. Open connections are not affected.
    ///
    /// # Errors
    /// Like [`Self::open`], except that certificates without a host are accepted; on an error the
    /// previous certificates stay in use.
    pub fn reopen(&self, config: &Config) -> Result<(), Vec<ConfigProblem>> {
        CertificateSet::open(config, UnusedCertificate::Fine).map(|held| self.0.store(Arc::new(held)))
    }

    /// Returns the problems that [`Self::reopen`] would return, without changing anything.
    #[must_use]
    pub fn problems(config: &Config) -> Vec<ConfigProblem> {
        CertificateSet::open(config, UnusedCertificate::Fine)
            .err()
            .unwrap_or_default()
    }

    /// Returns the TLS configuration of a listener.
    #[must_use]
    pub fn server_config(self: &Arc<Self>) -> ServerConfig {
        let builder = ServerConfig::builder_with_provider(Arc::new(pair::provider()))
            .with_safe_default_protocol_versions()
            .expect("the provider knows TLS 1.2 and 1.3");
        let mut config = builder.with_no_client_auth().with_cert_resolver(self.clone());
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        config
    }

    /// Reads files that have changed. Blocks on the disk.
    pub fn reload_changed(&self, now: UnixSeconds) {
        self.0
            .load_full()
            .served
            .iter()
            .for_each(|served| served.reload_changed(now));
    }

    /// Checks the files every [`CHECK_INTERVAL`] until the task is dropped.
    pub async fn watch(self: Arc<Self>, clock: Clock) {
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            let (certificates, now) = (self.clone(), clock.unix_seconds());
            // A panic has been reported already; the next check runs nevertheless.
            _ = tokio::task::spawn_blocking(move || certificates.reload_changed(now)).await;
        }
    }

    /// Returns the state of the certificates.
    #[must_use]
    pub fn health(&self, now: UnixSeconds) -> CertificateHealth {
        let held = self.0.load();
        let left = |served: &ServedCertificate| served.pair().expires_at.saturating_sub_unsigned(now.0);
        CertificateHealth {
            broken: held.served.iter().filter(|served| served.is_broken()).count(),
            seconds_left: held.served.iter().map(left).min(),
        }
    }
}

impl CertificateSet {
    fn open(config: &Config, idle: UnusedCertificate) -> Result<Self, Vec<ConfigProblem>> {
        let Some((_, tls)) = &config.server.https else {
            return Ok(Self::default());
        };
        let mut problems = Vec::new();
        let mut take = |key: &dyn Fn(&PairError) -> String, read: Result<Pair, PairError>| {
            read.map_err(|error| problems.push(problem(key(&error), &error))).ok()
        };
        let named = config.certificates.iter().enumerate();
        let named: Vec<Option<Pair>> = named
            .map(|(index, files)| {
                take(
                    &|error| format!("certificate[{index}].{}", error.key()),
                    Pair::read(files),
                )
            })
            .collect();
        let hosts: Vec<(String, &HostName)> = host_fields(&config.customers, &config.rooms).collect();
        let (own_files, own) = match tls {
            Tls::Files(files) => {
                let own = take(&|error| format!("server.tls_{}", error.key()), Pair::read(files));
                (Some(files), own)
            }
            Tls::SelfSigned => {
                let bare = hosts.iter().filter(|(_, host)| certificate_of(&named, host).is_none());
                let public = config.server.public_url.host_str().into_iter();
                let names = public.chain(bare.map(|(_, host)| host.as_str()));
                (None, take(&|_| "server.tls".to_owned(), Pair::self_signed(names)))
            }
        };
        let files = [own_files].into_iter().chain(config.certificates.iter().map(Some));
        // The server's own certificate comes last when a certificate is searched for a host, but
        // first among the served ones.
        let pairs: Vec<Option<Pair>> = named.into_iter().chain([own]).collect();
        let mut of = assign_hosts(&pairs, &hosts, idle, &mut problems);
        if !problems.is_empty() {
            return Err(problems);
        }
        of.rotate_right(1);
        let mut pairs: Vec<Pair> = pairs.into_iter().flatten().collect();
        pairs.rotate_right(1);
        Ok(Self::of(files.zip(pairs).zip(of)))
    }

    fn of<'a>(all: impl Iterator<Item = ((Option<&'a PemFiles>, Pair), Vec<HostName>)>) -> Self {
        let mut held = Self::default();
        for ((files, pair), hosts) in all {
            let index = held.served.len();
            let mapped = hosts.iter().map(|host| (host.clone(), index));
            held.by_host.extend(mapped);
            held.served.push(ServedCertificate::new(files.cloned(), pair, hosts));
        }
        held
    }

    fn for_name(&self, name: Option<&str>) -> Option<&ServedCertificate> {
        let index = name
            .and_then(|name| name.parse().ok())
            .and_then(|host: HostName| self.by_host.get(&host));
        self.served.get(index.copied().unwrap_or_default())
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let held = self.0.load();
        let served = held.for_name(hello.server_name())?;
        Some(served.pair().certified.clone())
    }
}

/// Returns the first certificate that is valid for a host.
fn certificate_of(pairs: &[Option<Pair>], host: &HostName) -> Option<usize> {
    let is_valid = |pair: &Option<Pair>| pair.as_ref().is_some_and(|pair| pair.is_valid_for(host));
    pairs.iter().position(is_valid)
}

/// Returns the hosts of each certificate, the server's own last. Each host needs a certificate, and
/// each certificate except the server's own needs a host. If a file is unreadable, hosts without a
/// certificate are not reported.
fn assign_hosts(
    pairs: &[Option<Pair>],
    hosts: &[(String, &HostName)],
    idle: UnusedCertificate,
    problems: &mut Vec<ConfigProblem>,
) -> Vec<Vec<HostName>> {
    let mut of = vec![Vec::new(); pairs.len()];
    for (field, host) in hosts {
        match certificate_of(pairs, host) {
            Some(index) => of[index].push((*host).clone()),
            None if pairs.iter().any(Option::is_none) => {}
            None => {
                let message = format!("no certificate carries {host}; add a [[certificate]] with cert and key for it");
                problems.push(problem(field.clone(), &message));
            }
        }
    }
    let named = pairs.split_last().map_or(&[][..], |(_own, named)| named);
    if idle == UnusedCertificate::Wrong {
        let needless = named.iter().enumerate().filter(|(index, _)| of[*index].is_empty());
        problems.extend(needless.filter_map(|(index, pair)| Some(needless_pair(index, pair.as_ref()?))));
    }
    of
}

fn needless_pair(index: usize, pair: &Pair) -> ConfigProblem {
    let names = pair.names();
    let names = if names.is_empty() { "no host" } else { &names.join(", ") };
    let message = format!("it is for {names}, and serves none of the hosts in this file; take it out, or add the host");
    problem(format!("certificate[{index}].cert"), &message)
}

fn problem(field: String, message: &dyn fmt::Display) -> ConfigProblem {
    ConfigProblem {
        field,
        message: message.to_string(),
    }
}
