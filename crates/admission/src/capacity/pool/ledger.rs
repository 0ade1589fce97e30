//! The pool's ledger: the state that its lines share, beside the ledger of each line. Stored as a
//! format byte followed by postcard; the state of autotune comes last, if there is any. Format 1
//! never has it and is otherwise the same.
//!
//! It takes a few KB: an outflow for the pool and for each room with several lanes, two integers
//! per member for each share, and counts of sessions by the time they end.
//!
//! **Outflows in layers.** A grant needs a permit of its line, of its room and of its pool at the
//! same moment. Their rhythms differ, and a permit that lapses 2 s after it became due might never
//! coincide with the others: two rooms of 5 per minute in a pool of 5 per minute would become due 6
//! s apart for ever, and one of them would never be served. So where capacity is shared, the last
//! permit of each layer does not lapse ([`Outflow::keep`]): each layer is a bucket of one permit
//! and 2 s. This does not affect the bound.
//!
//! **Unseen.** While no line of a pool is shown ([`Ledger::is_unseen`]) and its nodes know of one
//! another ([`super::roster`]), its newcomers spend the permits that the bound leaves without
//! waiting for the pace, as in a room without a pool: nobody waits while fewer come in a minute
//! than the pool's rate. Once a line of the pool is shown, the newcomers of all lines wait for the
//! pace. The same holds for the lanes of a room.
//!
//! [`Ledger::is_unseen`]: crate::ledger::Ledger::is_unseen

mod format;

use serde::{Deserialize, Serialize};

use self::format::FORMAT_1;
pub use self::format::{POOL_LEDGER_FORMAT, PoolDecodeError};
use crate::autotune::{Autotune, Evidence};
use crate::batch::UnseenPermits;
use crate::occupancy::Occupancy;
use crate::outflow::Outflow;
use crate::outflow::late::Learned;
use crate::pool::config::{LineIndex, PoolConfig, RoomIndex};
use crate::pool::roster::Roster;
use crate::share::{Member, Share};
use crate::state::State;
use crate::time::FlowMs;
use crate::units::{NodeId, PerMinute};

/// The state that the lines of a pool share.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolLedger {
    /// Flow time of the last commit.
    pub flow: FlowMs,
    /// The pool's bound and pace; `None` while the pool has no rate.
    pub(crate) outflow: Option<Outflow>,
    /// How many permits each room received.
    share: Share,
    rooms: Vec<RoomLedger>,
    /// Sessions; `None` while they are not counted.
    pub(crate) occupancy: Option<Occupancy>,
    /// The rate found by page timings; `None` while autotune is off. Stored after the other fields.
    #[serde(skip)]
    autotune: Option<Autotune>,
    /// The nodes; `None` where no newcomers pass unseen. Stored beside the ledgers.
    #[serde(skip)]
    pub roster: Option<Roster>,
    /// Whether newcomers could go ahead of the pool's pace at the last [`Self::advance`].
    #[serde(skip)]
    unseen: bool,
}

/// The state that the lanes of a room share; empty while the room has one lane.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct RoomLedger {
    outflow: Option<Outflow>,
    share: Share,
    /// Whether newcomers could go ahead of the room's pace at the last [`PoolLedger::advance`].
    #[serde(skip)]
    unseen: bool,
}

/// An invariant that a pool's ledger violates. Never expected; checked after every commit in debug
/// builds and when reading back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PoolViolation {
    /// The window of the pool or of a room holds more grants than its bound allows.
    #[error("{held} grants in a shared window, {bound} allowed")]
    Bound {
        /// Grants held.
        held: u64,
        /// Grants allowed.
        bound: u64,
    },
    /// The counts of sessions do not add up.
    #[error("the counts of sessions do not add up to {0}")]
    Sessions(u64),
}

impl PoolLedger {
    /// Returns the stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let bytes = postcard::to_extend(self, vec![POOL_LEDGER_FORMAT]);
        let bytes = bytes.expect("a pool's ledger holds nothing postcard cannot write");
        match &self.autotune {
            None => bytes,
            Some(autotune) => postcard::to_extend(autotune, bytes).expect("autotune holds nothing else either"),
        }
    }

    /// Reads the stored form.
    ///
    /// # Errors
    /// If the bytes have another format or are damaged.
    pub fn decode(bytes: &[u8]) -> Result<Self, PoolDecodeError> {
        let damaged = |error: postcard::Error| PoolDecodeError::Damaged(error.to_string());
        let Some((&format, rest)) = bytes.split_first() else {
            return Err(PoolDecodeError::Damaged("it is empty".to_owned()));
        };
        if !matches!(format, FORMAT_1 | POOL_LEDGER_FORMAT) {
            return Err(PoolDecodeError::Format(format));
        }
        let (mut ledger, rest) = postcard::take_from_bytes::<Self>(rest).map_err(damaged)?;
        if format != FORMAT_1 && !rest.is_empty() {
            ledger.autotune = Some(postcard::from_bytes(rest).map_err(damaged)?);
        }
        Ok(ledger)
    }

    /// Returns the pool's rate in force as of the last commit; `None` if the pool has no rate.
    #[must_use]
    pub fn rate(&self) -> Option<PerMinute> {
        self.outflow.as_ref().map(Outflow::rate)
    }

    /// Returns the rate that autotune found, regardless of the operator's; `None` if it is off.
    #[must_use]
    pub fn rate_found(&self) -> Option<PerMinute> {
        self.autotune.as_ref().map(Autotune::rate)
    }

    /// Returns how many page timings autotune has not evaluated yet.
    #[must_use]
    pub fn page_reports(&self) -> u64 {
        self.autotune.as_ref().map_or(0, Autotune::reports)
    }

    /// Returns how many sessions count, as of the last commit; `None` where they are not counted.
    #[must_use]
    pub fn sessions(&self) -> Option<u64> {
        self.occupancy.as_ref().map(Occupancy::active)
    }

    /// Returns the counts of sessions; `None` where they are not counted.
    #[must_use]
    pub fn occupancy(&self) -> Option<&Occupancy> {
        self.occupancy.as_ref()
    }

    /// Returns the grants of the pool's last minute, for operators; `None` if the pool has no rate.
    #[must_use]
    pub fn last_minute(&self, now: FlowMs) -> Option<u64> {
        self.outflow.as_ref().map(|outflow| outflow.last_minute(now))
    }

    /// Checks the invariants.
    ///
    /// # Errors
    /// The first invariant that is violated.
    pub fn check(&self) -> Result<(), PoolViolation> {
        if let Some(outflow) = self.outflows().find(|outflow| outflow.is_exceeded()) {
            let (held, bound) = (outflow.in_window(), outflow.bound());
            return Err(PoolViolation::Bound { held, bound });
        }
        match self.occupancy.as_ref().filter(|occupancy| !occupancy.is_sound()) {
            Some(occupancy) => Err(PoolViolation::Sessions(occupancy.active())),
            None => Ok(()),
        }
    }

    /// Returns whether permits can be spent before they become due, because no line is shown.
    pub(crate) fn goes_ahead(&self, lines: &[State]) -> bool {
        let roster = self.roster.as_ref();
        roster.map_or_else(|| Roster::is_of_new_pool(lines), Roster::is_settled)
    }

    /// Returns whether the other nodes need a commit of this node in order to know it, or to know
    /// that it knows them. Until then, newcomers who pass unseen wait for the pace
    /// ([`crate::pool::roster`]).
    #[must_use]
    pub fn expects_commit_of(&self, config: &PoolConfig, node: NodeId) -> bool {
        self.roster.as_ref().is_none_or(|roster| roster.expects_commit_of(node)) && config.has_unseen()
    }

    /// Lets time pass up to `now` under `config`.
    pub(crate) fn advance(&mut self, now: FlowMs, config: &PoolConfig, lines: &[State]) {
        self.flow = now;
        let ahead = self.goes_ahead(lines);
        let is_unseen = |line: LineIndex| ahead && lines[line.at()].ledger.is_unseen(&config.room_of(line).config);
        // A line that is not configured any more shows nobody anything.
        self.unseen = config.all_open(LineIndex::first(config.lines.len()), is_unseen);
        self.rooms
            .resize_with(config.rooms.len().max(self.rooms.len()), RoomLedger::default);
        for (index, room) in config.room_indices().zip(&mut self.rooms) {
            room.unseen = config.all_open(config.lanes(index), is_unseen);
            room.advance(now, config, index, lines);
        }
        let rate = self.tune(now, config);
        // A newly set rate is a decrease from no bound at all, so only the grants since then count.
        self.outflow = rate.map(|rate| {
            let mut outflow = self.outflow.take().unwrap_or_else(|| Outflow::new(now, rate));
            outflow.keep(now);
            outflow.advance(now, rate);
            outflow
        });
        if let Some(outflow) = self.outflow.as_mut().filter(|_| lines.iter().all(is_held)) {
            outflow.hold();
        }
        self.occupancy = config.sessions.map(|_| {
            let mut occupancy = self.occupancy.take().unwrap_or_else(|| Occupancy::new(now));
            occupancy.advance(now);
            occupancy
        });
    }

    /// Returns the pool's rate from `now` on: the operator's, or a lower one that autotune found.
    fn tune(&mut self, now: FlowMs, config: &PoolConfig) -> Option<PerMinute> {
        let Some(ceiling) = config.rate.filter(|_| config.autotune) else {
            self.autotune = None;
            return config.rate;
        };
        // A rate of 0 holds everybody and cannot be the starting rate.
        if self.autotune.is_none() && ceiling > PerMinute(0) {
            self.autotune = Some(Autotune::new(now, ceiling));
        }
        let used = self.used(now);
        let autotune = self.autotune.as_mut();
        Some(autotune.map_or(ceiling, |autotune| autotune.step(now, ceiling, used)))
    }

    /// Returns the share of the rate that was used in the last minute. A permit that becomes due at
    /// `now` counts as used: this is called by commits that grant, and with few permits per minute
    /// one permit makes the difference.
    fn used(&self, now: FlowMs) -> f64 {
        self.outflow.as_ref().map_or(0.0, |outflow| {
            let rate = outflow.rate().0.max(1);
            (outflow.last_minute(now) + 1) as f64 / f64::from(rate)
        })
    }

    /// Adds page timings, as of the last [`Self::advance`].
    pub(crate) fn collect(&mut self, timings: &Evidence) {
        if let Some(autotune) = &mut self.autotune {
            autotune.collect(self.flow, timings);
        }
    }

    /// Records when a node that knew `known` learned of the other grants.
    pub(crate) fn learn(&mut self, known: &Self, when: &Learned<'_>) {
        learn(&mut self.outflow, known.outflow.as_ref(), (known.flow, when));
        for (at, room) in self.rooms.iter_mut().enumerate() {
            let before = known.rooms.get(at).and_then(|room| room.outflow.as_ref());
            learn(&mut room.outflow, before, (known.flow, when));
        }
    }

    /// Returns the outflows that lines share: the pool's, if it has one, and those of rooms.
    pub(crate) fn outflows(&self) -> impl Iterator<Item = &Outflow> {
        let rooms = self.rooms.iter().filter_map(|room| room.outflow.as_ref());
        self.outflow.iter().chain(rooms)
    }

    /// Returns the outflows that the lines of a room share with others.
    pub(crate) fn outflows_of(&self, room: RoomIndex) -> impl Iterator<Item = &Outflow> {
        let of_room = self.rooms.get(room.at()).and_then(|room| room.outflow.as_ref());
        self.outflow.iter().chain(of_room)
    }

    /// Returns [`Self::outflows`] mutably, in the same order.
    pub(crate) fn outflows_mut(&mut self) -> impl Iterator<Item = &mut Outflow> {
        let rooms = self.rooms.iter_mut().filter_map(|room| room.outflow.as_mut());
        self.outflow.iter_mut().chain(rooms)
    }

    /// Counts the permits as spent that lost commits may have spent, like
    /// [`Outflow::presume_spent`], in every layer, as of the last [`Self::advance`]. If lost
    /// commits may have gone ahead of the pace, these are all permits that the bound leaves.
    /// Returns how many of the pool's permits that are; `u64::MAX` if the pool has no rate or the
    /// number is unknown.
    pub(crate) fn presume_spent(&mut self, config: &PoolConfig, unknown_ms: Option<u64>, unseen: UnseenPermits) -> u64 {
        let may_go_ahead = |line| unseen != UnseenPermits::Known && config.passes_unseen(line);
        let ms = |ahead: bool| unknown_ms.map(|ms| if ahead { u64::MAX } else { ms });
        for (index, room) in config.room_indices().zip(&mut self.rooms) {
            if let Some(outflow) = &mut room.outflow {
                outflow.presume_spent(self.flow, ms(config.all_open(config.lanes(index), may_go_ahead)));
            }
        }
        let ahead = config.all_open(LineIndex::first(config.lines.len()), may_go_ahead);
        let outflow = self.outflow.as_mut();
        let presumed = outflow.and_then(|outflow| outflow.presume_spent(self.flow, ms(ahead)));
        presumed.unwrap_or(u64::MAX)
    }

    /// Counts the sessions that lost commits may have begun, for as long as a session without
    /// reports counts.
    pub(crate) fn presume_sessions(&mut self, config: &PoolConfig, sessions: u64) {
        if let Some((occupancy, sessions_config)) = self.occupancy.as_mut().zip(config.sessions.as_ref()) {
            occupancy.presume(sessions_config, sessions);
        }
    }

    /// Returns how many permits a room's lanes can spend together, as of the last
    /// [`Self::advance`].
    pub(crate) fn room_permits(&self, room: RoomIndex) -> u64 {
        let room = self.rooms.get(room.at());
        let outflow = room.and_then(|room| Some((room.outflow.as_ref()?, room.unseen)));
        outflow.map_or(u64::MAX, |(outflow, unseen)| outflow.spendable(unseen))
    }

    /// Returns how many permits all rooms can spend together, as of the last [`Self::advance`].
    pub(crate) fn permits(&self, config: &PoolConfig) -> u64 {
        let by_rate = self.outflow.as_ref();
        let by_rate = by_rate.map_or(u64::MAX, |outflow| outflow.spendable(self.unseen));
        let by_cap = self.occupancy.as_ref().zip(config.sessions.as_ref());
        by_cap
            .map_or(u64::MAX, |(occupancy, sessions)| occupancy.free_sessions(sessions))
            .min(by_rate)
    }

    /// Returns how many permits lapse both for a room's lanes together and for all rooms unless
    /// they are spent within `within_ms` milliseconds, as of the last [`Self::advance`]. Free
    /// sessions do not lapse.
    pub(crate) fn lapsing(&self, config: &PoolConfig, room: RoomIndex, within_ms: u64) -> u64 {
        let of_room = self.rooms.get(room.at()).and_then(|room| room.outflow.as_ref());
        let outflows = of_room.into_iter().chain(&self.outflow);
        let lapsing = outflows.map(|outflow| outflow.lapsing(within_ms)).min();
        match self.occupancy.as_ref().zip(config.sessions.as_ref()) {
            Some((occupancy, sessions)) if occupancy.free_sessions(sessions) <= self.permits(config) => 0,
            _ => lapsing.unwrap_or(u64::MAX),
        }
    }

    /// Shares the available permits among lines that could spend `wanted` permits each. Returns how
    /// many each gets.
    pub(crate) fn divide(&mut self, config: &PoolConfig, wanted: &[u64], waited_for: &[bool]) -> Vec<u64> {
        let waits = |line: LineIndex| waited_for.get(line.at()).copied().unwrap_or(false);
        let wanted_by_room = config.room_indices().map(|room| {
            let lanes = config.lanes(room).map(|line| wanted[line.at()]).sum::<u64>();
            lanes.min(self.room_permits(room))
        });
        let wanted_by_room = wanted_by_room.collect::<Vec<_>>();
        let rooms = if config.is_shared() {
            let rooms = config.room_indices().zip(&config.rooms);
            let members = rooms.zip(wanted_by_room).map(|((index, room), demand)| Member {
                demand,
                weight: room.weight,
                minimum: room.minimum,
                waited_for: config.lanes(index).any(waits),
            });
            let (rate, permits) = (self.rate(), self.permits(config));
            self.share
                .divide(self.flow, rate, permits, &members.collect::<Vec<_>>())
        } else {
            wanted_by_room
        };
        let mut given = wanted.to_vec();
        for ((index, room), permits) in config.room_indices().zip(&mut self.rooms).zip(rooms) {
            room.divide(self.flow, (config, index), permits, waits, &mut given);
        }
        given
    }

    /// Spends the permits that the lines were given.
    pub(crate) fn spend(&mut self, config: &PoolConfig, spent: &[u64]) {
        for (index, room) in config.room_indices().zip(&mut self.rooms) {
            if let Some(outflow) = &mut room.outflow {
                let of_room = config.lanes(index).map(|line| spent[line.at()]).sum();
                outflow.spend_of(self.flow, of_room, room.unseen);
            }
        }
        if let Some(outflow) = &mut self.outflow {
            outflow.spend_of(self.flow, spent.iter().sum(), self.unseen);
        }
    }

    /// Returns when a room's lanes, and all rooms, can spend a permit if nothing changes; `None` if
    /// never.
    pub(crate) fn next_due(&self, config: &PoolConfig, room: RoomIndex) -> Option<FlowMs> {
        let room = self.rooms.get(room.at()).and_then(|room| room.outflow.as_ref());
        let mut due = self.flow;
        for outflow in room.into_iter().chain(&self.outflow) {
            due = due.max(outflow.next_due()?);
        }
        match self.occupancy.as_ref().zip(config.sessions.as_ref()) {
            Some((occupancy, sessions)) => Some(due.max(occupancy.next_free(sessions)?)),
            None => Some(due),
        }
    }
}

impl RoomLedger {
    fn advance(&mut self, now: FlowMs, config: &PoolConfig, index: RoomIndex, lines: &[State]) {
        let lanes = config.lanes(index).map(|line| &lines[line.at()]).collect::<Vec<_>>();
        if let [first, _, ..] = lanes[..] {
            // The lanes inherit the last minute's figures of the room's only line.
            self.outflow.get_or_insert_with(|| first.ledger.outflow.clone());
        }
        if let Some(outflow) = &mut self.outflow {
            outflow.keep(now);
            outflow.advance(now, config.rooms[index.at()].config.max_outflow);
            if lanes.into_iter().all(is_held) {
                outflow.hold();
            }
        }
    }

    fn divide(
        &mut self,
        now: FlowMs,
        (config, index): (&PoolConfig, RoomIndex),
        permits: u64,
        waits: impl Fn(LineIndex) -> bool,
        given: &mut [u64],
    ) {
        let lanes = config.lanes(index).collect::<Vec<LineIndex>>();
        if let [only] = lanes[..] {
            given[only.at()] = permits;
            return;
        }
        let members = lanes.iter().map(|line| Member {
            demand: given[line.at()],
            weight: config.lines[line.at()].weight,
            waited_for: waits(*line),
            ..Member::default()
        });
        let members = members.collect::<Vec<_>>();
        for (line, permits) in lanes.iter().zip(self.share.divide(now, None, permits, &members)) {
            given[line.at()] = permits;
        }
    }
}

/// Records when the node learned of the grants in an outflow that were not known at the flow time
/// `from`.
fn learn(outflow: &mut Option<Outflow>, known: Option<&Outflow>, (from, when): (FlowMs, &Learned<'_>)) {
    let Some(outflow) = outflow else { return };
    match known {
        Some(known) => outflow.learn(known, when),
        None => outflow.learn(&outflow.before(from), when),
    }
}

/// Returns whether nobody in a line can be granted, so that permits that become due are not saved
/// up.
fn is_held(line: &State) -> bool {
    !line.ledger.flows()
}
