//! Tests that a place has exactly one live holder, that codes work once, and that transfers do not
//! affect the order: the engine against the naive model.

use admission::transfer::{TransferOutcome, TransferRefused, TransferRequest};
use admission::{ClaimOutcome, PlaceStatus};
use proptest::prelude::*;
use proptest::test_runner::Config;

use crate::kit::transfer_model::TransferModel;
use crate::kit::transfer_room::{TransferAsks, TransferRoom, device, offer, take};

/// An event in the room. Places and codes are picked by a random number; `back` is how many devices
/// before the last one the requesting device is.
#[derive(Debug, Clone)]
enum TransferEvent {
    Arrive,
    Offer {
        place: usize,
        back: u8,
    },
    Take {
        code: u64,
    },
    /// Two devices use one code in one batch.
    TakeTogether {
        code: u64,
    },
    /// Two nodes each have a device that uses the code. The second node meets a conflict and plans
    /// again with the records that it had loaded.
    TakeAtTwoNodes {
        code: u64,
    },
    /// The old device claims while the new one takes over, in one batch.
    ClaimAndTake {
        code: u64,
    },
    Cancel {
        place: usize,
        back: u8,
    },
    Claim {
        place: usize,
        back: u8,
    },
    Pass {
        ms: u64,
    },
    /// A node plans a commit and crashes.
    Crash {
        code: u64,
    },
    Restart,
}

fn event() -> impl Strategy<Value = TransferEvent> {
    let back = || prop_oneof![4 => Just(0_u8), 1 => 1..4_u8];
    prop_oneof![
        1 => Just(TransferEvent::Arrive),
        6 => (any::<usize>(), back()).prop_map(|(place, back)| TransferEvent::Offer { place, back }),
        4 => any::<u64>().prop_map(|code| TransferEvent::Take { code }),
        2 => any::<u64>().prop_map(|code| TransferEvent::TakeTogether { code }),
        2 => any::<u64>().prop_map(|code| TransferEvent::TakeAtTwoNodes { code }),
        2 => any::<u64>().prop_map(|code| TransferEvent::ClaimAndTake { code }),
        1 => (any::<usize>(), back()).prop_map(|(place, back)| TransferEvent::Cancel { place, back }),
        2 => (any::<usize>(), back()).prop_map(|(place, back)| TransferEvent::Claim { place, back }),
        3 => prop_oneof![1..10_000_u64, 100_000..400_000_u64].prop_map(|ms| TransferEvent::Pass { ms }),
        1 => any::<u64>().prop_map(|code| TransferEvent::Crash { code }),
        1 => Just(TransferEvent::Restart),
    ]
}

struct TransferPlay {
    room: TransferRoom,
    model: TransferModel,
}

impl TransferPlay {
    fn new() -> Self {
        let mut model = TransferModel::default();
        model.places.resize_with(4, Default::default);
        Self {
            room: TransferRoom::open(600, 4),
            model,
        }
    }

    fn now(&self) -> u64 {
        self.room.wall().0
    }

    /// Returns a place, and the holder that is `back` devices before the last one.
    fn pick(&self, place: usize, back: u8) -> (usize, u8) {
        let place = place % self.model.places.len();
        (place, self.model.places[place].holder.saturating_sub(back))
    }

    /// Returns one of the latest codes, or sometimes an old one.
    fn code(&self, random: u64) -> u64 {
        let codes = self.model.codes.len() as u64;
        let back = if random.is_multiple_of(4) {
            random / 4 % (codes + 1)
        } else {
            random / 4 % 3
        };
        codes.saturating_sub(1 + back)
    }

    fn act(&mut self, event: &TransferEvent) {
        match *event {
            TransferEvent::Arrive => {
                self.model.places.push(Default::default());
                self.room.commit(&TransferAsks {
                    arrivals: 1,
                    ..TransferAsks::default()
                });
            }
            TransferEvent::Offer { place, back } => {
                let (place, holder) = self.pick(place, back);
                let code = self.model.codes.len() as u64;
                let expected = self.model.offer(place, holder, self.now());
                let shown = self.room.ask(offer(device(place as u64, holder), code));
                match expected {
                    Ok(until) => assert_eq!(shown, TransferOutcome::Offered(admission::WallMs(until))),
                    Err(refused) => assert_eq!(shown, TransferOutcome::Refused(refused)),
                }
            }
            TransferEvent::Take { code } => self.take(&[self.code(code)]),
            TransferEvent::TakeTogether { code } => self.take(&[self.code(code), self.code(code)]),
            TransferEvent::TakeAtTwoNodes { code } => self.take_at_two_nodes(self.code(code)),
            TransferEvent::ClaimAndTake { code } => self.claim_and_take(self.code(code)),
            TransferEvent::Cancel { place, back } => {
                let (place, holder) = self.pick(place, back);
                self.model.cancel(place, holder);
                self.room.cancel(device(place as u64, holder));
            }
            TransferEvent::Claim { place, back } => {
                let (place, holder) = self.pick(place, back);
                let shown = self.room.claim(device(place as u64, holder));
                self.judge_claim(place, holder, shown);
            }
            TransferEvent::Pass { ms } => self.room.pass(ms),
            TransferEvent::Crash { code } => {
                let asks = TransferAsks {
                    transfers: vec![take(self.code(code))],
                    ..TransferAsks::default()
                };
                drop(self.room.plan(&asks, self.room.load(&asks)));
                self.room.restart();
            }
            TransferEvent::Restart => self.room.restart(),
        }
        self.one_live_holder_each();
    }

    fn take(&mut self, codes: &[u64]) {
        let asks = TransferAsks {
            transfers: codes.iter().map(|code| take(*code)).collect(),
            ..TransferAsks::default()
        };
        let shown = self.room.commit(&asks).outcome.transfers;
        for (code, shown) in codes.iter().zip(shown) {
            self.judge_take(*code, shown);
        }
    }

    fn take_at_two_nodes(&mut self, code: u64) {
        let asks = TransferAsks {
            transfers: vec![take(code)],
            ..TransferAsks::default()
        };
        let stale = self.room.load(&asks);
        self.take(&[code]);
        let second = self.room.plan(&asks, stale);
        self.room.keep(&asks, &second);
        let shown = &second.outcome.transfers[0];
        assert!(matches!(shown, TransferOutcome::Refused(_)), "one of two: {shown:?}");
    }

    fn claim_and_take(&mut self, code: u64) {
        let Some(place) = self.model.codes.get(usize::try_from(code).unwrap()).copied() else {
            return;
        };
        let holder = self.model.places[place].holder;
        let transfers: Vec<TransferRequest> = vec![take(code)];
        let asks = TransferAsks {
            transfers,
            claims: vec![device(place as u64, holder)],
            ..TransferAsks::default()
        };
        let outcome = self.room.commit(&asks).outcome;
        self.judge_take(code, outcome.transfers[0].clone());
        self.judge_claim(place, holder, outcome.claims[0].1);
    }

    fn judge_take(&mut self, code: u64, shown: TransferOutcome) {
        match self.model.take(code, self.now()) {
            Ok((place, holder)) => {
                let note = code.to_be_bytes().to_vec();
                let device = device(place as u64, holder);
                assert_eq!(shown, TransferOutcome::Taken { device, note });
            }
            Err(refused) => assert_eq!(shown, TransferOutcome::Refused(refused)),
        }
    }

    fn judge_claim(&mut self, place: usize, holder: u8, shown: ClaimOutcome) {
        let place = &mut self.model.places[place];
        if holder < place.holder {
            assert_eq!(shown, ClaimOutcome::Transferred);
            return;
        }
        assert_ne!(shown, ClaimOutcome::Transferred);
        assert_eq!(shown == ClaimOutcome::Cancelled, place.cancelled);
        place.through |= matches!(shown, ClaimOutcome::Granted(_));
    }

    /// Asserts that of all devices that ever held a place, only the last one holds it.
    fn one_live_holder_each(&self) {
        for (at, place) in self.model.places.iter().enumerate() {
            for holder in 0..=place.holder {
                let place_status = self.room.place_status(device(at as u64, holder));
                let past = place_status == PlaceStatus::Transferred;
                assert_eq!(
                    past,
                    holder < place.holder,
                    "device {holder} of place {at}: {place_status:?}"
                );
            }
            let good = self.room.codes_kept();
            assert!(good <= self.model.places.len(), "a code a place at most is kept");
        }
    }
}

proptest! {
    #![proptest_config(Config { cases: 512, failure_persistence: None, ..Config::default() })]

    #[test]
    fn there_is_one_live_holder_and_a_code_works_once(events in prop::collection::vec(event(), 1..60)) {
        let mut play = TransferPlay::new();
        events.iter().for_each(|event| play.act(event));
    }
}

/// The property above would also hold in a room in which no transfer ever works.
#[test]
fn the_play_does_transfer_places_and_refuse_some() {
    let mut play = TransferPlay::new();
    for _ in 0..3 {
        play.act(&TransferEvent::Offer { place: 1, back: 0 });
        play.act(&TransferEvent::TakeTogether { code: 1 });
    }
    assert_eq!(play.model.places[1].holder, 3);
    assert_eq!(play.room.refused(take(0)), TransferRefused::WrongCode);
}
