//! The aim of `docs/abuse.md`, attacked: one address that computes, and honest visitors, some of
//! whom share an address. To fit into minutes, the work and the attacker's time are a fiftieth of
//! the defaults of a room; all other settings are the defaults. Several addresses attack one after
//! the other, each for the whole time, because the work of a ticket and the error of the sketch of
//! the networks are random; the figures are the means over these addresses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Result, ensure};

use super::attack::{cpu_seconds, futures};
use super::attacked_server::{AttackedServer, FIRST, SCALE, STANDARD_WORK};
use super::room::{AttackedRoom, Sender, TakenTicket, WorksOn, first_numbers};

/// The room.
pub(super) const AIM: &str = "aim";
/// The processor seconds of the attacker that the aim names.
const CPU_SECONDS: u64 = 1_000;
/// Honest visitors who join at once.
const AT_ONCE: usize = 8;
/// The number of addresses that attack, one after the other.
const ATTACKERS: u8 = 5;
/// Threads of the attacker.
const SOLVERS: usize = 2;
/// The largest share of the tickets that the attacker is allowed to have, in hundredths.
const SHARE_MAX: f64 = 1.0;

/// The results of the attack on a draw.
#[derive(Debug)]
pub(super) struct AimFigures {
    honest: usize,
    behind_one_address: usize,
    barred: usize,
    /// The works of the visitors behind one address, in standard works, fewest first.
    works: Vec<u64>,
    /// Tickets of each attacker.
    tickets: Vec<usize>,
    /// The processor time of each attacker, on average.
    cpu_seconds: f64,
    first_honest: usize,
    first_attacker: usize,
}

/// The tickets of a crowd and of an attacker, before the draw.
pub(super) struct AimTickets {
    honest: Vec<TakenTicket>,
    attacker: Vec<TakenTicket>,
    figures: AimFigures,
}

/// Lets the crowd in, then attacks.
pub(super) async fn play(server: &Arc<AttackedServer>, honest: usize, behind_one_address: usize) -> Result<AimTickets> {
    let room = AttackedRoom::of(server, AIM);
    let each = |person: usize| Sender::proxied(server, format!("10.{}.{}.1", 1 + person / 250, person % 250));
    let shared = || Sender::proxied(server, "192.0.2.50".to_owned());
    // These visitors are spread evenly among the others.
    let every = honest / behind_one_address.max(1);
    let senders: Vec<(bool, Sender)> = (0..honest)
        .map(
            |person| match person % every.max(1) == 0 && person / every.max(1) < behind_one_address {
                true => (true, shared()),
                false => (false, each(person)),
            },
        )
        .collect();
    let (mut tickets, mut works, mut barred) = (Vec::new(), Vec::new(), 0);
    for part in senders.chunks(AT_ONCE) {
        let joining = part.iter().map(|(_, from)| room.join(from, WorksOn::Another, u64::MAX));
        for ((is_shared, _), joined) in part.iter().zip(futures(joining).await) {
            let joined = joined?;
            match joined.ticket {
                Some(ticket) => {
                    tickets.push(ticket);
                    if *is_shared {
                        works.push(joined.asked * SCALE / STANDARD_WORK);
                    }
                }
                None => barred += 1,
            }
        }
    }
    works.sort_unstable();
    let (mut attacker, mut counts, began) = (Vec::new(), Vec::new(), cpu_seconds());
    for number in 0..ATTACKERS {
        let taken = attack(&room, number).await?;
        counts.push(taken.len());
        attacker.extend(taken);
    }
    let cpu_seconds = (cpu_seconds() - began) / f64::from(ATTACKERS);
    ensure!(
        !server.has_begun(),
        "the sale began before the attack was over; give it more --aim-seconds"
    );
    let figures = AimFigures {
        honest,
        behind_one_address: works.len(),
        barred,
        works,
        tickets: counts,
        cpu_seconds,
        first_honest: 0,
        first_attacker: 0,
    };
    Ok(AimTickets {
        honest: tickets,
        attacker,
        figures,
    })
}

/// Takes tickets from one address until the attacker's time is over.
async fn attack(room: &AttackedRoom, number: u8) -> Result<Vec<TakenTicket>> {
    let began = cpu_seconds();
    let budget = (CPU_SECONDS / SCALE) as f64;
    let (tickets, is_over) = (Mutex::new(Vec::new()), AtomicBool::new(false));
    let solve = async || {
        // The attacker connects from this address and claims another one.
        let address = IpAddr::V4(Ipv4Addr::new(127, 0, 9 + number, 9));
        let from = Sender::direct(address, "203.0.113.1");
        while !is_over.load(Ordering::Relaxed) {
            let ticket = room.join(&from, WorksOn::Another, u64::MAX).await?.ticket;
            if cpu_seconds() - began > budget {
                is_over.store(true, Ordering::Relaxed);
                break;
            }
            let mut tickets = tickets.lock().unwrap_or_else(PoisonError::into_inner);
            tickets.extend(ticket);
        }
        anyhow::Ok(())
    };
    for solved in futures((0..SOLVERS).map(|_| solve())).await {
        solved?;
    }
    Ok(tickets.into_inner().unwrap_or_else(PoisonError::into_inner))
}

impl AimTickets {
    /// Counts the holders of the first numbers, after the draw.
    pub(super) async fn finish(self, server: &AttackedServer) -> Result<AimFigures> {
        Ok(AimFigures {
            first_honest: first_numbers(server, &self.honest).await?,
            first_attacker: first_numbers(server, &self.attacker).await?,
            ..self.figures
        })
    }
}

impl AimFigures {
    /// Returns an error if an honest visitor was barred, or if the attacker has more tickets than
    /// the aim allows.
    pub(super) fn judge(&self) -> Result<()> {
        ensure!(self.barred == 0, "{} honest visitors were barred", self.barred);
        let share = self.share();
        ensure!(share <= SHARE_MAX, "the attacker has {share:.2} % of the tickets");
        Ok(())
    }

    /// Tickets of an attacker, on average.
    fn mean(&self) -> f64 {
        self.tickets.iter().sum::<usize>() as f64 / self.tickets.len().max(1) as f64
    }

    /// Returns the share of the tickets that one attacker alone would have, in hundredths.
    fn share(&self) -> f64 {
        self.mean() * 100.0 / (self.mean() + self.honest as f64)
    }

    fn works_at(&self, percentile: usize) -> u64 {
        let index = (self.works.len() * percentile).div_ceil(100).saturating_sub(1);
        self.works.get(index).copied().unwrap_or(0)
    }
}

impl fmt::Display for AimFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = (self.first_attacker as f64, self.first_honest as f64);
        let one = first.0 / self.tickets.len().max(1) as f64;
        let each: Vec<String> = self.tickets.iter().map(ToString::to_string).collect();
        writeln!(
            f,
            "| Attacker | Honest visitors | CPU-seconds, at a fiftieth of the work | Tickets of each of the addresses | Mean | Share of the tickets | Share of the first {FIRST} numbers |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- | --- |")?;
        writeln!(
            f,
            "| one address that computes | {} | {:.0} | {} | {:.1} | {:.2} % | {:.2} % |",
            self.honest,
            self.cpu_seconds,
            each.join(", "),
            self.mean(),
            self.share(),
            one * 100.0 / f64::max(one + first.1, 1.0)
        )?;
        writeln!(
            f,
            "\n| Honest visitors among them | People | Barred | Standard works at most, median | 95th percentile |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- |")?;
        writeln!(
            f,
            "| phones behind one address | {} | {} | {} | {} |",
            self.behind_one_address,
            self.barred,
            self.works_at(50),
            self.works_at(95)
        )
    }
}
