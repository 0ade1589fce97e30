//! `target_url` and `target_hosts` of `[[room]]`: where visitors go.

use crate::config::{ConfigProblems, Pool};
use crate::target::{TargetHost, TargetTemplate};

/// Reads the keys. Returns the address, and the hosts that the visitor's link can name; `site`: the
/// pool whose domains are among them.
pub(super) fn targets(
    (url, hosts): (&str, &[String]),
    site: Option<&Pool>,
    problems: &mut ConfigProblems<'_>,
) -> Option<(TargetTemplate, Vec<TargetHost>)> {
    let target_url = problems.take("target_url", url.parse::<TargetTemplate>());
    let named = hosts.iter().enumerate();
    let named: Vec<TargetHost> = named
        .filter_map(|(index, host)| problems.take(&format!("target_hosts[{index}]"), host.parse()))
        .collect();
    let is_whole = named.len() == hosts.len() && !named.is_empty();
    let domains = site
        .into_iter()
        .flat_map(|pool| pool.domains.iter().cloned())
        .map(TargetHost::from);
    let allowed: Vec<TargetHost> = named.iter().cloned().chain(domains.clone()).collect();
    let lost = target_url.as_ref().and_then(|target| target.outside(&allowed));
    if let Some(host) = lost.filter(|_| is_whole) {
        let message = format!("{host} is none of `target_hosts`; add it there, or take `target_hosts` out");
        problems.add("target_url", message);
    }
    if allowed.is_empty() && target_url.as_ref().is_some_and(|target| !target.has_fixed_host()) {
        let message = "without `target_hosts` a host that depends on the visitor's link lets nobody in; name the \
                       hosts there";
        problems.add("target_url", message.to_owned());
    }
    let target_url = target_url?;
    let hosts = match named.is_empty() {
        true => [target_url.host()].into_iter().chain(domains).collect(),
        false => allowed,
    };
    Some((target_url, hosts))
}
