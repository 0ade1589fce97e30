//! The files in `deploy/` name only existing keys of the configuration, options of the command
//! line, and paths.

use std::path::Path;
use std::process::Command;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy");

fn read(file: &str) -> String {
    std::fs::read_to_string(Path::new(FOLDER).join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn anteroom() -> Command {
    Command::new(env!("CARGO_BIN_EXE_anteroom"))
}

/// Runs `check` on a configuration with the environment of the compose file; returns whether the
/// configuration is valid, and the output.
fn check(file: &Path) -> (bool, String) {
    let mut check = anteroom();
    check.args(["check", "--config"]).arg(file);
    for (key, value) in [
        ("STORE", "redis://:pass@redis:6379"),
        ("MASTER_KEY", crate::support::MASTER_KEY),
        ("ADMIN_TOKEN", crate::support::ADMIN_TOKEN),
    ] {
        check.env(format!("ANTEROOM_SERVER_{key}"), value);
    }
    let checked = check.output().expect("the binary runs");
    let said = String::from_utf8_lossy(&checked.stderr).into_owned() + &String::from_utf8_lossy(&checked.stdout);
    (checked.status.success(), said)
}

#[test]
fn the_nodes_of_the_compose_file_start_with_their_configuration_once_its_secret_is_another() {
    let compose = read("compose/compose.yaml");
    for key in ["STORE", "MASTER_KEY", "ADMIN_TOKEN"] {
        assert!(compose.contains(&format!("ANTEROOM_SERVER_{key}")), "{key}");
    }
    let (good, said) = check(&Path::new(FOLDER).join("compose/anteroom.toml"));
    assert!(
        !good && said.contains("customer[0].secret_key") && said.contains("openssl rand -hex 32"),
        "{said}"
    );
    let shipped = read("compose/anteroom.toml");
    let line = shipped
        .lines()
        .find(|line| line.starts_with("secret_key"))
        .expect("a secret");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("anteroom.toml");
    let own = format!("secret_key = \"{}\"", crate::support::SECRET);
    std::fs::write(&file, shipped.replace(line, &own)).expect("written");
    let (good, said) = check(&file);
    assert!(good, "{said}");
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

#[test]
fn images_are_taken_by_digest() {
    let named = |file: &str, key: &str| -> Vec<String> {
        let lines = read(file);
        let images = lines.lines().filter_map(|line| line.trim().strip_prefix(key));
        images.map(str::to_owned).collect()
    };
    let bases = named("Containerfile", "FROM ");
    assert_eq!(bases.len(), 3, "{bases:?}");
    let services = named("compose/compose.yaml", "image: ");
    // The first service is built from the container file.
    let (ours, others) = services.split_first().expect("services");
    assert_eq!(ours, "anteroom");
    for image in bases.iter().chain(others) {
        assert!(image.contains("@${"), "{image} is named by a tag, which can change");
    }
}

/// The nodes trust the balancer's own address and no network, and the balancers' files set the
/// visitor's address themselves.
#[test]
fn the_nodes_of_the_compose_file_trust_the_balancer_alone() {
    let config: toml::Table = read("compose/anteroom.toml").parse().expect("TOML");
    let trusted = config["server"]["trusted_proxies"].as_array().expect("a list");
    let [toml::Value::String(balancer)] = &trusted[..] else {
        panic!("one address: {trusted:?}");
    };
    assert!(
        balancer.parse::<std::net::IpAddr>().is_ok(),
        "{balancer} is a single address"
    );
    let compose = read("compose/compose.yaml");
    let fixed: Vec<&str> = compose
        .lines()
        .filter_map(|line| line.trim().strip_prefix("ipv4_address: "))
        .collect();
    assert_eq!(fixed, [balancer], "and it is the balancer's");
    assert!(
        !read("compose/haproxy.cfg").contains("option forwardfor"),
        "adds to what strangers send"
    );
    assert!(
        !read("nginx/anteroom.conf").contains("$proxy_add_x_forwarded_for"),
        "adds to what strangers send"
    );
}
