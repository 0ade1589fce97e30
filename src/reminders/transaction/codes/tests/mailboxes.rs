//! Tests of the limits of a mailbox, and of what its further codes cost.

use super::*;

#[test]
fn a_mailbox_gets_few_codes_an_hour_and_the_wait_is_told() {
    let mut codes = CountedCodes::new();
    let from = |provider: u8| Asking {
        mailbox: 0,
        ..Asking::alone(provider)
    };
    for _ in 0..3 {
        assert_eq!(codes.ask(&from(1).counts(), &PRICE), Ok(()));
    }
    let soon = |minutes: u64| -> Result<(), CodeDenied> {
        Err(CodeDenied::Soon {
            wait_ms: minutes * MINUTE_MS,
        })
    };
    assert_eq!(codes.ask(&from(1).counts(), &PRICE), soon(20));
    for _ in 0..2 {
        assert_eq!(codes.ask(&from(2).counts(), &PRICE), Ok(()), "another provider");
    }
    assert_eq!(codes.ask(&from(3).counts(), &PRICE), soon(15), "all of them together");
    assert_eq!(codes.ask(&Asking::alone(9).counts(), &PRICE), Ok(()), "another mailbox");
    codes.later(15 * MINUTE_MS - 1);
    assert_eq!(
        codes.ask(&from(3).counts(), &PRICE),
        Err(CodeDenied::Soon { wait_ms: 1 })
    );
    codes.later(1);
    assert_eq!(codes.ask(&from(3).counts(), &PRICE), Ok(()), "the wait that was told");
}

/// The bounds that `docs/identity.md` names, over any hour and across midnight.
#[test]
fn within_any_hour_a_mailbox_gets_eight_codes_and_five_from_one_provider() {
    for (providers, most) in [(1, 5), (40, 8)] {
        let mut codes = CountedCodes::new();
        codes.0.now = WallMs(NOW.0 / DAY_MS * DAY_MS + DAY_MS - 30 * MINUTE_MS);
        let mut sent = Vec::new();
        for attempt in 0..4 * 60_u64 {
            let provider = u8::try_from(attempt % providers).expect("few");
            let asking = Asking {
                mailbox: 0,
                ..Asking::alone(provider)
            };
            let mut counts = asking.counts();
            // Only the limits of hours.
            counts.day.limits.clear();
            if codes.ask(&counts, &CodePrice::default()).is_ok() {
                sent.push(codes.0.now.0);
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

#[test]
fn a_clock_that_was_set_back_bars_no_mailbox() {
    let mut codes = CountedCodes::new();
    let counts = Asking::alone(1).counts();
    for _ in 0..3 {
        assert_eq!(codes.ask(&counts, &PRICE), Ok(()));
    }
    codes.0.now = WallMs(NOW.0 - DAY_MS / 2);
    codes.0.ledger.minute = 0;
    let Err(CodeDenied::Soon { wait_ms }) = codes.ask(&counts, &PRICE) else {
        panic!("the mailbox had three");
    };
    assert!(wait_ms <= 20 * MINUTE_MS, "{wait_ms}");
}
