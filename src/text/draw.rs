//! The words of the page about a room's draws. What stands in the signed papers and on the command
//! line stays English: it is part of their format.

use super::words::words;

words! {
    /// The words, ready to be filled in. Numbers are given as the culture writes them.
    DrawWords, "draw-" {
        /// Heading: the visitor's number was drawn.
        heading_drawn ["number"],
        /// What that means: they are among so many.
        lead_drawn ["population"],
        /// Heading: came after the cut-off.
        heading_kept ["number"],
        /// Why no number was drawn.
        lead_kept [],
        /// Heading: the draw is still to come.
        heading_not_yet [],
        /// What will happen.
        lead_not_yet [],
        /// Heading: the draw was given up.
        heading_aborted [],
        /// What that means.
        lead_aborted [],
        /// Heading: nobody in particular asks.
        heading_public [],
        /// How to see one's own number.
        lead_public [],
        /// Heading: something does not hold.
        heading_broken [],
        /// What to do then.
        lead_broken [],
        /// Heading of what was checked.
        checked [],
        /// All draws.
        check_all ["count"],
        /// The commitment.
        check_commitment [],
        /// The cut-off.
        check_cut_off ["population"],
        /// The reveal.
        check_reveal [],
        /// The abort; the reason is the papers' own word.
        check_abort ["reason"],
        /// The receipt.
        check_receipt [],
        /// Heading of what cannot be shown.
        cautions [],
        /// No beacon.
        caution_without_beacon [],
        /// A chain whose timetable is not known.
        caution_unknown_chain [],
        /// Committed to only after people could join.
        caution_committed_late [],
        /// Draws of the run that were given up before.
        caution_drawn_again ["count"],
        /// That the judge is the judged.
        caution_own_server [],
        /// Heading of the way to check it oneself.
        yourself [],
        /// Link to the document.
        get_document [],
        /// Link to the receipt.
        get_receipt [],
        /// Before the commands.
        run_command [],
        /// Before the key.
        compare_key [],
        /// Back to the line.
        back [],
    }
}
