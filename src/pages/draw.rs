//! The page that checks a room's draws for a visitor: by askama, complete without script.
//!
//! It says in one heading what the visitor's number is, then what was checked, what that does not
//! show, and how to check it without this server. It decides nothing: what is said follows from
//! what the verifier found. What the papers themselves say (reasons, faults, commands) stays
//! English.

use askama::Template;
use draw::{Concern, DrawStatus, HolderStatus, PublicKey, Verified, VerifiedRun};

use super::frame::Frame;
use crate::{
    draws::InvalidPublication,
    text::{DrawWords, Language},
    theme::Theme,
};

/// What the page is made of.
#[derive(Debug, Clone)]
pub struct DrawPage<'a> {
    /// The room's id; names the files on the visitor's machine.
    pub room_id: &'a str,
    /// The room's name.
    pub room_name: &'a str,
    /// What the verifier found.
    pub found: Result<&'a Verified, &'a InvalidPublication>,
    /// The key that signs.
    pub public_key: PublicKey,
    /// The published document.
    pub document_url: &'a str,
    /// The visitor's receipt, if they showed a place.
    pub receipt_url: Option<String>,
    /// Their page in the line.
    pub line_url: Option<String>,
}

/// `data-state` of the page: how it stands about the visitor's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawState {
    /// Drawn; numbers count from 0.
    Drawn(u64),
    /// Came after the cut-off; numbers count from 0.
    Kept(u64),
    /// Still to come.
    NotYet,
    /// Given up.
    Aborted,
    /// Nobody in particular asks.
    Public,
    /// It does not hold.
    Broken,
}

impl DrawState {
    /// From what the verifier found.
    #[must_use]
    pub fn of(found: Result<&Verified, &InvalidPublication>) -> Self {
        let Ok(verified) = found else {
            return Self::Broken;
        };
        match verified.holder.map(|holder| holder.standing) {
            None => Self::Public,
            Some(HolderStatus::Drawn(number)) => Self::Drawn(number.get()),
            Some(HolderStatus::AfterCutOff(number)) => Self::Kept(number.get()),
            Some(HolderStatus::NotYet) => Self::NotYet,
            Some(HolderStatus::Aborted) => Self::Aborted,
        }
    }

    /// The stable word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Drawn(_) => "drawn",
            Self::Kept(_) => "kept",
            Self::NotYet => "not-yet",
            Self::Aborted => "aborted",
            Self::Public => "public",
            Self::Broken => "broken",
        }
    }
}

impl DrawPage<'_> {
    /// The page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.draw_words();
        let state = DrawState::of(self.found);
        let run = self.found.ok().and_then(run_in_question);
        let receipt = self.receipt_url.is_some();
        let headline = headline(state, run, language);
        let mut frame = Frame::new(("draw", state.name()), headline, language, theme);
        frame.brand = self.room_name;
        let view = DrawView {
            frame,
            words,
            checks: self.found.map(|it| checks(it, run, language)).unwrap_or_default(),
            fault: self.found.err(),
            cautions: cautions(run, language),
            commands: commands(self.room_id, receipt),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "draw.html")]
struct DrawView<'a> {
    frame: Frame<'a>,
    words: &'a DrawWords,
    checks: Vec<String>,
    fault: Option<&'a InvalidPublication>,
    cautions: Vec<String>,
    commands: [String; 2],
    page: &'a DrawPage<'a>,
}

/// The last draw of the holder's run; without a holder the last of all.
fn run_in_question(verified: &Verified) -> Option<&VerifiedRun> {
    let asked = verified.holder.map(|holder| holder.run);
    let mut runs = verified.runs.iter().rev();
    runs.find(|run| asked.is_none_or(|asked| run.run == asked))
}

fn headline(state: DrawState, run: Option<&VerifiedRun>, language: &Language) -> (String, String) {
    let words = language.draw_words();
    // People count from one.
    let shown = |number: u64| language.number(number.saturating_add(1));
    match state {
        DrawState::Drawn(number) => (
            words.heading_drawn(&[&shown(number)]),
            words.lead_drawn(&[&population(run, language)]),
        ),
        DrawState::Kept(number) => (words.heading_kept(&[&shown(number)]), words.lead_kept(&[])),
        DrawState::NotYet => (words.heading_not_yet(&[]), words.lead_not_yet(&[])),
        DrawState::Aborted => (words.heading_aborted(&[]), words.lead_aborted(&[])),
        DrawState::Public => (words.heading_public(&[]), words.lead_public(&[])),
        DrawState::Broken => (words.heading_broken(&[]), words.lead_broken(&[])),
    }
}

fn population(run: Option<&VerifiedRun>, language: &Language) -> String {
    let population = run.and_then(|run| run.population);
    language.number(population.map_or(0, |population| population.get()))
}

/// One sentence for each statement that holds.
fn checks(verified: &Verified, run: Option<&VerifiedRun>, language: &Language) -> Vec<String> {
    let words = language.draw_words();
    let mut checks = vec![words.check_all(&[&language.number(verified.runs.len() as u64)])];
    if let Some(run) = run {
        checks.push(words.check_commitment(&[]));
        checks.extend(
            run.population
                .map(|_| words.check_cut_off(&[&population(Some(run), language)])),
        );
        checks.extend((run.status == DrawStatus::Revealed).then(|| words.check_reveal(&[])));
        checks.extend(run.abort_reason.map(|reason| words.check_abort(&[reason.as_str()])));
    }
    checks.extend(verified.holder.map(|_| words.check_receipt(&[])));
    checks
}

fn cautions(run: Option<&VerifiedRun>, language: &Language) -> Vec<String> {
    let words = language.draw_words();
    let concerns = run.into_iter().flat_map(|run| &run.concerns);
    let said = concerns.map(|concern| match concern {
        Concern::WithoutBeacon => words.caution_without_beacon(&[]),
        Concern::UnknownChain { .. } => words.caution_unknown_chain(&[]),
        Concern::CommittedLate => words.caution_committed_late(&[]),
        Concern::DrawnAgain(count) => words.caution_drawn_again(&[&language.number(*count as u64)]),
    });
    said.chain([words.caution_own_server(&[])]).collect()
}

/// What a visitor types, with the names under which the files were downloaded.
fn commands(room: &str, receipt: bool) -> [String; 2] {
    let receipt = if receipt {
        format!(" --receipt receipt-{room}.json")
    } else {
        String::new()
    };
    ["anteroom verify-draw", "python3 verify_draw.py"].map(|program| format!("{program} draw-{room}.json{receipt}"))
}
