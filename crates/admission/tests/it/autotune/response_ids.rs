//! Tests of response ids: only genuine and recent ids count, and only once.

use admission::FlowMs;
use admission::autotune::response_ids::{
    AHEAD_MS_MAX, COUNTED_PER_SLOT_MAX, CountedIds, ID_LIFE_MS, Issued, ReportRefused, ResponseIds, SLOT_MS, SLOTS,
};
use proptest::prelude::*;

const NOW: FlowMs = FlowMs(5_000_000);

fn ids() -> ResponseIds {
    ResponseIds::new(&[42; 32])
}

fn issued(at: FlowMs, visitor: &[u8]) -> Issued {
    let ids = ids();
    ids.verify(at, &ids.issue(at, visitor).to_string()).expect("genuine")
}

#[test]
fn the_form_is_fixed() {
    assert_eq!(
        ids().issue(NOW, b"tok0M7SBFAp9J8kK").to_string(),
        "404b4c00004bec9622e3910889abc81a",
        "as Python's hashlib.blake2s makes it"
    );
}

#[test]
fn an_id_says_when_it_was_given_and_is_good_for_ten_minutes() {
    let id = ids().issue(NOW, b"visitor").to_string();
    let verify = |now| ids().verify(now, &id);
    assert_eq!(verify(NOW).expect("genuine").at, NOW);
    assert!(verify(NOW.plus(ID_LIFE_MS)).is_ok());
    assert_eq!(verify(NOW.plus(ID_LIFE_MS + 1)), Err(ReportRefused::TooOld));
    assert!(verify(FlowMs(NOW.0 - AHEAD_MS_MAX)).is_ok(), "another node's clock");
    assert_eq!(verify(FlowMs(NOW.0 - AHEAD_MS_MAX - 1)), Err(ReportRefused::Early));
    assert!(ids().verify(NOW, &id.to_uppercase()).is_ok());
    assert_eq!(ResponseIds::new(&[43; 32]).verify(NOW, &id), Err(ReportRefused::Forged));
}

proptest! {
    #[test]
    fn every_changed_bit_is_noticed(bit in 0..128_u32, visitor in any::<[u8; 8]>()) {
        let id = ids().issue(NOW, &visitor).to_string();
        let changed = u128::from_str_radix(&id, 16).expect("hex") ^ (1 << bit);
        prop_assert_eq!(ids().verify(NOW, &format!("{changed:032x}")), Err(ReportRefused::Forged));
    }

    #[test]
    fn anything_else_is_refused(text in "\\PC{0,40}") {
        prop_assert!(matches!(ids().verify(NOW, &text), Err(ReportRefused::Malformed | ReportRefused::Forged)));
    }

    /// Compares with a plain list of everything that was counted.
    #[test]
    fn a_visitor_counts_once_a_half_minute(asks in prop::collection::vec((0..40_000_u64, 0..3_u8, 0..620_000_u64), 1..200)) {
        let mut counted = CountedIds::default();
        let mut known = std::collections::BTreeSet::new();
        let mut now = NOW;
        for (elapsed, visitor, age) in asks {
            now = now.plus(elapsed);
            let at = FlowMs(now.0 - age);
            let fresh = age <= ID_LIFE_MS;
            let said = ids().verify(now, &ids().issue(at, &[visitor]).to_string()).and_then(|issued| counted.count(now, issued));
            let expected = match fresh {
                false => Err(ReportRefused::TooOld),
                true if known.insert((visitor, at.0 / SLOT_MS)) => Ok(()),
                true => Err(ReportRefused::Counted),
            };
            prop_assert_eq!(said, expected);
        }
    }
}

#[test]
fn the_memory_of_counted_ids_is_bounded() {
    let mut counted = CountedIds::default();
    let mut results =
        (0..COUNTED_PER_SLOT_MAX as u32 + 50).map(|visitor| counted.count(NOW, issued(NOW, &visitor.to_le_bytes())));
    assert!(
        results
            .by_ref()
            .take(COUNTED_PER_SLOT_MAX - 50)
            .filter(Result::is_ok)
            .count()
            > COUNTED_PER_SLOT_MAX - 60
    );
    assert_eq!(results.last(), Some(Err(ReportRefused::Enough)));
    let mut now = NOW;
    for _ in 0..10 * SLOTS {
        now = now.plus(SLOT_MS);
        assert_eq!(counted.count(now, issued(now, b"one")), Ok(()));
        assert!(counted.held() <= SLOTS * COUNTED_PER_SLOT_MAX);
    }
    assert!(counted.held() <= SLOTS, "old ones are forgotten: {}", counted.held());
}
