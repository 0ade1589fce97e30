//! Tests of sources, one attempt at a time, and of the task with a paused clock.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::time::Instant;

use super::file::FileSource;
use super::*;

pub(super) fn config() -> LiveConfig {
    LiveConfig::new("acme".parse().unwrap())
}

pub(super) fn version(version: i64) -> Vec<u8> {
    format!(r#"{{"Version":{version},"Integrations":[]}}"#).into_bytes()
}

/// Returns the given responses, then reports no change; records when it was asked.
struct Script {
    answers: VecDeque<Result<Option<Vec<u8>>, UpdateError>>,
    asked_at_s: Arc<Mutex<Vec<u64>>>,
    started: Instant,
}

impl UpdateSource for Script {
    async fn fetch(&mut self) -> Result<Option<Vec<u8>>, UpdateError> {
        self.asked_at_s.lock().unwrap().push(self.started.elapsed().as_secs());
        self.answers.pop_front().unwrap_or(Ok(None))
    }

    async fn taken(&mut self, _json: Vec<u8>) {}
}

fn script(answers: Vec<Result<Option<Vec<u8>>, UpdateError>>) -> (Script, Arc<Mutex<Vec<u64>>>) {
    let asked_at_s = Arc::default();
    let script = Script {
        answers: answers.into(),
        asked_at_s: Arc::clone(&asked_at_s),
        started: Instant::now(),
    };
    (script, asked_at_s)
}

#[tokio::test(start_paused = true)]
async fn the_task_asks_again_and_again_and_sooner_after_a_failure() {
    let away = || Err(UpdateError::Io(io::ErrorKind::ConnectionRefused.into()));
    let (script, asked_at_s) = script(vec![
        away(),
        away(),
        Ok(Some(version(3))),
        Ok(Some(b"{}".to_vec())),
        Ok(Some(version(4))),
    ]);
    let config = config();
    let every = Duration::from_secs(300);
    let mut updates = Updates::start(config.clone(), script, Pace { every }, 1);
    updates.first_attempt().await;
    assert_eq!(config.version(), None);
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(config.version(), Some(3));
    tokio::time::sleep(Duration::from_secs(1000)).await;
    assert_eq!(config.version(), Some(4), "and the broken one in between was not taken");

    // 0, 5, 15, 315 (invalid), 320, 620, 920: each wait up to a tenth shorter or longer.
    let asked = asked_at_s.lock().unwrap().clone();
    let waits: Vec<u64> = asked.windows(2).map(|pair| pair[1] - pair[0]).collect();
    for (wait, meant) in waits.iter().zip([5, 10, 300, 5, 300]) {
        assert!((meant * 9 / 10 - 1..=meant * 11 / 10 + 1).contains(wait), "{waits:?}");
    }

    drop(updates);
    tokio::time::sleep(Duration::from_secs(10_000)).await;
    assert_eq!(asked_at_s.lock().unwrap().len(), asked.len(), "nobody asks any more");
}

#[tokio::test]
async fn a_file_counts_once_it_is_there_and_when_it_changes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.json");
    let config = config();
    let mut source = FileSource {
        path: path.clone(),
        taken: None,
    };
    for (content, update_wanted, version_wanted) in [
        (None, Update::Failed, None),
        (Some(version(1)), Update::Taken, Some(1)),
        (Some(version(1)), Update::Unchanged, Some(1)),
        (Some(version(2)), Update::Taken, Some(2)),
        (Some(b"{".to_vec()), Update::Failed, Some(2)),
        // The invalid content was not accepted, so this equals the last accepted config.
        (Some(version(2)), Update::Unchanged, Some(2)),
        (
            Some(vec![b' '; protocol::integration::CONFIG_BYTES_MAX + 1]),
            Update::Failed,
            Some(2),
        ),
    ] {
        if let Some(content) = content {
            std::fs::write(&path, content).unwrap();
        }
        assert_eq!(update(&config, &mut source).await, update_wanted);
        assert_eq!(config.version(), version_wanted);
    }
}

#[tokio::test]
async fn a_site_can_start_with_the_file_at_hand() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("config.json");
    std::fs::write(&path, version(5)).unwrap();
    let config = config();
    let mut updates = ConfigFile::new(&config, path).start();
    updates.first_attempt().await;
    assert_eq!(config.version(), Some(5));
}
