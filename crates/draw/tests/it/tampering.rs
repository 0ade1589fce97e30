//! A stranger changes one value of a published document or a receipt without the operator's key:
//! the tests change every value, one by one, and both verifiers detect each change.

use draw::AbortReason;
use serde_json::Value;

use crate::python::both_verifiers;
use crate::unsigned_draw::{UnsignedDraw, after_start, document, handed_out, honest, secret};

/// Collects the paths of all values that are neither objects nor lists.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, v)| leaves(v, &format!("{path}/{name}"), found)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, v)| leaves(v, &format!("{path}/{at}"), found)),
        _ => found.push(path.to_owned()),
    }
}

/// Returns another value of the same kind: a changed hex digit, the next integer, another word or
/// name.
fn changed(value: &Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_u64().unwrap() + 1),
        Value::String(text) if text.len() >= 64 && !text.contains(' ') => {
            let first = if text.starts_with('0') { '1' } else { '0' };
            Value::from(format!("{first}{}", &text[1..]))
        }
        Value::String(text) => match text.as_str() {
            "revealed" | "aborted" => Value::from("committed"),
            "cut-off" => Value::from("revealed"),
            "committed" => Value::from("cut-off"),
            "reset" => Value::from("called-off"),
            other => Value::from(format!("{other}x")),
        },
        Value::Null => Value::from("x"),
        other => panic!("documents hold no {other}"),
    }
}

/// Changes every leaf of `text` in turn and returns both verifiers' error for each path.
fn each_change(text: &str, verify: impl Fn(&str) -> Result<String, String>) -> Vec<(String, String)> {
    let value: Value = serde_json::from_str(text).unwrap();
    let mut paths = Vec::new();
    leaves(&value, "", &mut paths);
    let each = paths.into_iter().map(|path| {
        let mut bent = value.clone();
        let leaf = bent.pointer_mut(&path).unwrap();
        *leaf = changed(leaf);
        let said = verify(&bent.to_string());
        let complaint = said.expect_err(&path);
        (path, complaint)
    });
    each.collect()
}

fn complaint<'a>(complaints: &'a [(String, String)], end: &str) -> &'a str {
    let found = complaints.iter().find(|(path, _)| path.ends_with(end));
    &found.unwrap_or_else(|| panic!("{end} was not changed")).1
}

#[test]
fn no_value_of_a_revealed_draw_can_be_changed() {
    let text = document(vec![honest().sign()]).to_json();
    let complaints = each_change(&text, |bent| both_verifiers(bent, None));
    assert!(complaints.len() > 30, "{}", complaints.len());
    let expected = [
        (
            "/reveal/statement/secret",
            "run 1: the secret is not the one committed to.",
        ),
        (
            "/cutOff/statement/population",
            "run 1: the signature under the cut-off does not fit: population, time",
        ),
        (
            "/cutOff/statement/run",
            "run 1: the cut-off belongs to another run or commitment.",
        ),
        (
            "/commitment/statement/run",
            "run 2: the signature under the commitment does not fit:",
        ),
        (
            "/commitment/statement/secretHash",
            "run 1: the signature under the commitment does not fit:",
        ),
        (
            "/commitment/statement/beacon/round",
            "run 1: the signature under the commitment does not fit:",
        ),
        (
            "/reveal/statement/beaconValue",
            "run 1: the signature under the reveal does not fit: beacon value",
        ),
        (
            "/commitment/signature",
            "run 1: the signature under the commitment does not fit:",
        ),
        (
            "/cutOff/signature",
            "run 1: the signature under the cut-off does not fit:",
        ),
        (
            "/reveal/signature",
            "run 1: the signature under the reveal does not fit:",
        ),
        (
            "/cutOff/statement/commitment",
            "run 1: the cut-off belongs to another run or commitment.",
        ),
        (
            "/reveal/statement/cutOff",
            "run 1: the reveal belongs to another run, commitment or cut-off.",
        ),
        ("/status", "run 1: the status does not fit what is published."),
    ];
    for (path, start) in expected {
        assert!(
            complaint(&complaints, path).starts_with(start),
            "{path}: {}",
            complaint(&complaints, path)
        );
    }
}

#[test]
fn no_value_of_a_draw_without_beacon_can_be_changed() {
    let unsigned = UnsignedDraw::committed(1)
        .without_beacon()
        .cut_off(5)
        .revealed(secret(1));
    let complaints = each_change(&document(vec![unsigned.sign()]).to_json(), |bent| {
        both_verifiers(bent, None)
    });
    let caution = complaint(&complaints, "/caution");
    assert_eq!(
        caution,
        "run 1: the caution about a draw without a beacon is missing, changed or out of place."
    );
}

#[test]
fn no_value_of_an_aborted_draw_can_be_changed() {
    let unsigned = UnsignedDraw::committed(1).cut_off(7).aborted(AbortReason::Reset);
    let complaints = each_change(&document(vec![unsigned.sign()]).to_json(), |bent| {
        both_verifiers(bent, None)
    });
    let reason = complaint(&complaints, "/abort/statement/reason");
    assert!(
        reason.starts_with("run 1: the signature under the abort does not fit: reason"),
        "{reason}"
    );
}

#[test]
fn no_value_of_a_receipt_can_be_changed() {
    let unsigned = honest();
    let document = document(vec![unsigned.clone().sign()]).to_json();
    let receipt = handed_out(unsigned.receipt(41, after_start(0))).to_json();
    let complaints = each_change(&receipt, |bent| both_verifiers(&document, Some(bent)));
    assert_eq!(complaints.len(), 9);
    for field in [
        "/room",
        "/run",
        "/sequence",
        "/atMs",
        "/commitment",
        "/receipt/signature",
    ] {
        assert!(
            complaint(&complaints, field).starts_with("receipt: its signature does not fit:"),
            "{field}"
        );
    }
    assert!(complaint(&complaints, "/publicKey").starts_with("receipt: it names another public key"));
}
