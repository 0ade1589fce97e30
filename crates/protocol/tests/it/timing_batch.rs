//! Tests of the longest report of page timings.

use protocol::timing_batch::{TIMING_BATCH_BYTES_MAX, TimingBatch};

#[test]
fn a_report_is_read_up_to_its_longest_length() {
    let report = format!(r#"{{"batch":"{}","sentAt":1,"pages":[]}}"#, "0".repeat(32));
    let padded = |bytes: usize| report.clone() + &" ".repeat(bytes - report.len());
    assert_eq!(TIMING_BATCH_BYTES_MAX, 98_304);
    assert!(TimingBatch::parse(padded(98_304).as_bytes()).is_some());
    assert_eq!(TimingBatch::parse(padded(98_305).as_bytes()), None);
}
