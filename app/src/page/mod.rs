//! Renders the waiting page's fragments, once per room, theme and culture.
//!
//! Each page of a room's life (before, queue, after) is rendered once, except the page before the
//! start, which is rendered once for visitors with a place and once for those without. One
//! rendering serves all states of its page (in line, first in line, redirecting, paused, sold out;
//! pre-queue, drawing): the states differ in the texts of the holes, in `data-state` of `<html>`
//! and in the style rules for it. The theme decides where the fragments go (`layout.html`); the
//! server provides the visitor's values.

mod figures;
mod footer;
mod hold;
mod notify;
mod parts;
mod picker;
mod scripts;
mod shape;

use std::sync::{Arc, Once};

use hydration_context::SsrSharedContext;
use leptos::prelude::*;

pub use picker::LanguagePicker;
pub use scripts::{page_scripts, preload_script};
pub use shape::{ClientScript, Draw, Fragments, HoldTexts, LanguageChoice, Links, PushSwitch, Slot, WaitingShape};

use crate::{
    hole::Hole,
    live::{IslandParts, island::LiveStatus},
    view::PageId,
};

/// Renders every fragment of a waiting page, with [`Hole::marker`] in the place of each live value.
#[must_use]
pub fn render_waiting_page(shape: &WaitingShape) -> Fragments {
    Fragments {
        html_attributes: html_attributes(shape),
        title: Hole::Title.marker(),
        preload: script(shape).map(preload_script).unwrap_or_default(),
        head: html(|| parts::head(shape)),
        slots: slots(shape),
        scripts: script(shape)
            .map(|script| page_scripts(script, &shape.figures))
            .unwrap_or_default(),
    }
}

fn html_attributes(shape: &WaitingShape) -> Vec<(&'static str, String)> {
    let mut attributes = vec![
        ("lang", shape.lang.clone()),
        ("dir", shape.direction.as_str().to_owned()),
        ("data-page", shape.page.as_str().to_owned()),
        ("data-state", Hole::State.marker()),
    ];
    if shape.page != PageId::After {
        attributes.push(("data-version", Hole::Version.marker()));
        attributes.push(("data-check-ms", Hole::CheckMs.marker()));
    }
    if shape.page == PageId::Queue {
        attributes.push(("data-reason", Hole::ReasonName.marker()));
        attributes.push(("data-ahead-length", Hole::AheadLength.marker()));
        attributes.push(("data-number-length", Hole::NumberLength.marker()));
        if shape.hold.is_some() {
            attributes.push(("data-near", Hole::Near.marker()));
        }
    }
    if shape.page == PageId::Before {
        // These attributes are not on the island, since hydration rewrites the island's attributes.
        attributes.push(("data-seconds-to-start", Hole::SecondsToStart.marker()));
        attributes.push(("data-seconds-to-prequeue", Hole::SecondsToPrequeue.marker()));
        attributes.push(("data-seconds-to-draw", Hole::SecondsToDraw.marker()));
        attributes.push(("data-digits", shape.digits.clone()));
    }
    attributes
}

/// Returns the client script, except for the page after the end, which never changes.
fn script(shape: &WaitingShape) -> Option<&ClientScript> {
    shape.script.as_ref().filter(|_| shape.page != PageId::After)
}

fn slots(shape: &WaitingShape) -> Vec<(Slot, String)> {
    let mut status = match shape.page {
        PageId::After => html(|| parts::ended(shape)),
        PageId::Before | PageId::Queue => html(|| {
            provide_context(IslandParts::from_shape(shape));
            view! { <LiveStatus/> }
        }),
    };
    let placed = shape
        .figures
        .iter()
        .filter_map(|figure| Some((*figure, figures::take(&mut status, *figure)?)));
    let mut slots: Vec<(Slot, String)> = placed.collect();
    slots.extend([
        (Slot::Skip, html(|| parts::skip(shape))),
        (Slot::Logo, html(|| parts::logo(shape))),
        (Slot::Room, html(|| parts::room(shape))),
        (Slot::Heading, html(|| parts::heading(shape))),
        (Slot::Message, html(|| parts::message(shape))),
        (Slot::Status, status),
        (Slot::Help, html(|| parts::help(shape))),
        (Slot::Pastimes, shape.pastimes.clone()),
        (Slot::Footer, html(|| footer::footer(shape))),
    ]);
    slots
}

/// Renders one view under its own owner, with islands as islands.
pub(crate) fn html<V: IntoView>(view: impl FnOnce() -> V) -> String {
    static EXECUTOR: Once = Once::new();
    // An executor that is already set works as well.
    EXECUTOR.call_once(|| _ = any_spawner::Executor::init_tokio());

    let owner = Owner::new_root(Some(Arc::new(SsrSharedContext::new_islands())));
    owner.with(|| view().into_view().to_html())
}
