//! A full disk: there are no new numbers, the page says so, and the room continues by itself when
//! there is space again. Uses a real file system of a few MB.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::{figure, ready, rooms};
use crate::support::TestServer;

/// The size of a disk that fits an empty store and a little more.
const DISK: &str = "size=6m";
/// The most newcomers before the store needs the disk: it first uses the free space in its file.
const NEWCOMERS_MAX: usize = 2_000;

/// A file system in memory.
struct FullDisk {
    folder: TempDir,
}

impl FullDisk {
    /// Mounts the disk; returns `None` if this process may not mount.
    fn mount() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder");
        let mount = Command::new("mount")
            .args(["-t", "tmpfs", "-o", DISK, "tmpfs"])
            .arg(folder.path())
            .output();
        let mounted = mount.is_ok_and(|output| output.status.success());
        mounted.then_some(Self { folder })
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Fills the disk to the last byte.
    fn fill(&self) {
        let mut filler = File::create(self.filler()).expect("a file");
        while filler.write(&[1; 4_096]).is_ok_and(|written| written > 0) {}
    }

    fn make_room(&self) {
        std::fs::remove_file(self.filler()).expect("the filler");
    }
}

impl Drop for FullDisk {
    fn drop(&mut self) {
        // Unmounts lazily, because the store may still be open after a failed assertion.
        drop(Command::new("umount").arg("-l").arg(self.path()).output());
    }
}

#[tokio::test]
async fn nobody_gets_a_number_that_is_not_on_the_disk_and_it_goes_on_when_there_is_room() {
    let Some(disk) = FullDisk::mount() else {
        eprintln!("SKIPPED: file systems cannot be mounted here, so no disk is full");
        return;
    };
    let server = TestServer::in_folder(&disk.path().join("data"), &rooms()).await;
    let mut first = server.visitor();
    first.enter().await;
    server.poll(&first).await;
    disk.fill();
    let mut given = 1;
    let refused = loop {
        let newcomer = server.visitor();
        let page = server.resolve(newcomer.send("/?c=demo&e=sale")).await;
        if page.status != 302 {
            break page;
        }
        given += 1;
        assert!(given < NEWCOMERS_MAX, "the disk is never needed");
    };
    assert_eq!(refused.error_page(), (503, String::new(), "holding".to_owned()));
    assert!(refused.text().contains("can’t give out new places in line right now"));
    assert!(!refused.header("retry-after").is_empty());
    assert_eq!(
        ready(&server).await,
        (200, "degraded".to_owned(), vec!["store".to_owned()])
    );
    let answer = server.poll(&first).await.json();
    assert_eq!(
        (
            answer["forecastStatus"].clone(),
            answer["ticket"]["queueNumber"].clone()
        ),
        ("FirstInLine".into(), 1.into())
    );
    assert_eq!(server.grants().await.len(), 0, "nobody is granted");

    disk.make_room();
    server.advance(1_000).await;
    let mut newcomer = server.visitor();
    let number = newcomer.enter().await.slot("number");
    assert_eq!(
        number,
        (given + 1).to_string(),
        "numbers go on, none was lost or given twice"
    );
    server.pass(&first).await;
    assert_eq!(ready(&server).await, (200, "ok".to_owned(), vec![]));
    assert!(figure(&server, "anteroom_store_calls_total{verb=\"commit\",outcome=\"done\"}").await > 0.0);
}
