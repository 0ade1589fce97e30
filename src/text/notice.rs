//! The words of pages outside the line: errors, overload.

use super::catalog::Catalog;

macro_rules! notices {
    ($($(#[$doc:meta])* $variant:ident = $id:literal),+ $(,)?) => {
        /// An occasion for a page outside the line.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Notice { $($(#[$doc])* $variant),+ }

        impl Notice {
            /// Every notice, in the order of declaration.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The stable word for it: in `data-state`, in the page's reference, and after
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
    /// Error 2: room missing, not known or hidden while idle.
    UnknownRoom = "unknown-room",
    /// Error 4: the time in which the queue number could be used is over.
    AfterWindow = "after-window",
    /// Error 4: the queue id was cancelled.
    Cancelled = "cancelled",
    /// Error 5: the queue id was redirected as often as the room allows.
    RedirectLimit = "redirect-limit",
    /// Error 6, connector code `hash`: the token is tampered with or unreadable.
    TokenHash = "token-hash",
    /// Error 6, connector code `eventid`: the token is for another room.
    TokenRoom = "token-room",
    /// Error 6, connector code `timestamp`.
    TokenExpired = "token-expired",
    /// Error 6, connector code `ip`: the token is bound to another address.
    TokenAddress = "token-address",
    /// Error 6, connector code `qidlimit`: the site has accepted the queue id too often.
    TokenUsedUp = "token-used-up",
    /// Error 6, connector code `connector/sessionstate`: the session cookie is bound to another
    /// address.
    SessionMoved = "session-moved",
    /// Error 6, any connector code not known here.
    TokenRefused = "token-refused",
    /// Error 7.
    ChallengeTimeout = "challenge-timeout",
    /// Error 8.
    ChallengeBlocked = "challenge-blocked",
    /// Error 9: the room requires an enqueue token.
    EnqueueToken = "enqueue-token",
    /// Error 10: the room requires an identification key.
    KeyMissing = "key-missing",
    /// Error 11: the room requires a unique key, and this one is taken.
    KeyTaken = "key-taken",
    /// The target is not on an allowed host.
    ForeignTarget = "foreign-target",
    /// The queue id is forged or of another room or run.
    ForeignPlace = "foreign-place",
    /// No such page.
    NotFound = "not-found",
    /// The visitor has left the line.
    Left = "left",
    /// The store is away: no new place can be given.
    Holding = "holding",
    /// More requests than the node can answer.
    Overload = "overload",
    /// The visitor's place is held by another device now.
    Moved = "moved",
    /// No new place from this connection without a check.
    SoftBlock = "soft-block",
}

/// The three texts of one notice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeTexts {
    /// The page's heading and title.
    pub heading: String,
    /// What happened.
    pub what: String,
    /// What to do.
    pub todo: String,
}

/// The words that these pages share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoticeWords {
    /// In the page's header.
    pub header: String,
    /// The skip link.
    pub skip: String,
    /// The button back into the line.
    pub way_back: String,
    /// What to do where there is no such button.
    pub no_way_back: String,
    reference: super::template::Template,
}

impl NoticeWords {
    /// "Reference: …", for people who ask for help.
    #[must_use]
    pub fn reference(&self, code: &str) -> String {
        self.reference.fill(&[code])
    }

    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            header: catalog.fixed("notice-header"),
            skip: catalog.fixed("notice-skip"),
            way_back: catalog.fixed("notice-way-back"),
            no_way_back: catalog.fixed("notice-no-way-back"),
            reference: catalog.template("notice-reference", &["code"]),
        }
    }
}

/// All notices of a language, in the order of [`Notice::ALL`].
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
