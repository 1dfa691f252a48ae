"""The picture of the table to scale, with all figures and the current plan.

Each figure shows its short name. The Spy's figures are round, and the Mastermind's are square. A
leader's name is underlined with a bar. The three most important figures have shapes of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from minigames.shambattle.rules.fire import RANGES, Shooting, triangle
from minigames.shambattle.rules.geometry import RADIUS
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.movement import figures_that_can_walk
from minigames.shambattle.rules.position import is_captive
from minigames.shambattle.rules.roster import ROSTER
from minigames.shambattle.rules.values import SPY, MapKey, Spot, Table, View
from play.tabletop.board import Circle, Drawing, Group, Line, Path, Rect, Shape, Text

from .codes import CODES, inches_words, path_words, place_words
from .landscape import (
    RULER,
    UNITS_PER_INCH,
    drawing_size,
    landscape,
    rulers,
    to_drawing,
    to_units,
    zones,
)
from .orders import FigurePath
from .states import holders, states

STAR_PATH: Final = (
    "M0 -10.5L2.8 -4 9.9 -3.2 4.6 1.6 6.1 8.6 0 5 -6.1 8.6 -4.6 1.6 -9.9 -3.2 -2.8 -4z"
)
CROWN_PATH: Final = "M-9.5 8v-15l5 5.5 4.5-8 4.5 8 5-5.5v15z"
SHIELD_PATH: Final = "M-8.5 -8.5h17v9q-1 6-8.5 10-7.5-4-8.5-10z"
BARS_PATH: Final = "M-6 -9.5v19M0 -9.5v19M6 -9.5v19"
STUN_PATH: Final = "M-9 -9l18 18M9 -9l-18 18"


def picture(view: View, plan: Sequence[Shape] = (), chosen_figure: int | None = None) -> Drawing:
    """Return the picture of the table. The plan of this view's seat is drawn on top.

    `chosen_figure` is highlighted.
    """
    table, key = view.table, view.table.map
    (width, height), walkers = (
        drawing_size(key),
        figures_that_can_walk(table, view.seat)
        if view.seat is not None and table.step == "move"
        else [],
    )
    shapes: list[Shape] = [*landscape(key), *(zones(key) if table.step == "deploy" else ())]
    figures = [
        _figure(table, number, can_walk=number in walkers, is_chosen=number == chosen_figure)
        for number, man in enumerate(table.men)
        if man.here
    ]
    planned = [Group(shapes=tuple(plan), look="plan", data=(("plan", "1"),))]
    shapes += [*planned, *figures] if table.step == "fire" else [*figures, *planned]
    data = (("shambattle", str(UNITS_PER_INCH)), ("high", str(ground(key).map.size[1])))
    content = Group(shapes=tuple(shapes), x=RULER, data=data)
    label = (
        f"{ground(key).map.name}, {inches_words(ground(key).map.size[0])} by "
        f"{inches_words(ground(key).map.size[1])} inches, edge A on the left."
    )
    return Drawing(
        width=width + RULER,
        height=height + RULER,
        label=label,
        shapes=(*rulers(key), content),
        look="shambattle",
        zooms=True,
    )


# --- figures --------------------------------------------------------------------------------------


def _figure(table: Table, number: int, *, can_walk: bool, is_chosen: bool) -> Shape:
    """Return a figure on its footprint of one inch.

    The figure's appearance depends on its side, rank and state.
    """
    man, figure = table.men[number], ROSTER[number]
    x, y = to_drawing(table.map, man.spot)
    css_classes = ["figure", "spy" if figure.side == SPY else "base"]
    css_classes += [
        css_class
        for css_class, applies in (
            ("spent", man.moved or man.fired),
            ("stunned", man.stun > 0),
            ("able", can_walk),
            ("chosen", is_chosen),
        )
        if applies
    ]
    state_words = states(table, number)
    title = (
        f"{CODES[number]}, {figure.name}, at "
        f"{place_words(man.spot)}{'; ' + ', '.join(state_words) if state_words else ''}"
    )
    shapes = [*_body(number, CODES[number]), *_marks(table, number)]
    data = (
        ("man", CODES[number]),
        ("spot", place_words(man.spot)),
        ("side", str(figure.side)),
        *((("able", "1"),) if can_walk else ()),
    )
    return Group(shapes=tuple(shapes), x=x, y=y, look=" ".join(css_classes), title=title, data=data)


def _body(number: int, code: str) -> Iterator[Shape]:
    figure = ROSTER[number]
    yield Circle(x=0, y=0, radius=to_units(RADIUS), look="footprint")
    match figure.rank:
        case "mastermind":
            yield Path(d=CROWN_PATH, look="body")
        case "henchman":
            yield Path(d=SHIELD_PATH, look="body")
        case "spy":
            yield Path(d=STAR_PATH, look="body")
        case _ if figure.side == SPY:
            yield Circle(x=0, y=0, radius=8.6, look="body")
        case _:
            yield Rect(x=-7.6, y=-7.6, width=15.2, height=15.2, round=1.5, look="body")
    if figure.rank == "officer":
        yield Rect(x=-4.5, y=3.6, width=9, height=1.8, look="stripe")
    yield Text(x=0, y=2.6, words=code, anchor="middle", look="name")


def _marks(table: Table, number: int) -> Iterator[Shape]:
    if is_captive(table, number):
        yield Path(d=BARS_PATH, look="bars")
    if table.men[number].stun:
        yield Path(d=STUN_PATH, look="stun")
    if number in holders(table):
        yield Circle(x=0, y=0, radius=13, look="holds")
    if number in table.guards:
        yield Rect(x=-12.5, y=-12.5, width=25, height=25, round=4, look="holds")


# --- plans ----------------------------------------------------------------------------------------


def path_shapes(key: MapKey, figure_paths: Sequence[FigurePath]) -> list[Shape]:
    """Return the written paths with a ghost at each end.

    Lines are solid on fast ground, dashed on other ground, and dotted beyond the allowance.
    """
    shapes: list[Shape] = []
    for figure_path in figure_paths:
        if figure_path.path:
            trail = tuple(
                [to_drawing(key, spot) for spot in (figure_path.start, *figure_path.path)]
            )
            shapes.append(Line(points=trail, look=f"way {'fast' if figure_path.fast else 'slow'}"))
        stop = figure_path.path[-1] if figure_path.path else figure_path.start
        if figure_path.ordered_path and figure_path.path != figure_path.ordered_path:
            shapes.append(
                Line(
                    points=(to_drawing(key, stop), to_drawing(key, figure_path.ordered_path[-1])),
                    look="beyond",
                )
            )
        if figure_path.path:
            shapes.append(_ghost(key, figure_path, stop))
    return shapes


def _ghost(key: MapKey, figure_path: FigurePath, stop: Spot) -> Shape:
    x, y = to_drawing(key, stop)
    measure = f"{inches_words(figure_path.spent)} of {inches_words(figure_path.allowed)} in"
    content = (
        *_body(figure_path.man, CODES[figure_path.man]),
        Text(x=0, y=-13, words=measure, anchor="middle", look="measure"),
    )
    css_classes = (
        "ghost "
        f"{'spy' if ROSTER[figure_path.man].side == SPY else 'base'}"
        f"{' wrong' if figure_path.sentence else ''}"
    )
    data = (
        ("ghost", CODES[figure_path.man]),
        ("spot", place_words(stop)),
        ("way", path_words(figure_path.path)),
    )
    return Group(
        shapes=content,
        x=x,
        y=y,
        look=css_classes,
        title=f"{CODES[figure_path.man]} would stand at {place_words(stop)}, {measure}",
        data=data,
    )


def ghost_shapes(key: MapKey, figures: Sequence[tuple[int, Spot]]) -> list[Shape]:
    """Return ghosts of these figures at their planned places."""
    shapes: list[Shape] = []
    for number, spot in figures:
        x, y = to_drawing(key, spot)
        css_classes = f"ghost {'spy' if ROSTER[number].side == SPY else 'base'}"
        data = (("ghost", CODES[number]), ("spot", place_words(spot)))
        content = tuple(_body(number, CODES[number]))
        shapes.append(
            Group(
                shapes=content,
                x=x,
                y=y,
                look=css_classes,
                title=f"{CODES[number]} would stand at {place_words(spot)}",
                data=data,
            )
        )
    return shapes


def fire_shapes(
    table: Table, shooter: int, shots: Sequence[Shooting], at_target: int | None, aim: Spot | None
) -> list[Shape]:
    """Return a weapon's two ranges, the lines of fire with their odds, and the spray's triangle."""
    spot, reach = table.men[shooter].spot, RANGES[ROSTER[shooter].weapon]
    x, y = to_drawing(table.map, spot)
    shapes: list[Shape] = [
        Circle(x=x, y=y, radius=to_units(range_length), look="range") for range_length in reach
    ]
    for shot in shots:
        end = to_drawing(table.map, table.men[shot.at].spot)
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
                points=tuple([to_drawing(table.map, corner) for corner in triangle(spot, aim)]),
                closed=True,
                look="spray",
            )
        )
    return shapes


def push_shapes(table: Table, loser: int, destination: Spot) -> list[Shape]:
    """Return the path of a push, and a ghost at its end."""
    line = Line(
        points=(to_drawing(table.map, table.men[loser].spot), to_drawing(table.map, destination)),
        look="way slow",
    )
    return [line, *ghost_shapes(table.map, [(loser, destination)])]


def countdown(table: Table) -> Drawing:
    """Return a drawing of the Mastermind's turns until the launch, and of the missile's state.

    Past turns are crossed out.
    """
    cell = 26
    shapes: list[Shape] = []
    for turn in range(1, table.countdown + 1):
        is_over = turn < table.turn or table.missile != "ready"
        x = (turn - 1) % 10 * cell
        y = (turn - 1) // 10 * cell
        shapes.append(
            Rect(
                x=x + 2,
                y=y + 2,
                width=cell - 4,
                height=cell - 4,
                round=3,
                look="gone" if is_over else "left",
            )
        )
        shapes.append(
            Text(x=x + cell / 2, y=y + 18, words=str(turn), anchor="middle", look="count")
        )
    turns_left = max(0, table.countdown - table.turn + 1)
    label = (
        f"{turns_left} of {table.countdown} turns left"
        if table.missile == "ready"
        else f"The missile is {table.missile}"
    )
    rows = (table.countdown + 9) // 10
    return Drawing(
        width=cell * min(10, table.countdown),
        height=cell * rows,
        label=label,
        shapes=tuple(shapes),
        look="shambattle countdown",
    )
