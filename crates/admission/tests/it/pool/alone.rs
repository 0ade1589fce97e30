//! Tests that a line which shares nothing behaves like `apply` alone, and so does a line in a pool
//! with enough capacity.

use admission::apply;
use admission::batch::{Batch, Claim};
use admission::pool::{self, LineIndex, PoolBatch};
use admission::{BatchNumber, Control, Device, FlowMs, NodeId, Now, Number, PerMinute, Sequence, WallMs};
use proptest::prelude::*;

use crate::kit::crowded_pool::{new_state, plain, room};

fn batch() -> impl Strategy<Value = Batch> {
    let numbers = || prop::collection::vec((0..200_u64).prop_map(Number), 0..20);
    let controls = prop::collection::vec(prop_oneof![Just(Control::Pause), Just(Control::Resume)], 0..2);
    let permits_max = prop::option::weighted(0.2, 0..5_u64);
    (
        0..20_u32,
        numbers(),
        numbers(),
        numbers(),
        controls,
        permits_max,
        0..10_u64,
    )
        .prop_map(
            |(arrivals, claims, cancels, told, controls, permits_max, present)| Batch {
                node: NodeId(1),
                batch: BatchNumber(present),
                arrivals,
                claims: claims
                    .into_iter()
                    .map(|number| Claim {
                        number,
                        device: Device::first(Sequence(number.0)),
                    })
                    .collect(),
                cancels: cancels
                    .into_iter()
                    .take(1)
                    .map(|number| Device::first(Sequence(number.0)))
                    .collect(),
                first_heard: told,
                present,
                controls,
                permits_max,
                ..Batch::default()
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_pool_of_one_line_without_a_rate_is_the_line(
        rates in prop::collection::vec(prop_oneof![Just(0), Just(5), 1..5_000_u32], 1..4),
        batches in prop::collection::vec((batch(), 0..4_000_u64), 1..80),
    ) {
        let mut config = plain(None, vec![room(rates[0], 1, 0)]);
        let mut pooled = new_state(&config);
        let mut alone = pooled.lines[0].clone();
        let mut flow = 0;
        for (index, (batch, ms)) in batches.iter().enumerate() {
            flow += ms;
            let now = Now { flow: FlowMs(flow), wall: WallMs(flow) };
            config.rooms[0].config.max_outflow = PerMinute(rates[index % rates.len()]);
            let room = &config.rooms[0].config;
            prop_assert_eq!(pool::permits(&pooled, &config, now, LineIndex(0)), alone.ledger.permits(room, now));
            prop_assert_eq!(pool::lapsing(&pooled, &config, now, LineIndex(0), 100), alone.ledger.lapsing(room, now, 100));
            let expected = apply(&alone, room, now, batch);
            let lines = [batch.clone()];
            let step = pool::apply(&pooled, &config, now, &PoolBatch { lines: &lines, ..PoolBatch::default() });
            let line = &step.steps[0];
            prop_assert_eq!(&line.outcome, &expected.outcome);
            prop_assert_eq!(&line.grants, &expected.grants);
            prop_assert_eq!(&line.redirects, &expected.redirects);
            prop_assert_eq!(&line.changed, &expected.changed);
            prop_assert_eq!(&line.state.ledger, &expected.state.ledger);
            prop_assert_eq!(&line.state.marks, &expected.state.marks);
            alone = expected.state;
            pooled = step.into_state();
        }
    }
}
