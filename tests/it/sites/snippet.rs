//! `anteroom snippet`: its output can be pasted, and refers to scripts that this server has.

use std::process::{Command, Output};

use crate::support::{MASTER_KEY, TestServer};

const PROGRAM: &str = env!("CARGO_BIN_EXE_anteroom");

fn run(arguments: &[&str]) -> Output {
    Command::new(PROGRAM)
        .arg("snippet")
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn printed(arguments: &[&str]) -> String {
    let output = run(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).expect("text")
}

/// Returns the paths of the tags' scripts.
fn scripts(tags: &str, home: &str) -> Vec<String> {
    let sources = tags
        .split("src=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().expect("an end"));
    let paths = sources.map(|source| {
        source
            .strip_prefix(home)
            .expect("a script of the waiting room")
            .to_owned()
    });
    paths.collect()
}

#[tokio::test]
async fn the_tags_lead_to_scripts_of_this_server() {
    let tags = printed(&["acme", "--url", "https://queue.example"]);
    assert_eq!(
        tags,
        "<script src=\"https://queue.example/script/queueclient.min.js\"></script>\n\
         <script data-queueit-c=\"acme\" src=\"https://queue.example/script/queueconfigloader.min.js\"></script>\n"
    );
    let server = TestServer::sale(60).await;
    for path in scripts(&tags, "https://queue.example") {
        let reply = server.get(&path, &[]).await;
        // A server that is built without the site has the same addresses, but no file there.
        let is_there = reply.status == 200
            || reply
                .text()
                .starts_with("There is no such script, or this server was built without it");
        assert!(is_there, "{path}: {}", reply.text());
    }
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/integrate/javascript.md"))
        .expect("the page");
    assert!(
        page.contains(tags.trim_end()),
        "the page of the documentation says the same"
    );
}

#[test]
fn a_configuration_says_where_the_waiting_room_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("anteroom.toml");
    let text = format!(
        "[server]\nhttp = \"127.0.0.1:8080\"\npublic_url = \"https://queue.example:8443\"\nmaster_key = \"{MASTER_KEY}\"\nstore = \"memory:\"\n\
         [[customer]]\nid = \"acme\"\nsecret_key = \"acme-keeps-this-to-itself-0c41\"\n\
         [[customer]]\nid = \"own\"\nsecret_key = \"own-keeps-this-to-itself-77e0\"\nhosts = [\"wait.shop.example\"]\n"
    );
    std::fs::write(&file, text).expect("a file");
    let file = file.to_str().expect("a plain path");
    for (customer, home) in [
        ("acme", "https://queue.example:8443"),
        ("own", "https://wait.shop.example:8443"),
    ] {
        let tags = printed(&[customer, "--config", file]);
        assert_eq!(
            scripts(&tags, home),
            ["/script/queueclient.min.js", "/script/queueconfigloader.min.js"]
        );
        assert!(tags.contains(&format!("data-queueit-c=\"{customer}\"")), "{tags}");
    }
    let tags = printed(&[
        "acme",
        "--config",
        file,
        "--spa",
        "--intercept-domain",
        "\"><script>alert(1)</script>",
    ]);
    assert!(
        tags.contains(" data-queueit-spa=\"true\" ") && tags.contains(" data-queueit-intercept=\"true\" "),
        "{tags}"
    );
    assert_eq!(
        tags.matches("<script").count(),
        2,
        "nothing leaves its attribute: {tags}"
    );

    for (arguments, code, said) in [
        (
            &["nobody", "--config", file][..],
            1,
            "has no customer nobody; it has acme, own",
        ),
        (&["acme", "--config", "/nowhere.toml"], 2, "cannot be read"),
        (&["acme", "--url", "ftp://queue.example"], 1, "no https or http address"),
        (&["acme"], 2, "--config"),
        (&["a b", "--url", "https://queue.example"], 2, "a b"),
    ] {
        let output = run(arguments);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(
            (output.status.code(), output.stdout.len()),
            (Some(code), 0),
            "{arguments:?}: {text}"
        );
        assert!(text.contains(said), "{arguments:?}: {text}");
    }
}
