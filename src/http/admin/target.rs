//! `targetUrl` of a body: the target of a link to be made.

use crate::config::RoomDefinition;
use crate::http::admin::problem::ProblemDetails;
use crate::target::{self, ForeignTarget};

/// Returns the requested address if it is on a host of the room, or the room's own target if none
/// is requested.
///
/// # Errors
/// 422 for any other address.
pub(in crate::http) fn target_url(settings: &RoomDefinition, asked: Option<&str>) -> Result<String, ProblemDetails> {
    let room = &settings;
    target::choose(&room.target_url, &room.target_hosts, asked, |_| None).map_err(|ForeignTarget| {
        let hosts: Vec<String> = room.target_hosts.iter().map(ToString::to_string).collect();
        let detail = format!(
            "an absolute http or https URL on a host of the room is wanted: {}",
            hosts.join(", ")
        );
        ProblemDetails::field("/targetUrl", detail)
    })
}
