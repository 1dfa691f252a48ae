"""The picture of the map as one side knows it. Squares out of sight are shaded (P5, P14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

from ambush.rules.call import Combatant
from ambush.rules.fighting import (
    SQUARED_CLOUD_REACH,
    SQUARED_FIRE_REACH,
    are_in_sight,
    smoky_squares,
)
from ambush.rules.ground import OFF_MAP, SIDE, SQUARES, Ground
from ambush.rules.steps import squares_per_turn
from ambush.rules.terrain import terrain_of
from ambush.rules.values import Cloud, Man, Own, State, Table, View
from engine.values import Value
from play.tabletop.board import Circle, Drawing, Group, Line, Path, Rect, Shape, Text

from .landscape import (
    INCH_IN_SQUARES,
    UNITS_PER_SQUARE,
    centre,
    filled_path,
    landscape_shapes,
    outline_path,
)
from .squares import column_name, seen_from, square_name
from .walking import Stop

RULER_WIDTH: Final = 14
FRAME_SIZES: Final[dict[str, int]] = {"all": SIDE, "near": 28, "close": 16}
"""Width and height of the picture, in squares."""
RANGES: Final = (INCH_IN_SQUARES, 4 * INCH_IN_SQUARES, 8 * INCH_IN_SQUARES)
"""Radii of the rings at 1 inch, where shots get easier, and at 4 and 8, where they get harder."""


class Sketch(Value):
    """Drafts drawn over a view: a plan's stops, the target of a throw, and counters to place."""

    stops: tuple[Stop, ...] = ()
    target: int = OFF_MAP
    own_square: int = OFF_MAP
    enemy_square: int = OFF_MAP


EMPTY_SKETCH: Final = Sketch()


def draw_view(view: View, sketch: Sketch = EMPTY_SKETCH, frame: str = "all") -> Drawing:
    """Return the picture for this view's seat."""
    own_state, table = view.own, view.table
    own_square = own_state.man.at if own_state is not None else OFF_MAP
    shapes = [*landscape_shapes(table.ground)]
    if own_state is not None and own_square != OFF_MAP:
        shapes += _shaded_squares(own_state, table)
    shapes += _clouds(table.clouds, table.ground)
    if own_state is not None and own_square != OFF_MAP:
        shapes += [
            *_rings(own_square),
            *_sightline(own_state),
            *_plan_path(own_square, sketch.stops),
            *_target_marker(sketch.target),
        ]
        shapes += [
            *_enemy(own_state),
            _own_counter(own_square, own_state.man.who.name, crouched=own_state.man.crouched),
        ]
    elif own_state is not None:
        shapes += _placing(sketch, own_state)
    focus = own_square if own_square != OFF_MAP else sketch.own_square
    return _frame(
        shapes,
        _label(view),
        table,
        frame,
        focus,
        _script_data(own_state, table) if own_state is not None else (),
    )


def _script_data(own_state: Own, table: Table) -> tuple[tuple[str, str], ...]:
    """Return the data that the board's script needs so that the player can draw a plan.

    The data contains the fighter's square and posture, the squares left, and the diagonal steps
    taken so far (P4).
    """
    man = own_state.man
    squares_left = squares_per_turn(man, table.numbers) - man.paced
    return (
        ("here", str(man.at)),
        ("posture", "crouching" if man.crouched else "standing"),
        ("left", str(squares_left)),
        ("slants", str(man.diagonals)),
    )


def draw_final_positions(state: State, names: Sequence[str]) -> Drawing:
    """Return the picture of both counters after the duel has ended."""
    table = state.table
    shapes = [*landscape_shapes(table.ground), *_clouds(table.clouds, table.ground)]
    for seat, own_state in enumerate(state.own):
        if own_state.man.at != OFF_MAP:
            shapes.append(
                _counter(
                    own_state.man.at,
                    own_state.man.who.name,
                    f"{own_state.man.who.name} ({names[seat]})",
                    ("me", "enemy")[seat],
                    own_state.man.crouched,
                )
            )
    return _frame(
        shapes,
        f"{terrain_of(table.ground).ground.title}: final positions.",
        table,
        "all",
        OFF_MAP,
        (),
    )


# --- sight ----------------------------------------------------------------------------------------


def unseen_squares(own_state: Own, table: Table) -> tuple[int, ...]:
    """Return the squares that the fighter cannot see. A blind fighter cannot see any square."""
    if own_state.man.blind >= table.turn:
        return tuple([square for square in range(SQUARES) if square != own_state.man.at])
    return _unseen_squares(
        table.ground,
        own_state.man.at,
        own_state.man.crouched,
        smoky_squares(table.clouds, terrain_of(table.ground)),
        own_state.man.who,
    )


@lru_cache(maxsize=256)
def _unseen_squares(
    ground: str | Ground,
    own_square: int,
    crouched: bool,
    smoke: frozenset[int],
    combatant: Combatant,
) -> tuple[int, ...]:
    terrain = terrain_of(ground)
    own_man = Man(who=combatant, at=own_square, crouched=crouched)
    return tuple(
        square
        for square in range(SQUARES)
        if square != own_square
        and not are_in_sight(terrain, smoke, own_man, Man(who=combatant, at=square))
    )


def _shaded_squares(own_state: Own, table: Table) -> Iterator[Shape]:
    dark_squares = unseen_squares(own_state, table)
    yield Path(d=filled_path(dark_squares), look="shade")
    yield Path(d=outline_path(dark_squares), look="horizon")


def _rings(centre_square: int) -> Iterator[Shape]:
    x, y = centre(centre_square)
    for reach in RANGES:
        yield Circle(x=x, y=y, radius=reach * UNITS_PER_SQUARE, look="ring")
        if y - reach * UNITS_PER_SQUARE > 0:
            yield Text(
                x=x,
                y=y - reach * UNITS_PER_SQUARE - 1,
                words=f"{reach // INCH_IN_SQUARES} in",
                anchor="middle",
                look="range",
            )


def _sightline(own_state: Own) -> Iterator[Shape]:
    if own_state.mark.in_sight:
        yield Line(points=(centre(own_state.man.at), centre(own_state.mark.at)), look="sightline")


# --- counters -------------------------------------------------------------------------------------


def _own_counter(square: int, name: str, *, crouched: bool) -> Shape:
    return _counter(
        square,
        name,
        f"You, at {square_name(square)}, {'crouching' if crouched else 'standing'}",
        "me",
        crouched,
    )


def _counter(square: int, name: str, title: str, look: str, crouched: bool) -> Shape:
    """Return a disc for the player's fighter or a diamond for the enemy.

    A bar is added if the fighter is crouching.
    """
    x, y = centre(square)
    body: Shape = Circle(x=0, y=0, radius=7.5, look="disc")
    if look != "me":
        body = Line(points=((0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0)), closed=True, look="disc")
    crouch_bar: tuple[Shape, ...] = (
        (Rect(x=-8, y=9.5, width=16, height=3, round=1, look="low"),) if crouched else ()
    )
    shapes = (
        body,
        *crouch_bar,
        Text(x=0, y=3.2, words=name[:1].upper(), anchor="middle", look="initial"),
    )
    return Group(shapes=shapes, x=x, y=y, look=look, title=title)


def _enemy(own_state: Own) -> Iterator[Shape]:
    mark = own_state.mark
    if mark.at == OFF_MAP:
        return
    if mark.in_sight:
        yield _counter(
            mark.at,
            own_state.enemy_name,
            f"{own_state.enemy_name}, {seen_from(own_state.man.at, mark.at)}",
            "enemy",
            mark.crouched,
        )
        return
    x, y = centre(mark.at)
    yield Group(
        shapes=(
            Line(points=((0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0)), closed=True, look="disc"),
            Text(x=0, y=3.2, words="?", anchor="middle", look="initial"),
            Text(x=0, y=18, words=f"turn {mark.turn}", anchor="middle", look="when"),
        ),
        x=x,
        y=y,
        look="lastseen",
        title=f"{own_state.enemy_name} was last seen here, in turn {mark.turn}, phase {mark.phase}",
    )


def _placing(sketch: Sketch, own_state: Own) -> list[Shape]:
    shapes: list[Shape] = []
    if OFF_MAP not in (sketch.own_square, sketch.enemy_square):
        shapes.append(
            Line(points=(centre(sketch.own_square), centre(sketch.enemy_square)), look="sightline")
        )
    if sketch.enemy_square != OFF_MAP:
        shapes.append(
            _counter(
                sketch.enemy_square,
                own_state.enemy_name,
                f"{own_state.enemy_name}, at {square_name(sketch.enemy_square)}",
                "enemy",
                False,
            )
        )
    if sketch.own_square != OFF_MAP:
        shapes.append(_own_counter(sketch.own_square, own_state.man.who.name, crouched=False))
    return shapes


# --- the plan -------------------------------------------------------------------------------------


def _plan_path(own_square: int, stops: Sequence[Stop]) -> Iterator[Shape]:
    """Yield the path of a plan, with the number of each phase at the phase's last square."""
    trail = [own_square, *[square for stop in stops for square in stop.trail]]
    if len(trail) > 1:
        yield Line(points=tuple([centre(square) for square in trail]), look="path")
    for stop in stops:
        if stop.blocked != OFF_MAP:
            x, y = centre(stop.blocked)
            yield Path(d=f"M{x - 4} {y - 4}l8 8M{x + 4} {y - 4}l-8 8", look="lost")
    for stop_square, group in groupby(
        [stop for stop in stops if stop.square != OFF_MAP], key=lambda stop: stop.square
    ):
        phases = [stop.phase for stop in group]
        if stop_square != own_square:
            number_words = f"{phases[0]}" if len(phases) == 1 else f"{phases[0]}–{phases[-1]}"
            x, y = centre(stop_square)
            half_width = 4.6 if len(phases) == 1 else 7
            yield Rect(
                x=x - half_width,
                y=y - 4.6,
                width=2 * half_width,
                height=9.2,
                round=4.6,
                look="stop",
            )
            yield Text(x=x, y=y + 2.3, words=number_words, anchor="middle", look="number")


def _target_marker(square: int) -> Iterator[Shape]:
    if square == OFF_MAP:
        return
    x, y = centre(square)
    yield Circle(x=x, y=y, radius=INCH_IN_SQUARES * UNITS_PER_SQUARE, look="blast")
    yield Path(d=f"M{x - 6} {y}h12M{x} {y - 6}v12", look="lost")


def _clouds(clouds: tuple[Cloud, ...], ground: str | Ground) -> Iterator[Shape]:
    """Yield smoke as rings, tear gas as waves and fire as flames, in every affected square."""
    terrain = terrain_of(ground)
    for cloud in clouds:
        squares = sorted(
            terrain.burst_squares(
                cloud.at, SQUARED_FIRE_REACH if cloud.kind == "fire" else SQUARED_CLOUD_REACH
            )
        )
        puffs = "".join([_puff(cloud.kind, *centre(square)) for square in squares])
        title = (
            f"{ {'smoke': 'Smoke', 'gas': 'Tear gas', 'fire': 'Fire'}[cloud.kind] } to the "
            f"end of turn {cloud.until}"
        )
        yield Group(
            shapes=(Path(d=filled_path(squares), look="cloud"), Path(d=puffs, look="puff")),
            look=cloud.kind,
            title=title,
        )


def _puff(kind: str, x: int, y: int) -> str:
    if kind == "smoke":
        return f"M{x - 3} {y}a3 3 0 1 1 6 0a3 3 0 1 1 -6 0"
    if kind == "gas":
        return f"M{x - 4} {y}q2 -4 4 0t4 0"
    return f"M{x} {y - 4}q4 4 2 7h-4q-2 -3 2 -7z"


# --- the frame ------------------------------------------------------------------------------------


def _frame(
    shapes: Sequence[Shape],
    label: str,
    table: Table,
    frame: str,
    focus: int,
    data: tuple[tuple[str, str], ...],
) -> Drawing:
    """Return the map, or the part of it around a square, with its rulers.

    The board's script uses `data` to find squares.
    """
    side = FRAME_SIZES.get(frame, SIDE) if focus != OFF_MAP else SIDE
    left, top = (
        (_first_place(focus % SIDE, side), _first_place(focus // SIDE, side))
        if focus != OFF_MAP
        else (0, 0)
    )
    map_group = Group(
        shapes=tuple(shapes),
        x=RULER_WIDTH - left * UNITS_PER_SQUARE,
        y=RULER_WIDTH - top * UNITS_PER_SQUARE,
        data=(
            ("ambush", str(UNITS_PER_SQUARE)),
            ("letters", terrain_of(table.ground).letters),
            *data,
        ),
    )
    size = side * UNITS_PER_SQUARE + RULER_WIDTH
    return Drawing(
        width=size,
        height=size,
        label=label,
        shapes=(map_group, *_rulers(left, top, side)),
        look="ambush",
        zooms=True,
    )


def _first_place(place: int, side: int) -> int:
    return min(max(place - side // 2, 0), SIDE - side)


def _rulers(left: int, top: int, side: int) -> Iterator[Shape]:
    size = side * UNITS_PER_SQUARE + RULER_WIDTH
    yield Rect(x=0, y=0, width=size, height=RULER_WIDTH, look="ruler")
    yield Rect(x=0, y=0, width=RULER_WIDTH, height=size, look="ruler")
    for place in range(side):
        middle = RULER_WIDTH + place * UNITS_PER_SQUARE + UNITS_PER_SQUARE // 2
        yield Text(x=middle, y=10, words=column_name(left + place), anchor="middle", look="tick")
        yield Text(
            x=RULER_WIDTH // 2,
            y=middle + 2.5,
            words=str(top + place + 1),
            anchor="middle",
            look="tick",
        )


def _label(view: View) -> str:
    own_state = view.own
    title = f"{terrain_of(view.table.ground).ground.title}, {SIDE} by {SIDE} squares"
    if own_state is None or own_state.man.at == OFF_MAP:
        return f"{title}."
    position = f"You are at {square_name(own_state.man.at)}."
    if own_state.mark.at == OFF_MAP:
        return f"{title}. {position}"
    enemy = (
        f"{own_state.enemy_name} is"
        if own_state.mark.in_sight
        else f"{own_state.enemy_name} was last seen"
    )
    return f"{title}. {position} {enemy} {seen_from(own_state.man.at, own_state.mark.at)}."
