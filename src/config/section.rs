//! The tables of the file whose entries can be changed at run time, and the names of entries.
//! `[server]` and `[[certificate]]` are excluded: they belong to the process and its machine.

use std::fmt;

/// A table of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Section {
    /// `[[customer]]`
    Customer,
    /// `[[pool]]`
    Pool,
    /// `[[group]]`
    Group,
    /// `[[ip_group]]`
    IpGroup,
    /// `[[room]]`
    Room,
    /// `[[firewall]]`
    Firewall,
}

/// The name of an entry of a table.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId {
    /// The table.
    pub section: Section,
    /// The entry's id; a room's is `customer/room`, a group's `pool/group`, that of a rule of the
    /// firewall `customer/rule`.
    pub id: String,
}

impl Section {
    /// All tables, each after those that it refers to.
    pub const ALL: [Self; 6] = [
        Self::Customer,
        Self::Pool,
        Self::Group,
        Self::IpGroup,
        Self::Room,
        Self::Firewall,
    ];

    /// The table's name, which is also the kind of its documents.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Customer => "customer",
            Self::Pool => "pool",
            Self::Group => "group",
            Self::IpGroup => "ip_group",
            Self::Room => "room",
            Self::Firewall => "firewall",
        }
    }

    /// The table with a name.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|section| section.name() == name)
    }

    /// The API's name for all entries of the table.
    #[must_use]
    pub fn plural(self) -> &'static str {
        match self {
            Self::Customer => "customers",
            Self::Pool => "pools",
            Self::Group => "groups",
            Self::IpGroup => "ipGroups",
            Self::Room => "rooms",
            Self::Firewall => "firewall",
        }
    }

    /// The keys that make an entry's id; they cannot be changed.
    #[must_use]
    pub fn id_keys(self) -> &'static [&'static str] {
        match self {
            Self::Customer | Self::Pool | Self::IpGroup => &["id"],
            Self::Group => &["pool", "id"],
            Self::Room | Self::Firewall => &["customer", "id"],
        }
    }

    /// Keys, as named in JSON, that are accepted and never shown.
    #[must_use]
    pub fn secrets(self) -> &'static [&'static str] {
        match self {
            Self::Customer => &["secretKey", "apiKey", "privateKey"],
            Self::Pool | Self::Group | Self::IpGroup | Self::Firewall => &[],
            Self::Room => &["secretKey"],
        }
    }
}

impl EntryId {
    /// The id of a customer.
    #[must_use]
    pub fn customer(id: &str) -> Self {
        Self {
            section: Section::Customer,
            id: id.to_owned(),
        }
    }

    /// The id of a pool.
    #[must_use]
    pub fn pool(id: &str) -> Self {
        Self {
            section: Section::Pool,
            id: id.to_owned(),
        }
    }

    /// The id of a priority group.
    #[must_use]
    pub fn group(pool: &str, group: &str) -> Self {
        Self::joined(Section::Group, &[pool, group])
    }

    /// The id of an address group.
    #[must_use]
    pub fn ip_group(id: &str) -> Self {
        Self {
            section: Section::IpGroup,
            id: id.to_owned(),
        }
    }

    /// The id of a room.
    #[must_use]
    pub fn room(customer: &str, room: &str) -> Self {
        Self::joined(Section::Room, &[customer, room])
    }

    /// The id of a rule of the firewall.
    #[must_use]
    pub fn firewall(customer: &str, rule: &str) -> Self {
        Self::joined(Section::Firewall, &[customer, rule])
    }

    /// The id that consists of these parts: the one rule for names such as `customer/room`.
    fn joined(section: Section, parts: &[&str]) -> Self {
        Self {
            section,
            id: parts.join("/"),
        }
    }

    /// The keys of the id, and their values.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let keys = self.section.id_keys();
        keys.iter().copied().zip(self.id.splitn(keys.len(), '/'))
    }

    /// The id of an entry's table; `None` if the table lacks it.
    pub(super) fn of(section: Section, table: &toml::Table) -> Option<Self> {
        let parts = section.id_keys().iter().map(|key| table.get(*key)?.as_str());
        let parts: Option<Vec<&str>> = parts.collect();
        Some(Self::joined(section, &parts?))
    }
}

impl fmt::Display for EntryId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.section.name(), self.id)
    }
}
