//! The limits of e-mails with codes, and their price.
//!
//! Day tallies bound how often a mailbox and the networks around a client get a code within a day.
//! Beside them, [`CodePace`]s bound a mailbox within an hour, with a wait that is known, and raise
//! the price of a code for networks and rooms that ask for many. All of them hold over all rooms
//! and nodes, since the commit that counts a code decides about it.
//!
//! A code costs nothing while its networks and its room keep to their paces. Beyond them it costs
//! standard works of the room, like a place ([`admission::price`]):
//!
//! | Beyond | Works |
//! | --- | --- |
//! | the pace of the client, or of its subnet | 1, 2, 4 to 64: double for each further share |
//! | the pace of the provider | 1, 2, 4 |
//! | the pace of the room | 1, 2, 4, 8, 16: double for each doubling of the excess |
//! | two codes for the mailbox that still count | 1 |
//! | a day's codes of a client or a subnet that cost nothing at any pace | 1 |
//! | a pre-queue with `prequeue_work` | 1 |
//!
//! Work pays it, or a wait of a minute: a few codes a minute go to those who waited instead, for
//! each subnet and for each room, half of a room's to subnets that had none lately. A solution or a
//! stamp pays for one code.

use admission::WallMs;
use admission::price::{
    NETWORK_WORKS_MAX, PROVIDER_WORKS_MAX, PlacePrice, PriceReason, UnpaidPrice, WORK_MAX, WorkUnits, doubled_work,
    highest_works, rush_works,
};

use crate::reminders::{DayCounts, NETWORKS_DAY_MAX, RecentHash, RecentTally, ReminderTransaction};

const MINUTE_MS: u64 = 60_000;

/// Codes for a mailbox that are asked for from one provider: at most five within an hour, so that
/// one network alone does not use up a mailbox's pace.
const MAILBOX_FROM_PROVIDER: CodePace = CodePace::limit(20 * MINUTE_MS, 3);
/// Codes for a mailbox that had none today from the client's provider: one more than otherwise, so
/// that two providers do not close a mailbox to its owner, who asks from a third. At most nine
/// within an hour, from all providers together.
const MAILBOX_FROM_ANOTHER: CodePace = CodePace::limit(15 * MINUTE_MS, 6);
/// Codes for a mailbox.
const MAILBOX: CodePace = CodePace {
    at_once: 5,
    ..MAILBOX_FROM_ANOTHER
};
/// The codes of a mailbox that count at a time and cost nothing.
const MAILBOX_FREE: u64 = 2;
/// Codes of a client, an IPv4 address or an IPv6 /64, that cost nothing.
const CLIENT: CodePace = CodePace::priced(MINUTE_MS, 10, 7);
/// Codes of a subnet, a /24 or a /48, that cost nothing.
const SUBNET: CodePace = CodePace::priced(MINUTE_MS / 4, 40, 7);
/// Codes of a provider, a /16 or a /32, that cost nothing.
const PROVIDER: CodePace = CodePace::priced(MINUTE_MS / 60, 300, 3);
/// The part of the e-mails per minute that a room's codes may be without costing anything.
const ROOM_PART: u64 = 5;
/// The shares of a room's pace at which its price is the highest.
const ROOM_SHARES_MAX: u64 = 16;
/// Codes of a subnet for visitors who waited.
const PATIENT_SUBNET: CodePace = CodePace::limit(MINUTE_MS / 2, 2);
/// Codes of a room for visitors who waited.
const PATIENT_ROOM: CodePace = CodePace::limit(MINUTE_MS / 6, 6);
/// The part of these for subnets whose visitors got one by waiting lately. The rest is reserved for
/// other subnets, so that a few that ask all the time do not use up a room's.
const PATIENT_ROOM_AGAIN: CodePace = CodePace {
    at_once: 3,
    ..PATIENT_ROOM
};
/// How long a code for a visitor who waited counts as lately for the visitor's subnet.
const PATIENT_LATELY: CodePace = CodePace::limit(10 * MINUTE_MS, 1);
/// How long a proof that paid is remembered: longer than any proof is valid.
const SPENT: CodePace = CodePace::limit(120 * MINUTE_MS, 1);

/// A pace of codes: one each `every_ms` on average, and `at_once` of them after a rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct CodePace {
    every_ms: u64,
    at_once: u64,
    /// The most codes that count at a time, so that a pace is free again after a bounded time.
    most: u64,
}

impl CodePace {
    /// Creates a pace that is never exceeded.
    const fn limit(every_ms: u64, at_once: u64) -> Self {
        Self {
            every_ms,
            at_once,
            most: at_once,
        }
    }

    /// Creates a pace beyond which codes have a price, which is the highest from this many shares
    /// of `at_once` codes on.
    const fn priced(every_ms: u64, at_once: u64, shares_max: u64) -> Self {
        Self {
            every_ms,
            at_once,
            most: at_once * (shares_max + 1),
        }
    }

    /// Creates the pace of a room, of whose e-mails the server sends `per_minute` at most.
    fn of_room(per_minute: u32) -> Self {
        let free = (u64::from(per_minute) / ROOM_PART).max(1);
        Self::priced((MINUTE_MS / free).max(1), free, ROOM_SHARES_MAX)
    }

    /// The time until nothing counts any more, milliseconds.
    fn left_ms(self, tally: Option<RecentTally>, now: WallMs) -> u64 {
        let left = tally.map_or(0, |tally| tally.until.0.saturating_sub(now.0));
        // A clock that was set back does not make the time longer.
        left.min(self.most * self.every_ms)
    }

    /// The codes that count now.
    fn codes(self, tally: Option<RecentTally>, now: WallMs) -> u64 {
        self.left_ms(tally, now).div_ceil(self.every_ms)
    }

    /// The shares of `at_once` codes that count now.
    fn shares(self, tally: Option<RecentTally>, now: WallMs) -> u64 {
        self.codes(tally, now) / self.at_once
    }

    /// The wait for the next code, milliseconds; 0 if there is none.
    fn wait_ms(self, tally: Option<RecentTally>, now: WallMs) -> u64 {
        let free = (self.at_once - 1) * self.every_ms;
        self.left_ms(tally, now).saturating_sub(free)
    }

    /// Counts a code.
    fn counted(self, tally: Option<RecentTally>, now: WallMs) -> RecentTally {
        let left = self.left_ms(tally, now) + self.every_ms;
        RecentTally {
            until: WallMs(now.0 + left.min(self.most * self.every_ms)),
        }
    }
}

/// The counters of a code, as keyed hashes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CodeCounts {
    /// The counters of the day.
    pub(crate) day: DayCounts,
    /// The mailbox.
    pub(crate) mailbox: RecentHash,
    /// The mailbox, from the client's provider.
    pub(crate) from_provider: RecentHash,
    /// The same within the day, which is one of the counters of the day.
    pub(crate) from_provider_today: [u8; 16],
    /// The networks around the client.
    pub(crate) networks: NetworkHashes,
    /// The room.
    pub(crate) room: RecentHash,
    /// The counters of visitors who waited instead of working.
    pub(crate) patience: PatienceHashes,
    /// The work that the visitor did.
    pub(crate) work: Option<DoneWork>,
    /// The stamp of the visitor's wait.
    pub(crate) stamp: Option<RecentHash>,
}

/// The networks around a client, as keyed hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NetworkHashes {
    /// The client: an IPv4 address, or an IPv6 /64.
    pub(crate) client: RecentHash,
    /// Its subnet, a /24 or a /48.
    pub(crate) subnet: RecentHash,
    /// Its provider, a /16 or a /32.
    pub(crate) provider: RecentHash,
}

/// The counters of visitors who waited instead of working, as keyed hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PatienceHashes {
    /// The client's subnet.
    pub(crate) subnet: RecentHash,
    /// The room.
    pub(crate) room: RecentHash,
    /// The client's subnet, for longer.
    pub(crate) subnet_lately: RecentHash,
}

/// Work that a visitor did for a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DoneWork {
    /// How much it is.
    pub(crate) units: WorkUnits,
    /// Its solution.
    pub(crate) solution: RecentHash,
}

impl CodeCounts {
    /// The hashes of the recent tallies, for reading them.
    pub(crate) fn recent(&self) -> Vec<RecentHash> {
        let (networks, patience) = (self.networks, self.patience);
        let always = [
            self.mailbox,
            self.from_provider,
            networks.client,
            networks.subnet,
            networks.provider,
            self.room,
            patience.subnet,
            patience.room,
            patience.subnet_lately,
        ];
        let solution = self.work.map(|work| work.solution);
        always.into_iter().chain(solution).chain(self.stamp).collect()
    }
}

/// The price of a room's codes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct CodePrice {
    /// The price of the room's places: of networks if they are limited, and in its standard work.
    pub(crate) place: PlacePrice,
    /// Whether the visitor asks in a pre-queue, or before it.
    pub(crate) is_prequeue: bool,
    /// Whether the room exempts the visitor's address.
    pub(crate) is_exempt: bool,
}

impl CodePrice {
    /// The price for addresses that a room exempts: they pay nothing.
    pub(crate) const EXEMPT: Self = Self {
        place: PlacePrice {
            network: None,
            work: None,
        },
        is_prequeue: false,
        is_exempt: true,
    };

    /// Whether a network can have more codes a day than where codes cost it nothing: it pays for
    /// them with work, or the room trusts it.
    pub(crate) fn allows_many(&self) -> bool {
        self.is_exempt || (self.place.network.is_some() && self.place.work.is_some())
    }
}

/// Why a code is not sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CodeDenied {
    /// The minute's e-mails are used up, or those that it has for networks such as this one.
    MinuteFull,
    /// There were too many for this mailbox or network today.
    NotToday,
    /// The mailbox had too many lately.
    Soon {
        /// The time until it can have another one.
        wait_ms: u64,
    },
    /// The code has a price, which is not paid.
    Unpaid(UnpaidPrice),
    /// No more can be counted.
    Full,
}

impl ReminderTransaction {
    /// Counts an e-mail with a code, or nothing if a limit is reached, such as that of e-mails per
    /// minute over all nodes. Half of them are reserved for subnets without a code today: a few
    /// networks that request codes all the time do not lock out others.
    ///
    /// A price is named last, so that nobody works for a code that is denied anyway.
    pub(crate) fn count_code(
        &mut self,
        counts: &CodeCounts,
        price: &CodePrice,
        per_minute: u32,
    ) -> Result<(), CodeDenied> {
        let of_subnet = match self.today(&counts.day.subnet) {
            0 => per_minute,
            _ => per_minute.div_ceil(2),
        };
        if !self.is_within_minute(of_subnet) {
            return Err(CodeDenied::MinuteFull);
        }
        let pace = match self.today(&counts.from_provider_today) {
            0 => MAILBOX_FROM_ANOTHER,
            _ => MAILBOX,
        };
        let from_provider = self.wait_ms(MAILBOX_FROM_PROVIDER, &counts.from_provider);
        let wait_ms = from_provider.max(self.wait_ms(pace, &counts.mailbox));
        if self.is_used_up(&counts.day.limits) {
            return Err(CodeDenied::NotToday);
        }
        if wait_ms > 0 {
            return Err(CodeDenied::Soon { wait_ms });
        }
        let room = CodePace::of_room(per_minute);
        let payment = self.payment(counts, price, room)?;
        let paces = [
            (counts.mailbox, MAILBOX),
            (counts.from_provider, MAILBOX_FROM_PROVIDER),
            (counts.networks.client, CLIENT),
            (counts.networks.subnet, SUBNET),
            (counts.networks.provider, PROVIDER),
            (counts.room, room),
        ];
        let counted = paces.into_iter().chain(payment);
        let counted = counted.map(|(hash, pace)| (hash, pace.counted(self.recently(&hash), self.now)));
        let counted: Vec<(RecentHash, RecentTally)> = counted.collect();
        self.count_lately(&counts.day.limits, &counted)
            .map_err(|_| CodeDenied::Full)?;
        self.note_sent();
        Ok(())
    }

    /// The counters in which the payment for a code counts; none if the code costs nothing.
    fn payment(
        &self,
        counts: &CodeCounts,
        price: &CodePrice,
        room: CodePace,
    ) -> Result<Vec<(RecentHash, CodePace)>, CodeDenied> {
        let Some((reason, works)) = self.works(counts, price, room) else {
            return Ok(Vec::new());
        };
        let standard = price.place.work.map(|price| price.standard);
        let work = standard.map(|standard| WorkUnits(standard.0.saturating_mul(works)).min(WORK_MAX));
        let is_unspent = |proof: &RecentHash| self.wait_ms(SPENT, proof) == 0;
        let pays = |done: WorkUnits| work.is_some_and(|work| done.pays(work));
        let solved = counts
            .work
            .filter(|work| pays(work.units) && is_unspent(&work.solution));
        if let Some(work) = solved {
            return Ok(vec![(work.solution, SPENT)]);
        }
        let patience = counts.patience;
        let pace_of_room = match self.wait_ms(PATIENT_LATELY, &patience.subnet_lately) {
            0 => PATIENT_ROOM,
            _ => PATIENT_ROOM_AGAIN,
        };
        let has_room =
            self.wait_ms(PATIENT_SUBNET, &patience.subnet) == 0 && self.wait_ms(pace_of_room, &patience.room) == 0;
        match counts.stamp.filter(|stamp| has_room && is_unspent(stamp)) {
            Some(stamp) => Ok(vec![
                (stamp, SPENT),
                (patience.subnet, PATIENT_SUBNET),
                (patience.room, PATIENT_ROOM),
                (patience.subnet_lately, PATIENT_LATELY),
            ]),
            None => Err(CodeDenied::Unpaid(UnpaidPrice { reason, work })),
        }
    }

    /// The price of a code in standard works, and its reason; `None` if it costs nothing.
    fn works(&self, counts: &CodeCounts, price: &CodePrice, room: CodePace) -> Option<(PriceReason, u32)> {
        let PlacePrice { network, work } = price.place;
        let NetworkHashes {
            client,
            subnet,
            provider,
        } = counts.networks;
        let of_network = network.map_or(0, |_| {
            let shares = self.shares(CLIENT, &client).max(self.shares(SUBNET, &subnet));
            works_of(shares, NETWORK_WORKS_MAX).max(u32::from(work.is_some() && self.has_had_a_day(&counts.day)))
        });
        // Where no work is taken, the customers of a large carrier would all have to wait.
        let providers = network.and_then(|limit| limit.providers).filter(|_| work.is_some());
        let of_provider = providers.map_or(0, |_| works_of(self.shares(PROVIDER, &provider), PROVIDER_WORKS_MAX));
        let of_room = work.map_or(0, |_| rush_works(self.shares(room, &counts.room)));
        let had_some = MAILBOX.codes(self.recently(&counts.mailbox), self.now) >= MAILBOX_FREE;
        let is_standing = work.is_some_and(|work| had_some || work.in_prequeue && price.is_prequeue);
        highest_works([
            (PriceReason::Network, of_network),
            (PriceReason::Provider, of_provider),
            (PriceReason::Rush, of_room),
            (PriceReason::Standing, u32::from(is_standing)),
        ])
    }

    /// Whether a client or its subnet had as many codes today as are allowed where they cost
    /// nothing.
    fn has_had_a_day(&self, day: &DayCounts) -> bool {
        let [(_, of_client), (_, of_subnet), _] = NETWORKS_DAY_MAX;
        self.today(&day.client) >= of_client || self.today(&day.subnet) >= of_subnet
    }

    fn shares(&self, pace: CodePace, hash: &RecentHash) -> u64 {
        pace.shares(self.recently(hash), self.now)
    }

    fn wait_ms(&self, pace: CodePace, hash: &RecentHash) -> u64 {
        pace.wait_ms(self.recently(hash), self.now)
    }
}

/// Returns 1 for the first share, and double for each further one; 0 for none.
fn works_of(shares: u64, most: u32) -> u32 {
    let doublings = shares.checked_sub(1);
    doublings.map_or(0, |doublings| {
        doubled_work(u32::try_from(doublings).unwrap_or(u32::MAX), most)
    })
}

#[cfg(test)]
mod tests;
