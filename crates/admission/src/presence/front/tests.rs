use super::*;

#[test]
fn each_channel_is_notified_once_before_its_claim() {
    let mut front = Front::default();
    let number = Number(1);
    assert_eq!(front.record_poll(number, Channel::Page, FlowMs(0)), FrontContact::First);
    assert_eq!(
        front.record_poll(number, Channel::Poll, FlowMs(10)),
        FrontContact::OtherChannel
    );
    assert_eq!(
        front.record_poll(number, Channel::Poll, FlowMs(20)),
        FrontContact::Again
    );
}

#[test]
fn a_tab_that_wakes_once_a_minute_claims_at_its_second_poll_and_is_not_waited_for() {
    let mut front = Front::default();
    let (tab, other) = (Number(1), Number(2));
    let minute = FlowMs(60_000);
    assert_eq!(front.record_poll(tab, Channel::Poll, FlowMs(0)), FrontContact::First);
    front.prune(FlowMs(FRONT_SILENCE_MS));
    assert_eq!(front.present(), 0, "it is not there");
    front.record_poll(other, Channel::Poll, minute);
    assert_eq!(front.record_poll(tab, Channel::Poll, minute), FrontContact::Again);
    assert_eq!(
        front.first_expected(1, minute),
        Number(3),
        "its third poll is far: the other may go"
    );
    assert_eq!(
        front.record_poll(Number(9), Channel::Poll, FlowMs(54_000)),
        FrontContact::First
    );
    front.prune(minute);
    assert_eq!(front.record_poll(Number(9), Channel::Poll, minute), FrontContact::Again);
    assert_eq!(front.first_expected(1, minute), Number(3), "a tab behind passes nobody");
    let seen = minute.plus(2_000);
    assert_eq!(front.record_poll(tab, Channel::Poll, seen), FrontContact::Again);
    assert_eq!(
        front.first_expected(1, seen),
        other,
        "its page is looked at again: it is waited for"
    );
    front.prune(seen.plus(SILENCE_MS));
    front.prune(seen.plus(2 * SILENCE_MS));
    assert_eq!(
        front.record_poll(tab, Channel::Poll, seen.plus(2 * SILENCE_MS)),
        FrontContact::First,
        "who was away for long is told anew"
    );
}

/// Lets each of two nodes learn what the other one heard.
fn exchange(one: &mut Front, other: &mut Front, now: FlowMs) {
    let (from_one, from_other) = (one.take_news(10, now), other.take_news(10, now));
    from_one.iter().for_each(|news| other.merge_news(news, now));
    from_other.iter().for_each(|news| one.merge_news(news, now));
    assert!(!one.has_news() && !other.has_news(), "what was learned is no news");
}

#[test]
fn a_visitor_who_changes_nodes_is_notified_and_counted_once() {
    let (mut one, mut other) = (Front::default(), Front::default());
    assert_eq!(
        one.record_poll(Number(1), Channel::Poll, FlowMs(0)),
        FrontContact::First
    );
    other.record_poll(Number(2), Channel::Poll, FlowMs(0));
    exchange(&mut one, &mut other, FlowMs(500));
    assert_eq!((one.present(), other.present()), (2, 2));
    assert_eq!(
        other.first_expected(1, FlowMs(500)),
        Number(2),
        "the lower number goes first there, too"
    );
    assert_eq!(
        other.record_poll(Number(1), Channel::Page, FlowMs(2_000)),
        FrontContact::OtherChannel
    );
    assert_eq!(
        other.record_poll(Number(1), Channel::Poll, FlowMs(2_000)),
        FrontContact::Again
    );
    other.leave(Number(1));
    exchange(&mut one, &mut other, FlowMs(2_500));
    assert_eq!(
        one.record_poll(Number(1), Channel::Poll, FlowMs(3_000)),
        FrontContact::First,
        "they left"
    );
}

#[test]
fn the_later_of_two_reports_wins_in_either_order() {
    let (mut one, mut other) = (Front::default(), Front::default());
    one.record_poll(Number(1), Channel::Poll, FlowMs(0));
    let heard = one.take_news(10, FlowMs(0));
    one.leave(Number(1));
    let left = one.take_news(10, FlowMs(100));
    for news in heard.iter().chain(&left) {
        other.merge_news(news, FlowMs(200));
    }
    assert_eq!(other.present(), 0);
    other.record_poll(Number(1), Channel::Poll, FlowMs(300));
    other.merge_news(&left[0], FlowMs(400));
    assert_eq!(other.present(), 1, "they came back after they had left");
    one.restore_news(&left);
    assert!(one.has_news(), "what was not told is told the next time");
}

#[test]
fn a_visitor_let_through_leaves_the_front_without_news() {
    let mut front = Front::default();
    for number in [1, 2].map(Number) {
        front.record_poll(number, Channel::Poll, FlowMs(0));
    }
    front.forget(Number(1));
    assert_eq!(front.first_expected(1, FlowMs(0)), Number(3), "nobody waits for them");
    let told = front.take_news(10, FlowMs(0)).into_iter().map(|news| news.number);
    assert_eq!(told.collect::<Vec<_>>(), [Number(2)]);
    assert_eq!(
        front.record_poll(Number(1), Channel::Poll, FlowMs(1_000)),
        FrontContact::First
    );
}

#[test]
fn a_visitor_who_leaves_while_away_is_forgotten() {
    let mut front = Front::default();
    front.record_poll(Number(1), Channel::Poll, FlowMs(0));
    front.prune(FlowMs(FRONT_SILENCE_MS));
    front.leave(Number(1));
    assert_eq!(
        front.record_poll(Number(1), Channel::Poll, FlowMs(60_000)),
        FrontContact::First
    );
}

#[test]
fn those_whose_poll_is_overdue_are_not_waited_for() {
    let mut front = Front::default();
    front.record_poll(Number(1), Channel::Poll, FlowMs(0));
    front.record_poll(Number(2), Channel::Poll, FlowMs(1_000));
    assert_eq!(front.first_expected(1, FlowMs(EXPECTED_MS - 1)), Number(2));
    assert!(
        front.first_expected(1, FlowMs(EXPECTED_MS)) > Number(2),
        "the first is overdue"
    );
    front.answered(Number(1), FlowMs(EXPECTED_MS));
    assert_eq!(front.first_expected(1, FlowMs(EXPECTED_MS)), Number(2));
}

#[test]
fn a_visitor_just_reached_is_expected_until_the_poll_interval_ends() {
    let mut front = Front::default();
    for number in [3, 5].map(Number) {
        front.expect_poll(number, FlowMs(4_000));
    }
    front.record_poll(Number(4), Channel::Poll, FlowMs(2_000));
    assert_eq!(
        (front.present(), front.expected(FlowMs(2_000))),
        (1, 1),
        "nobody else was heard"
    );
    let first = |front: &Front, most| front.first_expected(most, FlowMs(2_000));
    assert_eq!([1, 2, 3].map(|most| first(&front, most)), [4, 5, 6].map(Number));
    assert_eq!(front.first_awaited(FlowMs(2_000)), Some(Number(3)));
    assert_eq!(
        front.record_poll(Number(3), Channel::Poll, FlowMs(2_000)),
        FrontContact::First
    );
    assert_eq!(front.first_awaited(FlowMs(2_000)), Some(Number(3)), "until the claim");
    assert_eq!(first(&front, 1), Number(4), "and counts once");
    assert_eq!(
        front.record_poll(Number(3), Channel::Poll, FlowMs(2_000)),
        FrontContact::Again
    );
    assert_eq!(front.first_awaited(FlowMs(2_000)), Some(Number(5)), "it claims");
    front.prune(FlowMs(4_000));
    assert_eq!(front.first_awaited(FlowMs(0)), None, "in vain");
}

/// The report of another node that a poll notified this visitor.
fn told_by_a_poll(number: Number) -> FrontNews {
    let mut other = Front::default();
    other.record_poll(number, Channel::Poll, FlowMs(0));
    other.take_news(1, FlowMs(0))[0]
}

#[test]
fn a_visitor_in_front_before_a_start_claims_with_the_first_poll() {
    let mut front = Front::default();
    front.merge_news(&told_by_a_poll(Number(2)), FlowMs(0));
    for number in [1, 2].map(Number) {
        front.expect_return(number, FlowMs(0), FlowMs(4_500));
    }
    assert_eq!(front.present(), 2);
    assert_eq!(
        front.first_expected(2, FlowMs(4_000)),
        Number(3),
        "longer than a poll interval"
    );
    assert!(front.is_expected_back(Number(1)));
    assert_eq!(
        front.record_poll(Number(2), Channel::Poll, FlowMs(1_000)),
        FrontContact::Again
    );
    assert!(!front.is_expected_back(Number(2)), "heard since");
    assert_eq!(front.first_awaited(FlowMs(1_000)), Some(Number(1)));
    let told = front.take_news(10, FlowMs(1_000)).into_iter().map(|news| news.number);
    assert_eq!(told.collect::<Vec<_>>(), [Number(2)], "nobody else was heard");
    front.leave(Number(1));
    assert_eq!(front.first_awaited(FlowMs(1_000)), None);
}

#[test]
fn a_visitor_whose_notification_is_uncertain_is_notified_again_and_awaited() {
    let mut front = Front::default();
    let (returning, at) = (Number(2), FlowMs(1_000));
    front.expect_return(returning, FlowMs(0), FlowMs(4_500));
    assert_eq!(front.record_poll(returning, Channel::Poll, at), FrontContact::Unsure);
    assert!(!front.is_expected_back(returning));
    assert_eq!(front.first_awaited(at), Some(returning), "nobody behind goes first");
    assert_eq!(front.first_expected(1, at), Number(3));
    assert_eq!(front.record_poll(returning, Channel::Poll, at), FrontContact::Again);
    assert_eq!(front.first_awaited(at), None, "it claims");

    let paged = Number(3);
    front.expect_return(paged, FlowMs(0), FlowMs(4_500));
    assert_eq!(front.record_poll(paged, Channel::Page, at), FrontContact::OtherChannel);
    assert_eq!(
        front.record_poll(paged, Channel::Poll, at),
        FrontContact::Unsure,
        "the script is told"
    );

    let elsewhere = Number(4);
    front.expect_return(elsewhere, FlowMs(0), FlowMs(4_500));
    front.merge_news(&told_by_a_poll(elsewhere), at);
    let contact = front.record_poll(elsewhere, Channel::Poll, at);
    assert_eq!(contact, FrontContact::Again, "another node told them");
}

#[test]
fn visitors_who_are_only_expected_or_wake_once_a_minute_do_not_poll_on_time() {
    let mut front = Front::default();
    let polling = |front: &Front, ms| front.polling_numbers(FlowMs(ms)).collect::<Vec<_>>();
    front.expect_return(Number(1), FlowMs(0), FlowMs(4_500));
    front.expect_poll(Number(2), FlowMs(4_500));
    front.record_poll(Number(3), Channel::Poll, FlowMs(0));
    front.record_poll(Number(4), Channel::Poll, FlowMs(1_000));
    assert_eq!(front.steady_numbers(FlowMs(1_000)).count(), 4);
    assert_eq!(polling(&front, 1_000), [3, 4].map(Number));
    assert_eq!(polling(&front, FRONT_SILENCE_MS), [Number(4)]);
    front.prune(FlowMs(FRONT_SILENCE_MS));
    front.record_poll(Number(3), Channel::Poll, FlowMs(FRONT_SILENCE_MS));
    assert_eq!(
        polling(&front, FRONT_SILENCE_MS),
        [Number(4)],
        "the next poll can be a minute away"
    );
}
