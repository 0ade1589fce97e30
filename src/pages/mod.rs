//! Whole pages, ready to send.
//!
//! [`WaitingPage`] is rendered by the reactive runtime once per room, theme and culture and cut at
//! its live values; each request only joins the pieces. All other pages are plain templates;
//! [`NoticePage`] (errors, overload) has to work even if nothing else does. Every page has a
//! viewport, a skip link, header, main and footer, one `<h1>`, and `noindex`, unless crawlers are
//! allowed. This module does not deal with HTTP, nor with the choice of the page.

mod about;
mod announcement;
mod diagnostics;
mod draw;
mod email;
mod escape;
mod frame;
mod identity;
mod leave;
mod notice;
mod onward;
mod pastimes;
mod public_status;
mod qr;
mod standalone;
mod stitch;
mod transfer;
mod waiting;

#[cfg(test)]
mod tests;

pub use about::AboutPage;
pub use announcement::announcement_html;
pub use diagnostics::{DiagnosticsForm, DiagnosticsPage, LinkFault};
pub use draw::{AwaitedBeacon, DrawPage, DrawState};
pub use email::{EmailBody, EmailError, EmailPage, EmailStep, ReminderText};
pub use identity::{IdentityError, IdentityPage, IdentityPrice, IdentityStep};
pub use leave::{LeavePage, LeavingPage};
pub use notice::{NoticeLead, NoticeLinks, NoticePage, NoticeQuestion, NoticeRetry, NoticeWork};
pub use onward::OnwardPage;
pub use pastimes::{PastimeSources, PastimesPart};
pub use public_status::{Health, PublicPhase, PublicStatusPage, RoomStatus, RoomsShown};
pub use standalone::{StandaloneHome, StandaloneRoom, policy as standalone_policy, standalone};
pub use transfer::{TransferError, TransferPage, TransferStep, TransferWatch};
pub use waiting::{RoundLoader, WaitingPage};
