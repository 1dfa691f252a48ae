"""An order sheet while it is edited: rows of plain text, and the orders that they contain.

Any input is accepted, and problems describe what is invalid. Each row keeps its key when it moves,
so no input is lost when rows are moved, added, removed or rejected.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, get_args

from msgspec import UNSET

from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit
from core.web.problems import Problem
from espionage.rules.orders import (
    ALL_MISSIONS,
    COUNTERSPY,
    MISSIONS,
    Action,
    OnlyAgainst,
    Order,
    Sheet,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from django.http import QueryDict

MAX_ROWS: Final = 60
MAX_KIT_LINES: Final = 40
MAX_TEXT_LENGTH: Final = 60
MAX_DIGITS: Final = 6
ACTIONS: Final[tuple[Action, ...]] = get_args(Action)
FIELDS: Final = ("spy", "action", "target_team", "target", "bricks", "on_twelve")
CONDITIONS: Final = ("only_missions", "only_targets", "only_teams")
WITH_TARGET: Final = ("assassinate", "blow_up")
USUAL_KIT: Final = ("heavy_pistol", "body_armour")
KEY: Final = re.compile(r"[a-z0-9]{1,12}")
CONTROL: Final = re.compile(r"[\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Piece:
    """A line of a kit as typed: the kind of gear, and its count."""

    gear: str
    count: str = "1"


@dataclass(frozen=True, slots=True)
class Row:
    """An order as typed. `key` identifies the row on the page."""

    key: str
    spy: str = ""
    action: str = ""
    target_team: str = ""
    target: str = ""
    bricks: str = ""
    on_twelve: str = ""
    only_missions: tuple[str, ...] = ()
    only_targets: tuple[str, ...] = ()
    only_teams: tuple[str, ...] = ()
    kit: tuple[Piece, ...] = ()

    @property
    def blank(self) -> bool:
        """True if the row contains only values that the form proposes: a person and a kit.

        A blank row is not an order and has no problems.
        """
        return not (self.action or self.target_team or self.target)

    @property
    def watch(self) -> bool:
        """True if the row is a counterspy order. Such rows are moved to the bottom."""
        return self.action == COUNTERSPY

    def value(self, name: str) -> str:
        """Return the text of one of `FIELDS`."""
        return str(getattr(self, name))


@dataclass(frozen=True, slots=True)
class Reading:
    """The orders in the typed rows that have an action, and the typing errors.

    `rows` are the rows that contain orders, in the order of play. `keys` are the keys of these
    rows.
    """

    rows: tuple[Row, ...]
    keys: tuple[str, ...]
    orders: tuple[Order, ...]
    problems: tuple[Problem, ...] = ()


# --- parsing --------------------------------------------------------------------------------------


def typed_rows(sent: QueryDict) -> tuple[Row, ...]:
    """Return the rows of a submitted form, with counterspies at the bottom. Accept any input."""
    keys = [key for key in dict.fromkeys(sent.getlist("row")) if KEY.fullmatch(key)]
    return counterspies_last([_row(sent, key) for key in keys[:MAX_ROWS]])


def _row(sent: QueryDict, key: str) -> Row:
    return Row(
        key=key,
        kit=_pieces(sent, key),
        only_missions=_texts(sent, f"{key}-only_missions"),
        only_targets=_texts(sent, f"{key}-only_targets"),
        only_teams=_texts(sent, f"{key}-only_teams"),
        **{name: clean(sent.get(f"{key}-{name}", "")) for name in FIELDS},
    )


def _texts(sent: QueryDict, name: str) -> tuple[str, ...]:
    return tuple(clean(value) for value in sent.getlist(name)[:MAX_ROWS])


def _pieces(sent: QueryDict, key: str) -> tuple[Piece, ...]:
    """Return the lines of a kit.

    Counts for the same gear are added up. Empty lines and zeros are left out.
    """
    pairs = zip(sent.getlist(f"{key}-gear"), sent.getlist(f"{key}-count"), strict=False)
    counts: dict[str, str] = {}
    for gear, count in pairs:
        kind, number = clean(gear), clean(count) or "1"
        if kind and number != "0":
            counts[kind] = _add_counts(counts[kind], number) if kind in counts else number
    return tuple(Piece(kind, number) for kind, number in list(counts.items())[:MAX_KIT_LINES])


def _add_counts(first_text: str, second_text: str) -> str:
    """Return the sum as text, or the text that is not a number."""
    first, second = number_in(first_text), number_in(second_text)
    if first is None:
        return first_text
    return second_text if second is None else str(first + second)


def clean(text: str) -> str:
    """Remove control characters and surrounding blanks, and truncate the text if necessary."""
    return CONTROL.sub("", text).strip()[:MAX_TEXT_LENGTH]


def number_in(text: str) -> int | None:
    """Return the integer that was typed, or None."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None


def rows_of(sheet: Sheet) -> tuple[Row, ...]:
    """Return the rows of a stored sheet."""
    return tuple(
        Row(
            key=f"r{number}",
            spy=order.spy,
            action=order.action,
            target_team=order.target_team,
            target=order.target,
            bricks=str(order.bricks) if order.bricks else "",
            on_twelve=order.on_twelve,
            **_typed_conditions(order.only_against or ALL_MISSIONS),
            kit=tuple(Piece(item.gear, str(item.count)) for item in order.kit.items),
        )
        for number, order in enumerate(sheet.orders, 1)
    )


def _typed_conditions(conditions: OnlyAgainst) -> dict[str, Any]:
    return {name: getattr(conditions, name.removeprefix("only_")) for name in CONDITIONS}


# --- order of rows --------------------------------------------------------------------------------


def counterspies_last(rows: Iterable[Row]) -> tuple[Row, ...]:
    """Return the rows in the same order, except that counterspies are at the bottom (E15)."""
    return tuple(sorted(rows, key=lambda row: row.watch))


def move_row(rows: Sequence[Row], key: str, step: int) -> tuple[Row, ...]:
    """Return the rows with one row moved up (-1) or down (1), if possible."""
    index = next((index for index, row in enumerate(rows) if row.key == key), None)
    if index is None or not 0 <= index + step < len(rows):
        return tuple(rows)
    order = list(rows)
    order[index], order[index + step] = order[index + step], order[index]
    return counterspies_last(order)


def remove_row(rows: Iterable[Row], key: str) -> tuple[Row, ...]:
    """Return all rows except the one with this key."""
    return tuple(row for row in rows if row.key != key)


def add_row(
    rows: Sequence[Row], people: Sequence[str], store: Iterable[str] = ()
) -> tuple[Row, ...]:
    """Return the rows with a new row above the counterspies.

    The new order is for the first of `people` without an order. Its kit is copied from the last row
    that has a kit. If no row has a kit, the new row gets a pistol and armour, as far as they are in
    the `store`.
    """
    if len(rows) >= MAX_ROWS:
        return tuple(rows)
    busy, keys = {row.spy for row in rows}, {row.key for row in rows}
    key = next(f"r{number}" for number in range(1, MAX_ROWS + 2) if f"r{number}" not in keys)
    stored = tuple(Piece(gear) for gear in USUAL_KIT if gear in frozenset(store))
    kit = next((row.kit for row in reversed(rows) if row.kit), stored)
    spy = next((person for person in people if person not in busy), "")
    return counterspies_last((*rows, Row(key=key, spy=spy, kit=kit)))


def fill_only_opponent(rows: Iterable[Row], teams: Sequence[str]) -> tuple[Row, ...]:
    """Set the opponent in every mission if there is only one opponent.

    If there are several opponents, return the rows unchanged.
    """
    if len(teams) != 1:
        return tuple(rows)
    return tuple(
        replace(row, target_team=teams[0])
        if row.action in MISSIONS and not row.target_team
        else row
        for row in rows
    )


# --- orders ---------------------------------------------------------------------------------------


def read_rows(rows: Iterable[Row]) -> Reading:
    """Return the orders in the rows. Fields that the action does not use are left out."""
    counting = tuple(row for row in rows if not row.blank)
    problems = [problem for row in counting for problem in _typing_problems(row)]
    orders = [(row.key, order) for row in counting if (order := order_of(row)) is not None]
    return Reading(
        counting,
        tuple(key for key, _ in orders),
        tuple(order for _, order in orders),
        tuple(problems),
    )


def order_of(row: Row) -> Order | None:
    """Return the order in a row, or None if it has no action."""
    action = next((choice for choice in ACTIONS if choice == row.action), None)
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
            (choice for choice in ("eleven", "infiltrate") if mission and choice == row.on_twelve),
            "",
        ),
        only_against=UNSET if mission else conditions_of(row),
    )


def conditions_of(row: Row) -> OnlyAgainst:
    """Return a counterspy's conditions. Kinds of mission that do not exist are left out."""
    return OnlyAgainst(
        missions=tuple(mission for mission in MISSIONS if mission in row.only_missions),
        targets=row.only_targets,
        teams=row.only_teams,
    )


def bricks_of(row: Row) -> int:
    """Return the number of bricks in a row. The default is 1."""
    number = number_in(row.bricks)
    return number if number is not None else 0 if row.bricks else 1


def _typing_problems(row: Row) -> list[Problem]:
    """Return the typing errors, which are found before any rule is checked.

    Fields are named "<key>.<field>".
    """
    problems = []
    if row.action not in ACTIONS:
        problems.append(
            Problem(f"{row.key}.action", "no-action", "Choose what this character does this week.")
        )
    invalid = [piece for piece in row.kit if number_in(piece.count) is None]
    if invalid:
        problems.append(
            Problem(
                f"{row.key}.kit",
                "not-a-number",
                "Enter a whole number of items, or 0 to leave the item out.",
            )
        )
    return problems
