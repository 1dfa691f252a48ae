"""The picture: the map to scale with what one side knows on it. Squares that it cannot see are
shaded (P5, P14).
"""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Final

from engine.values import Value
from espionage.rules.ambush.fighting import CLOUD, FLAMES, in_line, smoky
from espionage.rules.ambush.ground import OFF, SIDE, SQUARES
from espionage.rules.ambush.steps import budget
from espionage.rules.ambush.terrain import terrain_of
from espionage.rules.ambush.values import Man
from play.tabletop.board import Circle, Drawing, Group, Line, Path, Rect, Text

from .landscape import INCH, UNIT, centre, filled, landscape, outline
from .squares import column_name, name_of, seen_from

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from espionage.rules.ambush.call import Combatant
    from espionage.rules.ambush.ground import Ground
    from espionage.rules.ambush.values import Cloud, Own, State, Table, View
    from play.tabletop.board import Shape

    from .walking import Stop

RULER: Final = 14
FRAMES: Final[dict[str, int]] = {"all": SIDE, "near": 28, "close": 16}
"""Squares that the picture is wide and high."""
RANGES: Final = (INCH, 4 * INCH, 8 * INCH)
"""Rings at 1 inch, where fire is easier, and at 4 and 8, where it gets harder (P6)."""


class Sketch(Value):
    """What is drawn over a view: the stops of a plan, a square to throw at, counters that are being
    placed.
    """

    stops: tuple[Stop, ...] = ()
    target: int = OFF
    mine: int = OFF
    enemy: int = OFF


NOTHING: Final = Sketch()


def picture(view: View, sketch: Sketch = NOTHING, frame: str = "all") -> Drawing:
    """What the seat of this view sees."""
    own, table = view.own, view.table
    here = own.man.at if own is not None else OFF
    shapes = [*landscape(table.ground)]
    if own is not None and here != OFF:
        shapes += _shade(own, table)
    shapes += _clouds(table.clouds, table.ground)
    if own is not None and here != OFF:
        shapes += [
            *_rings(here),
            *_sightline(own),
            *_path(here, sketch.stops),
            *_target(sketch.target),
        ]
        shapes += [*_enemy(own), _me(here, own.man.who.name, crouched=own.man.crouched)]
    elif own is not None:
        shapes += _placing(sketch, own)
    focus = here if here != OFF else sketch.mine
    return _framed(
        shapes, _label(view), table, frame, focus, _legwork(own, table) if own is not None else ()
    )


def _legwork(own: Own, table: Table) -> tuple[tuple[str, str], ...]:
    """What the board's script leads a plan by: where own man is and how, squares left to him this
    turn, diagonal steps taken (P4).
    """
    man = own.man
    left = budget(man, table.numbers) - man.paced
    return (
        ("here", str(man.at)),
        ("posture", "crouching" if man.crouched else "standing"),
        ("left", str(left)),
        ("slants", str(man.diagonals)),
    )


def both(state: State, names: Sequence[str]) -> Drawing:
    """Both counters on one map: for when it is over."""
    table = state.table
    shapes = [*landscape(table.ground), *_clouds(table.clouds, table.ground)]
    for seat, own in enumerate(state.own):
        if own.man.at != OFF:
            shapes.append(
                _counter(
                    own.man.at,
                    own.man.who.name,
                    f"{own.man.who.name} ({names[seat]})",
                    ("me", "enemy")[seat],
                    own.man.crouched,
                )
            )
    return _framed(
        shapes,
        f"{terrain_of(table.ground).ground.title}: final positions.",
        table,
        "all",
        OFF,
        (),
    )


# --- what can be seen -----------------------------------------------------------------------------


def unseen(own: Own, table: Table) -> tuple[int, ...]:
    """Squares in which own man would not see somebody who stands there; all of them while he is
    blind.
    """
    if own.man.blind >= table.turn:
        return tuple([square for square in range(SQUARES) if square != own.man.at])
    return _unseen(
        table.ground,
        own.man.at,
        own.man.crouched,
        smoky(table.clouds, terrain_of(table.ground)),
        own.man.who,
    )


@lru_cache(maxsize=256)
def _unseen(
    ground: str | Ground, here: int, crouched: bool, smoke: frozenset[int], who: Combatant
) -> tuple[int, ...]:
    terrain = terrain_of(ground)
    me = Man(who=who, at=here, crouched=crouched)
    return tuple(
        [
            square
            for square in range(SQUARES)
            if square != here and not in_line(terrain, smoke, me, Man(who=who, at=square))
        ]
    )


def _shade(own: Own, table: Table) -> Iterator[Shape]:
    dark = unseen(own, table)
    yield Path(d=filled(dark), look="shade")
    yield Path(d=outline(dark), look="horizon")


def _rings(here: int) -> Iterator[Shape]:
    x, y = centre(here)
    for reach in RANGES:
        yield Circle(x=x, y=y, radius=reach * UNIT, look="ring")
        if y - reach * UNIT > 0:
            yield Text(
                x=x,
                y=y - reach * UNIT - 1,
                words=f"{reach // INCH} in",
                anchor="middle",
                look="range",
            )


def _sightline(own: Own) -> Iterator[Shape]:
    if own.mark.in_sight:
        yield Line(points=(centre(own.man.at), centre(own.mark.at)), look="sightline")


# --- counters -------------------------------------------------------------------------------------


def _me(at: int, name: str, *, crouched: bool) -> Shape:
    return _counter(
        at,
        name,
        f"You, at {name_of(at)}, {'crouching' if crouched else 'standing'}",
        "me",
        crouched,
    )


def _counter(at: int, name: str, title: str, look: str, crouched: bool) -> Shape:
    """A disc for own people and a diamond for the enemy, with an initial; a bar under who
    crouches.
    """
    x, y = centre(at)
    body: Shape = Circle(x=0, y=0, radius=7.5, look="disc")
    if look != "me":
        body = Line(points=((0, -9.5), (9.5, 0), (0, 9.5), (-9.5, 0)), closed=True, look="disc")
    low: tuple[Shape, ...] = (
        (Rect(x=-8, y=9.5, width=16, height=3, round=1, look="low"),) if crouched else ()
    )
    inside = (body, *low, Text(x=0, y=3.2, words=name[:1].upper(), anchor="middle", look="initial"))
    return Group(shapes=inside, x=x, y=y, look=look, title=title)


def _enemy(own: Own) -> Iterator[Shape]:
    mark = own.mark
    if mark.at == OFF:
        return
    if mark.in_sight:
        yield _counter(
            mark.at,
            own.enemy_name,
            f"{own.enemy_name}, {seen_from(own.man.at, mark.at)}",
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
        title=f"{own.enemy_name} was last seen here, in turn {mark.turn}, phase {mark.phase}",
    )


def _placing(sketch: Sketch, own: Own) -> list[Shape]:
    shapes: list[Shape] = []
    if OFF not in (sketch.mine, sketch.enemy):
        shapes.append(Line(points=(centre(sketch.mine), centre(sketch.enemy)), look="sightline"))
    if sketch.enemy != OFF:
        shapes.append(
            _counter(
                sketch.enemy,
                own.enemy_name,
                f"{own.enemy_name}, at {name_of(sketch.enemy)}",
                "enemy",
                False,
            )
        )
    if sketch.mine != OFF:
        shapes.append(_me(sketch.mine, own.man.who.name, crouched=False))
    return shapes


# --- the plan -------------------------------------------------------------------------------------


def _path(here: int, stops: Sequence[Stop]) -> Iterator[Shape]:
    """The way of a plan, the phases numbered where they end."""
    trail = [here, *[square for stop in stops for square in stop.trail]]
    if len(trail) > 1:
        yield Line(points=tuple([centre(square) for square in trail]), look="path")
    for stop in stops:
        if stop.blocked != OFF:
            x, y = centre(stop.blocked)
            yield Path(d=f"M{x - 4} {y - 4}l8 8M{x + 4} {y - 4}l-8 8", look="lost")
    for at, group in groupby([stop for stop in stops if stop.at != OFF], key=lambda stop: stop.at):
        phases = [stop.phase for stop in group]
        if at != here:
            words = f"{phases[0]}" if len(phases) == 1 else f"{phases[0]}–{phases[-1]}"
            x, y = centre(at)
            half = 4.6 if len(phases) == 1 else 7
            yield Rect(x=x - half, y=y - 4.6, width=2 * half, height=9.2, round=4.6, look="stop")
            yield Text(x=x, y=y + 2.3, words=words, anchor="middle", look="number")


def _target(square: int) -> Iterator[Shape]:
    if square == OFF:
        return
    x, y = centre(square)
    yield Circle(x=x, y=y, radius=INCH * UNIT, look="blast")
    yield Path(d=f"M{x - 6} {y}h12M{x} {y - 6}v12", look="lost")


def _clouds(clouds: tuple[Cloud, ...], ground: str | Ground) -> Iterator[Shape]:
    """Smoke as rings, tear gas as waves, fire as flames: in every square they fill."""
    terrain = terrain_of(ground)
    for cloud in clouds:
        squares = sorted(terrain.burst(cloud.at, FLAMES if cloud.kind == "fire" else CLOUD))
        marks = "".join([_puff(cloud.kind, *centre(square)) for square in squares])
        title = (
            f"{ {'smoke': 'Smoke', 'gas': 'Tear gas', 'fire': 'Fire'}[cloud.kind] } to the "
            f"end of turn {cloud.until}"
        )
        yield Group(
            shapes=(Path(d=filled(squares), look="cloud"), Path(d=marks, look="puff")),
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


def _framed(
    shapes: Sequence[Shape],
    label: str,
    table: Table,
    frame: str,
    focus: int,
    data: tuple[tuple[str, str], ...],
) -> Drawing:
    """The map, or a part of it around a square, with its rulers. The board's script finds squares
    by the group's data.
    """
    side = FRAMES.get(frame, SIDE) if focus != OFF else SIDE
    left, top = (_from(focus % SIDE, side), _from(focus // SIDE, side)) if focus != OFF else (0, 0)
    inside = Group(
        shapes=tuple(shapes),
        x=RULER - left * UNIT,
        y=RULER - top * UNIT,
        data=(("ambush", str(UNIT)), ("letters", terrain_of(table.ground).letters), *data),
    )
    size = side * UNIT + RULER
    return Drawing(
        width=size,
        height=size,
        label=label,
        shapes=(inside, *_rulers(left, top, side)),
        look="ambush",
        zooms=True,
    )


def _from(place: int, side: int) -> int:
    return min(max(place - side // 2, 0), SIDE - side)


def _rulers(left: int, top: int, side: int) -> Iterator[Shape]:
    size = side * UNIT + RULER
    yield Rect(x=0, y=0, width=size, height=RULER, look="ruler")
    yield Rect(x=0, y=0, width=RULER, height=size, look="ruler")
    for place in range(side):
        middle = RULER + place * UNIT + UNIT // 2
        yield Text(x=middle, y=10, words=column_name(left + place), anchor="middle", look="tick")
        yield Text(
            x=RULER // 2, y=middle + 2.5, words=str(top + place + 1), anchor="middle", look="tick"
        )


def _label(view: View) -> str:
    own = view.own
    title = f"{terrain_of(view.table.ground).ground.title}, {SIDE} by {SIDE} squares"
    if own is None or own.man.at == OFF:
        return f"{title}."
    me = f"You are at {name_of(own.man.at)}."
    if own.mark.at == OFF:
        return f"{title}. {me}"
    enemy = f"{own.enemy_name} is" if own.mark.in_sight else f"{own.enemy_name} was last seen"
    return f"{title}. {me} {enemy} {seen_from(own.man.at, own.mark.at)}."
