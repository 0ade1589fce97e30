//! A certificate and its key as they are served.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::client::verify_server_name;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer, ServerName};
use rustls::server::ParsedCertificate;
use rustls::sign::CertifiedKey;
use x509_parser::certificate::X509Certificate;
use x509_parser::extensions::GeneralName;
use x509_parser::prelude::FromDer;

use crate::config::{HostName, PemFiles};

/// Longest file read, bytes; a chain of a few certificates is some KB.
pub(super) const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// A certificate and its key, which belong together.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// As the handshake takes it.
    pub(super) certified: Arc<CertifiedKey>,
    /// The end of its validity, Unix seconds.
    pub(super) expires_at: i64,
}

/// Why files cannot be served.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PairError {
    /// A file is not there, or not ours to read.
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, String),
    /// The same of the key's file.
    #[error("{0} cannot be read: {1}")]
    KeyUnreadable(PathBuf, String),
    /// No certificate in PEM.
    #[error("{0} holds no certificate in PEM form")]
    NoCertificate(PathBuf),
    /// No private key in PEM.
    #[error("{0} holds no private key in PEM form")]
    NoKey(PathBuf),
    /// They do not belong together, or are of a kind that cannot be served.
    #[error("certificate and key cannot be used together: {0}")]
    Unusable(String),
    /// A renewed certificate does not serve one of its hosts any more.
    #[error("it does not carry {0}, which it is to serve")]
    HostMissing(HostName),
    /// A renewed certificate is not valid any more.
    #[error("it has expired")]
    Expired,
}

impl PairError {
    /// Which of the two keys in the file names the culprit.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::KeyUnreadable(..) | Self::NoKey(_) => "key",
            _ => "cert",
        }
    }
}

/// Files as read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contents {
    pub(super) cert: Vec<u8>,
    pub(super) key: Vec<u8>,
}

impl Contents {
    pub(super) fn read(files: &PemFiles) -> Result<Self, PairError> {
        Ok(Self {
            cert: read(&files.cert).map_err(|error| PairError::Unreadable(files.cert.clone(), error))?,
            key: read(&files.key).map_err(|error| PairError::KeyUnreadable(files.key.clone(), error))?,
        })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    let size = std::fs::metadata(path).map_err(|error| error.to_string())?.len();
    if size > FILE_BYTES_MAX {
        return Err(format!("{size} bytes are too many for a certificate"));
    }
    std::fs::read(path).map_err(|error| error.to_string())
}

impl Pair {
    /// Reads a pair of files.
    pub(super) fn read(files: &PemFiles) -> Result<Self, PairError> {
        Self::parse(files, &Contents::read(files)?)
    }

    /// From the files' contents.
    pub(super) fn parse(files: &PemFiles, contents: &Contents) -> Result<Self, PairError> {
        let no_certificate = || PairError::NoCertificate(files.cert.clone());
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&contents.cert).collect();
        let chain = chain
            .ok()
            .filter(|chain| !chain.is_empty())
            .ok_or_else(no_certificate)?;
        let key = PrivateKeyDer::from_pem_slice(&contents.key).map_err(|_| PairError::NoKey(files.key.clone()))?;
        Self::new(chain, key)
    }

    /// A certificate made for the moment, for demos and tests.
    pub(super) fn self_signed<'a>(hosts: impl Iterator<Item = &'a str>) -> Result<Self, PairError> {
        let unusable = |error: rcgen::Error| PairError::Unusable(error.to_string());
        let names = hosts.chain(["localhost", "127.0.0.1", "::1"]).map(str::to_owned);
        let made = rcgen::generate_simple_self_signed(names.collect::<Vec<_>>()).map_err(unusable)?;
        let key = PrivatePkcs8KeyDer::from(made.signing_key.serialize_der());
        Self::new(vec![made.cert.der().clone()], key.into())
    }

    fn new(chain: Vec<CertificateDer<'static>>, key: PrivateKeyDer<'static>) -> Result<Self, PairError> {
        let (_, leaf) = X509Certificate::from_der(&chain[0]).map_err(|error| PairError::Unusable(error.to_string()))?;
        let expires_at = leaf.validity().not_after.timestamp();
        let certified = CertifiedKey::from_der(chain, key, &provider());
        let certified = certified.map_err(|error| PairError::Unusable(error.to_string()))?;
        Ok(Self {
            certified: Arc::new(certified),
            expires_at,
        })
    }

    /// Whether a browser takes it for this host.
    pub(super) fn carries(&self, host: &HostName) -> bool {
        let leaf = ParsedCertificate::try_from(&self.certified.cert[0]);
        let name = ServerName::try_from(host.as_str());
        leaf.ok()
            .zip(name.ok())
            .is_some_and(|(leaf, name)| verify_server_name(&leaf, &name).is_ok())
    }

    /// The hosts it says it is for, to be told to people.
    pub(super) fn names(&self) -> Vec<String> {
        let leaf = X509Certificate::from_der(&self.certified.cert[0]).ok();
        let names = leaf
            .as_ref()
            .and_then(|(_, leaf)| leaf.subject_alternative_name().ok().flatten());
        let names = names.map_or(&[][..], |names| &names.value.general_names);
        let hosts = names.iter().filter_map(|name| match name {
            GeneralName::DNSName(host) => Some((*host).to_owned()),
            _ => None,
        });
        hosts.collect()
    }
}

/// What all TLS here is computed with.
pub(super) fn provider() -> CryptoProvider {
    rustls::crypto::ring::default_provider()
}
