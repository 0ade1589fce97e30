//! The texts about e-mail shortly before the turn: of the page where a visitor leaves an address,
//! and of the e-mail; those of the switch for a web push; and those about codes that are sent by
//! e-mail.

use super::words::words;

words! {
    /// The texts as templates.
    EmailWords, "email-" {
        /// Heading of the page, and text of the link to it.
        title [],
        /// Explains what happens with the address; how long before the turn the e-mail comes.
        lead ["duration"],
        /// Label of the field.
        label [],
        /// Text of the button that keeps the address.
        save [],
        /// The address that is kept.
        kept ["address"],
        /// Text of the button that deletes the address.
        remove [],
        /// The place has had its e-mail.
        sent [],
        /// The text is not an address.
        error_address [],
        /// Too many addresses were given today.
        error_many [],
        /// The link in an e-mail has ended or was used.
        error_link [],
        /// Subject of the e-mail.
        subject ["room"],
        /// The text about the place of somebody who comes late.
        late [],
        /// The same where numbers are valid for a limited time.
        late_limit ["duration"],
        /// Text of the link in the e-mail.
        button [],
        /// Why the e-mail came, and that no other follows.
        why ["host"],
    }
}

words! {
    /// The texts of the switch for a web push.
    PushWords, "push-" {
        /// Text of the switch.
        button [],
        /// It could not be switched on or off.
        failed [],
    }
}

words! {
    /// The texts of the page that asks newcomers who they are, and of the e-mail with a code.
    IdentityWords, "identity-" {
        /// Heading of the page, where an address is asked for.
        title [],
        /// The purpose of the address.
        lead [],
        /// Text of the button that has a code sent.
        send [],
        /// Where the code is, and how long it works.
        sent ["duration"],
        /// Label of the field for the code.
        code_label [],
        /// Text of the link to another code or address.
        again [],
        /// The code is wrong.
        error_code [],
        /// The code has ended, or was guessed at too often.
        error_old [],
        /// There were too many codes for this address or connection today.
        error_today [],
        /// The e-mail could not be sent.
        error_send [],
        /// Heading of the page where visitors sign in elsewhere, and text of the link there.
        sign_in [],
        /// The purpose of signing in.
        sign_in_lead [],
        /// Signing in did not work.
        error_sign_in [],
        /// Subject of the e-mail.
        subject ["room", "code"],
        /// Why the e-mail came, and what to do with it.
        why ["host"],
    }
}
