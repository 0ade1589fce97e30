//! A visitor: how closely they keep to the poll interval, and the state of their visit.

use admission::{Number, WallMs};

/// A visitor's habit: how closely they keep to the poll interval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Always keeps to the poll interval.
    Diligent,
    /// Polls late, sometimes by minutes.
    Careless,
    /// Polls again at once instead of waiting, and claims without having been notified.
    Pushy,
    /// Leaves without notice after this many polls.
    Ghost(u8),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VisitPhase {
    /// Has no place yet.
    Outside,
    Waiting,
    /// A node holds the visitor's request.
    Held,
    /// Was redirected.
    Through,
    /// Left, or got an answer that ends the visit.
    Gone,
}

/// The last answer to a visitor.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shown {
    /// Generation of the snapshot that it came from.
    pub(crate) generation: u64,
    pub(crate) ahead: u64,
    pub(crate) wait_ms: Option<(u64, u64)>,
    pub(crate) at_real: u64,
}

#[derive(Debug, Clone)]
pub(crate) struct Visitor {
    pub(crate) habit: Habit,
    pub(crate) phase: VisitPhase,
    pub(crate) number: Option<Number>,
    pub(crate) node: usize,
    /// When the visitor polls next, in real time; `None` while they wait for an answer or do not
    /// come back.
    pub(crate) wake: Option<u64>,
    /// The poll interval in the last answer to the visitor.
    pub(crate) interval_ms: u64,
    pub(crate) polls: u8,
    pub(crate) shown: Option<Shown>,
    /// The wall times of the grants that the visitor received.
    pub(crate) received: Vec<WallMs>,
}

impl Visitor {
    pub(crate) fn new(habit: Habit, node: usize, wake: u64) -> Self {
        Self {
            habit,
            phase: VisitPhase::Outside,
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
