//! The end of the page: leave the line, the language, where more is said.

use leptos::prelude::*;

use super::WaitingShape;
use crate::hole::Hole;

pub(super) fn footer(shape: &WaitingShape) -> impl IntoView + use<> {
    let texts = &shape.texts;
    let place = shape.placed.then(|| {
        let (leave, label) = (texts.leave.clone(), texts.queue_id_label.clone());
        let move_on = texts.move_link.clone();
        view! {
            <p class="leave">
                <a href=Hole::LeaveUrl.marker() rel="nofollow">{leave}</a>
            </p>
            <p class="move-on">
                <a href=Hole::MoveUrl.marker() rel="nofollow">{move_on}</a>
            </p>
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
    let links = links.map(|(url, text)| (!url.is_empty()).then(|| view! { <li><a href=url>{text}</a></li> }));
    let powered_by = texts.powered_by.clone();
    view! {
        {place}
        {picker(shape)}
        <ul class="links">{links.into_iter().collect_view()}</ul>
        <p class="powered-by">{powered_by}</p>
    }
}

/// A form, so that it needs no script: it leads back to the same page in another language.
fn picker(shape: &WaitingShape) -> impl IntoView + use<> {
    let there = shape.layout.language_selector_visible && !shape.languages.is_empty();
    let options = shape.languages.iter().map(|language| {
        let (tag, name) = (language.tag.clone(), language.name.clone());
        let lang = tag.clone();
        view! { <option value=tag lang=lang selected=language.chosen>{name}</option> }
    });
    let options = options.collect_view();
    let (label, apply) = (shape.texts.language_label.clone(), shape.texts.language_apply.clone());
    let action = shape.links.language.clone();
    there.then(|| {
        view! {
            <form class="language" action=action method="get">
                <label for="language">{label}</label>
                <select id="language" name="cid" autocomplete="off">{options}</select>
                <input type="hidden" name="back" value=Hole::Query.marker()/>
                <button type="submit">{apply}</button>
            </form>
        }
    })
}
