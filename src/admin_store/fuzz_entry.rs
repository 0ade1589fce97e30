//! An entry point for the fuzzer (`testing/fuzz_targets`) to the private decoder of documents. The
//! server does not use it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::{DocumentKey, Documents, documents};

/// Reads a document as it is in the store after decryption, and returns it as the only document of
/// a revision; `None` if the bytes are not one, or if it is larger than the store takes.
///
/// # Panics
/// Panics if the document's key is read differently after it is written.
#[must_use]
pub fn document(stored: &[u8]) -> Option<Documents> {
    let (key, value): (DocumentKey, Value) = documents::decode(stored).ok()?;
    let written = documents::encode(&key, &value).ok()?;
    let (again, _) = documents::decode::<Value>(&written).expect("what was written is read");
    assert_eq!(again, key);
    Some(Documents(BTreeMap::from([(key, Arc::new(value))]), 1))
}
