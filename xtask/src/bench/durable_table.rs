//! The table of the figures of durable rooms: ratios beside their targets.

use std::fmt::{self, Write as _};

use super::durable::{Durable, Nodes, Operations, PairedRounds};
use super::load::median;

/// Targets: processor time per request with three nodes relative to one, and Redis commands with a
/// million in line relative to a thousand.
const NODES_AIM: f64 = 1.05;
const OPERATIONS_AIM: f64 = 1.1;

/// Writes the table.
pub(super) fn write(out: &mut String, durable: &Durable) -> fmt::Result {
    writeln!(
        out,
        "{:<42}{:>12}{:>12}{:>10}",
        "A second, every write on Redis' disk", "naive queue", "Anteroom", "ratio"
    )?;
    durable.rates.iter().try_for_each(|pairs| write_pairs(out, pairs))?;
    let embedded = median(durable.embedded.iter().copied());
    writeln!(
        out,
        "  {:<52}{embedded:>12.0}\n",
        "Durable arrivals, at the embedded store"
    )?;
    write_nodes(out, &durable.nodes)?;
    write_operations(out, &durable.operations)
}

fn write_pairs(out: &mut String, rounds: &PairedRounds) -> fmt::Result {
    let (naive, ours) = (
        median(rounds.naive.iter().copied()),
        median(rounds.ours.iter().copied()),
    );
    let pairs = rounds.naive.iter().zip(&rounds.ours);
    let ratio = median(pairs.map(|(naive, ours)| ours / naive));
    let aim = rounds.aim.map_or(String::new(), |aim| aim_note(aim, ratio >= aim));
    writeln!(out, "  {:<40}{naive:>12.0}{ours:>12.0}{ratio:>10.2}{aim}", rounds.what)
}

fn write_nodes(out: &mut String, nodes: &Nodes) -> fmt::Result {
    writeln!(
        out,
        "{:<42}{:>12}{:>22}",
        "CPU µs a poll, all nodes together", "", "beside one"
    )?;
    let mut line = |what: &str, costs: &[f64], aim: Option<f64>| {
        let ratio = median(nodes.one.iter().zip(costs).map(|(one, cost)| cost / one));
        let aim = aim.map_or(String::new(), |aim| aim_note(aim, ratio <= aim));
        let cost = median(costs.iter().copied());
        writeln!(out, "  {what:<40}{cost:>12.1}{ratio:>22.2}{aim}")
    };
    line("one node", &nodes.one, None)?;
    line("three strangers on the same core", &nodes.strangers, None)?;
    line("three nodes of one store", &nodes.three, Some(NODES_AIM))?;
    writeln!(out)
}

fn write_operations(out: &mut String, operations: &[Operations]) -> fmt::Result {
    writeln!(
        out,
        "{:<42}{:>12}{:>12}{:>10}",
        "What Redis does for three nodes", "commands/s", "KB/s", "MB held"
    )?;
    for one in operations {
        let (commands, kilobytes) = (
            median(one.a_second.iter().copied()),
            median(one.kilobytes_a_second.iter().copied()),
        );
        let held = one.stored_bytes as f64 / 1e6;
        let what = format!("{} in line", one.waiting);
        writeln!(out, "  {what:<40}{commands:>12.0}{kilobytes:>12.0}{held:>10.1}")?;
    }
    let [few, many] = operations else { return Ok(()) };
    let rounds = few.a_second.iter().zip(&many.a_second);
    let ratio = median(rounds.map(|(few, many)| many / few));
    writeln!(
        out,
        "  {:<40}{ratio:>12.2}{}",
        "commands, the many beside the few",
        aim_note(OPERATIONS_AIM, ratio <= OPERATIONS_AIM)
    )
}

fn aim_note(aim: f64, met: bool) -> String {
    format!("   aim: {aim}, {}", if met { "met" } else { "missed" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_taken_between_neighbours_and_stand_beside_their_aims() {
        let counted = |waiting, a_second: [f64; 3]| Operations {
            waiting,
            a_second: a_second.into(),
            kilobytes_a_second: vec![10.0; 3],
            stored_bytes: 2_000_000,
        };
        let durable = Durable {
            rates: vec![PairedRounds {
                what: "Durable arrivals, at the store".into(),
                naive: vec![100.0, 50.0, 100.0],
                ours: vec![600.0, 300.0, 600.0],
                aim: Some(5.0),
            }],
            embedded: vec![1_000.0],
            nodes: Nodes {
                one: vec![20.0; 3],
                strangers: vec![21.0; 3],
                three: vec![22.0; 3],
            },
            operations: vec![counted(1_000, [50.0; 3]), counted(1_000_000, [51.0; 3])],
        };
        let mut table = String::new();
        write(&mut table, &durable).unwrap();
        for told in [
            "6.00   aim: 5, met",
            "1.05\n",
            "1.10   aim: 1.05, missed",
            "1.02   aim: 1.1, met",
            "2.0\n",
        ] {
            assert!(table.contains(told), "{told}: {table}");
        }
    }
}
