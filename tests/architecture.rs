//! ARCHITECTURE.md is a map: every path it names exists.

use std::path::Path;

#[test]
fn every_path_that_the_map_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the map is there");
    let quoted = map.split('`').skip(1).step_by(2);
    // Addresses of the server start with a slash, and Rust paths have no slash at all.
    let paths: Vec<&str> = quoted
        .filter(|text| text.contains('/') && !text.contains(' ') && !text.starts_with('/'))
        .collect();
    assert!(paths.len() > 30, "the map names {} paths", paths.len());
    let lost: Vec<&&str> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(lost.is_empty(), "the map names paths that do not exist: {lost:?}");
}
