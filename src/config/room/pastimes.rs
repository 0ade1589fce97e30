//! `pastimes` and `embed_hosts` of `[[room]]`: the pastimes that the pages offer to waiting
//! visitors. [`crate::preflight`] checks, with the themes, whether the room's theme has a pastime
//! of that name.

use std::collections::BTreeSet;

use crate::config::{ConfigProblems, HostName};

/// The maximum number of pastimes of a room, and of hosts.
const PASTIMES_MAX: usize = 5;
const EMBED_HOSTS_MAX: usize = 20;

/// The pastimes that a room offers to waiting visitors.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OfferedPastimes {
    /// The names of the theme's pastimes, in the order of the page.
    pub names: Vec<String>,
    /// The hosts whose pages can be shown in frames.
    pub embed_hosts: Vec<HostName>,
}

/// The two keys as in the file.
#[derive(Debug)]
pub(super) struct RawPastimes {
    pub(super) names: Vec<String>,
    pub(super) embed_hosts: Vec<String>,
}

impl RawPastimes {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> OfferedPastimes {
        if self.names.len() > PASTIMES_MAX {
            problems.add("pastimes", format!("at most {PASTIMES_MAX} pastimes are possible"));
        }
        let mut seen = BTreeSet::new();
        for (index, name) in self.names.iter().enumerate() {
            if !seen.insert(name) {
                problems.add(&format!("pastimes[{index}]"), format!("{name:?} is named twice"));
            }
        }
        if self.embed_hosts.len() > EMBED_HOSTS_MAX {
            problems.add("embed_hosts", format!("at most {EMBED_HOSTS_MAX} hosts are possible"));
        }
        let hosts = self.embed_hosts.iter().enumerate();
        let embed_hosts = hosts
            .filter_map(|(index, host)| problems.take(&format!("embed_hosts[{index}]"), host.parse()))
            .collect();
        OfferedPastimes {
            names: self.names,
            embed_hosts,
        }
    }
}
