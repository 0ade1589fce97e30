//! Tests of what visitors see and do: entering, the page and its polls, the turn, and leaving.

mod brief;
mod cancel;
mod claims;
mod display;
mod documented;
mod draw;
mod draw_by_browsers;
mod draw_with_beacon;
mod email;
mod entry;
mod errors;
mod hold;
mod identity;
mod life;
mod link;
mod messages;
mod outflow;
mod pages;
mod pastimes;
mod public;
mod push;
mod status;
mod themes;
mod transfer;
