"""The picture: the table to scale, every figure with its short name, and what is being planned.

The Spy's side is round, the Mastermind's square; leaders have a bar under their name, the three who
matter most a shape of their own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from minigames.shambattle.rules.fire import RANGES, Shooting, triangle
from minigames.shambattle.rules.geometry import RADIUS
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.movement import may_walk
from minigames.shambattle.rules.position import is_captive
from minigames.shambattle.rules.roster import ROSTER
from minigames.shambattle.rules.values import SPY, Spot, Table, View
from play.tabletop.board import Circle, Drawing, Group, Line, Path, Rect, Text

from .codes import CODES, inches, place, way
from .landscape import RULER, UNIT, at, landscape, long, rulers, size, zones
from .states import holders, states

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from minigames.shambattle.rules.values import MapKey
    from play.tabletop.board import Shape

    from .orders import Going

STAR: Final = "M0 -10.5L2.8 -4 9.9 -3.2 4.6 1.6 6.1 8.6 0 5 -6.1 8.6 -4.6 1.6 -9.9 -3.2 -2.8 -4z"
CROWN: Final = "M-9.5 8v-15l5 5.5 4.5-8 4.5 8 5-5.5v15z"
SHIELD: Final = "M-8.5 -8.5h17v9q-1 6-8.5 10-7.5-4-8.5-10z"
BARS: Final = "M-6 -9.5v19M0 -9.5v19M6 -9.5v19"
STUN: Final = "M-9 -9l18 18M9 -9l-18 18"


def picture(view: View, plan: Sequence[Shape] = (), chosen: int | None = None) -> Drawing:
    """The table as everybody sees it, and over it what this seat is planning. `chosen` is drawn
    with a mark.
    """
    table, key = view.table, view.table.map
    (wide, high), able = (
        size(key),
        may_walk(table, view.seat) if view.seat is not None and table.step == "move" else [],
    )
    shapes: list[Shape] = [*landscape(key), *(zones(key) if table.step == "deploy" else ())]
    figures = [
        _figure(table, number, able=number in able, chosen=number == chosen)
        for number, man in enumerate(table.men)
        if man.here
    ]
    planned = [Group(shapes=tuple(plan), look="plan", data=(("plan", "1"),))]
    shapes += [*planned, *figures] if table.step == "fire" else [*figures, *planned]
    data = (("shambattle", str(UNIT)), ("high", str(ground(key).map.size[1])))
    inside = Group(shapes=tuple(shapes), x=RULER, data=data)
    label = (
        f"{ground(key).map.name}, {inches(ground(key).map.size[0])} by "
        f"{inches(ground(key).map.size[1])} inches, edge A on the left."
    )
    return Drawing(
        width=wide + RULER,
        height=high + RULER,
        label=label,
        shapes=(*rulers(key), inside),
        look="shambattle",
        zooms=True,
    )


# --- figures --------------------------------------------------------------------------------------


def _figure(table: Table, number: int, *, able: bool, chosen: bool) -> Shape:
    """A figure on its footprint of one inch, for its side, rank and state."""
    man, figure = table.men[number], ROSTER[number]
    x, y = at(table.map, man.spot)
    looks = ["figure", "spy" if figure.side == SPY else "base"]
    looks += [
        word
        for word, so in (
            ("spent", man.moved or man.fired),
            ("stunned", man.stun > 0),
            ("able", able),
            ("chosen", chosen),
        )
        if so
    ]
    told = states(table, number)
    title = (
        f"{CODES[number]}, {figure.name}, at "
        f"{place(man.spot)}{'; ' + ', '.join(told) if told else ''}"
    )
    shapes = [*_body(number, CODES[number]), *_marks(table, number)]
    data = (
        ("man", CODES[number]),
        ("spot", place(man.spot)),
        ("side", str(figure.side)),
        *((("able", "1"),) if able else ()),
    )
    return Group(shapes=tuple(shapes), x=x, y=y, look=" ".join(looks), title=title, data=data)


def _body(number: int, code: str) -> Iterator[Shape]:
    figure = ROSTER[number]
    yield Circle(x=0, y=0, radius=long(RADIUS), look="footprint")
    match figure.rank:
        case "mastermind":
            yield Path(d=CROWN, look="body")
        case "henchman":
            yield Path(d=SHIELD, look="body")
        case "spy":
            yield Path(d=STAR, look="body")
        case _ if figure.side == SPY:
            yield Circle(x=0, y=0, radius=8.6, look="body")
        case _:
            yield Rect(x=-7.6, y=-7.6, width=15.2, height=15.2, round=1.5, look="body")
    if figure.rank == "officer":
        yield Rect(x=-4.5, y=3.6, width=9, height=1.8, look="stripe")
    yield Text(x=0, y=2.6, words=code, anchor="middle", look="name")


def _marks(table: Table, number: int) -> Iterator[Shape]:
    if is_captive(table, number):
        yield Path(d=BARS, look="bars")
    if table.men[number].stun:
        yield Path(d=STUN, look="stun")
    if number in holders(table):
        yield Circle(x=0, y=0, radius=13, look="holds")
    if number in table.guards:
        yield Rect(x=-12.5, y=-12.5, width=25, height=25, round=4, look="holds")


# --- what is planned ------------------------------------------------------------------------------


def going_shapes(key: MapKey, goings: Sequence[Going]) -> list[Shape]:
    """Ways that are written: solid on fast going, dashed on other, dotted where they go on too far;
    a ghost at each one's end.
    """
    shapes: list[Shape] = []
    for going in goings:
        if going.path:
            trail = tuple([at(key, spot) for spot in (going.start, *going.path)])
            shapes.append(Line(points=trail, look=f"way {'fast' if going.fast else 'slow'}"))
        stop = going.path[-1] if going.path else going.start
        if going.wanted and going.path != going.wanted:
            shapes.append(Line(points=(at(key, stop), at(key, going.wanted[-1])), look="beyond"))
        if going.path:
            shapes.append(_ghost(key, going, stop))
    return shapes


def _ghost(key: MapKey, going: Going, stop: Spot) -> Shape:
    x, y = at(key, stop)
    measure = f"{inches(going.spent)} of {inches(going.allowed)} in"
    inside = (
        *_body(going.man, CODES[going.man]),
        Text(x=0, y=-13, words=measure, anchor="middle", look="measure"),
    )
    looks = (
        "ghost "
        f"{'spy' if ROSTER[going.man].side == SPY else 'base'}{' wrong' if going.sentence else ''}"
    )
    data = (("ghost", CODES[going.man]), ("spot", place(stop)), ("way", way(going.path)))
    return Group(
        shapes=inside,
        x=x,
        y=y,
        look=looks,
        title=f"{CODES[going.man]} would stand at {place(stop)}, {measure}",
        data=data,
    )


def ghosts(key: MapKey, placed: Sequence[tuple[int, Spot]]) -> list[Shape]:
    """Figures that would stand at these places."""
    shapes: list[Shape] = []
    for number, spot in placed:
        x, y = at(key, spot)
        looks = f"ghost {'spy' if ROSTER[number].side == SPY else 'base'}"
        data = (("ghost", CODES[number]), ("spot", place(spot)))
        inside = tuple(_body(number, CODES[number]))
        shapes.append(
            Group(
                shapes=inside,
                x=x,
                y=y,
                look=looks,
                title=f"{CODES[number]} would stand at {place(spot)}",
                data=data,
            )
        )
    return shapes


def fire_shapes(
    table: Table, shooter: int, shots: Sequence[Shooting], at_target: int | None, aim: Spot | None
) -> list[Shape]:
    """Both ranges of a weapon, the lines of fire with their odds, and the spray's triangle."""
    spot, reach = table.men[shooter].spot, RANGES[ROSTER[shooter].weapon]
    x, y = at(table.map, spot)
    shapes: list[Shape] = [
        Circle(x=x, y=y, radius=long(carries), look="range") for carries in reach
    ]
    for shot in shots:
        end = at(table.map, table.men[shot.at].spot)
        shapes.append(
            Line(points=((x, y), end), look="line chosen" if shot.at == at_target else "line")
        )
        shapes.append(
            Text(
                x=end[0],
                y=end[1] - 13,
                words=f"{shot.sixths} in 6",
                anchor="middle",
                look="measure",
            )
        )
    if aim is not None and aim != spot:
        shapes.append(
            Line(
                points=tuple([at(table.map, corner) for corner in triangle(spot, aim)]),
                closed=True,
                look="spray",
            )
        )
    return shapes


def push_shapes(table: Table, loser: int, to: Spot) -> list[Shape]:
    """Where the loser of a fight would be pushed."""
    line = Line(points=(at(table.map, table.men[loser].spot), at(table.map, to)), look="way slow")
    return [line, *ghosts(table.map, [(loser, to)])]


def countdown(table: Table) -> Drawing:
    """The Mastermind's turns until the launch, those that are over crossed out; then what became of
    the missile.
    """
    wide = 26
    shapes: list[Shape] = []
    for turn in range(1, table.countdown + 1):
        done = turn < table.turn or table.missile != "ready"
        x = (turn - 1) % 10 * wide
        y = (turn - 1) // 10 * wide
        shapes.append(
            Rect(
                x=x + 2,
                y=y + 2,
                width=wide - 4,
                height=wide - 4,
                round=3,
                look="gone" if done else "left",
            )
        )
        shapes.append(
            Text(x=x + wide / 2, y=y + 18, words=str(turn), anchor="middle", look="count")
        )
    left = max(0, table.countdown - table.turn + 1)
    said = (
        f"{left} of {table.countdown} turns left"
        if table.missile == "ready"
        else f"The missile is {table.missile}"
    )
    rows = (table.countdown + 9) // 10
    return Drawing(
        width=wide * min(10, table.countdown),
        height=wide * rows,
        label=said,
        shapes=tuple(shapes),
        look="shambattle countdown",
    )
