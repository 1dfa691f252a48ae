"""Fights without the player (P15).

A doctrine is a bot for either seat that knows only what its player would know. The *aggressive*
doctrine fires while approaching to 4 squares, and searches for an enemy who is out of sight. The
*cautious* doctrine fires from its position, and moves behind cover while crouching. The *flee
first* doctrine runs if the nearest edge can be reached within four turns. Otherwise, if the stealth
skill is at base, it moves out of sight. Every doctrine agrees to part if it has nothing to gain.

An untrained fighter never exchanges shots at range, and approaches to 4 squares or leaves instead.
A counterspy who hunts a spy before the mission does not leave unwounded, because the spy would then
continue the mission (E9).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Final, assert_never

from engine.dice import Dice
from engine.values import Seat, changed

from .rules.bearings import squares_to
from .rules.call import Tactics
from .rules.fighting import (
    are_squares_in_sight,
    best_gun,
    fire_parts,
    grenades,
    is_gassed,
    is_wounded,
    knife,
    limit_parts,
    rounds_left,
    smoky_squares,
)
from .rules.ground import OFF_MAP, SIDE, SQUARES, squared_distance
from .rules.placing import RatedPlacing, rated_placings
from .rules.routes import Routes, shortest_path, steps_off_map
from .rules.samples import STAY, walk
from .rules.steps import squares_per_turn
from .rules.terrain import NEIGHBOUR, STEPS, STRAIGHT, Terrain, terrain_of
from .rules.values import (
    AMBUSHED,
    AMBUSHER,
    DIRECTION_NUMBERS,
    PHASES,
    Action,
    Fire,
    Man,
    Move,
    Movement,
    Own,
    Place,
    Plan,
    Reload,
    Table,
    Throw,
    View,
)
from .worth import has_nothing_to_gain

CLOSE_RANGE: Final = 4
"""Range in squares within which fighters who should not shoot from afar open fire."""
TURNS_TO_RUN: Final = 4
TURNS_TO_HIDE: Final = 3
MAX_CLOSING_DISTANCE: Final = 8
"""Maximum distance in squares at which a cautious fighter without a good shot closes in."""
MIN_BLAST_DISTANCE: Final = 6
"""Minimum distance in squares at which an explosive grenade is thrown."""
HUNTER_STAYS_EDITION: Final = 1
PRESENT_EDITION: Final = 2
"""Current edition of the doctrine.

In edition 0, a hunter could leave like anyone else. In edition 1, a hunter stays. In edition 2,
fighters aim shots, follow an enemy out of sight, and use pistols against armour. Past fights are
replayed with the edition of their time.
"""
PREY_STEP_VALUE: Final = 4
"""Value of each additional step that the ambushed fighter needs to leave, for comparing placings.

Cover is worth 8.
"""
PLACINGS_COMPARED: Final = 20
"""Number of random placings that are compared."""
ARMOUR_SUSPECTED_DAMAGE: Final = 2
"""Damage to a standing enemy that suggests armour. An enemy without armour would be down."""


class Situation:
    """One side's knowledge, and its evaluation by the doctrine."""

    def __init__(self, table: Table, own_state: Own, *, ambushing: bool, edition: int) -> None:
        self.table, self.own_state, self.ambushing = table, own_state, ambushing
        self.is_present_edition = edition >= PRESENT_EDITION
        self.has_to_stay = (
            edition >= HUNTER_STAYS_EDITION
            and ambushing
            and own_state.hunt
            and not is_wounded(own_state.man)
        )
        self.man, self.mark, self.terrain = own_state.man, own_state.mark, terrain_of(table.ground)
        self.gun = best_gun(own_state.man)
        self.can_trade_shots = self._can_trade_shots()

    @cached_property
    def distance(self) -> int:
        """Distance in squares to the enemy's current or last known position."""
        return squares_to(self.man.at, self.mark.at) if self.mark.at != OFF_MAP else SIDE

    def _can_trade_shots(self) -> bool:
        """Return whether the fighter can exchange shots at range.

        The fighter must be trained and armed. In former editions, pistols were not used against
        armour.
        """
        if self.gun is None or self.man.who.skills.handgunner < 0:
            return False
        return (
            self.is_present_edition
            or self.gun.kind != "pistol"
            or self.mark.dealt < ARMOUR_SUSPECTED_DAMAGE
        )

    @property
    def prefers_vanishing(self) -> bool:
        """True if a cautious fighter prefers to vanish (P13).

        The ambushed and wounded ambushers prefer to vanish.
        """
        return not self.ambushing or is_wounded(self.man)

    @property
    def agrees_to_part(self) -> bool:
        """True if the enemy has offered to part, and the fighter has nothing to gain (P44)."""
        has_mission = self.own_state.hunt and not self.ambushing
        return self.table.has_part_offer(
            AMBUSHED if self.ambushing else AMBUSHER
        ) and has_nothing_to_gain(self.own_state, has_mission=has_mission)

    @cached_property
    def smoke(self) -> frozenset[int]:
        """Squares that are hidden by smoke."""
        return smoky_squares(self.table.clouds, self.terrain)

    def would_see_enemy(self, square: int, *, crouched: bool) -> bool:
        """Return whether the fighter would see the enemy's last known square from this square."""
        return are_squares_in_sight(
            self.terrain, self.smoke, square, self.mark.at, crouched, self.mark.crouched
        )

    def would_have_cover(self, square: int) -> bool:
        """Return whether the fighter would have cover in this square.

        Cover counts against shots from the enemy's last known square.
        """
        return self.terrain.gives_cover(
            self.terrain.line_of_sight(square, self.mark.at), self.mark.at
        )


class Doctrine:
    """A player that follows the given doctrine, or by default the combatant's own doctrine."""

    def __init__(self, tactics: Tactics | None = None, *, edition: int = PRESENT_EDITION) -> None:
        self.tactics, self.edition = tactics, edition

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """Return a placing or a plan. The same view and dice always lead to the same choice."""
        if view.own is None:
            raise ValueError("doctrine plays only for one of the two fighters")
        situation = Situation(
            view.table, view.own, ambushing=view.seat == AMBUSHER, edition=self.edition
        )
        tactics = self.tactics or view.own.man.who.tactics
        if tactics == "flee_first" and situation.has_to_stay:
            tactics = "aggressive"
        if view.table.stage == "placing":
            return _place(situation, tactics, dice)
        plan = _plan(situation, tactics, dice)
        return changed(plan, offers_to_part=True) if situation.agrees_to_part else plan

    def best_placings(self, view: View, limit: int) -> tuple[Place, ...]:
        """Return the best placings on a map for this doctrine."""
        if view.own is None:
            return ()
        situation = Situation(view.table, view.own, ambushing=True, edition=self.edition)
        tactics = self.tactics or view.own.man.who.tactics
        placings = rated_placings(view.table.ground, view.table.numbers)
        best = sorted(placings, key=lambda stand: -_placing_value(situation, tactics, stand))[
            :limit
        ]
        return tuple([stand.place for stand in best])


DOCTRINE: Final = Doctrine()


# --- placing --------------------------------------------------------------------------------------


def _place(situation: Situation, tactics: Tactics, dice: Dice) -> Place:
    """Return the best of a few random placings.

    The ambusher should be in cover and the enemy in the open. To press, the fighters should be
    close. To flee, the ambusher should be near an edge.
    """
    placings = rated_placings(situation.table.ground, situation.table.numbers)
    return max(
        [dice.pick(placings) for _ in range(PLACINGS_COMPARED)],
        key=lambda stand: _placing_value(situation, tactics, stand),
    ).place


def _placing_value(situation: Situation, tactics: Tactics, stand: RatedPlacing) -> int:
    if tactics == "flee_first":
        return stand.distance - 2 * stand.steps_out
    worth = 8 * stand.cover + (
        PREY_STEP_VALUE * stand.prey_steps_out if situation.is_present_edition else 0
    )
    return (
        worth - stand.distance
        if tactics == "aggressive" or not situation.can_trade_shots
        else worth
    )


# --- the three doctrines --------------------------------------------------------------------------


def _plan(situation: Situation, tactics: Tactics, dice: Dice) -> Plan:
    match tactics:
        case "aggressive":
            return _press(situation, dice)
        case "cautious":
            return _hold_position(situation, dice)
        case "flee_first":
            return _flee(situation)
        case _:
            assert_never(tactics)


def _press(situation: Situation, dice: Dice) -> Plan:
    """Return an aggressive plan.

    The fighter fires on the way to 4 squares, or to arm's length if he has no firearm. He searches
    for an enemy who is out of sight.
    """
    action = _attack(situation)
    if situation.mark.in_sight:
        distance_kept = CLOSE_RANGE if situation.gun else 1
        if squared_distance(situation.man.at, situation.mark.at) <= max(
            distance_kept * distance_kept, NEIGHBOUR
        ):
            return Plan(action=action, vanish=False)
        return Plan(
            phases=_walk_to(situation, situation.mark.at, near=distance_kept),
            action=action,
            vanish=False,
        )
    return Plan(
        phases=_walk_to(situation, _search_square(situation, dice), near=0),
        action=action,
        vanish=False,
    )


def _hold_position(situation: Situation, dice: Dice) -> Plan:
    """Return a cautious plan, in which the fighter is braced and behind cover.

    A fighter who should not exchange shots closes in if the enemy is near. Otherwise he leaves,
    unless he has to stay.
    """
    if not situation.can_trade_shots:
        if situation.has_to_stay or (situation.gun and situation.distance <= MAX_CLOSING_DISTANCE):
            return _press(situation, dice)
        return Plan(phases=_run_out(situation))
    action = _attack(situation)
    if (
        situation.is_present_edition
        and not situation.mark.in_sight
        and not situation.prefers_vanishing
        and not isinstance(action, Reload)
    ):
        return _press(situation, dice)
    if not situation.mark.in_sight or isinstance(action, Reload):
        return Plan(action=action, vanish=situation.prefers_vanishing)
    goal = OFF_MAP if situation.would_have_cover(situation.man.at) else _nearest_cover(situation)
    if goal == OFF_MAP:
        return Plan(
            phases=_crouch_in_sight(situation),
            action=_aim_shot(situation, action),
            vanish=situation.prefers_vanishing,
        )
    if situation.table.phase_by_phase:
        return (
            Plan(action=action, vanish=situation.prefers_vanishing)
            if action
            else Plan(phases=_walk_to(situation, goal, near=0), vanish=situation.prefers_vanishing)
        )
    return Plan(
        phases=_walk_to(situation, goal, near=0, wait=1),
        action=action,
        vanish=situation.prefers_vanishing,
    )


def _flee(situation: Situation) -> Plan:
    """Return a plan to flee.

    The fighter runs if he can reach an edge within four turns. Otherwise he gets out of sight, and
    slips away if his stealth is at base.
    """
    is_edge_near = steps_off_map(
        situation.terrain, situation.man.at
    ) <= TURNS_TO_RUN * squares_per_turn(situation.man, situation.table.numbers)
    if is_edge_near or situation.man.who.skills.stealth < 0:
        return Plan(phases=_run_out(situation))
    if not situation.own_state.seen:
        return Plan()
    if situation.mark.at == OFF_MAP:
        return Plan(phases=_run_out(situation))
    routes = Routes(
        situation.terrain,
        situation.man.at,
        limit=TURNS_TO_HIDE * STRAIGHT * squares_per_turn(situation.man, situation.table.numbers),
        is_goal=lambda square: not situation.would_see_enemy(square, crouched=False),
    )
    if routes.nearest == OFF_MAP:
        return Plan(phases=_run_out(situation))
    directions = routes.directions_to(routes.nearest)
    return Plan(
        phases=walk(
            situation.table,
            situation.man,
            lambda square: directions.get(square, STAY),
            quick=False,
            wait=0,
        )
    )


# --- moving ---------------------------------------------------------------------------------------


def _run_out(situation: Situation) -> tuple[tuple[Movement, ...], ...]:
    return walk(
        situation.table,
        situation.man,
        lambda square: situation.terrain.exit_directions[square],
        quick=not situation.man.acted,
    )


def _walk_to(
    situation: Situation, goal: int, *, near: int, wait: int = 0
) -> tuple[tuple[Movement, ...], ...]:
    directions = shortest_path(situation.terrain, situation.man.at, goal)
    squared_distance_kept = max(near * near, NEIGHBOUR if near else 0)

    def way_from(square: int) -> int:
        is_far = (
            squared_distance(square, goal) > squared_distance_kept
            if situation.is_present_edition
            else squares_to(square, goal) > near
        )
        return directions.get(square, STAY) if is_far else STAY

    return walk(situation.table, situation.man, way_from, quick=False, wait=wait)


def _crouch_in_sight(situation: Situation) -> tuple[tuple[Movement, ...], ...]:
    """Return a movement to crouch, provided that the enemy stays in sight."""
    if situation.man.crouched:
        return ()
    return (("crouch",),) if situation.would_see_enemy(situation.man.at, crouched=True) else ()


def _nearest_cover(situation: Situation) -> int:
    """Return the nearest square within a turn that has cover and a view of the enemy.

    Return OFF_MAP if there is none.
    """
    limit = STRAIGHT * (
        squares_per_turn(situation.man, situation.table.numbers) - 1 - situation.man.crouched
    )
    return _cover_from(
        situation.terrain,
        situation.man.at,
        limit,
        situation.mark.at,
        situation.mark.crouched,
        situation.smoke,
    )


@lru_cache(maxsize=4096)
def _cover_from(
    terrain: Terrain,
    origin: int,
    limit: int,
    enemy: int,
    enemy_crouches: bool,
    smoke: frozenset[int],
) -> int:
    """Return the nearest square in cover.

    The result is cached because fights begin from a few placings.
    """

    def has_cover(square: int) -> bool:
        return (
            square != enemy
            and terrain.gives_cover(terrain.line_of_sight(square, enemy), enemy)
            and are_squares_in_sight(terrain, smoke, square, enemy, False, enemy_crouches)
        )

    return Routes(terrain, origin, limit=limit, is_goal=has_cover).nearest


def _search_square(situation: Situation, dice: Dice) -> int:
    """Return the square in which to search for an enemy who is out of sight.

    The search starts at the source of the last shot, the enemy's last known position, or a random
    square.
    """
    if situation.own_state.sounds:
        dx, dy = STEPS[DIRECTION_NUMBERS[situation.own_state.sounds[-1].way]]
        x, y = situation.man.at % SIDE + 12 * dx, situation.man.at // SIDE + 12 * dy
        return _nearest_open_square(
            situation, min(max(y, 0), SIDE - 1) * SIDE + min(max(x, 0), SIDE - 1)
        )
    if (
        situation.mark.at != OFF_MAP
        and situation.distance > 1
        and situation.table.turn - situation.mark.turn <= TURNS_TO_RUN
    ):
        return situation.mark.at
    return _nearest_open_square(situation, dice.die(SQUARES) - 1)


def _nearest_open_square(situation: Situation, square: int) -> int:
    solid = situation.terrain.solid
    return (
        min(
            (open_square for open_square in range(SQUARES) if not solid[open_square]),
            key=lambda open_square: squared_distance(open_square, square),
        )
        if solid[square]
        else square
    )


# --- the firing action ----------------------------------------------------------------------------


def _attack(situation: Situation) -> Action | None:
    """Return the firing action.

    An empty gun is reloaded. A gun is fired, but only at close range if the fighter is untrained. A
    fighter without a gun throws a grenade, or strikes at arm's length.
    """
    man, gun = situation.man, situation.gun
    if man.acted or man.ran:
        return None
    if gun and gun.weapon:
        if rounds_left(man, gun) == 0:
            return Reload(weapon=gun.key)
        if gun.weapon.fires_grenades:
            return Throw(gear=gun.key) if situation.distance >= MIN_BLAST_DISTANCE else _blow(man)
        barrels = min(gun.weapon.barrels, rounds_left(man, gun))
        return Fire(
            weapon=gun.key, within=0 if situation.can_trade_shots else CLOSE_RANGE, barrels=barrels
        )
    blasts = [
        gear
        for gear in grenades(man)
        if gear.grenade
        and gear.grenade.effect == "blast"
        and situation.distance <= gear.grenade.thrown
    ]
    if blasts and situation.mark.in_sight and situation.distance >= MIN_BLAST_DISTANCE:
        return Throw(gear=blasts[0].key)
    return _blow(man)


def _aim_shot(situation: Situation, action: Action | None) -> Action | None:
    """Return the shot, aimed until the phase with the best chance (P39, P40).

    If waiting does not improve the chance, the fighter shoots in the first phase.
    """
    if not (
        situation.is_present_edition
        and isinstance(action, Fire)
        and action.weapon
        and situation.gun
        and situation.gun.weapon
    ):
        return action
    if situation.table.phase_by_phase or situation.man.moved:
        return action
    target_numbers = [
        _target_number(situation, situation.gun.weapon.to_hit, phase)
        for phase in range(1, PHASES + 1)
    ]
    return changed(action, phase=1 + target_numbers.index(min(target_numbers)))


def _target_number(situation: Situation, to_hit: int, phase: int) -> int:
    distance = squared_distance(situation.man.at, situation.mark.at)
    line = situation.terrain.line_of_sight(situation.man.at, situation.mark.at)
    parts = fire_parts(
        situation.man,
        distance,
        situation.table.numbers,
        at_man=True,
        target_still=False,
        cover=situation.terrain.gives_cover(line, situation.man.at),
        gassed=is_gassed(situation.man, situation.table.clouds, situation.terrain),
        poor_light=situation.terrain.ground.poor_light,
        phase=phase,
    )
    return to_hit - sum(
        [part.value for part in limit_parts(parts, to_hit, distance, situation.table.numbers)]
    )


def _blow(man: Man) -> Fire:
    """Return a blow with a blade or the bare hand, depending on which skill is better."""
    blade = knife(man)
    return (
        Fire(weapon=blade.key)
        if blade and man.who.skills.blade >= man.who.skills.martial_arts
        else Fire()
    )
