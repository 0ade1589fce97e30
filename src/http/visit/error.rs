//! The reasons why a visitor is not served, mapped to HTTP in one `match`: status, the vendor's
//! error id and the text.

use admission::price::UnpaidPrice;
use app::view::PollRefusal;
use http::StatusCode;

use crate::rooms::{SpentCredential, Unserved};
use crate::text::Notice;

/// A price that a newcomer did not pay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) struct DuePrice {
    /// The reason, and the work that pays it.
    pub(in crate::http) unpaid: UnpaidPrice,
    /// Whether a rule or a score demands a price of this newcomer, whatever the room's own is.
    pub(in crate::http) is_demanded: bool,
    /// Whether the newcomer brought a stamp for which a place was given before.
    pub(in crate::http) is_stamp_spent: bool,
}

/// The reason why a visitor is not served. Log entries are written where the error occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum VisitError {
    /// No such customer.
    UnknownCustomer,
    /// No such room.
    UnknownRoom,
    /// The place was cancelled.
    Cancelled,
    /// Another device holds the place now.
    Transferred,
    /// The number was reached too long ago, and the place is no longer valid.
    Expired,
    /// The place was redirected as often as the room allows.
    RedirectLimit,
    /// The room requires an enqueue token, and there is none.
    EnqueueToken,
    /// The enqueue token is forged, or not for this room or this visitor.
    EnqueueTokenInvalid,
    /// The enqueue token has expired, or a place was given for it.
    EnqueueTokenOver,
    /// The room requires a key from the site, and there is none.
    KeyMissing,
    /// Only invited people can join, and the visitor brought no key.
    InvitationMissing,
    /// The visitor's key is not on the list of invited people.
    InvitationInvalid,
    /// The key has a place already.
    KeyTaken,
    /// The room requires an identity, and the newcomer did not prove one.
    IdentityMissing,
    /// The newcomer's identity has a place already.
    IdentityTaken,
    /// A connector refused the token or the session, for the reason that the notice names.
    TokenRefused(Notice),
    /// The operator blocks the visitor's address.
    Blocked,
    /// The newcomer's request resembles that of a person's browser too little.
    Suspect,
    /// The target lies on a host that the room does not name.
    ForeignTarget,
    /// The queue id is forged, or of another room or run.
    ForeignPlace,
    /// No such page.
    NotFound,
    /// The store is away or the room is not open, so no new place can be given.
    Holding,
    /// The run by whose rules the newcomer was judged ended before the place was given.
    RunEnded,
    /// The room's `capacity` of waiting visitors is reached.
    RoomFull,
    /// The newcomer did the work for the place, but finished too late.
    ChallengeTimeout,
    /// The newcomer's browser does not run the script that does the work for the place.
    ChallengeBlocked,
    /// The place has a price that the newcomer did not pay.
    Unpaid(DuePrice),
    /// There are more requests than this node can handle.
    Overload,
}

impl From<UnpaidPrice> for DuePrice {
    /// The room's own price.
    fn from(unpaid: UnpaidPrice) -> Self {
        Self {
            unpaid,
            is_demanded: false,
            is_stamp_spent: false,
        }
    }
}

impl From<Unserved> for VisitError {
    fn from(unserved: Unserved) -> Self {
        match unserved {
            // `NotOpen`: the room closed between two reads of its state; the next request finds it
            // closed.
            Unserved::Away | Unserved::NotOpen => Self::Holding,
            Unserved::Busy => Self::Overload,
            Unserved::RunEnded => Self::RunEnded,
            Unserved::RoomFull => Self::RoomFull,
            Unserved::Unpaid(unpaid) => Self::Unpaid(unpaid.into()),
        }
    }
}

impl From<SpentCredential> for VisitError {
    fn from(spent: SpentCredential) -> Self {
        match spent {
            SpentCredential::Token => Self::EnqueueTokenOver,
            SpentCredential::Key => Self::KeyTaken,
            SpentCredential::Identity => Self::IdentityTaken,
            // The newcomer's request is decided again before this becomes an answer.
            SpentCredential::VisitorToken | SpentCredential::Work | SpentCredential::Stamp => Self::Holding,
        }
    }
}

impl VisitError {
    /// Returns the HTTP status, the vendor's error id (0 if none fits) and the text.
    #[must_use]
    pub(in crate::http) fn shape(self) -> (StatusCode, u8, Notice) {
        match self {
            Self::UnknownCustomer => (StatusCode::NOT_FOUND, 1, Notice::UnknownCustomer),
            Self::UnknownRoom => (StatusCode::NOT_FOUND, 2, Notice::UnknownRoom),
            Self::Cancelled => (StatusCode::GONE, 4, Notice::Cancelled),
            Self::Transferred => (StatusCode::GONE, 0, Notice::Transferred),
            Self::Expired => (StatusCode::GONE, 4, Notice::AfterWindow),
            Self::RedirectLimit => (StatusCode::FORBIDDEN, 5, Notice::RedirectLimit),
            Self::TokenRefused(notice) => (StatusCode::FORBIDDEN, 6, notice),
            Self::ChallengeTimeout => (StatusCode::FORBIDDEN, 7, Notice::ChallengeTimeout),
            Self::ChallengeBlocked => (StatusCode::FORBIDDEN, 8, Notice::ChallengeBlocked),
            Self::EnqueueToken => (StatusCode::FORBIDDEN, 9, Notice::EnqueueToken),
            Self::EnqueueTokenInvalid => (StatusCode::FORBIDDEN, 9, Notice::InvitationInvalid),
            Self::EnqueueTokenOver => (StatusCode::FORBIDDEN, 9, Notice::InvitationOver),
            Self::KeyMissing | Self::IdentityMissing => (StatusCode::FORBIDDEN, 10, Notice::KeyMissing),
            // A visitor of the page needs the same words as without a token.
            Self::InvitationMissing => (StatusCode::FORBIDDEN, 10, Notice::EnqueueToken),
            Self::InvitationInvalid => (StatusCode::FORBIDDEN, 10, Notice::InvitationInvalid),
            Self::KeyTaken | Self::IdentityTaken => (StatusCode::FORBIDDEN, 11, Notice::KeyTaken),
            Self::Suspect => (StatusCode::FORBIDDEN, 0, Notice::Suspect),
            Self::Blocked => (StatusCode::FORBIDDEN, 0, Notice::Blocked),
            Self::ForeignTarget => (StatusCode::FORBIDDEN, 0, Notice::ForeignTarget),
            Self::ForeignPlace => (StatusCode::FORBIDDEN, 0, Notice::ForeignPlace),
            Self::NotFound => (StatusCode::NOT_FOUND, 0, Notice::NotFound),
            Self::Holding | Self::RunEnded => (StatusCode::SERVICE_UNAVAILABLE, 0, Notice::Holding),
            Self::RoomFull => (StatusCode::SERVICE_UNAVAILABLE, 0, Notice::RoomFull),
            Self::Unpaid(_) => (StatusCode::SERVICE_UNAVAILABLE, 0, Notice::Slowed),
            Self::Overload => (StatusCode::SERVICE_UNAVAILABLE, 0, Notice::Overload),
        }
    }

    /// Returns the error as JSON for programs that poll.
    #[must_use]
    pub(in crate::http) fn refusal(self, enter_url: Option<String>) -> PollRefusal {
        let (status, id, notice) = self.shape();
        PollRefusal {
            status: status.as_u16(),
            id,
            code: match self {
                Self::IdentityMissing => "identity-missing",
                Self::IdentityTaken => "identity-taken",
                Self::InvitationMissing => "invitation-missing",
                _ => notice.name(),
            },
            detail: self.detail().to_owned(),
            enter_url,
        }
    }

    fn detail(self) -> &'static str {
        match self {
            Self::UnknownCustomer => "No customer has this id.",
            Self::UnknownRoom => "This customer has no room with this id.",
            Self::Cancelled => "This place was cancelled. Enter again for a new one.",
            Self::Transferred => "This place was moved to another device. Enter again for a new place here.",
            Self::Expired => "This number was not used before it expired. Enter again for a new place.",
            Self::RedirectLimit => "This place was redirected as often as the room allows.",
            Self::TokenRefused(_) => "The site did not accept the token.",
            Self::EnqueueToken => "This room requires an enqueue token, and the request has none.",
            Self::EnqueueTokenInvalid => "The enqueue token is not valid for this room and this visitor.",
            Self::EnqueueTokenOver => "The enqueue token has expired, or a place was given for it.",
            Self::KeyMissing => "This room requires a visitor's key, and the request has none.",
            Self::InvitationMissing => "Only invited people can join this room, and the request has no key.",
            Self::InvitationInvalid => "Only invited people can join this room, and this key is not on its list.",
            Self::KeyTaken => "This visitor's key already has a place.",
            Self::IdentityMissing => "This room asks who its visitors are. Open its page in a browser.",
            Self::IdentityTaken => {
                "This visitor already has a place. Open the room's page in a browser to carry on there."
            }
            Self::ChallengeTimeout => "The work for a place was finished too late. Enter again for another challenge.",
            Self::ChallengeBlocked => {
                "The place has a price, and the browser does not run the script that works for it."
            }
            Self::Suspect => "The room gives no place to this request.",
            Self::Blocked => "The room does not serve this network address.",
            Self::ForeignTarget => "The room does not allow this target.",
            Self::ForeignPlace => "The queue id names no place in this room. Enter again for a new place.",
            Self::NotFound => "There is no such page.",
            Self::Holding | Self::RunEnded => "The room cannot answer at the moment. Try again.",
            Self::RoomFull => "As many people wait as this room takes. Try again later.",
            Self::Unpaid(_) => {
                "Many people ask for places at the moment, perhaps from the same network. Try again in a while."
            }
            Self::Overload => "There are too many requests at the moment. Try again.",
        }
    }
}

#[cfg(test)]
mod tests {
    use admission::price::PriceReason;

    use super::*;

    /// Returns an array of errors. It does not compile without a value of every variant.
    macro_rules! every_error {
        ($($variant:ident $(($value:expr))?),+ $(,)?) => {{
            fn _is_listed(error: VisitError) {
                match error {
                    $(VisitError::$variant { .. })|+ => {}
                }
            }
            [$(VisitError::$variant $(($value))?),+]
        }};
    }

    #[test]
    fn the_documented_table_has_each_error_id_with_its_status() {
        let document = include_str!("../../../docs/integrate/troubleshooting.md");
        let rows: Vec<Vec<&str>> = document
            .lines()
            .map(|line| line.split('|').map(str::trim).collect())
            .collect();
        let unpaid = UnpaidPrice {
            reason: PriceReason::Rush,
            work: None,
        };
        let errors = every_error![
            UnknownCustomer,
            UnknownRoom,
            Cancelled,
            Transferred,
            Expired,
            RedirectLimit,
            EnqueueToken,
            EnqueueTokenInvalid,
            EnqueueTokenOver,
            KeyMissing,
            InvitationMissing,
            InvitationInvalid,
            KeyTaken,
            IdentityMissing,
            IdentityTaken,
            TokenRefused(Notice::NotFound),
            Blocked,
            Suspect,
            ForeignTarget,
            ForeignPlace,
            NotFound,
            Holding,
            RunEnded,
            RoomFull,
            ChallengeTimeout,
            ChallengeBlocked,
            Unpaid(unpaid.into()),
            Overload,
        ];
        let shapes = errors.into_iter().map(VisitError::shape);
        for (status, id, _) in shapes.filter(|(_, id, _)| *id > 0) {
            let id = id.to_string();
            let ids = |cell: &&str| cell.split(", ").any(|named| named == id);
            let row = rows.iter().find(|row| row.get(1).is_some_and(ids));
            let row = row.unwrap_or_else(|| panic!("no row for {id}"));
            assert_eq!(row.get(2), Some(&status.as_str()), "{id}");
        }
    }
}
