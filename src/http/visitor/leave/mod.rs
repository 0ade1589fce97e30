//! Giving up a place: three generations of the vendor's cancel links, and "leave the line" on the
//! page.
//!
//! Only a place that this browser holds is given up, never one that a link merely names. By
//! default, a form of this server on a confirmation page gives it up. A vendor's cancel link acts
//! at once if it names the place that the browser holds, and the browser's headers prove that it
//! comes from the room's own site, from our own page or from the visitor
//! ([`LeaveRequest::may_act_at_once`]); otherwise it leads to the confirmation page.
//!
//! A cancel continues at `r` (a host of the rooms only), or back in the room as a newcomer. With a
//! foreign `r` it always asks for confirmation and ends on a page of this server. Leaving can be
//! undone for ten seconds, in the browser or, without scripts, by [`undo`]; it ends on a page that
//! confirms it, and never concerns another place than the one that its link names. In a list of
//! rooms, unknown rooms are skipped: a visitor who has bought something must not end on an error
//! page because one room of the list is gone.

mod give_up;
mod leaving_cookie;
mod links;
mod script;
mod undo;

pub(in crate::http) use links::{aspx, exit, multiple, place, room};
pub(in crate::http) use script::script;

/// The maximum number of rooms that one link can cancel.
const ROOMS_MAX: usize = 20;
