//! The profiles with which programs are compiled, and the folders of the compiled programs.

use std::path::PathBuf;

use crate::project::Project;

/// A compilation profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Profile {
    /// The profile of all tests: lightly optimised, with debug assertions, and compiled already if
    /// the unit tests have run.
    Tested,
    /// Like `Tested`, but only the programs of the demo are compiled.
    Demonstrated,
    /// The profile for shipping and measuring.
    Release,
}

impl Profile {
    /// Returns the folder of the programs: `anteroom`, `examples/shop`, `examples/configured`.
    pub(crate) fn folder(self, project: &Project) -> PathBuf {
        project.target(match self {
            Self::Tested | Self::Demonstrated => "debug",
            Self::Release => "release",
        })
    }
}
