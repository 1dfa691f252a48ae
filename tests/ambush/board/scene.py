"""A fight on a drawn map, seen through the board: what a seat reads, and what its fields mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ambush.board.fighters import Duel
from ambush.board.squares import square_with_name
from ambush.rules.game import AMBUSH
from ambush.rules.ground import SIDE
from ambush.rules.values import Place
from ambush.tabletop import AMBUSH_TABLE
from engine.match import submit
from engine.values import Seat
from play.tabletop.board import Circle, Draft, Group, Line, Path, Rect, Text
from tests.ambush.rules.scene import ADA, BEA, seeded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ambush.rules.values import State, View
    from play.tabletop.board import Board, Shape

NAMES: Final = ("Ann", "Bob")


def board(view: View, draft: Draft | None = None) -> Board:
    return AMBUSH_TABLE.board(view, NAMES, draft)


def seen(state: State, seat: Seat | None = ADA, draft: Draft | None = None) -> Board:
    return board(AMBUSH.view(state, seat), draft)


def filled(choice: str = "plan", **fields: str) -> Draft:
    """A form with these fields; "" for vanish leaves its box unticked."""
    answers = tuple(
        [(name.rstrip("_"), (value,) if value else ()) for name, value in fields.items()]
    )
    return Draft(choice=choice, answers=answers)


def square(name: str) -> int:
    found = square_with_name(name)
    assert found is not None
    return found


def duel(options: Duel | None = None, mine: str = "", enemy: str = "") -> State:
    """A friendly duel; the counters placed when squares are given."""
    state, _ = AMBUSH.start(AMBUSH_TABLE.setup(options or Duel(), 2), seeded("start"))
    if mine:
        state, _ = submit(
            AMBUSH,
            state,
            seat=ADA,
            move=Place(ambusher=square(mine), ambushed=square(enemy)),
            dice=seeded("place"),
        )
    return state


def words_of(board: Board) -> str:
    """The text twin as it is read out."""
    lines = []
    for passage in board.words:
        lines += [passage.title, *passage.lines]
        if passage.table:
            lines += [" | ".join(row) for row in (passage.table.heads, *passage.table.rows)]
    return "\n".join(lines)


def shapes_of(board: Board, *looks: str) -> list[Any]:
    """All shapes of the picture with one of these looks."""
    assert board.drawing is not None
    return [shape for shape in _all(board.drawing.shapes) if shape.look in looks]


def _all(shapes: tuple[Shape, ...]) -> Iterator[Rect | Circle | Line | Path | Text | Group]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from _all(shape.shapes)


def in_picture(name: str) -> tuple[int, int]:
    """Where the middle of a square is drawn."""
    at = square(name)
    return at % SIDE * 10 + 5, at // SIDE * 10 + 5


__all__ = [
    "ADA",
    "BEA",
    "NAMES",
    "board",
    "duel",
    "filled",
    "in_picture",
    "seen",
    "shapes_of",
    "square",
    "words_of",
]
