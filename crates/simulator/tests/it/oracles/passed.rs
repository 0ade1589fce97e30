//! Places that the line has passed over.

use simulator::oracle::Fact;

use super::{given, shown, tell};

#[test]
fn visitors_who_are_passed_over_leave_the_count_and_no_others_do() {
    let ahead = |ms, ahead| shown(ms, 9, ahead, 1_000, None);
    let kept = |ms| (ms, Fact::Durable { commit: 0, wall: ms });
    let reached = (1_000, Fact::Reached { below: 3 });
    let heard = |ms, place| {
        let (_, mut reported) = shown(ms, place, place, 1_000, None);
        if let Fact::Shown { first, .. } = &mut reported {
            *first = true;
        }
        (ms, reported)
    };
    let story = |late: &[(u64, Fact)]| {
        let polls = [given(20), reached.clone(), heard(2_000, 1), heard(4_000, 1)];
        tell(&[polls.as_slice(), late].concat())
    };
    assert_eq!(
        story(&[kept(7_000), ahead(7_001, 7)]),
        None,
        "0 and 2 can be passed over"
    );
    assert_eq!(story(&[kept(7_000), ahead(7_001, 9)]), None, "they need not be yet");
    assert!(story(&[kept(6_000), ahead(6_001, 8)]).is_some(), "it is too early");
    assert!(story(&[kept(7_000), ahead(7_001, 6)]).is_some(), "1 is there");
    assert_eq!(story(&[kept(99_000), ahead(99_001, 7)]), None);
    assert!(
        story(&[kept(99_000), ahead(99_001, 8)]).is_some(),
        "nobody waits for 0 and 2"
    );
    let excused = [(6_500, Fact::Excused), kept(7_000), ahead(7_001, 6)];
    assert_eq!(story(&excused), None, "what was heard can be lost");
}
