//! The live part of the waiting page: one island that polls and updates the page.
//!
//! The deciding code (pauses, promise, milestones) is pure and runs anywhere; the code that touches
//! the page is built for the browser only.
//!
//! `start` begins it, `poll` asks, `wake` asks ahead of the timer, `show` puts answers on the page,
//! `notify` announces the turn, and `premiere` turns the page from the start to the draw. Outside
//! the island, `page/controls.js` works without WebAssembly: it asks before the line is left, sends
//! the language picker's form, and asks for the room's version between two polls, so that a message
//! arrives soon deep in line. It also sends the polls for `request`, since one rule says for both
//! kinds of requests when the server is silent.

#[cfg(any(test, not(feature = "ssr")))]
mod best_shown;
#[cfg(not(feature = "ssr"))]
mod browser;
#[cfg(any(test, not(feature = "ssr")))]
mod countdown;
#[cfg(any(test, not(feature = "ssr")))]
mod glide;
#[cfg(any(test, not(feature = "ssr")))]
mod icon;
pub mod island;
mod island_parts;
#[cfg(any(test, not(feature = "ssr")))]
mod milestones;
#[cfg(not(feature = "ssr"))]
mod notify;
#[cfg(not(feature = "ssr"))]
mod poll;
#[cfg(any(test, not(feature = "ssr")))]
mod poll_pause;
#[cfg(not(feature = "ssr"))]
mod poller;
#[cfg(not(feature = "ssr"))]
mod premiere;
#[cfg(not(feature = "ssr"))]
mod reply;
#[cfg(not(feature = "ssr"))]
mod request;
#[cfg(not(feature = "ssr"))]
mod show;
mod signals;
#[cfg(not(feature = "ssr"))]
mod start;
#[cfg(not(feature = "ssr"))]
mod wake;

pub(crate) use island_parts::IslandParts;
use signals::Live;
