//! The fragments outside the island: heading, message, help, footer. Their live texts carry `data-slot`, by which the island finds them.

use leptos::prelude::*;

use super::WaitingShape;
use crate::hole::Hole;

/// Refresh for browsers that run no script, and early fetches of the island.
pub(super) fn head(shape: &WaitingShape) -> impl IntoView + use<> {
    let script = shape.script.clone();
    view! {
        <noscript>
            <meta http-equiv="refresh" content=Hole::RefreshSeconds.marker()/>
        </noscript>
        {script
            .map(|script| {
                view! {
                    <link rel="modulepreload" href=script.js_path nonce=Hole::Nonce.marker()/>
                    <link rel="preload" href=script.wasm_path r#as="fetch" r#type="application/wasm" crossorigin="anonymous"/>
                }
            })}
    }
}

pub(super) fn skip(shape: &WaitingShape) -> impl IntoView + use<> {
    let text = shape.texts.skip.clone();
    view! { <a class="skip" href="#status">{text}</a> }
}

pub(super) fn logo(shape: &WaitingShape) -> impl IntoView + use<> {
    let logo = shape.logo_url.clone().filter(|_| shape.layout.logo_visible);
    let name = shape.room_name.clone();
    view! {
        <p class="brand">
            {logo.map(|url| view! { <img class="logo" src=url alt=""/> })}
            <span class="room-name">{name}</span>
        </p>
    }
}

pub(super) fn heading(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = &shape.texts;
    let (redirecting_headline, redirecting_lead) = (texts.redirecting_headline.clone(), texts.redirecting_lead.clone());
    view! {
        <h1 data-slot="headline" data-redirecting=redirecting_headline>{Hole::Headline.marker()}</h1>
        <p class="lead" data-slot="lead" data-redirecting=redirecting_lead>{Hole::Lead.marker()}</p>
    }
}

/// Empty while there is no message, and then not displayed (`:empty`).
pub(super) fn message(shape: &WaitingShape) -> impl IntoView + use<> {
    let label = shape.texts.message_label.clone();
    shape.layout.dynamic_message_visible.then(|| {
        view! { <section class="message" data-slot="message" aria-label=label>{Hole::Message.marker()}</section> }
    })
}

pub(super) fn help(shape: &WaitingShape) -> impl IntoView + use<> {
    let (keep_open, no_script) = (shape.texts.keep_open.clone(), shape.texts.no_script.clone());
    view! {
        <p class="help">{keep_open}</p>
        <noscript>
            <p class="help">{no_script}</p>
        </noscript>
    }
}

pub(super) fn footer(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = &shape.texts;
    let (leave, label, powered_by) = (
        texts.leave.clone(),
        texts.queue_id_label.clone(),
        texts.powered_by.clone(),
    );
    view! {
        <p class="leave">
            <a href=Hole::LeaveUrl.marker() rel="nofollow">{leave}</a>
        </p>
        <p class="queue-id">
            <span>{label}</span>
            " "
            <code data-slot="queue-id">{Hole::QueueId.marker()}</code>
        </p>
        <p class="powered-by">{powered_by}</p>
    }
}
