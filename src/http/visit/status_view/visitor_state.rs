//! The situation of a visitor, and the page and state that show it.

use admission::snapshot::{PlaceView, Unnumbered};
use app::view::{PageId, PageState};

use super::aside::aside_poll_ms;
use crate::rooms::Stock;

/// How near the turn of a place in the line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Nearness {
    /// Others are told first that it is their turn.
    Far,
    /// The visitor asks for permits already, with more than a few people ahead: the page says no
    /// more than that they are in line.
    Reached,
    /// The visitor is told that it is their turn as soon as a permit becomes due, which takes
    /// longer than two poll intervals.
    Almost,
    /// The redirect is at hand.
    AtHand,
}

/// The situation of a visitor.
#[derive(Debug, Clone, Copy)]
pub(in crate::http) enum VisitorState {
    /// The room is not open, and nobody has a place.
    Idle,
    /// A place without a number.
    Unnumbered(Unnumbered),
    /// A place in the line.
    Line {
        /// How near the turn is.
        turn: Nearness,
        /// The place's view of the line.
        view: PlaceView,
    },
    /// The visitor has stepped aside for a while.
    Aside {
        /// The time left, milliseconds.
        left_ms: u64,
        /// The place's view of the line.
        view: PlaceView,
    },
    /// The visitor looks at a place that they do not hold, and its turn has come: nobody is let in
    /// here.
    TheirTurn(PlaceView),
    /// The room is over.
    Ended,
}

impl VisitorState {
    pub(super) fn state(&self, stock: Option<Stock>) -> PageState {
        let is_sold_out = stock.is_some_and(|stock| stock.is_sold_out());
        match self {
            // A visitor who was already let in can buy what was left, so the page does not say
            // "sold out".
            Self::TheirTurn(view) if view.redirected => PageState::FirstInLine,
            Self::Line { .. } | Self::Aside { .. } | Self::TheirTurn(_) if is_sold_out => PageState::SoldOut,
            Self::Aside { .. } => PageState::Aside,
            Self::Idle => PageState::Idle,
            Self::Unnumbered(early) if early.paused => PageState::Paused,
            Self::Unnumbered(early) if early.drawing => PageState::Drawing,
            Self::Unnumbered(_) => PageState::Prequeue,
            Self::Line { view, .. } | Self::TheirTurn(view) if view.paused => PageState::Paused,
            Self::Line { turn, .. } => match turn {
                Nearness::Far | Nearness::Reached => PageState::InLine,
                Nearness::Almost => PageState::Almost,
                Nearness::AtHand => PageState::FirstInLine,
            },
            Self::TheirTurn(_) => PageState::FirstInLine,
            Self::Ended => PageState::Ended,
        }
    }

    /// Whether the visitor has been told that it is their turn as soon as a permit becomes due.
    pub(in crate::http) fn is_first(&self) -> bool {
        matches!(self, Self::Line { turn, .. } if *turn != Nearness::Far)
    }

    /// How long the visitor is aside yet, milliseconds; `None` if they are not.
    pub(super) fn aside_ms(&self) -> Option<u64> {
        match self {
            Self::Aside { left_ms, .. } => Some(*left_ms),
            _ => None,
        }
    }

    /// The interval that the visitor's next poll is told, milliseconds; `None` where nobody waits.
    pub(in crate::http) fn poll_after_ms(&self) -> Option<u64> {
        match self {
            Self::Unnumbered(early) => Some(early.poll_after_ms),
            Self::Line { view, .. } | Self::TheirTurn(view) => Some(view.poll_after_ms),
            Self::Aside { left_ms, .. } => Some(aside_poll_ms(*left_ms)),
            Self::Idle | Self::Ended => None,
        }
    }

    pub(super) fn page(&self) -> PageId {
        match self {
            Self::Idle | Self::Unnumbered(_) => PageId::Before,
            Self::Line { .. } | Self::Aside { .. } | Self::TheirTurn(_) => PageId::Queue,
            Self::Ended => PageId::After,
        }
    }

    pub(super) fn view(&self) -> Option<&PlaceView> {
        match self {
            Self::Line { view, .. } | Self::Aside { view, .. } | Self::TheirTurn(view) => Some(view),
            Self::Idle | Self::Unnumbered(_) | Self::Ended => None,
        }
    }
}
