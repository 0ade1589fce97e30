//! `[[ip_group]]`: addresses whose visitors pass rooms, such as a call centre's. A room names the
//! groups that pass it in `bypass_ip_groups`.

use std::sync::Arc;

use ipnet::IpNet;
use serde::Deserialize;

use super::{ConfigProblems, breadth, pool, server};

/// The maximum number of groups.
pub(super) const GROUPS_MAX: usize = 1_000;
/// The maximum number of addresses and networks of a group, or of a rule.
const ADDRESSES_MAX: usize = 1_000;

/// A group of addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IpGroup {
    /// The id by which rooms name the group.
    pub id: String,
    /// The networks; a single address is a network of one.
    pub networks: Vec<IpNet>,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawIpGroup {
    /// The id by which rooms name the group.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// Addresses, and networks such as `198.51.100.0/24`.
    #[schema(max_items = 1_000)]
    addresses: Vec<String>,
}

impl RawIpGroup {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Arc<IpGroup>> {
        let id = problems.take("id", pool::id(self.id));
        let networks = networks(&self.addresses, network, problems);
        if breadth::are_everybody(&networks) {
            problems.add(
                "addresses",
                "these are practically everybody together: disable the room instead",
            );
        }
        Some(Arc::new(IpGroup { id: id?, networks }))
    }
}

/// Reads the key `addresses`, by a function that reads one address or network.
pub(in crate::config) fn networks(
    given: &[String],
    network: impl Fn(&str) -> Result<IpNet, String>,
    problems: &mut ConfigProblems<'_>,
) -> Vec<IpNet> {
    if given.len() > ADDRESSES_MAX {
        problems.add("addresses", format!("at most {ADDRESSES_MAX} addresses and networks"));
    }
    let networks = given.iter().enumerate().take(ADDRESSES_MAX);
    networks
        .filter_map(|(index, text)| problems.take(&format!("addresses[{index}]"), network(text)))
        .collect()
}

/// Formats a network; a single address is written without a prefix length.
#[must_use]
pub(crate) fn written_network(network: &IpNet) -> String {
    match network.prefix_len() == network.max_prefix_len() {
        true => network.addr().to_string(),
        false => network.to_string(),
    }
}

fn network(text: &str) -> Result<IpNet, String> {
    match server::network(text)? {
        wide if breadth::is_everybody(&wide) => {
            Err(format!("{text:?} is practically everybody: disable the room instead"))
        }
        network => Ok(network.trunc()),
    }
}
