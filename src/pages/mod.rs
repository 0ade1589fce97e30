//! Whole pages, ready to send.
//!
//! [`WaitingPage`] is rendered by the reactive runtime once per room, theme and culture, cut at its
//! live values, and from then on only joined. The others are plain templates; [`NoticePage`]
//! (errors, overload) must come out when nothing else works. All carry what every page must: a
//! viewport, a skip link, header, main and footer, one `<h1>`, and `noindex` but where crawlers are
//! welcome. Not here: HTTP, and which page is due.

mod about;
mod diagnostics;
mod draw;
mod escape;
mod frame;
mod leave;
mod moving;
mod notice;
mod public_status;
mod qr;
mod stitch;
mod waiting;

#[cfg(test)]
mod tests;

pub use about::AboutPage;
pub use diagnostics::{DiagnosticsForm, DiagnosticsPage, LinkFault};
pub use draw::{DrawPage, DrawState};
pub use leave::LeavePage;
pub use moving::{MoveError, MovePage, MoveStep, TransferWatch};
pub use notice::NoticePage;
pub use public_status::{Health, PublicPhase, PublicStatusPage, RoomStatus, RoomsShown};
pub use waiting::WaitingPage;
