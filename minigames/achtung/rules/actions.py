"""The kinds of moves, each with the choices that a seat has or the reason why it has none.

The menu, the checks and the page all use these offers. An offer depends only on the view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final, NamedTuple, assert_never

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
from .words import player_number

MAX_SQUADS_LISTED: Final = 300
"""Maximum number of squads for which the menu lists all of them.

If there are more, the menu lists only squads of neighbours in the team's order. `check_move`
accepts all squads.
"""
VOTES: Final = (Vote(yes=True), Vote(yes=False))
BALLOTS: Final = tuple([Ballot(match=match) for match in MATCHES])
STAND_BY: Final = StandBy()
EMPTY_NOTE: Final = Note()


class Offer(NamedTuple):
    """A kind of move that a seat can choose from.

    `closed` is the reason why it is not available, or "". A move names up to `max_targets` of the
    `targets`, and one of the `kinds`.
    """

    move: type[Move]
    closed: str = ""
    targets: Seats = ()
    max_targets: int = 0
    kinds: Kinds = ()


def all_offers(view: View) -> tuple[Offer, ...]:
    """Return all kinds of moves with their choices.

    For a kind that this seat cannot use now, return the reason.
    """
    return tuple([offer_of(view, move) for move in OFFERS])


def offer_of(view: View, move: type[Move]) -> Offer:
    """Return the offer for a kind of move."""
    table, own_info, team = view.table, view.own, view.team
    if own_info is None or team is None or view.seat is None or view.seat == HOST:
        return Offer(move, closed="You watch this match; only players act.")
    row = OFFERS[move]
    if table.phase != row.phase:
        return Offer(move, closed=CLOSED[table.phase])
    if own_info.answer is not None:
        return Offer(move, closed="You have answered. Wait for the others.")
    if row.refusal and own_info.kind != row.kind:
        return Offer(move, closed=row.refusal)
    return row.build(PlayerView(view.seat, table, team, own_info))


class PlayerView(NamedTuple):
    """A player's view, in which no part is missing."""

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


# --- one function for each kind of move -----------------------------------------------------------


_OPEN_BALLOT: Final = Offer(Ballot)
_OPEN_VOTE: Final = Offer(Vote)
_OPEN_NOTE: Final = Offer(Note)
_OPEN_STAND_BY: Final = Offer(StandBy)


def _ballot(player: PlayerView) -> Offer:
    return _OPEN_BALLOT


def _nominate(player: PlayerView) -> Offer:
    team = player.team
    if team.stage == "locked":
        return Offer(Nominate, closed="Your squad is locked in. Wait for the other team.")
    if team.stage == "vote":
        return Offer(Nominate, closed="Your team votes on a squad now.")
    if team.captain != player.seat:
        return Offer(
            Nominate,
            closed=f"The hat is with {player_number(team.captain)}. Only the captain nominates.",
        )
    return Offer(Nominate, targets=team.members, max_targets=player.table.terms.squad)


def _vote(player: PlayerView) -> Offer:
    stage = player.team.stage
    if stage == "vote":
        return _OPEN_VOTE
    return Offer(
        Vote,
        closed="Your squad is locked in."
        if stage == "locked"
        else "No squad is nominated yet. Wait for the captain.",
    )


def _elect(player: PlayerView) -> Offer:
    return Offer(Elect, targets=player.team.members, max_targets=1)


def _note(player: PlayerView) -> Offer:
    return _OPEN_NOTE


def _stand_by(player: PlayerView) -> Offer:
    return _OPEN_STAND_BY


def _is_in_squad(player: PlayerView) -> bool:
    return player.seat in player.table.squads[player.table.sides[player.seat]]


def _squad_mates(player: PlayerView) -> Seats:
    return tuple(
        [
            mate
            for mate in player.table.squads[player.table.sides[player.seat]]
            if mate != player.seat
        ]
    )


def _heal(player: PlayerView) -> Offer:
    if not _is_in_squad(player):
        return Offer(Heal, closed="A Medic heals only in the squad. Stand by.")
    if player.table.terms.medic == "automatic":
        return Offer(Heal, closed="The best patient is chosen for you here. Stand by.")
    mates = _squad_mates(player)
    return Offer(
        Heal, targets=mates, max_targets=len(mates) if player.table.terms.medic == "list" else 1
    )


def _shoot(player: PlayerView) -> Offer:
    if not _is_in_squad(player):
        return Offer(Shoot, closed="A Sniper shoots only in the squad. Stand by.")
    return Offer(
        Shoot, targets=player.table.squads[1 - player.table.sides[player.seat]], max_targets=1
    )


def _backstab(player: PlayerView) -> Offer:
    if not _is_in_squad(player):
        return Offer(Backstab, closed="A Spy backstabs only in the squad.")
    return Offer(Backstab, targets=_squad_mates(player), max_targets=1)


def _sabotage(player: PlayerView) -> Offer:
    return Offer(
        Sabotage,
        targets=_other_members(player.team.members, player.seat),
        max_targets=1,
        kinds=LOYAL_KINDS,
    )


def _disguise(player: PlayerView) -> Offer:
    if not player.table.terms.disguise:
        return Offer(Disguise, closed="This match is played without Disguise.")
    if not _is_in_squad(player):
        return Offer(Disguise, closed="A disguise works only in the squad.")
    return Offer(Disguise, kinds=LOYAL_KINDS)


def _headshot(player: PlayerView) -> Offer:
    if player.own.unlock != "ambassador":
        return Offer(Headshot, closed="A headshot requires the Ambassador, a Spy's unlock.")
    return Offer(
        Headshot,
        targets=_enemies(player.table.sides, player.table.sides[player.seat]),
        max_targets=1,
    )


@lru_cache(maxsize=1024)
def _other_members(members: Seats, seat: Seat) -> Seats:
    return tuple([member for member in members if member != seat])


@lru_cache(maxsize=1024)
def _enemies(sides: tuple[int, ...], side: int) -> Seats:
    return tuple([Seat(seat) for seat, other_side in enumerate(sides) if other_side != side])


class Row(NamedTuple):
    """A kind of move: its step, and the function that builds its offer.

    For an ability, `kind` is the class that has it, and `refusal` is the message for other classes.
    """

    phase: Phase
    build: Callable[[PlayerView], Offer]
    kind: Kind | None = None
    refusal: str = ""


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
    Headshot: Row("actions", _headshot, "spy", "Only a Spy can fire a headshot."),
}

_ROWS_OF_PHASE: Final[dict[tuple[Phase, Kind], tuple[Row, ...]]] = {
    (phase, kind): tuple(
        [row for row in OFFERS.values() if row.phase == phase and row.kind in (None, kind)]
    )
    for phase in CLOSED
    for kind in ALL_KINDS
}


# --- the menu -------------------------------------------------------------------------------------


def menu_of(view: View) -> Sequence[Move]:
    """Return the available moves in a stable order.

    For squads of large teams, priority lists and notes, the menu contains only samples.
    """
    return [move for offered in open_offers(view) for move in moves_of(view, offered)]


def open_offers(view: View) -> list[Offer]:
    """Return the kinds of moves that are available to this seat now."""
    own_info, team = view.own, view.team
    if own_info is None or team is None or view.seat is None or own_info.answer is not None:
        return []
    player = PlayerView(view.seat, view.table, team, own_info)
    rows = _ROWS_OF_PHASE[view.table.phase, own_info.kind]
    return [offered for row in rows if not (offered := row.build(player)).closed]


def moves_of(view: View, offered: Offer) -> Sequence[Move]:
    """Return the moves of an available offer."""
    if offered.move is Vote:
        return VOTES
    if offered.move is Note:
        return standard_notes(view.team.squad) if view.team else ()
    return _expand(*offered)


def standard_notes(squad: Seats) -> tuple[Note, ...]:
    """Return the notes that need no free text, which bots write and read.

    There is an empty note, and a note for each player of this squad who could be shot.
    """
    return (EMPTY_NOTE, *[Note(text=f"Shoot {player_number(seat)}.") for seat in squad])


@lru_cache(maxsize=4096)
def _expand(
    move: type[Move], closed: str, targets: Seats, max_targets: int, kinds: Kinds
) -> tuple[Move, ...]:
    if move is Ballot:
        return BALLOTS
    if move is StandBy:
        return (STAND_BY,)
    if move is Nominate:
        return tuple([Nominate(squad=squad) for squad in squads_of(targets, max_targets)])
    if move is Elect:
        return tuple([Elect(writer=seat) for seat in targets])
    if move is Heal:
        return tuple([Heal(targets=(seat,)) for seat in targets])
    if move is Sabotage:
        return tuple([Sabotage(target=seat, guess=kind) for seat in targets for kind in kinds])
    if move is Disguise:
        return tuple([Disguise(kind=kind) for kind in kinds])
    move_of_type: dict[type[Move], type[Shoot | Backstab | Headshot]] = {
        Shoot: Shoot,
        Backstab: Backstab,
        Headshot: Headshot,
    }
    return tuple([move_of_type[move](target=seat) for seat in targets])


@lru_cache(maxsize=256)
def squads_of(members: Seats, size: int) -> tuple[Seats, ...]:
    """Return all squads of a team. For a large team, return only squads of neighbours."""
    if comb(len(members), size) <= MAX_SQUADS_LISTED:
        return tuple(combinations(members, size))
    doubled = members + members
    return tuple([tuple(sorted(doubled[index : index + size])) for index in range(len(members))])


# --- checks ---------------------------------------------------------------------------------------


def check_move(view: View, move: Move) -> None:
    """Raise IllegalMove if the move is illegal. The message says how to correct it."""
    offered = offer_of(view, type(move))
    if offered.closed:
        raise IllegalMove(offered.closed)
    if error := _move_error(move, offered):
        raise IllegalMove(error)


def _move_error(move: Move, offered: Offer) -> str:
    match move:
        case Vote() | StandBy() | Ballot():
            return ""
        case Nominate(squad=squad):
            is_valid = (
                len(squad) == offered.max_targets
                and tuple(sorted({*squad})) == squad
                and {*squad} <= {*offered.targets}
            )
            return (
                ""
                if is_valid
                else (
                    f"Choose {offered.max_targets} different players of your team, lowest number "
                    "first."
                )
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
            return _heal_error(targets, offered)
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


def _heal_error(targets: Seats, offered: Offer) -> str:
    if not targets or len({*targets}) < len(targets) or not {*targets} <= {*offered.targets}:
        return "Choose other players of your squad, in order of preference, each only once."
    return (
        ""
        if len(targets) <= offered.max_targets
        else "Choose one patient. If they are removed, the dice choose another."
    )
