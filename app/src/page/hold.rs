//! "Hold my turn": a form that steps aside for a while when it is nearly the visitor's turn, and
//! comes back. It works without scripts; with them the time is counted by the second
//! (`controls.js`). The stylesheet shows the part of the form that fits the state of the page.

use leptos::prelude::*;

use super::WaitingShape;
use crate::{hole::Hole, view::PageId};

/// Without an address (`action`) there is nothing to hold, and the stylesheet hides the form.
pub(super) fn hold(shape: &WaitingShape) -> Option<impl IntoView + use<>> {
    let texts = shape
        .hold
        .clone()
        .filter(|_| shape.page == PageId::Queue && shape.placed);
    texts.map(|texts| {
        view! {
            <form class="hold" method="post" action=Hole::HoldUrl.marker()>
                <div class="offer">
                    <p>{texts.offer}</p>
                    <button>{texts.button}</button>
                </div>
                <div class="aside">
                    <p>
                        {texts.left} " "
                        <b
                            data-slot="hold-left"
                            role="timer"
                            data-seconds=Hole::HoldSeconds.marker()
                            data-ending=texts.ending
                        >
                            {Hole::HoldLeft.marker()}
                        </b>
                    </p>
                    <button>{texts.back}</button>
                </div>
            </form>
        }
    })
}
