"""What a seat can do now: one offer for every kind of move, open with what may be named, or closed
with the sentence why.

The menu, the judge and the page all read the same offers. An offer is built from the view alone.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Final, NamedTuple, assert_never

from engine.game import IllegalMove
from engine.values import HOST, Seat

from .classes import ALL_KINDS, LOYAL_KINDS
from .values import (
    MATCHES,
    NOTE_LENGTH,
    Backstab,
    Ballot,
    Disguise,
    Elect,
    Headshot,
    Heal,
    Kind,
    Kinds,
    Move,
    Nominate,
    Note,
    Own,
    Phase,
    Sabotage,
    Seats,
    Shoot,
    StandBy,
    Table,
    Team,
    View,
    Vote,
)
from .words import number

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_SQUADS: Final = 300
"""Squads are all in the menu up to so many; beyond, the menu has neighbours in the team's order,
and the judge allows the rest.
"""
VOTES: Final = (Vote(yes=True), Vote(yes=False))
BALLOTS: Final = tuple([Ballot(match=match) for match in MATCHES])
STAND_BY: Final = StandBy()
SILENT: Final = Note()


class Offer(NamedTuple):
    """A kind of move. `closed` says why not; empty if it is open. `targets` may be named, `many` of
    them; `kinds` too.
    """

    move: type[Move]
    closed: str = ""
    targets: Seats = ()
    many: int = 0
    kinds: Kinds = ()


def actions(view: View) -> tuple[Offer, ...]:
    """Every kind of move, with what may be named or why it is closed to this seat now."""
    return tuple([offer(view, move) for move in OFFERS])


def offer(view: View, move: type[Move]) -> Offer:
    """The offer of one kind of move."""
    table, own, team = view.table, view.own, view.team
    if own is None or team is None or view.seat is None or view.seat == HOST:
        return Offer(move, closed="You watch this match; only players act.")
    row = OFFERS[move]
    if table.phase != row.phase:
        return Offer(move, closed=CLOSED[table.phase])
    if own.answer is not None:
        return Offer(move, closed="You have answered. Wait for the others.")
    if row.others and own.kind != row.kind:
        return Offer(move, closed=row.others)
    return row.build(Eye(view.seat, table, team, own))


class Eye(NamedTuple):
    """A player's view, nothing missing."""

    seat: Seat
    table: Table
    team: Team
    own: Own


CLOSED: Final[dict[Phase, str]] = {
    "ballot": "Everyone votes on the type of the match now.",
    "squads": "The teams choose their squads now.",
    "writers": "Each team elects the writer of its note now.",
    "notes": "Everyone hands in a note now.",
    "actions": "Everyone chooses an action now.",
    "over": "The game is over.",
}


# --- one function for every kind of move ----------------------------------------------------------


_OPEN_BALLOT: Final = Offer(Ballot)
_OPEN_VOTE: Final = Offer(Vote)
_OPEN_NOTE: Final = Offer(Note)
_OPEN_STAND_BY: Final = Offer(StandBy)


def _ballot(eye: Eye) -> Offer:
    return _OPEN_BALLOT


def _nominate(eye: Eye) -> Offer:
    team = eye.team
    if team.stage == "locked":
        return Offer(Nominate, closed="Your squad is locked in. Wait for the other team.")
    if team.stage == "vote":
        return Offer(Nominate, closed="Your team votes on a squad now.")
    if team.captain != eye.seat:
        return Offer(
            Nominate, closed=f"The hat is with {number(team.captain)}. Only the captain nominates."
        )
    return Offer(Nominate, targets=team.members, many=eye.table.terms.squad)


def _vote(eye: Eye) -> Offer:
    stage = eye.team.stage
    if stage == "vote":
        return _OPEN_VOTE
    return Offer(
        Vote,
        closed="Your squad is locked in."
        if stage == "locked"
        else "No squad is nominated yet. Wait for the captain.",
    )


def _elect(eye: Eye) -> Offer:
    return Offer(Elect, targets=eye.team.members, many=1)


def _note(eye: Eye) -> Offer:
    return _OPEN_NOTE


def _stand_by(eye: Eye) -> Offer:
    return _OPEN_STAND_BY


def _in_squad(eye: Eye) -> bool:
    return eye.seat in eye.table.squads[eye.table.sides[eye.seat]]


def _squad_mates(eye: Eye) -> Seats:
    return tuple([seat for seat in eye.table.squads[eye.table.sides[eye.seat]] if seat != eye.seat])


def _heal(eye: Eye) -> Offer:
    if not _in_squad(eye):
        return Offer(Heal, closed="A Medic heals only in the squad. Stand by.")
    if eye.table.terms.medic == "automatic":
        return Offer(Heal, closed="The best patient is chosen for you here. Stand by.")
    mates = _squad_mates(eye)
    return Offer(Heal, targets=mates, many=len(mates) if eye.table.terms.medic == "list" else 1)


def _shoot(eye: Eye) -> Offer:
    if not _in_squad(eye):
        return Offer(Shoot, closed="A Sniper shoots only in the squad. Stand by.")
    return Offer(Shoot, targets=eye.table.squads[1 - eye.table.sides[eye.seat]], many=1)


def _backstab(eye: Eye) -> Offer:
    if not _in_squad(eye):
        return Offer(Backstab, closed="A Spy backstabs only in the squad.")
    return Offer(Backstab, targets=_squad_mates(eye), many=1)


def _sabotage(eye: Eye) -> Offer:
    return Offer(Sabotage, targets=_others(eye.team.members, eye.seat), many=1, kinds=LOYAL_KINDS)


def _disguise(eye: Eye) -> Offer:
    if not eye.table.terms.disguise:
        return Offer(Disguise, closed="This match is played without Disguise.")
    if not _in_squad(eye):
        return Offer(Disguise, closed="A disguise works only in the squad.")
    return Offer(Disguise, kinds=LOYAL_KINDS)


def _headshot(eye: Eye) -> Offer:
    if eye.own.unlock != "ambassador":
        return Offer(Headshot, closed="A headshot requires the Ambassador, a Spy's unlock.")
    return Offer(Headshot, targets=_enemies(eye.table.sides, eye.table.sides[eye.seat]), many=1)


@lru_cache(maxsize=1024)
def _others(members: Seats, seat: Seat) -> Seats:
    return tuple([each for each in members if each != seat])


@lru_cache(maxsize=1024)
def _enemies(sides: tuple[int, ...], side: int) -> Seats:
    return tuple([Seat(seat) for seat, each in enumerate(sides) if each != side])


class Row(NamedTuple):
    """A kind of move: in which step it is made, its offer, and, for an ability, whose it is and
    what all others read.
    """

    phase: Phase
    build: Callable[[Eye], Offer]
    kind: Kind | None = None
    others: str = ""


OFFERS: Final[dict[type[Move], Row]] = {
    Ballot: Row("ballot", _ballot),
    Nominate: Row("squads", _nominate),
    Vote: Row("squads", _vote),
    Elect: Row("writers", _elect),
    Note: Row("notes", _note),
    StandBy: Row("actions", _stand_by),
    Heal: Row("actions", _heal, "medic", "Only a Medic heals."),
    Shoot: Row("actions", _shoot, "sniper", "Only a Sniper shoots."),
    Backstab: Row("actions", _backstab, "spy", "Only a Spy backstabs."),
    Sabotage: Row("actions", _sabotage, "spy", "Only a Spy sabotages."),
    Disguise: Row("actions", _disguise, "spy", "Only a Spy can use a disguise."),
    Headshot: Row("actions", _headshot, "spy", "Only a Spy can take a headshot."),
}

_OF_PHASE: Final[dict[tuple[Phase, Kind], tuple[Row, ...]]] = {
    (phase, kind): tuple(
        [row for row in OFFERS.values() if row.phase == phase and row.kind in (None, kind)]
    )
    for phase in CLOSED
    for kind in ALL_KINDS
}


# --- the menu -------------------------------------------------------------------------------------


def menu(view: View) -> Sequence[Move]:
    """All open moves in a stable order; of large teams' squads, of priority lists and of notes only
    some.
    """
    return [move for each in open_offers(view) for move in expand(view, each)]


def open_offers(view: View) -> list[Offer]:
    """The kinds of move open to this seat now."""
    own, team = view.own, view.team
    if own is None or team is None or view.seat is None or own.answer is not None:
        return []
    eye = Eye(view.seat, view.table, team, own)
    rows = _OF_PHASE[view.table.phase, own.kind]
    return [each for row in rows if not (each := row.build(eye)).closed]


def expand(view: View, offered: Offer) -> Sequence[Move]:
    """The moves an open offer stands for."""
    if offered.move is Vote:
        return VOTES
    if offered.move is Note:
        return notes(view.team.squad) if view.team else ()
    return _expand(*offered)


def notes(squad: Seats) -> tuple[Note, ...]:
    """Slips that need no words of one's own: nothing, or whom to shoot of this squad. Bots write
    and read these.
    """
    return (SILENT, *[Note(text=f"Shoot {number(seat)}.") for seat in squad])


@lru_cache(maxsize=4096)
def _expand(
    move: type[Move], closed: str, targets: Seats, many: int, kinds: Kinds
) -> tuple[Move, ...]:
    if move is Ballot:
        return BALLOTS
    if move is StandBy:
        return (STAND_BY,)
    if move is Nominate:
        return tuple([Nominate(squad=squad) for squad in squads_of(targets, many)])
    if move is Elect:
        return tuple([Elect(writer=seat) for seat in targets])
    if move is Heal:
        return tuple([Heal(targets=(seat,)) for seat in targets])
    if move is Sabotage:
        return tuple([Sabotage(target=seat, guess=kind) for seat in targets for kind in kinds])
    if move is Disguise:
        return tuple([Disguise(kind=kind) for kind in kinds])
    one: dict[type[Move], type[Shoot | Backstab | Headshot]] = {
        Shoot: Shoot,
        Backstab: Backstab,
        Headshot: Headshot,
    }
    return tuple([one[move](target=seat) for seat in targets])


@lru_cache(maxsize=256)
def squads_of(members: Seats, size: int) -> tuple[Seats, ...]:
    """All squads of a team; of very large teams, those of neighbours."""
    if comb(len(members), size) <= MOST_SQUADS:
        return tuple(combinations(members, size))
    around = members + members
    return tuple([tuple(sorted(around[at : at + size])) for at in range(len(members))])


# --- the judge ------------------------------------------------------------------------------------


def judge(view: View, move: Move) -> None:
    """Raise IllegalMove with the sentence that says what to change, or return."""
    offered = offer(view, type(move))
    if offered.closed:
        raise IllegalMove(offered.closed)
    if fault := _fault(move, offered):
        raise IllegalMove(fault)


def _fault(move: Move, offered: Offer) -> str:
    match move:
        case Vote() | StandBy() | Ballot():
            return ""
        case Nominate(squad=squad):
            proper = (
                len(squad) == offered.many
                and tuple(sorted({*squad})) == squad
                and {*squad} <= {*offered.targets}
            )
            return (
                ""
                if proper
                else f"Choose {offered.many} different players of your team, lowest number first."
            )
        case Shoot(target=target):
            return "" if target in offered.targets else "Choose someone in the other team's squad."
        case Backstab(target=target):
            return "" if target in offered.targets else "Choose another player of your own squad."
        case Sabotage(target=target, guess=guess):
            if guess not in offered.kinds:
                return "Guess one of the eight classes. Spies cannot be sabotaged."
            return "" if target in offered.targets else "Choose another player of your own team."
        case Heal(targets=targets):
            return _heal_fault(targets, offered)
        case Headshot(target=target):
            return "" if target in offered.targets else "Choose a player of the other team."
        case Elect(writer=writer):
            return "" if writer in offered.targets else "Choose a player of your own team."
        case Disguise(kind=kind):
            return "" if kind in offered.kinds else "Choose one of the eight classes to appear as."
        case Note(text=text):
            return (
                ""
                if len(text) <= NOTE_LENGTH
                else f"A slip can have at most {NOTE_LENGTH} characters. Yours has {len(text)}."
            )
        case _:
            assert_never(move)


def _heal_fault(targets: Seats, offered: Offer) -> str:
    if not targets or len({*targets}) < len(targets) or not {*targets} <= {*offered.targets}:
        return "Choose other players of your squad, in order of preference, each only once."
    return (
        ""
        if len(targets) <= offered.many
        else "Choose one patient. If they are removed, the dice choose another."
    )
