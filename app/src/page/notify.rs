//! "Tell me when it’s my turn": three switches for browsers with scripts, which the island
//! ([`crate::live`]) implements. If the room has web push, a fourth switch has a script of its own
//! (`public/push/`).

use leptos::prelude::*;

use super::{WaitingShape, script};

/// A visitor without a place has no turn, and without a script nothing could notify. Vibration
/// comes last: many browsers lack it, and the hidden button then leaves no gap.
pub(super) fn notify(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = shape.texts.clone();
    let there = script(shape).is_some() && shape.placed;
    there.then(|| {
        let ways = [
            ("sound", texts.notify_sound),
            ("notification", texts.notify_notification),
            ("vibration", texts.notify_vibration),
        ];
        let buttons = ways.map(|(way, text)| {
            view! { <button type="button" aria-pressed="false" data-notify=way>{text}</button> }
        });
        // Hidden until the page has found all that it needs (`controls.js`).
        let push = shape.push.clone();
        let failed = push.as_ref().map(|push| push.failed.clone());
        let push = push.map(|push| {
            view! { <button type="button" aria-pressed="false" data-push=push.script hidden>{push.button}</button> }
        });
        let failed = failed.map(|text| view! { <p data-slot="push-failed" role="alert" hidden>{text}</p> });
        view! {
            <div class="notify" role="group" aria-labelledby="notify-heading">
                <p id="notify-heading">{texts.notify_heading}</p>
                <p class="choices">{buttons.into_iter().collect_view()} {push}</p>
                <p data-slot="notify-denied" role="alert" hidden>{texts.notify_denied}</p>
                {failed}
            </div>
        }
    })
}
