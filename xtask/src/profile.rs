//! The profiles that programs are compiled with, and where their programs are.

use std::path::PathBuf;

use crate::project::Project;

/// Which optimisation the programs are compiled with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// That of all tests: lightly optimised, debug assertions on, and compiled already where the
    /// unit tests have run.
    Tested,
    /// The same, and of its programs only those of the demo.
    Demonstrated,
    /// What is shipped and measured.
    Release,
}

impl Profile {
    /// The folder of the programs: `anteroom`, `examples/shop`, `examples/configured`.
    pub(crate) fn folder(self, project: &Project) -> PathBuf {
        project.target(match self {
            Self::Tested | Self::Demonstrated => "debug",
            Self::Release => "release",
        })
    }
}
