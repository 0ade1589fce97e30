//! Tests the operations on both stores: a crash between any two, several nodes, moved starts,
//! resets, the bound, and damage.

use draw::verify_texts;
use draw::{DrawDocument, HolderStatus, Permutation, RunRecord};
use store::{PoolId, RecordKey, Store, Write};

use super::*;

mod with_beacon;

/// T: 2026-12-01T10:00:00Z.
const START: WallMs = WallMs(1_796_119_200_000);
const OPENS: WallMs = WallMs(START.0 - 3_600_000);
const COMMITTED: WallMs = WallMs(OPENS.0 - 60_000);
const CLOSED: WallMs = WallMs(START.0 + 15_040);
const REVEALED: WallMs = WallMs(START.0 + 30_000);

fn run(number: u16) -> admission::Run {
    admission::Run(number)
}

fn people(number: u64) -> Population {
    Population::new(number).unwrap()
}

fn later(time: WallMs, ms: u64) -> WallMs {
    WallMs(time.0 + ms)
}

async fn open_with(store: &AnyStore, master: u8) -> Result<Draws, StateError> {
    let master = MasterKey::from_bytes([master; 32]);
    Draws::open(
        store.clone(),
        &master,
        &"Demo".parse().unwrap(),
        &"sale".parse().unwrap(),
    )
    .await
}

async fn open(store: &AnyStore) -> Draws {
    open_with(store, 7).await.unwrap()
}

/// Both kinds of store; the folder must live as long as the store in it.
fn stores() -> (tempfile::TempDir, [AnyStore; 2]) {
    let folder = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", folder.path().join("data").display());
    (
        folder,
        ["memory:", url.as_str()].map(|url| store::open(url, || 0).unwrap()),
    )
}

fn memory() -> AnyStore {
    store::open("memory:", || 0).unwrap()
}

async fn commit(draws: &Draws) -> CommitmentHash {
    draws.commit_to(run(0), OPENS, START, None, COMMITTED).await.unwrap()
}

fn published(draws: &Draws) -> Vec<RunRecord> {
    let text = String::from_utf8(draws.document().to_vec()).unwrap();
    verify_texts(&text, None).unwrap();
    DrawDocument::from_json(&text).unwrap().runs
}

fn statuses(draws: &Draws) -> Vec<DrawStatus> {
    published(draws).iter().map(|record| record.status).collect()
}

#[tokio::test]
async fn a_draw_completes_with_a_crash_after_every_operation() {
    let (_folder, stores) = stores();
    for store in stores {
        assert!(!open(&store).await.has_draw());
        let commitment = commit(&open(&store).await).await;
        assert_eq!(commit(&open(&store).await).await, commitment, "asked again");
        let later_asked = open(&store).await.commit_to(run(0), OPENS, START, None, CLOSED).await;
        assert_eq!(later_asked.unwrap(), commitment, "asked again later");

        let cut_off = open(&store).await.cut_off(run(0), people(1_000), CLOSED).await.unwrap();
        let again = open(&store).await.cut_off(run(0), people(999), REVEALED).await.unwrap();
        assert_eq!((cut_off.commitment, &again), (commitment, &cut_off), "the first stands");
        let (key, population) = open(&store).await.key(run(0)).await.unwrap();
        assert_eq!(population, people(1_000));

        open(&store).await.reveal(run(0), REVEALED).await.unwrap();
        open(&store).await.reveal(run(0), later(REVEALED, 9_000)).await.unwrap();
        let draws = open(&store).await;
        let [record] = published(&draws).try_into().unwrap();
        let revealed = record.reveal.unwrap().statement;
        assert_eq!(revealed.at_ms.get(), REVEALED.0, "said once");
        assert_eq!(draws.verified(None).unwrap().runs[0].key, Some(key.clone()));
        assert_eq!(draws.key(run(0)).await.unwrap().0, key);
        assert_eq!(commit(&draws).await, commitment);
        assert_eq!(
            draws.abort(run(0), AbortReason::Reset, REVEALED).await.unwrap(),
            Some(DrawStatus::Revealed)
        );
    }
}

#[tokio::test]
async fn no_operation_is_accepted_out_of_its_time() {
    let draws = open(&memory()).await;
    let refused = |error: DrawsError| match error {
        DrawsError::Refused(refusal) => refusal,
        DrawsError::Repository(error) => panic!("{error}"),
    };
    let closed = |at| draws.cut_off(run(0), people(3), at);
    assert_eq!(refused(closed(CLOSED).await.unwrap_err()), DrawRefusal::NoDraw);
    assert_eq!(refused(draws.key(run(0)).await.unwrap_err()), DrawRefusal::NoDraw);
    let upside_down = draws.commit_to(run(0), later(START, 1), START, None, COMMITTED).await;
    assert_eq!(refused(upside_down.unwrap_err()), DrawRefusal::Schedule);
    assert_eq!(
        draws.abort(run(0), AbortReason::CalledOff, COMMITTED).await.unwrap(),
        None
    );
    assert!(!draws.has_draw());

    commit(&draws).await;
    assert_eq!(refused(draws.key(run(0)).await.unwrap_err()), DrawRefusal::NotCutOff);
    assert_eq!(
        refused(draws.reveal(run(0), REVEALED).await.unwrap_err()),
        DrawRefusal::NotCutOff
    );
    assert_eq!(
        refused(closed(later(START, 14_999)).await.unwrap_err()),
        DrawRefusal::TooEarly
    );
    closed(later(START, 15_000)).await.unwrap();
    let moved = draws.commit_to(run(0), OPENS, later(START, 1), None, CLOSED).await;
    assert_eq!(refused(moved.unwrap_err()), DrawRefusal::CutOffBefore);

    draws.commit_to(run(1), OPENS, START, None, CLOSED).await.unwrap();
    let old = draws.commit_to(run(0), OPENS, START, None, CLOSED).await;
    assert_eq!(refused(old.unwrap_err()), DrawRefusal::OldRun);
    assert_eq!(refused(closed(CLOSED).await.unwrap_err()), DrawRefusal::Aborted);
    assert_eq!(refused(draws.key(run(0)).await.unwrap_err()), DrawRefusal::Aborted);
    assert_eq!(statuses(&draws), [DrawStatus::Aborted, DrawStatus::Committed]);
}

#[tokio::test]
async fn a_moved_start_gives_up_the_draw_and_begins_another_with_a_secret_of_its_own() {
    let (_folder, stores) = stores();
    for store in stores {
        let draws = open(&store).await;
        let first = commit(&draws).await;
        let moved = later(START, 600_000);
        // Back and forth within one millisecond.
        for start in [moved, START, moved, moved] {
            draws.commit_to(run(0), OPENS, start, None, COMMITTED).await.unwrap();
        }
        let records = published(&open(&store).await);
        assert_eq!(records.len(), 4);
        let mut secrets: Vec<_> = records
            .iter()
            .map(|record| record.commitment.statement.secret_hash.0)
            .collect();
        secrets.sort_unstable();
        secrets.dedup();
        assert_eq!(secrets.len(), 4);
        let reasons = records[..3]
            .iter()
            .map(|record| record.abort.as_ref().unwrap().statement.reason);
        assert!(reasons.into_iter().all(|reason| reason == AbortReason::StartMoved));
        assert_eq!(records[0].commitment.statement.hash(), first);
        assert_eq!(records[3].commitment.statement.starts_at_ms.get(), moved.0);
    }
}

#[tokio::test]
async fn a_reset_is_published_and_a_forgotten_one_is_made_good() {
    let store = memory();
    let draws = open(&store).await;
    commit(&draws).await;
    for _ in 0..2 {
        let ended = draws.abort(run(0), AbortReason::Reset, OPENS).await.unwrap();
        assert_eq!(ended, Some(DrawStatus::Aborted));
    }
    draws.commit_to(run(1), OPENS, START, None, OPENS).await.unwrap();
    draws.cut_off(run(1), people(5), CLOSED).await.unwrap();
    // The node died between the reset and the abort; the next run's commitment finds the draw open.
    let draws = open(&store).await;
    draws.commit_to(run(2), OPENS, START, None, REVEALED).await.unwrap();
    let records = published(&draws);
    assert_eq!(
        statuses(&draws),
        [DrawStatus::Aborted, DrawStatus::Aborted, DrawStatus::Committed]
    );
    assert_eq!(records[1].abort.as_ref().unwrap().statement.reason, AbortReason::Reset);
    assert!(records[1].reveal.is_some(), "people see what was given up");
    assert!(records[0].reveal.is_none(), "nothing was cut off");
    // The draw is called off and held after all: another draw of the run.
    draws.abort(run(2), AbortReason::CalledOff, REVEALED).await.unwrap();
    draws.commit_to(run(2), OPENS, START, None, REVEALED).await.unwrap();
    assert_eq!(published(&draws).len(), 4);
}

#[tokio::test]
async fn a_clock_that_was_set_back_makes_no_draw_that_fails_its_check() {
    let draws = open(&memory()).await;
    draws.commit_to(run(0), OPENS, START, None, REVEALED).await.unwrap();
    draws.cut_off(run(0), people(2), CLOSED).await.unwrap();
    draws.reveal(run(0), COMMITTED).await.unwrap();
    draws.commit_to(run(1), OPENS, START, None, REVEALED).await.unwrap();
    draws.abort(run(1), AbortReason::CalledOff, COMMITTED).await.unwrap();
    assert_eq!(statuses(&draws), [DrawStatus::Revealed, DrawStatus::Aborted]);
}

#[tokio::test]
async fn two_nodes_say_the_same() {
    let (_folder, stores) = stores();
    for store in stores {
        let (one, two) = (open(&store).await, open(&store).await);
        let asked = tokio::join!(
            one.commit_to(run(0), OPENS, START, None, COMMITTED),
            two.commit_to(run(0), OPENS, START, None, later(COMMITTED, 7)),
        );
        assert_eq!(asked.0.unwrap(), asked.1.unwrap());
        let asked = tokio::join!(
            one.cut_off(run(0), people(10), CLOSED),
            two.cut_off(run(0), people(11), later(CLOSED, 3)),
        );
        assert_eq!(asked.0.unwrap(), asked.1.unwrap());
        one.reveal(run(0), REVEALED).await.unwrap();
        assert_eq!(statuses(&two), [DrawStatus::CutOff], "not heard of yet");
        two.refresh().await.unwrap();
        assert_eq!(two.document(), one.document());

        // A node that has read nothing yet finds what it is asked for.
        let three = open(&store).await;
        one.commit_to(run(1), OPENS, START, None, CLOSED).await.unwrap();
        one.cut_off(run(1), people(12), CLOSED).await.unwrap();
        assert_eq!(three.key(run(1)).await.unwrap(), one.key(run(1)).await.unwrap());
        three.reveal(run(1), REVEALED).await.unwrap();
        assert_eq!(statuses(&three), [DrawStatus::Revealed, DrawStatus::Revealed]);
        assert_eq!(
            two.abort(run(1), AbortReason::Reset, REVEALED).await.unwrap(),
            Some(DrawStatus::Revealed),
            "what another node said is heard before anything is said"
        );
    }
}

#[tokio::test]
async fn a_receipt_is_the_same_whenever_it_is_asked_for() {
    let store = memory();
    let draws = open(&store).await;
    let receipt = |draws: &Draws, sequence, at| draws.receipt(run(0), admission::Sequence(sequence), at);
    assert_eq!(receipt(&draws, 0, OPENS), None);
    let first = commit(&draws).await;
    let early = receipt(&draws, 4, OPENS).unwrap();
    assert_eq!(early.receipt.statement.commitment, first);
    assert_eq!(
        draws.verified(Some(&early)).unwrap().holder.unwrap().status,
        HolderStatus::NotYet
    );
    let moved = later(START, 60_000);
    let second = draws
        .commit_to(run(0), OPENS, moved, None, later(OPENS, 5_000))
        .await
        .unwrap();
    let late = receipt(&draws, 5, later(OPENS, 5_000)).unwrap();
    assert_eq!(late.receipt.statement.commitment, second);
    let behind = receipt(&draws, 10, later(moved, 16_000)).unwrap();

    let closed = later(moved, 15_000);
    draws.cut_off(run(0), people(10), closed).await.unwrap();
    let (key, population) = draws.key(run(0)).await.unwrap();
    draws.reveal(run(0), closed).await.unwrap();
    let draws = open(&store).await;
    assert_eq!(receipt(&draws, 4, OPENS).unwrap().to_json(), early.to_json());
    for drawn in [&early, &late] {
        let sequence = drawn.receipt.statement.sequence;
        let number = Permutation::new(&key, population).number(sequence);
        let holder = draws.verified(Some(drawn)).unwrap().holder.unwrap();
        assert_eq!(holder.status, HolderStatus::Drawn(number));
    }
    let holder = draws.verified(Some(&behind)).unwrap().holder.unwrap();
    assert!(matches!(holder.status, HolderStatus::AfterCutOff(number) if number.get() == 10));

    // A receipt that contradicts the population fails.
    let left_out = receipt(&draws, 11, OPENS).unwrap();
    let InvalidPublication(fault) = draws.verified(Some(&left_out)).unwrap_err();
    assert!(fault.contains("joined before the cut-off"), "{fault}");
    assert!(draws.receipt(run(1), admission::Sequence(0), OPENS).is_none());
    assert!(receipt(&draws, 1 << 36, OPENS).is_none(), "no such sequence");
}

#[tokio::test]
async fn beyond_the_bound_the_oldest_are_forgotten_and_the_secrets_are_still_found() {
    let store = memory();
    let draws = open(&store).await;
    let last = u16::try_from(DRAWS_KEPT_MAX + 1).unwrap();
    for number in 0..=last {
        draws
            .commit_to(run(number), OPENS, START, None, COMMITTED)
            .await
            .unwrap();
    }
    let draws = open(&store).await;
    draws.cut_off(run(last), people(9), CLOSED).await.unwrap();
    draws.reveal(run(last), REVEALED).await.unwrap();
    let records = published(&draws);
    assert_eq!(records.len(), DRAWS_KEPT_MAX);
    assert_eq!(records[0].commitment.statement.run, run_of(run(2)));
    assert_eq!(records.last().unwrap().status, DrawStatus::Revealed);
    assert!(draws.document().len() < draw::DOCUMENT_BYTES_MAX / 8);
}

#[tokio::test]
async fn another_master_key_begins_anew_and_leaves_what_it_cannot_continue() {
    let store = memory();
    let commitment = commit(&open(&store).await).await;
    let other = open_with(&store, 8).await.unwrap();
    assert!(!other.has_draw());
    assert_ne!(commit(&other).await, commitment);
    assert_eq!(commit(&open(&store).await).await, commitment);
}

#[tokio::test]
async fn documents_that_were_changed_in_the_store_are_not_published() {
    let store = memory();
    let draws = open(&store).await;
    commit(&draws).await;
    draws.cut_off(run(0), people(1_000), CLOSED).await.unwrap();
    let digits = &draws.public_key().to_string()[..16];
    let pool = PoolId::new(&format!("~draws/demo/sale/{digits}")).unwrap();
    let (generation, records) = store.scan(&pool, b"d").await.unwrap();
    let (key, json) = &records[0];
    let json = String::from_utf8(json.clone()).unwrap();
    assert!(json.contains("\"population\":1000"));
    let second = RecordKey::new(*b"d\0\0\0\0\0\0\0\x02").unwrap();
    let tampered = json.replace("\"population\":1000", "\"population\":1001");
    for (write, fault) in [
        (
            Write::new(*b"1").put(key.clone(), tampered),
            "the signature under the cut-off does not fit",
        ),
        (Write::new(*b"1").put(key.clone(), "{"), "EOF"),
        (
            Write::new(*b"1")
                .put(key.clone(), json.clone())
                .put(second, json.clone()),
            "a draw is missing",
        ),
    ] {
        let now = store.load(&pool, &[]).await.unwrap().generation;
        assert!(now >= generation);
        store.commit(&pool, now, write).await.unwrap();
        let error = open_with(&store, 7).await.unwrap_err().to_string();
        assert!(error.contains(fault), "{error}");
    }
}

/// Makes random operations on two nodes, with restarts and a clock that jumps both ways: all that
/// was published stays, and verifies.
#[tokio::test]
async fn the_documents_only_grow_and_verify_after_any_operations() {
    for seed in 1..=12_u64 {
        let store = memory();
        let mut nodes = [open(&store).await, open(&store).await];
        let mut state = seed;
        let mut random_below = |sides: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % sides
        };
        let (mut published_before, mut said): (Vec<RunRecord>, u32) = (Vec::new(), 0);
        for _ in 0..40 {
            let node = usize::try_from(random_below(2)).unwrap();
            let at = later(COMMITTED, random_below(4_000) * 1_000);
            let number = run(u16::try_from(random_below(3)).unwrap());
            let draws = &nodes[node];
            // Refusals are answers too; only the resulting documents matter.
            let done = match random_below(6) {
                0 | 1 => draws
                    .commit_to(number, OPENS, later(START, random_below(2)), None, at)
                    .await
                    .is_ok(),
                2 => draws
                    .cut_off(number, people(random_below(50)), later(START, random_below(40_000)))
                    .await
                    .is_ok(),
                3 => draws.reveal(number, at).await.is_ok(),
                4 if random_below(4) == 0 => draws.abort(number, AbortReason::CalledOff, at).await.is_ok(),
                _ => false,
            };
            said += u32::from(done);
            if random_below(5) == 0 {
                nodes[node] = open(&store).await;
            }
            let reader = open(&store).await;
            let now = published(&reader);
            assert_grown(&published_before, &now);
            published_before = now;
        }
        assert!(said > 3, "seed {seed} says something");
    }
}

fn assert_grown(before: &[RunRecord], now: &[RunRecord]) {
    assert!(before.len() <= now.len());
    for (old, new) in before.iter().zip(now) {
        assert_eq!(old.commitment, new.commitment);
        assert!(old.cut_off.is_none() || old.cut_off == new.cut_off);
        assert!(old.reveal.is_none() || old.reveal == new.reveal);
        assert!(old.abort.is_none() || old.abort == new.abort);
    }
}
