//! What makes the island ask before its time: the network, the tab or the whole device is back. A
//! tab that goes to the background is drawn there.

use std::{rc::Rc, time::Duration};

use leptos::prelude::{set_timeout, window, window_event_listener_untyped};
use wasm_bindgen::JsCast;
use web_sys::{Event, PageTransitionEvent};

use super::{browser, poll::ask_now, poller::Poller};

/// An answer that young needs no other, milliseconds: several events tell of one awakening.
const FRESH_MS: f64 = 2_000.0;
/// Between two beats, milliseconds.
const BEAT_MS: f64 = 5_000.0;
/// The same where the page counts by the second.
const COUNT_MS: f64 = 1_000.0;
/// A beat that comes so late comes after a sleep, milliseconds.
const SLEPT_MS: f64 = 15_000.0;

/// Listens for as long as the page stands.
pub(super) fn listen(poller: &Rc<Poller>) {
    on("online", poller, |poller, _| ask_now(poller));
    for name in ["focus", "resume"] {
        on(name, poller, |poller, _| wake(poller));
    }
    on("visibilitychange", poller, |poller, _| {
        poller.draw_icon();
        if browser::is_hidden() {
            poller.arrive();
        } else {
            wake(poller);
        }
    });
    // Back from the target to a page that the browser kept: everything on it is of another time.
    on("pageshow", poller, |_, event| {
        if event
            .dyn_ref::<PageTransitionEvent>()
            .is_some_and(PageTransitionEvent::persisted)
        {
            _ = window().location().reload();
        }
    });
}

/// Every listener goes through here, so that there is one closure and not many.
pub(super) fn on(name: &str, poller: &Rc<Poller>, act: fn(&Rc<Poller>, &Event)) {
    let poller = Rc::clone(poller);
    let handle = window_event_listener_untyped(name, move |event| act(&poller, &event));
    // The island lives as long as its page.
    std::mem::forget(handle);
}

fn wake(poller: &Rc<Poller>) {
    let is_fresh = browser::monotonic_ms() - poller.heard_at_ms.get() < FRESH_MS;
    if !is_fresh || poller.lost_in_a_row.get() > 0 {
        ask_now(poller);
    }
}

/// Moves the count to the start on, and notices that the device slept.
pub(super) fn beat(poller: Rc<Poller>) {
    let now_ms = browser::monotonic_ms();
    if now_ms - poller.beat_at_ms.replace(now_ms) >= SLEPT_MS && !browser::is_hidden() {
        wake(&poller);
    }
    poller.count();
    let pause_ms = if poller.counts { COUNT_MS } else { BEAT_MS };
    set_timeout(move || beat(poller), Duration::from_millis(pause_ms as u64));
}
