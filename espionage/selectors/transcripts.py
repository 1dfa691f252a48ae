"""Transcripts: what one reader may hold of a settled week and check offline
(espionage.rules.transcript).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Final

import msgspec

from campaign.league.models import Team, Week
from engine.dice import SeededDice, Taped, domain_name, named_key
from engine.dice import Throw as Thrown
from engine.match import heard_by, submit
from engine.sealing import (
    Opening,
    Proof,
    key_leaf,
    proof_of,
    proofs_of,
    salt_seal,
)
from engine.values import Seat
from engine.verify import Evidence, OpenedRoll, Verdict
from engine.verify import Sheet as OpenedSheet
from espionage.models import Seal, SealedSeat
from espionage.rules.openings import key_tree_leaves, told_event_leaves
from espionage.rules.orders import NOTHING
from espionage.rules.redaction import Garages, redact_events
from espionage.rules.transcript import (
    FORMAT,
    OpenedSeat,
    Played,
    Replay,
    Transcript,
    check_transcript,
    fingerprint_of_events,
    harm_faces,
    sign_transcript,
)
from espionage.rules.values import Setup, State
from espionage.rules.week import WEEK
from espionage.selectors.draws import draw_of, salt_that_sealed, source_of
from espionage.selectors.opened import garages_of
from play.models import Match
from play.running import Telling, readers
from play.selectors import events_in, heard_events

PUBLISHED = {Week.Status.SETTLED, Week.Status.CLOSED}


class NotYet(LookupError):
    """The week is not settled, or was never played."""


@dataclass(frozen=True)
class Taping:
    """A week played again with a tape of its dice: what fell at each ply, what each told, the last
    state.
    """

    setup: Setup
    moves: tuple[Played, ...]
    tapes: tuple[tuple[Thrown, ...], ...]
    told: tuple[Telling, ...]
    state: State


def team_transcript(week: Week, team: Team) -> Transcript:
    """What a team may hold: its sheet, its dice, the harm it took part in, and all it heard. Raises
    NotYet.
    """
    seal, seats = _settled(week)
    mine = next((seat for seat in seats if seat.team_id == team.pk), None)
    if mine is None:
        raise NotYet("The team did not play this week.")
    match, seat = _match(seal), Seat(mine.seat)
    told = heard_events(match, seat)
    wanted = {
        "public",
        domain_name(seat),
        *[domain_name(domain) for domain, _ in harm_faces(seat, told)],
    }
    evidence = _evidence(
        seal, [_opened(seal, mine, seats)], _rolls(match, _play_again(match), wanted)
    )
    return _transcript(
        week,
        evidence=evidence,
        seat=seat,
        heard=told,
        told_proof=_told_proof(seal, seats, match, mine.seat),
    )


def public_transcript(week: Week) -> Transcript:
    """What everybody may hold: the promises, the public dice, the news. Raises NotYet."""
    seal, seats = _settled(week)
    match = _match(seal)
    evidence = _evidence(seal, [], _rolls(match, _play_again(match), {"public"}))
    return _transcript(
        week,
        evidence=evidence,
        heard=heard_events(match, None),
        told_proof=_told_proof(seal, seats, match, len(seats)),
    )


def opened_transcript(week: Week) -> Transcript:
    """What everybody may hold once the season is closed: the seed, all sheets, all dice, what every
    seat heard. Raises NotYet.
    """
    if week.season.closed_at is None:
        raise NotYet("The season is not closed yet.")
    if week.status == Week.Status.VOID:
        return _of_nothing(week)
    seal, seats = _settled(week)
    match = _match(seal)
    taping = _play_again(match)
    garages = garages_of(taping.setup)
    return _transcript(
        week,
        evidence=_everything(seal, seats, match, taping),
        seats=tuple(_heard(seat, taping, garages) for seat in seats),
    )


def whole_transcript(week: Week) -> Transcript:
    """Everything, the seed and all sheets included: for the site's owner, once the week is settled.
    Raises NotYet.
    """
    seal, seats = _settled(week)
    match = _match(seal)
    taping = _play_again(match)
    played = Replay(
        setup=taping.setup,
        leaves=tuple(seat.leaf for seat in seats),
        moves=taping.moves,
        told=tuple(fingerprint_of_events(telling) for telling in taping.told),
    )
    return _transcript(week, replay=played, evidence=_everything(seal, seats, match, taping))


# --- parts ----------------------------------------------------------------------------------------


def _transcript(week: Week, **parts: Any) -> Transcript:
    return sign_transcript(
        Transcript(format=FORMAT, campaign=week.season.campaign.name, week=week.number, **parts)
    )


def _told_proof(seal: Seal, seats: Sequence[SealedSeat], match: Match, place: int) -> Proof:
    """The way from what one seat heard (behind the last one: what everybody did) up to the root
    over what was told.
    """
    if not seal.told_root:
        return ()
    told = events_in([match.pk])[match.pk]
    return proof_of(told_event_leaves([bytes(seat.salt) for seat in seats], told), place)


def _settled(week: Week) -> tuple[Seal, list[SealedSeat]]:
    if week.status not in PUBLISHED:
        raise NotYet("The week is not settled yet.")
    return _sealed(week)


def _sealed(week: Week) -> tuple[Seal, list[SealedSeat]]:
    seal = Seal.objects.select_related("match").get(week=week)
    return seal, list(
        SealedSeat.objects.filter(week=week).select_related("team", "sheet").order_by("seat")
    )


def _of_nothing(week: Week) -> Transcript:
    """Of a void week: what was sealed, and no dice."""
    seal, seats = _sealed(week)
    evidence = msgspec.structs.replace(
        _evidence(seal, [_opened(seal, seat, seats) for seat in seats], ()),
        dice_root=None,
        seed=bytes(seal.seed).hex(),
    )
    return _transcript(week, evidence=evidence, void=True)


def _match(seal: Seal) -> Match:
    if seal.match is None:
        raise NotYet("The week was not played: there were too few teams.")
    return seal.match


def _evidence(seal: Seal, sheets: Iterable[OpenedSheet], rolls: Iterable[OpenedRoll]) -> Evidence:
    return Evidence(
        seed_hash=seal.seed_hash,
        order_root=seal.order_root,
        dice_root=seal.dice_root,
        salt_root=seal.salt_root or None,
        source=source_of(seal),
        draw=draw_of(seal),
        frozen=int(seal.frozen_at.timestamp()) if seal.frozen_at else None,
        told_root=seal.told_root or None,
        sheets=tuple(sheets),
        rolls=tuple(rolls),
    )


def _everything(
    seal: Seal, seats: Collection[SealedSeat], match: Match, taping: Taping
) -> Evidence:
    """All sheets, all dice, and the seed."""
    evidence = _evidence(
        seal, [_opened(seal, seat, seats) for seat in seats], _rolls(match, taping, None)
    )
    return msgspec.structs.replace(evidence, seed=bytes(seal.seed).hex(), plies=len(taping.tapes))


def _heard(seat: SealedSeat, taping: Taping, garages: Garages) -> OpenedSeat:
    heard = [event for telling in taping.told for event in heard_by(Seat(seat.seat), telling)]
    return OpenedSeat(
        team=str(seat.team_id), name=seat.team.name, heard=redact_events(heard, garages)
    )


def _opened(seal: Seal, seat: SealedSeat, seats: Collection[SealedSeat]) -> OpenedSheet:
    """A seat's sealed bytes with what was added to them, their salt and how it came about, and the
    ways up to the roots.
    """
    sheet, fixed = seat.sheet, bool(seal.salt_root)
    return OpenedSheet(
        name=seat.team.name,
        payload=sheet.payload if sheet else NOTHING,
        entropy=sheet.entropy if sheet else "",
        salt=salt_that_sealed(seat, fixed=fixed).hex(),
        proof=proof_of([each.leaf for each in seats], seat.seat),
        seat_salt=bytes(seat.salt).hex() if fixed else None,
        salt_proof=proof_of([salt_seal(bytes(each.salt)) for each in seats], seat.seat)
        if fixed
        else (),
    )


def _rolls(match: Match, taping: Taping, wanted: Collection[str] | None) -> Iterator[OpenedRoll]:
    """The dice of these domains (None: of all), ply after ply, with the way up to the dice root."""
    seed = bytes(match.seed)
    openings = [
        _opening(seed, name, ply, tape)
        for ply, tape in enumerate(taping.tapes)
        for name in dict.fromkeys(throw.domain for throw in tape)
        if wanted is None or name in wanted
    ]
    tree = key_tree_leaves(seed, taping.state, len(taping.tapes) - 1)
    places = {leaf: place for place, leaf in enumerate(tree)}
    proofs = proofs_of(tree, [places[key_leaf(each.domain, each.key)] for each in openings])
    for opened, proof in zip(openings, proofs, strict=True):
        yield OpenedRoll(opened=opened, proof=proof)


def _opening(seed: bytes, name: str, ply: int, tape: Iterable[Thrown]) -> Opening:
    """What was thrown in one domain at one ply, with the key that throws it again."""
    thrown = [throw for throw in tape if throw.domain == name]
    return Opening(
        domain=name,
        key=named_key(seed, name, ply).hex(),
        sides=tuple(throw.sides for throw in thrown),
        faces=tuple(throw.face for throw in thrown),
    )


def _play_again(match: Match) -> Taping:
    """The stored week once more, with every die on tape."""
    read, seed = readers(match.game), bytes(match.seed)
    setup = read.setup.decode(match.setup)
    moves = tuple(
        Played(seat=Seat(row.seat), move=read.move.decode(row.payload))
        for row in match.moves.order_by("ply")
    )
    tapes, told = [], []
    dice = Taped(SeededDice(seed, 0))
    state, telling = WEEK.start(setup, dice)
    tapes.append(tuple(dice.tape))
    told.append(telling)
    for ply, played in enumerate(moves, start=1):
        dice = Taped(SeededDice(seed, ply))
        state, telling = submit(WEEK, state, seat=played.seat, move=played.move, dice=dice)
        tapes.append(tuple(dice.tape))
        told.append(telling)
    return Taping(setup=setup, moves=moves, tapes=tuple(tapes), told=tuple(told), state=state)


HERE: Final = 2
"""Links of a delay that the site makes again to check a transcript: anybody may ask it to, and a
link costs a tenth of a second. `manage.py verify` makes all of them.
"""


def checked_here(transcript: Transcript) -> Verdict:
    """Check a transcript on the site: everything, but of a delay a few links drawn by lot."""
    count = len(transcript.evidence.draw.links) if transcript.evidence.draw else 0
    return check_transcript(
        transcript, links=sorted(SystemRandom().sample(range(count), min(HERE, count)))
    )
