//! The errors of opening a store.

use std::io;
use std::path::{Path, PathBuf};

use crate::AddressError;

/// An error of opening a store, worded for the operator.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The address has no colon.
    #[error("a store's address starts with its kind; known are memory:, embedded:PATH and redis://HOST")]
    NoScheme,
    /// The address starts with a kind of store that does not exist.
    #[error("there is no store called {scheme:?}; known are memory:, embedded:PATH and redis://HOST")]
    UnknownScheme {
        /// The part before the colon.
        scheme: String,
    },
    /// Something follows `memory:`.
    #[error("memory: takes nothing behind the colon; to keep data in a folder use embedded:PATH")]
    PathInMemory,
    /// Nothing follows `embedded:`.
    #[error("embedded: needs the path of a folder behind the colon, such as embedded:./data")]
    NoPath,
    /// The address of a Redis is wrong.
    #[error("the address cannot be used: {0}")]
    Address(AddressError),
    /// The certificate that TLS should trust cannot be read.
    #[error("the certificate {} cannot be read", path.display())]
    Ca {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The folder cannot be created or written to.
    #[error("the folder {} cannot be used", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The writer thread cannot be started.
    #[error("the thread that writes the store cannot be started")]
    Thread {
        /// The system's error.
        source: io::Error,
    },
    /// Another process has the store open.
    #[error(
        "{} is in use by another process; stop that one first, or give this one a folder of its own",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The file system cannot lock files, so a second process could open the same file.
    #[error(
        "{} is on a file system that cannot lock files, so that a second process could spoil it; use a folder on a disk of this machine",
        path.display()
    )]
    NoLocks {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The file was written by a later version.
    #[error(
        "{} is in format {found}, this version reads formats 1 to {}; run the version that wrote it, or use another folder",
        path.display(),
        crate::FORMAT_VERSION
    )]
    Format {
        /// The file.
        path: PathBuf,
        /// The format number in the file.
        found: u64,
    },
    /// The file is a database, but was not written by this crate.
    #[error("{} was not written by this server; use another folder", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// Another version of the database library wrote the file.
    #[error(
        "{} is laid out in a way ({found}) that this version's database library does not read; run the version that wrote it, or use another folder",
        path.display()
    )]
    Layout {
        /// The file.
        path: PathBuf,
        /// The layout number in the file.
        found: u64,
    },
    /// The file was changed by something other than this server, for instance by a broken disk.
    #[error(
        "{} is damaged: {cause}. Move it away and restore a backup; with an empty folder everybody's place is lost",
        path.display()
    )]
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the damage.
        cause: String,
    },
    /// The file cannot be read.
    #[error("{} cannot be opened: {cause}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The underlying error.
        cause: String,
    },
}

impl OpenError {
    pub(crate) fn damaged(path: &Path, cause: impl ToString) -> Self {
        Self::Damaged {
            path: path.to_owned(),
            cause: cause.to_string(),
        }
    }

    pub(crate) fn unreadable(path: &Path, cause: impl ToString) -> Self {
        Self::Unreadable {
            path: path.to_owned(),
            cause: cause.to_string(),
        }
    }
}
