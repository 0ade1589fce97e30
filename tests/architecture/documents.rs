//! Checks that everything that the documentation names exists: the files and headings that it links
//! to, and the files, commands, options, metrics and tests that it quotes; and that the README
//! shows the theme that is the showcase.

use std::path::{Path, PathBuf};

use super::{list_ending, read_all};

/// The folders of the project in which a quoted path begins.
const FOLDERS: [&str; 15] = [
    ".cargo", "app", "crates", "deploy", "docs", "end2end", "examples", "fuzz", "locales", "public", "src", "style",
    "testing", "tests", "xtask",
];
/// The folder of files that commands write, which are not part of the project.
const WRITTEN: &str = "end2end/output/";
/// The theme that the README shows.
const SHOWCASE: &str = "ticketing";
/// The beginning of a signed text that looks like a command.
const SIGNED: &str = "page timings 1";

/// Returns the pages of the documentation.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let entries = std::fs::read_dir(root).expect("a folder");
    let files = entries.map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<PathBuf> = files
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    list_ending(&root.join("docs"), &["md"], &mut pages);
    assert!(pages.len() > 30, "{pages:?}");
    pages
}

#[test]
fn every_file_that_the_documentation_links_to_exists() {
    let pages = pages();
    let lost: Vec<String> = pages.iter().flat_map(|page| lost_links(page)).collect();
    assert!(lost.is_empty(), "the documentation links to nothing: {lost:?}");
}

/// Returns the links of a page to files, pictures, and headings of pages, that do not exist.
fn lost_links(page: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(page).expect("a page");
    let links = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let pictures = text.split("src=\"").skip(1).filter_map(|rest| rest.split_once('"'));
    let links = links
        .chain(pictures)
        .map(|(link, _)| link)
        .filter(|link| !link.contains("://") && !link.contains(' '));
    let is_lost = |link: &str| {
        let (file, heading) = link.split_once('#').unwrap_or((link, ""));
        let target = if file.is_empty() {
            page.to_owned()
        } else {
            page.with_file_name(file)
        };
        !target.exists() || !(heading.is_empty() || has_heading(&target, heading))
    };
    links
        .filter(|link| is_lost(link))
        .map(|link| format!("{}: {link}", page.display()))
        .collect()
}

/// Returns whether a page has a heading with that anchor: lower case, no punctuation, hyphens for
/// spaces.
fn has_heading(page: &Path, anchor: &str) -> bool {
    let text = std::fs::read_to_string(page).expect("a page");
    let headings = text
        .lines()
        .filter(|line| line.starts_with('#'))
        .map(|line| line.trim_start_matches('#').trim());
    let mut anchors = headings.map(|heading| {
        let kept = heading
            .chars()
            .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    });
    anchors.any(|found| found == anchor)
}

#[test]
fn the_readme_shows_the_theme_that_is_the_showcase() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = |path: &str| std::fs::read_to_string(root.join(path)).expect("text");
    let (readme, camera) = (text("README.md"), text("end2end/pictures/pictures.spec.ts"));
    for line in [&format!("const SHOWCASE = '{SHOWCASE}';"), "take(name, SHOWCASE, look)"] {
        assert!(camera.contains(line), "the pictures are of another theme: {line}");
    }
    let (_, list) = camera.split_once("const OF_README").expect("a list");
    let (list, _) = list.split_once("\n};").expect("its end");
    let mut taken: Vec<&str> = list
        .lines()
        .filter_map(|line| line.strip_prefix("  '")?.split('\'').next())
        .collect();
    let mut shown: Vec<&str> = readme
        .split("docs/pictures/")
        .skip(1)
        .filter_map(|rest| Some(rest.split_once(".webp")?.0))
        .collect();
    taken.sort_unstable();
    shown.sort_unstable();
    assert_eq!(
        shown, taken,
        "the README shows other pictures than those of the showcase"
    );
    let picture = |name: &str| std::fs::read(root.join(format!("docs/pictures/{name}.webp"))).expect("a picture");
    // One of them is of the same page as a picture of the theme's own.
    assert!(
        picture("waiting-desktop") == picture(&format!("themes/{SHOWCASE}/desktop")),
        "the README shows another theme; `cargo xtask screenshots` takes its pictures"
    );
}

#[test]
fn every_path_that_the_documentation_quotes_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut lost, mut quoted) = (Vec::new(), 0);
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for path in quotes(&text).filter_map(path_of) {
            quoted += 1;
            if !path.starts_with(WRITTEN) && !root.join(path).exists() {
                lost.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(quoted > 300, "{quoted} quoted paths");
    assert!(
        lost.is_empty(),
        "the documentation quotes paths that do not exist: {lost:#?}"
    );
}

/// Returns the pieces of text between backticks, outside of blocks of code.
fn quotes(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("\n```").step_by(2);
    prose.flat_map(|prose| prose.split('`').skip(1).step_by(2))
}

/// Returns the path that a quote names, without the name of a test behind it; `None` for other
/// quotes, and for paths with placeholders.
fn path_of(quote: &str) -> Option<&str> {
    let path = quote.split("::").next()?;
    let (folder, _) = path.split_once('/')?;
    let is_path = FOLDERS.contains(&folder) && !path.contains([' ', '<', '*', '{', '…']);
    is_path.then_some(path)
}

#[test]
fn every_command_that_the_documentation_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = [
        ("cargo xtask ", "xtask/src/main.rs", "enum XtaskCommand {"),
        ("`anteroom ", "src/cli/mod.rs", "enum CliCommand {"),
        ("\nanteroom ", "src/cli/mod.rs", "enum CliCommand {"),
    ];
    let mut lost = Vec::new();
    for (program, source, list) in programs {
        let commands = commands(&std::fs::read_to_string(root.join(source)).expect("text"), list);
        assert!(commands.len() > 5, "{commands:?}");
        let mut named = 0;
        for page in pages() {
            let text = std::fs::read_to_string(&page).expect("a page");
            for rest in text.split(program).skip(1) {
                let end = rest.find(|c: char| !c.is_ascii_lowercase() && c != '-');
                let command = &rest[..end.unwrap_or(rest.len())];
                // Options, placeholders and the end of a sentence name no command.
                if command.is_empty() || command.starts_with('-') || rest.starts_with(SIGNED) {
                    continue;
                }
                named += 1;
                if !commands.iter().any(|known| known == command) {
                    lost.push(format!("{}: {program}{command}", page.display()));
                }
            }
        }
        assert!(named > 3, "{program:?} is named {named} times");
    }
    assert!(
        lost.is_empty(),
        "the documentation names commands that do not exist: {lost:#?}"
    );
}

#[test]
fn every_option_that_the_documentation_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let programs = [
        ("cargo xtask ", "xtask/src"),
        ("`anteroom ", "src/cli"),
        ("\nanteroom ", "src/cli"),
    ];
    let mut lost = Vec::new();
    for (program, folder) in programs {
        let mut sources = String::new();
        read_all(&root.join(folder), &mut sources);
        let mut named = 0;
        for page in pages() {
            let text = std::fs::read_to_string(&page).expect("a page");
            let options = text.split(program).skip(1).flat_map(options);
            for option in options.filter(|option| *option != "help") {
                named += 1;
                // A field of the command, or the name that it is given beside the field.
                let field = format!(" {}: ", option.replace('-', "_"));
                if !sources.contains(&field) && !sources.contains(&format!("{option:?}")) {
                    lost.push(format!("{}: {program}… --{option}", page.display()));
                }
            }
        }
        assert!(named > 3, "{program:?} has {named} options");
    }
    assert!(
        lost.is_empty(),
        "the documentation names options that do not exist: {lost:#?}"
    );
}

/// Returns the options of a command that ends with its line or its quote.
fn options(command: &str) -> impl Iterator<Item = &str> {
    let end = command.find(['`', '\n']).unwrap_or(command.len());
    command[..end].split_whitespace().filter_map(|word| {
        let option = word.trim_start_matches(['[', '(']).strip_prefix("--")?;
        let end = option.find(|c: char| !c.is_ascii_lowercase() && c != '-');
        Some(&option[..end.unwrap_or(option.len())]).filter(|option| !option.is_empty())
    })
}

#[test]
fn every_metric_that_the_documentation_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = String::new();
    read_all(&root.join("src"), &mut sources);
    let (mut named, mut lost) = (0, Vec::new());
    for page in pages() {
        let text = std::fs::read_to_string(&page).expect("a page");
        for metric in quotes(&text).filter(|quote| quote.starts_with("anteroom_")) {
            // Labels are not checked. The registry appends kind and unit to the name.
            let name = metric.split('{').next().expect("a first part");
            let name = name.trim_end_matches("_total").trim_end_matches("_seconds");
            // Cookies begin with the same word, and are quoted with a placeholder or a value.
            if name.contains(['…', '=']) {
                continue;
            }
            named += 1;
            if !sources.contains(&format!("\"{name}\"")) {
                lost.push(format!("{}: {metric}", page.display()));
            }
        }
    }
    assert!(named > 20, "{named} metrics");
    assert!(
        lost.is_empty(),
        "the documentation names metrics that do not exist: {lost:#?}"
    );
}

/// Returns the names of the commands that an enum lists, as they are typed.
fn commands(source: &str, list: &str) -> Vec<String> {
    let (_, list) = source.split_once(list).expect("a list of commands");
    let (list, _) = list.split_once("\n}").expect("its end");
    let variants = list.lines().filter_map(|line| line.trim().split_once('('));
    let names = variants
        .map(|(name, _)| name)
        .filter(|name| name.chars().all(char::is_alphabetic));
    names.map(typed).collect()
}

/// Returns the name of a variant in lower case, with hyphens between its words.
fn typed(variant: &str) -> String {
    let mut name = String::new();
    for letter in variant.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

#[test]
fn every_test_that_a_command_of_the_promises_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(root.join("docs/promises.md")).expect("the page");
    let (mut named, mut lost) = (0, Vec::new());
    for command in quotes(&page).filter(|quote| quote.starts_with("cargo nextest ")) {
        let sources = sources_of(root, command);
        let tests = tests_in(&sources);
        let names = command.split("test(").skip(1).filter_map(|rest| rest.split_once(')'));
        for (name, _) in names {
            named += 1;
            if !tests.iter().any(|test| test.contains(name)) {
                lost.push(format!("{name}: {command}"));
            }
        }
    }
    assert_eq!(named, page.matches("test(").count(), "every name is one of a command");
    assert!(named > 15, "{named} names");
    assert!(
        lost.is_empty(),
        "the promises name tests that their package and target do not have: {lost:#?}"
    );
}

/// Returns the sources of the package, and of the target if there is one, that a command of nextest
/// names.
fn sources_of(root: &Path, command: &str) -> String {
    let words: Vec<&str> = command.split_whitespace().collect();
    let option = |name: &str| {
        let at = words.iter().position(|word| *word == name);
        at.and_then(|at| words.get(at + 1)).copied()
    };
    let package = match option("-p").expect("a command names its package") {
        "anteroom" => root.to_owned(),
        package => root.join("crates").join(package),
    };
    let folders = match option("--test") {
        Some(test) => vec![package.join("tests").join(test)],
        None if words.contains(&"--lib") => vec![package.join("src")],
        None => vec![package.join("src"), package.join("tests")],
    };
    let mut sources = String::new();
    for folder in folders {
        read_all(&folder, &mut sources);
    }
    sources
}

/// Returns the names of the tests and of the modules in sources.
fn tests_in(sources: &str) -> Vec<&str> {
    let names = sources.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches("async ");
        let test = line.strip_prefix("fn ").and_then(|rest| rest.strip_suffix("() {"));
        test.or_else(|| line.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';')))
    });
    names.collect()
}

#[test]
fn a_name_of_a_test_is_looked_for_in_its_package_and_target_alone() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let has = |command: &str, test: &str| tests_in(&sources_of(root, command)).contains(&test);
    let here = "a_name_of_a_test_is_looked_for_in_its_package_and_target_alone";
    assert!(has("cargo nextest run -p anteroom --test architecture", here));
    assert!(has("cargo nextest run -p anteroom", here));
    assert!(!has("cargo nextest run -p anteroom --test it", here));
    assert!(!has("cargo nextest run -p anteroom --lib", here));
    assert!(!has("cargo nextest run -p simulator", here));
}
