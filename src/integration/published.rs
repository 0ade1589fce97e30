//! The published configurations as downloads: built once for each revision of the admin store,
//! because every visitor of a site requests the browsers' file.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use bytes::Bytes;
use http::HeaderValue;
use protocol::CustomerId;
use sha2::{Digest, Sha256};

use super::repository::IntegrationKeys;
use crate::admin_store::Documents;

/// The files of one customer.
#[derive(Debug, Clone)]
pub struct PublishedFiles {
    /// The published version.
    pub version: i64,
    /// The JSON file for connectors.
    pub connectors: PublishedFile,
    /// The script for browsers.
    pub browsers: PublishedFile,
}

/// A file and its entity tag.
#[derive(Debug, Clone)]
pub struct PublishedFile {
    /// The content.
    pub body: Bytes,
    /// A weak tag, equal for all content encodings.
    pub tag: HeaderValue,
}

/// A cache of the files of requested customers.
#[derive(Debug, Default)]
pub struct PublishedIntegrations(ArcSwap<PublishedCache>);

#[derive(Debug, Clone, Default)]
struct PublishedCache {
    revision: u64,
    files: HashMap<CustomerId, Option<PublishedFiles>>,
}

impl PublishedIntegrations {
    /// Returns a customer's files; `None` if nothing is published. Call it only for existing
    /// customers, which bounds the number of cached files.
    #[must_use]
    pub fn files(&self, documents: &Documents, customer: &CustomerId) -> Option<PublishedFiles> {
        let made = self.0.load();
        let current = made.revision == documents.revision();
        if let Some(files) = made.files.get(customer).filter(|_| current) {
            return files.clone();
        }
        let files = make(documents, customer);
        // Concurrent builds are equal; an entry that is lost to a concurrent update is built again.
        let mut next = if current {
            PublishedCache::clone(&made)
        } else {
            PublishedCache::default()
        };
        next.revision = documents.revision();
        next.files.insert(customer.clone(), files.clone());
        self.0.store(Arc::new(next));
        files
    }
}

fn make(documents: &Documents, customer: &CustomerId) -> Option<PublishedFiles> {
    let edition = IntegrationKeys::of(customer).live(documents)?;
    let built = edition.build(customer);
    Some(PublishedFiles {
        version: built.config.version,
        connectors: PublishedFile::of(built.for_servers().to_json()),
        browsers: PublishedFile::of(built.for_browsers().to_script()),
    })
}

impl PublishedFile {
    fn of(content: String) -> Self {
        let hash = Sha256::digest(content.as_bytes());
        let digits: String = hash.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        Self {
            body: content.into(),
            tag: HeaderValue::try_from(format!("W/\"{digits}\"")).expect("hex is ASCII"),
        }
    }
}
