"""An order sheet as it is being typed: rows of plain text that may hold anything, and what they
come to.

Whatever is sent can be read; what it is worth is said by problems. A row keeps its key however
often it moves, so that nothing typed is lost when rows are moved, added, taken away or refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, get_args

from campaign.ledger.rules.gear import Packed
from core.web.problems import Problem
from espionage.rules.orders import COUNTERSPY, MISSIONS, Action, Kit, Order, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.http import QueryDict

MOST_ROWS: Final = 60
MOST_PIECES: Final = 40
LONGEST: Final = 60
MOST_DIGITS: Final = 6
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
FIELDS: Final = ("spy", "action", "target_team", "target", "bricks", "on_twelve")
WITH_TARGET: Final = ("assassinate", "blow_up")
USUAL_KIT: Final = ("heavy_pistol", "body_armour")
KEY: Final = re.compile(r"[a-z0-9]{1,12}")
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of a kit: a kind of gear and how many, as typed."""

    gear: str
    count: str = "1"


@dataclass(frozen=True, slots=True)
class Row:
    """One order as typed. `key` names it on the page."""

    key: str
    spy: str = ""
    action: str = ""
    target_team: str = ""
    target: str = ""
    bricks: str = ""
    on_twelve: str = ""
    kit: tuple[Piece, ...] = ()

    @property
    def blank(self) -> bool:
        """Nothing was chosen but what the form proposes, a person and their kit: no order, and
        nothing to complain of.
        """
        return not (self.action or self.target_team or self.target)

    @property
    def watch(self) -> bool:
        """A counterspy, who sorts to the bottom."""
        return self.action == COUNTERSPY

    def value(self, name: str) -> str:
        """What stands in one of `FIELDS`."""
        return str(getattr(self, name))


@dataclass(frozen=True, slots=True)
class Reading:
    """What typed rows come to: an order for each row that names an action, and what is wrong in the
    typing itself.

    `rows` are those that count, in the order of play; `keys` those of `orders`, place by place.
    """

    rows: tuple[Row, ...]
    keys: tuple[str, ...]
    orders: tuple[Order, ...]
    problems: tuple[Problem, ...] = ()


# --- reading --------------------------------------------------------------------------------------


def typed_rows(sent: QueryDict) -> tuple[Row, ...]:
    """The rows of a form that was sent, counterspies at the bottom. Reads anything."""
    keys = [key for key in dict.fromkeys(sent.getlist("row")) if KEY.fullmatch(key)]
    return arranged([_row(sent, key) for key in keys[:MOST_ROWS]])


def _row(sent: QueryDict, key: str) -> Row:
    return Row(
        key=key,
        kit=_pieces(sent, key),
        **{name: clean(sent.get(f"{key}-{name}", "")) for name in FIELDS},
    )


def _pieces(sent: QueryDict, key: str) -> tuple[Piece, ...]:
    """Kit lines, the same gear on two lines put together; an empty line, or one with 0 pieces, is
    none.
    """
    pairs = zip(sent.getlist(f"{key}-gear"), sent.getlist(f"{key}-count"), strict=False)
    found: dict[str, str] = {}
    for gear, count in pairs:
        kind, number = clean(gear), clean(count) or "1"
        if kind and number != "0":
            found[kind] = _added(found[kind], number) if kind in found else number
    return tuple(Piece(kind, number) for kind, number in list(found.items())[:MOST_PIECES])


def _added(one: str, other: str) -> str:
    first, second = number_in(one), number_in(other)
    return other if first is None or second is None else str(first + second)


def clean(text: str) -> str:
    """Text without control characters, blanks around it and undue length."""
    return CONTROL.sub("", text).strip()[:LONGEST]


def number_in(text: str) -> int | None:
    """The whole number that was typed, None when it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None


def rows_of(sheet: Sheet) -> tuple[Row, ...]:
    """A stored sheet as rows."""
    return tuple(
        Row(
            key=f"r{at}",
            spy=order.spy,
            action=order.action,
            target_team=order.target_team,
            target=order.target,
            bricks=str(order.bricks) if order.bricks else "",
            on_twelve=order.on_twelve,
            kit=tuple(Piece(item.gear, str(item.count)) for item in order.kit.items),
        )
        for at, order in enumerate(sheet.orders, 1)
    )


# --- moving rows about ----------------------------------------------------------------------------


def arranged(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Counterspies at the bottom, otherwise as they stand (E15)."""
    return tuple(sorted(rows, key=lambda row: row.watch))


def moved(rows: Sequence[Row], key: str, step: int) -> tuple[Row, ...]:
    """The rows with one of them a place up (-1) or down (1), as far as it goes."""
    at = next((at for at, row in enumerate(rows) if row.key == key), None)
    if at is None or not 0 <= at + step < len(rows):
        return tuple(rows)
    order = list(rows)
    order[at], order[at + step] = order[at + step], order[at]
    return arranged(order)


def without(rows: Iterable[Row], key: str) -> tuple[Row, ...]:
    """The rows without one."""
    return tuple(row for row in rows if row.key != key)


def with_another(
    rows: Sequence[Row], people: Sequence[str], store: Iterable[str] = ()
) -> tuple[Row, ...]:
    """One more row, above the counterspies, for the first of these people who has none, with the
    team's usual kit: that of the last row that has any, else a pistol and armour, as far as they
    are in the `store`.
    """
    if len(rows) >= MOST_ROWS:
        return tuple(rows)
    busy, keys = {row.spy for row in rows}, {row.key for row in rows}
    key = next(f"r{number}" for number in range(1, MOST_ROWS + 2) if f"r{number}" not in keys)
    stored = tuple(Piece(gear) for gear in USUAL_KIT if gear in frozenset(store))
    kit = next((row.kit for row in reversed(rows) if row.kit), stored)
    spy = next((who for who in people if who not in busy), "")
    return arranged((*rows, Row(key=key, spy=spy, kit=kit)))


def with_only_choice(rows: Iterable[Row], teams: Sequence[str]) -> tuple[Row, ...]:
    """The rows, every mission against the only opponent there is; with more opponents, as they
    stand.
    """
    if len(teams) != 1:
        return tuple(rows)
    return tuple(
        replace(row, target_team=teams[0])
        if row.action in MISSIONS and not row.target_team
        else row
        for row in rows
    )


# --- what it comes to -----------------------------------------------------------------------------


def reading(rows: Iterable[Row]) -> Reading:
    """Orders from rows. What the chosen action has no use for, and so is not shown, is left out."""
    kept = tuple(row for row in rows if not row.blank)
    problems = [problem for row in kept for problem in _mistyped(row)]
    orders = [(row.key, order) for row in kept if (order := order_of(row)) is not None]
    return Reading(
        kept, tuple(key for key, _ in orders), tuple(order for _, order in orders), tuple(problems)
    )


def order_of(row: Row) -> Order | None:
    """The order that a row gives; None without an action."""
    action = next((each for each in ACTIONS if each == row.action), None)
    if action is None:
        return None
    mission = action in MISSIONS
    return Order(
        spy=row.spy,
        action=action,
        target_team=row.target_team if mission else "",
        target=row.target if action in WITH_TARGET else "",
        kit=Kit(
            items=tuple(
                Packed(gear=piece.gear, count=number_in(piece.count) or 1) for piece in row.kit
            )
        ),
        bricks=bricks_of(row) if action == "blow_up" else 0,
        on_twelve=next(
            (each for each in ("eleven", "infiltrate") if mission and each == row.on_twelve), ""
        ),
    )


def bricks_of(row: Row) -> int:
    """Bricks on a row: one until it says otherwise."""
    number = number_in(row.bricks)
    return number if number is not None else 0 if row.bricks else 1


def _mistyped(row: Row) -> list[Problem]:
    """What is wrong before any rule is asked; the fields are "<key>.<field>"."""
    found = []
    if row.action not in ACTIONS:
        found.append(
            Problem(
                field=f"{row.key}.action",
                code="no-action",
                sentence="Choose what this character does this week.",
            )
        )
    odd = [piece for piece in row.kit if number_in(piece.count) is None]
    if odd:
        found.append(
            Problem(
                field=f"{row.key}.kit",
                code="not-a-number",
                sentence="Enter a whole number of items, or 0 to leave the item out.",
            )
        )
    return found
