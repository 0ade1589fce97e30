//! One served certificate, and the files that can replace it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use protocol::UnixSeconds;
use sha2::{Digest, Sha256};

use super::pair::{Contents, Pair, PairError};
use crate::config::{HostName, PemFiles};

/// A certificate in use. Handshakes read it without a lock.
#[derive(Debug)]
pub(super) struct ServedCertificate {
    files: Option<PemFiles>,
    hosts: Vec<HostName>,
    pair: ArcSwap<Pair>,
    /// The result of the last check, so that each change is handled and logged once.
    seen: Mutex<Option<PemReading>>,
    broken: AtomicBool,
}

/// The result of a check: the digest of the contents, or the read error.
type PemReading = Result<[u8; 32], PairError>;

impl ServedCertificate {
    /// Creates the entry with the pair read at the start; a renewed certificate must be valid for
    /// all `hosts`.
    pub(super) fn new(files: Option<PemFiles>, pair: Pair, hosts: Vec<HostName>) -> Self {
        Self {
            files,
            hosts,
            pair: ArcSwap::from_pointee(pair),
            seen: Mutex::new(None),
            broken: AtomicBool::new(false),
        }
    }

    /// Returns the pair for handshakes.
    pub(super) fn pair(&self) -> Arc<Pair> {
        self.pair.load_full()
    }

    /// Returns whether the files in their present state are unusable.
    pub(super) fn is_broken(&self) -> bool {
        self.broken.load(Ordering::Relaxed)
    }

    /// Adopts the files if they have changed and are usable. Certificate and key are two files:
    /// between the two writes they do not match, and the next check sees both.
    pub(super) fn reload_changed(&self, now: UnixSeconds) {
        let Some(files) = &self.files else { return };
        let contents = Contents::read(files);
        let found = contents.as_ref().map(digest).map_err(Clone::clone);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.as_ref() == Some(&found) {
            return;
        }
        *seen = Some(found);
        let pair = contents.and_then(|contents| self.fit(Pair::parse(files, &contents)?, now));
        self.broken.store(pair.is_err(), Ordering::Relaxed);
        match pair {
            Ok(pair) if pair.certified.cert == self.pair().certified.cert => {}
            Ok(pair) => {
                let days = (pair.expires_at.saturating_sub_unsigned(now.0)) / super::DAY_SECONDS;
                tracing::info!(certificate.file = %files.cert.display(), certificate.days_left = days, "a new certificate is served");
                self.pair.store(Arc::new(pair));
            }
            Err(error) => {
                tracing::error!(certificate.file = %files.cert.display(), fault = %error, "a new certificate cannot be used; the old one stays");
            }
        }
    }

    fn fit(&self, pair: Pair, now: UnixSeconds) -> Result<Pair, PairError> {
        let current = self.pair();
        let renewed = pair.certified.cert != current.certified.cert;
        if renewed && pair.expires_at.saturating_sub_unsigned(now.0) <= 0 {
            return Err(PairError::Expired);
        }
        match self.hosts.iter().find(|host| !pair.is_valid_for(host)) {
            Some(host) => Err(PairError::HostMissing(host.clone())),
            None => Ok(pair),
        }
    }
}

fn digest(contents: &Contents) -> [u8; 32] {
    let mut hash = Sha256::new();
    // The length separates the two contents.
    hash.update((contents.cert.len() as u64).to_be_bytes());
    hash.update(&contents.cert);
    hash.update(&contents.key);
    hash.finalize().into()
}
