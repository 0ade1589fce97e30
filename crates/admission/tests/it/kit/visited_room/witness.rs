//! Checks of a single commit from outside: its order, its cost, and what it lets visitors see.

use std::collections::BTreeSet;

use admission::estimate::RiseReason;
use admission::presence::LastSeen;
use admission::snapshot::{PlaceView, PollContext};
use admission::{ClaimOutcome, Device, Now, Number, PlaceStatus, Sequence, Snapshot, State, WallMs, apply};

use super::judge::{JudgedPlace, VisitJudge};
use super::node::Commit;

/// How long a reason is shown, in milliseconds.
const REASON_MS: u64 = 180_000;

fn place_status(state: &State, number: u64) -> PlaceStatus {
    let context = PollContext {
        device: Device::first(Sequence(number)),
        since: WallMs(0),
        now: Now {
            flow: state.ledger.flow,
            wall: WallMs(0),
        },
        cut_off: None,
        jitter: 0,
        stretch_percent: 100,
    };
    Snapshot::new(state, LastSeen::default()).place_status(&context)
}

fn view(state: &State, number: u64) -> Option<PlaceView> {
    match place_status(state, number) {
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) => Some(view),
        _ => None,
    }
}

/// Invariant 5: a granted visitor had been notified of the turn.
pub(crate) fn told_before_granted(commit: &Commit) {
    for grant in &commit.step.grants {
        let shown = matches!(place_status(&commit.base, grant.number.0), PlaceStatus::FirstInLine(_));
        assert!(shown, "5: {:?} is granted above the serving line", grant.number);
    }
}

/// Invariant 3: within a batch the lowest numbers are granted, and every claimant is answered once.
pub(crate) fn lowest_first(commit: &Commit) {
    let asked: BTreeSet<Number> = commit.batch.claims.iter().map(|claim| claim.number).collect();
    let claims = &commit.step.outcome.claims;
    assert!(
        claims.iter().map(|(number, _)| *number).eq(asked),
        "each is answered once"
    );
    let granted = |outcome: &ClaimOutcome| matches!(outcome, ClaimOutcome::Granted(_));
    let waits = claims.iter().position(|(_, outcome)| *outcome == ClaimOutcome::NotYet);
    let overtaken = waits.is_some_and(|waits| claims[waits..].iter().any(|(_, outcome)| granted(outcome)));
    assert!(!overtaken, "3: {claims:?}");
    let grants = claims.iter().filter(|(_, outcome)| granted(outcome));
    assert!(
        grants
            .map(|(number, _)| *number)
            .eq(commit.step.grants.iter().map(|grant| grant.number))
    );
}

/// The same inputs give the same bytes.
pub(crate) fn same_again(commit: &Commit) {
    let again = apply(&commit.base, &commit.config, commit.now, &commit.batch);
    assert_eq!(again.state.ledger.encode(), commit.step.state.ledger.encode());
    assert_eq!(again.state.marks, commit.step.state.marks);
    assert_eq!(again.outcome, commit.step.outcome);
    assert_eq!(
        (again.changed, again.redirects),
        (commit.step.changed.clone(), commit.step.redirects.clone())
    );
}

/// Invariant 5: without the claims that repeated an earlier grant or were refused, exactly the same
/// ledger results.
pub(crate) fn repeats_cost_nothing(commit: &Commit) {
    let mut batch = commit.batch.clone();
    let claims = &commit.step.outcome.claims;
    let granted = claims
        .iter()
        .filter(|(_, outcome)| matches!(outcome, ClaimOutcome::Granted(_)));
    let granted: BTreeSet<Number> = granted.map(|(number, _)| *number).collect();
    batch.claims.retain(|claim| granted.contains(&claim.number));
    if batch.claims.len() < commit.batch.claims.len() {
        let mut without = apply(&commit.base, &commit.config, commit.now, &batch).state.ledger;
        let with = &commit.step.state.ledger;
        assert_eq!(
            (without.serving.notified_to(), without.serving.waited_from()),
            (with.serving.notified_to(), with.serving.waited_from()),
            "a claim moves no line"
        );
        // A visitor who claims was heard, and the forecast counts those who were.
        if without.serving != with.serving {
            without.serving = with.serving.clone();
            without.forecast = with.forecast.clone();
        }
        assert_eq!(without.encode(), with.encode(), "5: only grants cost a permit");
    }
}

/// Returns a few numbers to check after every commit.
fn probes(places: u64) -> impl Iterator<Item = u64> {
    [0, places / 3, places / 2, places.saturating_sub(1)]
        .into_iter()
        .filter(move |number| *number < places)
}

/// Invariant 4: people ahead are exactly the counted places below that were not passed over.
pub(crate) fn people_ahead(commit: &Commit, places: &[JudgedPlace]) {
    let state = &commit.step.state;
    let counted = |places: &[JudgedPlace]| places.iter().filter(|place| place.is_ahead()).count() as u64;
    for number in probes(places.len() as u64) {
        if let Some(view) = view(state, number) {
            let below = counted(&places[..usize::try_from(number).expect("few")]);
            assert_eq!(view.ahead.0, below, "4: people ahead of {number}");
            assert_eq!(view.waiting, counted(places), "people in the whole line");
        }
    }
}

/// Invariant 4: an estimate rises only for a cause that occurred, and that cause is shown as the
/// reason.
pub(crate) fn rises_have_a_cause(commit: &Commit, judge: &VisitJudge) {
    let slowed = commit.config.max_outflow < commit.base.ledger.outflow.rate();
    for number in probes(judge.places.len() as u64) {
        let (Some(before), Some(after)) = (view(&commit.base, number), view(&commit.step.state, number)) else {
            continue;
        };
        assert!(after.ahead <= before.ahead, "4: people ahead of {number} rise");
        assert_eq!(
            after.reason == Some(RiseReason::Paused),
            judge.paused,
            "4: paused is told while it is so"
        );
        let slowed_lately = judge
            .grant_history
            .fell_within(commit.step.state.ledger.flow.0, REASON_MS);
        assert!(
            after.reason != Some(RiseReason::OperatorSlowed) || slowed_lately,
            "4: nobody slowed"
        );
        let (Some(then), Some(wait)) = (before.wait, after.wait) else {
            continue;
        };
        if wait.high_ms > then.high_ms || wait.low_ms + wait.high_ms > then.low_ms + then.high_ms {
            let cause = if slowed {
                RiseReason::OperatorSlowed
            } else {
                RiseReason::MoreCameBack
            };
            let shown = after.reason.filter(|reason| *reason != RiseReason::Paused);
            assert!(
                judge.paused || shown == Some(cause),
                "4: {then:?}, {wait:?}: {shown:?}, not {cause:?}"
            );
        }
    }
}
