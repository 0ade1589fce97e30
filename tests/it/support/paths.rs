//! The paths of the server, for tests that request all of them.

/// The source that lists every path.
const PATHS: &str = include_str!("../../../src/http/paths/mod.rs");

/// Returns the paths of the routes, with their parameters in braces; those of the admin API begin
/// with its root.
pub(crate) fn route_paths() -> Vec<String> {
    let lines = PATHS.lines().filter(|line| line.contains("const "));
    let mut paths = Vec::new();
    for line in lines {
        let Some((declared, path)) = line.split_once(" = \"/") else {
            continue;
        };
        let path = path.split_once('"').expect("a literal ends").0;
        let is_admin = declared.contains("const ADMIN_");
        paths.push(if is_admin {
            format!("/admin/v1/{path}")
        } else {
            format!("/{path}")
        });
    }
    assert!(paths.len() > 60, "{paths:?}");
    paths
}
