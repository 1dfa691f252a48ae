"""The facts in a view, for the text version of the board (P14). Pages put them into words."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from .bearings import direction_to, inches_to, squares_to
from .fighting import (
    SQUARED_CLOUD_REACH,
    SQUARED_FIRE_REACH,
    armour_left,
    dp_left,
    is_gassed,
    is_wounded,
)
from .ground import LEGEND, OFF_MAP, SIDE, distance_to_edge, squared_distance
from .routes import steps_off_map
from .steps import squares_per_turn
from .terrain import STEPS, Terrain, terrain_of
from .values import DIRECTIONS, CloudKind, Direction, Man, Mark, Sound, Stage, View


@dataclass(frozen=True)
class Position:
    """A position relative to the viewer's fighter.

    Column and row are counted from 1.
    """

    column: int
    row: int
    direction: Direction
    squares: int
    inches: Fraction


@dataclass(frozen=True)
class Nearby:
    """A square next to the viewer's fighter, in one of the eight directions.

    `is_open` says whether a fighter can enter the square.
    """

    direction: Direction
    content: str
    is_open: bool


@dataclass(frozen=True)
class Hazard:
    """A cloud or fire, its remaining turns, and whether the viewer's fighter is in it."""

    kind: CloudKind
    position: Position
    turns: int
    inside: bool


@dataclass(frozen=True)
class Self:
    """The viewer's fighter: position, posture, remaining strength and options."""

    column: int
    row: int
    standing_on: str
    crouched: bool
    weapon: str
    dp: int
    armour: int
    wounded: bool
    gassed: bool
    blind: bool
    is_seen: bool
    unseen_turns: int
    squares_a_turn: int
    squares_left: int
    has_fired: bool
    to_nearest_edge: int
    steps_out: int
    exit_direction: Direction
    neighbours: tuple[Nearby, ...]


@dataclass(frozen=True)
class Enemy:
    """The enemy, as far as he is visible.

    `cover` is the enemy's cover and `our_cover` the viewer's. Both are None if the enemy is out of
    sight.
    """

    name: str
    team: str
    in_sight: bool
    position: Position | None
    crouched: bool
    weapon: str
    hurt: Literal["", "hit", "down"]
    last_turn: int
    last_phase: int
    cover: bool | None
    our_cover: bool | None
    at_arms_length: bool


@dataclass(frozen=True)
class BoardFacts:
    """All facts in a view.

    For spectators, and for players before the placing, there are no facts about fighters.
    """

    title: str
    stage: Stage
    turn: int
    turns: int
    phase: int
    poor_light: bool
    own_facts: Self | None
    enemy: Enemy | None
    sounds: tuple[Sound, ...]
    hazards: tuple[Hazard, ...]


def describe_view(view: View) -> BoardFacts:
    """Return the facts in a view."""
    table, own_state = view.table, view.own
    terrain = terrain_of(table.ground)
    is_placed = own_state is not None and own_state.man.at != OFF_MAP
    return BoardFacts(
        title=terrain.ground.title,
        stage=table.stage,
        turn=table.turn,
        turns=table.numbers.turn_limit,
        phase=table.phase,
        poor_light=terrain.ground.poor_light,
        own_facts=_self(view, terrain) if is_placed else None,
        enemy=_enemy(view, terrain) if is_placed else None,
        sounds=own_state.sounds if own_state else (),
        hazards=_hazards(view, own_state.man.at) if own_state and is_placed else (),
    )


def position_from(origin: int, target: int) -> Position:
    """Return the position of a square relative to another square."""
    return Position(
        column=target % SIDE + 1,
        row=target // SIDE + 1,
        direction=direction_to(origin, target),
        squares=squares_to(origin, target),
        inches=inches_to(origin, target),
    )


def _self(view: View, terrain: Terrain) -> Self | None:
    own_state, table = view.own, view.table
    if own_state is None:
        return None
    man = own_state.man
    squares = squares_per_turn(man, table.numbers)
    return Self(
        column=man.at % SIDE + 1,
        row=man.at // SIDE + 1,
        standing_on=LEGEND[terrain.letters[man.at]],
        crouched=man.crouched,
        weapon=man.hand,
        dp=dp_left(man),
        armour=armour_left(man),
        wounded=is_wounded(man),
        gassed=is_gassed(man, table.clouds, terrain),
        blind=man.blind >= table.turn,
        is_seen=own_state.seen,
        unseen_turns=own_state.unseen,
        squares_a_turn=squares,
        squares_left=squares - man.paced,
        has_fired=man.acted,
        to_nearest_edge=distance_to_edge(man.at),
        steps_out=steps_off_map(terrain, man.at),
        exit_direction=DIRECTIONS[terrain.exit_directions[man.at]],
        neighbours=tuple([_nearby(terrain, man, direction) for direction in range(8)]),
    )


def _nearby(terrain: Terrain, man: Man, direction: int) -> Nearby:
    next_square, (dx, dy) = terrain.steps[man.at * 8 + direction], STEPS[direction]
    if next_square == OFF_MAP:
        return Nearby(direction=DIRECTIONS[direction], content="edge of the map", is_open=True)
    return Nearby(
        direction=DIRECTIONS[direction],
        content=LEGEND[terrain.letters[man.at + dy * SIDE + dx]],
        is_open=next_square >= 0,
    )


def _enemy(view: View, terrain: Terrain) -> Enemy | None:
    own_state = view.own
    if own_state is None:
        return None
    mark, own_square = own_state.mark, own_state.man.at
    is_known = mark.at != OFF_MAP
    return Enemy(
        name=own_state.enemy_name,
        team=own_state.enemy_team,
        in_sight=mark.in_sight,
        position=position_from(own_square, mark.at) if is_known else None,
        crouched=mark.crouched,
        weapon=mark.hand,
        hurt=mark.hurt,
        last_turn=mark.turn,
        last_phase=mark.phase,
        cover=_covered(terrain, mark, shooter=own_square, target=mark.at),
        our_cover=_covered(terrain, mark, shooter=mark.at, target=own_square),
        at_arms_length=mark.in_sight and terrain.are_in_reach(own_square, mark.at),
    )


def _covered(terrain: Terrain, mark: Mark, *, shooter: int, target: int) -> bool | None:
    if not mark.in_sight:
        return None
    return terrain.gives_cover(terrain.line_of_sight(shooter, target), shooter)


def _hazards(view: View, own_square: int) -> tuple[Hazard, ...]:
    terrain = terrain_of(view.table.ground)
    return tuple(
        [
            Hazard(
                kind=cloud.kind,
                position=position_from(own_square, cloud.at),
                turns=cloud.until - view.table.turn + 1,
                inside=own_square
                in terrain.burst_squares(
                    cloud.at, SQUARED_FIRE_REACH if cloud.kind == "fire" else SQUARED_CLOUD_REACH
                )
                or squared_distance(own_square, cloud.at) == 0,
            )
            for cloud in view.table.clouds
        ]
    )
