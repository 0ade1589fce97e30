#!/usr/bin/env python3
"""Verifies a waiting room's published draw, and the number of a receipt's holder.

    python3 verify_draw.py DRAW.json [--receipt RECEIPT.json]

Prints the findings and exits with 0, or prints the first failed check in one sentence and exits with 1. Written from the
specification in draw.md with only Python's standard library; shares no code with the waiting room. The code is written
for easy reading, not for speed.
"""

import argparse
import hashlib
import json
import re
import sys

VERSION = "anteroom-draw-1"
ALGORITHMS = {"hash": "blake2s-256", "signature": "ed25519", "permutation": "feistel-12-blake2s"}
CAUTION = (
    "No public beacon was committed to: the operator could have influenced how many people were drawn, "
    "and by that the order."
)
DOCUMENT_BYTES_MAX = 16 * 2**20
RUNS_MAX = 4096
ROUNDS = 12
PREQUEUE_AFTER_START_MS = 15_000
BEACON_AFTER_START_MS = 20_000
CLOCK_TOLERANCE_MS = 2_000
# (network, chain): (genesis, period), both in seconds
KNOWN_CHAINS = {
    ("drand", "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"): (1692803367, 3),
    ("drand", "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce"): (1595431050, 30),
}


class Fault(Exception):
    """A failed check, as a sentence."""


def ensure(holds, sentence):
    if not holds:
        raise Fault(sentence)


# --- Ed25519 verification, RFC 8032 5.1 -----------------------------------------------------------

FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, FIELD) % FIELD
# Points of the curve -x² + y² = 1 + D x² y² are (X, Y, Z, T) with x = X/Z, y = Y/Z, x·y = T/Z.
NEUTRAL = (0, 1, 1, 0)


def add(p, q):
    """The sum of two points, which can be equal (RFC 8032, 5.1.4)."""
    a = (p[1] - p[0]) * (q[1] - q[0]) % FIELD
    b = (p[1] + p[0]) * (q[1] + q[0]) % FIELD
    c = 2 * p[3] * q[3] * D % FIELD
    d = 2 * p[2] * q[2] % FIELD
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def times(scalar, point):
    total = NEUTRAL
    while scalar:
        if scalar & 1:
            total = add(total, point)
        point = add(point, point)
        scalar >>= 1
    return total


def decode_point(octets):
    """The point of 32 octets, or None. Rejects a y that is not below the field's prime."""
    word = int.from_bytes(octets, "little")
    sign, y = word >> 255, word & (2**255 - 1)
    if y >= FIELD:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if x * x % FIELD != square:
        x = x * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    if x * x % FIELD != square or (x == 0 and sign):
        return None
    x = FIELD - x if x & 1 != sign else x
    return x, y, 1, x * y % FIELD


def encode_point(point):
    inverse = pow(point[2], -1, FIELD)
    x, y = point[0] * inverse % FIELD, point[1] * inverse % FIELD
    return (y | (x & 1) << 255).to_bytes(32, "little")


BASE = decode_point((4 * pow(5, -1, FIELD) % FIELD).to_bytes(32, "little"))


def usable_point(octets):
    """The point, or None if the octets are not a canonical encoding or the point has small order."""
    point = decode_point(octets)
    if point is None or encode_point(times(8, point)) == encode_point(NEUTRAL):
        return None
    return point


def signature_fits(public_key, signature, message):
    r, s = signature[:32], int.from_bytes(signature[32:], "little")
    key = usable_point(public_key)
    if key is None or s >= ORDER or usable_point(r) is None:
        return False
    k = int.from_bytes(hashlib.sha512(r + public_key + message).digest(), "little") % ORDER
    x, y, z, t = key
    return encode_point(add(times(s, BASE), times(k, (FIELD - x, y, z, FIELD - t)))) == r


# --- Rows of fields, hashes and the permutation ---------------------------------------------------


def row(label, *fields):
    """Each field as its length and its octets. Integers have 8 octets; None is an empty field."""
    encoded = b""
    for field in (label, *fields):
        if field is None:
            field = b""
        elif isinstance(field, int):
            field = field.to_bytes(8, "big")
        elif isinstance(field, str):
            field = field.encode("ascii")
        encoded += len(field).to_bytes(2, "big") + field
    return encoded


def blake2s(octets, key=b""):
    return hashlib.blake2s(octets, digest_size=32, key=key).digest()


def unhex(text):
    return None if text is None else bytes.fromhex(text)


def commitment_row(c):
    b = c["beacon"] or {"network": None, "chain": None, "round": None, "publishedAtMs": None}
    return row(
        "anteroom-draw-1 commitment", c["customer"], c["room"], c["run"], unhex(c["secretHash"]),
        c["committedAtMs"], c["opensAtMs"], c["startsAtMs"],
        b["network"], unhex(b["chain"]), b["round"], b["publishedAtMs"],
    )  # fmt: skip


def cut_off_row(c):
    return row("anteroom-draw-1 cut-off", c["run"], c["population"], unhex(c["commitment"]), c["atMs"])


def reveal_row(r):
    hashes = unhex(r["commitment"]), unhex(r["cutOff"])
    return row("anteroom-draw-1 reveal", r["run"], *hashes, unhex(r["secret"]), unhex(r["beaconValue"]), r["atMs"])


def abort_row(a):
    return row("anteroom-draw-1 abort", a["run"], unhex(a["commitment"]), a["reason"], a["atMs"])


def receipt_row(r):
    place = r["run"], r["sequence"], r["atMs"]
    return row("anteroom-draw-1 receipt", r["customer"], r["room"], *place, unhex(r["commitment"]))


def commitment_hash(record):
    return blake2s(commitment_row(record["commitment"]["statement"])).hex()


def draw_key(secret, run, population, beacon_value):
    return blake2s(row("anteroom-draw-1 key", secret, run, population, beacon_value))


def number_of(key, population, sequence):
    """The number, from 0, of the visitor with this `sequence`, from 0."""
    if sequence >= population:
        return sequence
    width = 0
    while 4**width < population:
        width += 1

    def f(r, right):
        where = r.to_bytes(1, "big") + population.to_bytes(8, "big") + right.to_bytes(4, "big")
        return int.from_bytes(blake2s(b"anteroom-draw-1 round" + where, key)[:4], "big") % 2**width

    x = sequence
    while True:
        left, right = divmod(x, 2**width)
        for r in range(ROUNDS):
            left, right = right, left ^ f(r, right)
        x = left * 2**width + right
        if x < population:
            break
    coin = blake2s(b"anteroom-draw-1 swap" + population.to_bytes(8, "big"), key)[0] & 1
    return 1 - x if coin and population >= 2 and x < 2 else x


# --- Reading the two documents --------------------------------------------------------------------
# A shape is a function that takes a JSON value and returns it checked, or raises ValueError.


def integer(most):
    def shape(value):
        if type(value) is not int or not 0 <= value <= most:
            raise ValueError(f"{value!r} is no integer from 0 to {most}")
        return value

    return shape


def text(pattern):
    def shape(value):
        if not isinstance(value, str) or re.fullmatch(pattern, value) is None:
            raise ValueError(f"{value!r} does not fit {pattern}")
        return value

    return shape


def exactly(expected):
    def shape(value):
        if type(value) is not type(expected) or value != expected:
            raise ValueError(f"{value!r} is not {expected!r}")
        return value

    return shape


def optional(inner):
    def shape(value):
        return None if value is None else inner(value)

    shape.optional = True
    return shape


def record(**members):
    def shape(value):
        if not isinstance(value, dict):
            raise ValueError(f"{value!r:.40} is no object")
        for name in value.keys() - members.keys():
            raise ValueError(f"unknown member {name!r}")
        for name in members.keys() - value.keys():
            if not hasattr(members[name], "optional"):
                raise ValueError(f"member {name!r} is missing")
        return {name: inner(value.get(name)) for name, inner in members.items()}

    return shape


def list_of(inner, most):
    def shape(value):
        if not isinstance(value, list) or len(value) > most:
            raise ValueError(f"no list of at most {most}")
        return [inner(item) for item in value]

    return shape


def signed(**statement):
    return record(statement=record(**statement), signature=text("[0-9a-f]{128}"))


NAME, OCTETS = text("[A-Za-z0-9-]{1,50}"), text("[0-9a-f]{64}")
RUN, SEQUENCE, POPULATION, JSON_INTEGER = integer(2**16 - 1), integer(2**36 - 1), integer(2**36), integer(2**53 - 1)
BEACON = record(network=NAME, chain=OCTETS, round=JSON_INTEGER, publishedAtMs=JSON_INTEGER)
DRAW = record(
    status=text("committed|cut-off|revealed|aborted"),
    caution=optional(text(r"(?s:.*)")),
    commitment=signed(
        customer=NAME, room=NAME, run=RUN, secretHash=OCTETS, committedAtMs=JSON_INTEGER, opensAtMs=JSON_INTEGER,
        startsAtMs=JSON_INTEGER, beacon=optional(BEACON),
    ),
    cutOff=optional(signed(run=RUN, population=POPULATION, commitment=OCTETS, atMs=JSON_INTEGER)),
    reveal=optional(
        signed(
            run=RUN, commitment=OCTETS, cutOff=OCTETS, secret=OCTETS, beaconValue=optional(OCTETS), atMs=JSON_INTEGER,
        )
    ),
    abort=optional(
        signed(
            run=RUN, commitment=OCTETS, reason=text("reset|start-moved|cut-off-late|beacon-missing|called-off"),
            atMs=JSON_INTEGER,
        )
    ),
)  # fmt: skip
DOCUMENT = record(
    draw=exactly(VERSION),
    algorithms=record(**{name: exactly(word) for name, word in ALGORITHMS.items()}),
    customer=NAME,
    room=NAME,
    publicKey=OCTETS,
    runs=list_of(DRAW, RUNS_MAX),
)
RECEIPT = record(
    draw=exactly(VERSION),
    publicKey=OCTETS,
    receipt=signed(customer=NAME, room=NAME, run=RUN, sequence=SEQUENCE, atMs=JSON_INTEGER, commitment=OCTETS),
)


def object_without_doubles(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member is there twice")
    return members


def plain_integer(digits):
    if digits.startswith("-"):
        raise ValueError(f"{digits} has a sign")
    return int(digits)


def no_constant(word):
    raise ValueError(f"{word} is not JSON")


def read(path, shape, what):
    try:
        with open(path, "rb") as file:
            octets = file.read(DOCUMENT_BYTES_MAX + 1)
        if len(octets) > DOCUMENT_BYTES_MAX:
            raise ValueError("it is too long")
        value = json.loads(
            octets.decode("utf-8"),
            object_pairs_hook=object_without_doubles,
            parse_int=plain_integer,
            parse_constant=no_constant,
        )
        return shape(value)
    except (OSError, ValueError, RecursionError) as problem:
        raise Fault(f"not {what}: {problem}") from None


# --- The checks, numbered as in draw.md -----------------------------------------------------------


def check_place(draws, at):
    """Checks 1 and 2. Returns the number of aborted draws of the same run directly before."""
    draw, run = draws[at], draws[at]["commitment"]["statement"]["run"]
    sentence = "it is out of order, or its run is drawn twice"
    first = at
    while first > 0 and draws[first - 1]["commitment"]["statement"]["run"] == run:
        first -= 1
    for before in draws[first:at]:
        ensure(before["status"] == "aborted", sentence)
        ensure(before["commitment"]["statement"] != draw["commitment"]["statement"], sentence)
    ensure(first == 0 or draws[first - 1]["commitment"]["statement"]["run"] < run, sentence)
    ensure(
        at == len(draws) - 1 or draw["status"] in ("revealed", "aborted"),
        "a later draw follows, yet this one is neither revealed nor aborted",
    )
    return at - first


def check_shape(draw):
    """Checks 3 and 4."""
    present = "".join(letter for letter, name in (("c", "cutOff"), ("r", "reveal"), ("a", "abort")) if draw[name])
    allowed = {"committed": [""], "cut-off": ["c"], "revealed": ["cr"], "aborted": ["a", "ca", "cra"]}
    ensure(present in allowed[draw["status"]], "the status does not fit what is published")
    caution = None if draw["commitment"]["statement"]["beacon"] else CAUTION
    ensure(
        draw["caution"] == caution, "the caution about a draw without a beacon is missing, changed or out of place"
    )


def check_signature(document, given, encode, sentence):
    octets = bytes.fromhex(given["signature"])
    ensure(signature_fits(bytes.fromhex(document["publicKey"]), octets, encode(given["statement"])), sentence)


def check_commitment(document, given):
    """Checks 5 to 9."""
    c = given["statement"]
    same_room = (c["customer"], c["room"]) == (document["customer"], document["room"])
    ensure(same_room, "the commitment is for another room")
    check_signature(
        document, given, commitment_row,
        "the signature under the commitment does not fit: "
        "room, run, secret hash, times, beacon or signature was changed",
    )  # fmt: skip
    ensure(c["opensAtMs"] <= c["startsAtMs"], "the pre-queue opens after the start")
    beacon = c["beacon"]
    if beacon is None:
        return
    timetable = KNOWN_CHAINS.get((beacon["network"], beacon["chain"]))
    if timetable is not None:
        genesis, period = timetable
        time = (genesis + (beacon["round"] - 1) * period) * 1000
        ensure(
            beacon["round"] >= 1 and beacon["publishedAtMs"] == time,
            "the beacon's round is published at another time than stated",
        )
    earliest = c["startsAtMs"] + BEACON_AFTER_START_MS
    ensure(beacon["publishedAtMs"] > earliest, "the beacon's round is published too early")


def check_cut_off(document, draw):
    """Checks 10 to 14."""
    c, cut_off = draw["commitment"]["statement"], draw["cutOff"]["statement"]
    belongs = (cut_off["run"], cut_off["commitment"]) == (c["run"], commitment_hash(draw))
    ensure(belongs, "the cut-off belongs to another run or commitment")
    check_signature(
        document, draw["cutOff"], cut_off_row,
        "the signature under the cut-off does not fit: population, time or signature was changed",
    )  # fmt: skip
    earliest = c["startsAtMs"] + PREQUEUE_AFTER_START_MS
    ensure(cut_off["atMs"] >= earliest, "the pre-queue was closed earlier than committed to")
    ensure(c["committedAtMs"] <= cut_off["atMs"], "the commitment was made after the cut-off")
    ensure(
        c["beacon"] is None or draw["abort"] or cut_off["atMs"] < c["beacon"]["publishedAtMs"],
        "the pre-queue was closed after the beacon's value was public",
    )


def check_reveal(document, draw):
    """Checks 15 to 19."""
    c, cut_off = draw["commitment"]["statement"], draw["cutOff"]["statement"]
    reveal = draw["reveal"]["statement"]
    named = reveal["run"], reveal["commitment"], reveal["cutOff"]
    present = c["run"], commitment_hash(draw), blake2s(cut_off_row(cut_off)).hex()
    ensure(named == present, "the reveal belongs to another run, commitment or cut-off")
    secret_hash = blake2s(row("anteroom-draw-1 secret", unhex(reveal["secret"]))).hex()
    ensure(secret_hash == c["secretHash"], "the secret is not the one committed to")
    both = (reveal["beaconValue"] is None) == (c["beacon"] is None)
    ensure(both, "the beacon's value is missing or out of place")
    check_signature(
        document, draw["reveal"], reveal_row,
        "the signature under the reveal does not fit: beacon value, time or signature was changed",
    )  # fmt: skip
    earliest = max(cut_off["atMs"], c["beacon"]["publishedAtMs"] if c["beacon"] else 0)
    ensure(
        reveal["atMs"] >= earliest, "the secret was revealed before the cut-off or before the beacon's value"
    )


def check_abort(document, draw):
    """Checks 20 to 22."""
    c, abort = draw["commitment"]["statement"], draw["abort"]["statement"]
    belongs = (abort["run"], abort["commitment"]) == (c["run"], commitment_hash(draw))
    ensure(belongs, "the abort belongs to another run or commitment")
    check_signature(
        document, draw["abort"], abort_row,
        "the signature under the abort does not fit: reason, time or signature was changed",
    )  # fmt: skip
    ensure(c["committedAtMs"] <= abort["atMs"], "the abort is older than the commitment")


def check_draw(document, at):
    draw = document["runs"][at]
    aborted_before = check_place(document["runs"], at)
    check_shape(draw)
    check_commitment(document, draw["commitment"])
    if draw["cutOff"]:
        check_cut_off(document, draw)
    if draw["reveal"]:
        check_reveal(document, draw)
    if draw["abort"]:
        check_abort(document, draw)
    return describe(draw, aborted_before)


def describe(draw, aborted_before):
    c = draw["commitment"]["statement"]
    population = draw["cutOff"]["statement"]["population"] if draw["cutOff"] else None
    if draw["status"] == "aborted":
        yield f"aborted ({draw['abort']['statement']['reason']})."
    elif draw["status"] == "revealed":
        yield f"revealed, {population} drawn."
    elif draw["status"] == "cut-off":
        yield f"cut off, {population} to be drawn."
    else:
        yield "committed."
    beacon = c["beacon"]
    if beacon and draw["reveal"]:
        value = draw["reveal"]["statement"]["beaconValue"]
        where = f"{beacon['network']}, chain {beacon['chain']}, round {beacon['round']}"
        yield f"compare with the beacon: {where}, value {value}."
    if not beacon:
        yield CAUTION
    elif (beacon["network"], beacon["chain"]) not in KNOWN_CHAINS:
        time = beacon["publishedAtMs"]
        yield f"The beacon's chain is not known here: look up that its round was published at {time}."
    if c["committedAtMs"] > c["opensAtMs"]:
        yield "It was committed to only after the pre-queue had opened."
    if aborted_before:
        yield f"Draws of this run aborted before: {aborted_before}."


def check_receipt(document, given):
    """Checks 23 to 29. Returns the line about the receipt's holder."""
    receipt = given["receipt"]["statement"]
    ensure(given["publicKey"] == document["publicKey"], "it names another public key than the document")
    check_signature(
        document, given["receipt"], receipt_row,
        "its signature does not fit: room, run, sequence, time, commitment or signature was changed",
    )  # fmt: skip
    same_room = (receipt["customer"], receipt["room"]) == (document["customer"], document["room"])
    ensure(same_room, "it is for another room")
    named = [draw for draw in document["runs"] if commitment_hash(draw) == receipt["commitment"]]
    ensure(named, "no draw with its commitment is published")
    run = named[0]["commitment"]["statement"]["run"]
    ensure(run == receipt["run"], "its commitment belongs to another run")
    last = [draw for draw in document["runs"] if draw["commitment"]["statement"]["run"] == run][-1]
    return f"sequence {receipt['sequence']} of run {run} {holder_status(last, receipt)}"


def holder_status(draw, receipt):
    if draw["abort"]:
        return "has no number: the draw was aborted."
    if not draw["cutOff"]:
        return "has no number yet."
    population, closed_at = draw["cutOff"]["statement"]["population"], draw["cutOff"]["statement"]["atMs"]
    sequence, joined_at = receipt["sequence"], receipt["atMs"]
    if sequence >= population:
        ensure(
            joined_at + CLOCK_TOLERANCE_MS >= closed_at,
            "its holder joined before the cut-off, yet is not among those drawn",
        )
        return f"came after the cut-off and keeps number {sequence + 1}."
    ensure(
        joined_at <= closed_at + CLOCK_TOLERANCE_MS,
        "its holder joined after the cut-off, yet is among those drawn",
    )
    if not draw["reveal"]:
        return "has no number yet."
    reveal = draw["reveal"]["statement"]
    key = draw_key(unhex(reveal["secret"]), reveal["run"], population, unhex(reveal["beaconValue"]))
    return f"was drawn number {number_of(key, population, sequence) + 1}."


def verify(document, receipt):
    """The lines to print. Raises Fault at the first check that fails."""
    key = document["publicKey"]
    ensure(usable_point(bytes.fromhex(key)) is not None, "the public key is unusable")
    count = len(document["runs"])
    lines = [f"Room {document['room']} of {document['customer']}, key {key}: {count} of {count} draws hold."]
    for at, draw in enumerate(document["runs"]):
        run = draw["commitment"]["statement"]["run"]
        try:
            lines += [f"Run {run}: {line}" for line in check_draw(document, at)]
        except Fault as fault:
            raise Fault(f"run {run}: {fault}") from None
    if receipt is not None:
        try:
            lines.append(f"Receipt: {check_receipt(document, receipt)}")
        except Fault as fault:
            raise Fault(f"receipt: {fault}") from None
    return lines


def main():
    parser = argparse.ArgumentParser(description="Checks a published draw, and where a receipt's holder stands.")
    parser.add_argument("draw", metavar="DRAW.json")
    parser.add_argument("--receipt", metavar="RECEIPT.json")
    arguments = parser.parse_args()
    try:
        document = read(arguments.draw, DOCUMENT, "a draw document")
        receipt = read(arguments.receipt, RECEIPT, "a receipt") if arguments.receipt else None
        print("\n".join(verify(document, receipt)))
    except Fault as fault:
        print(f"The draw does not hold: {fault}.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
