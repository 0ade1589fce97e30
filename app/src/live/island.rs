//! The island's view: figures, progress, last update, connection note and the live region.
//!
//! It takes no props. On the server its fixed texts come from the context ([`IslandParts`]); in the
//! browser they are in the DOM already and hydration leaves them alone, so that only which parts
//! exist has to be known, and the DOM tells that as well.
//!
//! Every live text ends with a space on the server: a text that is filled with nothing would leave
//! no text node, and hydration needs one.

use leptos::prelude::*;

use super::{IslandParts, Live};

/// The live status: what `GET /api/getStatus` says, kept on the page.
#[island]
pub fn LiveStatus() -> impl IntoView {
    let given = IslandParts::here();
    let live = Live::here();
    #[cfg(not(feature = "ssr"))]
    super::start::start(live);

    let figures = view! {
        <dl class="figures">
            {given.prequeue.then(|| figure("prequeue-countdown", given.prequeue_label, live.prequeue))}
            {given.countdown.then(|| moment("countdown", given.countdown_label, live.starts_utc, live.countdown))}
            {given.countdown.then(|| moment("starts-at", given.starts_at_label, live.starts_utc, live.starts_at))}
            {given.ahead.then(|| figure("ahead", given.ahead_label, live.ahead))}
            {given.wait.then(|| figure("wait", given.wait_label, live.wait))}
            {given.number.then(|| figure("number", given.number_label, live.number))}
        </dl>
    };
    // Not displayed while `data-reason` of `<html>` is empty.
    let reason = given
        .wait
        .then(|| view! { <p class="reason" data-slot="reason">{live.reason}</p> });
    let progress = given.progress.then(|| {
        view! { <progress data-slot="progress" max="1" value=live.progress aria-label=given.progress_label></progress> }
    });
    let updated = given.updated.then(|| {
        view! {
            <p class="updated">
                <span>{given.updated_label}</span>
                " "
                <time data-slot="updated" datetime=live.updated_utc>{live.updated}</time>
            </p>
        }
    });
    view! {
        <section
            class="status"
            id="status"
            tabindex="-1"
            data-poll-ms=given.poll_ms
            data-ahead=given.ahead_count
            data-wait-unknown=given.wait_unknown
            data-offline=given.offline
            data-online=given.online_again
            data-room=given.room
        >
            {figures}
            {reason}
            {progress}
            {updated}
            <p class="connection" data-slot="connection" hidden=is_empty(live.connection)>{live.connection}</p>
            <p class="go" hidden=is_empty(live.target)>
                <a data-slot="target" href=live.target>{given.redirecting_link}</a>
            </p>
            <p class="visually-hidden" role="status" data-slot="announce">{live.announce}</p>
        </section>
    }
}

/// Signals stand in the view as they are, and this closure is made in one place: every closure of
/// its own would bring its own copy of Leptos' effect to the browser.
fn is_empty(text: RwSignal<String>) -> impl Fn() -> bool + Send + Copy {
    move || text.with(String::is_empty)
}

/// A figure of the start; hidden by the stylesheet while the page has no seconds to count
/// (`data-seconds-to-start` of `<html>`).
fn moment(slot: &'static str, label: String, utc: RwSignal<String>, text: RwSignal<String>) -> impl IntoView {
    view! {
        <div class="figure" data-figure=slot>
            <dt>{label}</dt>
            <dd>
                <time data-slot=slot datetime=utc>{text}</time>
            </dd>
        </div>
    }
}

fn figure(slot: &'static str, label: String, value: RwSignal<String>) -> impl IntoView {
    view! {
        <div class="figure" data-figure=slot>
            <dt>{label}</dt>
            <dd data-slot=slot>{value}</dd>
        </div>
    }
}
