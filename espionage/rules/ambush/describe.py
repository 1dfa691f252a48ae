"""The board in facts: what the text twin says of a view (P14). Values only; words are the
page's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from .bearings import inches_to, squares_to, way_to
from .fighting import CLOUD, FLAMES, armour, dp, gassed, wounded
from .ground import LEGEND, OFF, SIDE, apart, to_edge
from .routes import steps_out
from .steps import budget
from .terrain import STEPS, terrain_of
from .values import WAYS

if TYPE_CHECKING:
    from fractions import Fraction

    from .terrain import Terrain
    from .values import CloudKind, Man, Mark, Sound, Stage, View, Way


@dataclass(frozen=True)
class Position:
    """A place seen from one's own: column and row from 1, bearing, distance in squares and in
    inches.
    """

    column: int
    row: int
    way: Way
    squares: int
    inches: Fraction


@dataclass(frozen=True)
class Nearby:
    """What the next square in one of the eight directions is; `open` if one can step there."""

    way: Way
    what: str
    open: bool


@dataclass(frozen=True)
class Hazard:
    """A cloud or fire, how many turns it lasts, and whether one's own man is in it."""

    kind: CloudKind
    where: Position
    turns: int
    inside: bool


@dataclass(frozen=True)
class Self:
    """One's own man: place, posture, what is left of him, what he may do."""

    column: int
    row: int
    standing_on: str
    crouched: bool
    hand: str
    dp: int
    armour: int
    wounded: bool
    gassed: bool
    blind: bool
    seen: bool
    unseen_turns: int
    squares_a_turn: int
    squares_left: int
    has_fired: bool
    to_nearest_edge: int
    steps_out: int
    way_out: Way
    around: tuple[Nearby, ...]


@dataclass(frozen=True)
class Enemy:
    """The enemy as far as he is known. `cover` is what he has from us, `our_cover` what we have
    from him; None out of sight.
    """

    name: str
    team: str
    in_sight: bool
    where: Position | None
    crouched: bool
    hand: str
    hurt: Literal["", "hit", "down"]
    last_turn: int
    last_phase: int
    cover: bool | None
    our_cover: bool | None
    at_arms_length: bool


@dataclass(frozen=True)
class Facts:
    """All there is to say of a view; without `own` and `enemy` for a spectator, or before the
    counters stand.
    """

    title: str
    stage: Stage
    turn: int
    turns: int
    phase: int
    poor_light: bool
    own: Self | None
    enemy: Enemy | None
    sounds: tuple[Sound, ...]
    hazards: tuple[Hazard, ...]


def describe(view: View) -> Facts:
    """The facts of a view."""
    table, own = view.table, view.own
    terrain = terrain_of(table.ground)
    there = own is not None and own.man.at != OFF
    return Facts(
        title=terrain.ground.title,
        stage=table.stage,
        turn=table.turn,
        turns=table.numbers.turn_limit,
        phase=table.phase,
        poor_light=terrain.ground.poor_light,
        own=_self(view, terrain) if there else None,
        enemy=_enemy(view, terrain) if there else None,
        sounds=own.sounds if own else (),
        hazards=_hazards(view, own.man.at) if own and there else (),
    )


def position(here: int, there: int) -> Position:
    """A square seen from another."""
    return Position(
        column=there % SIDE + 1,
        row=there // SIDE + 1,
        way=way_to(here, there),
        squares=squares_to(here, there),
        inches=inches_to(here, there),
    )


def _self(view: View, terrain: Terrain) -> Self | None:
    own, table = view.own, view.table
    if own is None:
        return None
    man = own.man
    squares = budget(man, table.numbers)
    return Self(
        column=man.at % SIDE + 1,
        row=man.at // SIDE + 1,
        standing_on=LEGEND[terrain.letters[man.at]],
        crouched=man.crouched,
        hand=man.hand,
        dp=dp(man),
        armour=armour(man),
        wounded=wounded(man),
        gassed=gassed(man, table.clouds, terrain),
        blind=man.blind >= table.turn,
        seen=own.seen,
        unseen_turns=own.unseen,
        squares_a_turn=squares,
        squares_left=squares - man.paced,
        has_fired=man.acted,
        to_nearest_edge=to_edge(man.at),
        steps_out=steps_out(terrain, man.at),
        way_out=WAYS[terrain.edge[man.at]],
        around=tuple([_nearby(terrain, man, way) for way in range(8)]),
    )


def _nearby(terrain: Terrain, man: Man, way: int) -> Nearby:
    there, (dx, dy) = terrain.steps[man.at * 8 + way], STEPS[way]
    if there == OFF:
        return Nearby(way=WAYS[way], what="edge of the map", open=True)
    return Nearby(
        way=WAYS[way], what=LEGEND[terrain.letters[man.at + dy * SIDE + dx]], open=there >= 0
    )


def _enemy(view: View, terrain: Terrain) -> Enemy | None:
    own = view.own
    if own is None:
        return None
    mark, here = own.mark, own.man.at
    known = mark.at != OFF
    return Enemy(
        name=own.enemy_name,
        team=own.enemy_team,
        in_sight=mark.in_sight,
        where=position(here, mark.at) if known else None,
        crouched=mark.crouched,
        hand=mark.hand,
        hurt=mark.hurt,
        last_turn=mark.turn,
        last_phase=mark.phase,
        cover=_covered(terrain, mark, shooter=here, target=mark.at),
        our_cover=_covered(terrain, mark, shooter=mark.at, target=here),
        at_arms_length=mark.in_sight and terrain.arms_length(here, mark.at),
    )


def _covered(terrain: Terrain, mark: Mark, *, shooter: int, target: int) -> bool | None:
    if not mark.in_sight:
        return None
    return terrain.covers(terrain.line(shooter, target), shooter)


def _hazards(view: View, here: int) -> tuple[Hazard, ...]:
    terrain = terrain_of(view.table.ground)
    return tuple(
        [
            Hazard(
                kind=cloud.kind,
                where=position(here, cloud.at),
                turns=cloud.until - view.table.turn + 1,
                inside=here in terrain.burst(cloud.at, FLAMES if cloud.kind == "fire" else CLOUD)
                or apart(here, cloud.at) == 0,
            )
            for cloud in view.table.clouds
        ]
    )
