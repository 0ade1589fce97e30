//! The check of a `[[room]]` as a whole: its keys become a room without invalid values.

use std::sync::Arc;

use protocol::queueittoken::DEBUG_ROOM;
use protocol::{RoomId, SecretKey};

use super::limits::{capacity, hold_ms, leases, name, orders_per_pass, public_status, redirects};
use super::pastimes::RawPastimes;
use super::targets::targets;
use super::{RawRoom, RoomDefinition};
use crate::config::branding::RawBranding;
use crate::config::coverage::RawCoverage;
use crate::config::joining::RawJoining;
use crate::config::life::RawLife;
use crate::config::reminders::{push::push_lead, smtp::email_lead};
use crate::config::{ConfigProblems, Customer, DeclaredNames, IpGroup, Pool, host, per_minute, pool};
use crate::firewall::Firewall;

impl RawRoom {
    pub(in crate::config) fn check(
        mut self,
        (customers, pools, ip_groups): (&[Customer], &[Pool], &[Arc<IpGroup>]),
        declared: &DeclaredNames,
        problems: &mut ConfigProblems<'_>,
    ) -> Option<RoomDefinition> {
        self.refuse_debug_room(problems);
        let named = (self.pool.as_deref(), self.weight, self.minimum);
        let share = pool::share(named, pools, declared, problems);
        let pool = pools.iter().find(|pool| self.pool.as_ref() == Some(&pool.id));
        let covers = self.coverage().check((pool, self.pool.is_some()), problems);
        problems.take("leases", leases(self.leases, self.pool.is_some()));
        // The pages that integrations protect are on its domains; visitors return there.
        let site = pool.filter(|_| matches!(covers, Some(Some(_))));
        let life = self.life(site).check(problems);
        let owner = self.owner(customers, declared, problems);
        let joining = self.joining().check(owner, ip_groups, declared, problems);
        let price = self.price.check(self.max_outflow, ip_groups, declared, problems);
        let id: Option<RoomId> = problems.take("id", self.id.parse());
        let targets = targets((&self.target_url, &self.target_hosts), site, problems);
        let max_outflow = problems.take("max_outflow", per_minute(self.max_outflow));
        let capacity = problems.take("capacity", self.capacity.map(capacity).transpose());
        let email_lead = problems.take("email_minutes", email_lead(self.email, self.email_minutes));
        let push_lead = problems.take("push_minutes", push_lead(self.push, self.push_minutes));
        let redirects_max = problems.take("max_redirects", redirects(self.max_redirects));
        let hold_ms = problems.take("hold_minutes", hold_ms(self.hold_minutes, self.number_valid_minutes));
        let orders_per_pass = problems.take("orders_per_pass", orders_per_pass(self.orders_per_pass));
        let suspects = self.suspects.check(price.as_ref(), problems);
        let message = self.message.map_or(Some(None), |message| message.check(problems));
        let hosts = host::names(&self.hosts, problems);
        let pastimes = RawPastimes {
            names: self.pastimes,
            embed_hosts: self.embed_hosts,
        };
        let pastimes = pastimes.check(problems);
        let public_status = problems.take("listed", public_status(self.public_status, self.listed));
        let branding = RawBranding {
            logo: self.logo,
            color: self.color,
        };
        let branding = branding.check(problems);
        let secret_key = secret_key(self.secret_key, owner, problems);
        problems.take("name", name(self.name.as_deref()));
        let (id, (target_url, target_hosts)) = (id?, targets?);
        Some(RoomDefinition {
            customer: owner?.id.clone(),
            name: self.name.unwrap_or_else(|| id.to_string()),
            id,
            target_hosts,
            target_url,
            max_outflow: max_outflow?,
            message: message?,
            redirects_max: redirects_max?,
            theme: self.theme.unwrap_or_else(|| "default".to_owned()),
            branding: branding.or(&owner?.branding),
            culture: self.culture.unwrap_or_else(|| "en-US".to_owned()),
            detect_language: self.detect_language,
            bind_address: self.bind_address,
            secret_key: secret_key?,
            life: life?,
            joining: joining?,
            firewall: Firewall::default(),
            suspects: suspects?,
            orders_per_pass: orders_per_pass?,
            price: price?,
            share: share?,
            coverage: covers?,
            capacity: capacity?,
            leases: self.leases,
            email_lead: email_lead?,
            push_lead: push_lead?,
            hold_ms: hold_ms?,
            pastimes,
            display: self.display,
            hosts,
            public_status: public_status?,
            listed: self.listed,
            version: 1,
        })
    }

    fn refuse_debug_room(&self, problems: &mut ConfigProblems<'_>) {
        if self.id == DEBUG_ROOM {
            problems.add(
                "id",
                "debug links name this room so that they let nobody in; choose another id",
            );
        }
    }

    /// The keys that say which pages the room protects.
    fn coverage(&mut self) -> RawCoverage {
        RawCoverage {
            slug: self.slug.take(),
            url_match: self.url_match.take(),
            url_pattern: self.url_pattern.take(),
        }
    }

    /// The keys of the room's life; `site`: the pool whose pages the room protects.
    fn life(&mut self, site: Option<&Pool>) -> RawLife {
        // CrowdHandler's rate is a number of newcomers per minute, regardless of their intervals.
        // If permits were counted in slots, a lost answer would cost one for minutes.
        let unseen_below_rate =
            site.is_some_and(|pool| !pool.sessions.as_ref().is_some_and(|own| own.engine().is_capped()));
        RawLife {
            start: self.start.take(),
            prequeue_minutes: self.prequeue_minutes,
            end: self.end.take(),
            opening: self.opening.take(),
            visibility: self
                .visibility
                .take()
                .or_else(|| unseen_below_rate.then(|| "at-peak".to_owned())),
            before: self.before.take(),
            after: self.after.take(),
            number_valid_minutes: self.number_valid_minutes,
            fairness_seconds: self.fairness_seconds,
            draw_beacon: self.draw_beacon.take(),
        }
    }

    /// The customer that the room belongs to.
    fn owner<'c>(
        &self,
        customers: &'c [Customer],
        declared: &DeclaredNames,
        problems: &mut ConfigProblems<'_>,
    ) -> Option<&'c Customer> {
        if !DeclaredNames::has(&declared.customers, &self.customer) {
            let message = DeclaredNames::no_such("customer", &declared.customers, &self.customer);
            problems.add("customer", message);
        }
        customers.iter().find(|customer| customer.id.as_str() == self.customer)
    }

    /// The keys that say which newcomers can join.
    fn joining(&mut self) -> RawJoining {
        RawJoining {
            require_enqueue_token: self.require_enqueue_token,
            invite_only: self.invite_only,
            visitor_key: self.visitor_key.take(),
            visitor_key_at: self.visitor_key_at.take(),
            identity: self.identity.take(),
            identity_at: self.identity_at.take(),
            bypass_ip_groups: std::mem::take(&mut self.bypass_ip_groups),
        }
    }
}

/// Reads `secret_key`; without it, the room has its customer's.
fn secret_key(own: Option<String>, owner: Option<&Customer>, problems: &mut ConfigProblems<'_>) -> Option<SecretKey> {
    problems
        .take("secret_key", own.map(SecretKey::new).transpose())
        .flatten()
        .or(owner.map(|owner| owner.secret_key.clone()))
}
