//! The texts of the pages that transfer a place to another device.

use super::declare_messages::declare_messages;

declare_messages! {
    /// The texts as templates.
    TransferTexts, "move-" {
        /// Heading on the device that has the place.
        title [],
        /// Explains what moving a place does.
        lead [],
        /// Text of the button that creates a code.
        make_code [],
        /// Label of the code, and of the field for it.
        code_label [],
        /// Instructions for picture, address and code.
        scan [],
        /// Alternative text of the picture.
        picture_alt [],
        /// The code's lifetime, and the advice to keep it secret.
        good_for [],
        /// Link back to the line.
        back [],
        /// Text of the button that creates another code.
        new_code [],
        /// Heading on the device that receives the place.
        enter_title [],
        /// Asks for the code.
        enter_lead [],
        /// Text of the button after the field.
        enter_button [],
        /// Explains the confirmation button.
        confirm_lead [],
        /// Text of the button that moves the place.
        confirm_button [],
        /// Warns that the place of this browser is given up.
        confirm_replaces [],
        /// Heading of the form for a priority code, and text of the link to it.
        priority_title [],
        /// Asks for the code, and explains its effect.
        priority_lead [],
        /// The priority code is not valid.
        priority_error [],
        /// The code is not valid.
        error_code [],
        /// There were too many attempts or codes.
        error_many [],
        /// The place has been moved as often as allowed.
        error_limit [],
        /// Moving is impossible at the moment, for example because the store is unavailable.
        error_away [],
        /// The turn of the place has already come, on the other device.
        error_turn [],
    }
}
