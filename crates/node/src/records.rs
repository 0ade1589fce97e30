//! The records that a pool keeps in the store, and their keys. A room that shares its capacity with
//! no other is a pool of its own: `customer/room`.
//!
//! The pool's ledger value is a format byte and, in postcard, what the rooms share, each room's
//! name and ledger in the order in which they came (the lane of a group has a name of its own,
//! `customer/room#group`), and the change log of the last commits ([`super::change_log`]). Format 1
//! had no change log and is read as an empty one. Grants that became known late
//! ([`admission::outflow::late`]) follow, if there are any, and then the pool's nodes
//! ([`admission::pool::roster`]), where it keeps them; versions that do not know them ignore them.
//! The side records:
//!
//! | key | value |
//! | --- | --- |
//! | `m` line run chunk | marks of 4,096 places, see [`admission::marks`] |
//! | `e` line run window chunk | marks of places without a number; the first is `window` |
//! | `r` line run number | how often a place was redirected and when last (postcard) |
//! | `s` line run number | the state of a place's session (postcard) |
//! | `h` line run sequence | a place's holder and code: [`admission::transfer::TransferRecord`] |
//! | `c` line run hash | the place of a code, see [`admission::transfer::CodeRecord`] |
//! | `o` line run | the codes made lately, see [`admission::made_codes::MadeCodes`] |
//! | `v` line run hash | a spent voucher, see [`admission::voucher::VoucherRecord`] |
//! | `g` wall ms, node, batch | grants of one commit (postcard) |
//! | `p` 0 node | the extent of a node's last flush, see [`super::presence`] |
//! | `p` 1 node line run stretch | which of 65,536 places a node heard |
//!
//! Grant records are kept for [`super::grants::LOG_MS`]; version 1 wrote their keys without the
//! node. Numbers in keys are big-endian, so that a scan returns them in order.

use admission::marks::ChunkIndex;
use admission::pool::{LineIndex, PoolLateGrants, PoolLedger};
use admission::transfer::CodeHash;
use admission::voucher::VoucherHash;
use admission::{BatchNumber, Ledger, NodeId, Number, Run, Sequence, WallMs};
use protocol::{CustomerId, RoomId};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_bytes::ByteBuf;
use store_values::{LEDGER_BYTES_MAX, PoolId, RecordKey};

use crate::change_log::ChangeLog;
use crate::grants::Granted;

const MARKS: u8 = b'm';
const UNNUMBERED: u8 = b'e';
const REDIRECTS: u8 = b'r';
const SESSIONS: u8 = b's';
const TRANSFERS: u8 = b'h';
const CODES: u8 = b'c';
const MADE_CODES: u8 = b'o';
const VOUCHERS: u8 = b'v';
const GRANTS: u8 = b'g';
const PRESENCE: u8 = b'p';

/// Version of the ledger value; the ledgers in it have versions of their own.
const POOL_FORMAT: u8 = 2;
/// The previous version, without a change log.
const POOL_FORMAT_BEFORE: u8 = 1;
/// Bytes left free in the value in addition to lines and change log.
const SLACK_BYTES: usize = 256;

/// The pool of a room that shares its capacity with no other.
pub fn pool_of(customer: &CustomerId, room: &RoomId) -> PoolId {
    PoolId::new(&format!("{}/{room}", customer.as_str().to_lowercase()))
        .expect("ids keep to a narrower alphabet than pools")
}

/// The name of the line of a group's lane in a room; no id contains the sign between them.
pub fn lane_line_name(room: &str, group: &str) -> String {
    format!("{room}{LANE_SIGN}{group}")
}

/// The room of a line, by the line's name, and the group if it is that of a group's lane.
pub fn parts_of_line_name(line: &str) -> (&str, Option<&str>) {
    match line.split_once(LANE_SIGN) {
        Some((room, group)) => (room, Some(group)),
        None => (line, None),
    }
}

const LANE_SIGN: char = '#';

/// The pool of a configured pool id. It starts with a tilde, unlike any room's own pool.
pub fn shared_pool(id: &str) -> PoolId {
    PoolId::new(&format!("{SHARED}{id}")).expect("the configuration has checked the id")
}

/// The prefix of the names of configured pools.
pub const SHARED: &str = "~pool/";

/// A pool's decoded value.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredPool {
    /// The values that the rooms share.
    pub shared: PoolLedger,
    /// The lines with their names, in the order in which they came.
    pub lines: Vec<(String, Ledger)>,
    /// The last commits.
    pub change_log: ChangeLog,
}

/// Encodes the value of a pool. `change_log` gets the number of bytes that are left for it.
pub fn encode_pool<'a>(
    shared: &PoolLedger,
    lines: impl Iterator<Item = (&'a String, &'a Ledger)>,
    change_log: impl FnOnce(usize) -> ChangeLog,
) -> Vec<u8> {
    let lines: Vec<(&String, &Ledger)> = lines.collect();
    let late = PoolLateGrants::of(shared, lines.iter().map(|(_, ledger)| *ledger));
    let late = match (late.is_empty(), &shared.roster) {
        (true, None) => Vec::new(),
        (false, None) => encode(&late),
        (_, Some(roster)) => encode(&(late, roster)),
    };
    let each_max = LEDGER_BYTES_MAX / 4 * 3 / lines.len().max(1);
    let lines = lines.into_iter();
    let lines: Vec<(&String, ByteBuf)> = lines
        .map(|(name, ledger)| (name, ledger.encode_within(each_max).into()))
        .collect();
    let value = postcard::to_extend(&(ByteBuf::from(shared.encode()), lines), vec![POOL_FORMAT])
        .expect("bytes and names can be written");
    let change_log = change_log(LEDGER_BYTES_MAX.saturating_sub(value.len() + late.len() + SLACK_BYTES));
    let mut value = postcard::to_extend(&change_log, value).expect("numbers and bytes can be written");
    value.extend(late);
    value
}

/// Decodes the value that [`encode_pool`] wrote. The error describes the fault.
pub fn decode_pool(bytes: &[u8]) -> Result<StoredPool, String> {
    type StoredLines = (Vec<u8>, Vec<(String, Vec<u8>)>);
    let (format, rest) = bytes.split_first().ok_or("it is empty")?;
    if !(POOL_FORMAT_BEFORE..=POOL_FORMAT).contains(format) {
        return Err(format!(
            "the stored pool has format {format}, this version reads format {POOL_FORMAT}; it was written by another version of anteroom"
        ));
    }
    let ((shared, lines), rest): (StoredLines, &[u8]) =
        postcard::take_from_bytes(rest).map_err(|error| error.to_string())?;
    let (change_log, rest): (ChangeLog, &[u8]) = match *format {
        POOL_FORMAT_BEFORE => (ChangeLog::default(), &[]),
        _ => postcard::take_from_bytes(rest).map_err(|error| format!("the change log cannot be decoded: {error}"))?,
    };
    let mut shared = PoolLedger::decode(&shared).map_err(|error| error.to_string())?;
    let lines = lines.into_iter().map(|(name, ledger)| {
        let ledger = Ledger::decode(&ledger).map_err(|error| format!("{name}: {error}"))?;
        Ok((name, ledger))
    });
    let mut lines = lines.collect::<Result<Vec<_>, String>>()?;
    if !rest.is_empty() {
        let (late, rest) = postcard::take_from_bytes::<PoolLateGrants>(rest)
            .map_err(|error| format!("the late grants cannot be decoded: {error}"))?;
        late.restore(&mut shared, lines.iter_mut().map(|(_, ledger)| ledger));
        if !rest.is_empty() {
            let roster = postcard::from_bytes(rest);
            shared.roster = Some(roster.map_err(|error| format!("the pool's nodes cannot be decoded: {error}"))?);
        }
    }
    Ok(StoredPool {
        shared,
        lines,
        change_log,
    })
}

fn prefix(kind: u8, line: LineIndex, run: Run) -> Vec<u8> {
    [&[kind], line.0.to_be_bytes().as_slice(), &run.0.to_be_bytes()].concat()
}

/// The prefixes of all records of a line whose keys name a run.
pub fn prefixes_of_runs(line: LineIndex) -> impl Iterator<Item = Vec<u8>> {
    let kinds = [
        MARKS, UNNUMBERED, REDIRECTS, SESSIONS, TRANSFERS, CODES, MADE_CODES, VOUCHERS,
    ];
    kinds
        .into_iter()
        .map(move |kind| [&[kind], line.0.to_be_bytes().as_slice()].concat())
}

/// The run that a key under one of [`prefixes_of_runs`] names.
pub fn run_of(key: &RecordKey) -> Option<Run> {
    let run = key.as_bytes().get(3..5)?;
    Some(Run(u16::from_be_bytes(run.try_into().ok()?)))
}

/// The prefix of the marks of a run.
pub fn marks_prefix(line: LineIndex, run: Run) -> Vec<u8> {
    prefix(MARKS, line, run)
}

/// The key of a chunk of marks.
pub fn marks_key(line: LineIndex, run: Run, chunk: ChunkIndex) -> RecordKey {
    key([marks_prefix(line, run).as_slice(), &chunk.0.to_be_bytes()].concat())
}

/// The prefix of the marks of places without a number.
pub fn unnumbered_prefix(line: LineIndex, run: Run, window: Sequence) -> Vec<u8> {
    [prefix(UNNUMBERED, line, run).as_slice(), &window.0.to_be_bytes()].concat()
}

/// The key of a chunk of marks of places without a number.
pub fn unnumbered_key(line: LineIndex, run: Run, window: Sequence, chunk: ChunkIndex) -> RecordKey {
    key([unnumbered_prefix(line, run, window).as_slice(), &chunk.0.to_be_bytes()].concat())
}

/// Returns the chunk that a key of [`marks_prefix`] or [`unnumbered_prefix`] names.
pub fn chunk_of(key: &RecordKey) -> Option<ChunkIndex> {
    last_number(key).map(ChunkIndex)
}

/// The place that a key of [`transfer_prefix`] names.
pub fn place_of(key: &RecordKey) -> Option<Sequence> {
    last_number(key).map(Sequence)
}

fn last_number(key: &RecordKey) -> Option<u64> {
    let (_, tail) = key.as_bytes().split_last_chunk()?;
    Some(u64::from_be_bytes(*tail))
}

/// The key of the redirects of a number.
pub fn redirects_key(line: LineIndex, run: Run, number: Number) -> RecordKey {
    key([prefix(REDIRECTS, line, run).as_slice(), &number.0.to_be_bytes()].concat())
}

/// The key of the session of a number.
pub fn session_key(line: LineIndex, run: Run, number: Number) -> RecordKey {
    key([prefix(SESSIONS, line, run).as_slice(), &number.0.to_be_bytes()].concat())
}

/// The prefix of the places of a run that had a code or was transferred.
pub fn transfer_prefix(line: LineIndex, run: Run) -> Vec<u8> {
    prefix(TRANSFERS, line, run)
}

/// The key of a place that had a code or was transferred.
pub fn transfer_key(line: LineIndex, run: Run, sequence: Sequence) -> RecordKey {
    key([transfer_prefix(line, run).as_slice(), &sequence.0.to_be_bytes()].concat())
}

/// The prefix of the codes of a run.
pub fn codes_prefix(line: LineIndex, run: Run) -> Vec<u8> {
    prefix(CODES, line, run)
}

/// The key of a code.
pub fn code_key(line: LineIndex, run: Run, code: CodeHash) -> RecordKey {
    key([codes_prefix(line, run).as_slice(), &code.0].concat())
}

/// The code that a key of [`codes_prefix`] names.
pub fn code_of(key: &RecordKey) -> Option<CodeHash> {
    let (_, tail) = key.as_bytes().split_last_chunk()?;
    Some(CodeHash(*tail))
}

/// The key of the list of codes made lately.
pub fn made_codes_key(line: LineIndex, run: Run) -> RecordKey {
    key(prefix(MADE_CODES, line, run))
}

/// The prefix of the spent vouchers of a run.
pub fn vouchers_prefix(line: LineIndex, run: Run) -> Vec<u8> {
    prefix(VOUCHERS, line, run)
}

/// The key of a spent voucher.
pub fn voucher_key(line: LineIndex, run: Run, voucher: VoucherHash) -> RecordKey {
    key([vouchers_prefix(line, run).as_slice(), &voucher.0].concat())
}

/// The prefix of all grant records.
pub fn grants_prefix() -> Vec<u8> {
    vec![GRANTS]
}

/// The key of the grants of a commit.
pub fn grants_key(at: WallMs, node: NodeId, batch: BatchNumber) -> RecordKey {
    let (at, node, batch) = (at.0.to_be_bytes(), node.0.to_be_bytes(), batch.0.to_be_bytes());
    key([&[GRANTS], at.as_slice(), &node, &batch].concat())
}

/// Whether a key is that of a grant record.
pub fn is_grants(key: &RecordKey) -> bool {
    key.as_bytes().first() == Some(&GRANTS)
}

/// The time of the grants of a key.
pub fn granted_at(key: &RecordKey) -> Option<WallMs> {
    let stamp = key.as_bytes().get(1..9)?;
    Some(WallMs(u64::from_be_bytes(stamp.try_into().ok()?)))
}

/// The prefix of the heads of all nodes' flushes.
pub fn flushes_prefix() -> Vec<u8> {
    vec![PRESENCE, 0]
}

/// The key of the head of a node's last flush.
pub fn flush_key(node: NodeId) -> RecordKey {
    key([flushes_prefix().as_slice(), &node.0.to_be_bytes()].concat())
}

/// The node that a key of [`flushes_prefix`] names.
pub fn node_of(key: &RecordKey) -> Option<NodeId> {
    last_number(key).map(NodeId)
}

/// The key of the places that a node heard in a stretch.
pub fn heard_key(node: NodeId, line: LineIndex, run: Run, stretch: u64) -> RecordKey {
    let (node, place) = (node.0.to_be_bytes(), prefix(1, line, run));
    key([
        &[PRESENCE, place[0]],
        node.as_slice(),
        &place[1..],
        &stretch.to_be_bytes(),
    ]
    .concat())
}

fn key(bytes: Vec<u8>) -> RecordKey {
    RecordKey::new(bytes).expect("keys are shorter than the bound")
}

/// Encodes a record.
pub fn encode(record: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(record).expect("numbers and ids can be written")
}

/// Decodes a record; `None` if it is not one of this type.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}

/// Decodes the grants of a commit.
pub fn decode_grants(bytes: &[u8]) -> Option<Vec<(LineIndex, Granted)>> {
    let grants: Vec<(u16, Granted)> = decode(bytes)?;
    Some(
        grants
            .into_iter()
            .map(|(line, granted)| (LineIndex(line), granted))
            .collect(),
    )
}

/// Encodes the grants of a commit.
pub fn encode_grants(grants: &[(LineIndex, Granted)]) -> Vec<u8> {
    let grants: Vec<(u16, &Granted)> = grants.iter().map(|(line, granted)| (line.0, granted)).collect();
    encode(&grants)
}

#[cfg(test)]
mod tests;
