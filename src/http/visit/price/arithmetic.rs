//! The arithmetic question of rooms with `price = { arithmetic = true }`: a browser without scripts
//! shows it while a wait would pay the price, and the right answer makes the visitor's stamp good
//! at once.
//!
//! An answer is worth a wait and no more: the stamp pays as if its minute were over, within the
//! same small part that the engine keeps for patient newcomers, and gets one place. A newcomer of
//! whom a rule or a score demands a price is not asked, and no answer pays that price: no such part
//! bounds these places, and many of these newcomers are programs, which add at once.
//!
//! A wrong answer gets another stamp, and so another question; it has waited for as long as the old
//! one, so nobody who goes on waiting loses time. An answer counts only until the stamp's minute is
//! over: from then on the stamp is good without one, and must not make new stamps that are good
//! from the start.

use protocol::proof_of_work::{ArithmeticQuestion, PatienceStamp, WorkContext};

use crate::http::paths;
use crate::http::visit::Visit;
use crate::http::visit::query::{SUM_PARAMETER, WAITED_PARAMETER};
use crate::pages::NoticeQuestion;

/// A visitor's answer to the question of the stamp in the query.
#[derive(Debug)]
pub(super) struct GivenAnswer {
    pub(super) stamp: PatienceStamp,
    pub(super) sum: u8,
    pub(super) is_right: bool,
}

/// The question on a page.
#[derive(Debug)]
pub(super) struct OfferedQuestion {
    question: ArithmeticQuestion,
    action: String,
    fields: Vec<(String, String)>,
    /// Whether the answer to another question was wrong.
    is_after_error: bool,
}

impl OfferedQuestion {
    pub(super) fn on_page(&self) -> NoticeQuestion<'_> {
        NoticeQuestion {
            first: self.question.first,
            second: self.question.second,
            action: &self.action,
            fields: &self.fields,
            is_after_error: self.is_after_error,
        }
    }
}

impl Visit<'_> {
    /// Whether the visitor answers a question of this room.
    pub(in crate::http) fn is_answer(&self) -> bool {
        self.state.settings.price.arithmetic && self.query.get(SUM_PARAMETER).is_some()
    }

    /// Returns the visitor's answer, if the room asks and the stamp is one that can be answered
    /// now. `is_demanded` is whether a price is demanded of the visitor, which no answer pays.
    pub(super) fn given_answer(&self, context: WorkContext, is_demanded: bool) -> Option<GivenAnswer> {
        let is_read = self.is_answer() && !is_demanded;
        let typed = self.query.get(SUM_PARAMETER).filter(|_| is_read)?;
        let (keys, now) = (&self.app.work, self.app.clock.unix_seconds());
        let stamp = keys.read_stamp(context, self.query.get(WAITED_PARAMETER)?)?;
        let question = keys.question(&stamp);
        stamp.takes_answer(now).then(|| GivenAnswer {
            sum: question.sum(),
            is_right: question.is_answered_by(typed),
            stamp,
        })
    }

    /// Returns the question of a stamp for a page.
    pub(super) fn question_of(
        &self,
        context: WorkContext,
        stamp: &str,
        is_after_error: bool,
    ) -> Option<OfferedQuestion> {
        if !self.state.settings.price.arithmetic {
            return None;
        }
        let read = self.app.work.read_stamp(context, stamp)?;
        Some(OfferedQuestion {
            question: self.app.work.question(&read),
            action: paths::entry(""),
            fields: self.query.fields_with_stamp(stamp),
            is_after_error,
        })
    }
}
