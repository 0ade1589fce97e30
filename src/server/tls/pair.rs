//! A certificate and its key.

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

/// Maximum size of a file, bytes; a chain of a few certificates takes some KB.
pub(super) const FILE_BYTES_MAX: u64 = 1024 * 1024;

/// A certificate and its matching key.
#[derive(Debug, Clone)]
pub(super) struct Pair {
    /// The pair in the form that handshakes need.
    pub(super) certified: Arc<CertifiedKey>,
    /// The end of its validity, Unix seconds.
    pub(super) expires_at: i64,
}

/// An error that makes files unusable.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum PairError {
    /// The certificate's file is missing or unreadable.
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, String),
    /// The key's file is missing or unreadable.
    #[error("{0} cannot be read: {1}")]
    KeyUnreadable(PathBuf, String),
    /// The file contains no certificate in PEM form.
    #[error("{0} holds no certificate in PEM form")]
    NoCertificate(PathBuf),
    /// The file contains no private key in PEM form.
    #[error("{0} holds no private key in PEM form")]
    NoKey(PathBuf),
    /// Certificate and key do not match, or their type is not supported.
    #[error("certificate and key cannot be used together: {0}")]
    Unusable(String),
    /// A renewed certificate lacks one of the hosts that it serves.
    #[error("it does not carry {0}, which it is to serve")]
    HostMissing(HostName),
    /// A renewed certificate has expired.
    #[error("it has expired")]
    Expired,
}

impl PairError {
    /// Returns which of the two configuration keys names the faulty file.
    pub(super) fn key(&self) -> &'static str {
        match self {
            Self::KeyUnreadable(..) | Self::NoKey(_) => "key",
            _ => "cert",
        }
    }
}

/// The contents of both files.
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

    /// Parses the contents of both files.
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

    /// Creates a temporary certificate, for demos and tests.
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

    /// Returns whether the certificate is valid for this host, by the rules of browsers.
    pub(super) fn is_valid_for(&self, host: &HostName) -> bool {
        let leaf = ParsedCertificate::try_from(&self.certified.cert[0]);
        let name = ServerName::try_from(host.as_str());
        leaf.ok()
            .zip(name.ok())
            .is_some_and(|(leaf, name)| verify_server_name(&leaf, &name).is_ok())
    }

    /// Returns the DNS names of the certificate, for messages.
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

/// Returns the cryptography provider of all TLS in this process.
pub(super) fn provider() -> CryptoProvider {
    rustls::crypto::ring::default_provider()
}
