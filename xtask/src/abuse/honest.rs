//! Honest visitors in a room with all defences: phones behind one address, and browsers without
//! scripts.

use std::time::Duration;

use anyhow::Result;

use super::arena::{Arena, Asked, CROWD, Sender};

/// How many times longer a phone takes than this machine for a derivation, which browsers do
/// natively: the slow-down by which Chromium imitates a cheap phone.
const PHONE: f64 = 4.0;
/// Visitors without scripts.
const WITHOUT_SCRIPTS: usize = 5;
/// The longest that one of them waits, in seconds.
const PATIENCE_SECONDS: u64 = 150;

/// The experience of honest visitors.
#[derive(Debug)]
pub(super) struct HonestFigures {
    pub(super) behind_one_address: usize,
    pub(super) without_scripts: usize,
    pub(super) barred: usize,
    /// Delays of those behind one address on a cheap phone, in seconds, shortest first.
    pub(super) phone_seconds: Vec<f64>,
    /// Delays of those without scripts, in seconds, shortest first.
    pub(super) scriptless_seconds: Vec<f64>,
}

/// Sends honest visitors into their room.
pub(super) async fn crowd(arena: &Arena, behind_one_address: usize) -> Result<HonestFigures> {
    let room = arena.room(CROWD.to_owned());
    let mut figures = HonestFigures {
        behind_one_address,
        without_scripts: WITHOUT_SCRIPTS,
        barred: 0,
        phone_seconds: Vec::new(),
        scriptless_seconds: Vec::new(),
    };
    let address = Sender::proxied(arena, "192.0.2.50".to_owned());
    for _ in 0..behind_one_address {
        let began = testkit::now();
        match room.join(&address).await? {
            Some(_) => figures.phone_seconds.push(began.elapsed().as_secs_f64() * PHONE),
            None => figures.barred += 1,
        }
    }
    let began = testkit::now();
    let mut waiting: Vec<(Sender, String)> = (0..WITHOUT_SCRIPTS)
        .map(|person| (Sender::proxied(arena, format!("198.18.{person}.1")), room.query()))
        .collect();
    while !waiting.is_empty() && began.elapsed() < Duration::from_secs(PATIENCE_SECONDS) {
        let mut still = Vec::new();
        for (from, query) in waiting {
            match room.ask(&from, &query).await? {
                Asked::Given(_) => figures.scriptless_seconds.push(began.elapsed().as_secs_f64()),
                Asked::Priced(_, again) => still.push((from, again)),
                Asked::Other(_) => still.push((from, query)),
            }
        }
        waiting = still;
        tokio::time::sleep(Duration::from_secs(10)).await;
    }
    figures.barred += waiting.len();
    figures.phone_seconds.sort_by(f64::total_cmp);
    Ok(figures)
}
