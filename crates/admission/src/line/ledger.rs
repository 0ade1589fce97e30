//! The ledger: the one small value that nodes load, change and commit by compare-and-set.
//!
//! A ledger holds one line; lines that share a capacity have [`crate::pool::PoolLedger`] beside
//! theirs. Stored as a format byte followed by postcard. It stays a few KB at every rate: its lists
//! are bounded by their window (604 buckets, a cohort a second, 18 buckets of 10 s, a mark a node).
//!
//! **Versions.** This one writes format 3 and reads format 2 too (`older`), so nodes are upgraded
//! without a stop, one after the other: the first commit of a new one is format 3. From then on a
//! node of the version before reads nothing new, answers people in line from what it knew, and
//! commits nothing; so upgrade all of them soon. There is no way back: a version that knows format
//! 2 alone refuses what this one stored.
//!
//! Behind that stand the leases ([`crate::lease`]), if nodes hold any: a room that does not opt in
//! is stored as if there were none. A version that does not know of leases forgets them, so a room
//! opts in when all nodes know.
//!
//! Not here: anything a visitor owns. What exists a place is a few bits in [`crate::marks`].

mod older;

use serde::{Deserialize, Serialize};

use self::older::{FORMAT_2, Ledger2};
use crate::config::{RoomConfig, Visibility};
use crate::estimate::Expectation;
use crate::lifecycle::{Lifecycle, Phase, TransitionRefused};
use crate::marks::{Mark, Marks};
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
/// Nodes remembered; the one that committed longest ago is forgotten first.
pub const NODES_MAX: usize = 64;

/// State of one room.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// Flow time of the last commit.
    pub flow: FlowMs,
    /// Which run of the room this is.
    pub run: Run,
    /// When the run began; queue ids count seconds from here.
    pub run_began: WallMs,
    /// Where the room is in its life.
    pub lifecycle: Lifecycle,
    /// The next newcomer's sequence: so many places were given.
    pub next: Sequence,
    /// Grants given in this run.
    pub granted: u64,
    /// From sequences to numbers.
    pub order: Order,
    /// Whether the flow of a scheduled start has begun.
    pub gate: Gate,
    /// Whether a room that is visible at peak shows its line.
    pub shown: bool,
    /// How long numbers stay good.
    pub validity: Validity,
    /// The bound and the pace.
    pub outflow: Outflow,
    /// Whom to tell that it is their turn.
    pub serving: Serving,
    /// Share of places reached that nobody answered for.
    pub no_shows: Ratio,
    /// Share of permits that went to places not counted any more.
    pub re_entries: Ratio,
    /// Newcomers lately.
    pub inflow: Tally,
    /// What a place ahead costs.
    pub expectation: Expectation,
    /// The last batch of each node, oldest commit first.
    pub nodes: Vec<NodeMark>,
    /// The latest wall time of any commit, whatever clocks did since: no place was given later.
    pub latest: WallMs,
    /// Commits so far.
    pub commits: u64,
    /// The last recovery, if the store ever failed over.
    pub recovered: Option<Recovered>,
}

/// What a ledger keeps of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeMark {
    /// Which node.
    pub node: NodeId,
    /// Its last batch.
    pub batch: BatchNumber,
    /// The flow time of that commit.
    pub flow: FlowMs,
}

/// A stored ledger could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// Written by another version.
    #[error("the stored ledger has format {0}, this version reads formats {FORMAT_2} to {LEDGER_FORMAT}")]
    Format(u8),
    /// Not a ledger.
    #[error("the stored ledger is damaged: {0}")]
    Damaged(String),
}

/// A rule that a ledger and its marks broke. Never expected; checked after every commit in debug
/// builds and when reading back.
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
        /// Where the line stands.
        line: u64,
        /// Numbers known.
        numbered: u64,
    },
    /// More places uncounted than given.
    #[error("{uncounted} places are uncounted, only {places} were given")]
    Uncounted {
        /// Marks found.
        uncounted: u64,
        /// Places given.
        places: u64,
    },
}

impl Ledger {
    /// The first ledger of a room, at flow time 0.
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
        }
    }

    /// The stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let bytes = postcard::to_extend(self, vec![LEDGER_FORMAT]);
        let bytes = bytes.expect("a ledger holds nothing postcard cannot write");
        match &self.outflow.leases {
            leases if leases.is_empty() => bytes,
            leases => postcard::to_extend(leases, bytes).expect("leases hold nothing postcard cannot write"),
        }
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// If it is of another format or damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, DecodeError> {
        match bytes.split_first() {
            None => Err(DecodeError::Damaged("it is empty".to_owned())),
            Some((&LEDGER_FORMAT, rest)) => {
                let damaged = |error: postcard::Error| DecodeError::Damaged(error.to_string());
                let (mut ledger, rest) = postcard::take_from_bytes::<Self>(rest).map_err(damaged)?;
                if !rest.is_empty() {
                    ledger.outflow.leases = postcard::from_bytes(rest).map_err(damaged)?;
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

    /// The first ledger of the next run. What bounds the outflow goes on, and so does what nodes
    /// committed.
    ///
    /// # Errors
    /// If there is no run left.
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

    /// The number of a place; `None` while it is not drawn, or where there is no such place.
    #[must_use]
    pub fn number(&self, sequence: Sequence) -> Option<Number> {
        (sequence < self.next).then(|| self.order.number(sequence))?
    }

    /// One past the last number that is known.
    #[must_use]
    pub fn numbered(&self) -> Number {
        Number(self.order.unnumbered_from().unwrap_or(self.next).0)
    }

    /// Whether a number was reached so long ago that it is not good any more: nobody came for it in
    /// its whole window.
    #[must_use]
    pub fn is_expired(&self, marks: &Marks, number: Number) -> bool {
        self.validity.is_over(number) && marks.has(number, Mark::Uncounted) && !marks.settled(number)
    }

    /// Whether people may be let through at all, permits apart.
    #[must_use]
    pub fn flows(&self) -> bool {
        self.lifecycle.flows() && self.gate.is_open()
    }

    /// Milliseconds from `now` until something changes by itself, without anybody asking; `None` if
    /// nothing will.
    #[must_use]
    pub fn changes_in_ms(&self, config: &RoomConfig, now: Now) -> Option<u64> {
        let phase = self.lifecycle.next_change(&config.schedule);
        let phase = phase.map(|moment| moment.0.saturating_sub(now.wall.0));
        // Neither gate nor window moves but in the queue: due and not done would be due for ever.
        let queue = self.lifecycle.phase() == Phase::Queue;
        let gate = (queue && !self.gate.is_open()).then(|| self.gate.opens_in_ms(now.wall));
        let window = match (self.order.open_since(), config.fairness_ms) {
            (Some((since, _)), Some(span)) if queue && self.order.has_room() => {
                Some(span.saturating_sub(now.flow.since(since)))
            }
            _ => None,
        };
        let over = config
            .number_valid_ms
            .and_then(|valid_ms| self.validity.next_over(valid_ms));
        // While people are held the windows stand still.
        let over = over.filter(|_| self.flows()).map(|over| over.since(now.flow));
        [phase, gate, window, over].into_iter().flatten().min()
    }

    /// Whether the ledger holds that batch of that node: asked after a commit whose outcome is not
    /// known.
    #[must_use]
    pub fn holds(&self, node: NodeId, batch: BatchNumber) -> bool {
        self.nodes.iter().any(|mark| (mark.node, mark.batch) == (node, batch))
    }

    /// Which chain of commits the ledger is of: after a recovery others follow than those that were
    /// lost.
    #[must_use]
    pub fn chain(&self) -> Option<(NodeId, BatchNumber)> {
        self.recovered.map(|recovered| recovered.by)
    }

    /// Whether the ledger has another beginning than a later one of the same run: no commits lead
    /// from one to the other. False where that cannot be told.
    #[must_use]
    pub fn began_apart_from(&self, other: &Self) -> bool {
        self.commits > 0 && other.commits > 0 && self.run == other.run && self.run_began != other.run_began
    }

    /// Whether somebody who knew of nothing began anew, though `known` was stored before.
    #[must_use]
    pub fn is_begun_anew(&self, known: &Self) -> bool {
        let earlier = known.recovered.is_some() || self.run < known.run;
        self.recovered.is_none() && known.commits > 0 && (earlier || self.began_apart_from(known))
    }

    /// Notes a node's batch.
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

    /// Permits that could be spent at `now` under `config`.
    #[must_use]
    pub fn permits(&self, config: &RoomConfig, now: Now) -> u64 {
        if !self.flows() {
            return 0;
        }
        let mut outflow = self.outflow.clone();
        outflow.advance(now.flow.max(self.flow), config.max_outflow);
        self.due(config, &outflow)
    }

    /// Those of [`Self::permits`] that lapse unless they are spent within so long, milliseconds.
    #[must_use]
    pub fn lapsing(&self, config: &RoomConfig, now: Now, within_ms: u64) -> u64 {
        if !self.flows() || self.is_unseen(config) {
            return 0;
        }
        let mut outflow = self.outflow.clone();
        outflow.advance(now.flow.max(self.flow), config.max_outflow);
        outflow.lapsing(within_ms)
    }

    /// What an outflow that was advanced has for claims: the permits that are due, or, where nobody
    /// sees the line, all that the bound leaves.
    pub(crate) fn due(&self, config: &RoomConfig, outflow: &Outflow) -> u64 {
        if self.is_unseen(config) {
            outflow.room()
        } else {
            outflow.permits()
        }
    }

    /// Whether people pass at present without seeing the line.
    #[must_use]
    pub fn is_unseen(&self, config: &RoomConfig) -> bool {
        config.visibility != Visibility::Always && !self.shown
    }

    /// Checks what must always hold.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub fn check(&self, marks: &Marks, early: &Marks) -> Result<(), Violation> {
        let (held, bound) = (self.outflow.in_window(), self.outflow.bound());
        if self.outflow.is_exceeded() {
            return Err(Violation::Bound { held, bound });
        }
        let (line, places, uncounted) = (
            self.serving.told_to().0,
            self.next.0,
            marks.uncounted() + early.uncounted(),
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
