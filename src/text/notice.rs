//! The texts of pages outside the line: errors, overload and the like.

use super::catalog::Catalog;

macro_rules! notices {
    ($($(#[$doc:meta])* $variant:ident = $id:literal),+ $(,)?) => {
        /// The reason for a page outside the line.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Notice { $($(#[$doc])* $variant),+ }

        impl Notice {
            /// Every notice, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the stable name: used in `data-state`, in the page's reference, and after
            /// `notice-` in `locales/`.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $id),+ }
            }
        }
    };
}

notices! {
    /// Error 1: customer missing or not known.
    UnknownCustomer = "unknown-customer",
    /// Error 2: room missing, unknown, or hidden while idle.
    UnknownRoom = "unknown-room",
    /// Error 4: the time in which the queue number was usable has passed.
    AfterWindow = "after-window",
    /// Error 4: the queue id has been cancelled.
    Cancelled = "cancelled",
    /// Error 5: the queue id has been redirected as often as the room allows.
    RedirectLimit = "redirect-limit",
    /// Error 6, connector code `hash`: the token is tampered with or unreadable.
    TokenHash = "token-hash",
    /// Error 6, connector code `eventid`: the token is for another room.
    TokenRoom = "token-room",
    /// Error 6, connector code `timestamp`: the token has expired.
    TokenExpired = "token-expired",
    /// Error 6, connector code `ip`: the token is bound to another address.
    TokenAddress = "token-address",
    /// Error 6, connector code `qidlimit`: the site has accepted the queue id too often.
    TokenUsedUp = "token-used-up",
    /// Error 6, connector code `connector/sessionstate`: the session cookie is bound to another
    /// address.
    SessionMoved = "session-moved",
    /// Error 6, any other connector code.
    TokenRefused = "token-refused",
    /// Error 7: the work for a place was finished too late.
    ChallengeTimeout = "challenge-timeout",
    /// Error 8: the visitor's browser blocks the script that does the work for a place.
    ChallengeBlocked = "challenge-blocked",
    /// Error 9 or 10: the room requires an enqueue token or an invitation, and there is none.
    EnqueueToken = "enqueue-token",
    /// Error 9 or 10: the enqueue token or the key of the invitation is not valid for this room.
    InvitationInvalid = "invitation-invalid",
    /// Error 9: the enqueue token was valid before.
    InvitationOver = "invitation-over",
    /// Error 10: the room requires an identification key.
    KeyMissing = "key-missing",
    /// Error 11: the room requires a unique key, and this one is in use.
    KeyTaken = "key-taken",
    /// The operator blocks the visitor's address.
    Blocked = "blocked",
    /// The target is not on an allowed host.
    ForeignTarget = "foreign-target",
    /// The queue id is forged or of another room or run.
    ForeignPlace = "foreign-place",
    /// The link names a place that the visitor's browser does not hold.
    NotYours = "not-yours",
    /// The page does not exist.
    NotFound = "not-found",
    /// The visitor has left the line.
    Left = "left",
    /// The store is unavailable: no new places are given.
    Holding = "holding",
    /// The room's `capacity` of waiting visitors is reached.
    RoomFull = "room-full",
    /// The visitor's place takes a while: there are many requests for places, possibly from the
    /// same network.
    Slowed = "slowed",
    /// More requests than the node can answer.
    Overload = "overload",
    /// Another device holds the visitor's place now.
    Transferred = "moved",
    /// This connection gets no new place without a check, which the page performs by itself.
    SoftBlock = "soft-block",
    /// The newcomer's request looks like that of a program, and the room refuses those.
    Suspect = "suspect",
}

/// The three texts of one notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeTexts {
    /// The page's heading and title.
    pub heading: String,
    /// A sentence about what happened.
    pub what: String,
    /// A sentence of advice to the visitor.
    pub todo: String,
}

/// The texts that these pages share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedNoticeTexts {
    /// The text in the page's header.
    pub header: String,
    /// The skip link.
    pub skip: String,
    /// The text of the button that leads back into the line.
    pub way_back: String,
    /// The text of that button on a page that retries by itself.
    pub try_again: String,
    /// The text of a page that retries by itself, while it cannot. It does not mention a place,
    /// since few of its readers have one.
    pub offline: String,
    /// Advice for visitors if there is no such button.
    pub no_way_back: String,
    /// The text of a page until its script knows the visitor's place.
    pub looking_up: String,
    /// The text of such a page for browsers without scripts, before a link.
    pub without_script: String,
    /// The sentence before another question, after a wrong answer.
    pub question_wrong: String,
    question: super::template::Template,
    reference: super::template::Template,
    soft_block_until: super::template::Template,
}

impl SharedNoticeTexts {
    /// Returns "Reference: …", for visitors who ask for help.
    #[must_use]
    pub fn reference(&self, code: &str) -> String {
        self.reference.fill(&[code])
    }

    /// Returns "The check is needed until …".
    #[must_use]
    pub fn soft_block_until(&self, time: &str) -> String {
        self.soft_block_until.fill(&[time])
    }

    /// Returns "If you’d rather not wait: what is 7 plus 5?".
    #[must_use]
    pub fn question(&self, first: &str, second: &str) -> String {
        self.question.fill(&[first, second])
    }

    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            header: catalog.fixed("notice-header"),
            skip: catalog.fixed("notice-skip"),
            way_back: catalog.fixed("notice-way-back"),
            try_again: catalog.fixed("notice-try-again"),
            offline: catalog.fixed("notice-offline"),
            no_way_back: catalog.fixed("notice-no-way-back"),
            looking_up: catalog.fixed("notice-looking-up"),
            without_script: catalog.fixed("notice-without-script"),
            question_wrong: catalog.fixed("notice-question-wrong"),
            question: catalog.template("notice-question", &["first", "second"]),
            reference: catalog.template("notice-reference", &["code"]),
            soft_block_until: catalog.template("notice-soft-block-until", &["time"]),
        }
    }
}

/// Returns all notices of a language, in the order of [`Notice::ALL`].
pub(super) fn take_all(catalog: &mut Catalog<'_>) -> Vec<NoticeTexts> {
    let mut take = |notice: &Notice| {
        let id = format!("notice-{}", notice.name());
        NoticeTexts {
            heading: catalog.fixed(&id),
            what: catalog.fixed(&format!("{id}.what")),
            todo: catalog.fixed(&format!("{id}.todo")),
        }
    };
    Notice::ALL.iter().map(&mut take).collect()
}
