//! The number of files that this process can open, which includes connections.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Bounds on the number of files reserved for the store, its files, listeners and outgoing
/// connections; within these bounds an eighth of all files is reserved.
const RESERVE_MIN: u64 = 64;
const RESERVE_MAX: u64 = 1_024;
/// Maximum number of connections unless configured, whatever the system allows: some 4 GB of
/// memory.
const CONNECTIONS_MAX_DEFAULT: u64 = 100_000;

/// Raises the soft limit of open files to the hard limit: the soft limit is small only for programs
/// that use `select`, which this program does not.
pub fn raise_open_files() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        ..limit
    };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, open_files = limit.current, "the limit of open files cannot be raised");
    }
}

/// Returns the maximum number of connections: as configured, but never more than the limit of open
/// files allows.
pub(super) fn connections_max(configured: Option<u32>) -> usize {
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let most = within(files);
    let wanted = configured.map_or(CONNECTIONS_MAX_DEFAULT, u64::from);
    usize::try_from(most.min(wanted)).unwrap_or(usize::MAX)
}

/// Returns the number of connections that leaves enough files for other uses.
fn within(files: u64) -> u64 {
    let reserve = (files / 8).clamp(RESERVE_MIN, RESERVE_MAX);
    files.saturating_sub(reserve).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_is_room_for_other_files() {
        assert_eq!([16, 256, 1_024, 1_048_576].map(within), [1, 192, 896, 1_047_552]);
        assert_eq!(connections_max(Some(3)), 3);
        assert!(connections_max(None) <= 100_000);
    }
}
