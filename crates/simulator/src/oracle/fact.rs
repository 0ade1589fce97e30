//! The facts that the world reports to the oracles.

use admission::Control;
use admission::estimate::RiseReason;

/// The limits of the site in one commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SiteFact {
    /// The most sessions; `None` for no limit.
    pub cap: Option<u64>,
    /// How long a session without reports is valid, in milliseconds.
    pub validity_ms: u64,
    /// New visitors a minute; `None` for no limit.
    pub rate: Option<u32>,
    /// The rate that page timings allow, as operators are shown it; `None` without autotune.
    pub found: Option<u32>,
}

/// An event of the world. Facts about commits come in the order in which the commits became
/// durable; facts about visitors describe their view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A commit became durable; the next facts belong to it.
    Durable {
        /// Its position among the durable commits of all eras, from 1.
        commit: u64,
        /// Wall time of the node that made it.
        wall: u64,
    },
    /// A commit carried this max outflow.
    Rate {
        /// Redirects a minute.
        per_minute: u32,
    },
    /// A commit of a room that shares a pool carried this rate of the pool.
    Pool {
        /// Redirects a minute over all rooms.
        per_minute: u32,
        /// Whether people wait in another room.
        others_wait: bool,
        /// Whether the pool's minute has no room for another grant.
        is_full: bool,
    },
    /// A commit of a room that has priority groups.
    Groups {
        /// Whether people wait in another line of the room.
        others_wait: bool,
    },
    /// A commit carried these limits of the site.
    Site(SiteFact),
    /// After a commit, so many people of the other rooms that share the site are on it.
    OthersInside {
        /// How many.
        count: u64,
        /// The sum of the max outflows of those of these rooms in which people wait, in redirects a
        /// minute.
        per_minute: u32,
    },
    /// A commit reported that a visitor who was let in is still on the site.
    Touched {
        /// The number.
        number: u64,
        /// How long the session lasts without another report, in milliseconds.
        valid_for_ms: u64,
    },
    /// A commit ended a session.
    SessionEnded {
        /// The number.
        number: u64,
    },
    /// A site asked about a visitor who was let in.
    Called {
        /// The number.
        number: u64,
        /// Whether the session lasts.
        lasts: bool,
        /// The position of the last commit that the node knew.
        commit: u64,
    },
    /// The operator gave an order, which had an effect or was redundant.
    Control {
        /// The order.
        control: Control,
        /// Whether the order had an effect.
        accepted: bool,
    },
    /// Places became durable.
    Given {
        /// The first number.
        first: u64,
        /// The number of places.
        count: u64,
    },
    /// A commit decided on the newcomers of a room with a capacity; the places that it gave are
    /// durable.
    Decided {
        /// How many newcomers it refused because the room is full.
        refused: u64,
        /// How many newcomers got a place and pass at once.
        unseen: u64,
    },
    /// A node refuses a newcomer without a commit, because the room was full at that commit.
    ToldFull {
        /// The position of the last commit that the node knew.
        commit: u64,
    },
    /// A visitor brought a voucher.
    Vouched {
        /// The voucher.
        voucher: [u8; 16],
        /// The place given for it; `None` if a place was given for it before.
        place: Option<u64>,
    },
    /// A visitor who pays every price was shown a price.
    Priced {
        /// How often a price was shown since the visitor's last place.
        told: u32,
    },
    /// A visitor who got a place paid for it.
    Paid {
        /// The network that the visitor shares with others; 0 for one of their own.
        network: u64,
        /// The subnet that the network shares with others; 0 for one of its own.
        subnet: u64,
        /// Whether the subnet is that of one subscriber.
        is_subnet_of_one: bool,
        /// The provider that the network shares with others; 0 for one of its own.
        provider: u64,
        /// Derivations.
        work: u32,
    },
    /// The numbers of consecutive places became known.
    Numbered {
        /// The first place.
        first: u64,
        /// The numbers of that place and of the places after it.
        numbers: Vec<u64>,
    },
    /// A permit was spent on a number.
    Grant {
        /// The number.
        number: u64,
        /// Wall time in the token.
        wall: u64,
    },
    /// A node granted by its lease, without a commit.
    Leased {
        /// The number.
        number: u64,
        /// Wall time in the token.
        wall: u64,
        /// Whether the number is of the run of the last durable commit.
        current: bool,
    },
    /// A commit recorded a grant by lease.
    Recorded {
        /// The number.
        number: u64,
        /// Wall time in the token.
        wall: u64,
    },
    /// A commit did not record a reported grant by lease, because an earlier commit made it.
    RecordedBefore {
        /// The number.
        number: u64,
        /// Wall time in the token.
        wall: u64,
    },
    /// The next facts of the commit take effect at all nodes after this delay, when older leases
    /// are over.
    Confirmed {
        /// Milliseconds.
        in_ms: u64,
    },
    /// The room's own count of grants.
    Granted {
        /// The count so far.
        total: u64,
    },
    /// The turn of all numbers below a limit was announced.
    Reached {
        /// The limit.
        below: u64,
    },
    /// A claim was answered with an earlier grant.
    Repeated {
        /// The number.
        number: u64,
        /// Wall time in the repeated token.
        granted_at: u64,
        /// Wall time now.
        wall: u64,
    },
    /// A node's answer told a visitor to be first in line.
    ToldFirst {
        /// The number.
        number: u64,
    },
    /// An answer to a visitor who is first in line says that it is their turn, or does not.
    TurnSaid {
        /// The number.
        number: u64,
        /// Whether it says so.
        says_turn: bool,
        /// Whether the visitor keeps to the poll interval until the end.
        diligent: bool,
    },
    /// A visitor is redirected with the token of an earlier grant.
    Sent {
        /// The number.
        number: u64,
        /// Wall time in the token.
        granted_at: u64,
    },
    /// A place was given up.
    Cancelled {
        /// The place.
        place: u64,
    },
    /// A visitor learns that the place is cancelled.
    ToldCancelled {
        /// The place.
        place: u64,
    },
    /// A commit transferred a place to another device.
    Transferred {
        /// The place.
        place: u64,
        /// The holder number of the new device.
        holder: u8,
        /// The code.
        code: [u8; 16],
    },
    /// A device was let in with a place, for the first time or again.
    Claimed {
        /// The place.
        place: u64,
        /// The holder number of the device.
        holder: u8,
    },
    /// An answer says to a device that another one has its place now.
    TransferReported {
        /// The place.
        place: u64,
        /// The holder number of the device.
        holder: u8,
    },
    /// A node's answer told a visitor that they are aside.
    SteppedAside {
        /// The place.
        place: u64,
    },
    /// A visitor who stepped aside asks again.
    CameBack {
        /// The place.
        place: u64,
    },
    /// A place is about to count as silent.
    Silent {
        /// The place.
        place: u64,
    },
    /// A place is no longer counted because it was silent.
    Uncounted {
        /// The place.
        place: u64,
    },
    /// A visitor sees a place for the first time.
    Placed {
        /// The place.
        place: u64,
        /// The visitor.
        who: u64,
        /// Whether the visitor keeps to the poll interval until the end.
        diligent: bool,
    },
    /// A visitor polled.
    Heard {
        /// The place.
        place: u64,
    },
    /// A node does not know a place that it should know.
    Missing {
        /// The place.
        place: u64,
    },
    /// The answer to a poll.
    Shown {
        /// The place.
        place: u64,
        /// The number of the place.
        number: u64,
        /// The position of the commit by which the node answered.
        commit: u64,
        /// People ahead.
        ahead: u64,
        /// The estimate, from and to, in milliseconds.
        wait: Option<(u64, u64)>,
        /// Whether the estimate includes the first minute of a full opening that is to come or not
        /// used up.
        opening: bool,
        /// The reason for a rise of the estimate.
        reason: Option<RiseReason>,
        /// Whether the visitor's turn has come.
        first: bool,
        /// The poll interval in the answer, in milliseconds.
        interval_ms: u64,
        /// Whether the visitor keeps to that interval until the end.
        diligent: bool,
        /// The node that answers.
        node: usize,
    },
    /// A visitor could not keep to the poll interval.
    Late {
        /// The place.
        place: u64,
    },
    /// The store is about to come back without any data ([`Fact::FailedOver`] follows): the nodes
    /// restore what they remember of all commits.
    Emptied {
        /// The real time since which all running nodes have counted how often each place was let
        /// through, in milliseconds. A node that starts reads the earlier grants, unless they were
        /// lost in an earlier failover.
        counted_from_ms: u64,
    },
    /// Another server continues with the data of an earlier moment. Nodes can restore later commits
    /// that they remember; answers are not checked until they have done so.
    FailedOver {
        /// That moment, in virtual time.
        kept_ms: u64,
    },
    /// A recovery skips places.
    Skipped {
        /// The first place.
        from: u64,
        /// One past the last place.
        to: u64,
    },
    /// No running node remembers any more lost commits.
    Recovered {
        /// Whether a node remembered all lost commits, so that nothing is lost.
        known: bool,
        /// Whether the room is paused now.
        paused: bool,
        /// Whether the room is disabled now.
        disabled: bool,
        /// Whether the run has ended.
        ended: bool,
        /// The room's own count of grants.
        granted: u64,
    },
    /// A node failed, or its call to the store, or it waits for a late reply: visitors who poll it
    /// cannot be expected to get the next permit.
    NodeFailed {
        /// The node.
        node: usize,
    },
    /// A node is cut off from the store, or stands still. Grants that other nodes give meanwhile
    /// count as given when it is back, because it learns of them only then.
    CutOff {
        /// The real time at which the node is back, in milliseconds.
        until_ms: u64,
    },
    /// No node can commit: the store is away, or no node runs.
    Unserved {
        /// The real time at which the store is back, or the first node starts, in milliseconds.
        until_ms: u64,
    },
    /// A failure of the nodes: no visitor can be expected to have kept an interval.
    Excused,
    /// The engine's own check failed, or the store refused for good.
    Damaged {
        /// The error.
        what: String,
    },
}
