//! Tests of codes for visitors who waited instead of working.

use super::*;

#[test]
fn waiting_pays_for_a_few_of_a_site_and_of_a_room() {
    let mut codes = CountedCodes::new();
    let prequeue = CodePrice {
        place: PlacePrice {
            work: PRICE.place.work.map(|work| WorkPrice {
                in_prequeue: true,
                ..work
            }),
            ..PRICE.place
        },
        is_prequeue: true,
        is_exempt: false,
    };
    let waited = |number, site| CodeCounts {
        stamp: Some([number; 16]),
        ..Asking {
            site,
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
    assert_ne!(codes.ask(&waited(3, 1), &prequeue), Ok(()), "that site");
    let others = (10..30).filter(|number| codes.ask(&waited(*number, *number), &prequeue).is_ok());
    assert_eq!(others.count(), 4, "six in the room");
    codes.later(30_000);
    assert_eq!(codes.ask(&waited(3, 1), &prequeue), Ok(()), "the same stamp, later");
    assert_ne!(codes.ask(&waited(3, 1), &prequeue), Ok(()), "one code");
}
