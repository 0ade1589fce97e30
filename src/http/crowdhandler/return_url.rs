//! The way back to a site with CrowdHandler's integrations, from the room's own page.

use admission::Grant;
use crowdhandler::UtcTime;
use crowdhandler::parameters::{ReturnParameters, return_url};
use protocol::UnixSeconds;

use crate::http::Edge;
use crate::rooms::{Place, RoomState};

impl Edge {
    /// Returns the target with the visitor's token and its signature: the same URL, byte for byte,
    /// for the same grant and target. Returns `None` for a room that CrowdHandler's API does not
    /// see.
    pub(in crate::http) fn crowdhandler_return(
        &self,
        state: &RoomState,
        (known, grant): (&Place, &Grant),
        target: &str,
    ) -> Option<String> {
        let coverage = state.settings.room.coverage.as_ref()?;
        let directory = self.directory.load();
        let account = directory.account(directory.of_slug(coverage.slug.as_str())?);
        let (_, room) = account.room(coverage.slug.as_str())?;
        let token = self.tokens.seal(&known.queue_id, UnixSeconds(known.since.seconds()));
        let requested = UtcTime(UnixSeconds(grant.granted_at.seconds()));
        let hash = account
            .signer
            .hash(room.slug.as_str(), room.activates_on, token.as_str(), requested);
        let parameters = ReturnParameters {
            token: token.as_str(),
            signature: Some(hash.as_str()),
            requested,
            code: None,
        };
        Some(return_url(target, &parameters))
    }
}
