//! The page that verifies a room's draws for a visitor: an askama template, complete without
//! scripts.
//!
//! Its heading states the visitor's number. Below, it lists the facts that were verified, the facts
//! that this does not prove, and how to verify the draw without this server. The page makes no
//! decisions: its content follows from the verifier's result. Text of the documents themselves
//! (reasons, faults, commands) and the form for the round of a beacon, which is for readers who
//! know beacons, stay in English.

use askama::Template;
use draw::{Concern, DrawStatus, HolderStatus, PublicKey, Verified, VerifiedRun};

use super::frame::Frame;
use crate::{
    draws::InvalidPublication,
    text::{DrawTexts, Language},
    theme::Theme,
};

/// The values of the page.
#[derive(Debug, Clone)]
pub struct DrawPage<'a> {
    /// The room's id, which is part of the names of downloaded files.
    pub room_id: &'a str,
    /// The room's name.
    pub room_name: &'a str,
    /// The verifier's result.
    pub found: Result<&'a Verified, &'a InvalidPublication>,
    /// The key that signs the documents.
    pub public_key: PublicKey,
    /// The address of the published document.
    pub document_url: &'a str,
    /// The address of the visitor's receipt, if the visitor presented a place.
    pub receipt_url: Option<String>,
    /// The address of the visitor's waiting page.
    pub line_url: Option<String>,
    /// The round of a beacon for which the draw waits.
    pub awaited: Option<AwaitedBeacon>,
}

/// A round of a beacon that any client can submit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AwaitedBeacon {
    /// The round.
    pub round: u64,
    /// The path of the round at a relay of the network.
    pub relay_path: String,
    /// The address that accepts the round.
    pub form_url: String,
}

/// `data-state` of the page: the state of the visitor's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DrawState {
    /// Drawn, with this number, counted from 0.
    Drawn(u64),
    /// Given after the cut-off, with this number, counted from 0.
    Kept(u64),
    /// The draw is still to come.
    NotYet,
    /// The draw was aborted.
    Aborted,
    /// The page is not about one visitor.
    Public,
    /// The documents are not valid.
    Broken,
}

impl DrawState {
    /// Derives the state from the verifier's result.
    #[must_use]
    pub fn of(found: Result<&Verified, &InvalidPublication>) -> Self {
        let Ok(verified) = found else {
            return Self::Broken;
        };
        match verified.holder.map(|holder| holder.status) {
            None => Self::Public,
            Some(HolderStatus::Drawn(number)) => Self::Drawn(number.get()),
            Some(HolderStatus::AfterCutOff(number)) => Self::Kept(number.get()),
            Some(HolderStatus::NotYet) => Self::NotYet,
            Some(HolderStatus::Aborted) => Self::Aborted,
        }
    }

    /// Returns its stable name.
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
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.draw_texts();
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
    words: &'a DrawTexts,
    checks: Vec<String>,
    fault: Option<&'a InvalidPublication>,
    cautions: Vec<String>,
    commands: [String; 2],
    page: &'a DrawPage<'a>,
}

/// Returns the last draw of the holder's run; without a holder, the last draw of all.
fn run_in_question(verified: &Verified) -> Option<&VerifiedRun> {
    let asked = verified.holder.map(|holder| holder.run);
    let mut runs = verified.runs.iter().rev();
    runs.find(|run| asked.is_none_or(|asked| run.run == asked))
}

fn headline(state: DrawState, run: Option<&VerifiedRun>, language: &Language) -> (String, String) {
    let words = language.draw_texts();
    // Visitors see numbers counted from 1.
    let shown = |number: u64| language.number(number.saturating_add(1));
    match state {
        DrawState::Drawn(number) => (
            words.heading_drawn(&[&shown(number)]),
            words.lead_drawn(&[&population(run, language)]),
        ),
        DrawState::Kept(number) => (words.heading_kept(&[&shown(number)]), words.lead_kept(&[])),
        DrawState::NotYet => (words.heading_not_yet(&[]), words.lead_not_yet(&[])),
        DrawState::Aborted => (words.heading_aborted(&[]), words.lead_aborted(&[])),
        DrawState::Public if is_to_come(run) => (words.heading_to_come(&[]), words.lead_not_yet(&[])),
        DrawState::Public => (words.heading_public(&[]), words.lead_public(&[])),
        DrawState::Broken => (words.heading_broken(&[]), words.lead_broken(&[])),
    }
}

/// Whether a draw has been announced, and not yet been held.
fn is_to_come(run: Option<&VerifiedRun>) -> bool {
    run.is_some_and(|run| matches!(run.status, DrawStatus::Committed | DrawStatus::CutOff))
}

fn population(run: Option<&VerifiedRun>, language: &Language) -> String {
    let population = run.and_then(|run| run.population);
    language.number(population.map_or(0, |population| population.get()))
}

/// Returns one sentence for each statement that holds.
fn checks(verified: &Verified, run: Option<&VerifiedRun>, language: &Language) -> Vec<String> {
    let words = language.draw_texts();
    let is_announced = run.is_some_and(|run| run.status == DrawStatus::Committed);
    let published = verified.runs.len() - usize::from(is_announced);
    let all = (published > 0 || !is_announced).then(|| words.check_all(&[&language.number(published as u64)]));
    let mut checks: Vec<String> = all.into_iter().collect();
    if is_announced {
        checks.push(words.check_to_come(&[]));
    } else if let Some(run) = run {
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

/// Returns one sentence for each thing that the records do not show. Sentences about a draw that
/// was held wait until it was held.
fn cautions(run: Option<&VerifiedRun>, language: &Language) -> Vec<String> {
    let words = language.draw_texts();
    let status = run.map(|run| run.status);
    let is_held = status == Some(DrawStatus::Revealed);
    let concerns = run.into_iter().flat_map(|run| &run.concerns);
    let said = concerns.filter_map(|concern| match concern {
        Concern::WithoutBeacon => is_held.then(|| words.caution_without_beacon(&[])),
        Concern::UnknownChain { .. } => is_held.then(|| words.caution_unknown_chain(&[])),
        Concern::CommittedLate => Some(words.caution_committed_late(&[])),
        Concern::DrawnAgain(count) => Some(words.caution_drawn_again(&[&language.number(*count as u64)])),
    });
    let own_server = (!is_to_come(run)).then(|| words.caution_own_server(&[]));
    said.chain(own_server).collect()
}

/// Returns the commands that a visitor can run, with the names of the downloaded files.
fn commands(room: &str, receipt: bool) -> [String; 2] {
    let receipt = if receipt {
        format!(" --receipt receipt-{room}.json")
    } else {
        String::new()
    };
    ["anteroom verify-draw", "python3 verify_draw.py"].map(|program| format!("{program} draw-{room}.json{receipt}"))
}
