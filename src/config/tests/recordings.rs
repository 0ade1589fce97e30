//! Tests of the settings of recordings.

use super::*;

fn with(keys: &str) -> String {
    WHOLE.replace("store = \"memory:\"\n", &format!("store = \"memory:\"\n{keys}\n"))
}

#[test]
fn nothing_is_recorded_unless_a_folder_is_named() {
    let config = Config::parse(WHOLE, []).expect("is whole");
    assert_eq!(config.server.recordings, None);
    let recordings = |keys: &str| {
        let config = Config::parse(&with(keys), []).expect("is whole");
        config
            .server
            .recordings
            .map(|recordings| (recordings.dir, recordings.bytes_max))
    };
    let named = "recordings_dir = \"there\"";
    assert_eq!(recordings(named), Some(("there".into(), 64_000_000)));
    let small = format!("{named}\nrecording_mb = 1");
    assert_eq!(recordings(&small), Some(("there".into(), 1_000_000)));
}

#[test]
fn the_bound_of_a_recording_is_checked() {
    for keys in [
        "recordings_dir = \"there\"\nrecording_mb = 0",
        "recordings_dir = \"there\"\nrecording_mb = 4097",
        "recording_mb = 9",
    ] {
        assert_eq!(fields(&with(keys)), ["server.recording_mb"], "{keys}");
    }
}

#[test]
fn the_environment_can_name_the_folder_and_the_bound() {
    let set = |key: &str, value: &str| (format!("ANTEROOM_SERVER_{key}"), value.to_owned());
    let environment = [set("RECORDINGS_DIR", "there"), set("RECORDING_MB", "3")];
    let config = Config::parse(WHOLE, environment).expect("is whole");
    let recordings = config.server.recordings.expect("it is recorded");
    assert_eq!(recordings.bytes_max, 3_000_000);
}
