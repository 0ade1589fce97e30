//! An operator breaks the rules and signs the result: for each rule, a test breaks only that rule,
//! and both verifiers report it.

use draw::{
    AbortReason, BeaconChain, BeaconRound, BeaconValue, CAUTION_WITHOUT_BEACON, ChainHash, Commitment, DrawStatus,
    Population, PublicKey, Receipt, ReceiptDocument, Round, RunRecord, Secret, Signed, Signer,
};

use crate::python::both_verifiers;
use crate::unsigned_draw::{
    START_MS, UnsignedDraw, after_start, at, document, handed_out, honest, name, run, secret, signer,
};

#[track_caller]
fn assert_refused(runs: Vec<RunRecord>, sentence: &str) {
    assert_eq!(
        both_verifiers(&document(runs).to_json(), None),
        Err(format!("{sentence}."))
    );
}

/// Signs the statements after `bend`. Later statements name the unchanged ones by hash.
fn bent(bend: impl FnOnce(&mut UnsignedDraw)) -> Vec<RunRecord> {
    let mut unsigned = honest();
    bend(&mut unsigned);
    vec![unsigned.sign()]
}

/// Signs an honest draw that is based on a changed commitment.
fn committed_otherwise(bend: impl FnOnce(&mut Commitment)) -> Vec<RunRecord> {
    let mut unsigned = UnsignedDraw::committed(1);
    bend(&mut unsigned.commitment);
    vec![unsigned.cut_off(1000).revealed(secret(1)).sign()]
}

fn beacon(bend: impl FnOnce(&mut BeaconRound)) -> Vec<RunRecord> {
    committed_otherwise(|commitment| bend(commitment.beacon.as_mut().unwrap()))
}

#[test]
fn an_unusable_key_is_refused() {
    let mut weak = document(vec![honest().sign()]);
    weak.public_key = PublicKey([0; 32]);
    assert_eq!(
        both_verifiers(&weak.to_json(), None),
        Err("the public key is unusable.".to_owned())
    );
}

#[test]
fn the_course_of_runs_is_kept() {
    let order = "it is out of order, or its run is drawn twice";
    let of_run = |number: u8| {
        UnsignedDraw::committed(number)
            .cut_off(10)
            .revealed(secret(number))
            .sign()
    };
    assert_refused(vec![of_run(2), of_run(1)], &format!("run 1: {order}"));
    assert_refused(vec![of_run(1), of_run(1)], &format!("run 1: {order}"));
    let aborted = || UnsignedDraw::committed(1).aborted(AbortReason::StartMoved).sign();
    assert_refused(vec![aborted(), aborted()], &format!("run 1: {order}"));
    assert_refused(vec![of_run(1), aborted()], &format!("run 1: {order}"));
    let dropped = "run 1: a later draw follows, yet this one is neither revealed nor aborted";
    assert_refused(vec![UnsignedDraw::committed(1).sign(), of_run(2)], dropped);
    assert_refused(vec![UnsignedDraw::committed(1).cut_off(4).sign(), of_run(2)], dropped);
}

#[test]
fn status_and_caution_fit() {
    let mut record = honest().sign();
    record.status = DrawStatus::CutOff;
    assert_refused(vec![record], "run 1: the status does not fit what is published");
    let mut record = honest().sign();
    record.cut_off = None;
    assert_refused(vec![record], "run 1: the status does not fit what is published");
    let mut record = honest().aborted(AbortReason::Reset).sign();
    record.cut_off = None;
    assert_refused(vec![record], "run 1: the status does not fit what is published");

    let caution = "run 1: the caution about a draw without a beacon is missing, changed or out of place";
    let mut record = honest().sign();
    record.caution = Some(CAUTION_WITHOUT_BEACON.to_owned());
    assert_refused(vec![record], caution);
    let mut record = UnsignedDraw::committed(1).without_beacon().sign();
    record.caution = None;
    assert_refused(vec![record], caution);
}

#[test]
fn the_commitment_keeps_its_rules() {
    assert_refused(
        committed_otherwise(|c| c.room = name("other")),
        "run 1: the commitment is for another room",
    );
    assert_refused(
        committed_otherwise(|c| c.customer = name("other")),
        "run 1: the commitment is for another room",
    );
    let opens = committed_otherwise(|c| c.opens_at_ms = after_start(1));
    assert_refused(opens, "run 1: the pre-queue opens after the start");
}

#[test]
fn the_beacon_was_unknown_when_p_was_fixed() {
    let time = "run 1: the beacon's round is published at another time than stated";
    assert_refused(beacon(|b| b.published_at_ms = at(b.published_at_ms.get() + 1)), time);
    // A round that has long been public, presented as a future one.
    assert_refused(beacon(|b| b.round = Round::new(1000).unwrap()), time);
    assert_refused(beacon(|b| b.round = Round::new(0).unwrap()), time);
    let first = BeaconChain::drand_quicknet().first_round_after(at(0)).unwrap();
    let none = beacon(|b| (b.round, b.published_at_ms) = (Round::new(0).unwrap(), first.published_at_ms));
    assert_refused(none, time);
    let early = beacon(|b| {
        b.round = Round::new(b.round.get() - 1).unwrap();
        b.published_at_ms = at(b.published_at_ms.get() - 3000);
    });
    assert_refused(early, "run 1: the beacon's round is published too early");
    let just_early = beacon(|b| (b.chain, b.published_at_ms) = (ChainHash([7; 32]), after_start(20_000)));
    assert_refused(just_early, "run 1: the beacon's round is published too early");

    let late = |at_ms| {
        let mut unsigned = UnsignedDraw::committed(1).cut_off(1000);
        unsigned.cut_off.as_mut().unwrap().at_ms = at_ms;
        unsigned
    };
    let published = honest().commitment.beacon.unwrap().published_at_ms;
    let sentence = "run 1: the pre-queue was closed after the beacon's value was public";
    assert_refused(vec![late(published).sign()], sentence);
    // A draw aborted for this reason holds.
    let aborted = document(vec![late(published).aborted(AbortReason::CutOffLate).sign()]).to_json();
    assert!(
        both_verifiers(&aborted, None)
            .unwrap()
            .ends_with("Run 1: aborted (cut-off-late).")
    );
    let in_time = document(vec![late(at(published.get() - 1)).sign()]).to_json();
    assert!(both_verifiers(&in_time, None).is_ok());
}

#[test]
fn the_cut_off_keeps_its_rules() {
    let other = "run 1: the cut-off belongs to another run or commitment";
    assert_refused(bent(|p| p.cut_off.as_mut().unwrap().run = run(2)), other);
    assert_refused(bent(|p| p.commitment.committed_at_ms = at(START_MS - 1)), other);
    let early = bent(|p| p.cut_off.as_mut().unwrap().at_ms = after_start(14_999));
    assert_refused(early, "run 1: the pre-queue was closed earlier than committed to");
    let late = committed_otherwise(|c| c.committed_at_ms = after_start(15_041));
    assert_refused(late, "run 1: the commitment was made after the cut-off");
}

#[test]
fn the_reveal_keeps_its_rules() {
    let other = "run 1: the reveal belongs to another run, commitment or cut-off";
    assert_refused(bent(|p| p.reveal.as_mut().unwrap().run = run(2)), other);
    // The cut-off has another P than at the reveal, which names the first cut-off.
    assert_refused(
        bent(|p| p.cut_off.as_mut().unwrap().population = Population::new(999).unwrap()),
        other,
    );
    let secret = bent(|p| p.reveal.as_mut().unwrap().secret = Secret::new([9; 32]));
    assert_refused(secret, "run 1: the secret is not the one committed to");

    let value = "run 1: the beacon's value is missing or out of place";
    assert_refused(bent(|p| p.reveal.as_mut().unwrap().beacon_value = None), value);
    let mut unsigned = UnsignedDraw::committed(1)
        .without_beacon()
        .cut_off(5)
        .revealed(crate::unsigned_draw::secret(1));
    unsigned.reveal.as_mut().unwrap().beacon_value = Some(BeaconValue([1; 32]));
    assert_refused(vec![unsigned.sign()], value);

    let early = "run 1: the secret was revealed before the cut-off or before the beacon's value";
    assert_refused(bent(|p| p.reveal.as_mut().unwrap().at_ms = after_start(20_000)), early);
    let mut unsigned = UnsignedDraw::committed(1)
        .without_beacon()
        .cut_off(5)
        .revealed(crate::unsigned_draw::secret(1));
    unsigned.reveal.as_mut().unwrap().at_ms = after_start(15_039);
    assert_refused(vec![unsigned.sign()], early);
}

#[test]
fn the_abort_keeps_its_rules() {
    let aborted = |bend: fn(&mut UnsignedDraw)| {
        let mut unsigned = UnsignedDraw::committed(1).aborted(AbortReason::CalledOff);
        bend(&mut unsigned);
        vec![unsigned.sign()]
    };
    let other = "run 1: the abort belongs to another run or commitment";
    assert_refused(aborted(|p| p.abort.as_mut().unwrap().run = run(2)), other);
    assert_refused(aborted(|p| p.commitment.secret_hash = secret(2).hash()), other);
    let early = aborted(|p| p.abort.as_mut().unwrap().at_ms = at(1));
    assert_refused(early, "run 1: the abort is older than the commitment");
}

#[track_caller]
fn assert_receipt_refused(unsigned: &UnsignedDraw, receipt: &ReceiptDocument, sentence: &str) {
    let document = document(vec![unsigned.clone().sign()]).to_json();
    assert_eq!(
        both_verifiers(&document, Some(&receipt.to_json())),
        Err(format!("receipt: {sentence}."))
    );
}

#[test]
fn a_receipt_that_contradicts_the_document_is_refused() {
    let unsigned = honest();
    let refused = |bend: &dyn Fn(&mut Receipt), sentence: &str| {
        let mut receipt = unsigned.receipt(41, after_start(0));
        bend(&mut receipt);
        assert_receipt_refused(&unsigned, &handed_out(receipt), sentence);
    };
    refused(&|r| r.room = name("other"), "it is for another room");
    refused(&|r| r.run = run(2), "its commitment belongs to another run");
    // The operator replaced the whole draw by another.
    refused(
        &|r| r.commitment = UnsignedDraw::committed(9).commitment.hash(),
        "no draw with its commitment is published",
    );
    // P was made smaller, then larger; at the bound, the clocks can explain the difference.
    let (closed, tolerance) = (15_040, draw::CLOCK_TOLERANCE_MS);
    let left_out = "its holder joined before the cut-off, yet is not among those drawn";
    refused(
        &|r| *r = unsigned.receipt(1000, after_start(closed - tolerance - 1)),
        left_out,
    );
    let taken_in = "its holder joined after the cut-off, yet is among those drawn";
    refused(
        &|r| *r = unsigned.receipt(999, after_start(closed + tolerance + 1)),
        taken_in,
    );
    let document = document(vec![unsigned.clone().sign()]).to_json();
    for (sequence, joined) in [(1000, closed - tolerance), (999, closed + tolerance)] {
        let receipt = handed_out(unsigned.receipt(sequence, after_start(joined))).to_json();
        assert!(both_verifiers(&document, Some(&receipt)).is_ok(), "{sequence}");
    }
}

#[test]
fn a_receipt_by_another_key_is_no_receipt() {
    let unsigned = honest();
    let stranger = Signer::from_seed(&[1; 32]);
    let receipt = || unsigned.receipt(41, after_start(0));
    let own = ReceiptDocument::new(stranger.public_key(), Signed::new(receipt(), &stranger));
    assert_receipt_refused(&unsigned, &own, "it names another public key than the document");
    let passed_off = ReceiptDocument::new(signer().public_key(), Signed::new(receipt(), &stranger));
    let sentence = "its signature does not fit: room, run, sequence, time, commitment or signature was changed";
    assert_receipt_refused(&unsigned, &passed_off, sentence);
}
