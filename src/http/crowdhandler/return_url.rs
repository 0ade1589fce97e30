//! The address by which a visitor returns to a site with CrowdHandler's integrations, from the
//! room's own page.

use std::borrow::Cow;

use crowdhandler::parameters::{ReturnParameters, return_url};
use crowdhandler::{CallUrl, UtcTime, VisitorToken};
use protocol::UnixSeconds;
use protocol::percent::encode_unprintable;
use url::Url;

use crate::http::AppState;
use crate::http::visit::query::{KEY_PARAMETER, Query, RETURN_PARAMETER, RETURN_TO_CROWDHANDLER};
use crate::rooms::{Place, RoomState};
use crate::target::raised;

/// A visitor's way back to the site.
#[derive(Debug, Clone)]
pub(in crate::http) struct CrowdHandlerReturn<'a> {
    /// The token from the visitor's link, if it contains a place in another room, as written by
    /// [`Room::seal_token`](crate::rooms::Room::seal_token).
    pub(in crate::http) sealed_token: Option<&'a str>,
    /// The code from the visitor's link.
    pub(in crate::http) code: Option<&'a str>,
    /// The page.
    pub(in crate::http) target: Cow<'a, str>,
}

impl<'a> CrowdHandlerReturn<'a> {
    /// Reads the way back from a page's query; `None` if the visitor came by another protocol.
    #[must_use]
    pub(in crate::http) fn of(query: &'a Query<'_>, target: &'a str) -> Option<Self> {
        let sealed = query.get(RETURN_PARAMETER)?.strip_prefix(RETURN_TO_CROWDHANDLER)?;
        Some(Self {
            sealed_token: sealed.strip_prefix('.'),
            code: query.get(KEY_PARAMETER),
            target: as_linked(query, target),
        })
    }
}

/// Returns the target as the link writes it, if `target` is its normal form: the site's rules and
/// signatures cover the bytes of the link.
fn as_linked<'a>(query: &'a Query<'_>, target: &'a str) -> Cow<'a, str> {
    let is_target = |text: &str| Url::parse(text).is_ok_and(|url| url.as_str() == target);
    let linked = query.get("t").filter(|linked| linked.parse::<CallUrl>().is_ok());
    match linked {
        Some(linked) if is_target(linked) => Cow::Borrowed(linked),
        Some(linked) => {
            let raised = raised(linked).filter(|raised| is_target(raised));
            raised.map_or(Cow::Borrowed(target), Cow::Owned)
        }
        None => Cow::Borrowed(target),
    }
}

impl AppState {
    /// The token of a place.
    pub(in crate::http) fn token_of(&self, place: &Place) -> VisitorToken {
        self.tokens.seal(&place.queue_id, UnixSeconds(place.since.seconds()))
    }

    /// Whether this is the token of the place, including the time in it: each place has one token.
    pub(super) fn is_token_of(&self, token: &str, place: &Place) -> bool {
        token.parse() == Ok(self.token_of(place))
    }

    /// Returns the target with the visitor's token and its signature: the same URL, byte for byte,
    /// for the same time and target. Returns `None` for a room that CrowdHandler's API does not
    /// see.
    pub(in crate::http) fn crowdhandler_return(
        &self,
        state: &RoomState,
        (place, requested): (&Place, UnixSeconds),
        way: CrowdHandlerReturn<'_>,
    ) -> Option<String> {
        let coverage = state.settings.coverage.as_ref()?;
        let directory = self.directory.load();
        let account = directory.account(directory.of_slug(coverage.slug.as_str())?);
        let (_, room) = account.room(coverage.slug.as_str())?;
        let carried = way
            .sealed_token
            .and_then(|sealed| state.room().open_token(place, sealed));
        let token: VisitorToken = match carried.and_then(|token| token.parse().ok()) {
            Some(token) => token,
            None => self.token_of(place),
        };
        let requested = UtcTime(requested);
        let hash = account
            .signer
            .hash(room.slug.as_str(), room.activates_on, token.as_str(), requested);
        let parameters = ReturnParameters {
            token: token.as_str(),
            signature: Some(hash.as_str()),
            requested,
            code: way.code,
        };
        Some(encode_unprintable(&return_url(&way.target, &parameters)))
    }
}
