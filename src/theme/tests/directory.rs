//! The operator's directory of themes.

use std::fs;

use super::*;

#[test]
fn a_directory_replaces_single_files_and_adds_themes() {
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir_all(directory.path().join("default")).unwrap();
    fs::create_dir_all(directory.path().join("night")).unwrap();
    fs::write(directory.path().join("default/style.css"), "b{color:red}").unwrap();
    fs::write(
        directory.path().join("night/theme.toml"),
        "name = \"Night\"\nversion = 2\n",
    )
    .unwrap();
    let mut sources = BTreeMap::from([("default".to_owned(), plain(LAYOUT))]);
    source::overlay(&mut sources, directory.path()).unwrap();
    let themes = Themes::of(&sources, "", &[]).unwrap();
    assert_eq!(
        themes.iter().map(|theme| theme.id.as_str()).collect::<Vec<_>>(),
        ["default", "night"]
    );
    let sheet = themes
        .default_theme()
        .stylesheet
        .strip_prefix(Themes::ASSETS_PATH)
        .unwrap();
    assert!(
        themes
            .asset(sheet)
            .unwrap()
            .bytes
            .windows(12)
            .any(|part| part == b"b{color:red}")
    );

    fs::create_dir_all(directory.path().join("My Theme")).unwrap();
    let error = source::overlay(&mut sources, directory.path()).unwrap_err();
    let problem = error.to_string();
    assert!(problem.starts_with("My Theme: a theme folder's name"), "{problem}");
    assert!(
        problem.ends_with("rename the folder, or move it out of `themes_dir`"),
        "{problem}"
    );
    let error = source::overlay(&mut sources, &directory.path().join("nowhere")).unwrap_err();
    assert!(error.to_string().contains("nowhere: cannot be read"));
}

#[test]
fn a_folder_that_is_no_theme_is_named_with_what_to_do_and_a_hidden_one_is_ignored() {
    let directory = tempfile::tempdir().unwrap();
    for folder in [".git", ".cache/night"] {
        fs::create_dir_all(directory.path().join(folder)).unwrap();
    }
    fs::write(directory.path().join("README.md"), "Our themes").unwrap();
    let mut sources = BTreeMap::from([("default".to_owned(), plain(LAYOUT))]);
    source::overlay(&mut sources, directory.path()).unwrap();
    assert_eq!(sources.len(), 1);

    fs::create_dir_all(directory.path().join("drafts/summer")).unwrap();
    fs::write(directory.path().join("drafts/style.css"), "b{color:red}").unwrap();
    let error = source::overlay(&mut sources, directory.path()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "drafts/theme.toml: is missing, and every folder in `themes_dir` is a theme: write the file (`anteroom theme \
         new` makes a complete theme), or move the folder out of `themes_dir`"
    );
    fs::write(
        directory.path().join("drafts/theme.toml"),
        "name = \"Drafts\"\nversion = 1\n",
    )
    .unwrap();
    source::overlay(&mut sources, directory.path()).unwrap();
}
