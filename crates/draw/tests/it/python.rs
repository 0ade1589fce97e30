//! The second verifier, `docs/verify_draw.py`, run from the command line, and its agreement with
//! the first.

use std::path::PathBuf;
use std::process::Command;

use draw::{Permutation, Population, verify_texts};

use crate::keys::{key, numbers};
use crate::unsigned_draw::{UnsignedDraw, after_start, document, handed_out, secret, signer};

fn script() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/verify_draw.py")
}

fn python() -> Command {
    let mut command = Command::new("python3");
    // Writes no bytecode next to the documentation.
    command.env("PYTHONDONTWRITEBYTECODE", "1");
    command
}

/// Runs the second verifier on these texts and returns its output, or its error message.
fn second_verifier(document: &str, receipt: Option<&str>) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let mut command = python();
    command.arg(script()).arg(write("draw.json", document));
    if let Some(receipt) = receipt {
        command.arg("--receipt").arg(write("receipt.json", receipt));
    }
    let output = command
        .output()
        .expect("this test needs python3 (3.11 or newer) on the PATH");
    let (said, complaint) = (
        String::from_utf8(output.stdout).unwrap(),
        String::from_utf8(output.stderr).unwrap(),
    );
    match output.status.code() {
        Some(0) => Ok(said.trim_end().to_owned()),
        Some(1) if said.is_empty() => {
            let sentence = complaint.trim_end().strip_prefix("The draw does not hold: ");
            Err(sentence
                .unwrap_or_else(|| panic!("the script broke: {complaint}"))
                .to_owned())
        }
        other => panic!("the script exited with {other:?}: {complaint}"),
    }
}

/// Returns the result of both verifiers; panics unless they agree. The messages for a text that is
/// not a document can differ.
pub(crate) fn both_verifiers(document: &str, receipt: Option<&str>) -> Result<String, String> {
    let first = match verify_texts(document, receipt) {
        Ok(verified) => Ok(verified.to_string()),
        Err(error) => Err(format!("{error}.")),
    };
    let second = second_verifier(document, receipt);
    let class = |said: &Result<String, String>| match said {
        Err(sentence) if sentence.starts_with("not a ") => Err(sentence.split(':').next().unwrap().to_owned()),
        other => other.clone(),
    };
    assert_eq!(
        class(&first),
        class(&second),
        "the verifiers disagree: {first:?} and {second:?}\n{document}"
    );
    first
}

#[test]
fn whole_orders_agree() {
    for (seed, population) in [
        (1, 2),
        (2, 3),
        (3, 4),
        (4, 5),
        (5, 16),
        (6, 17),
        (7, 255),
        (8, 1000),
        (9, 4097),
    ] {
        let key = key(seed);
        let hex: String = key.as_bytes().iter().map(|octet| format!("{octet:02x}")).collect();
        let program = format!(
            "import sys; sys.path.insert(0, sys.argv[1]); import verify_draw\n\
             key = bytes.fromhex('{hex}')\n\
             print(*(verify_draw.number_of(key, {population}, s) for s in range({population})))"
        );
        let output = python().arg("-c").arg(program).arg(script().parent().unwrap()).output();
        let output = output.expect("this test needs python3 (3.11 or newer) on the PATH");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        let second: Vec<u64> = said.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let order = Permutation::new(&key, Population::new(population).unwrap());
        assert_eq!(numbers(&order, population), second, "population {population}");
    }
}

#[test]
fn the_largest_population_agrees() {
    let unsigned = UnsignedDraw::committed(1)
        .cut_off(Population::MAX.get())
        .revealed(secret(1));
    let document = document(vec![unsigned.clone().sign()]).to_json();
    for sequence in [0, 12_345_678_901, Population::MAX.get() - 1] {
        let receipt = handed_out(unsigned.receipt(sequence, after_start(0)));
        assert!(
            both_verifiers(&document, Some(&receipt.to_json()))
                .unwrap()
                .contains("was drawn number")
        );
    }
}

#[test]
fn strange_spellings_are_refused_by_both() {
    let good = document(vec![UnsignedDraw::committed(1).sign()]).to_json();
    assert!(both_verifiers(&good, None).is_ok());
    let spellings = [
        ("\"run\": 1", "\"run\": 1.0"),
        ("\"run\": 1", "\"run\": 1e0"),
        ("\"run\": 1", "\"run\": -0"),
        ("\"run\": 1", "\"run\": \"1\""),
        ("\"run\": 1", "\"run\": true"),
        ("\"run\": 1", "\"run\": 65536"),
        ("\"run\": 1", "\"run\": NaN"),
        ("\"run\": 1", "\"run\": 1, \"run\": 1"),
        ("\"run\": 1", "\"run\": 1, \"walk\": 1"),
        ("\"status\": \"committed\"", "\"status\": {\"committed\": null}"),
        ("\"hash\": \"blake2s-256\",", ""),
        ("\"hash\": \"blake2s-256\"", "\"hash\": \"blake2s-128\""),
        ("\"draw\": \"anteroom-draw-1\"", "\"draw\": \"anteroom-draw-2\""),
        ("\"customer\": \"demo\"", "\"customer\": \"dem\u{f6}\""),
        ("\"customer\": \"demo\"", "\"customer\": \"demo\\n\""),
        ("\"publicKey\": \"", "\"publicKey\": \"00"),
        ("{\n  \"draw\"", "\u{feff}{\n  \"draw\""),
        ("{\n  \"draw\"", "[{\n  \"draw\""),
    ];
    for (from, to) in spellings {
        assert!(good.contains(from), "{from}");
        let said = both_verifiers(&good.replacen(from, to, 1), None);
        assert!(
            said.as_ref()
                .is_err_and(|said| said.starts_with("not a draw document: ")),
            "{to}: {said:?}"
        );
    }
    let key = signer().public_key().to_string();
    assert!(both_verifiers(&good.replace(&key, &key.to_uppercase()), None).is_err());
    let list = r#"["demo", "sale", 1]"#;
    assert!(both_verifiers(list, None).is_err());
}

#[test]
fn absence_is_null() {
    let good = document(vec![UnsignedDraw::committed(1).sign()]).to_json();
    let without = good.replacen("\"cutOff\": null,", "", 1);
    assert_ne!(good, without);
    assert_eq!(both_verifiers(&good, None), both_verifiers(&without, None));
}
