//! The island's view: figures, progress, last update and the live region.
//!
//! The island takes no props. On the server its fixed texts come from the context
//! ([`IslandParts`]). In the browser they are already in the DOM, and hydration does not change
//! them. The island then only needs to know which parts exist, and the DOM shows that as well.
//!
//! On the server every live text ends with a space: an empty text would leave no text node, and
//! hydration needs one.

use leptos::prelude::*;

use super::{IslandParts, Live};

/// The live status: keeps the page up to date with the answers of `GET /api/getStatus`.
#[island]
pub fn LiveStatus() -> impl IntoView {
    let given = IslandParts::here();
    let live = Live::here();
    #[cfg(not(feature = "ssr"))]
    super::start::start(live);

    let figures = view! {
        <dl class="figures">
            {given.prequeue.then(|| figure("prequeue-countdown", given.prequeue_label, live.prequeue))}
            {given
                .countdown
                .then(|| {
                    moment("countdown", given.countdown_label, live.starts_utc, live.countdown, segments(given.units))
                })}
            {given.countdown.then(|| moment("starts-at", given.starts_at_label, live.starts_utc, live.starts_at, ()))}
            {given.draw.then(|| figure("draw-countdown", given.draw_in_label, live.draw))}
            {given.ahead.then(|| figure("ahead", given.ahead_label, live.ahead))}
            {given.wait.then(|| figure("wait", given.wait_label, live.wait))}
            {given.number.then(|| figure("number", given.number_label, live.number))}
        </dl>
    };
    // The entry is empty, and therefore hidden, until the browser knows the times in the visitor's
    // zone.
    let entry = given.wait.then(|| view! { <p data-slot="entry"></p> });
    // The stylesheet hides the reason while `data-reason` of `<html>` is empty.
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
            data-entry=given.entry
            data-offline=given.offline
            data-online=given.online_again
            data-room=given.room
        >
            {figures}
            {entry}
            {reason}
            {progress}
            {updated}
            <p class="go" hidden=is_empty(live.target)>
                <a data-slot="target" href=live.target>{given.redirecting_link}</a>
            </p>
            <p class="visually-hidden" role="status" data-slot="announce">{live.announce}</p>
        </section>
    }
}

/// The view uses signals directly, and creates this closure in one place only: every further
/// closure would add another copy of Leptos' effect to the browser's download.
fn is_empty(text: RwSignal<String>) -> impl Fn() -> bool + Send + Copy {
    move || text.with(String::is_empty)
}

/// A figure about the start. The stylesheet hides it while the page has no seconds to count
/// (`data-seconds-to-start` of `<html>`).
fn moment(
    slot: &'static str,
    label: String,
    utc: RwSignal<String>,
    text: RwSignal<String>,
    more: impl IntoView,
) -> impl IntoView {
    view! {
        <div class="figure" data-figure=slot>
            <dt>{label}</dt>
            <dd>
                <time data-slot=slot datetime=utc>{text}</time>
                {more}
            </dd>
        </div>
    }
}

/// The visible countdown by the second, whose figures the browser writes. Screen readers read the
/// time beside it, and announce when the start comes near.
fn segments(units: [String; 4]) -> impl IntoView {
    let units = units.map(|unit| {
        view! {
            <span>
                <b></b>
                <small>{unit}</small>
            </span>
        }
    });
    let [days, hours, minutes, seconds] = units;
    view! { <span class="segments" aria-hidden="true">{days} {hours} {minutes} {seconds}</span> }
}

fn figure(slot: &'static str, label: String, value: RwSignal<String>) -> impl IntoView {
    view! {
        <div class="figure" data-figure=slot>
            <dt>{label}</dt>
            <dd data-slot=slot>{value}</dd>
        </div>
    }
}
