//! `/robots.txt`: crawlers may read what this host is for, and never take a place in a line (seed
//! 003, 9.2.1).

/// The handler.
pub(in crate::http) async fn get() -> &'static str {
    "User-agent: *\nAllow: /about\nDisallow: /\n"
}
