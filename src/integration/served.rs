//! The published configurations as they are downloaded: made once for each revision of the admin
//! store, because a site's every visitor asks for the browsers' file.

use std::collections::HashMap;
use std::sync::Arc;

use arc_swap::ArcSwap;
use bytes::Bytes;
use http::HeaderValue;
use protocol::CustomerId;
use sha2::{Digest, Sha256};

use super::kept::IntegrationKeys;
use crate::admin_store::Documents;

/// One customer's files.
#[derive(Debug, Clone)]
pub struct PublishedFiles {
    /// The version that is published.
    pub version: i64,
    /// JSON, for connectors.
    pub connectors: PublishedFile,
    /// A script, for browsers.
    pub browsers: PublishedFile,
}

/// A file and the tag by which one that has it already is known.
#[derive(Debug, Clone)]
pub struct PublishedFile {
    /// The content.
    pub body: Bytes,
    /// A weak tag: the same for every compression.
    pub tag: HeaderValue,
}

/// The files of the customers that were asked about.
#[derive(Debug, Default)]
pub struct PublishedIntegrations(ArcSwap<PublishedCache>);

#[derive(Debug, Clone, Default)]
struct PublishedCache {
    revision: u64,
    files: HashMap<CustomerId, Option<PublishedFiles>>,
}

impl PublishedIntegrations {
    /// A customer's files; `None` where nothing is published. Only for customers that exist, so
    /// that there are no more files than customers.
    #[must_use]
    pub fn files(&self, documents: &Documents, customer: &CustomerId) -> Option<PublishedFiles> {
        let made = self.0.load();
        let current = made.revision == documents.revision();
        if let Some(files) = made.files.get(customer).filter(|_| current) {
            return files.clone();
        }
        let files = make(documents, customer);
        // Two that make them at once make the same; one that is lost here is made again.
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
