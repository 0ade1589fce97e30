//! Tests of the limits of a mailbox, and of what its further codes cost.

use super::*;

#[test]
fn a_mailbox_gets_few_codes_an_hour_and_the_wait_is_returned() {
    let mut codes = CountedCodes::new();
    let from = |provider: u8| Asking {
        mailbox: 0,
        ..Asking::alone(provider)
    };
    for _ in 0..3 {
        assert_eq!(codes.ask(&from(1).counts(), &CodePrice::default()), Ok(()));
    }
    let soon = |minutes: u64| -> Result<(), CodeDenied> {
        Err(CodeDenied::Soon {
            wait_ms: minutes * MINUTE_MS,
        })
    };
    assert_eq!(codes.ask(&from(1).counts(), &CodePrice::default()), soon(20));
    for _ in 0..2 {
        assert_eq!(
            codes.ask(&from(2).counts(), &CodePrice::default()),
            Ok(()),
            "another provider"
        );
    }
    assert_eq!(
        codes.ask(&from(3).counts(), &CodePrice::default()),
        Ok(()),
        "one more from a provider without one today"
    );
    assert_eq!(
        codes.ask(&from(3).counts(), &CodePrice::default()),
        soon(30),
        "no second one"
    );
    assert_eq!(
        codes.ask(&from(4).counts(), &CodePrice::default()),
        soon(15),
        "all of them together"
    );
    assert_eq!(
        codes.ask(&Asking::alone(9).counts(), &CodePrice::default()),
        Ok(()),
        "another mailbox"
    );
    codes.later(15 * MINUTE_MS - 1);
    assert_eq!(
        codes.ask(&from(4).counts(), &CodePrice::default()),
        Err(CodeDenied::Soon { wait_ms: 1 })
    );
    codes.later(1);
    assert_eq!(
        codes.ask(&from(4).counts(), &CodePrice::default()),
        Ok(()),
        "the wait that was told"
    );
}

/// The bounds that `docs/identity.md` names, over any hour and across midnight.
#[test]
fn within_any_hour_a_mailbox_gets_nine_codes_and_five_from_one_provider() {
    for (providers, most) in [(1, 5), (40, 9)] {
        let mut codes = CountedCodes::new();
        codes.transaction.now = WallMs(NOW.0 / DAY_MS * DAY_MS + DAY_MS - 30 * MINUTE_MS);
        let mut sent = Vec::new();
        for attempt in 0..4 * 60_u64 {
            let provider = u8::try_from(attempt % providers).expect("few");
            let asking = Asking {
                mailbox: 0,
                ..Asking::alone(provider)
            };
            let mut counts = asking.counts();
            // Only the limits of hours.
            counts.day.limits = vec![(counts.from_provider_today, u32::MAX)];
            if codes.ask(&counts, &CodePrice::default()).is_ok() {
                sent.push(codes.transaction.now.0);
            }
            codes.later(MINUTE_MS);
        }
        let within = |from: &u64| {
            sent.iter()
                .filter(|at| (*from..from + 60 * MINUTE_MS).contains(*at))
                .count()
        };
        assert_eq!(sent.iter().map(within).max(), Some(most), "{sent:?}");
    }
}

/// Two providers have a mailbox sent all that it takes from them; its owner asks from another one.
#[test]
fn two_providers_do_not_close_a_mailbox_to_its_owner() {
    let mut codes = CountedCodes::new();
    let from = |provider: u8| {
        let mut counts = Asking {
            mailbox: 0,
            ..Asking::alone(provider)
        }
        .counts();
        // Only the limits of hours.
        counts.day.limits = vec![(counts.from_provider_today, u32::MAX)];
        counts
    };
    codes.transaction.now = WallMs((NOW.0 / DAY_MS + 1) * DAY_MS);
    let mut sent = 0;
    for minute in 0..360_u16 {
        for provider in 1..3 {
            sent += u32::from(codes.ask(&from(provider), &CodePrice::default()).is_ok());
        }
        if minute % 60 == 59 {
            let owner = codes.ask(
                &from(10 + u8::try_from(minute / 60).expect("few")),
                &CodePrice::default(),
            );
            assert_eq!(owner, Ok(()), "after {minute} minutes");
        }
        codes.later(MINUTE_MS);
    }
    assert!(sent > 20, "{sent} of the two");
}

#[test]
fn the_third_code_for_a_mailbox_costs_work_whoever_asks() {
    let mut codes = CountedCodes::new();
    let from = |provider: u8| Asking {
        mailbox: 0,
        ..Asking::alone(provider)
    };
    for provider in 1..3 {
        assert_eq!(codes.pay(from(provider), provider), 0);
    }
    for provider in 3..6 {
        assert_eq!(codes.pay(from(provider), provider), STANDARD.0);
    }
    assert_eq!(codes.pay(Asking::alone(7), 7), 0, "another mailbox");
    codes.later(60 * MINUTE_MS);
    assert_eq!(codes.pay(from(8), 8), 0, "one still counts");
    let only_networks = CodePrice {
        place: PlacePrice {
            work: None,
            ..PRICE.place
        },
        ..PRICE
    };
    assert_eq!(codes.ask(&from(9).counts(), &only_networks), Ok(()), "no work is taken");
    assert_eq!(codes.pay(from(10), 10), STANDARD.0);
}

#[test]
fn a_clock_that_was_set_back_bars_no_mailbox() {
    let mut codes = CountedCodes::new();
    let counts = Asking::alone(1).counts();
    for _ in 0..3 {
        assert_eq!(codes.ask(&counts, &CodePrice::default()), Ok(()));
    }
    codes.transaction.now = WallMs(NOW.0 - DAY_MS / 2);
    codes.transaction.ledger.minute = 0;
    let Err(CodeDenied::Soon { wait_ms }) = codes.ask(&counts, &CodePrice::default()) else {
        panic!("the mailbox had three");
    };
    assert!(wait_ms <= 30 * MINUTE_MS, "{wait_ms}");
}
