//! Judges of a run: each believes nothing the engine keeps for itself, only what anybody outside could have written down.
//!
//! The world tells [`Fact`]s, the judges object. Numbers of invariants are those of `DESIGN.md`, section 6; the seventh (the draw) joins with the draw.
//! With several nodes order (3) is not judged: nodes do not know yet who stands in front elsewhere.

mod bound;
mod cancelled;
mod count;
mod order;
mod permits;
mod places;
mod told;

use admission::estimate::Reason;

use crate::scenario::Scenario;
use bound::Bound;
use cancelled::Cancelled;
use order::Order;
use permits::Permits;
use places::Places;
use told::Told;

/// Two times of a fact. Those of visitors alone carry flow time 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct At {
    /// Virtual time, milliseconds: what a clock on the wall would say.
    pub real_ms: u64,
    /// Flow time, milliseconds.
    pub flow_ms: u64,
}

/// Something that happened. Of commits, in the order in which they became durable; of visitors, as they saw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A commit became durable; what follows is of it.
    Kept {
        /// Its generation.
        generation: u64,
    },
    /// A commit carried this max outflow.
    Rate {
        /// Redirects a minute.
        per_minute: u32,
    },
    /// The operator paused or resumed, and was obeyed or told that it is so already.
    Control {
        /// Or resumed.
        paused: bool,
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
    /// A permit was spent on a place.
    Grant {
        /// Which.
        number: u64,
        /// Stamp of the token, wall time.
        wall: u64,
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
        number: u64,
    },
    /// Somebody is told that their place is cancelled.
    ToldCancelled {
        /// Which.
        number: u64,
    },
    /// A place is about to be taken as silent.
    Silent {
        /// Which.
        number: u64,
    },
    /// A place is not counted any more because it was silent.
    Uncounted {
        /// Which.
        number: u64,
    },
    /// Somebody is shown a place for the first time.
    Placed {
        /// Which.
        number: u64,
        /// Who.
        who: u64,
        /// Polls as told until the end.
        diligent: bool,
    },
    /// Somebody polled.
    Heard {
        /// Which place.
        number: u64,
    },
    /// A place is not known where it should be.
    Missing {
        /// Which.
        number: u64,
    },
    /// What a poll is answered.
    Shown {
        /// Which place.
        number: u64,
        /// Of which generation the answer is.
        generation: u64,
        /// People ahead.
        ahead: u64,
        /// The estimate, from and to, milliseconds.
        wait: Option<(u64, u64)>,
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
        number: u64,
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
pub struct Broken {
    /// Which, of `DESIGN.md`, section 6; 0 for the engine's own check.
    pub invariant: u8,
    /// What happened.
    pub what: String,
    /// When, virtual time.
    pub real_ms: u64,
}

/// What the judges must know of a world to be fair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct World {
    /// One node: people meet at one counter.
    pub single: bool,
    /// What the way there and back may add to an interval, milliseconds.
    pub slack_ms: u64,
    /// A node's monotonic clock loses so many milliseconds a second at most.
    pub slow_ms_a_second: u64,
}

impl World {
    /// Of a scenario.
    #[must_use]
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            single: scenario.nodes.count == 1,
            slack_ms: 4 * scenario.network.delay_ms[1] + 4 * scenario.nodes.commit_ms[1] + 1_000,
            slow_ms_a_second: scenario.nodes.slow_ms_a_second,
        }
    }
}

/// All judges.
#[derive(Debug)]
pub struct Oracles {
    bound: Bound,
    places: Places,
    order: Option<Order>,
    told: Told,
    permits: Permits,
    cancelled: Cancelled,
}

impl Oracles {
    /// Judges of a room with that max outflow and that redirect limit.
    #[must_use]
    pub fn new(per_minute: u32, redirects_max: u8, world: &World) -> Self {
        Self {
            bound: Bound::new(per_minute),
            places: Places::default(),
            order: world.single.then(|| Order::new(world.slack_ms)),
            told: Told::new(per_minute, world.slow_ms_a_second),
            permits: Permits::new(per_minute, redirects_max),
            cancelled: Cancelled::default(),
        }
    }

    /// Takes in a fact.
    ///
    /// # Errors
    /// The first invariant that it breaks.
    pub fn witness(&mut self, at: At, fact: &Fact) -> Result<(), Broken> {
        let broken = |invariant| {
            move |what| Broken {
                invariant,
                what,
                real_ms: at.real_ms,
            }
        };
        if let Fact::Damaged { what } = fact {
            return Err(broken(0)(what.clone()));
        }
        self.bound.witness(at, fact).map_err(broken(1))?;
        self.places.witness(fact).map_err(broken(2))?;
        if let Some(order) = &mut self.order {
            order.witness(at, fact).map_err(broken(3))?;
        }
        self.told.witness(at, fact).map_err(broken(4))?;
        self.permits.witness(at, fact).map_err(broken(5))?;
        self.cancelled.witness(fact).map_err(broken(6))
    }

    /// The run is over.
    ///
    /// # Errors
    /// An invariant that only now shows to be broken.
    pub fn finish(&mut self, at: At) -> Result<(), Broken> {
        self.bound.finish(at).map_err(|what| Broken {
            invariant: 1,
            what,
            real_ms: at.real_ms,
        })
    }
}

/// A number as an index.
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
