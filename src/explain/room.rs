//! The state of a room, and how the room treats a new visitor.

use admission::lifecycle::Lifecycle;
use admission::{Phase, Visibility, WallMs};
use protocol::RedirectType;

use super::{ExplainContext, ExplainEnd, ExplainOutcome, ExplainRequest, ExplainStage, ExplainTrace, ExplainVerdict};
use crate::config::{IdleBehaviour, KeyRule, RoomDefinition};
use crate::firewall::{FirewallAction, RuleSource};

/// A room in its current state.
pub(super) struct NewcomerPolicy<'a> {
    room: &'a RoomDefinition,
    lifecycle: Lifecycle,
    now: WallMs,
}

impl<'a> NewcomerPolicy<'a> {
    /// Determines the state of a room: from the server if known, else from the room's schedule.
    pub(super) fn of(room: &'a RoomDefinition, context: &ExplainContext<'_>, trace: &mut ExplainTrace) -> Self {
        let known = (context.lifecycle_of)(room);
        let by_schedule = || Lifecycle::at_start(&room.life.schedule, context.now);
        let lifecycle = known.unwrap_or_else(by_schedule);
        let source = if known.is_some() {
            ""
        } else {
            " by its schedule; changes by operators are not known here"
        };
        let switches = match (lifecycle.is_disabled(), lifecycle.is_paused()) {
            (true, _) => ", disabled",
            (false, true) => ", paused",
            (false, false) => "",
        };
        let name = room.full_name();
        trace.say(
            ExplainStage::Room,
            ExplainVerdict::Note,
            format!("{name}: {}{switches}{source}", phase_name(lifecycle.phase())),
        );
        Self {
            room,
            lifecycle,
            now: context.now,
        }
    }

    /// Explains how the room treats a new visitor, gate by gate in the order of
    /// `http::visit::gates`. `target` is the URL to which the visitor would continue.
    pub(super) fn newcomer(&self, asked: &ExplainRequest, target: &str, trace: &mut ExplainTrace) -> ExplainEnd {
        let pass = |redirect_type: RedirectType, why: &str| {
            ExplainEnd::new(
                ExplainOutcome::Pass,
                format!("{why}: the visitor is sent to the target with a token of type {redirect_type}"),
            )
            .at(target.to_owned())
        };
        if let Some(address) = asked.address
            && let Some(rule) = self.room.firewall.rule(address, self.now)
        {
            let source = match &rule.source {
                RuleSource::Rule(id) => format!("is covered by the firewall's rule {id:?}"),
                RuleSource::IpGroup(id) => format!("is in the group {id:?}"),
            };
            let (verdict, effect) = match &rule.action {
                FirewallAction::Bypass => (ExplainVerdict::Yes, "which bypasses the room"),
                FirewallAction::Block => (ExplainVerdict::No, "which is blocked"),
                FirewallAction::Ignore => (ExplainVerdict::Note, "which changes nothing"),
                FirewallAction::Prioritise(_) => (ExplainVerdict::Note, "which has priority"),
                FirewallAction::SoftBlock | FirewallAction::Challenge => {
                    (ExplainVerdict::Note, "from which newcomers have to do work first")
                }
            };
            trace.say(
                ExplainStage::Room,
                verdict,
                format!("the address {address} {source}, {effect}"),
            );
            match &rule.action {
                FirewallAction::Bypass => return pass(RedirectType::Disabled, "the address bypasses the room"),
                FirewallAction::Block => return ExplainEnd::error(0, "the address is blocked"),
                _ => {}
            }
        }
        if asked.address.is_none() && !self.room.firewall.is_empty() {
            trace.say(
                ExplainStage::Room,
                ExplainVerdict::Note,
                "the room has rules for addresses; the request has no address",
            );
        }
        if self.lifecycle.is_disabled() {
            return pass(RedirectType::Disabled, "the room is disabled");
        }
        let (choice, redirect_type, when) = match self.lifecycle.phase() {
            Phase::Idle => (&self.room.life.before, RedirectType::Idle, "the room is not open"),
            Phase::PostQueue => (&self.room.life.after, RedirectType::AfterEvent, "the room is over"),
            Phase::PreQueue | Phase::Closed | Phase::Queue => return self.joins(trace),
        };
        match choice {
            IdleBehaviour::Page => ExplainEnd::new(
                ExplainOutcome::Queue,
                format!("{when}: the visitor gets a page that says so"),
            ),
            IdleBehaviour::Target => pass(redirect_type, when),
            IdleBehaviour::Special(address) => ExplainEnd::new(
                ExplainOutcome::Pass,
                format!("{when}: the visitor is sent to another address"),
            )
            .at(address.to_string()),
            IdleBehaviour::Hidden => ExplainEnd::error(2, format!("{when}, and hidden until it opens: error 2")),
        }
    }

    fn joins(&self, trace: &mut ExplainTrace) -> ExplainEnd {
        let (joining, phase) = (&self.room.joining, self.lifecycle.phase());
        let key = joining.key_rule(phase);
        for (asks, what) in [
            (
                joining.token_required,
                "a newcomer needs an enqueue token (else error 9)",
            ),
            (
                joining.asks_for_invitations(phase),
                "a newcomer needs an invitation (else error 10)",
            ),
            (key != KeyRule::None, "a newcomer needs a key (else error 10)"),
            (key == KeyRule::Unique, "a key gets one place (else error 11)"),
            (
                joining.identity_rule(phase).is_some(),
                "a newcomer proves an identity, which gets one place",
            ),
        ] {
            if asks {
                trace.say(ExplainStage::Room, ExplainVerdict::Note, what);
            }
        }
        let at_peak = self.room.life.visibility != Visibility::Always && self.lifecycle.phase() == Phase::Queue;
        if at_peak && !self.lifecycle.is_paused() {
            trace.say(ExplainStage::Room, ExplainVerdict::Note, "the room is shown at peaks: while there is no line, newcomers pass without seeing it, with a token of type safetynet");
        }
        ExplainEnd::new(
            ExplainOutcome::Queue,
            match self.lifecycle.phase() {
                Phase::PreQueue => "a place in the pre-queue; its number is drawn at the start",
                _ if self.lifecycle.is_paused() => "a place in line; nobody is let in while the room is paused",
                _ => "a place in line",
            },
        )
    }
}

fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Idle => "not open yet",
        Phase::PreQueue => "in its pre-queue",
        Phase::Closed => "drawing its numbers",
        Phase::Queue => "open",
        Phase::PostQueue => "over",
    }
}
