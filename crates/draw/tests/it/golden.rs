//! Documents, receipts and vectors as committed under `tests/golden/`: a change of any byte of the
//! formats fails here. With `UPDATE_GOLDEN` set, the tests rewrite the files first.

use std::path::PathBuf;

use draw::{
    AbortReason, ChainHash, DrawDocument, DrawKey, HolderStatus, Population, ReceiptDocument, Round, Secret, Statement,
    verify,
};

use crate::keys::{key, numbers, order};
use crate::python::both_verifiers;
use crate::unsigned_draw::{BEACON_VALUE, UnsignedDraw, after_start, document, handed_out, honest, run, secret};

fn assert_golden(name: &str, content: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, content).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(committed, content, "{name} is not as committed");
}

/// Asserts document, receipt (if any) and the common output of both verifiers. Returns the output.
fn assert_golden_draw(name: &str, document: &DrawDocument, receipt: Option<&ReceiptDocument>) -> String {
    let (text, receipt) = (document.to_json(), receipt.map(ReceiptDocument::to_json));
    let said = both_verifiers(&text, receipt.as_deref()).unwrap();
    assert_golden(&format!("{name}.json"), &format!("{text}\n"));
    if let Some(receipt) = receipt {
        assert_golden(&format!("{name}.receipt.json"), &format!("{receipt}\n"));
    }
    assert_golden(&format!("{name}.txt"), &format!("{said}\n"));
    said
}

#[test]
fn a_draw_as_it_comes_along() {
    let joined = after_start(0);
    let committed = UnsignedDraw::committed(1);
    let (cut_off, revealed) = (committed.clone().cut_off(1000), honest());
    for (name, unsigned) in [("committed", committed), ("cut-off", cut_off), ("revealed", revealed)] {
        let receipt = handed_out(unsigned.receipt(41, joined));
        assert_golden_draw(name, &document(vec![unsigned.sign()]), Some(&receipt));
    }
}

#[test]
fn draws_without_a_beacon_and_of_nobody() {
    let small = UnsignedDraw::committed(1)
        .without_beacon()
        .cut_off(5)
        .revealed(secret(1));
    let nobody = UnsignedDraw::committed(2)
        .without_beacon()
        .cut_off(0)
        .revealed(secret(2));
    let late = handed_out(nobody.receipt(0, after_start(16_000)));
    let said = assert_golden_draw(
        "without-beacon",
        &document(vec![small.sign(), nobody.sign()]),
        Some(&late),
    );
    assert!(said.ends_with("Receipt: sequence 0 of run 2 came after the cut-off and keeps number 1."));
}

#[test]
fn aborted_draws_and_all_that_gives_concern() {
    let moved = UnsignedDraw::committed(1).aborted(AbortReason::StartMoved);
    let mut again = UnsignedDraw::committed(1);
    again.commitment.committed_at_ms = after_start(0);
    again.commitment.secret_hash = secret(7).hash();
    let strange = again.commitment.beacon.as_mut().unwrap();
    (strange.chain, strange.round) = (ChainHash([0xc4; 32]), Round::new(12).unwrap());
    let again = again.cut_off(2000).revealed(secret(7));
    let shown = UnsignedDraw::committed(2)
        .cut_off(3)
        .revealed(secret(2))
        .aborted(AbortReason::Reset);
    let off = UnsignedDraw::committed(4).aborted(AbortReason::CalledOff);
    let receipt = handed_out(moved.receipt(1999, after_start(0)));
    let runs = vec![moved.sign(), again.clone().sign(), shown.clone().sign(), off.sign()];
    let whole = document(runs);
    assert_golden_draw("aborted", &whole, Some(&receipt));

    // The receipt of the moved draw is valid in the draw that replaced it.
    let number = draw::Permutation::new(&again.key(), Population::new(2000).unwrap());
    let verified = verify(&whole, Some(&receipt)).unwrap();
    let expected = HolderStatus::Drawn(number.number(receipt.receipt.statement.sequence));
    assert_eq!(verified.holder.unwrap().status, expected);
    assert_eq!(verified.runs[1].key, Some(again.key()));
    let nobody = handed_out(shown.receipt(0, after_start(0)));
    assert_eq!(
        verify(&whole, Some(&nobody)).unwrap().holder.unwrap().status,
        HolderStatus::Aborted
    );
}

#[test]
fn a_room_without_draws_holds() {
    let said = assert_golden_draw("empty", &document(Vec::new()), None);
    assert!(said.ends_with("0 of 0 draws hold."));
}

fn hex(octets: &[u8]) -> String {
    octets.iter().map(|octet| format!("{octet:02x}")).collect()
}

/// Encodings, hashes, keys and whole orders, for authors of further verifiers.
#[test]
fn vectors() {
    let unsigned = honest();
    let (cut_off, reveal) = (unsigned.cut_off.clone().unwrap(), unsigned.reveal.clone().unwrap());
    let abort = UnsignedDraw::committed(1)
        .aborted(AbortReason::BeaconMissing)
        .abort
        .unwrap();
    let bare = UnsignedDraw::committed(1).without_beacon().commitment;
    let mut lines = vec![
        format!("secret {}", hex(&[1; 32])),
        format!("secret hash {}", Secret::new([1; 32]).hash()),
        format!("commitment row {}", hex(&unsigned.commitment.encode())),
        format!("commitment hash {}", unsigned.commitment.hash()),
        format!("commitment without beacon row {}", hex(&bare.encode())),
        format!("cut-off row {}", hex(&cut_off.encode())),
        format!("cut-off hash {}", cut_off.hash()),
        format!("reveal row {}", hex(&reveal.encode())),
        format!("abort row {}", hex(&abort.encode())),
        format!("receipt row {}", hex(&unsigned.receipt(41, after_start(0)).encode())),
        format!("key {}", hex(unsigned.key().as_bytes())),
    ];
    let keyless = DrawKey::derive(&secret(1), run(1), Population::new(5).unwrap(), None);
    lines.push(format!("key without beacon, population 5: {}", hex(keyless.as_bytes())));
    assert_ne!(
        keyless,
        DrawKey::derive(&secret(1), run(1), Population::new(5).unwrap(), Some(&BEACON_VALUE))
    );
    for population in (0..=20).chain([64, 65, 100]) {
        let octets = hex(key(population).as_bytes());
        let numbers = numbers(&order(population, population), population);
        lines.push(format!("order key {octets} population {population}: {numbers:?}"));
    }
    assert_golden("vectors.txt", &format!("{}\n", lines.join("\n")));
}
