//! Checks the own hosts of all customers and rooms together: each host leads to one place.

use url::Url;

use crate::config::{ConfigProblem, Customer, HostName, PemFiles, RoomDefinition, ServerSettings};

/// The most certificates.
pub(in crate::config) const CERTIFICATES_MAX: usize = 1_000;

/// Every own host with its field in the file.
pub(crate) fn fields<'a>(
    customers: &'a [Customer],
    rooms: &'a [RoomDefinition],
) -> impl Iterator<Item = (String, &'a HostName)> {
    let of = |table: &'static str, index: usize, hosts: &'a [HostName]| {
        let hosts = hosts.iter().enumerate();
        hosts.map(move |(number, host)| (format!("{table}[{index}].hosts[{number}]"), host))
    };
    let of_customers = customers.iter().enumerate();
    let of_rooms = rooms.iter().enumerate();
    of_customers
        .flat_map(move |(index, customer)| of("customer", index, &customer.hosts))
        .chain(of_rooms.flat_map(move |(index, room)| of("room", index, &room.hosts)))
}

/// Reports problems of hosts that depend on all hosts: each host leads to one place.
pub(in crate::config) fn check(
    customers: &[Customer],
    rooms: &[RoomDefinition],
    certificates: &[PemFiles],
    server: Option<&ServerSettings>,
    found: &mut Vec<ConfigProblem>,
) {
    let mut seen: Vec<(String, &HostName)> = Vec::new();
    for (field, host) in fields(customers, rooms) {
        let taken = seen.iter().find(|(_, other)| *other == host).map(|(first, _)| first);
        if let Some(first) = taken {
            let message = format!("{host} belongs to {first} already; a host leads to one place");
            found.push(ConfigProblem { field, message });
        } else if server.is_some_and(|server| is_host_of(&server.public_url, host)) {
            let message = format!("{host} is the server's own host (server.public_url)");
            found.push(ConfigProblem { field, message });
        } else {
            seen.push((field, host));
        }
    }
    let mut say = |field: &str, message: String| {
        found.push(ConfigProblem {
            field: field.to_owned(),
            message,
        });
    };
    if certificates.len() > CERTIFICATES_MAX {
        say("certificate", format!("at most {CERTIFICATES_MAX} certificates"));
    }
    if !certificates.is_empty() && server.is_some_and(|server| server.https.is_none()) {
        let message = "certificates are for https, and server.https is not set; set it, or take this out";
        say("certificate[0]", message.to_owned());
    }
}

fn is_host_of(url: &Url, host: &HostName) -> bool {
    url.host_str() == Some(host.as_str())
}
