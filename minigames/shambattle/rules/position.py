"""Queries about a position that are used by several rules: figures on the table and in contact."""

from __future__ import annotations

from engine.values import Seat, changed, swap

from .geometry import TOUCHING, numbers_within
from .roster import BOSS, ROSTER, SIDES
from .values import MASTERMIND, SPY, Man, Spot, Table


def with_man(table: Table, number: int, man: Man) -> Table:
    """Return the table with one figure replaced."""
    return changed(table, men=swap(table.men, number, man))


def without_man(table: Table, number: int) -> Table:
    """Return the table without this figure. If the figure is the Mastermind, he is dead."""
    table = with_man(table, number, Man(spot=table.men[number].spot))
    return changed(table, mastermind="dead") if number == BOSS else table


def is_captive(table: Table, number: int) -> bool:
    """Return whether this figure is the Mastermind in custody.

    A captive is nobody's enemy (S13).
    """
    return number == BOSS and table.mastermind == "captive"


def figures_on_table(table: Table, side: Seat) -> list[int]:
    """Return the side's figures on the table, except a captive (S13)."""
    men = table.men
    numbers = SIDES[side]
    if side == MASTERMIND and table.mastermind == "captive":
        numbers = numbers[1:]
    return [number for number in numbers if men[number].here]


def has_anyone(table: Table, side: Seat) -> bool:
    """Return whether the side still has any figures on the table."""
    men = table.men
    numbers = SIDES[side]
    if side == MASTERMIND and table.mastermind == "captive":
        numbers = numbers[1:]
    return any(men[number].here for number in numbers)


def places_of(table: Table, numbers: list[int]) -> list[tuple[int, Spot]]:
    """Return the numbers and places of these figures."""
    men = table.men
    return [(number, men[number].spot) for number in numbers]


def enemies(table: Table, number: int) -> list[int]:
    """Return the enemies of this figure that are on the table."""
    return figures_on_table(table, MASTERMIND if ROSTER[number].side == SPY else SPY)


def other_places(table: Table, number: int) -> list[Spot]:
    """Return the places of all other figures."""
    return [man.spot for n, man in enumerate(table.men) if man.here and n != number]


def enemies_touched(table: Table, number: int) -> list[int]:
    """Return the enemies in contact with this figure (S1)."""
    return numbers_within(
        table.men[number].spot, places_of(table, enemies(table, number)), TOUCHING
    )


def figures_touching(table: Table, number: int, side: Seat) -> list[int]:
    """Return the figures of a side that are in contact with this figure."""
    candidates = [n for n in SIDES[side] if n != number and table.men[n].here]
    return numbers_within(table.men[number].spot, places_of(table, candidates), TOUCHING)


def side_that_moves(table: Table, number: int) -> Seat:
    """Return the side that moves this figure. The Spy's side moves a captive (S13)."""
    return SPY if is_captive(table, number) else ROSTER[number].side
