"""Questions about a position that several rules ask: who is here, who touches whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.values import Seat, changed, swap

from .geometry import TOUCHING, nearby
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, SPY, Man

if TYPE_CHECKING:
    from .values import Spot, Table


def with_man(table: Table, number: int, man: Man) -> Table:
    """The table with one figure changed."""
    return changed(table, men=swap(table.men, number, man))


def removed(table: Table, number: int) -> Table:
    """The table without this figure. The Mastermind removed is the Mastermind killed."""
    table = with_man(table, number, Man(spot=table.men[number].spot))
    return changed(table, mastermind="dead") if number == BOSS else table


def is_captive(table: Table, number: int) -> bool:
    """Whether this figure is the Mastermind in custody, who counts as nobody's enemy (S13)."""
    return number == BOSS and table.mastermind == "captive"


def standing(table: Table, side: Seat) -> list[int]:
    """The side's figures on the table, a captive not among them (S13)."""
    men = table.men
    numbers = SIDES[side]
    if side == MASTERMIND and table.mastermind == "captive":
        numbers = numbers[1:]
    return [number for number in numbers if men[number].here]


def anyone(table: Table, side: Seat) -> bool:
    """Whether anybody is in `standing`."""
    men = table.men
    numbers = SIDES[side]
    if side == MASTERMIND and table.mastermind == "captive":
        numbers = numbers[1:]
    return any(men[number].here for number in numbers)


def spots(table: Table, numbers: list[int]) -> list[tuple[int, Spot]]:
    """Where these figures stand, with their numbers."""
    men = table.men
    return [(number, men[number].spot) for number in numbers]


def enemies(table: Table, number: int) -> list[int]:
    """The figures on the table that are this one's enemies."""
    return standing(table, MASTERMIND if ROSTER[number].side == SPY else SPY)


def others(table: Table, number: int) -> list[Spot]:
    """Where everybody else stands."""
    return [man.spot for n, man in enumerate(table.men) if man.here and n != number]


def touched(table: Table, number: int) -> list[int]:
    """The enemies that this figure touches (S1)."""
    return nearby(table.men[number].spot, spots(table, enemies(table, number)), TOUCHING)


def touched_by(table: Table, number: int, side: Seat) -> list[int]:
    """The figures of a side, on the table, that touch this one."""
    here = [n for n in SIDES[side] if n != number and table.men[n].here]
    return nearby(table.men[number].spot, spots(table, here), TOUCHING)


def mover(table: Table, number: int) -> Seat:
    """Who moves this figure: its side, or the Spy if it is a captive (S13)."""
    return SPY if is_captive(table, number) else ROSTER[number].side
