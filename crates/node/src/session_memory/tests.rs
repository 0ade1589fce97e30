//! Compares the memory with a naive model: a map of sessions, with their ends in the store.

mod unseen;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;

const RUN: Run = Run(3);
const VALIDITY_MS: u64 = 1_200_000;
const SLACK_MS: u64 = VALIDITY_MS / SLACK_PARTS;
/// How much longer a grant counts until the visitor is seen, milliseconds.
const UNSEEN_MS: u64 = 180_000;

fn config(validity_ms: u64) -> SessionsConfig {
    SessionsConfig {
        max_sessions: None,
        stock: None,
        validity_ms,
    }
}

fn memory() -> SessionMemory {
    SessionMemory::new(&config(VALIDITY_MS), RUN)
}

fn taken(memory: &SessionMemory, now: FlowMs) -> Vec<Number> {
    let mut taken = Vec::new();
    memory.take_due((RUN, now), usize::MAX, &mut taken);
    taken.sort_unstable();
    taken
}

#[derive(Debug, Clone, Copy)]
enum SessionOp {
    Pass(u64),
    Grant(u64),
    Touch(u64),
    End(u64),
    /// The due places are reported to the store.
    Report,
    /// A read of the store; `true` if the session ends during the read.
    Load(u64, bool),
    /// A failover loses the reports of a place since its grant.
    Lose(u64),
    Doubt,
    Sweep,
    /// Another pool node replaces this one.
    Follow,
}

fn ops() -> impl Strategy<Value = Vec<SessionOp>> {
    let place = || 0..40_u64;
    let op = prop_oneof![
        4 => (0..400_000_u64).prop_map(SessionOp::Pass),
        4 => place().prop_map(SessionOp::Grant),
        8 => place().prop_map(SessionOp::Touch),
        1 => place().prop_map(SessionOp::End),
        3 => Just(SessionOp::Report),
        4 => (place(), prop::bool::weighted(0.2)).prop_map(|(place, ends)| SessionOp::Load(place, ends)),
        1 => place().prop_map(SessionOp::Lose),
        1 => Just(SessionOp::Doubt),
        2 => Just(SessionOp::Sweep),
        1 => Just(SessionOp::Follow),
    ];
    prop::collection::vec(op, 1..200)
}

/// A session of the model.
#[derive(Debug, Clone, Copy, Default)]
struct Modelled {
    /// When it ends here; 0 if it is unknown.
    ends: u64,
    /// When it ends in the store; `None` if it was ended there.
    stored: Option<u64>,
    /// When it ends in the store, as far as the node knows: it does not notice a failover.
    believed: Option<u64>,
    /// When the last grant ends in the store without a touch.
    granted: Option<u64>,
    is_sure: bool,
    is_unseen: bool,
    is_shorter: bool,
}

#[derive(Debug, Default)]
struct MemoryModel {
    now: u64,
    sessions: BTreeMap<u64, Modelled>,
    /// Places that were touched past their end in the store.
    due: BTreeSet<u64>,
}

impl Modelled {
    /// The visitor was not seen here since the grant, but possibly by another node.
    fn is_sure_at(&self, now: u64) -> bool {
        self.is_sure && !(self.is_unseen && self.ends <= now + UNSEEN_MS)
    }
}

impl MemoryModel {
    fn session(&mut self, place: u64) -> &mut Modelled {
        self.sessions.entry(place).or_default()
    }

    /// Forgets sessions that are over, as far as the memory can know.
    fn settle(&mut self) {
        let now = self.now;
        for (place, session) in &mut self.sessions {
            if session.ends <= now {
                session.ends = 0;
            }
            if Some(session.ends) <= session.believed && !session.is_shorter || session.ends == 0 {
                self.due.remove(place);
            }
        }
    }
}

fn apply(known: &mut SessionMemory, model: &mut MemoryModel, op: SessionOp) -> Result<(), TestCaseError> {
    let now = model.now;
    let memory = &*known;
    match op {
        SessionOp::Pass(ms) => {
            model.now += ms;
            model.settle();
        }
        SessionOp::Grant(place) => {
            let stored = now + VALIDITY_MS + UNSEEN_MS;
            memory.begin(RUN, Number(place), FlowMs(stored));
            let session = model.session(place);
            (session.ends, session.is_sure) = (session.ends.max(stored), true);
            session.stored = session.stored.max(Some(stored));
            session.believed = session.believed.max(Some(stored));
            session.granted = session.stored;
            (session.is_unseen, session.is_shorter) = (true, false);
            model.settle();
        }
        SessionOp::Touch(place) => {
            memory.touch(RUN, Number(place), FlowMs(now));
            let session = model.session(place);
            if session.ends > now {
                if std::mem::take(&mut session.is_unseen) {
                    session.ends = now + VALIDITY_MS;
                    session.is_shorter = Some(session.ends + SLACK_MS) < session.believed;
                }
                session.ends = session.ends.max(now + VALIDITY_MS);
                if Some(session.ends) > session.believed || session.is_shorter {
                    model.due.insert(place);
                }
            }
        }
        SessionOp::End(place) => {
            memory.end(RUN, Number(place));
            *model.session(place) = Modelled::default();
            model.due.remove(&place);
        }
        SessionOp::Report => {
            let due: Vec<Number> = model.due.iter().copied().map(Number).collect();
            prop_assert_eq!(taken(memory, FlowMs(now)), due, "each that is due, once");
            let stored = now + memory.reported_ms();
            for place in std::mem::take(&mut model.due) {
                memory.reported(RUN, Number(place), FlowMs(stored));
                let session = model.session(place);
                (session.stored, session.believed) = match std::mem::take(&mut session.is_shorter) {
                    true => (Some(stored), Some(stored)),
                    false => (session.stored.max(Some(stored)), session.believed.max(Some(stored))),
                };
            }
        }
        SessionOp::Load(place, is_overtaken) => {
            let number = Number(place);
            let (read, stored) = (memory.begin_read(number), model.session(place).stored);
            if is_overtaken {
                memory.end(RUN, number);
                *model.session(place) = Modelled::default();
                model.due.remove(&place);
            }
            let Some(stored) = stored else { return Ok(()) };
            let ends = FlowMs(stored);
            let learned = memory.learn((RUN, number), (ends, ends), (read, FlowMs(now)));
            let session = model.session(place);
            session.is_shorter &= session.ends > now;
            prop_assert_eq!(learned.is_none(), is_overtaken);
            if is_overtaken {
                return Ok(());
            }
            let is_unseen = stored > now + memory.reported_ms() + EXPIRY_BUCKET_MS;
            let is_touched = session.ends > now && !session.is_unseen;
            let known = match (is_touched, is_unseen) {
                (true, true) if session.is_shorter => session.ends,
                (true, false) => session.ends.max(stored),
                (true, true) | (false, _) => stored,
            };
            prop_assert_eq!(
                learned.filter(|ends| ends.0 > now),
                Some(FlowMs(known)).filter(|ends| ends.0 > now)
            );
            (session.ends, session.is_sure) = (if known > now { known } else { 0 }, true);
            if !session.is_shorter {
                session.believed = Some(stored);
            }
            session.is_unseen = match is_touched {
                true => is_unseen && !session.is_shorter,
                false => is_unseen,
            };
            model.settle();
        }
        SessionOp::Lose(place) => {
            let session = model.session(place);
            session.stored = session.stored.and(session.granted);
        }
        SessionOp::Doubt => {
            memory.make_all_unsure();
            model.sessions.values_mut().for_each(|session| session.is_sure = false);
        }
        SessionOp::Sweep => memory.sweep(FlowMs(now)),
        SessionOp::Follow => {
            let follows = self::memory();
            follows.inherit(memory);
            *known = follows;
            model.sessions.values_mut().for_each(|session| session.is_sure = false);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_memory_agrees_with_a_map_of_sessions(ops in ops()) {
        let (mut memory, mut model) = (memory(), MemoryModel::default());
        for op in ops {
            apply(&mut memory, &mut model, op)?;
            let now = FlowMs(model.now);
            for (place, session) in &model.sessions {
                let ends = Some(FlowMs(session.ends)).filter(|ends| *ends > now && session.is_sure_at(now.0));
                prop_assert_eq!(memory.ends(RUN, Number(*place), now), ends, "{}: {:?}", place, session);
            }
            let lasting = model.sessions.iter().filter(|(_, session)| session.ends > model.now);
            let lasting: Vec<_> = lasting.map(|(place, session)| ListedSession {
                number: Number(*place),
                ends: FlowMs(session.ends),
                is_sure: session.is_sure_at(model.now),
            }).collect();
            prop_assert_eq!(memory.list(RUN, now), lasting);
        }
    }
}

#[test]
fn a_session_is_reported_once_a_slack_however_often_it_is_touched() {
    let memory = memory();
    memory.begin(RUN, Number(7), FlowMs(VALIDITY_MS));
    let mut reports = Vec::new();
    for now in (0..10 * SLACK_MS).step_by(1_000).map(FlowMs) {
        memory.touch(RUN, Number(7), now);
        assert_eq!(memory.ends(RUN, Number(7), now), Some(now.plus(VALIDITY_MS)));
        for number in taken(&memory, now) {
            memory.reported(RUN, number, now.plus(memory.reported_ms()));
            reports.push(now);
        }
    }
    assert!(
        reports.windows(2).all(|pair| pair[1].since(pair[0]) > SLACK_MS),
        "{reports:?}"
    );
    assert!((9..=10).contains(&reports.len()), "{reports:?}");
}

#[test]
fn a_touch_that_is_on_its_way_is_not_due_again() {
    let memory = memory();
    memory.begin(RUN, Number(7), FlowMs(1_000));
    memory.touch(RUN, Number(7), FlowMs(500));
    assert!(memory.has_due(RUN));
    assert_eq!(taken(&memory, FlowMs(500)), [Number(7)]);
    memory.touch(RUN, Number(7), FlowMs(600));
    assert!(!memory.has_due(RUN) && taken(&memory, FlowMs(600)).is_empty());
}

#[test]
fn a_touch_whose_report_was_lost_with_its_pool_node_is_due_at_the_next_one() {
    let memory = memory();
    memory.begin(RUN, Number(7), FlowMs(1_000));
    memory.touch(RUN, Number(7), FlowMs(500));
    assert_eq!(taken(&memory, FlowMs(500)), [Number(7)]);
    let follows = self::memory();
    follows.inherit(&memory);
    assert_eq!(
        follows.ends(RUN, Number(7), FlowMs(600)),
        None,
        "it may have ended in between"
    );
    assert_eq!(taken(&follows, FlowMs(600)), [Number(7)]);
}

#[test]
fn a_node_whose_sessions_have_another_length_takes_over_what_the_store_has() {
    let memory = memory();
    memory.begin(RUN, Number(7), FlowMs(1_000));
    memory.touch(RUN, Number(7), FlowMs(500));
    memory.begin(RUN, Number(8), FlowMs(900));
    for (config, run, wanted) in [
        (config(60_000), RUN, &[(7, 1_000), (8, 900)][..]),
        (config(VALIDITY_MS), Run(4), &[]),
    ] {
        let follows = SessionMemory::new(&config, run);
        follows.inherit(&memory);
        assert!(taken(&follows, FlowMs(600)).is_empty());
        let listed = follows.list(run, FlowMs(600));
        let listed: Vec<_> = listed.iter().map(|known| (known.number.0, known.ends.0)).collect();
        assert_eq!(listed, wanted);
    }
}

#[test]
fn touches_wait_until_they_fit() {
    let memory = memory();
    let places = (0..1_000).map(Number);
    for number in places.clone() {
        memory.begin(RUN, number, FlowMs(1_000));
        memory.touch(RUN, number, FlowMs(500));
    }
    let mut all = Vec::new();
    while memory.has_due(RUN) {
        let before = all.len();
        memory.take_due((RUN, FlowMs(500)), 100, &mut all);
        assert!((1..100 + SHARDS).contains(&(all.len() - before)));
    }
    all.sort_unstable();
    assert!(all.into_iter().eq(places));
}

#[test]
fn a_touch_of_a_session_that_is_over_or_unknown_does_nothing() {
    let memory = memory();
    memory.touch(RUN, Number(7), FlowMs(0));
    memory.begin(RUN, Number(8), FlowMs(1_000));
    memory.touch(RUN, Number(8), FlowMs(1_000));
    memory.touch(Run(4), Number(8), FlowMs(0));
    assert!(memory.list(RUN, FlowMs(1_000)).is_empty() && !memory.has_due(RUN));
}

#[test]
fn slack_stays_within_bounds() {
    let reported_ms = |validity_ms| SessionMemory::new(&config(validity_ms), RUN).reported_ms();
    assert_eq!(reported_ms(60_000), 60_000 + SLACK_MS_MIN);
    assert_eq!(reported_ms(VALIDITY_MS), VALIDITY_MS + SLACK_MS);
    assert_eq!(
        reported_ms(SESSION_MS_MAX - 180_000),
        SESSION_MS_MAX,
        "what the engine counts at most"
    );
    assert_eq!(reported_ms(u64::MAX), SESSION_MS_MAX);
}

#[test]
fn another_run_has_other_sessions() {
    let memory = memory();
    memory.begin(RUN, Number(7), FlowMs(1_000));
    let read = memory.begin_read(Number(7));
    memory.begin_run(Run(4));
    assert_eq!(memory.ends(RUN, Number(7), FlowMs(0)), None);
    assert_eq!(memory.ends(Run(4), Number(7), FlowMs(0)), None);
    let ends = (FlowMs(1_000), FlowMs(1_000));
    assert_eq!(memory.learn((RUN, Number(7)), ends, (read, FlowMs(0))), None);
    assert_eq!(
        memory.learn((Run(4), Number(7)), ends, (read, FlowMs(0))),
        None,
        "of the run before"
    );
}

#[test]
fn memory_is_given_back_when_a_rush_is_over() {
    let memory = memory();
    (0..100_000).for_each(|number| memory.begin(RUN, Number(number), FlowMs(number)));
    memory.sweep(FlowMs(99_990));
    let capacity: usize = memory.shards().map(|shard| shard.entries.capacity()).sum();
    assert!(capacity < 1_000, "{capacity}");
    assert_eq!(memory.list(RUN, FlowMs(0)).len(), 9);
}

#[test]
fn an_entry_is_as_small_as_said() {
    assert_eq!(size_of::<(Number, RememberedSession)>(), 32);
}
