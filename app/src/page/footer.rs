//! The page's footer: leaving the line, the language picker, and links. The links open in another
//! tab, so that the page continues to poll.

use leptos::prelude::*;

use super::WaitingShape;
use super::picker::{LanguagePicker, picker};
use crate::hole::Hole;

pub(super) fn footer(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = &shape.texts;
    let place = shape.placed.then(|| {
        let leave = texts.leave.clone();
        let move_on = texts.move_link.clone();
        let priority = shape.links.takes_codes.then(|| {
            view! {
                <p class="move-on priority">
                    <a href=Hole::PriorityUrl.marker() rel="nofollow">{texts.priority_link.clone()}</a>
                </p>
            }
        });
        let email = shape.email.clone().map(|text| {
            view! {
                <p class="move-on">
                    <a href=Hole::EmailUrl.marker() rel="nofollow" data-slot="email">{text}</a>
                </p>
            }
        });
        view! {
            <p class="leave">
                <a href=Hole::LeaveUrl.marker() rel="nofollow">{leave}</a>
            </p>
            <p class="move-on">
                <a href=Hole::TransferUrl.marker() rel="nofollow">{move_on}</a>
            </p>
            {priority}
            {email}
        }
    });
    let queue_id = shape.placed.then(|| {
        let label = texts.queue_id_label.clone();
        view! {
            <p class="queue-id">
                <span>{label}</span>
                " "
                <code data-slot="queue-id">{Hole::QueueId.marker()}</code>
            </p>
        }
    });
    let links = [
        (shape.links.status.clone(), texts.status_link.clone()),
        (shape.links.about.clone(), texts.about_link.clone()),
    ];
    let links = links.map(|(url, text)| {
        // From the query, the page computes the link back.
        let url = (!url.is_empty()).then(|| url + "&" + &Hole::Query.marker());
        url.map(|url| view! { <li><a href=url target="_blank">{text}</a></li> })
    });
    let (details, powered_by) = (texts.details.clone(), texts.powered_by.clone());
    view! {
        {place}
        {language(shape)}
        <details>
            <summary>{details}</summary>
            {queue_id}
            <ul class="links">{links.into_iter().collect_view()}</ul>
        </details>
        <p class="powered-by">{powered_by}</p>
    }
}

/// The picker's form submits to an endpoint that leads back to the page, because a page is rendered
/// once for all queries.
fn language(shape: &WaitingShape) -> Option<impl IntoView + use<>> {
    let there = shape.layout.language_selector_visible && !shape.languages.is_empty();
    there.then(|| {
        picker(&LanguagePicker {
            label: shape.texts.language_label.clone(),
            apply: shape.texts.language_apply.clone(),
            languages: shape.languages.clone(),
            action: shape.links.language.clone(),
            fields: vec![("back".to_owned(), Hole::Query.marker())],
        })
    })
}
