//! Draws that commit to a round of drand's quicknet, with a recorded round.

use draw::{AbortReason, BeaconChain, CAUTION_WITHOUT_BEACON};

use super::*;

/// Round 5,928,395 of quicknet: when it was published, and its signature.
const PUBLISHED: WallMs = WallMs(1_710_588_549_000);
const SIGNATURE: &str =
    "a5d07c0071b4e386b3ae09206522253c68fefe8490ad59ecc44a7dd0d0745be91da5779e2247a82403fbc0cb9a34cb61";
/// Another round's.
const OF_ANOTHER: &str =
    "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39";
/// The start whose draw commits to that round.
const START: WallMs = WallMs(PUBLISHED.0 - 21_000);
const OPENS: WallMs = WallMs(START.0 - 3_600_000);
const CLOSED: WallMs = WallMs(START.0 + 15_040);

fn signature(text: &str) -> RoundSignature {
    text.parse().unwrap()
}

fn refusal<T: std::fmt::Debug>(result: Result<T, DrawsError>) -> DrawRefusal {
    match result.unwrap_err() {
        DrawsError::Refused(refusal) => refusal,
        DrawsError::Repository(error) => panic!("{error}"),
    }
}

async fn closed_at(store: &AnyStore, at: WallMs) -> Draws {
    let draws = open(store).await;
    let quicknet = BeaconChain::drand_quicknet();
    let committed = draws.commit_to(run(0), OPENS, START, Some(&quicknet), later(OPENS, 1));
    committed.await.unwrap();
    assert!(draws.needs_round() && draws.awaited().is_none(), "before the cut-off");
    draws.cut_off(run(0), people(1_000), at).await.unwrap();
    draws
}

#[tokio::test]
async fn a_round_from_any_source_decides_the_draw_with_a_crash_after_every_operation() {
    let (_folder, stores) = stores();
    for store in stores {
        let draws = closed_at(&store, CLOSED).await;
        let awaited = draws.awaited().unwrap();
        assert_eq!(
            (awaited.round.get(), awaited.published_at_ms.get()),
            (5_928_395, PUBLISHED.0)
        );
        assert_eq!(refusal(draws.key(run(0)).await), DrawRefusal::BeaconAwaited);
        let reveal = draws.reveal(run(0), later(PUBLISHED, 5_000)).await;
        assert_eq!(refusal(reveal), DrawRefusal::BeaconAwaited);
        let early = draws.take_signature(signature(SIGNATURE), later(CLOSED, 1)).await;
        assert_eq!(refusal(early), DrawRefusal::BeaconEarly);
        let wrong = draws.take_signature(signature(OF_ANOTHER), PUBLISHED).await;
        assert_eq!(refusal(wrong), DrawRefusal::Round(beacon::RoundError::NotSigned));
        assert!(draws.needs_round() && !draws.has_signature(&signature(SIGNATURE)));

        draws.take_signature(signature(SIGNATURE), PUBLISHED).await.unwrap();
        draws
            .take_signature(signature(SIGNATURE), later(PUBLISHED, 9))
            .await
            .unwrap();
        let draws = open(&store).await;
        assert_eq!(draws.awaited(), None);
        assert!(!draws.needs_round() && draws.has_signature(&signature(SIGNATURE)));
        assert!(!draws.has_signature(&signature(OF_ANOTHER)));
        let (key, population) = draws.key(run(0)).await.unwrap();
        assert_eq!(population, people(1_000));

        let draws = open(&store).await;
        draws.reveal(run(0), later(START, 30_000)).await.unwrap();
        let draws = open(&store).await;
        let [record] = published(&draws).try_into().unwrap();
        let value = record.reveal.unwrap().statement.beacon_value;
        assert_eq!(value, Some(signature(SIGNATURE).value()));
        assert_eq!(record.caution, None);
        assert!(
            !draws.needs_round() && !draws.has_signature(&signature(SIGNATURE)),
            "it is over"
        );
        assert_eq!(draws.verified(None).unwrap().runs[0].key, Some(key.clone()));
        assert_eq!(draws.key(run(0)).await.unwrap().0, key, "asked again after the reveal");
        let again = draws
            .take_signature(signature(SIGNATURE), later(PUBLISHED, 60_000))
            .await;
        assert_eq!(refusal(again), DrawRefusal::NothingAwaited);
    }
}

#[tokio::test]
async fn another_node_goes_on_with_the_round_that_one_was_brought() {
    let store = memory();
    let one = closed_at(&store, CLOSED).await;
    let other = open(&store).await;
    assert!(other.awaited().is_some());
    one.take_signature(signature(SIGNATURE), PUBLISHED).await.unwrap();
    let (theirs, _) = other.key(run(0)).await.unwrap();
    assert_eq!(theirs, one.key(run(0)).await.unwrap().0);
}

#[tokio::test]
async fn a_cut_off_that_comes_too_late_commits_to_a_round_that_nobody_knows_yet() {
    let store = memory();
    let late = WallMs(PUBLISHED.0 - 1_000);
    let draws = closed_at(&store, late).await;
    let [given_up, drawn] = published(&draws).try_into().unwrap();
    assert_eq!(given_up.abort.unwrap().statement.reason, AbortReason::CutOffLate);
    assert_eq!(given_up.cut_off, None);
    assert_eq!(drawn.cut_off.unwrap().statement.population, people(1_000));
    let awaited = draws.awaited().unwrap();
    assert!(awaited.published_at_ms.get() > late.0 + 10_000, "{awaited:?}");
    assert_eq!(
        draws.cut_off(run(0), people(7), late).await.unwrap().population,
        people(1_000)
    );
}

#[tokio::test]
async fn an_operator_who_gives_up_waiting_has_it_published() {
    let store = memory();
    let draws = closed_at(&store, CLOSED).await;
    assert_eq!(refusal(draws.without_beacon(CLOSED).await), DrawRefusal::BeaconEarly);
    draws.without_beacon(later(PUBLISHED, 60_000)).await.unwrap();
    assert_eq!(draws.awaited(), None);
    assert!(!draws.needs_round());
    let (key, population) = draws.key(run(0)).await.unwrap();
    assert_eq!(population, people(1_000));
    draws.reveal(run(0), later(PUBLISHED, 61_000)).await.unwrap();
    let [given_up, drawn] = published(&draws).try_into().unwrap();
    assert_eq!(given_up.abort.unwrap().statement.reason, AbortReason::BeaconMissing);
    assert_eq!((given_up.reveal, given_up.cut_off.is_some()), (None, true));
    assert_eq!(drawn.caution.as_deref(), Some(CAUTION_WITHOUT_BEACON));
    let verified = draws.verified(None).unwrap();
    assert_eq!(verified.runs.last().unwrap().key, Some(key));
    let again = draws.without_beacon(later(PUBLISHED, 62_000)).await;
    assert_eq!(refusal(again), DrawRefusal::NothingAwaited);
}

#[tokio::test]
async fn a_reset_while_the_round_is_awaited_reveals_nothing_that_nobody_can_know() {
    let store = memory();
    let draws = closed_at(&store, CLOSED).await;
    draws
        .abort(run(0), AbortReason::Reset, later(CLOSED, 10))
        .await
        .unwrap();
    let [record] = published(&draws).try_into().unwrap();
    assert_eq!((record.status, record.reveal), (DrawStatus::Aborted, None));
    assert_eq!(draws.awaited(), None);
}
