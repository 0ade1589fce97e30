//! The folder of an embedded store: one server at a time, backups, and starting from a backup.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};

use testkit::{Service, VisitorCrowd, until};

use crate::support::{binary, crowd_before, embedded};

#[tokio::test]
async fn a_second_server_on_the_folder_is_refused_in_words() {
    let (mut service, crowd) = embedded().await;
    let mut second = service.launch_another("second").unwrap();
    let status = second.process.ended().await.unwrap();
    assert_eq!(status.code(), Some(1), "{status}");
    let log = second.process.log();
    let file = service.data().join("anteroom.redb");
    let words = format!(
        "the store \"embedded\" cannot be opened: {} is in use by another process; stop that one first, or give this one a folder of its own",
        file.display()
    );
    assert!(log.contains(&words), "{log}");

    service.nodes[0].until_it_is("ok").await.unwrap();
    service.nodes[0].process.kill().await.unwrap();
    service.nodes[0].process.restart().unwrap();
    service.nodes[0].until_it_is("ok").await.unwrap();
    drop(crowd);
}

fn restore(service: &Service, from: &Path) -> Output {
    let mut command = Command::new(binary());
    let config = service.data().with_file_name("anteroom.toml");
    // No process listens there; the file leaves the address to the nodes.
    command
        .env("ANTEROOM_SERVER_HTTP", "127.0.0.1:1")
        .arg("restore")
        .arg("--config")
        .arg(config)
        .arg("--from")
        .arg(from);
    command.output().expect("the server's own binary")
}

fn numbers(crowd: &VisitorCrowd) -> BTreeSet<u64> {
    crowd.seen().iter().filter_map(|seen| seen.number).collect()
}

/// Visitors who came after the backup lose their places, but no other visitor gets one of their
/// numbers.
#[tokio::test]
async fn a_server_goes_on_from_a_backup_and_gives_no_number_twice() {
    let (mut service, crowd) = embedded().await;
    let file = service.data().join("anteroom.redb");
    let backup = service.data().join("anteroom.backup.redb");
    service.nodes[0].process.ask_for_a_backup().unwrap();
    let written = || std::future::ready(backup.exists().then_some(()));
    until("a backup", written).await.unwrap();
    let lost = crowd_before(&service, 10).await;
    service.nodes[0].process.kill().await.unwrap();

    let refused = restore(&service, &backup);
    let words = String::from_utf8(refused.stderr).unwrap();
    let expected = format!(
        "nothing was restored: {} exists already; move it away first\n",
        file.display()
    );
    assert_eq!((words, refused.status.code()), (expected, Some(1)));
    std::fs::remove_file(&file).unwrap();
    let restored = restore(&service, &backup);
    assert!(restored.status.success(), "{restored:?}");

    service.nodes[0].process.restart().unwrap();
    service.nodes[0].until_it_is("ok").await.unwrap();
    let newcomers = crowd_before(&service, 10).await;
    let (before, after) = (&numbers(&crowd) | &numbers(&lost), numbers(&newcomers));
    assert!(before.is_disjoint(&after), "{before:?} and then {after:?}");
    assert!(!after.is_empty());
}
