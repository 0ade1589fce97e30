//! Replays a recording entry by entry, and lets the oracles judge.

use admission::WallMs;
use node::effect::Clocks;

use crate::entry::{RecordedEffect, RecordedEntry, RecordedEvent, RecordedOpening};
use crate::frame::{Blocks, UnreadableRecording};
use crate::judge::{Judge, Moment, ReplayOracle};
use crate::player::{EffectDiffers, Player};
use crate::report::ReplayReport;

/// Replays the recording in the bytes of a file.
///
/// # Errors
/// If the bytes are no recording, or are damaged. A recording that ends early is replayed up to its
/// end.
pub fn replay(bytes: &[u8]) -> Result<ReplayReport, UnreadableRecording> {
    let mut blocks = Blocks::of(bytes)?;
    let mut entries = blocks.next_block()?.into_iter().flatten();
    let Some(RecordedEntry::Opening(opening)) = entries.next() else {
        return Err(UnreadableRecording::NoOpening);
    };
    let mut replay = ReplayRun::open(*opening)?;
    loop {
        for entry in entries {
            replay.take(entry);
        }
        entries = match blocks.next_block()? {
            Some(block) => Some(block).into_iter().flatten(),
            None => return Ok(replay.finish()),
        };
    }
}

/// A replay under way.
struct ReplayRun {
    report: ReplayReport,
    clocks: Clocks,
    /// The pool node; `None` once it differs from the recorded one.
    player: Option<Player>,
    judge: Judge,
}

impl ReplayRun {
    fn open(opening: RecordedOpening) -> Result<Self, UnreadableRecording> {
        let (player, lines, logged) = Player::open(&opening).map_err(UnreadableRecording::NotOpened)?;
        let mut judge = Judge::new(&opening, &lines);
        judge.record_known(&logged);
        Ok(Self {
            clocks: opening.clocks,
            report: ReplayReport {
                version: opening.version,
                pool: opening.pool,
                is_shared: opening.is_shared,
                began: opening.clocks.wall,
                lasts_ms: 0,
                events: 0,
                commands: 0,
                answers: 0,
                grants: 0,
                played_until: None,
                end: None,
                objections: Vec::new(),
                further: 0,
            },
            player: Some(player),
            judge,
        })
    }

    fn finish(mut self) -> ReplayReport {
        (self.report.commands, self.report.answers, self.report.grants) = self.judge.counts();
        (self.report.objections, self.report.further) = self.judge.into_objections();
        self.report
    }

    fn take(&mut self, entry: RecordedEntry) {
        match entry {
            RecordedEntry::Event(event) => self.event(event),
            RecordedEntry::Effect(effect) => self.effect(&effect),
            RecordedEntry::End(end) => self.report.end = Some(end),
            RecordedEntry::Opening(_) => self.differs("the recording opens a second time".to_owned()),
        }
    }

    /// Records that the replayed pool node differs from the recorded one.
    fn differs(&mut self, what: String) {
        self.judge.object(ReplayOracle::Replayed, what);
        if self.player.take().is_some() {
            self.report.played_until = Some(self.report.events);
            self.judge.loses_player(self.report.is_shared);
        }
    }

    fn event(&mut self, recorded: RecordedEvent) {
        let RecordedEvent {
            after_ms,
            wall_step_ms,
            event,
            inputs,
        } = recorded;
        let (monotonic_ms, wall) = (self.clocks.monotonic_ms, self.clocks.wall.0);
        self.clocks = Clocks {
            monotonic_ms: monotonic_ms.saturating_add(after_ms),
            wall: WallMs(wall.wrapping_add(after_ms).wrapping_add_signed(wall_step_ms)),
        };
        self.report.events += 1;
        self.report.lasts_ms = self.report.lasts_ms.saturating_add(after_ms);
        let now = Moment {
            event: self.report.events,
            clocks: self.clocks,
        };
        if let Some(player) = &mut self.player {
            let news = player.news(&event);
            self.judge.event(now, &event, &inputs.readings);
            self.judge.record_known(&news.known);
            self.judge.committed(&news.committed);
            if let Err(what) = player.event(event, self.clocks, &inputs) {
                self.differs(what);
            }
        } else {
            self.judge.event(now, &event, &inputs.readings);
        }
        self.look_at_dropped();
    }

    fn effect(&mut self, recorded: &RecordedEffect) {
        self.judge.effect(recorded);
        if let Some(player) = &mut self.player {
            match player.effect(recorded) {
                Ok(()) => {}
                Err(EffectDiffers::Answer(what)) => self.judge.object(ReplayOracle::Replayed, what),
                Err(EffectDiffers::More(what)) => self.differs(what),
            }
        }
        self.look_at_dropped();
    }

    fn look_at_dropped(&mut self) {
        let dropped = self.player.iter().flat_map(Player::take_dropped);
        for (handle, was_closed) in dropped.collect::<Vec<_>>() {
            self.judge.dropped(handle, was_closed);
        }
    }
}
