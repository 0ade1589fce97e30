use admission::{Run, Sequence, WallMs};
use store::{LostReply, MemoryStore};

use super::super::{PassOwner, RejectionReason};
use super::*;

fn passes(store: &AnyStore, seed: u64) -> OrderPasses {
    OrderPasses::new(store.clone(), Entropy::seeded(seed))
}

fn acme() -> CustomerId {
    "Acme".parse().unwrap()
}

fn place(run: u16, sequence: u64) -> PassOwner {
    PassOwner::Place {
        room: "sale".parse().unwrap(),
        run: Run(run),
        lane: 0,
        sequence: Sequence(sequence),
    }
}

fn rejection(order: &str, reason: RejectionReason) -> RejectedOrder {
    RejectedOrder {
        at: WallMs(5),
        room: None,
        order: order.parse().unwrap(),
        reason,
    }
}

async fn decide(passes: &OrderPasses, pass: &PassOwner, order: u8) -> OrderOutcome {
    let rejection = rejection("B", RejectionReason::UsedPass);
    let customer = acme();
    let candidates = [candidate(pass, order)];
    let decided = passes.decide(&customer, &candidates, &rejection);
    decided.await.unwrap().outcome
}

/// Returns a pass that is good for one order.
fn candidate(pass: &PassOwner, order: u8) -> CandidatePass {
    CandidatePass {
        owner: pass.clone(),
        order: [order; 16],
        orders_max: 1,
    }
}

#[tokio::test]
async fn of_many_orders_of_one_pass_at_several_nodes_one_is_accepted() {
    let store = store::open("memory:", || 0).unwrap();
    let nodes: Vec<OrderPasses> = (0..3).map(|seed| passes(&store, seed)).collect();
    let one = place(1, 7);
    let asked = (0..60u8).map(|order| decide(&nodes[usize::from(order) % 3], &one, order));
    let outcomes = futures_util::future::join_all(asked).await;
    let accepted = outcomes
        .iter()
        .filter(|outcome| matches!(outcome, OrderOutcome::Accepted { .. }));
    assert_eq!(accepted.count(), 1);
    let used_up = outcomes.iter().filter(|outcome| **outcome == OrderOutcome::UsedUp);
    assert_eq!(used_up.count(), 59);
    let (counts, rejected) = nodes[0].summary(&acme()).await.unwrap();
    assert_eq!((counts.accepted, counts.used_up, counts.without_pass), (1, 59, 0));
    assert_eq!(rejected.len(), 59);
}

#[tokio::test]
async fn a_repeated_order_gets_the_same_answer_and_counts_once() {
    let store = store::open("memory:", || 0).unwrap();
    let passes = passes(&store, 1);
    assert_eq!(
        decide(&passes, &place(1, 7), 1).await,
        OrderOutcome::Accepted { orders: 1 }
    );
    assert_eq!(
        decide(&passes, &place(1, 7), 1).await,
        OrderOutcome::Repeated { orders: 1 }
    );
    assert_eq!(
        decide(&passes, &place(1, 8), 1).await,
        OrderOutcome::Accepted { orders: 1 }
    );
    assert_eq!(passes.summary(&acme()).await.unwrap().0.accepted, 2);
}

#[tokio::test]
async fn a_commit_whose_reply_is_lost_counts_once_and_is_accepted() {
    for lost in [LostReply::Made, LostReply::Late] {
        let memory = MemoryStore::new();
        let passes = passes(&AnyStore::Memory(memory.clone()), 1);
        memory.lose_reply(lost);
        assert_eq!(
            decide(&passes, &place(1, 7), 1).await,
            OrderOutcome::Accepted { orders: 1 },
            "{lost:?}"
        );
        memory.lose_reply(lost);
        assert_eq!(decide(&passes, &place(1, 7), 2).await, OrderOutcome::UsedUp, "{lost:?}");
        memory.lose_reply(lost);
        let unknown = rejection("C", RejectionReason::UnknownPass);
        passes.reject(&acme(), &unknown).await.unwrap();
        let (counts, rejected) = passes.summary(&acme()).await.unwrap();
        assert_eq!(
            (counts.accepted, counts.used_up, counts.without_pass, rejected.len()),
            (1, 1, 1, 2),
            "{lost:?}"
        );
    }
}

#[tokio::test]
async fn only_the_last_rejected_orders_are_listed() {
    let store = store::open("memory:", || 0).unwrap();
    let passes = passes(&store, 1);
    for at in 0..REJECTED_MAX + 3 {
        let unknown = RejectedOrder {
            at: WallMs(at),
            ..rejection("C", RejectionReason::NoPass)
        };
        passes.reject(&acme(), &unknown).await.unwrap();
    }
    let (counts, rejected) = passes.summary(&acme()).await.unwrap();
    assert_eq!(counts.without_pass, REJECTED_MAX + 3);
    assert_eq!(rejected.len() as u64, REJECTED_MAX);
    assert_eq!(
        (rejected[0].at, rejected[199].at),
        (WallMs(REJECTED_MAX + 2), WallMs(3))
    );
}

#[tokio::test]
async fn records_of_past_runs_and_of_ended_tokens_are_deleted() {
    let store = store::open("memory:", || 0).unwrap();
    let passes = passes(&store, 1);
    let expires_at = UnixSeconds(1_700_000_000);
    let token = PassOwner::Token {
        hash: [3; 16],
        expires_at,
    };
    for pass in [&place(1, 7), &place(1, 8), &place(2, 7), &token] {
        decide(&passes, pass, 1).await;
    }
    let rooms = [RoomOrders {
        room: "sale".parse().unwrap(),
        run: Run(2),
    }];
    assert_eq!(passes.delete_ended(&acme(), &rooms, expires_at).await.unwrap(), 2);
    assert_eq!(passes.delete_ended(&acme(), &rooms, expires_at).await.unwrap(), 0);
    let later = expires_at.plus_seconds(super::super::TOKEN_PASS_SECONDS + 7_200);
    assert_eq!(passes.delete_ended(&acme(), &rooms, later).await.unwrap(), 1);
    assert_eq!(
        decide(&passes, &place(2, 7), 2).await,
        OrderOutcome::UsedUp,
        "of this run"
    );
    let ledger = passes.read(&pool_of(&acme()), &[]).await.unwrap().ledger;
    assert_eq!(ledger.passes, 1);
}

#[tokio::test]
async fn a_customer_has_a_bound_of_passes() {
    let store = store::open("memory:", || 0).unwrap();
    let passes = passes(&store, 1);
    decide(&passes, &place(1, 1), 1).await;
    let LoadedOrders {
        generation, mut ledger, ..
    } = passes.read(&pool_of(&acme()), &[]).await.unwrap();
    ledger.passes = PASSES_MAX;
    let full = Write::new(ledger.encode());
    store.commit(&pool_of(&acme()), generation, full).await.unwrap();
    let used = rejection("B", RejectionReason::UsedPass);
    let refused = passes.decide(&acme(), &[candidate(&place(1, 2), 1)], &used).await;
    assert!(matches!(refused, Err(OrderError::Full)));
    assert_eq!(decide(&passes, &place(1, 1), 2).await, OrderOutcome::UsedUp);
}
