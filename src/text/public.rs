//! The texts of public pages: about waiting rooms, and the status of the service.

use super::declare_messages::declare_messages;

declare_messages! {
    /// The texts of the page "What is this page?".
    AboutTexts, "about-" {
        /// Heading and title.
        title [],
        /// Explains waiting rooms.
        lead [],
        /// Heading of the explanation.
        how_heading [],
        /// The order in which visitors are let in.
        how_order [],
        /// States that the place is kept.
        how_place [],
        /// States that visitors are let in automatically at their turn.
        how_turn [],
        /// Heading of the section about stored data.
        privacy_heading [],
        /// The data that is stored about visitors.
        privacy [],
        /// Heading of the section about accessibility.
        accessibility_heading [],
        /// The ways in which the pages can be used.
        accessibility [],
        /// Heading of the advice.
        what_to_do_heading [],
        /// The advice for visitors.
        what_to_do [],
        /// Names the software.
        source [],
        /// Text of the link to the status page.
        status_link [],
    }
}

declare_messages! {
    /// The texts of the status page. Numbers are passed in the culture's format.
    HealthTexts, "health-" {
        /// Heading and title.
        title [],
        /// The service works.
        lead_good [],
        /// The service is starting.
        lead_starting [],
        /// The service gives no new places at the moment.
        lead_degraded [],
        /// The service is stopping.
        lead_stopping [],
        /// Heading of the list of rooms.
        rooms_heading [],
        /// Label of the number of visitors in line.
        room_waiting_label [],
        /// Label of the number of visitors let in during the last minute.
        room_outflow_label [],
        /// Label of the wait that a new visitor can expect.
        room_wait_label [],
        /// Text of the link to the room.
        room_enter [],
        /// The room is not open.
        phase_idle [],
        /// Visitors receive places, and their numbers will be drawn.
        phase_prequeue [],
        /// Visitors are let in.
        phase_queue [],
        /// The room is paused: nobody is let in.
        phase_paused [],
        /// The room is disabled: all visitors pass.
        phase_disabled [],
        /// The room has ended.
        phase_postqueue [],
        /// The time of these figures.
        updated ["time"],
    }
}
