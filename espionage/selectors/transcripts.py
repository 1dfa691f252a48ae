"""Transcripts, with which a reader can verify a settled week offline.

See `espionage.rules.transcript`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import SystemRandom
from typing import Any, Final

import msgspec

from campaign.league.models import Team, Week
from engine.dice import SeededDice, Taped, Throw, domain_name, named_key
from engine.match import heard_by, submit
from engine.sealing import Opening, Proof, key_leaf, proof_of, proofs_of, salt_seal
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
from espionage.selectors.draws import draw_of, sealing_salt, source_of
from espionage.selectors.opened import garages_of
from play.models import Match
from play.running import Telling, readers
from play.selectors import events_in, heard_events

PUBLISHED = {Week.Status.SETTLED, Week.Status.CLOSED}


class NotYet(LookupError):
    """The week is not settled yet, or it was never played."""


@dataclass(frozen=True)
class ReplayedWeek:
    """A replayed week: the dice and events of each ply, and the final state."""

    setup: Setup
    moves: tuple[Played, ...]
    tapes: tuple[tuple[Throw, ...], ...]
    events_by_ply: tuple[Telling, ...]
    state: State


def team_transcript(week: Week, team: Team) -> Transcript:
    """Return a team's transcript. Raise NotYet if the transcript is not available.

    The transcript contains the team's sheet, dice and events, and the dice of harm in which the
    team was involved.
    """
    seal, seats = _load_settled(week)
    own_seat = next((seat for seat in seats if seat.team_id == team.pk), None)
    if own_seat is None:
        raise NotYet("The team did not play this week.")
    match, seat = _match(seal), Seat(own_seat.seat)
    events = heard_events(match, seat)
    domains = {
        "public",
        domain_name(seat),
        *[domain_name(domain) for domain, _ in harm_faces(seat, events)],
    }
    evidence = _evidence(
        seal, [_opened_sheet(seal, own_seat, seats)], _rolls(match, _replay(match), domains)
    )
    return _transcript(
        week,
        evidence=evidence,
        seat=seat,
        heard=events,
        told_proof=_told_proof(seal, seats, match, own_seat.seat),
    )


def public_transcript(week: Week) -> Transcript:
    """Return the public transcript. Raise NotYet if the transcript is not available.

    The transcript contains the commitments, the public dice and the news.
    """
    seal, seats = _load_settled(week)
    match = _match(seal)
    evidence = _evidence(seal, [], _rolls(match, _replay(match), {"public"}))
    return _transcript(
        week,
        evidence=evidence,
        heard=heard_events(match, None),
        told_proof=_told_proof(seal, seats, match, len(seats)),
    )


def opened_transcript(week: Week) -> Transcript:
    """Return the transcript of a week in a closed season.

    The transcript contains the seed, all sheets, all dice and all seats' events. Raise NotYet if
    the transcript is not available.
    """
    if week.season.closed_at is None:
        raise NotYet("The season is not closed yet.")
    if week.status == Week.Status.VOID:
        return _void_transcript(week)
    seal, seats = _load_settled(week)
    match = _match(seal)
    taping = _replay(match)
    garages = garages_of(taping.setup)
    return _transcript(
        week,
        evidence=_full_evidence(seal, seats, match, taping),
        seats=tuple(_opened_seat(seat, taping, garages) for seat in seats),
    )


def whole_transcript(week: Week) -> Transcript:
    """Return the complete transcript, with seed and sheets, for the operator of the site.

    Raise NotYet if the transcript is not available.
    """
    seal, seats = _load_settled(week)
    match = _match(seal)
    taping = _replay(match)
    played = Replay(
        setup=taping.setup,
        leaves=tuple(seat.leaf for seat in seats),
        moves=taping.moves,
        told=tuple(fingerprint_of_events(telling) for telling in taping.events_by_ply),
    )
    return _transcript(week, replay=played, evidence=_full_evidence(seal, seats, match, taping))


# --- parts ----------------------------------------------------------------------------------------


def _transcript(week: Week, **parts: Any) -> Transcript:
    return sign_transcript(
        Transcript(format=FORMAT, campaign=week.season.campaign.name, week=week.number, **parts)
    )


def _told_proof(seal: Seal, seats: Sequence[SealedSeat], match: Match, place: int) -> Proof:
    """Return the proof that one seat's events belong to the root over all events.

    The index after the last seat stands for the public events.
    """
    if not seal.told_root:
        return ()
    events = events_in([match.pk])[match.pk]
    return proof_of(told_event_leaves([bytes(seat.salt) for seat in seats], events), place)


def _load_settled(week: Week) -> tuple[Seal, list[SealedSeat]]:
    if week.status not in PUBLISHED:
        raise NotYet("The week is not settled yet.")
    return _load_sealed(week)


def _load_sealed(week: Week) -> tuple[Seal, list[SealedSeat]]:
    seal = Seal.objects.select_related("match").get(week=week)
    return seal, list(
        SealedSeat.objects.filter(week=week).select_related("team", "sheet").order_by("seat")
    )


def _void_transcript(week: Week) -> Transcript:
    """Return the transcript of a void week, which has seals but no dice."""
    seal, seats = _load_sealed(week)
    evidence = msgspec.structs.replace(
        _evidence(seal, [_opened_sheet(seal, seat, seats) for seat in seats], ()),
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


def _full_evidence(
    seal: Seal, seats: Collection[SealedSeat], match: Match, taping: ReplayedWeek
) -> Evidence:
    """Return the evidence with all sheets, all dice and the seed."""
    evidence = _evidence(
        seal, [_opened_sheet(seal, seat, seats) for seat in seats], _rolls(match, taping, None)
    )
    return msgspec.structs.replace(evidence, seed=bytes(seal.seed).hex(), plies=len(taping.tapes))


def _opened_seat(seat: SealedSeat, taping: ReplayedWeek, garages: Garages) -> OpenedSeat:
    events = [
        event for telling in taping.events_by_ply for event in heard_by(Seat(seat.seat), telling)
    ]
    return OpenedSeat(
        team=str(seat.team_id), name=seat.team.name, heard=redact_events(events, garages)
    )


def _opened_sheet(seal: Seal, seat: SealedSeat, seats: Collection[SealedSeat]) -> OpenedSheet:
    """Return a seat's sealed bytes with entropy, salts, and the proofs up to the roots."""
    sheet, fixed = seat.sheet, bool(seal.salt_root)
    return OpenedSheet(
        name=seat.team.name,
        payload=sheet.payload if sheet else NOTHING,
        entropy=sheet.entropy if sheet else "",
        salt=sealing_salt(seat, fixed=fixed).hex(),
        proof=proof_of([other_seat.leaf for other_seat in seats], seat.seat),
        seat_salt=bytes(seat.salt).hex() if fixed else None,
        salt_proof=proof_of([salt_seal(bytes(other_seat.salt)) for other_seat in seats], seat.seat)
        if fixed
        else (),
    )


def _rolls(
    match: Match, taping: ReplayedWeek, domains: Collection[str] | None
) -> Iterator[OpenedRoll]:
    """Yield the dice of these domains by ply, with proofs under the dice root.

    If `domains` is None, all dice are included.
    """
    seed = bytes(match.seed)
    openings = [
        _opening(seed, name, ply, tape)
        for ply, tape in enumerate(taping.tapes)
        for name in dict.fromkeys(throw.domain for throw in tape)
        if domains is None or name in domains
    ]
    tree = key_tree_leaves(seed, taping.state, len(taping.tapes) - 1)
    places = {leaf: place for place, leaf in enumerate(tree)}
    proofs = proofs_of(tree, [places[key_leaf(roll.domain, roll.key)] for roll in openings])
    for opening, proof in zip(openings, proofs, strict=True):
        yield OpenedRoll(opened=opening, proof=proof)


def _opening(seed: bytes, name: str, ply: int, tape: Iterable[Throw]) -> Opening:
    """Return the dice of one domain at one ply, with the key that produces them."""
    domain_throws = [throw for throw in tape if throw.domain == name]
    return Opening(
        domain=name,
        key=named_key(seed, name, ply).hex(),
        sides=tuple(throw.sides for throw in domain_throws),
        faces=tuple(throw.face for throw in domain_throws),
    )


def _replay(match: Match) -> ReplayedWeek:
    """Replay the stored week and record every die."""
    readers_of_game, seed = readers(match.game), bytes(match.seed)
    setup = readers_of_game.setup.decode(match.setup)
    moves = tuple(
        Played(seat=Seat(row.seat), move=readers_of_game.move.decode(row.payload))
        for row in match.moves.order_by("ply")
    )
    tapes, events_by_ply = [], []
    dice = Taped(SeededDice(seed, 0))
    state, telling = WEEK.start(setup, dice)
    tapes.append(tuple(dice.tape))
    events_by_ply.append(telling)
    for ply, played in enumerate(moves, start=1):
        dice = Taped(SeededDice(seed, ply))
        state, telling = submit(WEEK, state, seat=played.seat, move=played.move, dice=dice)
        tapes.append(tuple(dice.tape))
        events_by_ply.append(telling)
    return ReplayedWeek(
        setup=setup,
        moves=moves,
        tapes=tuple(tapes),
        events_by_ply=tuple(events_by_ply),
        state=state,
    )


MAX_LINKS_ON_SITE: Final = 2
"""Maximum number of delay links that the site recomputes when it checks a transcript.

Anyone can request a check, and a link takes a tenth of a second. `manage.py verify` checks all
links.
"""


def check_on_site(transcript: Transcript) -> Verdict:
    """Check everything in a transcript, but only a sample of a delay's links."""
    count = len(transcript.evidence.draw.links) if transcript.evidence.draw else 0
    return check_transcript(
        transcript, links=sorted(SystemRandom().sample(range(count), min(MAX_LINKS_ON_SITE, count)))
    )
