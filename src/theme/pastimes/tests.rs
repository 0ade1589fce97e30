//! Tests of `pastimes.toml`: of the files that are read, and of those that are refused.

use super::*;

fn read(text: &str) -> (Pastimes, Vec<String>) {
    let names = ["stage.webp", "crowd.webp", "trailer.mp4", "trailer.en.vtt"];
    let mut files = ThemeFiles {
        name: "summer".to_owned(),
        files: names.map(|name| (name.to_owned(), vec![0; 600_000])).into(),
    };
    files.files.insert("crowd.webp".to_owned(), vec![0; 100_000]);
    let mut problems = ThemeProblems::of(files.path(PASTIMES_FILE));
    let url = |file: &str| names.contains(&file).then(|| format!("/assets/{file}"));
    let read = Pastimes::read(text, &files, &url, &mut problems);
    let problems = problems.into_vec();
    (read, problems.iter().map(ToString::to_string).collect())
}

#[test]
fn the_example_of_this_module_is_read() {
    let example: String = include_str!("../pastimes.rs")
        .lines()
        .skip_while(|line| !line.contains("```toml"))
        .skip(1)
        .take_while(|line| !line.contains("```"))
        .map(|line| line.trim_start_matches("//!").to_owned() + "\n")
        .collect();
    let (read, problems) = read(&example);
    assert_eq!(problems, [""; 0]);
    assert_eq!(
        read.names().collect::<Vec<_>>(),
        ["backstage", "lineup", "song", "trailer"]
    );
    let video = &read.get("trailer").expect("a video").kind;
    assert!(
        matches!(video, PastimeKind::Video { file, .. } if file == "/assets/trailer.mp4"),
        "{video:?}"
    );
    let embed = &read.get("song").expect("an embed").kind;
    assert!(
        matches!(embed, PastimeKind::Embed { host, .. } if host == "player.example"),
        "{embed:?}"
    );
    assert_eq!(read.get(GAME).map(|game| &game.kind), Some(&PastimeKind::Game));
    assert_eq!(read.get("nothing"), None);
}

#[test]
fn the_example_of_the_documents_is_read() {
    let (_, example) = include_str!("../../../docs/themes.md")
        .split_once("```toml\n[lineup]")
        .expect("the example");
    let (example, _) = example.split_once("```").expect("its end");
    let (read, problems) = read(&format!("[lineup]{example}"));
    assert_eq!(problems, [""; 0]);
    assert_eq!(read.names().count(), 4);
}

#[test]
fn what_is_wrong_is_said_with_its_line() {
    let big = "pictures = [{ file = \"stage.webp\", width = 1, height = 1, alt = \"a\" }, \
               { file = \"stage.webp\", width = 1, height = 0, alt = \"\" }]";
    let long = format!("title = \"{}\"", "x".repeat(201));
    let cases = [
        ("kind = \"schedule\"\ntitle = \"A\"", "`items` has 1 to 40 entries"),
        ("kind = \"dance\"\ntitle = \"A\"", "\"dance\" is no kind"),
        ("kind = \"pictures\"\ntitle = \"\"\npictures = []", "`title` is empty"),
        (
            "kind = \"schedule\"\ntitle = \"A\"\nurl = \"https://a.example/\"\nitems = [{ when = \"1\", what = \"b\" }]",
            "url belong to the kind \"embed\"",
        ),
        (
            "kind = \"video\"\ntitle = \"A\"\nfile = \"stage.webp\"\nwidth = 1\nheight = 1\ntracks = []",
            "`tracks` has 1 to 20 entries",
        ),
        (
            "kind = \"video\"\ntitle = \"A\"\nfile = \"other.mp4\"\nwidth = 1\nheight = 1",
            "`other.mp4` is not a video",
        ),
        (
            "kind = \"embed\"\ntitle = \"A\"\nurl = \"http://a.example/\"",
            "is no address like",
        ),
        (
            "kind = \"embed\"\ntitle = \"A\"\nurl = \"https://127.0.0.1/\"",
            "is no address like",
        ),
        (
            "kind = \"embed\"\ntitle = \"\u{E000}ahead\u{E001}\"\nurl = \"https://a.example/\"",
            "control",
        ),
    ];
    for (table, wanted) in cases {
        let (_, problems) = read(&format!("\n[a]\n{table}\n"));
        let found = problems.iter().any(|problem| problem.contains(wanted));
        assert!(found, "{table}: {problems:?}");
        assert!(problems[0].starts_with("summer/pastimes.toml:2: `a`: "), "{problems:?}");
    }
    let (_, problems) = read(&format!("[a]\nkind = \"pictures\"\n{long}\n{big}"));
    for wanted in [
        "more than 200 characters",
        "more than 1 MiB",
        "1 to 10000",
        "`alt` of `stage.webp`",
    ] {
        assert!(
            problems.iter().any(|problem| problem.contains(wanted)),
            "{wanted}: {problems:?}"
        );
    }
    for name in ["game", "\"Line up\""] {
        let table = format!("[{name}]\nkind = \"schedule\"\ntitle = \"A\"\nitems = [{{ when = \"1\", what = \"b\" }}]");
        assert!(read(&table).1[0].contains("a name has only"), "{name}");
    }
    let video = "[a]\nkind = \"video\"\ntitle = \"A\"\nlanguage = \"english!\"\nfile = \"trailer.mp4\"\nwidth = 1\nheight = 1\n\
                 tracks = [{ file = \"trailer.en.vtt\", language = \"\", label = \" \" }]";
    let (_, problems) = read(video);
    for wanted in ["`language` \"english!\"", "`language` \"\"", "`label` is empty"] {
        assert!(
            problems.iter().any(|problem| problem.contains(wanted)),
            "{wanted}: {problems:?}"
        );
    }
    let (_, problems) = read("[a]\nkind = \"embed\"\ntitle = \"A\"\ncolour = 1");
    assert!(problems[0].contains("unknown field `colour`"), "{problems:?}");
}
