"""The look of a club's event in the picture: boards on the walls, and cars in their teams' colours
(V181).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import UNSET

from autoduel.rules.values import Livery, Table
from core.web.pictures.badges import PATTERNS
from play.tabletop.board import Group, Path, Rect, Shape, Text

from .arena_picture import to_units
from .labels import WIDTH_PER_LETTER

TITLE_SIZE: Final = 20
ADVERT_SIZE: Final = 16
"""Font sizes in drawing units. They must match the style sheet."""
BOARD_HEIGHT: Final = 24
MAX_PART: Final = 0.9
"""Maximum width of a board, as a part of its room."""
EMBLEM_HEIGHT: Final = 40
"""Height of an emblem's pattern, in its own units."""
ROOF_PART: Final = 0.85
"""Height of the emblem on a roof, as a part of the car's width."""


def side_look(table: Table, side: int) -> str:
    """Return the style classes of a side: those of its seat, and of its paint if it has one."""
    livery = livery_of(table, side)
    return f"side-{side}" + (f" paint-{livery.paint}" if livery else "")


def livery_of(table: Table, side: int) -> Livery | None:
    """Return a side's livery, or None if the duel is not a club's."""
    return None if table.show is UNSET else table.show.liveries[side]


def roof_emblem(livery: Livery, half_length: float, half_width: float) -> Iterator[Shape]:
    """Yield the emblem on the roof of a car whose nose points east."""
    pattern = PATTERNS.get(livery.emblem, "")
    if pattern:
        scale = round(2 * half_width * ROOF_PART / EMBLEM_HEIGHT, 3)
        yield Group(
            shapes=(Path(d=pattern, look="crest"),),
            x=round(-0.85 * half_length, 1),
            y=round(-half_width * ROOF_PART, 1),
            scale=scale,
        )


def boards(table: Table) -> Iterator[Shape]:
    """Yield the board with the event's name at the north wall, and the adverts at the south wall.

    Texts that are too long for their room are shortened.
    """
    if table.show is UNSET:
        return
    width, height = to_units(table.arena.width), to_units(table.arena.height)
    yield from _board(width / 2, 0, width, table.show.title, TITLE_SIZE, "title")
    adverts = table.show.adverts
    room = width / max(1, len(adverts))
    for number, advert in enumerate(adverts):
        look = f"advert {side_look(table, number)}" if number < len(table.sides) else "advert"
        middle = room * (number + 0.5)
        yield from _board(middle, height - BOARD_HEIGHT, room, advert, ADVERT_SIZE, look)


def _board(
    middle: float, top: float, room: float, text: str, size: int, look: str
) -> Iterator[Shape]:
    letter = WIDTH_PER_LETTER * size
    max_letters = int(MAX_PART * room / letter) - 2
    short_text = text if len(text) <= max_letters else f"{text[: max_letters - 1].rstrip()}…"
    width = round(letter * (len(short_text) + 2), 1)
    panel = Rect(
        x=round(-width / 2, 1), y=0, width=width, height=BOARD_HEIGHT, round=2, look="panel"
    )
    line = Text(x=0, y=BOARD_HEIGHT * 3 // 4, words=short_text, anchor="middle", look="board-words")
    yield Group(shapes=(panel, line), x=round(middle, 1), y=top, look=f"board {look}")
