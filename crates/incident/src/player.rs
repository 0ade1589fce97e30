//! Replays a pool node: opens it on the recorded reads, passes it the recorded events, and compares
//! the effects.
//!
//! A recording with valid checksums can still be wrong, if another version made it. An event that
//! the pool node cannot take in its state therefore ends the replay, like an effect that differs in
//! more than an answer.

use std::sync::Arc;

use admission::pool::LineIndex;
use node::PoolNode;
use node::answer::Replies;
use node::effect::{Clocks, Effect, Event};
use node::grants::Granted;
use node::handles::ExchangeHandles;
use node::records;
use node::replica::{CommitNews, PoolStore, Replica};
use node::session_memory::SessionMemory;
use node::shared_line::SharedLine;
use node::store_call::ReadProgress;
use serde::{Serialize, Serializer};
use store_values::{PoolId, RecordKey, StoreCall, StoreReply};

use crate::call::{self, RecordedCall};
use crate::described::described;
use crate::entry::{self, EventInputs, RecordedEffect, RecordedOpening};
use crate::judge::OpenedLine;
use crate::mask::stand_in_codec;
use crate::numbered::{HandleNumbers, handle_of};
use crate::tape::{PlayingRandomSource, PlayingTape};

/// A handle of a played pool node.
struct PlayedHandle {
    number: u64,
    tape: Arc<PlayingTape>,
}

impl Drop for PlayedHandle {
    fn drop(&mut self) {
        self.tape.drop_handle(self.number);
    }
}

impl Serialize for PlayedHandle {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number.serialize(serializer)
    }
}

/// The callers of a played pool node.
enum PlayedCallers {}

impl Replies for PlayedCallers {
    type To<T: Send + 'static> = PlayedHandle;

    fn is_closed<T: Send + 'static>(to: &PlayedHandle) -> bool {
        to.tape.is_closed(to.number)
    }
}

struct ToPlayed<'a>(&'a Arc<PlayingTape>);

impl ExchangeHandles<HandleNumbers, PlayedCallers> for ToPlayed<'_> {
    fn exchange<T: Send + 'static>(&mut self, number: u64) -> PlayedHandle {
        PlayedHandle {
            number,
            tape: self.0.clone(),
        }
    }
}

/// A pool node that replays a recording.
pub(crate) struct Player {
    node: PoolNode<PlayedCallers>,
    tape: Arc<PlayingTape>,
    line_count: usize,
    call: Option<StoreCall>,
    is_writing_draw: bool,
}

/// The difference between a recorded and a replayed effect.
pub(crate) enum EffectDiffers {
    /// The effects differ only in an answer, which does not change the pool node.
    Answer(String),
    /// The effects differ in more than an answer.
    More(String),
}

/// The grants that an event brings.
#[derive(Default)]
pub(crate) struct GrantNews {
    /// Grants that were read.
    pub(crate) known: Vec<(LineIndex, Granted)>,
    /// Grants of a commit that was made.
    pub(crate) committed: Vec<(LineIndex, Granted)>,
}

pub(crate) type OpenedPlayer = (Player, Vec<OpenedLine>, Vec<(LineIndex, Granted)>);

impl Player {
    pub(crate) fn open(opening: &RecordedOpening) -> Result<OpenedPlayer, String> {
        let (mut replica, logged) = read(opening)?;
        replica.add_lines(&opening.rooms, opening.lines_added_at);
        let line_count = opening.lines.len();
        if replica.line_names().len() != line_count || opening.settings.lines.len() != line_count {
            return Err("its lines are not those that are stored".to_owned());
        }
        let tape = Arc::new(PlayingTape::default());
        let line = |(index, line): (usize, &Option<(String, u8)>)| {
            let line = line.as_ref()?;
            let at = LineIndex(u16::try_from(index).ok()?);
            let grants = logged.grant_log(at);
            let run = replica.line(at).ledger.run;
            let sessions = opening.settings.pool.sessions.as_ref();
            let sessions = sessions.map(|config| SessionMemory::new(config, run));
            let codec = stand_in_codec(opening.stand_in_key, index);
            let shared = SharedLine::new(line.clone(), codec, grants, sessions);
            Some(Arc::new(shared.observed(Some(tape.clone()))))
        };
        let lines: Vec<_> = opening.lines.iter().enumerate().map(line).collect();
        let opened = (0..line_count).map(|index| {
            let at = u16::try_from(index).map(LineIndex);
            at.is_ok_and(|at| replica.line(at).ledger.lifecycle.flows())
        });
        let opened: Vec<OpenedLine> = opened.map(|flows| OpenedLine { flows }).collect();
        tape.put(&opening.inputs.readings);
        let mut random = PlayingRandomSource::new(&opening.inputs);
        let who = (opening.node, opening.settings.clone());
        let node = PoolNode::new(who, replica, lines, opening.clocks, &mut random);
        if !random.is_used_up() || !tape.is_used_up() {
            return Err("it reads something else than the recorded one did".to_owned());
        }
        let player = Self {
            node,
            tape,
            line_count,
            call: None,
            is_writing_draw: false,
        };
        Ok((player, opened, logged.grants().to_vec()))
    }

    /// Returns the grants that an event contains.
    pub(crate) fn news(&self, event: &Event<HandleNumbers>) -> GrantNews {
        let mut news = GrantNews::default();
        let Event::Store(reply) = event else { return news };
        match (reply, &self.call) {
            (StoreReply::Committed(Ok(_)), Some(StoreCall::Commit { write, .. })) => {
                let puts = write
                    .records
                    .iter()
                    .filter_map(|(key, value)| Some((key, value.as_ref()?)));
                news.committed = grants_in(puts);
            }
            (StoreReply::Loaded(Ok(loaded)), Some(StoreCall::Load { keys })) => {
                let records = keys.iter().zip(&loaded.records);
                news.known = grants_in(records.filter_map(|(key, value)| Some((key, value.as_ref()?))));
            }
            (StoreReply::Scanned(Ok(scanned)), _) => {
                let records = scanned.iter().flat_map(|(_, records)| records);
                news.known = grants_in(records.map(|(key, value)| (key, value)));
            }
            _ => {}
        }
        news
    }

    /// Passes an event to the pool node.
    pub(crate) fn event(
        &mut self,
        event: Event<HandleNumbers>,
        clocks: Clocks,
        inputs: &EventInputs,
    ) -> Result<(), String> {
        let event = self.checked(event)?;
        self.tape.put(&inputs.readings);
        let mut random = PlayingRandomSource::new(inputs);
        self.node.handle(event, clocks, &mut random);
        if !random.is_used_up() {
            return Err("the played pool node draws other random numbers".to_owned());
        }
        if !self.tape.is_used_up() {
            return Err("the played pool node reads something else of the memory that requests write".to_owned());
        }
        Ok(())
    }

    /// Checks that the pool node can take an event now.
    fn checked(&mut self, event: Event<HandleNumbers>) -> Result<Event<PlayedCallers>, String> {
        if !matches!(event, Event::Store(_) | Event::DrawWritten(_) | Event::Settings(_)) {
            // The recorded pool node received such an event only after all its effects were carried
            // out.
            if let Some(effect) = self.node.poll_effect() {
                let effect = self.recorded(effect);
                return Err(format!("the played pool node does more: {}", described(&effect)));
            }
        }
        Ok(match event {
            Event::Commands(commands) => {
                if !self.node.takes_commands() {
                    return Err("the played pool node takes no commands now".to_owned());
                }
                let commands = commands.into_iter();
                let commands = commands.map(|(line, command)| (line, command.exchange(&mut ToPlayed(&self.tape))));
                Event::Commands(commands.collect())
            }
            Event::Settings(settings) => {
                if settings.lines.len() != self.line_count {
                    return Err("the settings are not those of the pool's lines".to_owned());
                }
                Event::Settings(settings)
            }
            Event::Store(reply) => {
                let call = self.call.take();
                if !call.is_some_and(|call| call::fits(&call, &reply)) {
                    return Err("the played pool node has not made the call that the store answers".to_owned());
                }
                Event::Store(reply)
            }
            Event::Probed(is_found) => Event::Probed(is_found),
            Event::DrawWritten(written) => {
                if !std::mem::take(&mut self.is_writing_draw) {
                    return Err("the played pool node has not written a document of a draw".to_owned());
                }
                Event::DrawWritten(written)
            }
            Event::Timer => Event::Timer,
            Event::Close => Event::Close,
        })
    }

    /// Takes the handles that were dropped without an answer, each with whether its caller had
    /// disconnected.
    pub(crate) fn take_dropped(&self) -> Vec<(u64, bool)> {
        self.tape.take_dropped()
    }

    /// Compares an effect with the next one of the pool node.
    pub(crate) fn effect(&mut self, recorded: &RecordedEffect) -> Result<(), EffectDiffers> {
        let Some(effect) = self.node.poll_effect() else {
            let what = format!("the played pool node does less; recorded is: {}", described(recorded));
            return Err(EffectDiffers::More(what));
        };
        let played = self.recorded(effect);
        if encoded(&played) == encoded(recorded) {
            return Ok(());
        }
        let what = format!(
            "recorded is: {}; the played pool node does: {}",
            described(recorded),
            described(&played)
        );
        Err(match (recorded, &played) {
            (RecordedEffect::Answer(_), RecordedEffect::Answer(_)) => EffectDiffers::Answer(what),
            _ => EffectDiffers::More(what),
        })
    }

    /// Carries out the parts of an effect that a replay has, and returns its recorded form.
    fn recorded(&mut self, effect: Effect<PlayedCallers>) -> RecordedEffect {
        match effect {
            Effect::Answer(answer) => {
                let answer = postcard::to_stdvec(&answer).map(|bytes| {
                    let numbered = postcard::from_bytes(&bytes).expect("it was written here");
                    self.tape.answered(handle_of(&numbered));
                    numbered
                });
                RecordedEffect::Answer(answer.expect("numbers and bytes can be written"))
            }
            Effect::Call(call) => {
                let recorded = RecordedCall::of(&call);
                self.call = Some(call);
                RecordedEffect::Call(recorded)
            }
            other => {
                self.is_writing_draw |= matches!(other, Effect::WriteDraw { .. });
                entry::plain(&other).expect("neither an answer nor a call")
            }
        }
    }
}

/// Reads the stored pool as it was read when the recorded pool node opened.
fn read(opening: &RecordedOpening) -> Result<(Replica, CommitNews), String> {
    let pool = PoolId::new(&opening.pool).map_err(|error| error.to_string())?;
    let mut replica = Replica::new(PoolStore {
        pool,
        is_shared: opening.is_shared,
        is_remote: opening.is_remote,
    });
    let mut reads = opening.reads.iter();
    let mut progress = replica.open();
    loop {
        match progress {
            ReadProgress::Call(call) => {
                let next = reads.next().filter(|(keys, reply)| {
                    let is_same_load = call::keys(&call) == keys.as_slice();
                    is_same_load && call::fits(&call, reply)
                });
                let (_, reply) = next.ok_or("it reads something else than the recorded one did")?;
                progress = replica.resume(reply.clone());
            }
            ReadProgress::Done(read) => {
                let news = read.map_err(|error| error.to_string())?;
                return Ok((replica, news.unwrap_or_default()));
            }
        }
    }
}

fn grants_in<'a>(records: impl Iterator<Item = (&'a RecordKey, &'a Vec<u8>)>) -> Vec<(LineIndex, Granted)> {
    let grants = records.filter(|(key, _)| records::is_grants(key));
    grants
        .filter_map(|(_, value)| records::decode_grants(value))
        .flatten()
        .collect()
}

fn encoded(effect: &RecordedEffect) -> Vec<u8> {
    postcard::to_stdvec(effect).expect("numbers and bytes can be written")
}
