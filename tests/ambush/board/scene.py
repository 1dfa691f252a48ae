"""A fight on a drawn map, seen through boards and form fields."""

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
from tests.ambush.rules.scene import ADA, BEA, seeded_dice

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ambush.rules.values import State, View
    from play.tabletop.board import Board, Shape

NAMES: Final = ("Ann", "Bob")


def board(view: View, draft: Draft | None = None) -> Board:
    return AMBUSH_TABLE.board(view, NAMES, draft)


def board_for(state: State, seat: Seat | None = ADA, draft: Draft | None = None) -> Board:
    return board(AMBUSH.view(state, seat), draft)


def make_draft(choice: str = "plan", **fields: str) -> Draft:
    """Return a form with these fields. An empty `vanish` clears its check box."""
    answers = tuple(
        [(name.rstrip("_"), (value,) if value else ()) for name, value in fields.items()]
    )
    return Draft(choice=choice, answers=answers)


def square_index(name: str) -> int:
    found = square_with_name(name)
    assert found is not None
    return found


def make_duel(options: Duel | None = None, mine: str = "", enemy: str = "") -> State:
    """Return a friendly duel. The counters are placed if squares are given."""
    state, _ = AMBUSH.start(AMBUSH_TABLE.setup(options or Duel(), 2), seeded_dice("start"))
    if mine:
        state, _ = submit(
            AMBUSH,
            state,
            seat=ADA,
            move=Place(ambusher=square_index(mine), ambushed=square_index(enemy)),
            dice=seeded_dice("place"),
        )
    return state


def board_text(board: Board) -> str:
    """Return the text description as it is read aloud."""
    lines = []
    for passage in board.words:
        lines += [passage.title, *passage.lines]
        if passage.table:
            lines += [" | ".join(row) for row in (passage.table.heads, *passage.table.rows)]
    return "\n".join(lines)


def shapes_of(board: Board, *looks: str) -> list[Any]:
    """Return all shapes of the picture with one of these looks."""
    assert board.drawing is not None
    return [shape for shape in _all_shapes(board.drawing.shapes) if shape.look in looks]


def _all_shapes(shapes: tuple[Shape, ...]) -> Iterator[Rect | Circle | Line | Path | Text | Group]:
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from _all_shapes(shape.shapes)


def drawn_position(name: str) -> tuple[int, int]:
    """Return where the centre of a square is drawn."""
    at = square_index(name)
    return at % SIDE * 10 + 5, at // SIDE * 10 + 5


__all__ = [
    "ADA",
    "BEA",
    "NAMES",
    "board",
    "board_for",
    "board_text",
    "drawn_position",
    "make_draft",
    "make_duel",
    "shapes_of",
    "square_index",
]
