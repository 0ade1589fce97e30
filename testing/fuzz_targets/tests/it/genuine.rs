//! Writes the inputs of the corpus that need a key or an encoder. Run this test by its name after a
//! format has changed.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::net::{IpAddr, Ipv4Addr};
use std::path::Path;

use admission::autotune::response_ids::ResponseIds;
use admission::autotune::{Autotune, PageTiming};
use admission::marks::{ChunkIndex, Mark};
use admission::occupancy::SessionRecord;
use admission::pool::PoolLedger;
use admission::pool::roster::Roster;
use admission::transfer::{CodeHash, CodeRecord, TransferRecord};
use admission::voucher::VoucherRecord;
use admission::{FlowMs, Holder, Ledger, Marks, NodeId, Number, PerMinute, RoomConfig, Run, Sequence, WallMs};
use incident::entry::RecordingEnd;
use incident::{EventRecorder, NodeOpening, Numbered, RecordingKeys, RecordingWriter};
use node::PoolNode;
use node::answer::Replies;
use node::change_log::ChangeLog;
use node::effect::{Clocks, Event, RandomSource};
use node::priority::PriorityCodeRecord;
use node::records;
use node::replica::{PoolStore, Replica};
use node::settings::{NodeSettings, PoolSettings};
use node::store_call::ReadProgress;
use protocol::enqueue_token::{Content, TokenIdentifier, TokenOrigin};
use protocol::identity::{IdentityChallenge, IdentityContext, IdentityHash};
use protocol::proof_of_work::{CHALLENGE_RANDOM_BYTES, WorkContext};
use protocol::queueittoken::{HashedIp, Token, TokenFields};
use protocol::session_cookie::Session;
use protocol::{
    EnqueueToken, IdentityKey, MasterKey, Minutes, PlaceId, PossessionKey, QueueId, QueueIdCodec, RedirectType, RoomId,
    SecretKey, TransferCode, UnixMillis, UnixSeconds, WorkKey,
};
use store::{MemoryStore, PoolId, at_once, make_call};

const NOW: UnixSeconds = UnixSeconds(1_780_000_000);

fn write(target: &str, name: &str, bytes: impl AsRef<[u8]>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/corpus")
        .join(target);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
}

fn secret() -> SecretKey {
    SecretKey::new("00000000-0000-4000-8000-000000000000").unwrap()
}

fn priority_record() -> PriorityCodeRecord {
    PriorityCodeRecord {
        group: "fans".to_owned(),
        batch: "spring".to_owned(),
        uses_max: Some(9),
        uses: 3,
        last_by: Some([7; 16]),
        added_at: WallMs(1_780_000_000_000),
        ends_at: Some(WallMs(1_780_000_600_000)),
    }
}

/// Callers that ask nothing.
enum Nobody {}

impl Replies for Nobody {
    type To<T: Send + 'static> = ();

    fn is_closed<T: Send + 'static>((): &()) -> bool {
        false
    }
}

struct Zeros;

impl RandomSource for Zeros {
    fn jitter(&mut self) -> u16 {
        0
    }

    fn seed(&mut self) -> [u8; 32] {
        [0; 32]
    }
}

/// Returns a recording of a pool node without a line, which opens, looks around and ends.
fn recording() -> Vec<u8> {
    let pool = PoolId::new("demo/sale").unwrap();
    let (store, recorder) = (MemoryStore::new(), EventRecorder::default());
    let place = PoolStore {
        pool: pool.clone(),
        is_shared: false,
        is_remote: false,
    };
    let mut replica = Replica::new(place.clone());
    let (mut progress, mut reads) = (replica.open(), Vec::new());
    while let ReadProgress::Call(call) = progress {
        let reply = at_once(make_call(&store, &pool, call.clone()));
        reads.push((call, reply.clone()));
        progress = replica.resume(reply);
    }
    let clocks = |monotonic_ms| Clocks {
        monotonic_ms,
        wall: WallMs(1_780_000_000_000 + monotonic_ms),
    };
    let settings = NodeSettings {
        pool: PoolSettings::default(),
        lines: Vec::new(),
    };
    let opening = NodeOpening {
        version: "0.1.0".to_owned(),
        keys: RecordingKeys {
            stand_in: [1; 32],
            hidden: [2; 32],
        },
        node: NodeId(1),
        store: place,
        rooms: BTreeMap::new(),
        settings: settings.clone(),
        lines: Vec::new(),
        reads,
        lines_added_at: clocks(0).wall,
        clocks: clocks(0),
    };
    let (mut node, opened) = recorder.open(opening, &mut Zeros, |random| {
        PoolNode::<Numbered<Nobody>>::new((NodeId(1), settings), replica, Vec::new(), clocks(0), random)
    });
    let mut writer = RecordingWriter::default();
    writer.push(opened);
    for (at_ms, event) in [(4_000, Event::Timer), (8_000, Event::Close)] {
        writer.push(recorder.handle(&mut node, event, clocks(at_ms), &mut Zeros));
        while let Some(effect) = node.poll_effect() {
            writer.push(recorder.effect(&effect));
        }
    }
    writer.end(RecordingEnd::Closed);
    [RecordingWriter::first_bytes().to_vec(), writer.take_block()].concat()
}

/// Returns a pool of two lines whose nodes know of one another.
fn pool_value() -> Vec<u8> {
    let mut shared = PoolLedger::default();
    shared.roster = Some(Roster::with_unknown(FlowMs(700)));
    let ledger = Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(1_780_000_000_000));
    let names = ["demo/sale", "demo/sale#fans"].map(str::to_owned);
    let lines = names.iter().map(|name| (name, &ledger));
    records::encode_pool(&shared, lines, |_| ChangeLog::default())
}

fn room() -> RoomId {
    "sale".parse().unwrap()
}

#[test]
#[ignore = "writes files that other tests read"]
fn write_the_genuine_inputs() {
    let ids = ResponseIds::new(&[7; 32]);
    write(
        "response_id",
        "genuine",
        ids.issue(FlowMs(990_000), b"visitor").to_string(),
    );
    write("response_id", "old", ids.issue(FlowMs(1_000), b"visitor").to_string());
    write("marks", "some", marks());
    write("autotune", "fresh", postcard(&Autotune::new(FlowMs(0), PerMinute(300))));
    write("autotune", "lived-in", postcard(&lived_in()));
    write("transfer_record", "moved", transfer_record().encode());
    write("code_record", "genuine", code_record().encode());
    let spent = VoucherRecord {
        sequence: Sequence(4_000_000_000),
        spent_at: WallMs(1_780_000_000_000),
        ends_at: Some(WallMs(1_780_000_600_000)),
    };
    write("voucher_record", "genuine", spent.encode());
    // The variant, and the bucket of time in which the session ends.
    write("session_record", "counted", [0, 0xa0, 0x1f]);
    write("session_record", "ended", records::encode(&SessionRecord::Ended));
    write("priority_record", "genuine", records::encode(&priority_record()));
    write("pool_value", "two-lines", pool_value());
    write("recording", "opens-and-ends", recording());
    let (key, context) = (
        WorkKey::new(&MasterKey::from_bytes([0; 32])),
        WorkContext { run: 3, network: 77 },
    );
    let challenge = key.challenge(context, 2, NOW, [7; CHALLENGE_RANDOM_BYTES]);
    write("work_payload", "genuine", challenge.solve().unwrap());
    write("work_stamp", "genuine", key.stamp(context, NOW, [7; 16]));
    let key = IdentityKey::new(&MasterKey::from_bytes([0; 32]));
    let here = IdentityContext {
        room: "demo/sale",
        run: 7,
    };
    let challenge = IdentityChallenge {
        identity: IdentityHash([3; 16]),
        random: [4; 8],
        until: UnixSeconds(NOW.0 + 600),
    };
    write("identity", "challenge", key.seal(here, &challenge));
    write(
        "identity",
        "proof",
        key.prove(here, challenge.identity, challenge.until),
    );
    write("transfer_code", "shown", TransferCode::from_random([7; 16]).to_string());
    write("transfer_code", "typed", " k7qx 3mtp");
    write("enqueue_token", "full", enqueue_token().sign(&secret()));
    let bare = EnqueueToken {
        room: None,
        expires_at: None,
        address: None,
        content: Content::default(),
        ..enqueue_token()
    };
    write("enqueue_token", "bare", bare.sign(&secret()));
    // The key of `anteroom::http::fuzz_entry::places`.
    let key = PossessionKey::new(&MasterKey::from_bytes([0; 32]));
    let held = [0xab, 0, 0x1f].map(|byte| {
        let id = QueueId::from_bytes([byte; 16]);
        id.to_string().replace('-', "") + &key.cookie_tag(&id)
    });
    let line = format!("other=1; anteroom_place={}; last=2", held.join("."));
    write("places", "three", line);
    let id = queue_id();
    write("queue_id", "genuine", id.to_string());
    write("queue_id", "nil", QueueId::NIL.to_string());
    for (name, fixed, bound) in [
        ("plain", None, false),
        ("fixed", Minutes::new(3), false),
        ("bound", None, true),
    ] {
        let token = token(id, fixed, bound);
        write("queueittoken", name, &token);
        let session = Session::start(&room(), &TokenFields::parse(&token), NOW);
        write("session_cookie", name, session.header_value(&secret()));
    }
}

fn postcard(autotune: &Autotune) -> Vec<u8> {
    postcard::to_allocvec(autotune).unwrap()
}

fn lived_in() -> Autotune {
    let mut autotune = Autotune::new(FlowMs(0), PerMinute(300));
    for minute in 1..30_u64 {
        let report = PageTiming {
            time_ms: 100 * minute * minute,
            failed: minute.is_multiple_of(7),
            weight: 5,
        };
        (0..40).for_each(|_| autotune.report(FlowMs(minute * 60_000 - 1), report));
        autotune.step(FlowMs(minute * 60_000), PerMinute(400), 1.0);
    }
    autotune.report(
        FlowMs(1_800_000),
        PageTiming {
            time_ms: 9,
            failed: false,
            weight: 1,
        },
    );
    autotune
}

fn marks() -> Vec<u8> {
    let mut marks = Marks::default();
    for number in 0..200 {
        let mark = [Mark::Redirected, Mark::Cancelled, Mark::Uncounted][(number % 3) as usize];
        marks.set(Number(number * 17), mark);
    }
    let mut bytes = vec![0];
    bytes.extend(marks.encode_chunk(ChunkIndex(0)));
    bytes
}

fn transfer_record() -> TransferRecord {
    TransferRecord {
        holder: Holder(3),
        code: Some((CodeHash([9; 16]), WallMs(1_780_000_300_000))),
        made: (0..5).map(|n| WallMs(1_779_999_900_000 + n * 60_000)).collect(),
    }
}

fn code_record() -> CodeRecord {
    CodeRecord {
        sequence: Sequence(4_000_000_000),
        note: b"whatever".to_vec(),
    }
}

fn enqueue_token() -> EnqueueToken {
    let issued_at = UnixMillis(NOW.0 * 1_000);
    EnqueueToken {
        issued_at,
        expires_at: Some(issued_at.plus_ms(60_000)),
        identifier: TokenIdentifier::from_random([7; 16]),
        customer: "demo".parse().unwrap(),
        room: Some(room()),
        address: Some(IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9))),
        forwarded_for: Some("198.51.100.1".into()),
        content: Content {
            relative_quality: Some(0.5),
            key: Some("visitor@shop.example".into()),
            custom_data: [("size".to_owned(), "medium".to_owned())].into(),
            origin: Some(TokenOrigin::Connector),
        },
    }
}

fn queue_id() -> QueueId {
    let codec = QueueIdCodec::new(&MasterKey::from_bytes([7; 32]), &"demo".parse().unwrap(), &room());
    let place = PlaceId {
        run: Run(1),
        lane: 2,
        holder: Holder(3),
        sequence: Sequence(4_000_000_000),
        seconds: 500,
    };
    codec.seal(place).unwrap()
}

fn token(queue_id: QueueId, fixed_validity: Option<Minutes>, bound: bool) -> String {
    let client = IpAddr::V4(Ipv4Addr::new(203, 0, 113, 9));
    let token = Token {
        room: room(),
        queue_id,
        expires_at: NOW.plus_seconds(100),
        extendable: fixed_validity.is_none(),
        fixed_validity,
        redirect_type: RedirectType::Queue,
        hashed_ip: bound.then(|| HashedIp::new(&secret(), client)),
    };
    token.sign(&secret())
}
