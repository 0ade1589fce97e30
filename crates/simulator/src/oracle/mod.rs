//! Judges of a run: each believes nothing the engine keeps for itself, only what anybody outside
//! could have written down.
//!
//! The world tells [`Fact`]s, the judges object. Numbers of invariants are those of `DESIGN.md`,
//! section 6. A visitor's *place* is the order of arrival, the *number* the order of service; a
//! draw makes one of the other. With a new run every judge starts anew, but for what bounds the
//! outflow. With several nodes order (3) is not judged: nodes do not know yet who stands in front
//! elsewhere.

mod bound;
mod cancelled;
mod count;
mod draw;
mod order;
mod permits;
mod places;
mod told;
mod vouchers;

use admission::estimate::Reason;
use admission::{Control, PerMinute, WallMs};

use crate::scenario::Scenario;
use bound::Bound;
use cancelled::Cancelled;
use draw::Numbering;
use order::OrderOracle;
use permits::Permits;
use places::Places;
use told::InformationOracle;
use vouchers::Vouchers;

/// Two times of a fact. Those of visitors alone carry flow time 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FactTime {
    /// Virtual time, milliseconds: what a clock on the wall would say.
    pub real_ms: u64,
    /// Flow time, milliseconds.
    pub flow_ms: u64,
}

/// Something that happened. Of commits, in the order in which they became durable; of visitors, as
/// they saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A commit became durable; what follows is of it.
    Kept {
        /// Its generation.
        generation: u64,
        /// Wall time of the node that made it.
        wall: u64,
    },
    /// A commit carried this max outflow.
    Rate {
        /// Redirects a minute.
        per_minute: u32,
    },
    /// The operator gave an order, and was obeyed or told that it is so already.
    Control {
        /// Which.
        control: Control,
        /// Whether it changed anything.
        accepted: bool,
    },
    /// Places became durable.
    Given {
        /// The first number.
        first: u64,
        /// How many.
        count: u64,
    },
    /// Somebody brought a voucher.
    Vouched {
        /// Which.
        voucher: [u8; 16],
        /// The place that was given for it; `None` if one was given before.
        place: Option<u64>,
    },
    /// Places from one on have numbers now: those, in order.
    Numbered {
        /// The first place.
        first: u64,
        /// Its number, and those of the places after it.
        numbers: Vec<u64>,
    },
    /// A permit was spent on a place.
    Grant {
        /// Which.
        number: u64,
        /// Stamp of the token, wall time.
        wall: u64,
    },
    /// A node let somebody through alone, by its lease.
    Leased {
        /// Whom.
        number: u64,
        /// Stamp of the token, wall time.
        wall: u64,
        /// The number is of the run of the last durable commit.
        current: bool,
    },
    /// A commit told of somebody who was let through so.
    Recorded {
        /// Whom.
        number: u64,
    },
    /// The next facts of the commit hold for everybody so much later: leases of before are over
    /// then.
    Confirmed {
        /// Milliseconds.
        in_ms: u64,
    },
    /// The room's own count of grants.
    Granted {
        /// So far.
        total: u64,
    },
    /// All numbers below one are told that it is their turn.
    Reached {
        /// Which.
        below: u64,
    },
    /// A claim was answered by an earlier grant.
    Repeated {
        /// Whose.
        number: u64,
        /// Stamp of the token that is repeated.
        granted_at: u64,
        /// Wall time now.
        wall: u64,
    },
    /// A visitor is sent on with the token of a grant given then.
    Sent {
        /// Whose.
        number: u64,
        /// Stamp of the token.
        granted_at: u64,
    },
    /// A place was given up.
    Cancelled {
        /// Which.
        place: u64,
    },
    /// Somebody is told that their place is cancelled.
    ToldCancelled {
        /// Which.
        place: u64,
    },
    /// A place is about to be taken as silent.
    Silent {
        /// Which.
        place: u64,
    },
    /// A place is not counted any more because it was silent.
    Uncounted {
        /// Which.
        place: u64,
    },
    /// Somebody is shown a place for the first time.
    Placed {
        /// Which.
        place: u64,
        /// Who.
        who: u64,
        /// Polls as told until the end.
        diligent: bool,
    },
    /// Somebody polled.
    Heard {
        /// Which place.
        place: u64,
    },
    /// A place is not known where it should be.
    Missing {
        /// Which.
        place: u64,
    },
    /// What a poll is answered.
    Shown {
        /// Which place.
        place: u64,
        /// Its number.
        number: u64,
        /// Of which generation the answer is.
        generation: u64,
        /// People ahead.
        ahead: u64,
        /// The estimate, from and to, milliseconds.
        wait: Option<(u64, u64)>,
        /// Whether it holds the first minute of a full opening: to come, or not used up.
        opening: bool,
        /// Why it rose.
        reason: Option<Reason>,
        /// Whether it is their turn.
        first: bool,
        /// The interval told, milliseconds.
        interval_ms: u64,
        /// Whether they keep to it until the end.
        diligent: bool,
    },
    /// A visitor could not do as told.
    Late {
        /// Which place.
        place: u64,
    },
    /// Another server goes on with what was stored at that moment. What was known since may be
    /// restored by whoever remembers it; what is told meanwhile is not judged.
    FailedOver {
        /// Virtual time.
        kept_ms: u64,
    },
    /// A recovery leaves places out.
    Skipped {
        /// The first.
        from: u64,
        /// One past the last.
        to: u64,
    },
    /// Nobody who is there has any more to remember.
    Recovered {
        /// Somebody remembered everything: nothing is lost.
        known: bool,
        /// How the room stands now.
        paused: bool,
        /// The same.
        disabled: bool,
        /// The same.
        ended: bool,
        /// The room's own count of grants.
        granted: u64,
    },
    /// Something befell the nodes: nobody can be expected to have kept an interval.
    Excused,
    /// The engine's own check failed, or the store refused for good.
    Damaged {
        /// Why.
        what: String,
    },
}

/// An invariant is broken.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, thiserror::Error)]
#[error("invariant {invariant}: {what} (at {real_ms} ms)")]
pub struct InvariantViolation {
    /// Which, of `DESIGN.md`, section 6; 8 is of vouchers, 0 the engine's own check.
    pub invariant: u8,
    /// What happened.
    pub what: String,
    /// When, virtual time.
    pub real_ms: u64,
}

/// What the judges must know of a world to be fair, and of its room to be strict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OracleContext {
    /// One node: people meet at one counter.
    pub single: bool,
    /// What the way there and back may add to an interval, milliseconds.
    pub slack_ms: u64,
    /// A node's monotonic clock loses so many milliseconds a second at most.
    pub slow_ms_a_second: u64,
    /// Places and numbers differ.
    pub draws: bool,
    /// Whoever comes within a few seconds is drawn.
    pub windows: bool,
    /// People may pass without seeing the line, at any pace within the bound.
    pub unseen: bool,
    /// When the pre-queue closes, wall time.
    pub cut_off_wall: Option<u64>,
    /// Before that nobody is let through, wall time.
    pub flows_wall: Option<u64>,
    /// The first half minute may go at twice the pace.
    pub full: bool,
    /// Nobody is let through from then on, wall time.
    pub end_wall: Option<u64>,
    /// A node's wall clock is off by so much at most, milliseconds.
    pub wall_error_ms: u64,
    /// A node that does not reach the others is late by so much at most, by its monotonic clock,
    /// milliseconds.
    pub late_ms: u64,
}

impl OracleContext {
    /// One node, a second of slack, and a room that is always open and visible.
    #[must_use]
    pub fn plain() -> Self {
        Self {
            single: true,
            slack_ms: 1_000,
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
        }
    }

    /// Of a scenario that begins at that wall time.
    #[must_use]
    pub fn of(scenario: &Scenario, begins: WallMs) -> Self {
        let room = &scenario.room;
        let config = room.config(PerMinute(room.max_outflow), begins);
        Self {
            single: scenario.nodes.count == 1,
            slack_ms: 4 * scenario.network.delay_ms[1] + 4 * scenario.nodes.commit_ms[1] + 1_000,
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
        }
    }
}

/// All judges.
#[derive(Debug)]
pub struct Oracles {
    world: OracleContext,
    numbering: Numbering,
    bound: Bound,
    places: Places,
    order: Option<OrderOracle>,
    told: InformationOracle,
    permits: Permits,
    cancelled: Cancelled,
    vouchers: Vouchers,
}

impl Oracles {
    /// Judges of a room with that max outflow and that redirect limit.
    #[must_use]
    pub fn new(per_minute: u32, redirects_max: u8, world: &OracleContext) -> Self {
        Self {
            world: *world,
            numbering: Numbering::new(world),
            bound: Bound::new(per_minute, world.late_ms),
            places: Places::default(),
            order: order(world),
            told: InformationOracle::new(per_minute, world),
            permits: Permits::new(per_minute, redirects_max, world),
            cancelled: Cancelled::default(),
            vouchers: Vouchers::default(),
        }
    }

    /// Takes in a fact.
    ///
    /// # Errors
    /// The first invariant that it breaks.
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
        if let Some(order) = &mut self.order {
            order.witness(at, fact, &self.numbering).map_err(broken(3))?;
        }
        self.told.witness(at, fact, &self.numbering).map_err(broken(4))?;
        self.permits.witness(at, fact).map_err(broken(5))?;
        self.cancelled.witness(at, fact, &self.numbering).map_err(broken(6))?;
        self.vouchers.witness(fact).map_err(broken(8))?;
        if let Fact::Control {
            control: Control::Reset,
            accepted: true,
        } = fact
        {
            self.begin_run();
        }
        Ok(())
    }

    /// No place of the run before is known any more. The permits' judge has seen to itself.
    fn begin_run(&mut self) {
        self.numbering.begin_run();
        self.places = Places::default();
        self.order = order(&self.world);
        self.told.begin_run();
        self.cancelled = Cancelled::default();
        self.vouchers = Vouchers::default();
    }

    /// The run is over.
    ///
    /// # Errors
    /// An invariant that only now shows to be broken.
    pub fn finish(&mut self, at: FactTime) -> Result<(), InvariantViolation> {
        self.bound.finish(at).map_err(|what| InvariantViolation {
            invariant: 1,
            what,
            real_ms: at.real_ms,
        })
    }
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

/// What a slow clock loses while its node is alone, a lease's time included.
fn late_ms(scenario: &Scenario) -> u64 {
    let faults = &scenario.faults;
    let cut = faults.partition.iter().map(|partition| partition.for_ms);
    let away = faults.store_away.iter().map(|away| away.for_ms);
    let stopped = faults.pause.iter().map(|pause| pause.for_ms);
    let alone_ms = cut.chain(away).chain(stopped).sum::<u64>() + admission::lease::LEASE_MS + 1_000;
    alone_ms * scenario.nodes.slow_ms_a_second / 1_000
}

fn order(world: &OracleContext) -> Option<OrderOracle> {
    world.single.then(|| OrderOracle::new(world.slack_ms))
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("places in memory fit an address")
}

/// The entry of a number, made if it is new.
fn entry<T: Clone + Default>(list: &mut Vec<T>, number: u64) -> &mut T {
    let index = index(number);
    if list.len() <= index {
        list.resize(index + 1, T::default());
    }
    &mut list[index]
}
