//! The words of the pages by which a place moves to another device.

use super::words::words;

words! {
    /// The words, ready to be filled in.
    MoveWords, "move-" {
        /// Heading on the device that has the place.
        title [],
        /// What moving is.
        lead [],
        /// The button that makes a code.
        make_code [],
        /// Before the code, and beside the field for it.
        code_label [],
        /// What to do with picture, address and code.
        scan [],
        /// The picture in words.
        picture_alt [],
        /// How long the code is good, and to be kept to oneself.
        good_for [],
        /// Link back to the line.
        back [],
        /// The button that makes another code.
        new_code [],
        /// Heading on the device that takes the place over.
        enter_title [],
        /// What to type in.
        enter_lead [],
        /// The button behind the field.
        enter_button [],
        /// What the next button does.
        confirm_lead [],
        /// The button that takes the place over.
        confirm_button [],
        /// The place that this browser holds itself is given up.
        confirm_replaces [],
        /// The code is not good.
        error_code [],
        /// Too many attempts, or codes.
        error_many [],
        /// The place has moved as often as it can.
        error_limit [],
        /// The store is away, or the like.
        error_away [],
        /// The place was let through.
        error_turn [],
    }
}
