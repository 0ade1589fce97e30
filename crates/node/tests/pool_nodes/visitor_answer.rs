//! The answers of pool nodes, as visitors of the tests see them.

use admission::{Run, Sequence};
use node::answer::{AnswerTo, TurnReply, Unserved};

use super::world::Requests;

/// An answer, as far as the tests look at it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VisitorAnswer {
    Place(Run, Sequence),
    /// A voucher was spent before.
    Spent,
    Turn(TurnReply),
    Done,
    Unserved(Unserved),
}

/// Returns an answer with its time and the request that it is for.
pub(crate) fn visitor_answer(now_ms: u64, answer: &AnswerTo<Requests>) -> (u64, u64, VisitorAnswer) {
    let done = |result: &Result<(), Unserved>| result.map_or_else(VisitorAnswer::Unserved, |()| VisitorAnswer::Done);
    let (to, simple) = match answer {
        AnswerTo::Arrive(to, Ok(Ok(place))) => (*to, VisitorAnswer::Place(place.run, place.sequence)),
        AnswerTo::Arrive(to, Ok(Err(_))) => (*to, VisitorAnswer::Spent),
        AnswerTo::Arrive(to, Err(unserved)) => (*to, VisitorAnswer::Unserved(*unserved)),
        AnswerTo::Turn(to, reply) => (*to, VisitorAnswer::Turn(*reply)),
        AnswerTo::Done(to, result) => (*to, done(result)),
        AnswerTo::Control(to, result) => (*to, done(&result.map(|_| ()))),
        AnswerTo::SessionEnd(to, result) => (*to, done(&result.map(|_| ()))),
        AnswerTo::Transfer(to, _) | AnswerTo::Ticked(to) => (*to, VisitorAnswer::Done),
    };
    (now_ms, to, simple)
}
