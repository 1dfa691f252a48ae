"""A board as plain values, with a picture, panels, choices and a text version. Templates render
these values, and tools can read them.

Everything on a board is computed from one seat's view, so it cannot show more than that seat can
know.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Self, TypeAlias

from core.web.pictures.icons import icon_path
from engine.values import Seat, Value

Number: TypeAlias = int | float


class Names(tuple[str, ...]):  # noqa: SLOT001 - a tuple has no room for a slot
    """The names of the seats in order. `bots` contains the seats of bots."""

    bots: frozenset[int]

    def __new__(cls, names: Iterable[str], bots: Iterable[int] = ()) -> Self:
        names_tuple = super().__new__(cls, names)
        names_tuple.bots = frozenset(bots)
        return names_tuple


def is_bot(names: Sequence[str], seat: Seat | int) -> bool:
    """Return whether a bot has this seat. If the names do not record bots, return False."""
    return isinstance(names, Names) and seat in names.bots


def with_kind(names: Sequence[str], seat: Seat | int) -> str:
    """Return the seat's name. "(bot)" is added for a bot, as in "The Countess (bot)"."""
    return f"{names[seat]} (bot)" if is_bot(names, seat) else names[seat]


# --- the picture ----------------------------------------------------------------------------------


class Rect(Value, tag="rect"):
    """A rectangle. `round` is the corner radius."""

    x: Number
    y: Number
    width: Number
    height: Number
    round: Number = 0
    look: str = ""


class Circle(Value, tag="circle"):
    """A circle around (x, y)."""

    x: Number
    y: Number
    radius: Number
    look: str = ""


class Line(Value, tag="line"):
    """A line through these points. If it is `closed`, it is a polygon."""

    points: tuple[tuple[Number, Number], ...]
    closed: bool = False
    look: str = ""


class Path(Value, tag="path"):
    """A shape defined by an SVG path."""

    d: str
    look: str = ""


class Text(Value, tag="text"):
    """Text in the picture."""

    x: Number
    y: Number
    words: str
    anchor: Literal["start", "middle", "end"] = "start"
    look: str = ""


class Group(Value, tag="group"):
    """A group of shapes, which is moved to (x, y), rotated by `turn` degrees and scaled.

    `choice` is the key of the choice that a click on the group activates. `title` is shown on hover
    and read by screen readers. `data` becomes data attributes for the board's script, and must not
    contain anything that the seat may not know.
    """

    shapes: tuple[Shape, ...]
    x: Number = 0
    y: Number = 0
    turn: Number = 0
    scale: Number = 1
    look: str = ""
    choice: str = ""
    title: str = ""
    data: tuple[tuple[str, str], ...] = ()


Shape: TypeAlias = Rect | Circle | Line | Path | Text | Group


def bot_mark(x: Number, y: Number, size: Number) -> Group:
    """Return the mark beside a bot's name. (x, y) is the mark's upper left corner."""
    return Group(
        shapes=(Path(d=icon_path("bot")),), x=x, y=y, scale=size / 24, look="bot-mark", title="bot"
    )


class Drawing(Value):
    """A picture of `width` by `height` units. `label` describes it in one line, and `look` is a
    style class for the whole picture.

    Looks are class names from the game's style sheet. They never define colours, so the picture
    works in light and dark themes.
    """

    width: Number
    height: Number
    label: str
    shapes: tuple[Shape, ...]
    look: str = ""
    zooms: bool = False


# --- choices --------------------------------------------------------------------------------------


class Answer(Value):
    """A possible value of a field.

    `short` is the text of a small button. Screen readers then read the `label`. `icon` is the SVG
    path of the button's icon, in a square of 24 units. `hotkey` is a key that presses the button of
    a suggestion (`Choice.fills`).
    """

    value: str
    label: str
    closed: str = ""
    short: str = ""
    icon: str = ""
    hotkey: str = ""


class Field(Value):
    """A form field of a choice.

    `answers` lists the options of a "select", of "checks", or of a "pick", which is a pop-up pad of
    buttons. `value` is the initial value, or comma-separated values for checks. `low` and `high`
    limit a "number" or the length of a "text". Multi-line text has the kind "lines". `hotkey` is a
    key that focuses a "select" or opens a "pick".
    """

    name: str
    label: str
    kind: Literal["select", "number", "text", "lines", "checks", "pick"] = "select"
    answers: tuple[Answer, ...] = ()
    value: str = ""
    low: int | None = None
    high: int | None = None
    help: str = ""
    group: str = ""
    hotkey: str = ""


class Choice(Value):
    """An action that this seat can take now. It has a button, and also fields if the move is not
    fixed.

    `note` is the cost or the odds of the action. `closed` is the reason why it cannot be chosen
    now. `ask` is a prompt that the user must confirm first. `move` is the move of a button without
    fields. If `previews` is true, the board can be drawn with the current fields before the move is
    made. `fills` lists buttons that each fill in several fields and show the result
    (`Tabletop.complete`). If `steers` is true, the game's script can do the same for a point in the
    picture. `folded` lists the groups of fields that are folded at first.
    `hotkey` is a key that presses the button.
    """

    key: str
    label: str
    note: str = ""
    closed: str = ""
    ask: str = ""
    move: Value | None = None
    fields: tuple[Field, ...] = ()
    previews: bool = False
    fills: tuple[Answer, ...] = ()
    steers: bool = False
    folded: tuple[str, ...] = ()
    look: Literal["", "main", "danger", "quiet"] = ""
    hotkey: str = ""


class Menu(Value):
    """A group of related choices."""

    title: str
    choices: tuple[Choice, ...]
    hint: str = ""


# --- panels and the text version ------------------------------------------------------------------


class Card(Value):
    """A small item with a face, such as a card in a hand or a piece in stock. `choice` is the key
    of the choice that a click on the card activates.
    """

    title: str
    lines: tuple[str, ...] = ()
    corner: str = ""
    drawing: Drawing | None = None
    choice: str = ""
    look: str = ""


class Table(Value):
    """A table of rows with headings. A `narrow` table has short cells, and remains a grid on
    phones.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    narrow: bool = False


class Order(Value):
    """A way to sort a panel's cards. `places` lists the positions of the cards in the sorted order,
    counted from 0.
    """

    key: str
    title: str
    places: tuple[int, ...]


class Panel(Value):
    """A part of the page beside the picture. A `secret` panel is visible only to this seat, and the
    page says so.

    A panel with `above`, such as a hand of cards, is placed between the picture and the choices.
    `orders` lists ways to sort the cards. The first is the order in which the cards are given.
    """

    title: str
    lines: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    table: Table | None = None
    drawing: Drawing | None = None
    secret: bool = False
    empty: str = ""
    above: bool = False
    orders: tuple[Order, ...] = ()


class Passage(Value):
    """A part of the text version, which contains everything that is needed to play."""

    title: str
    lines: tuple[str, ...] = ()
    table: Table | None = None


class Board(Value):
    """The part of a match that a seat's page shows. `waiting` lists the seats that the game waits
    for, as far as the seat can know.
    """

    headline: str
    lines: tuple[str, ...] = ()
    drawing: Drawing | None = None
    panels: tuple[Panel, ...] = ()
    menus: tuple[Menu, ...] = ()
    words: tuple[Passage, ...] = ()
    waiting: tuple[Seat, ...] = ()

    def choice(self, key: str) -> Choice | None:
        """Return the choice with this key, or None."""
        return next(
            (choice for menu in self.menus for choice in menu.choices if choice.key == key), None
        )


class Draft(Value):
    """A choice that is being composed. It has a key, and the submitted values of the fields. Fields
    of the kind "checks" can have several values.
    """

    choice: str
    answers: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def value(self, name: str, default: str = "") -> str:
        """Return the last value of a field, or `default` if there is none."""
        values = self.all(name)
        return values[-1] if values else default

    def all(self, name: str) -> tuple[str, ...]:
        """Return all values of a field."""
        return next((values for field, values in self.answers if field == name), ())
