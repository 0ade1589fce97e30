//! Tests of codes for visitors who waited instead of working.

use super::*;

/// The price of a room in whose pre-queue each code costs work.
fn prequeue() -> CodePrice {
    CodePrice {
        place: PlacePrice {
            work: PRICE.place.work.map(|work| WorkPrice {
                in_prequeue: true,
                ..work
            }),
            ..PRICE.place
        },
        is_prequeue: true,
        is_exempt: false,
    }
}

#[test]
fn waiting_pays_for_a_few_of_a_subnet_and_of_a_room() {
    let mut codes = CountedCodes::new();
    let prequeue = prequeue();
    let waited = |number, subnet| CodeCounts {
        stamp: Some(RecentHash([number; 16])),
        ..Asking {
            subnet,
            ..Asking::alone(number)
        }
        .counts()
    };
    let first = codes.ask(&Asking::alone(0).counts(), &prequeue);
    assert!(
        matches!(first, Err(CodeDenied::Unpaid(_))),
        "each ticket costs work there"
    );
    for number in 1..3 {
        assert_eq!(codes.ask(&waited(number, 1), &prequeue), Ok(()));
    }
    assert_ne!(codes.ask(&waited(3, 1), &prequeue), Ok(()), "that subnet");
    let others = (10..30).filter(|number| codes.ask(&waited(*number, *number), &prequeue).is_ok());
    assert_eq!(others.count(), 4, "six in the room");
    codes.later(39_999);
    assert_ne!(
        codes.ask(&waited(3, 1), &prequeue),
        Ok(()),
        "more than half of the room's"
    );
    codes.later(1);
    assert_eq!(codes.ask(&waited(3, 1), &prequeue), Ok(()), "the same stamp, later");
    assert_ne!(codes.ask(&waited(3, 1), &prequeue), Ok(()), "one code");
}

#[test]
fn three_subnets_that_wait_all_the_time_leave_half_of_a_room_to_others() {
    let mut codes = CountedCodes::new();
    let prequeue = prequeue();
    let mut sent = 0;
    for second in 0..600_u64 {
        for subnet in 1..4 {
            let mut counts = Asking {
                mailbox: sent,
                ..Asking::alone(subnet)
            }
            .counts();
            counts.stamp = Some(RecentHash([100 + sent; 16]));
            sent += u8::from(codes.ask(&counts, &prequeue).is_ok());
        }
        if second % 30 == 29 {
            let number = 100 + u8::try_from(second / 30).expect("few");
            let mut other = Asking::alone(number).counts();
            other.stamp = Some(RecentHash([number - 100; 16]));
            assert_eq!(codes.ask(&other, &prequeue), Ok(()), "after {second} seconds");
        }
        codes.later(1_000);
    }
    assert!((30..=45).contains(&sent), "{sent} of three subnets within ten minutes");
}
