//! The fragments outside the island: heading, message, help, the draw. Their live texts carry
//! `data-slot`, by which the island finds them.

use leptos::prelude::*;

use super::{Draw, WaitingShape, hold::hold, notify::notify};
use crate::{hole::Hole, view::PageId};

/// The refresh for browsers without scripts. The page after the end does not refresh.
pub(super) fn head(shape: &WaitingShape) -> impl IntoView + use<> {
    (shape.page != PageId::After).then(|| {
        view! {
            <noscript>
                <meta http-equiv="refresh" content=Hole::RefreshSeconds.marker()/>
            </noscript>
        }
    })
}

pub(super) fn skip(shape: &WaitingShape) -> impl IntoView + use<> {
    let text = match shape.page {
        PageId::Queue => &shape.texts.skip,
        PageId::Before | PageId::After => &shape.texts.skip_content,
    };
    let text = text.clone();
    view! { <a class="skip" href="#status">{text}</a> }
}

pub(super) fn logo(shape: &WaitingShape) -> impl IntoView + use<> {
    let logo = shape.logo_url.clone().filter(|_| shape.layout.logo_visible);
    let name = shape.room_name.clone();
    view! {
        <p class="brand">
            {logo.map(|url| view! { <img class="logo" src=url alt=""/> })}
            <bdi class="room-name">{name}</bdi>
        </p>
    }
}

pub(super) fn room(shape: &WaitingShape) -> impl IntoView + use<> {
    let name = shape.room_name.clone();
    view! { <p class="event" aria-hidden="true"><bdi>{name}</bdi></p> }
}

pub(super) fn heading(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = &shape.texts;
    // The stock is empty, and therefore hidden (`:empty`), if it is not known.
    let stock =
        (shape.page == PageId::Queue).then(|| view! { <p class="stock" data-slot="stock">{Hole::Stock.marker()}</p> });
    let (redirecting_headline, redirecting_lead) = (texts.redirecting_headline.clone(), texts.redirecting_lead.clone());
    // At the start and at the draw the page changes by itself.
    let turns = shape.page == PageId::Before && shape.placed && shape.draw.is_some();
    let text = |text: &String| turns.then(|| text.clone());
    // Hidden while it is empty (`:empty`), like the stock.
    let connection = (shape.page != PageId::After).then(|| view! { <p class="connection" data-slot="connection"></p> });
    // Open pages join a pre-queue one after the other in the seconds after it opens.
    let joining = (shape.page == PageId::Before && !shape.placed).then(|| texts.countdown_now.clone());
    let (started_headline, drawing_headline) = (text(&texts.started_headline), text(&texts.drawing_headline));
    view! {
        <h1
            data-slot="headline"
            data-redirecting=redirecting_headline
            data-joining=joining
            data-started=started_headline
            data-drawing=drawing_headline
        >
            {Hole::Headline.marker()}
        </h1>
        {connection}
        <p class="lead" data-slot="lead" data-redirecting=redirecting_lead>{Hole::Lead.marker()}</p>
        {stock}
        {hold(shape)}
    }
}

/// The section is empty, and therefore hidden (`:empty`), while there is no message. The message
/// can be in another script than the page: the direction of its text is its own, and that of the
/// box is the page's (`style/base.css`).
pub(super) fn message(shape: &WaitingShape) -> impl IntoView + use<> {
    let label = shape.texts.message_label.clone();
    shape.layout.dynamic_message_visible.then(|| {
        view! { <section class="message" data-slot="message" dir="auto" aria-label=label>{Hole::Message.marker()}</section> }
    })
}

/// Replaces the island after the end.
pub(super) fn ended(shape: &WaitingShape) -> impl IntoView + use<> {
    let (help, back) = (shape.texts.ended_help.clone(), shape.texts.back_to_site.clone());
    view! {
        <section class="status" id="status" tabindex="-1">
            <p class="todo">{help}</p>
            <p class="go way-back">
                <a href=Hole::TargetUrl.marker() rel="nofollow">{back}</a>
            </p>
        </section>
    }
}

pub(super) fn help(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = &shape.texts;
    // Also true without scripts: the page reloads by itself.
    let keep_open = match (shape.page, shape.placed) {
        (PageId::Queue, _) => vec![("help", &texts.keep_open)],
        // From the start on, nothing is promised to those who come back before it: the stylesheet
        // shows the first sentence in place of the other.
        (PageId::Before, true) => vec![("help started", &texts.keep_open), ("help", &texts.keep_open_before)],
        (PageId::Before, false) => vec![("help", &texts.keep_open_idle)],
        (PageId::After, _) => Vec::new(),
    };
    let keep_open: Vec<_> = keep_open
        .into_iter()
        .map(|(class, text)| (class, text.clone()))
        .map(|(class, text)| view! { <p class=class>{text}</p> })
        .collect();
    let drawn = shape.draw.filter(|_| shape.page == PageId::Queue);
    let drawn = drawn.map(|_| drawn_number(shape));
    let draw = shape.draw.filter(|_| shape.page == PageId::Before);
    let draw = draw.map(|draw| draw_to_come(shape, draw));
    view! { {drawn} {keep_open} {notify(shape)} {draw} }
}

/// The link to the draw, for the line of a room whose numbers were drawn. Hidden while the link has
/// no address.
fn drawn_number(shape: &WaitingShape) -> impl IntoView + use<> {
    let text = shape.texts.drawn_link.clone();
    view! {
        <p class="drawn help">
            <a data-slot="draw" href=Hole::DrawUrl.marker() target="_blank">{text}</a>
        </p>
    }
}

/// The steps of the draw, and the means by which anyone can check it.
fn draw_to_come(shape: &WaitingShape, draw: Draw) -> impl IntoView + use<> {
    let texts = shape.texts.clone();
    // The page that checks a draw explains the limits of a draw without a beacon.
    let beacon = (draw == Draw::WithBeacon).then_some(texts.draw_with_beacon);
    let proof = if shape.placed {
        texts.draw_receipt
    } else {
        texts.draw_check
    };
    let receipt = shape.placed.then(|| {
        view! {
            <li>
                <a data-slot="receipt" href=Hole::ReceiptUrl.marker() download="receipt.json" rel="nofollow">{texts.draw_receipt_link}</a>
            </li>
        }
    });
    view! {
        <section class="draw" aria-labelledby="draw-heading">
            <h2 id="draw-heading">{texts.draw_heading}</h2>
            <ol>
                <li>{texts.draw_closing}</li>
                <li>{texts.draw_chance}</li>
                <li>{texts.draw_number}</li>
            </ol>
            {beacon.map(|beacon| view! { <p>{beacon}</p> })}
            <p>{proof}</p>
            <ul class="links">
                {receipt}
                <li>
                    <a data-slot="draw" href=Hole::DrawUrl.marker() target="_blank">{texts.draw_check_link}</a>
                </li>
            </ul>
        </section>
    }
}
