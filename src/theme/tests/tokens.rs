//! Variables without a value, by file and line.

use super::*;

/// Returns the problems of a copy of the default theme with more tokens and styles.
fn reported(tokens: &str, dark: &str, style: &str) -> Vec<String> {
    let mut files = ThemeFiles::built_in("default").unwrap();
    files.name = "mine".to_owned();
    let manifest = files.text("theme.toml").unwrap().unwrap().to_owned();
    let manifest = manifest
        .replace("[tokens]\n", &format!("[tokens]\n{tokens}\n"))
        .replace("[tokens-dark]\n", &format!("[tokens-dark]\n{dark}\n"));
    let css = format!("{style}\n{}", files.text("style.css").unwrap().unwrap());
    files.files.insert("theme.toml".to_owned(), manifest.into_bytes());
    files.files.insert("style.css".to_owned(), css.into_bytes());
    let report = ThemeReport::of(&files);
    report.problems.iter().map(ToString::to_string).collect()
}

#[test]
fn a_variable_that_nothing_sets_is_named_even_if_it_has_a_fallback_elsewhere() {
    for style in [
        ".own { color: var(--stub) }",
        ".own { color: var(--stub); background: var(--stub, red) }",
        ".own { background: var(--stub, red); color: VAR( --stub ) }",
        ".own { color: var(--surface, var(--stub)) }",
        ".own { --other: var(--stub); color: var(--other) }",
        ".own { color: var(--\\73 tub); }",
        "@keyframes own { from { --stub: red } } .own { color: var(--stub) }",
        "@property --stub { syntax: \"*\"; inherits: true } .own { color: var(--stub) }",
        ".own { --other: { a: var(--stub) } b; border-color: var(--other) }",
        ".own { --other: { --stub: red; i { --stub: red } }; border-color: var(--other); color: var(--stub) }",
        "/* --stub: red */ .own { content: \"--stub: red\"; color: var(--stub) }",
    ] {
        let found = reported("", "", &format!("\n{style}"));
        let wanted = "mine/style.css:2: `var(--stub)` is set neither in theme.toml nor in style.css";
        assert_eq!(found, [wanted], "{style}");
    }
    let found = reported("stub = \"var(--nothing)\"", "", ".own { color: var(--stub) }");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(
        found[0].starts_with("mine/theme.toml:") && found[0].contains("`var(--nothing)` is set neither"),
        "{found:?}"
    );
}

#[test]
fn a_variable_that_is_set_in_one_case_alone_is_named() {
    for (style, case) in [
        (
            "@media (prefers-color-scheme: dark) { :root { --stub: red } }",
            "in light: it is set for dark alone",
        ),
        (
            "/* by night */ @media  (prefers-color-scheme:dark) { :root { --stub: red } }",
            "in light: it is set for dark alone",
        ),
        (
            "@media (prefers-color-scheme: light) { :root { --stub: red } }",
            "outside of `@media (prefers-color-scheme:light)`",
        ),
        (
            "@layer own { @media (min-width: 40em) { .own { --stub: red } } }",
            "outside of `@media (min-width:40em)`",
        ),
        ("@media print { .own { --stub: red } }", "outside of `@media print`"),
        (
            "@media print { @property --stub { syntax: \"*\"; inherits: false; initial-value: red } }",
            "outside of `@media print`",
        ),
        (
            "@supports (color: oklch(0 0 0)) { .own { --stub: red } }",
            "outside of `@supports (color:oklch(0 0 0))`",
        ),
        (
            ".own { @media (scripting: none) { --stub: red } }",
            "outside of `@media (scripting:none)`",
        ),
    ] {
        let found = reported("", "", &format!("{style}\n.own {{ color: var(--stub) }}"));
        assert_eq!(found.len(), 1, "{style}: {found:?}");
        let wanted = format!("mine/style.css:2: `var(--stub)` has no value {case}");
        assert!(found[0].starts_with(&wanted), "{style}: {found:?}");
        let with_fallback = reported("", "", &format!("{style}\n.own {{ color: var(--stub, red) }}"));
        assert_eq!(with_fallback, Vec::<String>::new(), "{style}");
    }
    let found = reported("", "stub = \"#123\"", ".own { color: var(--stub) }");
    let wanted = "mine/style.css:1: `var(--stub)` has no value in light: it is set for dark alone";
    assert!(found.len() == 1 && found[0].starts_with(wanted), "{found:?}");
}

#[test]
fn a_variable_that_has_a_value_in_every_case_is_no_problem() {
    for style in [
        ".own { --stub: red }",
        ".own { --stub: { a: b } c; --other: {} }",
        ".own { & i { color: red } --stub: red }",
        "@layer own { .own { --stub: red } }",
        "@property --stub { syntax: \"<color>\"; inherits: true; initial-value: red }",
        "@media (prefers-color-scheme: dark) { .own { --stub: red } } @media (prefers-color-scheme: light) { .own { --stub: red } }",
        "@media (max-width: 40em) { .own { --stub: red } } @media (min-width: 40em) { .own { --stub: red } }",
        "@media (width < 40em) { .own { --stub: red } } @media (width >= 40em) { .own { --stub: red } }",
        "@supports (a: b) { .own { --stub: red } } @supports not (a: b) { .own { --stub: red } }",
    ] {
        let found = reported("", "", &format!("{style} .own {{ color: var(--stub) }}"));
        assert_eq!(found, Vec::<String>::new(), "{style}");
    }
    let nested = "@media (min-width: 40em) { .own { --stub: red } .other { color: var(--stub) } }\n\
        @media (min-width: 40em) { @supports (a: b) { .own { color: var(--stub) } } }";
    assert_eq!(reported("", "", nested), Vec::<String>::new());
    let by_token = reported(
        "stub = \"#123\"\nstub-soft = \"var(--stub)\"",
        "",
        ".own { color: var(--stub-soft) }",
    );
    assert_eq!(by_token, Vec::<String>::new());
}

#[test]
fn a_shared_token_that_the_shared_stylesheet_needs_is_named() {
    let mut files = folder("mine", &[("style.css", "")]);
    let manifest = "name = \"Mine\"\nversion = 1\n[tokens]\naccent = \"#0b57d0\"\naccent-soft = \"#eef\"\ngo = \"#0a6b4f\"\n\
        [tokens-dark]\nhold = \"#ffc46b\"\n";
    files
        .files
        .insert("theme.toml".to_owned(), manifest.as_bytes().to_vec());
    let found: Vec<String> = ThemeReport::of(&files)
        .problems
        .iter()
        .map(ToString::to_string)
        .collect();
    let of = |token: &str| found.iter().find(|it| it.contains(&format!("`var(--{token})`")));
    let hold = of("hold").unwrap();
    assert!(
        hold.starts_with("mine/theme.toml:8: `var(--hold)` has no value in light")
            && hold.ends_with("the shared stylesheet uses it"),
        "{hold}"
    );
    assert!(
        of("hold-soft")
            .unwrap()
            .starts_with("mine/theme.toml: `var(--hold-soft)` is set neither")
    );
    for set in ["accent", "accent-soft", "go", "mood", "muted"] {
        assert_eq!(of(set), None, "{set}");
    }
}
