//! The bounds of documents, at each bound and one beyond it, and texts that are no hex.

use draw::{ChainHash, Concern, DOCUMENT_BYTES_MAX, DrawDocument, FormatError, RUNS_MAX, verify};
use serde_json::Value;

use crate::unsigned_draw::{UnsignedDraw, at, document, honest, secret};

/// A document with so many draws, of which all are the same: only its format is right.
fn of_draws(count: usize) -> String {
    let mut value = serde_json::to_value(document(vec![honest().sign()])).unwrap();
    let runs = value["runs"].as_array_mut().unwrap();
    let one = runs[0].clone();
    runs.resize(count, one);
    Value::to_string(&value)
}

#[test]
fn a_document_has_so_many_draws_and_no_more() {
    assert_eq!(
        DrawDocument::from_json(&of_draws(RUNS_MAX)).unwrap().runs.len(),
        RUNS_MAX
    );
    let more = DrawDocument::from_json(&of_draws(RUNS_MAX + 1));
    assert!(matches!(more, Err(FormatError::TooManyRuns)), "{more:?}");
}

#[test]
fn a_document_is_so_long_and_no_longer() {
    let mut text = document(vec![honest().sign()]).to_json();
    text.extend(std::iter::repeat_n(' ', DOCUMENT_BYTES_MAX - text.len()));
    assert!(DrawDocument::from_json(&text).is_ok());
    text.push(' ');
    let longer = DrawDocument::from_json(&text);
    assert!(matches!(longer, Err(FormatError::TooLong)), "{longer:?}");
}

#[test]
fn a_commitment_made_when_the_pre_queue_opens_is_not_late() {
    let concerns = |later_ms: u64| {
        let mut unsigned = UnsignedDraw::committed(1);
        let opens_at_ms = unsigned.commitment.opens_at_ms.get();
        unsigned.commitment.committed_at_ms = at(opens_at_ms + later_ms);
        let record = unsigned.cut_off(1000).revealed(secret(1)).sign();
        let verified = verify(&document(vec![record]), None).unwrap();
        verified.runs[0].concerns.clone()
    };
    assert_eq!(concerns(0), []);
    assert_eq!(concerns(1), [Concern::CommittedLate]);
}

#[test]
fn a_text_that_is_no_hex_is_refused_with_what_is_expected() {
    let error = serde_json::from_str::<ChainHash>("\"AB\"").unwrap_err().to_string();
    assert!(error.contains("64 lower-case hex digits"), "{error}");
}
