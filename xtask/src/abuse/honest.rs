//! Honest visitors of an attacked room. Most have a place before the attack begins. The others come
//! while it lasts, evenly over its time, whether or not those before them have a place: visitors
//! with a network each, phones with a network each, phones behind one address, as behind the NAT of
//! a carrier, and browsers without scripts.
//!
//! A delay is the time from the first request until the place. The work of a phone counts as the
//! time in which a cheap phone does it, and the time in which work waits for a processor of this
//! machine does not count, because each visitor has a device.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::Args;

use super::attack::futures;
use super::attacked_server::{Defence, STANDARD_WORK};
use super::room::{AttackedRoom, JoinResult, PlaceAnswer, Sender, TakenTicket, WorksOn};

/// Derivations that a cheap phone computes in a second: `cargo xtask abuse --phone` measures them.
pub(super) const PHONE_DERIVATIONS: f64 = 1_000.0;
/// The time after which browsers without scripts have certainly waited long enough.
pub(super) const PATIENCE: Duration = Duration::from_secs(75);
/// The time between two requests of a browser without scripts, and of a visitor who was put off.
const AGAIN: Duration = Duration::from_secs(5);
/// Visitors who join at once, before the attack.
const AT_ONCE: usize = 4;
/// The longest time that visitors ask after the sale has begun.
const LATE: Duration = Duration::from_secs(90);
/// The most work that this machine computes for a place: 64 standard works. Tickets for a draw can
/// cost 1,200; for dozens of people, that would take hours here.
const WORK_MAX: u64 = 64 * STANDARD_WORK;
/// Visitors who come during an attack on less than all defences, where places cost less.
const BESIDE_FEWER_DEFENCES: usize = 10;

/// The honest visitors of a room.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct CrowdOptions {
    /// Honest visitors in each room, with a network each unless another option counts them; those
    /// whom no other option counts join before the attack.
    #[arg(long, default_value_t = 500)]
    honest: usize,
    /// How many of them come during the attack, with a network each and a fast processor.
    #[arg(long, default_value_t = 25)]
    on_computers: usize,
    /// How many of them come during the attack, with a network each and a cheap phone.
    #[arg(long, default_value_t = 25)]
    on_phones: usize,
    /// How many of them come during the attack, with cheap phones behind one address.
    #[arg(long, default_value_t = 40)]
    behind_one_address: usize,
    /// How many of them come during the attack, with a network each and without scripts.
    #[arg(long, default_value_t = 10)]
    without_scripts: usize,
}

/// The kinds of visitors who come during an attack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HonestKind {
    /// A fast processor, and a network for each visitor.
    Computer,
    /// A cheap phone, and a network for each visitor.
    Phone,
    /// A cheap phone, and one address for all visitors.
    BehindOneAddress,
    /// No scripts, and a network for each visitor.
    WithoutScripts,
}

/// The experience of the visitors of one kind during one attack.
#[derive(Debug, Clone)]
pub(super) struct HonestFigures {
    pub(super) kind: HonestKind,
    pub(super) people: usize,
    /// Delays of visitors with a ticket for the draw, in seconds, shortest first.
    pub(super) delays: Vec<f64>,
    /// The number of visitors who were told a price above [`WORK_MAX`], or to wait.
    pub(super) put_off: usize,
    /// The highest price that they were told, in derivations.
    pub(super) price_max: u64,
    /// The number of visitors who got their place only after the sale had begun.
    pub(super) late: usize,
    /// The number of visitors who never got a place.
    pub(super) barred: usize,
}

/// The visitors of one kind, who come during an attack.
pub(super) struct HonestGroup {
    pub(super) figures: HonestFigures,
    /// Their tickets for the draw.
    pub(super) tickets: Vec<TakenTicket>,
    /// The visitors who were put off, and ask again when the sale has begun.
    put_off: Vec<Sender>,
}

impl fmt::Display for HonestKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Computer => "a network each, on computers",
            Self::Phone => "a network each, on phones",
            Self::BehindOneAddress => "on phones behind one address (NAT)",
            Self::WithoutScripts => "a network each, without scripts",
        })
    }
}

impl HonestKind {
    /// The kinds whose browsers work.
    const WITH_SCRIPTS: [Self; 3] = [Self::Computer, Self::Phone, Self::BehindOneAddress];

    /// Returns the delay of a visitor who got a place by working, in seconds.
    fn delay(self, joined: &JoinResult) -> f64 {
        let works = match self {
            Self::Computer | Self::WithoutScripts => joined.work_seconds,
            Self::Phone | Self::BehindOneAddress => joined.done as f64 / PHONE_DERIVATIONS,
        };
        joined.seconds + works
    }

    /// Returns one visitor of this kind.
    fn sender(self, room: &AttackedRoom, crowd: CrowdOptions, person: usize) -> Sender {
        let before = crowd.before();
        let address = match self {
            Self::Computer => network(before + person),
            Self::Phone => network(before + crowd.on_computers + person),
            Self::BehindOneAddress => "192.0.2.50".to_owned(),
            Self::WithoutScripts => format!("198.18.{person}.1"),
        };
        Sender::proxied(&room.server, address)
    }
}

impl CrowdOptions {
    /// Returns the crowd of a room with these defences: rooms with fewer than all are only for
    /// comparison, so nearly all visitors join before the attack there.
    pub(super) fn against(self, defence: Defence) -> Self {
        match defence {
            Defence::LimitsAndWork => self,
            _ => Self {
                on_computers: self.on_computers.min(BESIDE_FEWER_DEFENCES),
                on_phones: 0,
                behind_one_address: 0,
                without_scripts: 0,
                ..self
            },
        }
    }

    /// Returns how many join before the attack.
    pub(super) fn before(self) -> usize {
        let during = self.on_computers + self.on_phones + self.behind_one_address + self.without_scripts;
        self.honest.saturating_sub(during)
    }

    fn people(self, kind: HonestKind) -> usize {
        match kind {
            HonestKind::Computer => self.on_computers,
            HonestKind::Phone => self.on_phones,
            HonestKind::BehindOneAddress => self.behind_one_address,
            HonestKind::WithoutScripts => self.without_scripts,
        }
    }
}

impl HonestGroup {
    fn new(kind: HonestKind, people: usize) -> Self {
        Self {
            figures: HonestFigures {
                kind,
                people,
                delays: Vec::new(),
                put_off: 0,
                price_max: 0,
                late: 0,
                barred: 0,
            },
            tickets: Vec::new(),
            put_off: Vec::new(),
        }
    }

    /// Adds a visitor who has asked for a ticket for the draw.
    fn add(&mut self, from: Sender, joined: JoinResult) {
        let figures = &mut self.figures;
        match joined.ticket {
            Some(_) => {
                figures.delays.push(figures.kind.delay(&joined));
                figures.delays.sort_by(f64::total_cmp);
            }
            None => {
                figures.put_off += 1;
                figures.price_max = figures.price_max.max(joined.too_dear.unwrap_or(0));
                self.put_off.push(from);
            }
        }
        self.tickets.extend(joined.ticket);
    }
}

/// Lets the visitors join who come before the attack; the room must refuse none of them.
pub(super) async fn join(room: &AttackedRoom, people: usize) -> Result<Vec<TakenTicket>> {
    let mut tickets = Vec::new();
    let senders: Vec<Sender> = (0..people)
        .map(|person| Sender::proxied(&room.server, network(person)))
        .collect();
    for part in senders.chunks(AT_ONCE) {
        for joined in futures(part.iter().map(|from| room.join(from, WorksOn::Another, WORK_MAX))).await {
            let ticket = joined?.ticket;
            tickets.push(ticket.with_context(|| format!("an honest visitor got no place in {}", room.id))?);
        }
    }
    Ok(tickets)
}

/// Lets the visitors with scripts come within this time, and returns once each has a ticket or was
/// put off.
pub(super) async fn come(room: AttackedRoom, crowd: CrowdOptions, within: Duration) -> Result<Vec<HonestGroup>> {
    let mut coming = Vec::new();
    for kind in HonestKind::WITH_SCRIPTS {
        for person in 0..crowd.people(kind) {
            let after = arrival(within, person, crowd.people(kind));
            coming.push(ask_once(room.clone(), kind, kind.sender(&room, crowd, person), after));
        }
    }
    let mut groups = HonestKind::WITH_SCRIPTS.map(|kind| HonestGroup::new(kind, crowd.people(kind)));
    for asked in futures(coming.into_iter()).await {
        let (kind, from, joined) = asked?;
        let group = groups.iter_mut().find(|group| group.figures.kind == kind);
        group.context("each kind has a group")?.add(from, joined);
    }
    Ok(groups.into())
}

async fn ask_once(
    room: AttackedRoom,
    kind: HonestKind,
    from: Sender,
    after: Duration,
) -> Result<(HonestKind, Sender, JoinResult)> {
    tokio::time::sleep(after).await;
    let joined = room.join(&from, WorksOn::Another, WORK_MAX).await?;
    Ok((kind, from, joined))
}

/// Lets the browsers without scripts come within this time. They stay until they have a place, or
/// until some time after the sale has begun.
pub(super) async fn wait(room: AttackedRoom, crowd: CrowdOptions, within: Duration) -> Result<HonestGroup> {
    let kind = HonestKind::WithoutScripts;
    let people = crowd.people(kind);
    let mut waiting = Vec::new();
    for person in 0..people {
        let from = kind.sender(&room, crowd, person);
        waiting.push(wait_alone(room.clone(), from, arrival(within, person, people)));
    }
    let mut group = HonestGroup::new(kind, people);
    for waited in futures(waiting.into_iter()).await {
        match waited? {
            Waited::ForTicket(ticket, delay) => {
                group.tickets.push(ticket);
                group.figures.delays.push(delay);
            }
            Waited::UntilTheSale => group.figures.late += 1,
            Waited::InVain => group.figures.barred += 1,
        }
    }
    group.figures.delays.sort_by(f64::total_cmp);
    group.figures.put_off = people - group.figures.delays.len();
    Ok(group)
}

/// The result of waiting.
enum Waited {
    /// A ticket for the draw, after this many seconds.
    ForTicket(TakenTicket, f64),
    /// A place after the start of the sale.
    UntilTheSale,
    /// Nothing.
    InVain,
}

async fn wait_alone(room: AttackedRoom, from: Sender, after: Duration) -> Result<Waited> {
    tokio::time::sleep(after).await;
    let began = testkit::now();
    let (mut query, mut begun) = (room.query(), None);
    loop {
        let is_late = room.server.has_begun();
        match room.ask(&from, &query).await? {
            PlaceAnswer::Given(_) if is_late => return Ok(Waited::UntilTheSale),
            PlaceAnswer::Given(ticket) => return Ok(Waited::ForTicket(ticket, began.elapsed().as_secs_f64())),
            PlaceAnswer::Priced(_, again) => query = again,
            PlaceAnswer::Other(_) => {}
        }
        if is_late && begun.get_or_insert_with(testkit::now).elapsed() > LATE {
            return Ok(Waited::InVain);
        }
        tokio::time::sleep(AGAIN).await;
    }
}

/// Lets the visitors ask again who were put off: a visitor who does not do that much work gets a
/// place when the line has opened.
pub(super) async fn come_late(room: AttackedRoom, mut groups: Vec<HonestGroup>) -> Result<Vec<HonestFigures>> {
    for group in &mut groups {
        let put_off = std::mem::take(&mut group.put_off).into_iter();
        for is_in in futures(put_off.map(|from| join_late(room.clone(), from))).await {
            match is_in? {
                true => group.figures.late += 1,
                false => group.figures.barred += 1,
            }
        }
    }
    Ok(groups.into_iter().map(|group| group.figures).collect())
}

/// Asks until the visitor has a place, or has asked in vain for [`LATE`]: by a time of its own, so
/// that nobody counts as barred who queued behind others.
async fn join_late(room: AttackedRoom, from: Sender) -> Result<bool> {
    let began = testkit::now();
    while room.join(&from, WorksOn::Another, WORK_MAX).await?.ticket.is_none() {
        if began.elapsed() > LATE {
            return Ok(false);
        }
        tokio::time::sleep(AGAIN).await;
    }
    Ok(true)
}

/// Returns the time at which one of these visitors comes, from the beginning of the attack.
fn arrival(within: Duration, person: usize, people: usize) -> Duration {
    within.mul_f64(person as f64 / people.max(1) as f64)
}

/// Returns the address of a visitor with a separate network.
fn network(person: usize) -> String {
    format!("10.{}.{}.1", 1 + person / 250, person % 250)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CROWD: CrowdOptions = CrowdOptions {
        honest: 500,
        on_computers: 25,
        on_phones: 25,
        behind_one_address: 40,
        without_scripts: 10,
    };

    #[test]
    fn a_phone_s_work_takes_the_time_of_a_phone() {
        let joined = JoinResult {
            done: 500,
            seconds: 0.2,
            work_seconds: 0.1,
            ..JoinResult::default()
        };
        assert_eq!(HonestKind::Phone.delay(&joined), 0.7);
        assert_eq!(HonestKind::BehindOneAddress.delay(&joined), 0.7);
        assert!((HonestKind::Computer.delay(&joined) - 0.3).abs() < 1e-9);
    }

    #[test]
    fn visitors_come_evenly_while_the_attack_lasts() {
        let within = Duration::from_secs(4);
        let come: Vec<u128> = (0..4).map(|person| arrival(within, person, 4).as_millis()).collect();
        assert_eq!(come, [0, 1_000, 2_000, 3_000]);
        assert_eq!(arrival(within, 0, 0), Duration::ZERO);
    }

    #[test]
    fn everybody_of_a_crowd_comes_once() {
        assert_eq!(CROWD.before(), 400);
        assert_eq!(CROWD.against(Defence::LimitsAndWork).before(), 400);
        let compared = CROWD.against(Defence::Limits);
        assert_eq!((compared.before(), compared.on_computers), (490, 10));
        assert_eq!(compared.people(HonestKind::BehindOneAddress), 0);
    }
}
