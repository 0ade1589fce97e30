//! An oracle that checks that a stored state, when read, is the state that was meant.

use admission::marks::ChunkIndex;
use admission::{Ledger, Marks, State, Step};

/// Asserts that a ledger survives encoding and decoding.
pub(crate) fn check_ledger(ledger: &Ledger) {
    assert_eq!(
        Ledger::decode(&ledger.encode()).as_ref(),
        Ok(ledger),
        "comes back as it was"
    );
}

/// Asserts that the chunks that a step changes, written over the previous ones, and its ledger are
/// its state.
pub(crate) fn check_step(before: &State, step: &Step) {
    let same_run = before.ledger.run == step.state.ledger.run;
    let from = |state: &State| state.ledger.order.unnumbered_from();
    let kept = |marks: &Marks| if same_run { marks.clone() } else { Marks::default() };
    let marks = written(&kept(&before.marks), &step.state.marks, |chunk| {
        step.changed.contains(&chunk)
    });
    assert_eq!(marks, step.state.marks);
    let unnumbered = if from(before) == from(&step.state) {
        kept(&before.unnumbered)
    } else {
        Marks::default()
    };
    let unnumbered = written(&unnumbered, &step.state.unnumbered, |chunk| {
        step.unnumbered_changed.contains(&chunk)
    });
    assert_eq!(unnumbered, step.state.unnumbered);
    check_ledger(&step.state.ledger);
    assert_eq!(step.state.ledger.check(&marks, &unnumbered), Ok(()));
}

/// Returns the marks that are read after the chunks that `changed` names were written over the
/// previous ones.
fn written(before: &Marks, after: &Marks, changed: impl Fn(ChunkIndex) -> bool) -> Marks {
    let chunks = before.chunk_count().max(after.chunk_count());
    let chunks = (0..chunks).map(ChunkIndex).map(|chunk| {
        let source = if changed(chunk) { after } else { before };
        (chunk, source.encode_chunk(chunk))
    });
    Marks::decode(chunks).expect("chunks are whole")
}
