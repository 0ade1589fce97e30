//! Giving up a place: three generations of the vendor's cancel links, and "leave the line" on the
//! page.
//!
//! The place that is given up is the one that this browser's cookie holds, never one that a link
//! names alone. It is given up by a form of ours, on a page that asks first. A vendor's cancel link
//! acts at once where it names the place that the browser holds, and comes from the room's own site
//! or from the visitor ([`Leaving::may_act_at_once`]); otherwise it leads to the same question.
//!
//! A cancel goes on to `r` (a host of the rooms only), or back into the room as a newcomer. With an
//! `r` elsewhere it always asks, and ends here. Leaving ends on a page that says so. Of several
//! rooms those that do not exist are passed over: somebody who has bought something must not end on
//! an error page because one room of the list is gone.

mod give_up;
mod links;
mod script;

pub(in crate::http) use links::{aspx, exit, multiple, place, room};
pub(in crate::http) use script::script;

/// Rooms that one link may cancel.
const ROOMS_MAX: usize = 20;
