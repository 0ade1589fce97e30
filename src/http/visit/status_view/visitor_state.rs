//! The situation of a visitor, and the page and state that show it.

use admission::snapshot::{PlaceView, Unnumbered};
use app::view::{PageId, PageState};

use super::aside::aside_poll_ms;
use crate::rooms::Stock;

/// How near the turn of a place in the line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Nearness {
    /// Other visitors have their turn first.
    Far,
    /// Like [`Self::Almost`], for somebody who does not hold the place: nothing is claimed.
    AlmostTheirs,
    /// The visitor already claims permits, with more than a few people ahead: the page shows only
    /// that the visitor is in line.
    Reached,
    /// The page shows that it is almost the visitor's turn, and a permit becomes due in more than
    /// two poll intervals.
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
        /// How near the turn of the place is.
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
    /// The visitor views a place that another browser holds, and its turn has come: this browser is
    /// not let in.
    TheirTurn(PlaceView),
    /// The room is over.
    Ended,
}

impl VisitorState {
    pub(super) fn state(&self, stock: Option<Stock>) -> PageState {
        let is_sold_out = stock.is_some_and(|stock| stock.is_sold_out());
        match self {
            // A visitor who was already let in can buy the remaining stock, so the page does not
            // show "sold out".
            Self::TheirTurn(view) if view.redirected => PageState::FirstInLine,
            Self::Line { .. } | Self::Aside { .. } | Self::TheirTurn(_) if is_sold_out => PageState::SoldOut,
            Self::Aside { .. } => PageState::Aside,
            Self::Idle => PageState::Idle,
            Self::Unnumbered(unnumbered) if unnumbered.paused => PageState::Paused,
            Self::Unnumbered(unnumbered) if unnumbered.drawing => PageState::Drawing,
            Self::Unnumbered(_) => PageState::Prequeue,
            Self::Line { view, .. } | Self::TheirTurn(view) if view.paused => PageState::Paused,
            Self::Line { turn, .. } => match turn {
                Nearness::Far | Nearness::Reached => PageState::InLine,
                Nearness::Almost | Nearness::AlmostTheirs => PageState::Almost,
                Nearness::AtHand => PageState::FirstInLine,
            },
            Self::TheirTurn(_) => PageState::FirstInLine,
            Self::Ended => PageState::Ended,
        }
    }

    /// Whether the visitor already claims permits.
    pub(in crate::http) fn is_first(&self) -> bool {
        matches!(self, Self::Line { turn, .. } if !matches!(turn, Nearness::Far | Nearness::AlmostTheirs))
    }

    /// How much longer the visitor is aside, milliseconds; `None` if the visitor is not.
    pub(super) fn aside_ms(&self) -> Option<u64> {
        match self {
            Self::Aside { left_ms, .. } => Some(*left_ms),
            _ => None,
        }
    }

    /// The interval until the visitor's next poll, milliseconds; `None` in states without a wait.
    pub(in crate::http) fn poll_after_ms(&self) -> Option<u64> {
        match self {
            Self::Unnumbered(unnumbered) => Some(unnumbered.poll_after_ms),
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
