//! Stages and deadlines of one connection, with a clock that the tests control.

use std::time::Duration;

use tokio::time::Instant;

use super::progress::*;
use crate::config::Deadlines;

const DEADLINES: Deadlines = Deadlines {
    handshake: Duration::from_secs(10),
    head: Duration::from_secs(15),
    body: Duration::from_secs(16),
    write: Duration::from_secs(20),
    answer: Duration::from_secs(120),
    idle: Duration::from_secs(75),
};

/// Times in seconds from the start.
struct StreamMoments(Instant);

impl StreamMoments {
    fn at(&self, seconds: u64) -> Instant {
        self.0 + Duration::from_secs(seconds)
    }

    fn due(&self, progress: &Progress) -> (u64, DeadlineKind) {
        let due = progress.due(&DEADLINES);
        ((due.at - self.0).as_secs(), due.cut)
    }
}

fn start(tls: bool) -> (StreamMoments, Progress) {
    let now = Instant::now();
    (StreamMoments(now), Progress::new(now, tls))
}

#[test]
fn silent_and_trickling_clients_have_one_deadline() {
    let (time, mut plain) = start(false);
    assert_eq!(time.due(&plain), (10, DeadlineKind::Silent));
    for second in 9..14 {
        plain.read(|| time.at(second));
    }
    assert_eq!(time.due(&plain), (24, DeadlineKind::Head), "from the first byte alone");
    let (time, mut tls) = start(true);
    tls.read(|| time.at(3));
    assert_eq!(
        time.due(&tls),
        (10, DeadlineKind::Silent),
        "bytes of the handshake are no head"
    );
    tls.handshake_done(time.at(4));
    assert_eq!(time.due(&tls), (19, DeadlineKind::Head));
}

#[test]
fn a_request_is_answered_whole_in_time_and_then_the_connection_may_be_idle() {
    let (time, mut one) = start(false);
    one.read(|| time.at(1));
    let first = one.begin(time.at(2), false);
    assert_eq!(time.due(&one), (122, DeadlineKind::Answer));
    one.end(first, time.at(40));
    assert_eq!(
        time.due(&one),
        (115, DeadlineKind::Idle),
        "held for forty seconds, and kept for the next poll"
    );
    one.read(|| time.at(110));
    assert_eq!(time.due(&one), (125, DeadlineKind::Head));
    let second = one.begin(time.at(111), false);
    one.end(second, time.at(112));
    assert_eq!(time.due(&one), (187, DeadlineKind::Idle));
}

#[test]
fn frames_that_belong_to_no_request_keep_nothing_open() {
    let (time, mut one) = start(true);
    one.handshake_done(time.at(0));
    let (slow, quick) = (one.begin(time.at(1), true), one.begin(time.at(5), true));
    one.end(quick, time.at(6));
    assert_eq!(time.due(&one), (121, DeadlineKind::Answer), "the oldest stream");
    one.end(slow, time.at(7));
    for second in 8..80 {
        one.read(|| time.at(second));
    }
    assert_eq!(time.due(&one), (82, DeadlineKind::Idle));
    one.close(time.at(82));
    assert_eq!(time.due(&one), (87, DeadlineKind::Close));
}

#[test]
fn clients_that_do_not_read_are_cut_and_slow_readers_are_not() {
    let (time, mut one) = start(false);
    let request = one.begin(time.at(0), false);
    one.blocked(|| time.at(1));
    one.end(request, time.at(1));
    assert_eq!(
        time.due(&one),
        (21, DeadlineKind::Write),
        "the answer is made, and not read"
    );
    one.wrote(WRITE_STEP_BYTES - 1, || time.at(5));
    assert_eq!(time.due(&one), (21, DeadlineKind::Write), "next to nothing");
    one.wrote(1, || time.at(6));
    assert_eq!(time.due(&one), (26, DeadlineKind::Write));
    for second in (10..120).step_by(5) {
        one.wrote(WRITE_STEP_BYTES, || time.at(second));
    }
    assert_eq!(time.due(&one), (121, DeadlineKind::Answer), "and not for ever");
    one.flushed(|| time.at(50));
    assert_eq!(time.due(&one), (125, DeadlineKind::Idle), "idle since it was read");
}

#[test]
fn the_silent_make_room_before_the_idle_and_those_before_newcomers() {
    let (time, silent) = start(false);
    let (_, mut idle) = start(false);
    let request = idle.begin(time.at(0), false);
    assert_eq!(idle.eviction_rank(time.at(1)), None, "busy");
    idle.end(request, time.at(1));
    let young = Progress::new(time.at(9), true);
    let rank = |progress: &Progress| progress.eviction_rank(time.at(10)).expect("without a request");
    assert!(rank(&silent) < rank(&idle) && rank(&idle) < rank(&young));
}
