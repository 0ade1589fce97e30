//! Stored forms of earlier versions, which are read but written only as empty values.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::{Ledger, NodeMark};
use crate::estimate::Expectation;
use crate::forecast::Forecast;
use crate::lifecycle::Lifecycle;
use crate::networks::PlacesByNetwork;
use crate::opening::Gate;
use crate::order::Order;
use crate::outflow::Outflow;
use crate::ratio::Ratio;
use crate::serving::Serving;
use crate::tally::Tally;
use crate::time::{FlowMs, WallMs};
use crate::units::{BatchNumber, NodeId, Run, Sequence};
use crate::validity::Validity;

/// The places by network in a sketch of another size, which [`super::later`] has replaced. An empty
/// one is still written in its place.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct SmallNetworks {
    cells: Vec<(u16, u32)>,
    places: u64,
    halved_at: FlowMs,
    patient: Tally,
}

/// The format before recoveries were added.
pub(super) const FORMAT_2: u8 = 2;

/// A ledger of [`FORMAT_2`]: without the busiest minute, the times of nodes' commits, their latest
/// wall time, the number of commits and the last recovery.
#[derive(Debug, Deserialize)]
pub(super) struct Ledger2 {
    flow: FlowMs,
    run: Run,
    run_began: WallMs,
    lifecycle: Lifecycle,
    next: Sequence,
    granted: u64,
    order: Order,
    gate: Gate,
    shown: bool,
    validity: Validity,
    outflow: Outflow,
    serving: Serving,
    no_shows: Ratio,
    re_entries: Ratio,
    inflow: VecDeque<(u64, u64)>,
    expectation: Expectation,
    nodes: Vec<(NodeId, BatchNumber)>,
}

impl Ledger2 {
    /// Decodes the bytes after the format byte and converts the result to the current ledger.
    pub(super) fn decode(bytes: &[u8]) -> Result<Ledger, postcard::Error> {
        postcard::from_bytes::<Self>(bytes).map(Into::into)
    }
}

impl From<Ledger2> for Ledger {
    fn from(stored: Ledger2) -> Self {
        // When each node committed is unknown, so all of them count as running.
        let flow = stored.flow;
        let nodes = stored.nodes.into_iter();
        Self {
            flow,
            run: stored.run,
            run_began: stored.run_began,
            lifecycle: stored.lifecycle,
            next: stored.next,
            granted: stored.granted,
            order: stored.order,
            gate: stored.gate,
            shown: stored.shown,
            validity: stored.validity,
            outflow: stored.outflow,
            serving: stored.serving,
            no_shows: stored.no_shows,
            re_entries: stored.re_entries,
            inflow: Tally::of_seconds(stored.inflow),
            expectation: stored.expectation,
            nodes: nodes.map(|(node, batch)| NodeMark { node, batch, flow }).collect(),
            latest: stored.run_began,
            commits: 0,
            recovered: None,
            forecast: Forecast::default(),
            networks: PlacesByNetwork::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::RoomConfig;
    use crate::lease::Leases;
    use crate::line::ledger::later::Later;
    use crate::units::PerMinute;

    /// An upgraded node counts anew, and loses nothing else.
    #[test]
    fn a_sketch_of_another_size_is_read_as_empty() {
        let ledger = Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(7_000));
        let networks = SmallNetworks {
            cells: vec![(3, 5), (190, 4)],
            places: 9,
            ..SmallNetworks::default()
        };
        let mut bytes = ledger.encode_within(usize::MAX);
        for part in [
            postcard::to_stdvec(&Leases::default()),
            postcard::to_stdvec(&Forecast::default()),
            postcard::to_stdvec(&networks),
        ] {
            bytes.extend(part.expect("plain values"));
        }
        assert_eq!(Ledger::decode(&bytes), Ok(ledger.clone()));
        bytes.extend(postcard::to_stdvec(&Later::default()).expect("plain values"));
        assert_eq!(Ledger::decode(&bytes), Ok(ledger));
    }
}
