//! Tests of the limits of codes and of their price, with the time moved by hand.

use std::collections::BTreeSet;

use admission::price::{NetworkLimit, WorkPrice};

use super::*;
use crate::reminders::{DAY_MS, DayTally, ReminderLedger, TALLIES_MAX};

mod mailboxes;
mod patience;

const NOW: WallMs = WallMs(1_700_000_000_000);
const STANDARD: WorkUnits = WorkUnits(1_000);
/// E-mails per minute; a fifth of them is a room's pace.
const PER_MINUTE: u32 = 100_000;

/// The default price of a room.
const PRICE: CodePrice = CodePrice {
    place: PlacePrice {
        network: Some(NetworkLimit::STANDARD),
        work: Some(WorkPrice {
            standard: STANDARD,
            expected_per_minute: 6_000,
            in_prequeue: false,
        }),
    },
    is_prequeue: false,
    is_exempt: false,
};

/// A visitor who asks, by numbers of what is counted.
#[derive(Debug, Clone, Copy)]
struct Asking {
    mailbox: u8,
    client: u8,
    subnet: u8,
    provider: u8,
}

impl Asking {
    /// Somebody with a mailbox and networks of their own.
    fn alone(number: u8) -> Self {
        Self {
            mailbox: number,
            client: number,
            subnet: number,
            provider: number,
        }
    }

    fn counts(self) -> CodeCounts {
        let hash = |kind: u8, number: u8| [kind, number, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let recent = |kind, number| RecentHash(hash(kind, number));
        let mut from_provider = recent(b'f', self.mailbox);
        from_provider.0[2] = self.provider;
        let mut from_provider_today = hash(b'd', self.mailbox);
        from_provider_today[2] = self.provider;
        CodeCounts {
            day: DayCounts {
                limits: vec![
                    (hash(b'm', self.mailbox), 12),
                    (from_provider_today, 5),
                    (hash(b'c', self.client), 1_000),
                    (hash(b's', self.subnet), 4_000),
                ],
                client: hash(b'c', self.client),
                subnet: hash(b's', self.subnet),
            },
            mailbox: recent(b'M', self.mailbox),
            from_provider,
            from_provider_today,
            networks: NetworkHashes {
                client: recent(b'C', self.client),
                subnet: recent(b'S', self.subnet),
                provider: recent(b'P', self.provider),
            },
            room: recent(b'R', 0),
            patience: PatienceHashes {
                subnet: recent(b'w', self.subnet),
                room: recent(b'W', 0),
                subnet_lately: recent(b'l', self.subnet),
            },
            work: None,
            stamp: None,
        }
    }
}

/// This much work, under this number.
fn done(units: u32, solution: u8) -> DoneWork {
    DoneWork {
        units: WorkUnits(units),
        solution: RecentHash([solution; 16]),
    }
}

/// The decisions about codes, each on the records that it needs, as the list reads them.
struct CountedCodes {
    transaction: ReminderTransaction,
    read_of_day: BTreeSet<[u8; 16]>,
    read_recent: BTreeSet<RecentHash>,
}

impl CountedCodes {
    fn new() -> Self {
        Self {
            transaction: ReminderTransaction::new(NOW, ReminderLedger::default()),
            read_of_day: BTreeSet::new(),
            read_recent: BTreeSet::new(),
        }
    }

    /// Reads a tally of the day, once.
    fn read_tally(&mut self, hash: [u8; 16], tally: Option<DayTally>) {
        if self.read_of_day.insert(hash) {
            self.transaction.read_tally(hash, tally);
        }
    }

    fn later(&mut self, ms: u64) {
        self.transaction.now = WallMs(self.transaction.now.0 + ms);
    }

    fn ask(&mut self, counts: &CodeCounts, price: &CodePrice) -> Result<(), CodeDenied> {
        self.ask_within(counts, price, PER_MINUTE)
    }

    fn ask_within(&mut self, counts: &CodeCounts, price: &CodePrice, per_minute: u32) -> Result<(), CodeDenied> {
        for hash in counts.day.hashes() {
            self.read_tally(hash, None);
        }
        for hash in counts.recent() {
            if self.read_recent.insert(hash) {
                self.transaction.read_recent(hash, None);
            }
        }
        self.transaction.count_code(counts, price, per_minute)
    }

    /// The work that a code costs now; 0 for none.
    fn price(&mut self, counts: &CodeCounts) -> u32 {
        match self.ask(counts, &PRICE) {
            Ok(()) => 0,
            Err(CodeDenied::Unpaid(unpaid)) => unpaid.work.expect("work pays").0,
            Err(denied) => panic!("{denied:?}"),
        }
    }

    /// Asks, and does the work that is demanded, under this number.
    fn pay(&mut self, asking: Asking, solution: u8) -> u32 {
        let mut counts = asking.counts();
        let price = self.price(&counts);
        if price > 0 {
            counts.work = Some(done(price, solution));
            assert_eq!(self.ask(&counts, &PRICE), Ok(()));
        }
        price
    }
}

#[test]
fn a_code_costs_nothing_at_rest_and_more_with_each_share_of_a_network() {
    let mut codes = CountedCodes::new();
    let mut prices = Vec::new();
    for mailbox in 0..90 {
        let asking = Asking {
            mailbox,
            ..Asking::alone(1)
        };
        prices.push(codes.pay(asking, mailbox) / STANDARD.0);
    }
    assert_eq!(prices[..10], [0; 10]);
    for (share, works) in [1, 2, 4, 8, 16, 32, 64].into_iter().enumerate() {
        let from = 10 * (share + 1);
        assert_eq!(prices[from..from + 10], [works; 10], "share {share}");
    }
    assert_eq!(prices.last(), Some(&64));
    assert_eq!(codes.pay(Asking::alone(200), 200), 0, "another network");
    codes.later(71 * MINUTE_MS);
    assert_eq!(codes.pay(Asking::alone(1), 201), 0, "no network pays for long");
}

#[test]
fn a_subnet_pays_however_many_addresses_it_has() {
    let mut codes = CountedCodes::new();
    let mut free = 0;
    for number in 0..60 {
        let asking = Asking {
            mailbox: number,
            client: number,
            subnet: 1,
            provider: 1,
        };
        free += u32::from(codes.price(&asking.counts()) == 0);
    }
    assert_eq!(free, 40);
}

#[test]
fn a_network_that_keeps_to_its_pace_pays_once_it_has_had_a_usual_day() {
    let mut codes = CountedCodes::new();
    codes.transaction.now = WallMs((NOW.0 / DAY_MS + 1) * DAY_MS);
    let asking = |mailbox| Asking {
        mailbox,
        ..Asking::alone(1)
    };
    for mailbox in 0..100 {
        assert_eq!(codes.pay(asking(mailbox), mailbox), 0, "{mailbox}");
        codes.later(MINUTE_MS);
    }
    codes.later(60 * MINUTE_MS);
    assert_eq!(codes.pay(asking(100), 100), STANDARD.0);
    let neighbour = Asking {
        subnet: 1,
        ..Asking::alone(200)
    };
    assert_eq!(codes.pay(neighbour, 200), 0, "another client of the subnet");
    let of_large_subnet = Asking::alone(201);
    let day = codes.transaction.now.0 / DAY_MS;
    let subnet = of_large_subnet.counts().day.subnet;
    codes.read_tally(subnet, Some(DayTally { day, given: 1_000 }));
    assert_eq!(codes.pay(of_large_subnet, 201), STANDARD.0);
    codes.later(DAY_MS);
    assert_eq!(codes.pay(asking(101), 101), 0, "another day");
}

#[test]
fn a_room_whose_codes_are_more_than_a_fifth_of_the_emails_has_a_price_for_all() {
    let mut codes = CountedCodes::new();
    let price =
        |codes: &mut CountedCodes, number: u8| match codes.ask_within(&Asking::alone(number).counts(), &PRICE, 100) {
            Ok(()) => 0,
            Err(CodeDenied::Unpaid(unpaid)) => {
                assert_eq!(unpaid.reason, PriceReason::Rush);
                unpaid.work.expect("work pays").0
            }
            Err(denied) => panic!("{denied:?}"),
        };
    for number in 0..20 {
        assert_eq!(price(&mut codes, number), 0, "{number}");
    }
    assert_eq!(price(&mut codes, 20), STANDARD.0);
    codes.later(3 * MINUTE_MS / 20);
    for number in 20..23 {
        assert_eq!(price(&mut codes, number), 0, "at the room's pace");
    }
    assert_eq!(price(&mut codes, 23), STANDARD.0);
}

/// Neither depends on how many others ask.
#[test]
fn the_price_of_a_prequeue_and_of_a_mailbox_is_not_that_of_a_rush() {
    let standing: Result<(), CodeDenied> = Err(CodeDenied::Unpaid(UnpaidPrice {
        reason: PriceReason::Standing,
        work: Some(STANDARD),
    }));
    let mut prequeue = PRICE;
    prequeue.is_prequeue = true;
    prequeue.place.work = PRICE.place.work.map(|work| WorkPrice {
        in_prequeue: true,
        ..work
    });
    let mut codes = CountedCodes::new();
    assert_eq!(codes.ask(&Asking::alone(1).counts(), &prequeue), standing);
    for client in 2..4 {
        let asking = Asking {
            mailbox: 1,
            ..Asking::alone(client)
        };
        assert_eq!(codes.ask(&asking.counts(), &PRICE), Ok(()));
    }
    let third = Asking {
        mailbox: 1,
        ..Asking::alone(4)
    };
    assert_eq!(codes.ask(&third.counts(), &PRICE), standing);
}

#[test]
fn a_solution_pays_for_one_code_and_too_little_work_for_none() {
    let mut codes = CountedCodes::new();
    let asking = |mailbox| Asking {
        mailbox,
        ..Asking::alone(1)
    };
    for mailbox in 0..10 {
        assert_eq!(codes.price(&asking(mailbox).counts()), 0);
    }
    let with = |mailbox, work| CodeCounts {
        work: Some(done(work, 7)),
        ..asking(mailbox).counts()
    };
    assert_ne!(codes.ask(&with(10, STANDARD.0 / 2 - 1), &PRICE), Ok(()), "too little");
    assert_eq!(codes.ask(&with(10, STANDARD.0), &PRICE), Ok(()));
    assert_ne!(codes.ask(&with(11, STANDARD.0), &PRICE), Ok(()), "used");
    codes.later(60 * MINUTE_MS);
    let mut again = with(12, STANDARD.0);
    for mailbox in 20..30 {
        _ = codes.price(&asking(mailbox).counts());
    }
    assert_ne!(codes.ask(&again, &PRICE), Ok(()), "used within its life");
    again.work = Some(done(STANDARD.0, 8));
    assert_eq!(codes.ask(&again, &PRICE), Ok(()), "another");
}

#[test]
fn without_a_price_there_are_limits_alone() {
    let mut codes = CountedCodes::new();
    for mailbox in 0..100 {
        let asking = Asking {
            mailbox,
            ..Asking::alone(1)
        };
        assert_eq!(codes.ask(&asking.counts(), &CodePrice::default()), Ok(()));
    }
    let only_networks = CodePrice {
        place: PlacePrice {
            work: None,
            ..PRICE.place
        },
        is_prequeue: false,
        is_exempt: false,
    };
    let unpaid = codes.ask(
        &Asking {
            mailbox: 100,
            ..Asking::alone(1)
        }
        .counts(),
        &only_networks,
    );
    assert_eq!(
        unpaid,
        Err(CodeDenied::Unpaid(UnpaidPrice {
            reason: PriceReason::Network,
            work: None
        }))
    );
}

#[test]
fn half_of_a_minutes_codes_are_kept_for_subnets_that_had_none_today() {
    let mut codes = CountedCodes::new();
    let ask = |codes: &mut CountedCodes, mailbox, subnet| {
        let asking = Asking {
            mailbox,
            subnet,
            ..Asking::alone(mailbox)
        };
        codes.ask_within(&asking.counts(), &CodePrice::default(), 10)
    };
    for mailbox in 0..5 {
        assert_eq!(ask(&mut codes, mailbox, 100), Ok(()));
    }
    assert_eq!(ask(&mut codes, 5, 100), Err(CodeDenied::MinuteFull));
    for subnet in 10..15 {
        assert_eq!(ask(&mut codes, subnet, subnet), Ok(()));
    }
    assert_eq!(ask(&mut codes, 15, 15), Err(CodeDenied::MinuteFull));
    codes.later(MINUTE_MS);
    assert_eq!(ask(&mut codes, 5, 100), Ok(()));
}

#[test]
fn no_code_is_sent_that_cannot_be_counted() {
    let mut codes = CountedCodes::new();
    codes.transaction.ledger.tallies = TALLIES_MAX - 9;
    assert_eq!(codes.ask(&Asking::alone(1).counts(), &PRICE), Err(CodeDenied::Full));
    assert_eq!(codes.transaction.ledger.tallies, TALLIES_MAX - 9);
    codes.transaction.ledger.tallies = TALLIES_MAX - 10;
    assert_eq!(codes.ask(&Asking::alone(1).counts(), &PRICE), Ok(()));
    assert_eq!(codes.ask(&Asking::alone(2).counts(), &PRICE), Err(CodeDenied::Full));
}

#[test]
fn recent_counts_expire() {
    let mut codes = CountedCodes::new();
    let counts = Asking::alone(1).counts();
    assert_eq!(codes.ask(&counts, &PRICE), Ok(()));
    let recent = counts.recent();
    assert_eq!(codes.transaction.ledger.tallies, 4 + 6);
    let forget = |codes: &mut CountedCodes| recent.iter().for_each(|hash| codes.transaction.forget_recent(*hash));
    codes.later(20 * MINUTE_MS - 1);
    forget(&mut codes);
    assert_eq!(
        codes.transaction.ledger.tallies,
        4 + 1,
        "the mailbox from its provider still counts"
    );
    codes.later(1);
    forget(&mut codes);
    assert_eq!(codes.transaction.ledger.tallies, 4, "those of the day");
}
