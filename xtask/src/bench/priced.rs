//! The cost of the price of a place for polls: `getStatus` in two rooms of one server that differ
//! in nothing else. Both are filled by visitors of a network each, so that the room with a price
//! has counted 100,000 places by network, client and provider.
//!
//! A poll computes no price: only newcomers are asked for one. The counts by network are a part of
//! the ledger, though, so each commit of the room with a price ages, copies and writes up to 4 KB
//! more, and the grants of those who poll at the front are such commits. That is the cost measured
//! here.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail, ensure};
use serde::Serialize;

use super::fixture::{BenchFixture, COMPARED, Outcomes};
use super::load::{Round, Wrk, median, write_rounds};
use super::process::BenchServer;
use super::{BenchOptions, CONNECTIONS};
use crate::project::Project;
use crate::step::step;

/// The least share of the requests a second without a price that polls with one have.
const WANTED: f64 = 0.98;

/// The rounds of both rooms.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PriceFigures {
    pub(super) without: Vec<Round>,
    pub(super) with: Vec<Round>,
}

/// Measures polls of both rooms in turns.
pub(super) fn measure(project: &Project, folder: &Path, options: &BenchOptions) -> Result<PriceFigures> {
    let folder = folder.join("priced");
    fs::create_dir_all(&folder)?;
    let polled_seconds = u64::from((options.rounds + 1) * (options.seconds + 1));
    let fixture = BenchFixture::priced(project, &folder, polled_seconds);
    let server = fixture.start()?;
    let wrk = Wrk::new(&folder, CONNECTIONS, options.seconds)?;
    step("let people come into a room with a price and one without", || {
        COMPARED.iter().try_for_each(|room| {
            BenchFixture::pause_room(&server, room, true)?;
            fixture.fill_from_networks(&wrk, &server, room)
        })
    })?;
    let mut rounds = [Vec::new(), Vec::new()];
    let (mut before, mut let_in) = (Outcomes::default(), [0; 2]);
    step("poll with a price and without", || {
        // The first round of each warms up.
        for round in 0..=options.rounds {
            if round == 1 {
                before = Outcomes::read(&server, "anteroom_polls")?;
                let_in = redirected(&server)?;
            }
            // Each is the first of a round as often as the other.
            let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
            for at in order {
                let room = COMPARED[at];
                let visit = fixture.polls_of(&server, room)?;
                BenchFixture::pause_room(&server, room, false)?;
                let measured = wrk.round(&server, &visit)?;
                BenchFixture::pause_room(&server, room, true)?;
                if round > 0 {
                    rounds[at].push(measured);
                }
            }
        }
        anyhow::Ok(())
    })?;
    let outcomes = Outcomes::read(&server, "anteroom_polls")?.since(before);
    let idle = idle_room(let_in, redirected(&server)?);
    server.stop()?;
    ensure!(outcomes.others == 0, "{} polls were refused", outcomes.others);
    if let Some(room) = idle {
        bail!("nobody was let in by the room {room}, so nothing was committed there");
    }
    let [without, with] = rounds;
    Ok(PriceFigures { without, with })
}

/// Returns the number of people whom each of the rooms has let in.
fn redirected(server: &BenchServer) -> Result<[u64; 2]> {
    let [without, with] = COMPARED;
    Ok([
        BenchFixture::redirected(server, without)?,
        BenchFixture::redirected(server, with)?,
    ])
}

/// Returns the first room that let nobody in between two counts.
fn idle_room(earlier: [u64; 2], later: [u64; 2]) -> Option<&'static str> {
    let mut rooms = COMPARED.into_iter().zip(earlier.into_iter().zip(later));
    let idle = rooms.find(|(_, (earlier, later))| later <= earlier);
    idle.map(|(room, _)| room)
}

/// Compares polls with a price to polls without.
pub(super) fn write(out: &mut String, figures: &PriceFigures) -> std::fmt::Result {
    let rows: [(&str, &[Round]); 2] = [
        ("a room without a price", &figures.without),
        ("a room with a price", &figures.with),
    ];
    write_rounds(out, "getStatus, the price of a place", &rows)?;
    let (share, cpu_share) = (figures.share(), figures.cpu_share());
    writeln!(
        out,
        "  {:<40}{share:>12.3}{cpu_share:>18.3}   wanted: {WANTED}",
        "with a price, of without"
    )?;
    writeln!(
        out,
        "  In a room with a price the polls a second are {} than in one without, and the processor time of a poll is \
         {}; at most {:.0} % less is wanted.\n",
        difference(share),
        difference(1.0 / cpu_share),
        (1.0 - WANTED) * 100.0
    )
}

/// Returns by how much a figure with a price differs from that without, in words.
fn difference(ratio: f64) -> String {
    let percent = (ratio - 1.0) * 100.0;
    let word = if percent < 0.0 { "less" } else { "more" };
    format!("{:.1} % {word}", percent.abs())
}

impl PriceFigures {
    /// Returns the requests a second with a price as a share of those without: the median over
    /// rounds.
    fn share(&self) -> f64 {
        let rounds = self.without.iter().zip(&self.with);
        median(rounds.map(|(without, with)| with.requests_a_second / without.requests_a_second))
    }

    /// Returns the processor time without a price as a share of that with one.
    fn cpu_share(&self) -> f64 {
        let rounds = self.without.iter().zip(&self.with);
        median(rounds.map(|(without, with)| without.cpu_micros_a_request / with.cpu_micros_a_request))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_room_has_to_let_somebody_in() {
        assert_eq!(idle_room([10, 20], [11, 21]), None);
        assert_eq!(idle_room([10, 20], [500, 20]), Some("priced"));
        assert_eq!(idle_room([10, 20], [10, 700]), Some("line"));
    }

    #[test]
    fn a_price_is_compared_with_none_in_the_same_round() {
        let round = |requests_a_second: f64| Round {
            requests: 1_000,
            requests_a_second,
            cpu_micros_a_request: 1e6 / requests_a_second,
            busy: 1.0,
        };
        // In the second round the machine was slower by half, for both rooms.
        let figures = PriceFigures {
            without: vec![round(20_000.0), round(10_000.0), round(20_000.0)],
            with: vec![round(19_800.0), round(9_900.0), round(19_800.0)],
        };
        let mut table = String::new();
        write(&mut table, &figures).unwrap();
        assert_eq!(table.matches("0.990").count(), 2, "{table}");
        assert!(table.contains("wanted: 0.98"), "{table}");
        let sentence = "the polls a second are 1.0 % less than in one without, and the processor time of a poll is \
                        1.0 % more; at most 2 % less is wanted.";
        assert!(table.contains(sentence), "{table}");
    }

    #[test]
    fn a_difference_has_its_direction() {
        assert_eq!(difference(0.985), "1.5 % less");
        assert_eq!(difference(1.004), "0.4 % more");
    }
}
