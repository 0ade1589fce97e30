//! A recorded incident: a server with `recordings_dir`, and `anteroom replay` of its recordings.

use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

use protocol::QueueId;
use testkit::{Service, TestRoom, VisitorCrowd};

/// Grants a minute.
const RATE: u32 = 600;
/// The grants of three seconds.
const CROWD: usize = 30;

fn binary() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_anteroom"))
}

/// Returns a node with a store of its own that records into a folder, and a crowd in line.
async fn recorded(folder: &Path) -> (Service, VisitorCrowd) {
    let setting = (
        OsString::from("ANTEROOM_SERVER_RECORDINGS_DIR"),
        folder.as_os_str().to_owned(),
    );
    let service = Service::launch_with(binary(), "embedded:", &[vec![setting]], &TestRoom::of(RATE));
    let mut service = service.expect("the node starts");
    service.nodes[0].until_it_is("ok").await.expect("the node is ready");
    let crowd = VisitorCrowd::enter(service.balancer(), CROWD).await;
    (service, crowd.expect("everybody has a place"))
}

/// Replays a file; returns the exit code and the output.
fn replay(file: &Path) -> (Option<i32>, String) {
    let replayed = Command::new(binary()).arg("replay").arg(file).output();
    let replayed = replayed.expect("the server's own binary");
    let text = String::from_utf8(replayed.stdout).expect("text") + &String::from_utf8_lossy(&replayed.stderr);
    println!("{text}");
    (replayed.status.code(), text)
}

fn ids_of(crowd: &VisitorCrowd) -> Vec<(String, QueueId)> {
    let ids = crowd.seen().into_iter().filter_map(|seen| seen.queue_id);
    let read = |text: String| {
        let id = text.parse().expect("a queue id");
        (text, id)
    };
    ids.map(read).collect()
}

#[tokio::test]
async fn a_servers_recording_is_replayed_without_an_objection_and_has_no_queue_id() {
    let folder = tempfile::tempdir().unwrap();
    let (mut service, crowd) = recorded(folder.path()).await;
    crowd.until_through().await.unwrap();
    let ids = ids_of(&crowd);
    drop(crowd);
    let stopped = service.nodes[0].stop().await.unwrap();
    assert!(stopped.success(), "{stopped}");

    let file = folder.path().join("demo.sale.recording");
    let (code, report) = replay(&file);
    assert_eq!(code, Some(0), "{report}");
    for words in [
        "The pool demo/sale, by one node",
        "It ends with the pool node.",
        "No oracle objects.",
    ] {
        assert!(report.contains(words), "{report}");
    }
    assert!(report.contains(&format!("{CROWD} permits spent")), "{report}");

    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(ids.len(), CROWD);
    for (text, id) in ids {
        let has = |needle: &[u8]| bytes.windows(needle.len()).any(|found| found == needle);
        assert!(!has(id.as_bytes()) && !has(text.as_bytes()), "the queue id {text}");
    }
}

#[tokio::test]
async fn the_recording_of_a_killed_node_is_replayed_as_far_as_it_goes_and_kept_by_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let (mut service, crowd) = recorded(folder.path()).await;
    crowd.until_more_are_through(CROWD / 3).await.unwrap();
    service.nodes[0].process.kill().await.unwrap();
    service.nodes[0].process.restart().unwrap();
    service.nodes[0].until_it_is("ok").await.unwrap();
    crowd.until_through().await.unwrap();
    drop(crowd);
    service.nodes[0].stop().await.unwrap();
    for (name, end) in [
        ("demo.sale.before.recording", "It does not say how it ends"),
        ("demo.sale.recording", "It ends with the pool node."),
    ] {
        let (code, report) = replay(&folder.path().join(name));
        assert_eq!(code, Some(0), "{report}");
        assert!(report.contains(end), "{report}");
    }
}

#[test]
fn a_file_that_is_no_recording_is_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other");
    let (code, words) = replay(&file);
    assert!(code == Some(2) && words.contains("No such file"), "{words}");
    std::fs::write(&file, "anteroom recordings are other files").unwrap();
    let (code, words) = replay(&file);
    assert!(code == Some(2) && words.contains("this is no recording"), "{words}");
}
