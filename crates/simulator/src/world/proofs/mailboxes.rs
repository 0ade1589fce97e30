//! Mailboxes: in a room where a code by e-mail pays for the place, each newcomer has proved one. To
//! the engine it is a voucher of the run, as in the server (`EntryTicket::identified`). The code
//! itself, its price and its limits are not played.

use admission::Run;
use admission::voucher::VoucherHash;

use super::voucher_of;
use crate::world::World;

impl World<'_> {
    /// Returns the voucher of the mailbox that a newcomer has proved; `None` in a room where a code
    /// pays for no place.
    pub(super) fn proven_mailbox(&mut self, who: usize, run: Run) -> Option<VoucherHash> {
        let visitor = &self.visitors[who];
        let (line, mailbox) = (visitor.line, visitor.price.mailbox);
        if !self.line(line).room.takes_codes() {
            return None;
        }
        let hash = voucher_of(&format!("mailbox {mailbox} in {} of {}", run.0, line.0));
        self.proofs.oracle.proved(hash.0, (line.0, run.0));
        Some(hash)
    }

    /// Returns whether a voucher of the newcomer's request is a proof, which another one can take
    /// the place of. A mailbox comes before the proofs.
    pub(in crate::world) fn is_proof(&self, who: usize, voucher: usize) -> bool {
        let mailboxes = usize::from(self.line(self.visitors[who].line).room.takes_codes());
        self.brings_proofs(who) && voucher >= mailboxes
    }
}
