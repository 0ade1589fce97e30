//! Tests that parsing and verification return an error for any text and never panic.

use draw::{DrawDocument, ReceiptDocument, verify, verify_texts};
use proptest::prelude::*;
use serde_json::Value;

use crate::unsigned_draw::{after_start, document, handed_out, honest};

/// Any JSON of a few levels, with words of the documents among its member names.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,8}".prop_map(Value::from),
        "[0-9a-f]{64}".prop_map(Value::from),
        "[0-9a-f]{128}".prop_map(Value::from),
    ];
    let word = prop_oneof![
        Just("statement"),
        Just("signature"),
        Just("run"),
        Just("runs"),
        Just("beacon"),
        Just("x")
    ];
    leaf.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map(word.clone().prop_map(str::to_owned), inner, 0..6)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

/// Collects the paths of all values of a document, including objects and lists.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(members) => members
            .iter()
            .for_each(|(name, v)| places(v, &format!("{path}/{name}"), found)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(at, v)| places(v, &format!("{path}/{at}"), found)),
        _ => {}
    }
}

proptest! {
    #[test]
    fn any_text_is_answered(text in ".{0,200}") {
        prop_assert!(DrawDocument::from_json(&text).is_err());
        prop_assert!(ReceiptDocument::from_json(&text).is_err());
    }

    #[test]
    fn any_json_is_answered(value in any_json()) {
        prop_assert!(verify_texts(&value.to_string(), None).is_err());
        prop_assert!(ReceiptDocument::from_json(&value.to_string()).is_err());
    }

    /// A valid document and receipt in which one value is replaced by any other.
    #[test]
    fn a_damaged_document_is_answered(which: prop::sample::Index, damage in any_json(), in_receipt: bool) {
        let unsigned = honest();
        let whole = document(vec![unsigned.clone().sign()]);
        let receipt = handed_out(unsigned.receipt(41, after_start(0)));
        let text = if in_receipt { receipt.to_json() } else { whole.to_json() };
        let mut value: Value = serde_json::from_str(&text).unwrap();
        let mut found = Vec::new();
        places(&value, "", &mut found);
        *value.pointer_mut(which.get::<String>(&found)).unwrap() = damage;
        let bent = value.to_string();
        let said = if in_receipt {
            verify_texts(&whole.to_json(), Some(&bent))
        } else {
            verify_texts(&bent, Some(&receipt.to_json()))
        };
        // Damage is undetected only if it changed nothing: a null replaced by a null.
        if said.is_ok() {
            let untouched = if in_receipt {
                ReceiptDocument::from_json(&bent).unwrap() == receipt
            } else {
                DrawDocument::from_json(&bent).unwrap() == whole
            };
            prop_assert!(untouched);
        }
    }
}

proptest! {
    // Signatures are slow without optimisation.
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn documents_come_back_from_their_text(sequence in 0_u64..2000) {
        let unsigned = honest();
        let whole = document(vec![unsigned.clone().sign()]);
        let receipt = handed_out(unsigned.receipt(sequence, after_start(15_000)));
        prop_assert_eq!(&DrawDocument::from_json(&whole.to_json()).unwrap(), &whole);
        prop_assert_eq!(&ReceiptDocument::from_json(&receipt.to_json()).unwrap(), &receipt);
        prop_assert!(verify(&whole, Some(&receipt)).is_ok());
    }
}
