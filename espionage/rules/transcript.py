"""The transcript of a week, with which a reader can verify the week offline.

Verification does not require trust in the service. A team's transcript opens its own sheet, its own
dice, the dice of harm in which it was involved, and its events. After the season, the opened
transcript contains the seed, every sheet, all dice and every seat's events, except the parts that
stay secret (`redaction`). A whole transcript also contains the set-up and every move, and is
replayed from the start. Only the service has whole transcripts, because they contain garages and
balances. For why the dice can be trusted, see docs/decisions/0001-dice-and-subkeys.md.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, Literal

import msgspec

from engine.codec import Reader, Unreadable, encode, encode_all, fingerprint
from engine.dice import Domain, domain_name
from engine.draws import draw_bytes
from engine.game import Refusal
from engine.match import replay
from engine.sealing import Hex32, Proof, merkle_root, root_from, told_seal, week_seed
from engine.values import Seat, Value, changed
from engine.verify import Evidence, Finding, Verdict, check_all_salts, check_all_sheets, verify

from .openings import PUBLIC_SALT
from .orders import NO_SHEET, NOTHING, Sheet
from .picked_seeds import PICKED_DICE_NOTE, are_picked
from .report import Debrief
from .tables import row_of
from .values import (
    CounterspyRolled,
    Debriefed,
    Event,
    ExplosivesRolled,
    MissionBegan,
    MissionDeclared,
    Move,
    OrderRolled,
    Setup,
    SpyRolled,
    Throw,
)
from .week import WEEK

FORMAT: Final = "dead-drop-week-1"
MAX_ITEMS: Final = 20_000
"""Maximum number of entries in one list of a transcript."""
MAX_TEXT_LENGTH: Final = 200_000
"""Maximum number of characters in a string, ten times the sheet of a large team."""
MAX_NUMBER: Final = 2**53
MAX_DICE: Final = 50_000
"""Maximum number of opened dice in a week. A week with forty teams rolls about five thousand."""
MAX_PROOF_STEPS: Final = 64
"""Maximum number of steps from a leaf to its root, enough for a tree of 2**64 leaves."""


class Played(Value):
    """One move in a whole transcript."""

    seat: Seat
    move: Move


class Replay(Value):
    """Everything that is needed to replay a week.

    A replay contains the set-up, the leaves of the sealed sheets, every move, and a fingerprint of
    the events of each ply.
    """

    setup: Setup
    leaves: tuple[Hex32, ...]
    moves: tuple[Played, ...]
    told: tuple[Hex32, ...]


class OpenedSeat(Value):
    """A seat at the end of the season: its team's id and name, and its redacted events."""

    team: str
    name: str
    heard: tuple[Event, ...]


class Transcript(Value):
    """One reader's knowledge of a week.

    `seat` is the reader's own seat, or None for a spectator and in an opened transcript. Only an
    opened transcript has `seats`, and only a whole transcript has `replay`. A `void` week was never
    played, so it has sheets but no dice. `told_proof` leads from the events to the root over all
    events. `digest` is the fingerprint of everything else.
    """

    format: Literal["dead-drop-week-1"]
    campaign: str
    week: int
    evidence: Evidence
    seat: Seat | None = None
    heard: tuple[Event, ...] = ()
    seats: tuple[OpenedSeat, ...] = ()
    replay: Replay | None = None
    void: bool = False
    told_proof: Proof = ()
    digest: str = ""


class TooLarge(ValueError):
    """A list, string or number in the transcript is larger than any real week requires."""


def check_bounds(transcript: Transcript) -> None:
    """Raise TooLarge if the transcript exceeds the limits of a week, or if it is whole.

    Replaying a whole transcript takes too long for a request.
    """
    if transcript.replay is not None:
        raise TooLarge("Check a whole transcript on your own machine with “manage.py verify”.")
    if sum(len(roll.opened.sides) for roll in transcript.evidence.rolls) > MAX_DICE:
        raise TooLarge(f"A week has at most {MAX_DICE:,} dice.")
    proofs = [
        transcript.told_proof,
        *[roll.proof for roll in transcript.evidence.rolls],
        *[sheet.proof for sheet in transcript.evidence.sheets],
        *[sheet.salt_proof for sheet in transcript.evidence.sheets],
    ]
    if any(len(proof) > MAX_PROOF_STEPS for proof in proofs):
        raise TooLarge(f"A proof has at most {MAX_PROOF_STEPS} steps.")
    unchecked: list[object] = [transcript]
    while unchecked:
        match unchecked.pop():
            case msgspec.Struct() as record:
                unchecked += [getattr(record, name) for name in record.__struct_fields__]
            case tuple() as items:
                if len(items) > MAX_ITEMS:
                    raise TooLarge(f"A list has at most {MAX_ITEMS:,} entries.")
                unchecked += items
            case str() as text if len(text) > MAX_TEXT_LENGTH:
                raise TooLarge(f"A text has at most {MAX_TEXT_LENGTH:,} characters.")
            case int() as number if abs(number) > MAX_NUMBER:
                raise TooLarge(f"A number is at most {MAX_NUMBER:,}.")
            case _:
                pass


def sign_transcript(transcript: Transcript) -> Transcript:
    """Return the transcript with its digest, the SHA-256 hash of the JSON without the digest."""
    return changed(transcript, digest=fingerprint(changed(transcript, digest="")))


def published_values(evidence: Evidence) -> dict[str, str]:
    """Return the values that readers should compare with the club's page for the week.

    A transcript cannot prove that these values were published.
    """
    source, frozen = evidence.source, evidence.frozen
    chain = source.chain if source else None
    values = {
        "seed, sealed": evidence.seed_hash,
        "root of the salts": evidence.salt_root,
        "root of the sheets": evidence.order_root,
        "root of the dice": evidence.dice_root,
        "root of the published events": evidence.told_root,
        "delay, in links": str(source.links) if source and source.links else None,
        "beacon": f"{chain.public_key}, one round every {chain.period} s since {chain.genesis}"
        if chain
        else None,
        "round of the beacon": str(source.round) if source and chain else None,
        "sheets sealed": f"{datetime.fromtimestamp(frozen, UTC):%Y-%m-%d %H:%M:%S} UTC"
        if frozen is not None
        else None,
    }
    return {label: value for label, value in values.items() if value}


def check_transcript(transcript: Transcript, *, links: Sequence[int] | None = None) -> Verdict:
    """Check everything that can be checked with this transcript.

    The checks cover hashes, dice and results. For an opened transcript, they also cover all seats,
    and for a whole transcript, the replay. `links` is passed to `engine.verify.verify`.
    """
    base = verify(transcript.evidence, links=links)
    checks = [
        *_check_digest(transcript),
        *_check_told_events(transcript),
        *_check_results(transcript),
        *_check_seats(transcript),
        *_check_replay(transcript),
        *_check_void_week(transcript),
    ]
    return Verdict(
        checked=(*base.checked, *[label for label, _ in checks]),
        findings=(*base.findings, *[finding for _, findings in checks for finding in findings]),
        open=base.open,
        held=_dice_warnings(transcript, base),
    )


def _dice_warnings(transcript: Transcript, base: Verdict) -> tuple[str, ...]:
    """Return warnings about who could have chosen the dice. A void week needs no warnings."""
    if transcript.void:
        return ()
    return (PICKED_DICE_NOTE,) if are_picked(transcript.evidence.seed_hash) else base.held


# --- digest and events ----------------------------------------------------------------------------

CheckResult = tuple[str, tuple[Finding, ...]]


def _check_digest(transcript: Transcript) -> Iterator[CheckResult]:
    """Check the digest, which reveals any change to the transcript."""
    same = sign_transcript(transcript).digest == transcript.digest
    wrong = Finding(code="digest", sentence="The transcript was changed after it was written.")
    yield "the transcript is unchanged", () if same else (wrong,)


def _check_told_events(transcript: Transcript) -> Iterator[CheckResult]:
    """Check that the reader's events are those published with the results.

    The events of an opened transcript are redacted, so they have no proof and are not checked.
    """
    evidence = transcript.evidence
    if not evidence.told_root or transcript.seats or transcript.replay:
        return
    salt = PUBLIC_SALT
    if transcript.seat is not None:
        own_salts = [sheet.seat_salt for sheet in evidence.sheets if sheet.seat_salt is not None]
        salt = bytes.fromhex(own_salts[0]) if own_salts else PUBLIC_SALT
    leaf = told_seal(salt, encode_all(transcript.heard))
    same = root_from(leaf, transcript.told_proof) == evidence.told_root
    wrong = Finding(
        code="told",
        sentence="The reported events differ from the events published with the results.",
    )
    yield (
        "the reported events match the events published with the results",
        () if same else (wrong,),
    )


# --- results: reported faces, opened dice and table rows ------------------------------------------


def _check_results(transcript: Transcript) -> Iterator[CheckResult]:
    if transcript.heard:
        yield from _check_events(_opened_faces(transcript), transcript.seat, transcript.heard)


def _check_events(
    opened: dict[str, tuple[int, ...]], seat: Seat | None, events: Sequence[Event]
) -> Iterator[CheckResult]:
    for event in events:
        if isinstance(event, OrderRolled):
            yield (
                "the order of play matches the public dice",
                _compare_faces(opened, "public", order_dice(event.faces)),
            )
    if seat is not None:
        yield (
            "our rolls match our dice, in order",
            _compare_faces(opened, domain_name(seat), own_faces(events)),
        )
        yield from _check_harm(opened, seat, events)
    throws = list(_throws(events))
    yield (
        "every total and row matches its dice",
        tuple(finding for throw in throws for finding in _check_throw(throw)),
    )


def _check_harm(
    opened: dict[str, tuple[int, ...]], seat: Seat, events: Sequence[Event]
) -> Iterator[CheckResult]:
    try:
        for domain, faces in harm_faces(seat, events):
            yield (
                f"harm {domain_name(domain)} matches its dice",
                _compare_first_faces(opened, domain_name(domain), faces),
            )
    except KeyError as number:
        sentence = f"The debrief mentions mission {number}, which was not reported before."
        yield (
            "the debrief mentions only reported missions",
            (Finding(code="debrief", sentence=sentence),),
        )


def _opened_faces(transcript: Transcript) -> dict[str, tuple[int, ...]]:
    faces = defaultdict[str, list[int]](list)
    for roll in transcript.evidence.rolls:
        faces[roll.opened.domain] += roll.opened.faces
    return {domain: tuple(rolled) for domain, rolled in faces.items()}


def _compare_faces(
    opened: dict[str, tuple[int, ...]], domain: str, faces: Sequence[int]
) -> tuple[Finding, ...]:
    if opened.get(domain, ()) == tuple(faces):
        return ()
    return (
        Finding(
            code="reported",
            sentence=f"The faces reported for {domain} are not the dice that were opened for it.",
        ),
    )


def _compare_first_faces(
    opened: dict[str, tuple[int, ...]], domain: str, faces: Sequence[int]
) -> tuple[Finding, ...]:
    return _compare_faces({domain: opened.get(domain, ())[: len(faces)]}, domain, faces)


def _check_throw(throw: Throw) -> tuple[Finding, ...]:
    if sum(throw.faces) + throw.modifier == throw.total and throw.row == row_of(throw.total):
        return ()
    return (
        Finding(
            code="misread",
            sentence=f"The throw {throw.faces} with {throw.modifier:+d} was read as {throw.total}.",
        ),
    )


def _throws(events: Sequence[Event]) -> Iterator[Throw]:
    for event in events:
        match event:
            case SpyRolled(throw=throw) | ExplosivesRolled(throw=throw):
                yield throw
            case CounterspyRolled(throws=throws):
                yield from throws
            case _:
                pass


def own_faces(events: Sequence[Event]) -> tuple[int, ...]:
    """Return the dice of a team's own rolls, in the order rolled."""
    return tuple([face for throw in _throws(events) for face in throw.faces])


def order_dice(faces: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the public dice in the order rolled.

    Each team rolls two dice. Each tied team then rolls two more, round by round. Teams without dice
    left are skipped, so this takes linear time.
    """
    dice_rolled: list[int] = []
    rolling = list(faces)
    for turn in range(max(map(len, faces), default=0) // 2):
        rolling = [row for row in rolling if len(row) > 2 * turn]
        for row in rolling:
            dice_rolled += row[2 * turn : 2 * turn + 2]
    return tuple(dice_rolled)


def harm_faces(seat: Seat, events: Sequence[Event]) -> Iterator[tuple[Domain, tuple[int, ...]]]:
    """Yield the dice of harm in a team's debrief, both for harm done and for harm suffered."""
    debrief = next((event.debrief for event in events if isinstance(event, Debriefed)), Debrief())
    by_order, by_number = _own_missions(seat, events), _enemy_missions(seat, events)
    for mission in debrief.missions:
        bang = mission.bang
        if faces := (*bang.faces, bang.location) if bang else mission.faces:
            yield by_order[mission.order], faces
    for harm in debrief.harm:
        if faces := (*harm.bang.faces, harm.bang.location) if harm.bang else harm.faces:
            yield by_number[harm.number], faces


def _own_missions(seat: Seat, events: Sequence[Event]) -> dict[int, Domain]:
    count: Counter[Seat] = Counter()
    domains: dict[int, Domain] = {}
    for event in events:
        if isinstance(event, MissionBegan):
            count[event.against] += 1
            domains[event.order] = ("harm", seat, event.against, count[event.against])
    return domains


def _enemy_missions(seat: Seat, events: Sequence[Event]) -> dict[int, Domain]:
    count: Counter[Seat] = Counter()
    domains: dict[int, Domain] = {}
    for event in events:
        if isinstance(event, MissionDeclared):
            count[event.by] += 1
            domains[event.number] = ("harm", event.by, seat, count[event.by])
    return domains


def _check_void_week(transcript: Transcript) -> Iterator[CheckResult]:
    """Check that nothing happened in a void week, and that all sealed sheets are opened."""
    if not transcript.void:
        return
    has_events = (
        transcript.heard
        or transcript.seats
        or transcript.evidence.rolls
        or transcript.evidence.dice_root
    )
    yield (
        "the week is void and has no events",
        (Finding(code="void", sentence="The transcript contains events of a void week."),)
        if has_events
        else (),
    )
    yield "all sealed sheets are opened", check_all_sheets(transcript.evidence)
    yield from _check_salts(transcript.evidence)


def _check_salts(evidence: Evidence) -> Iterator[CheckResult]:
    if evidence.salt_root:
        yield "all salts fixed at the start are opened", check_all_salts(evidence)


# --- opened seats after the season ----------------------------------------------------------------

SHEETS: Final[Reader[Sheet]] = Reader(Sheet)


def _check_seats(transcript: Transcript) -> Iterator[CheckResult]:
    seats, evidence = transcript.seats, transcript.evidence
    if not seats:
        return
    yield (
        "the seed is opened",
        () if evidence.seed else (Finding(code="seed", sentence="The seed is missing."),),
    )
    yield "all sealed sheets are opened", check_all_sheets(evidence)
    yield from _check_salts(evidence)
    yield "every seat has its sheet", _check_sheet_names(transcript)
    opened = _opened_faces(transcript)
    for index, opened_seat in enumerate(seats):
        for label, findings in _check_events(opened, Seat(index), opened_seat.heard):
            yield f"{opened_seat.name}: {label}", findings
    for opened_seat, sealed_sheet in zip(seats, evidence.sheets, strict=False):
        yield (
            f"{opened_seat.name}: every mission is on the sealed sheet",
            tuple(_check_orders(opened_seat, sealed_sheet.payload, seats)),
        )
    yield "both sides received reports of the same missions", tuple(_check_declarations(seats))


def _check_sheet_names(transcript: Transcript) -> tuple[Finding, ...]:
    if [sheet.name for sheet in transcript.evidence.sheets] == [
        opened_seat.name for opened_seat in transcript.seats
    ]:
        return ()
    return (Finding(code="sheet", sentence="The opened sheets do not match the seats."),)


def _check_orders(
    opened_seat: OpenedSeat, payload: str, seats: Sequence[OpenedSeat]
) -> Iterator[Finding]:
    """Check that every mission of a team was ordered on its sealed sheet."""
    try:
        orders = (NO_SHEET if payload == NOTHING else SHEETS.decode(payload.encode())).orders
    except Unreadable:
        yield Finding(code="sheet", sentence=f"The sheet of {opened_seat.name} cannot be read.")
        return
    ordered = {(order.spy, order.action, order.target_team, order.target) for order in orders}
    for event in opened_seat.heard:
        if isinstance(event, MissionBegan):
            target_team = seats[event.against].team if event.against < len(seats) else ""
            if (event.spy, event.mission, target_team, event.target) not in ordered:
                yield Finding(
                    code="sheet",
                    sentence=(
                        f"{opened_seat.name} began mission {event.order}, which is not on its "
                        "sealed sheet."
                    ),
                )


def _check_declarations(seats: Sequence[OpenedSeat]) -> Iterator[Finding]:
    """Check that the missions begun by one side match those declared to the other, in order."""
    begun_missions: dict[tuple[int, int], list[tuple[str, str]]] = {}
    declared_missions: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for index, opened_seat in enumerate(seats):
        for event in opened_seat.heard:
            if isinstance(event, MissionBegan):
                begun_missions.setdefault((index, event.against), []).append(
                    (event.mission, event.target)
                )
            elif isinstance(event, MissionDeclared):
                declared_missions.setdefault((event.by, index), []).append(
                    (event.mission, event.target)
                )
    for spying_seat, target_seat in sorted(begun_missions.keys() | declared_missions.keys()):
        if begun_missions.get((spying_seat, target_seat)) != declared_missions.get(
            (spying_seat, target_seat)
        ):
            yield Finding(
                code="sides",
                sentence=f"Seats {spying_seat} and {target_seat} received reports of different "
                "missions.",
            )


# --- replay ---------------------------------------------------------------------------------------


def _check_replay(transcript: Transcript) -> Iterator[CheckResult]:
    recording, evidence = transcript.replay, transcript.evidence
    if recording is None or evidence.seed is None:
        return
    yield "the sealed sheets match the published root", _check_sheet_root(recording, evidence)
    yield (
        "the played sheets are the sealed sheets",
        tuple(_check_played_sheets(recording, evidence)),
    )
    yield (
        "replaying the week gives the same events",
        _check_replayed_events(recording, evidence),
    )


def _check_sheet_root(recording: Replay, evidence: Evidence) -> tuple[Finding, ...]:
    if merkle_root(recording.leaves) == evidence.order_root:
        return ()
    return (
        Finding(
            code="root", sentence="The leaves do not match the root published at the deadline."
        ),
    )


def _check_played_sheets(recording: Replay, evidence: Evidence) -> Iterator[Finding]:
    """Check that each seat's opened bytes hash to its leaf and match the sheet that was played.

    A team that sent nothing has an empty sheet.
    """
    if not len(recording.leaves) == len(recording.setup.sheets) == len(evidence.sheets):
        yield Finding(code="sheet", sentence="Not every seat has exactly one leaf and one sheet.")
    for leaf, sheet, opened in zip(
        recording.leaves, recording.setup.sheets, evidence.sheets, strict=False
    ):
        if opened.digest() != leaf or (
            opened.payload != encode(sheet).decode() and (opened.payload != NOTHING or sheet.orders)
        ):
            yield Finding(
                code="sheet",
                sentence=f"The sheet of {opened.name} is not the sheet that was sealed.",
            )


def _check_replayed_events(recording: Replay, evidence: Evidence) -> tuple[Finding, ...]:
    moves = [(played.seat, played.move) for played in recording.moves]
    seed = week_seed(
        bytes.fromhex(evidence.seed or ""), evidence.order_root, draw_bytes(evidence.draw)
    )
    try:
        steps = replay(WEEK, recording.setup, seed, moves)
        fingerprints = tuple(fingerprint_of_events(step[1]) for step in steps)
    except (Refusal, LookupError, RuntimeError, ValueError) as error:
        return (
            Finding(
                code="replay",
                sentence=f"The week cannot be replayed from this transcript: {error}",
            ),
        )
    if fingerprints == recording.told:
        return ()
    return (
        Finding(
            code="replay",
            sentence="Replaying the week from its seed gives a different result than recorded.",
        ),
    )


def fingerprint_of_events(events: object) -> str:
    """Return the fingerprint of one ply's events."""
    return sha256(msgspec.json.encode(events)).hexdigest()
