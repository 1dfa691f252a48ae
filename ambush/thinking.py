"""The game as the searching bot sees it, with only a few plans to consider.

Doctrines fight its playouts. The plans are to stand and fire, brace, fire and leave, gain cover,
close in, lie in wait, reload, throw, and run. The bot has the same rules and knowledge as every
player.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from campaign.ledger.rules.gear import Gear
from engine.dice import SeededDice, seed_from
from engine.values import Seat, changed

from .doctrine import CLOSE_RANGE, Doctrine
from .rules.bearings import squares_to
from .rules.call import Tactics
from .rules.fighting import (
    LAST_UNAIMED_PHASE,
    are_in_sight,
    best_gun,
    grenades,
    knife,
    rounds_left,
    smoky_squares,
    spare_clips,
)
from .rules.game import AmbushGame
from .rules.ground import OFF_MAP, Ground
from .rules.routes import Routes, shortest_path
from .rules.samples import BASE_SKILLS, STAY, sample_fighter, sample_kit, walk
from .rules.steps import squares_per_turn
from .rules.terrain import STRAIGHT, terrain_of
from .rules.values import (
    AMBUSHER,
    PHASES,
    Action,
    Cloud,
    Fire,
    Man,
    Move,
    Movement,
    Own,
    Plan,
    Reload,
    Table,
    Throw,
    View,
)

TACTICS: Final[tuple[Tactics, ...]] = ("cautious", "aggressive", "flee_first")
DOCTRINE_SEED: Final = seed_from("a plan worth a thought")
MAX_PLACINGS: Final = 6
"""Maximum number of placings that are considered."""
LOW_MAGAZINE: Final = 0.5
"""A magazine with less than this share of its rounds is worth reloading."""
PLACING_DOCTRINE: Final = Doctrine("cautious")
"""The doctrine that places the fighters, with the ambusher in cover and the enemy in the open."""
ANY_FIGHTER: Final = sample_fighter(0, "cautious", BASE_SKILLS, sample_kit())
"""A sample fighter, used to compute lines of sight."""


# --- plans to consider ----------------------------------------------------------------------------


class SearchGame(AmbushGame):
    """The same game with fewer moves, used only by the searching bot and not registered."""

    def legal_moves(self, view: View) -> Sequence[Move]:
        own_state, table = view.own, view.table
        if table.stage == "placing" and view.seat == AMBUSHER:
            return PLACING_DOCTRINE.best_placings(view, MAX_PLACINGS)
        if own_state is None or table.stage != "planning" or own_state.plan is not None:
            return super().legal_moves(view)
        return _plans_to_consider(table, own_state, view.seat or AMBUSHER)


SEARCH_GAME: Final = SearchGame()


@lru_cache(maxsize=256)
def _plans_to_consider(table: Table, own_state: Own, seat: Seat) -> tuple[Plan, ...]:
    """Return the plans to consider.

    The result is cached because all playouts begin with the same plans.
    """
    plans = [*_doctrine_plans(table, own_state, seat), *_plans(table, own_state)]
    if table.has_part_offer(Seat(1 - seat)):
        plans.append(changed(plans[0], offers_to_part=True))
    return tuple(dict.fromkeys(plans))


def _doctrine_plans(table: Table, own_state: Own, seat: Seat) -> Iterator[Plan]:
    """Yield the plans of the doctrines. The doctrine that fights comes first."""
    for tactics in TACTICS:
        plan = Doctrine(tactics).choose(
            View(seat=seat, table=table, own=own_state), seat, SeededDice(DOCTRINE_SEED, table.turn)
        )
        if isinstance(plan, Plan):
            yield plan


def _plans(table: Table, own_state: Own) -> Iterator[Plan]:
    man, mark = own_state.man, own_state.mark
    actions = () if man.acted or man.ran else tuple(_possible_actions(own_state))
    main_action = actions[0] if actions else None
    posture: tuple[tuple[Movement, ...], ...] = (("stand",),) if man.crouched else (("crouch",),)
    yield from [Plan(action=action) for action in actions or (None,)]
    yield Plan(phases=posture, action=main_action)
    for aimed_shot in _aimed_shots(table, man, main_action):
        yield Plan(action=aimed_shot)
        yield Plan(phases=posture, action=aimed_shot)
    yield _plan_to_edge(table, man)
    if mark.at == OFF_MAP:
        return
    goals = _find_destinations(
        table.ground,
        table.clouds,
        man.at,
        mark.at,
        mark.crouched,
        squares_per_turn(man, table.numbers),
    )
    for goal in goals:
        if goal.directions:
            yield _plan_to_goal(table, man, goal, main_action)
            if main_action is not None and not table.phase_by_phase:
                yield _plan_to_goal(table, man, goal, main_action, wait=1)
    yield from [
        _plan_to_goal(table, man, goals.hidden, action)
        for action in actions
        if isinstance(action, Reload) and goals.hidden.directions
    ]
    yield from _approach_plans(table, own_state, main_action)


def _aimed_shots(table: Table, man: Man, action: Action | None) -> Iterator[Action]:
    """Yield the same shot, aimed for one phase and as long as possible (P39)."""
    if (
        isinstance(action, Fire)
        and action.weapon
        and table.numbers.aimed
        and not (man.moved or table.phase_by_phase)
    ):
        yield changed(action, phase=LAST_UNAIMED_PHASE + 1)
        yield changed(action, phase=PHASES)


def _approach_plans(table: Table, own_state: Own, main_action: Action | None) -> Iterator[Plan]:
    """Yield plans to approach to close range or arm's length, firing on the way or at the end."""
    man, mark = own_state.man, own_state.mark
    shoots = isinstance(main_action, Fire) and bool(main_action.weapon)
    distance_kept = CLOSE_RANGE if shoots else 1
    directions = [
        (square, direction)
        for square, direction in shortest_path(terrain_of(table.ground), man.at, mark.at).items()
        if squares_to(square, mark.at) > distance_kept
    ]
    yield _plan_to_goal(table, man, Destination(mark.at, tuple(directions)), main_action)
    if isinstance(main_action, Fire) and shoots:
        yield _plan_to_goal(
            table,
            man,
            Destination(mark.at, tuple(directions)),
            Fire(weapon=main_action.weapon, within=CLOSE_RANGE, barrels=main_action.barrels),
        )


def _possible_actions(own_state: Own) -> Iterator[Action]:
    man = own_state.man
    gun = best_gun(man)
    if gun and gun.weapon:
        yield _shot(man, gun)
        if 0 < rounds_left(man, gun) < LOW_MAGAZINE * gun.weapon.shots and spare_clips(man, gun):
            yield Reload(weapon=gun.key)
    if own_state.mark.in_sight:
        yield from [Throw(gear=gear.key) for gear in grenades(man)]
    if gun is None or (
        own_state.mark.at != OFF_MAP and squares_to(man.at, own_state.mark.at) <= 2 * CLOSE_RANGE
    ):
        blade = knife(man)
        yield (
            Fire(weapon=blade.key)
            if blade and man.who.skills.blade >= man.who.skills.martial_arts
            else Fire()
        )


def _shot(man: Man, gun: Gear) -> Action:
    """Return a shot with all barrels or from a launcher, or a reload if the gun is empty."""
    loaded_rounds = rounds_left(man, gun)
    if not loaded_rounds or gun.weapon is None:
        return Reload(weapon=gun.key)
    return (
        Throw(gear=gun.key)
        if gun.weapon.fires_grenades
        else Fire(weapon=gun.key, barrels=min(gun.weapon.barrels, loaded_rounds))
    )


# --- destinations ---------------------------------------------------------------------------------


class Destination(NamedTuple):
    """A destination, and the direction to take at each square on the route.

    There are no directions if the fighter is already there or cannot get there.
    """

    square: int
    directions: tuple[tuple[int, int], ...] = ()


class Destinations(NamedTuple):
    """The nearest hidden square and the nearest square with cover, both within a turn.

    The enemy is visible from the square with cover.
    """

    hidden: Destination
    covered: Destination


@lru_cache(maxsize=1024)
def _find_destinations(
    ground: str | Ground,
    clouds: tuple[Cloud, ...],
    origin: int,
    enemy: int,
    crouched: bool,
    squares: int,
) -> Destinations:
    terrain = terrain_of(ground)
    smoke, enemy_man = (
        smoky_squares(clouds, terrain),
        Man(who=ANY_FIGHTER, at=enemy, crouched=crouched),
    )
    routes = Routes(terrain, origin, limit=STRAIGHT * squares)
    hidden_square = covered_square = OFF_MAP
    for square in sorted(routes.cost, key=lambda square: (routes.cost[square], square)):
        if square == enemy:
            continue
        in_sight = are_in_sight(terrain, smoke, Man(who=ANY_FIGHTER, at=square), enemy_man)
        if not in_sight and hidden_square == OFF_MAP:
            hidden_square = square
        if (
            in_sight
            and covered_square == OFF_MAP
            and terrain.gives_cover(terrain.line_of_sight(square, enemy), enemy)
        ):
            covered_square = square
        if OFF_MAP not in (hidden_square, covered_square):
            break
    return Destinations(
        *[
            Destination(goal, tuple(routes.directions_to(goal).items()))
            for goal in (hidden_square, covered_square)
        ]
    )


def _plan_to_goal(
    table: Table, man: Man, goal: Destination, action: Action | None, *, wait: int = 0
) -> Plan:
    directions = dict(goal.directions)
    return Plan(
        phases=walk(
            table, man, lambda square: directions.get(square, STAY), quick=False, wait=wait
        ),
        action=action,
    )


def _plan_to_edge(table: Table, man: Man) -> Plan:
    edge = terrain_of(table.ground).exit_directions
    return Plan(phases=walk(table, man, lambda square: edge[square], quick=not man.acted))
