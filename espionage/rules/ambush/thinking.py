"""What the searching bot of the duel thinks with: the plans worth a thought. Its playouts are
fought by doctrine.

The plans are few, in place of all that can be planned: stand and fire, brace, fire and be gone,
gain cover, close in, lie in wait, reload, throw, run. The rules, and what the bot knows, are those
of every player.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.dice import SeededDice, seed_from
from engine.values import changed

from .bearings import squares_to
from .doctrine import CLOSE, Doctrine
from .fighting import UNAIMED, best_gun, grenades, in_line, knife, rounds, smoky, spares
from .game import AmbushGame
from .ground import OFF
from .routes import Routes, way_to
from .samples import BASE, STAY, fighter, kit, walk
from .steps import budget
from .terrain import STRAIGHT, terrain_of
from .values import AMBUSHER, PHASES, Fire, Man, Plan, Reload, Throw, View

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from campaign.ledger.rules.gear import Gear
    from engine.values import Seat

    from .call import Tactics
    from .ground import Ground
    from .values import Action, Cloud, Deed, Move, Own, Table

TACTICS: Final[tuple[Tactics, ...]] = ("cautious", "aggressive", "flee_first")
WORDS: Final = seed_from("a plan worth a thought")
FAVOURITES: Final = 6
"""So many placings are worth a thought."""
FEW: Final = 0.5
"""A magazine with less of its rounds left is worth reloading before it is empty."""
PLACES: Final = Doctrine("cautious")
"""Who places the two in the first thought: behind cover, the enemy in the open."""
NOBODY: Final = fighter(0, "cautious", BASE, kit())
"""Whoever stands on a square, as far as lines of sight go."""


# --- plans worth a thought ------------------------------------------------------------------------


class Considered(AmbushGame):
    """The same game with a menu of what is worth a thought. Never registered: only the searching
    bot sees it.
    """

    def legal_moves(self, view: View) -> Sequence[Move]:
        own, table = view.own, view.table
        if table.stage == "placing" and view.seat == AMBUSHER:
            return PLACES.favourites(view, FAVOURITES)
        if own is None or table.stage != "planning" or own.plan is not None:
            return super().legal_moves(view)
        return _menu(table, own, view.seat or AMBUSHER)


CONSIDERED: Final = Considered()


@lru_cache(maxsize=256)
def _menu(table: Table, own: Own, seat: Seat) -> tuple[Plan, ...]:
    """Remembered, as every playout of a thought begins with the same one."""
    return tuple(dict.fromkeys([*_doctrines(table, own, seat), *_plans(table, own)]))


def _doctrines(table: Table, own: Own, seat: Seat) -> Iterator[Plan]:
    """What our doctrines would do, the one that fights first."""
    for tactics in TACTICS:
        plan = Doctrine(tactics).choose(
            View(seat=seat, table=table, own=own), seat, SeededDice(WORDS, table.turn)
        )
        if isinstance(plan, Plan):
            yield plan


def _plans(table: Table, own: Own) -> Iterator[Plan]:
    man, mark = own.man, own.mark
    actions = () if man.acted or man.ran else tuple(_actions(own))
    main = actions[0] if actions else None
    posture: tuple[tuple[Deed, ...], ...] = (("stand",),) if man.crouched else (("crouch",),)
    yield from [Plan(action=action) for action in actions or (None,)]
    yield Plan(phases=posture, action=main)
    for later in _later(table, man, main):
        yield Plan(action=later)
        yield Plan(phases=posture, action=later)
    yield _run(table, man)
    if mark.at == OFF:
        return
    goals = _goals(
        table.ground, table.clouds, man.at, mark.at, mark.crouched, budget(man, table.numbers)
    )
    for goal in goals:
        if goal.ways:
            yield _go(table, man, goal, main)
            if main is not None and not table.phase_by_phase:
                yield _go(table, man, goal, main, wait=1)
    yield from [
        _go(table, man, goals.hidden, action)
        for action in actions
        if isinstance(action, Reload) and goals.hidden.ways
    ]
    yield from _closer(table, own, main)


def _later(table: Table, man: Man, action: Action | None) -> Iterator[Action]:
    """The same shot aimed, for a little and as long as it goes (P39)."""
    if (
        isinstance(action, Fire)
        and action.weapon
        and table.numbers.aimed
        and not (man.moved or table.phase_by_phase)
    ):
        yield changed(action, phase=UNAIMED + 1)
        yield changed(action, phase=PHASES)


def _closer(table: Table, own: Own, main: Action | None) -> Iterator[Plan]:
    """To where one cannot miss, or to arm's length: firing on the way, or not before."""
    man, mark = own.man, own.mark
    shoots = isinstance(main, Fire) and bool(main.weapon)
    near = CLOSE if shoots else 1
    ways = [
        (at, way)
        for at, way in way_to(terrain_of(table.ground), man.at, mark.at).items()
        if squares_to(at, mark.at) > near
    ]
    yield _go(table, man, Goal(mark.at, tuple(ways)), main)
    if isinstance(main, Fire) and shoots:
        yield _go(
            table,
            man,
            Goal(mark.at, tuple(ways)),
            Fire(weapon=main.weapon, within=CLOSE, barrels=main.barrels),
        )


def _actions(own: Own) -> Iterator[Action]:
    """What he could do with what he has, the likeliest first."""
    man = own.man
    gun = best_gun(man)
    if gun and gun.weapon:
        yield _shot(man, gun)
        if 0 < rounds(man, gun) < FEW * gun.weapon.shots and spares(man, gun):
            yield Reload(weapon=gun.key)
    if own.mark.in_sight:
        yield from [Throw(gear=gear.key) for gear in grenades(man)]
    if gun is None or (own.mark.at != OFF and squares_to(man.at, own.mark.at) <= 2 * CLOSE):
        blade = knife(man)
        yield (
            Fire(weapon=blade.key)
            if blade and man.who.skills.blade >= man.who.skills.martial_arts
            else Fire()
        )


def _shot(man: Man, gun: Gear) -> Action:
    """All barrels of a gun; a launcher's grenade; or a new clip, when it is empty."""
    loaded = rounds(man, gun)
    if not loaded or gun.weapon is None:
        return Reload(weapon=gun.key)
    return (
        Throw(gear=gun.key)
        if gun.weapon.fires_grenades
        else Fire(weapon=gun.key, barrels=min(gun.weapon.barrels, loaded))
    )


# --- where to go ----------------------------------------------------------------------------------


class Goal(NamedTuple):
    """A square worth going to, and the way to go at each square on the route; no ways when he is
    there, or cannot come there.
    """

    at: int
    ways: tuple[tuple[int, int], ...] = ()


class Goals(NamedTuple):
    """Within a turn: the nearest square that the enemy does not see, and the nearest with cover
    from which he is seen.
    """

    hidden: Goal
    covered: Goal


@lru_cache(maxsize=1024)
def _goals(
    ground: str | Ground,
    clouds: tuple[Cloud, ...],
    at: int,
    enemy: int,
    crouched: bool,
    squares: int,
) -> Goals:
    terrain = terrain_of(ground)
    smoke, there = smoky(clouds, terrain), Man(who=NOBODY, at=enemy, crouched=crouched)
    routes = Routes(terrain, at, limit=STRAIGHT * squares)
    hidden = covered = OFF
    for square in sorted(routes.cost, key=lambda square: (routes.cost[square], square)):
        if square == enemy:
            continue
        seen = in_line(terrain, smoke, Man(who=NOBODY, at=square), there)
        if not seen and hidden == OFF:
            hidden = square
        if seen and covered == OFF and terrain.covers(terrain.line(square, enemy), enemy):
            covered = square
        if OFF not in (hidden, covered):
            break
    return Goals(*[Goal(goal, tuple(routes.to(goal).items())) for goal in (hidden, covered)])


def _go(table: Table, man: Man, goal: Goal, action: Action | None, *, wait: int = 0) -> Plan:
    ways = dict(goal.ways)
    return Plan(
        phases=walk(table, man, lambda at: ways.get(at, STAY), quick=False, wait=wait),
        action=action,
    )


def _run(table: Table, man: Man) -> Plan:
    edge = terrain_of(table.ground).edge
    return Plan(phases=walk(table, man, lambda at: edge[at], quick=not man.acted))
