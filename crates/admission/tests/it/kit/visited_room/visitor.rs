//! A visitor: how they keep to what they are told, and where they are on their way.

use admission::{Number, WallMs};

/// How somebody keeps to what they are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Polls as told, always.
    Diligent,
    /// Comes late, now and then by minutes.
    Careless,
    /// Polls at once when told to wait, and claims untold.
    Pushy,
    /// Leaves without a word after so many polls.
    Ghost(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Has no place yet.
    Outside,
    Waiting,
    /// A request is held open.
    Held,
    /// Was sent on.
    Through,
    /// Left, or was told that there is nothing more to come.
    Gone,
}

/// What they were told last.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    /// Generation of the snapshot it came from.
    pub(crate) generation: u64,
    pub(crate) ahead: u64,
    pub(crate) wait_ms: Option<(u64, u64)>,
    pub(crate) at_real: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) habit: Habit,
    pub(crate) phase: Phase,
    pub(crate) number: Option<Number>,
    pub(crate) node: usize,
    /// When they poll next, in real time; `None` while they wait for an answer or do not come back.
    pub(crate) wake: Option<u64>,
    /// The interval told last.
    pub(crate) interval_ms: u64,
    pub(crate) polls: u8,
    pub(crate) shown: Option<Shown>,
    /// Grants received: when each was given, wall time.
    pub(crate) received: Vec<WallMs>,
}

impl Visitor {
    pub(crate) fn new(habit: Habit, node: usize, wake: u64) -> Self {
        Self {
            habit,
            phase: Phase::Outside,
            number: None,
            node,
            wake: Some(wake),
            interval_ms: 0,
            polls: 0,
            shown: None,
            received: Vec::new(),
        }
    }
}
