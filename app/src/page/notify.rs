//! "Tell me when it’s my turn": three switches for browsers with scripts. The island
//! ([`crate::live`]) implements them.

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
        view! {
            <div class="notify" role="group" aria-labelledby="notify-heading">
                <p id="notify-heading">{texts.notify_heading}</p>
                <p class="choices">{buttons.into_iter().collect_view()}</p>
                <p data-slot="notify-denied" role="alert" hidden>{texts.notify_denied}</p>
            </div>
        }
    })
}
