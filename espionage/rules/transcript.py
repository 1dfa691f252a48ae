"""A week's transcript: what one reader may hold of it, checked offline without trusting the
service.

A team's transcript opens its own sheet, its own dice and those of harm it took part in, and what it
heard. The opened one, from the season's end on, has the seed, every sheet, all dice and what every
seat heard, less what its team may keep (`redaction`). A whole transcript has the set-up and every
move besides, and is replayed from the start; garages and balances are in it, so it is the service's
own. Why the dice can be trusted: docs/decisions/0001-dice-and-subkeys.md.
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
from engine.draws import drawn
from engine.game import Refusal
from engine.match import replay
from engine.sealing import Hex32, Proof, merkle_root, root_from, told_seal, week_seed
from engine.values import Seat, Value, changed
from engine.verify import (
    Evidence,
    Finding,
    Verdict,
    check_all_salts,
    check_all_sheets,
    verify,
)

from .openings import PUBLIC_SALT
from .orders import NO_SHEET, NOTHING, Sheet
from .picked_seeds import PICKED, are_picked
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
"""Entries of one list of a transcript."""
MAX_TEXT_LENGTH: Final = 200_000
"""Characters of one text of a transcript: the sheet of a large team needs a tenth of that."""
MAX_NUMBER: Final = 2**53
MAX_DICE: Final = 50_000
"""Opened dice of a week: a week of forty teams rolls some five thousand."""
MAX_PROOF_STEPS: Final = 64
"""Steps from a leaf to its root: enough for a tree of 2**64 leaves."""


class Played(Value):
    """One move of a whole transcript."""

    seat: Seat
    move: Move


class Replay(Value):
    """All that replays a week: set-up, the seats' sealed sheets as their leaves, every move, and
    what each ply told.
    """

    setup: Setup
    leaves: tuple[Hex32, ...]
    moves: tuple[Played, ...]
    told: tuple[Hex32, ...]


class OpenedSeat(Value):
    """A seat at the season's end: its team by id and name, and all it heard, as everybody may read
    it.
    """

    team: str
    name: str
    heard: tuple[Event, ...]


class Transcript(Value):
    """What one reader holds. `seat` is the reader's own, none for a spectator and where all seats
    are opened.

    `seats` are those of an opened transcript, `replay` is that of a whole one. A `void` week was
    never played: there are its sheets, and no dice. `told_proof` leads from what was heard to the
    root over what everybody was told. `digest` is the fingerprint of all the rest.
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
    """A transcript with a list, text or number that no week can have."""


def insist_on_bounds(transcript: Transcript) -> None:
    """Raise TooLarge for anything in a stranger's transcript that no week can have, and for a whole
    transcript: replaying it takes longer than a request is allowed to.
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


def signed(transcript: Transcript) -> Transcript:
    """The transcript with its own digest: SHA-256 over its canonical JSON with an empty one."""
    return changed(transcript, digest=fingerprint(changed(transcript, digest="")))


def promises(evidence: Evidence) -> dict[str, str]:
    """What the club's page of the week shows of this evidence, to be held against it: nothing in a
    transcript can prove that these are what was published.
    """
    source, frozen = evidence.source, evidence.frozen
    chain = source.chain if source else None
    named = {
        "seed, sealed": evidence.seed_hash,
        "root over the salts": evidence.salt_root,
        "root over the sheets": evidence.order_root,
        "root over the dice": evidence.dice_root,
        "root over what was told": evidence.told_root,
        "delay, in links": str(source.links) if source and source.links else None,
        "beacon": f"{chain.public_key}, one each {chain.period} s from {chain.genesis} on"
        if chain
        else None,
        "round of the beacon": str(source.round) if source and chain else None,
        "sheets sealed": f"{datetime.fromtimestamp(frozen, UTC):%Y-%m-%d %H:%M:%S} UTC"
        if frozen is not None
        else None,
    }
    return {what: said for what, said in named.items() if said}


def check(transcript: Transcript, *, links: Sequence[int] | None = None) -> Verdict:
    """Everything that this transcript allows to check: hashes, dice, results, all seats of an
    opened one, the replay of a whole one. `links` as in `engine.verify.verify`.
    """
    base = verify(transcript.evidence, links=links)
    checks = [
        *_unchanged(transcript),
        *_told(transcript),
        *_results(transcript),
        *_all_seats(transcript),
        *_whole(transcript),
        *_void(transcript),
    ]
    return Verdict(
        checked=(*base.checked, *[what for what, _ in checks]),
        findings=(*base.findings, *[finding for _, findings in checks for finding in findings]),
        open=base.open,
        held=_held(transcript, base),
    )


def _held(transcript: Transcript, base: Verdict) -> tuple[str, ...]:
    """Return who could have chosen the dice; a void week has none."""
    if transcript.void:
        return ()
    return (PICKED,) if are_picked(transcript.evidence.seed_hash) else base.held


# --- the file itself, and what it says was heard --------------------------------------------------

Checked = tuple[str, tuple[Finding, ...]]


def _unchanged(transcript: Transcript) -> Iterator[Checked]:
    """A changed character anywhere shows here, if nowhere else."""
    same = signed(transcript).digest == transcript.digest
    wrong = Finding(code="digest", sentence="The transcript was changed after it was written.")
    yield "the transcript is as it was written", () if same else (wrong,)


def _told(transcript: Transcript) -> Iterator[Checked]:
    """What one reader heard is what they were told when the results were published. Where all seats
    are opened, what they heard is redacted and has no proof.
    """
    evidence = transcript.evidence
    if not evidence.told_root or transcript.seats or transcript.replay:
        return
    salt = PUBLIC_SALT
    if transcript.seat is not None:
        own = [sheet.seat_salt for sheet in evidence.sheets if sheet.seat_salt is not None]
        salt = bytes.fromhex(own[0]) if own else PUBLIC_SALT
    leaf = told_seal(salt, encode_all(transcript.heard))
    same = root_from(leaf, transcript.told_proof) == evidence.told_root
    wrong = Finding(
        code="told",
        sentence="The reported events differ from the events published with the results.",
    )
    yield "what was heard is what was told with the results", () if same else (wrong,)


# --- results: the faces reported are the dice opened, and read what the tables say ----------------


def _results(transcript: Transcript) -> Iterator[Checked]:
    if transcript.heard:
        yield from _agrees(_opened(transcript), transcript.seat, transcript.heard)


def _agrees(
    opened: dict[str, tuple[int, ...]], seat: Seat | None, heard: Sequence[Event]
) -> Iterator[Checked]:
    """What a seat heard agrees with the dice."""
    for event in heard:
        if isinstance(event, OrderRolled):
            yield (
                "the order of play is what the public dice say",
                _same(opened, "public", thrown_for_order(event.faces)),
            )
    if seat is not None:
        yield "our rolls are our dice, in order", _same(opened, domain_name(seat), own_faces(heard))
        yield from _harm_agrees(opened, seat, heard)
    throws = list(_throws(heard))
    yield (
        "every total and row follows from its faces",
        tuple(found for throw in throws for found in _misread(throw)),
    )


def _harm_agrees(
    opened: dict[str, tuple[int, ...]], seat: Seat, heard: Sequence[Event]
) -> Iterator[Checked]:
    try:
        for domain, faces in harm_faces(seat, heard):
            yield (
                f"harm {domain_name(domain)} is what its dice say",
                _begins(opened, domain_name(domain), faces),
            )
    except KeyError as number:
        sentence = f"The debrief speaks of a mission {number} that was never heard of."
        yield (
            "the debrief speaks of missions that were heard of",
            (Finding(code="debrief", sentence=sentence),),
        )


def _opened(transcript: Transcript) -> dict[str, tuple[int, ...]]:
    """Return the opened faces by domain, ply after ply."""
    faces = defaultdict[str, list[int]](list)
    for roll in transcript.evidence.rolls:
        faces[roll.opened.domain] += roll.opened.faces
    return {domain: tuple(rolled) for domain, rolled in faces.items()}


def _same(
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


def _begins(
    opened: dict[str, tuple[int, ...]], domain: str, faces: Sequence[int]
) -> tuple[Finding, ...]:
    return _same({domain: opened.get(domain, ())[: len(faces)]}, domain, faces)


def _misread(throw: Throw) -> tuple[Finding, ...]:
    if sum(throw.faces) + throw.modifier == throw.total and throw.row == row_of(throw.total):
        return ()
    return (
        Finding(
            code="misread",
            sentence=f"The throw {throw.faces} with {throw.modifier:+d} was read as {throw.total}.",
        ),
    )


def _throws(heard: Sequence[Event]) -> Iterator[Throw]:
    """Every throw of our own that we were told of."""
    for event in heard:
        match event:
            case SpyRolled(throw=throw) | ExplosivesRolled(throw=throw):
                yield throw
            case CounterspyRolled(throws=throws):
                yield from throws
            case _:
                pass


def own_faces(heard: Sequence[Event]) -> tuple[int, ...]:
    """The faces of a team's own rolls in the order they fell."""
    return tuple([face for throw in _throws(heard) for face in throw.faces])


def thrown_for_order(faces: Sequence[Sequence[int]]) -> tuple[int, ...]:
    """Return the public dice in the order they fell: two a team, then two more for each that had
    tied, round by round. Takes linear time, because a team without dice left is skipped.
    """
    thrown: list[int] = []
    rolling = list(faces)
    for turn in range(max(map(len, faces), default=0) // 2):
        rolling = [row for row in rolling if len(row) > 2 * turn]
        for row in rolling:
            thrown += row[2 * turn : 2 * turn + 2]
    return tuple(thrown)


def harm_faces(seat: Seat, heard: Sequence[Event]) -> Iterator[tuple[Domain, tuple[int, ...]]]:
    """The dice of harm that a team's debrief reports: done by its missions, and done to it."""
    debrief = next((event.debrief for event in heard if isinstance(event, Debriefed)), Debrief())
    by_order, by_number = _own_missions(seat, heard), _enemy_missions(seat, heard)
    for mission in debrief.missions:
        bang = mission.bang
        if faces := (*bang.faces, bang.location) if bang else mission.faces:
            yield by_order[mission.order], faces
    for harm in debrief.harm:
        if faces := (*harm.bang.faces, harm.bang.location) if harm.bang else harm.faces:
            yield by_number[harm.number], faces


def _own_missions(seat: Seat, heard: Sequence[Event]) -> dict[int, Domain]:
    count: Counter[Seat] = Counter()
    found: dict[int, Domain] = {}
    for event in heard:
        if isinstance(event, MissionBegan):
            count[event.against] += 1
            found[event.order] = ("harm", seat, event.against, count[event.against])
    return found


def _enemy_missions(seat: Seat, heard: Sequence[Event]) -> dict[int, Domain]:
    count: Counter[Seat] = Counter()
    found: dict[int, Domain] = {}
    for event in heard:
        if isinstance(event, MissionDeclared):
            count[event.by] += 1
            found[event.number] = ("harm", event.by, seat, count[event.by])
    return found


def _void(transcript: Transcript) -> Iterator[Checked]:
    """Nothing happened in a void week; the sheets opened at the season's end are all that were
    sealed.
    """
    if not transcript.void:
        return
    told = (
        transcript.heard
        or transcript.seats
        or transcript.evidence.rolls
        or transcript.evidence.dice_root
    )
    yield (
        "the week is void, and nothing is told of it",
        (Finding(code="void", sentence="The transcript contains events of a void week."),)
        if told
        else (),
    )
    yield "the opened sheets are all that were sealed", check_all_sheets(transcript.evidence)
    yield from _all_salts(transcript.evidence)


def _all_salts(evidence: Evidence) -> Iterator[Checked]:
    if evidence.salt_root:
        yield "the opened salts are all that were fixed at the start", check_all_salts(evidence)


# --- all seats, at the season's end ---------------------------------------------------------------

SHEETS: Final[Reader[Sheet]] = Reader(Sheet)


def _all_seats(transcript: Transcript) -> Iterator[Checked]:
    seats, evidence = transcript.seats, transcript.evidence
    if not seats:
        return
    yield (
        "the seed is opened",
        () if evidence.seed else (Finding(code="seed", sentence="The seed is missing."),),
    )
    yield "the opened sheets are all that were sealed", check_all_sheets(evidence)
    yield from _all_salts(evidence)
    yield "each seat has its sheet", _one_sheet_each(transcript)
    opened = _opened(transcript)
    for at, each in enumerate(seats):
        for what, findings in _agrees(opened, Seat(at), each.heard):
            yield f"{each.name}: {what}", findings
    for each, sealed_one in zip(seats, evidence.sheets, strict=False):
        yield (
            f"{each.name}: every mission stands on the sealed sheet",
            tuple(_on_sheet(each, sealed_one.payload, seats)),
        )
    yield "both sides heard of the same missions", tuple(_both_sides(seats))


def _one_sheet_each(transcript: Transcript) -> tuple[Finding, ...]:
    if [sheet.name for sheet in transcript.evidence.sheets] == [
        each.name for each in transcript.seats
    ]:
        return ()
    return (Finding(code="sheet", sentence="The opened sheets do not match the seats."),)


def _on_sheet(each: OpenedSeat, payload: str, seats: Sequence[OpenedSeat]) -> Iterator[Finding]:
    """Every mission that a team began was ordered so on its sealed sheet."""
    try:
        orders = (NO_SHEET if payload == NOTHING else SHEETS.decode(payload.encode())).orders
    except Unreadable:
        yield Finding(code="sheet", sentence=f"The sheet of {each.name} cannot be read.")
        return
    ordered = {(order.spy, order.action, order.target_team, order.target) for order in orders}
    for event in each.heard:
        if isinstance(event, MissionBegan):
            against = seats[event.against].team if event.against < len(seats) else ""
            if (event.spy, event.mission, against, event.target) not in ordered:
                yield Finding(
                    code="sheet",
                    sentence=(
                        f"{each.name} began a mission {event.order} that its sealed sheet "
                        "does not order."
                    ),
                )


def _both_sides(seats: Sequence[OpenedSeat]) -> Iterator[Finding]:
    """What one team began against another is what the other heard declared, in the same order."""
    begun: dict[tuple[int, int], list[tuple[str, str]]] = {}
    declared: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for at, each in enumerate(seats):
        for event in each.heard:
            if isinstance(event, MissionBegan):
                begun.setdefault((at, event.against), []).append((event.mission, event.target))
            elif isinstance(event, MissionDeclared):
                declared.setdefault((event.by, at), []).append((event.mission, event.target))
    for by, against in sorted(begun.keys() | declared.keys()):
        if begun.get((by, against)) != declared.get((by, against)):
            yield Finding(
                code="sides",
                sentence=f"Seats {by} and {against} did not hear of the same missions.",
            )


# --- the whole week again -------------------------------------------------------------------------


def _whole(transcript: Transcript) -> Iterator[Checked]:
    whole, evidence = transcript.replay, transcript.evidence
    if whole is None or evidence.seed is None:
        return
    yield "the sealed sheets come to the published root", _root_agrees(whole, evidence)
    yield "the sheets played are the sheets sealed", tuple(_sheets_agree(whole, evidence))
    yield (
        "the week, played again, tells the same",
        _told_agrees(whole, evidence),
    )


def _root_agrees(whole: Replay, evidence: Evidence) -> tuple[Finding, ...]:
    if merkle_root(whole.leaves) == evidence.order_root:
        return ()
    return (
        Finding(
            code="root", sentence="The leaves do not match the root published at the deadline."
        ),
    )


def _sheets_agree(whole: Replay, evidence: Evidence) -> Iterator[Finding]:
    """Each seat's opened bytes hash to its leaf, and are the sheet that was played; a silent team
    has an empty sheet.
    """
    if not len(whole.leaves) == len(whole.setup.sheets) == len(evidence.sheets):
        yield Finding(code="sheet", sentence="Not every seat has exactly one leaf and one sheet.")
    for leaf, sheet, opened in zip(whole.leaves, whole.setup.sheets, evidence.sheets, strict=False):
        if opened.digest() != leaf or (
            opened.payload != encode(sheet).decode() and (opened.payload != NOTHING or sheet.orders)
        ):
            yield Finding(
                code="sheet",
                sentence=f"The sheet of {opened.name} was played differently than it was sealed.",
            )


def _told_agrees(whole: Replay, evidence: Evidence) -> tuple[Finding, ...]:
    moves = [(played.seat, played.move) for played in whole.moves]
    seed = week_seed(bytes.fromhex(evidence.seed or ""), evidence.order_root, drawn(evidence.draw))
    try:
        steps = replay(WEEK, whole.setup, seed, moves)
        told = tuple(told_print(step[1]) for step in steps)
    except (Refusal, LookupError, RuntimeError, ValueError) as error:
        return (
            Finding(
                code="replay",
                sentence=f"The week cannot be replayed from this transcript: {error}",
            ),
        )
    if told == whole.told:
        return ()
    return (
        Finding(
            code="replay",
            sentence="Replaying the week from its seed gives a different result than recorded.",
        ),
    )


def told_print(told: object) -> str:
    """The fingerprint of what one ply told."""
    return sha256(msgspec.json.encode(told)).hexdigest()
