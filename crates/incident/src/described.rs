//! Effects in words, for objections.

use node::answer::AnswerTo;

use crate::entry::RecordedEffect;
use crate::numbered::handle_of;

/// An effect in words, for an objection.
pub(crate) fn described(effect: &RecordedEffect) -> String {
    match effect {
        RecordedEffect::Answer(answer) => {
            let to = handle_of(answer);
            let said = match answer {
                AnswerTo::Arrive(_, result) => format!("{result:?}"),
                AnswerTo::Turn(_, reply) => format!("{reply:?}"),
                AnswerTo::Done(_, result) => format!("{result:?}"),
                AnswerTo::SessionEnd(_, result) => format!("{result:?}"),
                // The note is a long placeholder.
                AnswerTo::Transfer(..) => "the outcome of a transfer".to_owned(),
                AnswerTo::Control(_, result) => format!("{result:?}"),
                AnswerTo::Ticked(_) => "done".to_owned(),
            };
            format!("the answer {said} to command {to}")
        }
        RecordedEffect::Publish(figures) => format!("the publication of {figures:?}"),
        RecordedEffect::Call(call) => format!("a call to the store, {:?} {:016x}", call.kind, call.digest),
        RecordedEffect::Probe(known) => format!("a probe of the store at generation {known}"),
        RecordedEffect::RequestCommitPriority => "a request to other nodes to skip a commit".to_owned(),
        RecordedEffect::WriteDraw(line, document, _) => format!("{document:?} of the draw of line {}", line.0),
        RecordedEffect::AbortDraw(line, run, _) => format!("the abort of the draw of line {}, run {}", line.0, run.0),
        RecordedEffect::RefreshDraws(line) => format!("a read of the draws of line {}", line.0),
    }
}
