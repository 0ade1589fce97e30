//! Repeated uses of credentials that are valid once: solutions, places, passes, and a site's
//! credentials.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use hyper::Method;
use protocol::enqueue_token::{Content, TokenIdentifier};
use protocol::{EnqueueToken, SecretKey, UnixMillis};
use serde_json::json;

use super::attack::futures;
use super::attacked_server::{AttackedServer, CUSTOMER, CUSTOMER_KEY, Defence, RoomPlan};
use super::room::{AttackedRoom, PlaceAnswer, Sender, encoded};

/// Uses at once.
pub(super) const USES: usize = 50;
/// The longest time until a place in an empty line has its turn.
const TURN: Duration = Duration::from_secs(30);

/// The rooms whose tickets cost work.
const WORKS: [&str; 2] = ["works", "workstoo"];
/// The room whose places are shared.
const SHARED: &str = "shared";
/// The rooms that require a token, a key, and an invitation.
const TOKEN: &str = "token";
const KEYED: &str = "keyed";
const INVITED: &str = "invited";

/// The result of one misuse.
#[derive(Debug, Clone)]
pub(super) struct Misuse {
    pub(super) name: &'static str,
    pub(super) uses: usize,
    /// The attackers' gain, and the allowed gain.
    pub(super) gained: usize,
    pub(super) allowed: usize,
    /// The unit of the gain.
    pub(super) of: &'static str,
}

/// Returns the rooms in which the misuse is played.
pub(super) fn rooms() -> Vec<RoomPlan> {
    let priced = WORKS.map(|room| RoomPlan::Draw(room.to_owned(), Defence::LimitsAndWork));
    let open = [
        (SHARED, json!({})),
        (TOKEN, json!({ "require_enqueue_token": true })),
        (KEYED, json!({ "visitor_key": "unique" })),
        (INVITED, json!({ "invite_only": true })),
    ];
    let open = open.map(|(id, keys)| RoomPlan::Open(id, keys));
    priced.into_iter().chain(open).collect()
}

/// Plays all of it.
pub(super) async fn play(server: &Arc<AttackedServer>) -> Result<Vec<Misuse>> {
    let mut played = Vec::from(solutions(server).await?);
    played.extend(sharing(server).await?);
    played.extend(credentials(server).await?);
    Ok(played)
}

/// Uses one solution many times at once, and solutions of another visitor and of another room.
async fn solutions(server: &Arc<AttackedServer>) -> Result<[Misuse; 3]> {
    let (room, other) = (AttackedRoom::of(server, WORKS[0]), AttackedRoom::of(server, WORKS[1]));
    let owner = Sender::proxied(server, "198.51.100.7".to_owned());
    let mut solved = Vec::new();
    for _ in 0..3 {
        let PlaceAnswer::Priced(Some(challenge), _) = room.ask(&owner, &room.query()).await? else {
            anyhow::bail!("tickets have no price");
        };
        solved.push(encoded(&challenge.solve().context("a challenge has a solution")?));
    }
    let with = |room: &AttackedRoom, solution: &str| format!("{}&work={solution}", room.query());
    let (stolen, moved, replayed) = (
        with(&room, &solved[0]),
        with(&other, &solved[1]),
        with(&room, &solved[2]),
    );
    let thieves = strangers(server);
    let stolen = count_given(futures(thieves.iter().map(|thief| room.ask(thief, &stolen))).await)?;
    let moved = count_given(futures((0..USES).map(|_| other.ask(&owner, &moved))).await)?;
    let replayed = count_given(futures((0..USES).map(|_| room.ask(&owner, &replayed))).await)?;
    Ok([
        of("one solution, from its network", "places", replayed, 1),
        of("one stolen solution, from 50 other networks", "places", stolen, 0),
        of("one solution of another room", "places", moved, 0),
    ])
}

/// Shares one place among many browsers of other networks, which all claim its turn, and shares its
/// pass among many orders.
async fn sharing(server: &Arc<AttackedServer>) -> Result<[Misuse; 2]> {
    let room = AttackedRoom::of(server, SHARED);
    let owner = Sender::proxied(server, "198.51.100.8".to_owned());
    let PlaceAnswer::Given(place) = room.ask(&owner, &room.query()).await? else {
        anyhow::bail!("an open room gives a place");
    };
    let (until, browsers) = (testkit::now() + TURN, strangers(server));
    let sharers = browsers.iter().map(async |browser| {
        while testkit::now() < until {
            let told = room.poll(browser, &place).await?;
            if let Some(url) = told["redirectUrl"].as_str() {
                return Ok(Some(url.to_owned()));
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        anyhow::Ok(None)
    });
    let mut passes = BTreeSet::new();
    for url in futures(sharers).await {
        passes.extend(url?);
    }
    let pass = passes.first().context("a shared place has its turn")?;
    let (_, pass) = pass.split_once("queueittoken=").context("a pass is a token")?;
    let orders = (0..USES).map(async |order| {
        let order = json!({ "token": pass, "order": format!("order-{order}"), "customer": CUSTOMER });
        server.operate(Method::POST, "passes/verify", &order).await
    });
    let mut accepted = 0;
    for answer in futures(orders).await {
        let answer = answer?;
        ensure!(
            [200, 409].contains(&answer.status),
            "an order was answered {}",
            answer.text()
        );
        accepted += usize::from(answer.status == 200);
    }
    Ok([
        of(
            "one place, shared by 50 browsers of other networks",
            "passes",
            passes.len(),
            1,
        ),
        of("one pass, for 50 orders at the checkout", "orders", accepted, 1),
    ])
}

/// Uses one token, one key and one invitation from many networks at once.
async fn credentials(server: &Arc<AttackedServer>) -> Result<[Misuse; 3]> {
    let secret = SecretKey::new(CUSTOMER_KEY).context("a key")?;
    let (token, keyed, invited) = (
        AttackedRoom::of(server, TOKEN),
        AttackedRoom::of(server, KEYED),
        AttackedRoom::of(server, INVITED),
    );
    let with =
        |room: &AttackedRoom, token: &EnqueueToken| format!("{}&enqueuetoken={}", room.query(), token.sign(&secret));
    let one = with(&token, &enqueue_token(1, None)?);
    let of_tokens = vec![one; USES];
    let of_key: Vec<String> = (0..USES)
        .map(|number| {
            Ok(with(
                &keyed,
                &enqueue_token(u8::try_from(number)?, Some("member 4711"))?,
            ))
        })
        .collect::<Result<_>>()?;
    let invite = json!({ "keys": ["anna"] });
    let path = format!("rooms/{CUSTOMER}/{INVITED}/invites");
    let answer = server.operate(Method::POST, &path, &invite).await?;
    ensure!(answer.status == 200, "nobody can be invited: {}", answer.text());
    let of_invitation = vec![format!("{}&code=anna", invited.query()); USES];
    let browsers = strangers(server);
    let places = async |room: &AttackedRoom, queries: &[String]| {
        let asking = browsers
            .iter()
            .zip(queries)
            .map(|(browser, query)| room.ask(browser, query));
        count_given(futures(asking).await)
    };
    Ok([
        of(
            "one enqueue token, by 50 browsers",
            "places",
            places(&token, &of_tokens).await?,
            1,
        ),
        of(
            "one key of the site, in 50 tokens",
            "places",
            places(&keyed, &of_key).await?,
            1,
        ),
        of(
            "one invitation, by 50 browsers",
            "places",
            places(&invited, &of_invitation).await?,
            1,
        ),
    ])
}

fn enqueue_token(number: u8, key: Option<&str>) -> Result<EnqueueToken> {
    let issued_at = UnixMillis(testkit::EpochMs::now().0);
    Ok(EnqueueToken {
        issued_at,
        expires_at: Some(issued_at.plus_ms(600_000)),
        identifier: TokenIdentifier::from_random([number; 16]),
        customer: CUSTOMER.parse()?,
        room: None,
        address: None,
        forwarded_for: None,
        content: Content {
            key: key.map(Into::into),
            ..Content::default()
        },
    })
}

/// Browsers with a network each.
pub(super) fn strangers(server: &AttackedServer) -> Vec<Sender> {
    (0..USES)
        .map(|number| Sender::proxied(server, format!("203.0.{number}.7")))
        .collect()
}

fn count_given(answers: Vec<Result<PlaceAnswer>>) -> Result<usize> {
    answers.into_iter().try_fold(0, |given, answer| {
        Ok(given + usize::from(matches!(answer?, PlaceAnswer::Given(_))))
    })
}

pub(super) fn of(name: &'static str, of: &'static str, gained: usize, allowed: usize) -> Misuse {
    Misuse {
        name,
        uses: USES,
        gained,
        allowed,
        of,
    }
}
