//! `server.allowed_hosts`.

use super::*;

#[test]
fn allowed_hosts_are_names_and_an_empty_list_is_a_list() {
    let server = |line: &str| WHOLE.replace("store = \"memory:\"", &format!("store = \"memory:\"\n{line}"));
    let read = |line: &str| {
        let config = Config::parse(&server(line), []).expect("no problems");
        let names = config.server.allowed_hosts?;
        Some(names.iter().map(ToString::to_string).collect::<Vec<_>>())
    };
    assert_eq!(read(""), None);
    assert_eq!(read("allowed_hosts = []"), Some(vec![]));
    assert_eq!(read("allowed_hosts = [\"Inside\"]"), Some(vec!["inside".to_owned()]));
    assert_eq!(
        fields(&server(
            "allowed_hosts = [\"queue.example:8443\", \"b.example\", \"10.0.0.1\"]"
        )),
        ["server.allowed_hosts[0]", "server.allowed_hosts[2]"]
    );
    let set = [(
        "ANTEROOM_SERVER_ALLOWED_HOSTS".to_owned(),
        "inside, queue.internal".to_owned(),
    )];
    let server = Config::parse(WHOLE, set).expect("no problems").server;
    assert_eq!(server.allowed_hosts.map(|names| names.len()), Some(2));
}
