"""A battle in progress: figures where a test wants them, scripted dice and heard events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import pytest

from engine.dice import ScriptedDice
from engine.game import Refusal
from engine.match import submit
from engine.values import Seat, changed, swap
from minigames.shambattle.rules.game import SHAMBATTLE
from minigames.shambattle.rules.roster import ROSTER
from minigames.shambattle.rules.values import MASTERMIND, SPY, Done, Man, March, State, Table, Walk

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import Move, Spot

BOSS, HENCHMAN, GUARD_OFFICER, GUARD, GUARD_2, GUARD_3 = 0, 1, 2, 5, 6, 7
THE_SPY, OFFICER, COMMANDO, COMMANDO_2, COMMANDO_3, COMMANDO_4 = 17, 18, 22, 23, 24, 25

FAR: Final[dict[int, Spot]] = {BOSS: (5800, 3400), GUARD_3: (5800, 200), COMMANDO_4: (150, 200)}
"""Positions far apart, so that nobody is the last or near another figure."""


def table(
    side: Any = SPY, step: Any = "move", *, away: Any = (), on: Any = "volcano", **men: Any
) -> Table:
    """Return a table in a turn of `side`.

    `men` are given as `m5=(x, y)` or `m5=Man(...)`. Three more stand far off unless they are
    `away`.
    """
    placed: dict[int, Man] = {
        number: Man(spot=spot, here=True) for number, spot in FAR.items() if number not in away
    }
    rest = {
        name: value for name, value in men.items() if not (name[0] == "m" and name[1:].isdigit())
    }
    for name in men.keys() - rest.keys():
        man = men[name]
        placed[int(name[1:])] = man if isinstance(man, Man) else Man(spot=man, here=True)
    line = tuple([placed.get(number, Man()) for number in range(len(ROSTER))])
    return Table(
        map=on, countdown=10, clock=rest.pop("clock", 0), men=line, step=step, side=side, **rest
    )


def play(
    where: Table, move: Move, *faces: int, seat: Seat | None = None
) -> tuple[Table, list[Any]]:
    """Submit one move of the side whose turn it is. It must roll exactly these dice."""
    dice = ScriptedDice(*faces)
    state, told = submit(
        SHAMBATTLE,
        State(table=where),
        seat=where.side if seat is None else seat,
        move=move,
        dice=dice,
    )
    dice.assert_used()
    return state.table, [each.event for each in told]


def refusal_code(where: Table, move: Move, *, seat: Seat | None = None) -> str:
    """Return the code of a refused move, whose sentence is complete and which changes nothing."""
    with pytest.raises(Refusal) as refusal:
        play(where, move, seat=seat)
    assert refusal.value.sentence[0].isupper() and refusal.value.sentence.endswith(".")
    return refusal.value.code


def walk(number: int, *path: Spot) -> March:
    return March(walks=(Walk(man=number, path=path),))


def end_turn(where: Table, move: Done | None = None) -> tuple[Table, list[Any]]:
    """End the current turn with its remaining steps."""
    side, turn, events = where.side, where.turn, []
    while where.step != "over" and (where.side, where.turn) == (side, turn):
        where, told = play(where, (move or Done()) if where.step == "fire" else Done())
        events += told
    return where, events


def end_turns(where: Table, count: int) -> Table:
    """Pass this many turns."""
    for _ in range(count):
        where, _ = end_turn(where)
    return where


def with_spot(where: Table, number: int, spot: Spot) -> Table:
    return changed(where, men=swap(where.men, number, changed(where.men[number], spot=spot)))


__all__ = [
    "MASTERMIND",
    "SPY",
    "end_turn",
    "end_turns",
    "play",
    "refusal_code",
    "table",
    "walk",
    "with_spot",
]
