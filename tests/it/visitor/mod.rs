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

use crate::support::{TestServer, Visitor};

/// Lets this number of visitors enter; returns the last one.
async fn line_of(server: &TestServer, count: usize) -> Visitor {
    let mut last = server.visitor();
    for _ in 0..count {
        last = server.visitor();
        last.enter().await;
    }
    last
}
