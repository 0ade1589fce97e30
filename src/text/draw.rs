//! The texts of the page about a room's draws. The signed documents and the command line stay
//! English, since that is part of their format.

use super::declare_messages::declare_messages;

declare_messages! {
    /// The texts as templates. Numbers are passed in the culture's format.
    DrawTexts, "draw-" {
        /// Heading: the visitor's number was drawn.
        heading_drawn ["number"],
        /// Says how many people took part in the draw.
        lead_drawn ["population"],
        /// Heading: the visitor joined after the cut-off.
        heading_kept ["number"],
        /// Explains why no number was drawn.
        lead_kept [],
        /// Heading: the draw is still to come.
        heading_not_yet [],
        /// Explains what will happen.
        lead_not_yet [],
        /// Heading for people who have no place: the draw is still to come.
        heading_to_come [],
        /// Heading: the draw was aborted.
        heading_aborted [],
        /// Explains the consequences.
        lead_aborted [],
        /// Heading for people who have no place in the room.
        heading_public [],
        /// Explains how to see one's own number.
        lead_public [],
        /// Heading: the draw fails the check.
        heading_broken [],
        /// Advice in that case.
        lead_broken [],
        /// Heading of the checks.
        checked [],
        /// All published draws fit together.
        check_all ["count"],
        /// The commitment was checked.
        check_commitment [],
        /// The commitment was checked, and the draw is still to come.
        check_to_come [],
        /// The cut-off was checked.
        check_cut_off ["population"],
        /// The reveal was checked.
        check_reveal [],
        /// The abort was checked; the reason is quoted from the documents.
        check_abort ["reason"],
        /// The receipt was checked.
        check_receipt [],
        /// Heading of the limits of the check.
        cautions [],
        /// The draw used no beacon.
        caution_without_beacon [],
        /// The timetable of the beacon's chain is unknown.
        caution_unknown_chain [],
        /// The commitment came only after people could join.
        caution_committed_late [],
        /// Earlier draws of the same run were aborted.
        caution_drawn_again ["count"],
        /// The check ran on the operator's own server.
        caution_own_server [],
        /// Heading of the instructions to check the draw independently.
        yourself [],
        /// Text of the link to the published draw.
        get_document [],
        /// Text of the link to the receipt.
        get_receipt [],
        /// Introduces the commands.
        run_command [],
        /// Introduces the key.
        compare_key [],
        /// Text of the link back to the line.
        back [],
    }
}
