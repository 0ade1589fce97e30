//! The ready-made files of `deploy/` name what exists: keys of the configuration, options of the command line, paths.

use std::path::Path;
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy");

fn read(file: &str) -> String {
    std::fs::read_to_string(Path::new(FOLDER).join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn anteroom() -> Command {
    Command::new(env!("CARGO_BIN_EXE_anteroom"))
}

#[test]
fn the_nodes_of_the_compose_file_start_with_their_configuration() {
    let compose = read("compose/compose.yaml");
    let mut check = anteroom();
    check
        .args(["check", "--config"])
        .arg(Path::new(FOLDER).join("compose/anteroom.toml"));
    for (key, value) in [
        ("ANTEROOM_SERVER_STORE", "redis://:pass@redis:6379".to_owned()),
        ("ANTEROOM_SERVER_MASTER_KEY", "5a".repeat(32)),
        ("ANTEROOM_SERVER_ADMIN_TOKEN", "token".to_owned()),
    ] {
        assert!(compose.contains(key), "{key}");
        check.env(key, value);
    }
    let checked = check.output().expect("the binary runs");
    let said = String::from_utf8_lossy(&checked.stderr).into_owned() + &String::from_utf8_lossy(&checked.stdout);
    assert!(checked.status.success(), "{said}");
    for key in read("compose/example.env")
        .lines()
        .filter_map(|line| line.strip_suffix('='))
    {
        assert!(
            compose.contains(&format!("${{{key}}}")),
            "{key} is asked for and not used"
        );
    }
}

#[test]
fn commands_and_addresses_are_those_of_the_server() {
    let help = anteroom().args(["serve", "--help"]).output().expect("the binary runs");
    let help = String::from_utf8(help.stdout).expect("text");
    for file in ["Containerfile", "anteroom.service"] {
        let text = read(file);
        assert!(text.contains("serve"), "{file}");
        for option in ["--config", "--log"] {
            assert!(text.contains(option) && help.contains(option), "{file}: {option}");
        }
    }
    assert!(read("compose/haproxy.cfg").contains("GET /health/ready"));
    assert!(read("Containerfile").contains("/health/live"));
}
