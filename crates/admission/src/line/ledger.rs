//! The ledger: the one small value that nodes load, change and commit by compare-and-set.
//!
//! A ledger holds one line; lines that share a capacity also have a [`crate::pool::PoolLedger`]. It
//! is stored as a format byte followed by postcard. It stays a few KB at every rate, because the
//! length of its lists is bounded (604 buckets, one cohort per second, 18 buckets of 10 s, one mark
//! per node).
//!
//! **Versions.** This version writes format 3 and also reads format 2 (`older`), so nodes can be
//! upgraded one after the other without an interruption. The first commit of an upgraded node has
//! format 3. A node of the previous version then cannot read new commits: it answers visitors in
//! line from the last state that it knew, and commits nothing, so upgrade all nodes soon. A
//! downgrade is not possible: a version that knows only format 2 refuses format 3.
//!
//! The leases ([`crate::lease`]), the forecast ([`crate::forecast`]), the places by network
//! ([`crate::networks`]) and `later` follow after that, if there are any. A version that does not
//! know leases drops them, so a room may opt in only when all nodes know leases. The same holds for
//! the other values: a version that does not know one drops it, and a newer version starts it
//! again.
//!
//! A ledger contains nothing that belongs to a single visitor. The only data for each place are the
//! few bits in [`crate::marks`].

mod later;
mod older;

use serde::{Deserialize, Serialize};

use self::later::Later;
use self::older::{FORMAT_2, Ledger2, SmallNetworks};
use crate::config::{RoomConfig, Visibility};
use crate::estimate::Expectation;
use crate::forecast::Forecast;
use crate::lifecycle::{Lifecycle, Phase, TransitionRefused};
use crate::marks::{Mark, Marks};
use crate::networks::PlacesByNetwork;
use crate::opening::Gate;
use crate::order::Order;
use crate::outflow::Outflow;
use crate::ratio::Ratio;
use crate::recovery::recovered::Recovered;
use crate::serving::Serving;
use crate::tally::Tally;
use crate::time::{FlowMs, Now, WallMs};
use crate::units::{BatchNumber, NodeId, Number, Run, Sequence};
use crate::validity::Validity;

/// Version of the stored form.
pub const LEDGER_FORMAT: u8 = 3;
/// The most nodes remembered; the one that committed longest ago is forgotten first.
pub const NODES_MAX: usize = 64;

/// State of one room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// Flow time of the last commit.
    pub flow: FlowMs,
    /// The current run of the room.
    pub run: Run,
    /// When the run began; queue ids count seconds from here.
    pub run_began: WallMs,
    /// The room's position in its lifecycle.
    pub lifecycle: Lifecycle,
    /// The next newcomer's sequence, which is also the number of places given.
    pub next: Sequence,
    /// Grants given in this run.
    pub granted: u64,
    /// The mapping from sequences to numbers.
    pub order: Order,
    /// Whether visitors are let through yet after a scheduled start.
    pub gate: Gate,
    /// Whether a room that is visible only at peak shows its line.
    pub shown: bool,
    /// The numbers that are no longer valid.
    pub validity: Validity,
    /// The bound and the pace of the outflow.
    pub outflow: Outflow,
    /// The number up to which visitors are notified of their turn.
    pub serving: Serving,
    /// Share of the places reached that did not answer.
    pub no_shows: Ratio,
    /// Share of the permits that went to places no longer counted.
    pub re_entries: Ratio,
    /// Arrivals of the last minute.
    pub inflow: Tally,
    /// The expected cost of one place ahead.
    pub expectation: Expectation,
    /// The last batch of each node, oldest commit first.
    pub nodes: Vec<NodeMark>,
    /// The latest wall time of any commit, even if clocks were set back since: no place was given
    /// later.
    pub latest: WallMs,
    /// The number of commits so far.
    pub commits: u64,
    /// The last recovery, if the store ever failed over.
    pub recovered: Option<Recovered>,
    /// How long each place still waits. Stored after the leases, if there is any forecast.
    #[serde(skip)]
    pub forecast: Forecast,
    /// Places given lately by network. Stored after the forecast, if anything is counted.
    #[serde(skip)]
    pub networks: PlacesByNetwork,
}

/// The data that a ledger keeps about a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeMark {
    /// The node.
    pub node: NodeId,
    /// The node's last batch.
    pub batch: BatchNumber,
    /// The flow time of that batch's commit.
    pub flow: FlowMs,
}

/// Error: a stored ledger could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Another version wrote the ledger.
    #[error("the stored ledger has format {0}, this version reads formats {FORMAT_2} to {LEDGER_FORMAT}")]
    Format(u8),
    /// The bytes are not a ledger.
    #[error("the stored ledger is damaged: {0}")]
    Damaged(String),
}

/// An invariant that a ledger and its marks violate. Never expected; checked after every commit in
/// debug builds and when reading back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Violation {
    /// More grants in the window than the bound allows.
    #[error("{held} grants in the window, {bound} allowed")]
    Bound {
        /// Grants held.
        held: u64,
        /// Grants allowed.
        bound: u64,
    },
    /// The serving line passed the last number.
    #[error("the serving line stands at {line}, only {numbered} numbers are known")]
    LineAhead {
        /// The position of the serving line.
        line: u64,
        /// How many numbers are known.
        numbered: u64,
    },
    /// More places are uncounted than were given.
    #[error("{uncounted} places are uncounted, only {places} were given")]
    Uncounted {
        /// Uncounted places.
        uncounted: u64,
        /// Places given.
        places: u64,
    },
}

impl Ledger {
    /// Returns the first ledger of a room, at flow time 0.
    #[must_use]
    pub fn new(config: &RoomConfig, wall: WallMs) -> Self {
        Self {
            flow: FlowMs(0),
            run: Run(0),
            run_began: wall,
            lifecycle: Lifecycle::at_start(&config.schedule, wall),
            next: Sequence(0),
            granted: 0,
            order: Order::default(),
            gate: Gate::of_start(config, wall),
            shown: false,
            validity: Validity::default(),
            outflow: Outflow::new(FlowMs(0), config.max_outflow),
            serving: Serving::default(),
            no_shows: Ratio::default(),
            re_entries: Ratio::default(),
            inflow: Tally::default(),
            expectation: Expectation::new(config.max_outflow),
            nodes: Vec::new(),
            latest: wall,
            commits: 0,
            recovered: None,
            forecast: Forecast::default(),
            networks: PlacesByNetwork::default(),
        }
    }

    /// Returns the stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        self.encode_within(usize::MAX)
    }

    /// Returns the stored form, without the places by network if it would be longer than
    /// `bytes_max`: many lines share one value, and none of them may keep the others from being
    /// stored.
    #[must_use]
    pub fn encode_within(&self, bytes_max: usize) -> Vec<u8> {
        let whole = self.encode_with(&self.networks);
        match whole.len() > bytes_max && !self.networks.is_empty() {
            true => self.encode_with(&PlacesByNetwork::default()),
            false => whole,
        }
    }

    fn encode_with(&self, networks: &PlacesByNetwork) -> Vec<u8> {
        const EXPECTED: &str = "a ledger holds nothing postcard cannot write";
        let mut bytes = postcard::to_extend(self, vec![LEDGER_FORMAT]).expect(EXPECTED);
        let (leases, forecast, later) = (&self.outflow.leases, &self.forecast, Later::of(self));
        // Empty values before the last nonempty value are also written.
        let has_later = !later.is_empty() || !networks.is_empty();
        let has_forecast = has_later || !forecast.is_empty();
        if has_forecast || !leases.is_empty() {
            bytes = postcard::to_extend(leases, bytes).expect(EXPECTED);
        }
        if has_forecast {
            bytes = postcard::to_extend(forecast, bytes).expect(EXPECTED);
        }
        if has_later {
            bytes = postcard::to_extend(&SmallNetworks::default(), bytes).expect(EXPECTED);
            bytes = later.write(networks, bytes).expect(EXPECTED);
        }
        bytes
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// If the bytes have another format or are damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes.split_first() {
            None => Err(DecodeError::Damaged("it is empty".to_owned())),
            Some((&LEDGER_FORMAT, rest)) => {
                let damaged = |error: postcard::Error| DecodeError::Damaged(error.to_string());
                let (mut ledger, rest) = postcard::take_from_bytes::<Self>(rest).map_err(damaged)?;
                if !rest.is_empty() {
                    let (leases, rest) = postcard::take_from_bytes(rest).map_err(damaged)?;
                    ledger.outflow.leases = leases;
                    if !rest.is_empty() {
                        let (forecast, rest) = postcard::take_from_bytes(rest).map_err(damaged)?;
                        ledger.forecast = forecast;
                        if !rest.is_empty() {
                            let (_, rest) = postcard::take_from_bytes::<SmallNetworks>(rest).map_err(damaged)?;
                            if !rest.is_empty() {
                                let (later, networks) = Later::read(rest).map_err(damaged)?;
                                later.put_back(&mut ledger);
                                ledger.networks = networks;
                            }
                        }
                    }
                }
                ledger.order.prepare();
                Ok(ledger)
            }
            Some((&FORMAT_2, rest)) => {
                let ledger = Ledger2::decode(rest).map_err(|error| DecodeError::Damaged(error.to_string()))?;
                ledger.order.prepare();
                Ok(ledger)
            }
            Some((&format, _)) => Err(DecodeError::Format(format)),
        }
    }

    /// Returns the first ledger of the next run. It keeps what bounds the outflow and the last
    /// batches of the nodes.
    ///
    /// # Errors
    /// If no run number is left.
    pub(crate) fn next_run(&self, config: &RoomConfig, now: Now) -> Result<Self, TransitionRefused> {
        let left_out = self.recovered.map_or(0, |recovered| recovered.runs_left_out());
        let run = self.run.0.checked_add(1).and_then(|next| next.checked_add(left_out));
        let run = run.map(Run).ok_or(TransitionRefused::NoRunLeft)?;
        let recovered = self.recovered.map(|recovered| Recovered { in_run: 0, ..recovered });
        let fresh = Self::new(config, now.wall);
        let lifecycle = fresh.lifecycle;
        Ok(Self {
            run,
            lifecycle: if self.lifecycle.is_disabled() {
                lifecycle.disable()?
            } else {
                lifecycle
            },
            flow: self.flow,
            outflow: self.outflow.clone(),
            nodes: self.nodes.clone(),
            latest: self.latest,
            commits: self.commits,
            recovered,
            ..fresh
        })
    }

    /// Returns the number of a place; `None` if the place is not drawn yet or does not exist.
    #[must_use]
    pub fn number(&self, sequence: Sequence) -> Option<Number> {
        (sequence < self.next).then(|| self.order.number(sequence))?
    }

    /// Returns one past the last known number.
    #[must_use]
    pub fn numbered(&self) -> Number {
        Number(self.order.unnumbered_from().unwrap_or(self.next).0)
    }

    /// Returns whether a number has expired: the serving line reached it and its visitor did not
    /// come in the whole validity window.
    #[must_use]
    pub fn is_expired(&self, marks: &Marks, number: Number) -> bool {
        self.validity.is_over(number) && marks.has(number, Mark::Uncounted) && !marks.settled(number)
    }

    /// Returns whether visitors can be let through at all, apart from permits.
    #[must_use]
    pub fn flows(&self) -> bool {
        self.lifecycle.flows() && self.gate.is_open()
    }

    /// Returns the milliseconds from `now` until something changes without any request; `None` if
    /// nothing will change.
    #[must_use]
    pub fn changes_in_ms(&self, config: &RoomConfig, now: Now) -> Option<u64> {
        let phase = self.lifecycle.next_change(&config.schedule);
        let phase = phase.map(|moment| moment.0.saturating_sub(now.wall.0));
        // Gate and window change only in the queue phase. In other phases they would be overdue for
        // ever.
        let queue = self.lifecycle.phase() == Phase::Queue;
        let gate = (queue && !self.gate.is_open()).then(|| self.gate.opens_in_ms(now.wall));
        let window = match (self.order.open_since(), config.fairness_ms) {
            (Some((since, _)), Some(span)) if queue && self.order.has_space() => {
                Some(span.saturating_sub(now.flow.since(since)))
            }
            _ => None,
        };
        let over = config
            .number_valid_ms
            .and_then(|valid_ms| self.validity.next_over(valid_ms));
        // The validity windows stand still while the room holds everybody.
        let over = over.filter(|_| self.flows()).map(|over| over.since(now.flow));
        [phase, gate, window, over].into_iter().flatten().min()
    }

    /// Returns whether the ledger contains that batch of that node. Callers ask this after a commit
    /// whose outcome is unknown.
    #[must_use]
    pub fn holds(&self, node: NodeId, batch: BatchNumber) -> bool {
        self.nodes.iter().any(|mark| (mark.node, mark.batch) == (node, batch))
    }

    /// Identifies the chain of commits that the ledger belongs to. A recovery begins a new chain,
    /// because other commits follow than the lost ones.
    #[must_use]
    pub fn chain(&self) -> Option<(NodeId, BatchNumber)> {
        self.recovered.map(|recovered| recovered.by)
    }

    /// Returns whether the ledger and another one of the same run began separately, so that no
    /// commits lead from one to the other. Returns false where that cannot be decided.
    #[must_use]
    pub fn began_apart_from(&self, other: &Self) -> bool {
        self.commits > 0 && other.commits > 0 && self.run == other.run && self.run_began != other.run_began
    }

    /// Returns whether a node without any knowledge created this ledger, although `known` had been
    /// stored before.
    #[must_use]
    pub fn is_begun_anew(&self, known: &Self) -> bool {
        let earlier = known.recovered.is_some() || self.run < known.run;
        self.recovered.is_none() && known.commits > 0 && (earlier || self.began_apart_from(known))
    }

    /// Records a node's batch.
    pub(crate) fn note(&mut self, node: NodeId, batch: BatchNumber, now: Now) {
        let flow = now.flow;
        self.latest = self.latest.max(now.wall);
        self.commits += 1;
        self.nodes.retain(|mark| mark.node != node);
        if self.nodes.len() == NODES_MAX {
            self.nodes.remove(0);
        }
        self.nodes.push(NodeMark { node, batch, flow });
    }

    /// Returns how many permits could be spent at `now` under `config`.
    #[must_use]
    pub fn permits(&self, config: &RoomConfig, now: Now) -> u64 {
        self.permits_if(|_| {}, config, now.flow, true)
    }

    /// Like [`Self::permits`], for a line that shares capacity, whose permits do not lapse.
    /// `ahead`: whether permits can be spent before they become due if nobody sees the line.
    pub(crate) fn permits_beside(&self, config: &RoomConfig, flow: FlowMs, ahead: bool) -> u64 {
        self.permits_if(|outflow| outflow.keep(flow), config, flow, ahead)
    }

    fn permits_if(&self, prepare: impl Fn(&mut Outflow), config: &RoomConfig, flow: FlowMs, ahead: bool) -> u64 {
        if !self.flows() {
            return 0;
        }
        let mut outflow = self.outflow.clone();
        prepare(&mut outflow);
        outflow.advance(flow.max(self.flow), config.max_outflow);
        outflow.spendable(ahead && self.is_unseen(config))
    }

    /// Returns how many of [`Self::permits`] lapse unless they are spent within `within_ms`
    /// milliseconds.
    #[must_use]
    pub fn lapsing(&self, config: &RoomConfig, now: Now, within_ms: u64) -> u64 {
        if !self.flows() || self.is_unseen(config) {
            return 0;
        }
        let mut outflow = self.outflow.clone();
        outflow.advance(now.flow.max(self.flow), config.max_outflow);
        outflow.lapsing(within_ms)
    }

    /// Returns whether visitors currently pass without seeing the line.
    #[must_use]
    pub fn is_unseen(&self, config: &RoomConfig) -> bool {
        config.visibility != Visibility::Always && !self.shown
    }

    /// Checks the invariants.
    ///
    /// # Errors
    /// The first invariant that is violated.
    pub fn check(&self, marks: &Marks, unnumbered: &Marks) -> Result<(), Violation> {
        let (held, bound) = (self.outflow.in_window(), self.outflow.bound());
        if self.outflow.is_exceeded() {
            return Err(Violation::Bound { held, bound });
        }
        let (line, places, uncounted) = (
            self.serving.notified_to().0,
            self.next.0,
            marks.uncounted() + unnumbered.uncounted(),
        );
        let numbered = self.numbered().0;
        if line > numbered {
            return Err(Violation::LineAhead { line, numbered });
        }
        if uncounted > places {
            return Err(Violation::Uncounted { uncounted, places });
        }
        Ok(())
    }
}
