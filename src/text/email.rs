//! The texts about e-mail shortly before the turn: of the page where a visitor leaves an address,
//! and of the e-mail; those of the switch for a web push; and those about codes that are sent by
//! e-mail.

use super::declare_messages::declare_messages;

declare_messages! {
    /// The texts as templates.
    EmailTexts, "email-" {
        /// Heading of the page, and text of the link to it.
        title [],
        /// Explains how the address is used, and how long before the turn the e-mail is sent.
        lead ["duration"],
        /// Label of the field.
        label [],
        /// Text of the button that stores the address.
        save [],
        /// The stored address.
        kept ["address"],
        /// Text of the button that deletes the address.
        remove [],
        /// The place has had its e-mail.
        sent [],
        /// The text is not an address.
        error_address [],
        /// Too many addresses were given today.
        error_many [],
        /// The link in an e-mail has expired or was used.
        error_link [],
        /// Subject of the e-mail.
        subject ["room"],
        /// The text about the place of a visitor who comes late.
        late [],
        /// Like `late`, if numbers are valid for a limited time.
        late_limit ["duration"],
        /// Text of the link in the e-mail.
        button [],
        /// Explains why the e-mail was sent, and that it is the only one.
        why ["room", "host"],
    }
}

declare_messages! {
    /// The texts of the switch for a web push.
    PushTexts, "push-" {
        /// Text of the switch.
        button [],
        /// It could not be switched on or off.
        failed [],
    }
}

declare_messages! {
    /// The texts of the page that asks for a newcomer's identity, and of the e-mail with a code.
    IdentityTexts, "identity-" {
        /// Heading of the page with the field for an address.
        title [],
        /// The purpose of the address.
        lead [],
        /// Text of the button that requests a code.
        send [],
        /// The mailbox that contains the code, and how long the code is valid.
        sent ["duration"],
        /// Label of the field for the code.
        code_label [],
        /// Text of the link to another code or address.
        again [],
        /// The code is wrong.
        error_code [],
        /// The code has expired, or was guessed too often.
        error_old [],
        /// A code has a price, for which a minute's wait pays as well: when to press the button
        /// again. True with and without scripts.
        price ["duration"],
        /// The page works for the price, and sends the form by itself.
        price_works [],
        /// There were too many codes for this address lately.
        error_soon ["duration"],
        /// There were too many codes for this address or connection today.
        error_today [],
        /// The e-mail could not be sent.
        error_send [],
        /// Heading of the page where visitors sign in at a provider, and text of the link to it.
        sign_in [],
        /// The purpose of signing in.
        sign_in_lead [],
        /// Signing in did not work.
        error_sign_in [],
        /// Subject of the e-mail.
        subject ["room", "code"],
        /// Explains why the e-mail was sent, and how to use it.
        why ["room", "host"],
    }
}
