//! Codes by e-mail: how many e-mails a script can have sent to a stranger, from one address, and
//! with one solution where codes cost work.

use std::sync::Arc;

use anyhow::{Context, Result};
use serde_json::json;
use testkit::Answer;

use super::attack::futures;
use super::attacked_server::{AttackedServer, RoomPlan};
use super::misuse::{Misuse, USES, of, strangers};
use super::room::{AttackedRoom, Sender, challenge_on, encoded};

/// The room that asks for codes, with the default price.
const MAILED: &str = "mailed";
/// The room whose codes cost work from the first one on.
const PAID: &str = "paid";
/// The e-mails to a mailbox that cost no work: a further one does while two still count.
const TO_A_MAILBOX: usize = 2;
/// The e-mails that are asked for from one address at once.
const FROM_AN_ADDRESS: usize = 10;

/// Returns the rooms in which codes are asked for.
pub(super) fn rooms() -> [RoomPlan; 2] {
    let paid = json!({ "identity": "email", "price": { "prequeue_work": true } });
    [
        RoomPlan::Open(MAILED, json!({ "identity": "email" })),
        RoomPlan::PreQueue(PAID, paid),
    ]
}

/// Plays all of it.
pub(super) async fn play(server: &Arc<AttackedServer>) -> Result<[Misuse; 4]> {
    let (mailed, paid) = (AttackedRoom::of(server, MAILED), AttackedRoom::of(server, PAID));
    let browsers = strangers(server);
    let victim = "victim@example.com";
    let asking = browsers.iter().map(|browser| mailed.ask_for_code(browser, victim, ""));
    let bombed = emails(server, futures(asking)).await?;
    let owner = Sender::proxied(server, "198.51.100.9".to_owned());
    let mailboxes: Vec<String> = (0..USES).map(|number| format!("u{number}@example.com")).collect();
    let asking = mailboxes.iter().map(|mailbox| mailed.ask_for_code(&owner, mailbox, ""));
    let from_one = emails(server, futures(asking)).await?;
    let asking = browsers.iter().zip(&mailboxes);
    let asking = asking.map(|(browser, mailbox)| paid.ask_for_code(browser, mailbox, ""));
    let unpaid = emails(server, futures(asking)).await?;
    let payer = Sender::proxied(server, "198.51.100.10".to_owned());
    let page = paid.ask_for_code(&payer, "payer@example.com", "").await?;
    let challenge = challenge_on(&page.text()).with_context(|| format!("no price: {}", page.status))?;
    let work = format!(
        "&work={}",
        encoded(&challenge.solve().context("a challenge has a solution")?)
    );
    let asking = mailboxes
        .iter()
        .map(|mailbox| paid.ask_for_code(&payer, mailbox, &work));
    let replayed = emails(server, futures(asking)).await?;
    let found = "e-mails";
    Ok([
        of(
            "codes to one mailbox, by 50 browsers of one provider",
            found,
            bombed,
            TO_A_MAILBOX,
        ),
        of(
            "codes to 50 mailboxes, from one address",
            found,
            from_one,
            FROM_AN_ADDRESS,
        ),
        of("codes that cost work, by 50 browsers without it", found, unpaid, 0),
        of("one solution for codes, from its network", found, replayed, 1),
    ])
}

/// Returns how many e-mails the server sends meanwhile: it answers when an e-mail was handed over.
async fn emails(server: &AttackedServer, asking: impl Future<Output = Vec<Result<Answer>>>) -> Result<usize> {
    let before = server.mail.accepted();
    for answer in asking.await {
        answer?;
    }
    Ok(server.mail.accepted() - before)
}
