//! Grants count for longer than a session until the visitor is seen. The first touch brings their
//! end nearer: here, in the store with its report, and at other nodes when they read the store.

use super::*;

#[test]
fn a_touch_of_a_session_that_is_over_is_not_reported_when_the_store_still_has_it() {
    let memory = memory();
    let granted_until = FlowMs(VALIDITY_MS + 180_000);
    memory.begin(RUN, Number(12), granted_until);
    memory.touch(RUN, Number(12), FlowMs(0));
    let now = FlowMs(VALIDITY_MS);
    let read = memory.begin_read(Number(12));
    let learned = memory.learn((RUN, Number(12)), (granted_until, granted_until), (read, now));
    assert_eq!(learned, Some(granted_until));
    assert!(taken(&memory, now).is_empty(), "nobody was here lately");
}

/// Another node saw the visitor first, which brought the end nearer without this node's knowledge.
#[test]
fn a_grant_without_a_touch_is_sure_for_the_length_of_a_session_and_then_the_store_knows() {
    let (memory, number) = (memory(), Number(5));
    let granted_until = FlowMs(VALIDITY_MS + UNSEEN_MS);
    memory.begin(RUN, number, granted_until);
    let ends = |at| memory.ends(RUN, number, FlowMs(at));
    assert_eq!(ends(VALIDITY_MS - 1), Some(granted_until));
    assert_eq!(ends(VALIDITY_MS), None);
    let (now, stored) = (FlowMs(VALIDITY_MS), FlowMs(VALIDITY_MS + SLACK_MS));
    let learned = memory.learn((RUN, number), (stored, stored), (memory.begin_read(number), now));
    assert_eq!(learned, Some(stored), "not as long as the grant");
    assert_eq!(ends(VALIDITY_MS), Some(stored));
    assert_eq!(ends(VALIDITY_MS + SLACK_MS), None);
}

/// Its first touch was reported, and a failover took the report back.
#[test]
fn a_session_that_was_touched_lasts_no_longer_than_without_a_touch_when_its_report_is_lost() {
    let (memory, number) = (memory(), Number(5));
    let granted_until = FlowMs(VALIDITY_MS + UNSEEN_MS);
    let learn = |now| {
        memory.learn(
            (RUN, number),
            (granted_until, granted_until),
            (memory.begin_read(number), now),
        )
    };
    memory.begin(RUN, number, granted_until);
    memory.touch(RUN, number, FlowMs(0));
    memory.make_all_unsure();
    assert_eq!(
        learn(FlowMs(1_000)),
        Some(FlowMs(VALIDITY_MS)),
        "the report is on its way"
    );
    assert_eq!(taken(&memory, FlowMs(1_000)), [number]);
    memory.reported(RUN, number, FlowMs(1_000 + VALIDITY_MS + SLACK_MS));
    memory.make_all_unsure();
    assert_eq!(learn(FlowMs(2_000)), Some(granted_until), "as the store says");
    memory.touch(RUN, number, FlowMs(3_000));
    assert_eq!(
        memory.ends(RUN, number, FlowMs(3_000)),
        Some(FlowMs(3_000 + VALIDITY_MS))
    );
    assert_eq!(taken(&memory, FlowMs(3_000)), [number], "reported again");
}

/// The report of its first touch is lost on the way.
#[test]
fn a_touch_counts_by_the_new_length_after_one_that_was_not_reported() {
    let memory = memory();
    memory.begin(RUN, Number(7), FlowMs(VALIDITY_MS + UNSEEN_MS));
    memory.touch(RUN, Number(7), FlowMs(0));
    let follows = SessionMemory::new(&config(60_000), RUN);
    follows.inherit(&memory);
    follows.touch(RUN, Number(7), FlowMs(500));
    assert_eq!(follows.list(RUN, FlowMs(500))[0].ends, FlowMs(60_500));
    assert_eq!(taken(&follows, FlowMs(500)), [Number(7)]);
}

#[test]
fn a_touch_brings_the_end_of_a_session_nearer_that_the_store_never_counted() {
    let (memory, number) = (memory(), Number(7));
    let until = FlowMs(VALIDITY_MS + UNSEEN_MS);
    let learned = memory.learn(
        (RUN, number),
        (until, FlowMs(0)),
        (memory.begin_read(number), FlowMs(0)),
    );
    assert_eq!(learned, Some(until));
    memory.touch(RUN, number, FlowMs(500));
    assert_eq!(memory.ends(RUN, number, FlowMs(500)), Some(FlowMs(VALIDITY_MS + 500)));
}
