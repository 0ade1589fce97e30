//! The words of pages for everybody: what a waiting room is, and how the service stands.

use super::words::words;

words! {
    /// The words of "what is this".
    AboutWords, "about-" {
        /// Heading and title.
        title [],
        /// What a waiting room is.
        lead [],
        /// Heading of how it works.
        how_heading [],
        /// In which order people are let in.
        how_order [],
        /// That the place is kept.
        how_place [],
        /// What happens at one's turn.
        how_turn [],
        /// Heading of what is kept about visitors.
        privacy_heading [],
        /// What is kept about them.
        privacy [],
        /// Heading of for whom these pages are.
        accessibility_heading [],
        /// For whom they are.
        accessibility [],
        /// Heading of what to do.
        what_to_do_heading [],
        /// What to do.
        what_to_do [],
        /// Which software this is.
        source [],
        /// Link to how the service stands.
        status_link [],
    }
}

words! {
    /// The words of how the service and its rooms stand. Numbers are given as the culture writes
    /// them.
    HealthWords, "health-" {
        /// Heading and title.
        title [],
        /// All is well.
        lead_good [],
        /// It does not take visitors yet.
        lead_starting [],
        /// No new places.
        lead_degraded [],
        /// It does not take visitors any more.
        lead_stopping [],
        /// Heading of the rooms.
        rooms_heading [],
        /// Before the number of people in line.
        room_waiting_label [],
        /// Before the number of people let in during the last minute.
        room_outflow_label [],
        /// Before what a newcomer would wait.
        room_wait_label [],
        /// Link to the room.
        room_enter [],
        /// The room is not open.
        phase_idle [],
        /// People get a place, and their numbers will be drawn.
        phase_prequeue [],
        /// People are let in.
        phase_queue [],
        /// Nobody is let in for now.
        phase_paused [],
        /// Everybody passes.
        phase_disabled [],
        /// The room is over.
        phase_postqueue [],
        /// When this was so.
        updated ["time"],
    }
}
