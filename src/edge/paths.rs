//! Every path that the server answers, and the builders of links to them. No path stands anywhere else.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use protocol::QueueId;

/// The room itself; without `c` the page "what is this".
pub(super) const ENTRY: &str = "/";
/// The Leptos server function.
pub(super) const GET_STATUS: &str = "/api/getStatus";
/// Cancel by older links: `c`, `e`, `q` and perhaps `r` in the query.
pub(super) const CANCEL_ASPX: &str = "/cancel.aspx";
/// Leave the line: the same parameters; ends on a page of ours.
pub(super) const EXIT_LINE: &str = "/exitline.aspx";
/// Cancel of connectors of the third generation.
pub(super) const CANCEL: &str = "/cancel/{customer}/{room}";
/// The same with the queue id.
pub(super) const CANCEL_PLACE: &str = "/cancel/{customer}/{room}/{queue_id}";
/// Cancel of connectors of the fourth and fifth generation: rooms in `wrl`.
pub(super) const CANCEL_MULTIPLE: &str = "/cancel/multiple/{customer}";
/// Where connectors send visitors whose token they refused.
pub(super) const ERROR: &str = "/error/{*code}";
/// What this host is for.
pub(super) const ABOUT: &str = "/about";
/// For crawlers.
pub(super) const ROBOTS: &str = "/robots.txt";
/// Styles, scripts and images; names carry a hash of their content.
pub(super) const ASSETS: &str = "/assets/{*name}";
/// The process runs.
pub(super) const LIVE: &str = "/health/live";
/// The process takes visitors.
pub(super) const READY: &str = "/health/ready";
/// Prometheus text.
pub(super) const METRICS: &str = "/metrics";
/// Under it the admin API; paths below are relative to it.
pub(super) const ADMIN: &str = "/admin/v1";
/// All rooms.
pub(super) const ADMIN_ROOMS: &str = "/rooms";
/// One room.
pub(super) const ADMIN_ROOM: &str = "/rooms/{customer}/{room}";
/// Its figures.
pub(super) const ADMIN_STATS: &str = "/rooms/{customer}/{room}/stats";
/// Its latest grants.
pub(super) const ADMIN_GRANTS: &str = "/rooms/{customer}/{room}/grants";
/// Hold everybody.
pub(super) const ADMIN_PAUSE: &str = "/rooms/{customer}/{room}/pause";
/// Let the line move again.
pub(super) const ADMIN_RESUME: &str = "/rooms/{customer}/{room}/resume";

const VALUE: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// A link to a room for a newcomer; parameters that are `None` are left out.
#[must_use]
pub(super) fn enter(parameters: &[(&str, Option<&str>)]) -> String {
    link(ENTRY, parameters)
}

/// The way out of an error: cancels what this browser holds in the room, then leads back into it. It cannot loop, because a cancel always ends on a
/// fresh place.
#[must_use]
pub(super) fn cancel_and_reenter(customer: &str, room: &str, target: Option<&str>) -> String {
    link(CANCEL_ASPX, &[("c", Some(customer)), ("e", Some(room)), ("t", target)])
}

/// The link by which a visitor leaves the line.
#[must_use]
pub(super) fn leave(customer: &str, room: &str, queue_id: &QueueId, culture: Option<&str>) -> String {
    let queue_id = queue_id.to_string();
    link(
        EXIT_LINE,
        &[
            ("c", Some(customer)),
            ("e", Some(room)),
            ("q", Some(&queue_id)),
            ("cid", culture),
        ],
    )
}

fn link(path: &str, parameters: &[(&str, Option<&str>)]) -> String {
    let mut link = path.to_owned();
    let mut separator = '?';
    for (name, value) in parameters {
        if let Some(value) = value {
            link.extend([separator.to_string().as_str(), name, "="]);
            link.extend(utf8_percent_encode(value, VALUE));
            separator = '&';
        }
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_escaped_and_leave_out_what_is_not_there() {
        let link = enter(&[
            ("c", Some("demo")),
            ("l", None),
            ("t", Some("https://a.example/?x=1&y=ä")),
        ]);
        assert_eq!(link, "/?c=demo&t=https%3A%2F%2Fa.example%2F%3Fx%3D1%26y%3D%C3%A4");
        assert_eq!(cancel_and_reenter("demo", "sale", None), "/cancel.aspx?c=demo&e=sale");
    }
}
