//! The target that covers each decoder of CrowdHandler's API, of page timings and of stored rules.
//! A new decoder in these files needs a row.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz_targets::targets;

/// A file or a folder, a decoder in it, and the target that reaches the decoder.
const COVERED: [(&str, &str, &str); 28] = [
    ("crates/crowdhandler/src/call/mod.rs", "fn from_body(", "visit_call"),
    ("crates/crowdhandler/src/call/mod.rs", "fn from_query(", "visit_query"),
    // JSON and forms, below both of them.
    ("crates/crowdhandler/src/call/fields.rs", "fn from_body(", "visit_call"),
    (
        "crates/crowdhandler/src/call/fields.rs",
        "fn from_query(",
        "visit_query",
    ),
    (
        "crates/crowdhandler/src/call_url.rs",
        "impl FromStr for CallUrl",
        "call_url",
    ),
    (
        "crates/crowdhandler/src/domain.rs",
        "impl FromStr for DomainPattern",
        "domain_pattern",
    ),
    ("crates/crowdhandler/src/parameters.rs", "fn strip(", "ch_parameters"),
    (
        "crates/crowdhandler/src/performance.rs",
        "fn from_body(",
        "performance_report",
    ),
    (
        "crates/crowdhandler/src/rooms.rs",
        "impl FromStr for UrlMatch",
        "room_pattern",
    ),
    (
        "crates/crowdhandler/src/signature.rs",
        "impl FromStr for PrivateKey",
        "ch_keys",
    ),
    (
        "crates/crowdhandler/src/signature.rs",
        "impl FromStr for AccountPublicKey",
        "ch_keys",
    ),
    (
        "crates/crowdhandler/src/token.rs",
        "impl FromStr for VisitorToken",
        "visitor_token",
    ),
    ("crates/crowdhandler/src/token.rs", "fn open(", "visitor_token"),
    (
        "crates/admission/src/flow/autotune/response_ids.rs",
        "fn verify(",
        "response_id",
    ),
    ("crates/protocol/src/timing_batch.rs", "fn open", "timing_batch"),
    ("src/http/crowdhandler/account.rs", "fn key_of(", "api_key"),
    ("src/http/crowdhandler/private/ids.rs", "fn read(", "session_id"),
    (
        "src/http/crowdhandler/private/input.rs",
        "fn from_body(",
        "private_body",
    ),
    (
        "src/rooms/codes/record.rs",
        "impl FromStr for PriorityCode",
        "priority_code",
    ),
    ("src/rooms/codes.rs", "fn decoded(", "priority_record"),
    ("crates/node/src/records.rs", "pub fn decode<", "session_record"),
    ("crates/node/src/records.rs", "pub fn decode_pool(", "pool_value"),
    ("crates/incident/src/frame.rs", "pub fn next_block(", "recording"),
    ("src/email/address.rs", "impl FromStr for EmailAddress", "email_address"),
    ("src/config/coverage.rs", "fn ", "config"),
    ("src/admin_store/documents.rs", "fn decode<", "firewall_rule"),
    ("src/config/access/firewall.rs", "fn check(", "firewall_rule"),
    ("src/config/merge.rs", "fn merged(", "firewall_rule"),
];
/// Where every decoder has a row.
const COMPLETE: [&str; 5] = [
    "crates/crowdhandler/src",
    "crates/protocol/src/timing_batch.rs",
    "src/http/crowdhandler",
    "src/rooms/codes",
    "src/email/address.rs",
];
/// The beginnings of lines that define a decoder.
const DECODERS: [&str; 9] = [
    "impl FromStr for",
    "pub fn from_body(",
    "pub(crate) fn from_body(",
    "pub(super) fn from_body(",
    "pub fn from_query(",
    "pub(crate) fn from_query(",
    "pub fn open(",
    "pub fn from_bytes(",
    "pub(in crate::http) fn read(",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the paths of the Rust files in a folder, or of the file itself.
fn files(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let entries = entries.map(|entry| entry.expect("an entry").path());
    let found = entries.filter(|path| path.is_dir() || path.extension().is_some_and(|name| name == "rs"));
    found.flat_map(|path| files(&path)).collect()
}

#[test]
fn every_row_names_a_decoder_and_a_target_that_exist() {
    let names: BTreeSet<&str> = targets().iter().map(|target| target.name).collect();
    for (file, item, target) in COVERED {
        let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.contains(item), "{item} is not in {file}");
        assert!(!cfg!(feature = "server") || names.contains(target), "{target}");
    }
}

#[test]
fn every_decoder_has_a_row() {
    let mut found = 0;
    for path in COMPLETE.iter().flat_map(|path| files(&root().join(path))) {
        let text = fs::read_to_string(&path).unwrap();
        for line in text.lines().map(str::trim) {
            if !DECODERS.iter().any(|begin| line.starts_with(begin)) {
                continue;
            }
            let covers = |(file, item, _): &(&str, &str, &str)| path.ends_with(file) && line.contains(item);
            assert!(COVERED.iter().any(covers), "{}: {line}", path.display());
            found += 1;
        }
    }
    assert!(found >= 15, "{found} were found");
}
