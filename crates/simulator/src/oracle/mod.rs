//! Oracles of a run. They use no internal state of the engine, only observations that an outsider
//! could record.
//!
//! The world reports [`Fact`]s, and the oracles reject those that break an invariant.
//! [`InvariantViolation::invariant`] lists the numbers of the invariants. A visitor's *place* is
//! the order of arrival, the *number* the order of service; a draw maps one to the other. With a
//! new run every oracle starts afresh, except the bound on the outflow.

mod ahead;
mod aside;
mod bound;
mod cancelled;
mod causes;
mod codes;
mod count;
mod draw;
mod fact;
mod information;
mod liveness;
mod newcomers;
mod order;
mod permits;
mod places;
mod pool;
mod price;
mod screening;
mod sessions;
mod transfers;
mod vouchers;

use admission::{Control, PerMinute, WallMs};

use crate::scenario::{Scenario, ScenarioPrice, ScenarioRoom};
use aside::AsidePlaces;
use bound::Bound;
use cancelled::Cancelled;
pub(crate) use codes::{CodeAnswer, CodesOracle};
use draw::Numbering;
pub use fact::{Fact, SiteFact};
use information::InformationOracle;
pub(crate) use liveness::LateAnswersOracle;
use liveness::{PermitUseOracle, SaidTurnsOracle, TurnsOracle};
use newcomers::CapacityOracle;
pub(crate) use newcomers::{CAPACITY_INVARIANT, RoomNewcomers};
pub(crate) use newcomers::{KnownProof, LaneMoment, PaidPlace, ProofBearer, ProofWorth, ProofsOracle};
use order::OrderOracle;
use permits::Permits;
use places::Places;
pub(crate) use pool::PoolOracle;
use price::PriceOracle;
pub(crate) use screening::{ScreenedFact, ScreenedOutcome, ScreeningOracle};
use sessions::SessionsOracle;
pub(crate) use sessions::judge_together;
use transfers::TransferredPlaces;
use vouchers::Vouchers;

/// The two times of a fact. Facts about visitors alone have flow time 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactTime {
    /// Virtual time in milliseconds, as an accurate wall clock shows it.
    pub real_ms: u64,
    /// Flow time in milliseconds.
    pub flow_ms: u64,
}

/// An invariant is broken.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("invariant {invariant}: {what} (at {real_ms} ms)")]
pub struct InvariantViolation {
    /// The number of the invariant. 1 is about the bound on a minute's grants, 2 about places that
    /// are given once and kept, 3 about the order of grants, 4 about people ahead and estimates,
    /// which do not rise without a reason, 5 about grants with a permit only, never before the
    /// start or in a pause, 6 about cancelled places, 7 about the draw, 8 about vouchers, 9 about
    /// the site's sessions and rate, 10 about transfers to another device, 11 about the
    /// price of a place, 12 about codes of priority groups, 13 about rules for addresses and
    /// scores, 14 about visitors who step aside, 15 about answers and turns that come in time and
    /// permits that are used, 16 about prices and the proofs that pay them, 17 about the most
    /// people of a room, 0 the engine's own check.
    pub invariant: u8,
    /// A description.
    pub what: String,
    /// Virtual time in milliseconds.
    pub real_ms: u64,
}

/// The properties of a world and of its room that the oracles need.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OracleContext {
    /// Whether there is one node.
    pub single: bool,
    /// The most that the round trip may add to an interval, in milliseconds.
    pub slack_ms: u64,
    /// The longest gap between the answer to a held request and the next request, in milliseconds.
    pub gap_ms: u64,
    /// The number of lines of the line's weight that would share the capacity equally; 1 for a line
    /// alone.
    pub lines: u64,
    /// Redirects a minute of the pool's rate that other rooms have for themselves.
    pub reserved: u32,
    /// Whether other rooms share the site, so that a slot of it can go to them at any time: nothing
    /// is judged of the time of a turn, and of the use of permits.
    pub shares_site: bool,
    /// Whether nodes hold leases: permits of a node that fails are lost until its lease is over.
    pub leases: bool,
    /// The most that a node's monotonic clock loses, in milliseconds per second.
    pub slow_ms_a_second: u64,
    /// Whether places and numbers differ.
    pub draws: bool,
    /// Whether visitors who come within a few seconds are drawn.
    pub windows: bool,
    /// Whether visitors can pass without seeing the line, at any pace within the bound.
    pub unseen: bool,
    /// The wall time at which the pre-queue closes.
    pub cut_off_wall: Option<u64>,
    /// The first moment at which visitors are let through, in wall time.
    pub flows_wall: Option<u64>,
    /// Whether the first half minute can have twice the pace.
    pub full: bool,
    /// The wall time at which the run ends.
    pub end_wall: Option<u64>,
    /// The largest error of a node's wall clock, in milliseconds.
    pub wall_error_ms: u64,
    /// The largest delay of a disconnected node by its monotonic clock, in milliseconds.
    pub late_ms: u64,
    /// The price of a place, if there is one.
    pub price: Option<ScenarioPrice>,
    /// The most people who wait, if there is a limit; `None` in a room with priority groups, whose
    /// lines are judged together.
    pub capacity: Option<u64>,
}

impl OracleContext {
    /// Returns one node, a second of slack, and a room that is always open and visible.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            single: true,
            slack_ms: 1_000,
            gap_ms: 0,
            lines: 1,
            reserved: 0,
            shares_site: false,
            leases: false,
            slow_ms_a_second: 0,
            draws: false,
            windows: false,
            unseen: false,
            cut_off_wall: None,
            flows_wall: None,
            full: false,
            end_wall: None,
            wall_error_ms: 0,
            late_ms: 0,
            price: None,
            capacity: None,
        }
    }

    /// Returns the world of a room of a scenario that begins at the wall time `begins`.
    #[must_use]
    pub fn of(scenario: &Scenario, room: &ScenarioRoom, begins: WallMs) -> Self {
        let config = room.config(PerMinute(room.max_outflow), begins);
        Self {
            single: scenario.nodes.count == 1,
            slack_ms: 4 * scenario.network.delay_ms[1] + 4 * scenario.nodes.commit_ms[1] + 1_000,
            gap_ms: 2 * scenario.network.delay_ms[1] + 2 * scenario.nodes.commit_ms[1],
            lines: lines(scenario, room),
            reserved: reserved(scenario, room),
            shares_site: scenario.site.is_some() && !scenario.rooms.is_empty(),
            leases: room.leases,
            slow_ms_a_second: scenario.nodes.slow_ms_a_second,
            draws: room.draws(),
            windows: room.fairness_s.is_some(),
            unseen: config.visibility != admission::Visibility::Always,
            cut_off_wall: config.schedule.cut_off().map(|moment| moment.0),
            flows_wall: config.schedule.flows().map(|moment| moment.0),
            full: config.opening == admission::Opening::Full,
            end_wall: config.schedule.end.map(|moment| moment.0),
            wall_error_ms: wall_error_ms(scenario),
            late_ms: late_ms(scenario),
            price: room.price,
            capacity: room.capacity.filter(|_| !scenario.has_groups(room)),
        }
    }
}

/// All oracles.
#[derive(Debug)]
pub struct Oracles {
    world: OracleContext,
    numbering: Numbering,
    bound: Bound,
    places: Places,
    order: OrderOracle,
    told: InformationOracle,
    permits: Permits,
    cancelled: Cancelled,
    vouchers: Vouchers,
    sessions: SessionsOracle,
    transferred: TransferredPlaces,
    aside: AsidePlaces,
    price: PriceOracle,
    capacity: Option<CapacityOracle>,
    turns: TurnsOracle,
    said_turns: SaidTurnsOracle,
    permit_use: PermitUseOracle,
    /// The site's limits as the last commit carried them.
    site: Option<SiteFact>,
    /// People of other rooms on the site, and the sum of the max outflows of those rooms in which
    /// people wait.
    others: (u64, u32),
    /// Whether the site has no room for a newcomer.
    is_full: bool,
}

impl Oracles {
    /// Returns the oracles of a room with this max outflow and redirect limit.
    #[must_use]
    pub fn new(per_minute: u32, redirects_max: u8, world: &OracleContext) -> Self {
        Self {
            world: *world,
            numbering: Numbering::new(world),
            bound: Bound::new(per_minute, world.late_ms),
            places: Places::default(),
            order: OrderOracle::new(world),
            told: InformationOracle::new(per_minute, world),
            permits: Permits::new(per_minute, redirects_max, world),
            cancelled: Cancelled::default(),
            vouchers: Vouchers::default(),
            sessions: SessionsOracle::new(world.late_ms),
            transferred: TransferredPlaces::default(),
            aside: AsidePlaces::default(),
            price: PriceOracle::new(world),
            capacity: world.capacity.map(CapacityOracle::new),
            turns: TurnsOracle::new(per_minute, world),
            said_turns: SaidTurnsOracle::new(per_minute, world),
            permit_use: PermitUseOracle::new(per_minute, world),
            site: None,
            others: (0, 0),
            is_full: false,
        }
    }

    /// Checks a fact.
    ///
    /// # Errors
    /// Returns the first invariant that the fact breaks.
    pub fn witness(&mut self, at: FactTime, fact: &Fact) -> Result<(), InvariantViolation> {
        let broken = |invariant| {
            move |what| InvariantViolation {
                invariant,
                what,
                real_ms: at.real_ms,
            }
        };
        if let Fact::Damaged { what } = fact {
            return Err(broken(0)(what.clone()));
        }
        self.numbering.witness(at, fact).map_err(broken(7))?;
        self.bound.witness(at, fact).map_err(broken(1))?;
        self.places.witness(fact).map_err(broken(2))?;
        self.order.witness(at, fact, &self.numbering).map_err(broken(3))?;
        self.witness_site(at, fact);
        self.told.witness(at, fact, &self.numbering).map_err(broken(4))?;
        if let Some(capacity) = &mut self.capacity {
            let waiting = self.told.waiting();
            capacity.witness(fact, waiting).map_err(broken(CAPACITY_INVARIANT))?;
        }
        self.permits.witness(at, fact).map_err(broken(5))?;
        let lets_in = self.permits.lets_in() && !self.is_full && !self.world.shares_site;
        self.turns
            .witness(at, fact, (&self.numbering, lets_in))
            .map_err(broken(liveness::INVARIANT))?;
        self.said_turns
            .witness(at, fact, (&self.numbering, lets_in))
            .map_err(broken(liveness::INVARIANT))?;
        self.permit_use
            .witness(at, fact, (&self.numbering, lets_in))
            .map_err(broken(liveness::INVARIANT))?;
        self.cancelled.witness(at, fact, &self.numbering).map_err(broken(6))?;
        self.vouchers.witness(fact).map_err(broken(8))?;
        self.sessions.witness(at, fact).map_err(broken(9))?;
        self.transferred.witness(fact, &self.numbering).map_err(broken(10))?;
        self.price.witness(at, fact).map_err(broken(11))?;
        self.aside.witness(fact, &self.numbering).map_err(broken(14))?;
        if let Fact::Control {
            control: Control::Reset,
            accepted: true,
        } = fact
        {
            self.begin_run();
        }
        Ok(())
    }

    /// Records the site's limits, and how many people are on it.
    fn witness_site(&mut self, at: FactTime, fact: &Fact) {
        match *fact {
            Fact::Site(site) => self.site = Some(site),
            Fact::OthersInside { count, per_minute } => self.others = (count, per_minute),
            _ => return,
        }
        let Some(site) = self.site else { return };
        let own = self.counted(at.flow_ms);
        let (others_inside, others_rate) = self.others;
        let inside = own + others_inside;
        self.told.site(at, site, (inside, others_rate));
        self.is_full = site.cap.is_some_and(|cap| inside >= cap);
    }

    /// Returns whether the room lets visitors in, as far as its schedule and the operator say.
    pub(crate) fn lets_in(&self) -> bool {
        self.permits.lets_in()
    }

    /// Returns how many people of the room have a session on the site at that flow time.
    pub(crate) fn inside(&self, flow: u64) -> u64 {
        self.sessions.inside(flow)
    }

    /// Returns how many sessions the room can count at that flow time.
    pub(crate) fn counted(&self, flow: u64) -> u64 {
        self.sessions.counted(flow)
    }

    /// Returns how many sessions have begun.
    pub(crate) fn sessions_begun(&self) -> u64 {
        self.sessions.begun()
    }

    /// Forgets the places of the previous run. The permits oracle resets itself.
    fn begin_run(&mut self) {
        self.numbering.begin_run();
        self.places = Places::default();
        self.order = OrderOracle::new(&self.world);
        self.told.begin_run();
        self.cancelled = Cancelled::default();
        self.vouchers = Vouchers::default();
        self.sessions.begin_run();
        self.transferred = TransferredPlaces::default();
        self.aside = AsidePlaces::default();
        self.price = PriceOracle::new(&self.world);
    }

    /// Returns how many permits were judged by their use, and how many of them lapsed.
    pub(crate) fn permit_use(&self) -> (u64, u64) {
        self.permit_use.permits()
    }

    /// Returns how many people are counted in the line.
    pub(crate) fn waiting(&self) -> u64 {
        self.told.waiting()
    }

    /// Ends the run.
    ///
    /// # Errors
    /// Returns an invariant whose violation shows only at the end.
    pub fn finish(&mut self, at: FactTime) -> Result<(), InvariantViolation> {
        self.bound.finish(at).map_err(|what| InvariantViolation {
            invariant: 1,
            what,
            real_ms: at.real_ms,
        })
    }
}

/// Returns the inverse of a line's share of the pool's permits, rounded up.
fn lines(scenario: &Scenario, room: &ScenarioRoom) -> u64 {
    let weight = |room: &ScenarioRoom| u64::from(room.share.weight);
    let of_all: u64 = scenario.rooms().map(weight).sum();
    // A group's line has a share of its room's share.
    let of_groups: u64 = scenario
        .rooms()
        .filter(|line| line.group_of.is_some())
        .map(weight)
        .sum();
    let in_room = if of_groups > 0 { of_groups + 1 } else { 1 };
    if scenario.rooms.is_empty() {
        return 1;
    }
    of_all.div_ceil(weight(room)) * in_room
}

/// Returns what the other rooms of the pool have for themselves, in redirects a minute.
fn reserved(scenario: &Scenario, room: &ScenarioRoom) -> u32 {
    let minimums = scenario.rooms().map(|room| room.share.minimum).sum::<u32>();
    minimums - room.share.minimum
}

fn wall_error_ms(scenario: &Scenario) -> u64 {
    let faults = &scenario.faults;
    let random = if faults.chaos.clock_steps_an_hour > 0.0 {
        faults.chaos.clock_step_ms_max
    } else {
        0
    };
    let steps: u64 = faults.clock_step.iter().map(|step| step.by_ms.unsigned_abs()).sum();
    scenario.nodes.wall_skew_ms + steps + random
}

/// Returns the time that a slow clock loses while its node is disconnected, including the lease's
/// time.
fn late_ms(scenario: &Scenario) -> u64 {
    let faults = &scenario.faults;
    let cut = faults.partition.iter().map(|partition| partition.for_ms);
    let away = faults.store_away.iter().map(|away| away.for_ms);
    let stopped = faults.pause.iter().map(|pause| pause.for_ms);
    let alone_ms = cut.chain(away).chain(stopped).sum::<u64>() + admission::lease::LEASE_MS + 1_000;
    alone_ms * scenario.nodes.slow_ms_a_second / 1_000
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("places in memory fit an address")
}

/// Returns the entry of a number, created if it is new.
fn entry<T: Clone + Default>(list: &mut Vec<T>, number: u64) -> &mut T {
    let index = index(number);
    if list.len() <= index {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}
