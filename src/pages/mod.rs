//! Whole pages, ready to send.
//!
//! [`WaitingPage`] is rendered by the reactive runtime once per room, theme and culture, cut at its live values, and from then on only joined.
//! [`NoticePage`] (errors, overload, "what is this") is a plain template: it must come out when nothing else works. Both carry what every page
//! must: `noindex`, a viewport, a skip link, header, main and footer, one `<h1>`. Not here: HTTP, and which page is due.

mod draw;
mod escape;
mod moving;
mod notice;
mod qr;
mod stitch;
mod waiting;

#[cfg(test)]
mod tests;

pub use draw::{DrawPage, DrawState};
pub use moving::{MoveError, MovePage, MoveStep};
pub use notice::NoticePage;
pub use waiting::WaitingPage;
