//! `/robots.txt`: crawlers may read the page that explains this host, and must never take a place
//! in a line.

/// Handles the request.
pub(in crate::http) async fn get() -> &'static str {
    "User-agent: *\nAllow: /about\nDisallow: /\n"
}
