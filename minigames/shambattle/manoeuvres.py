"""Movement by doctrine: strike, hold the platform, advance together, escort, and run for the
helipad.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import IllegalMove
from engine.values import Seat, changed
from minigames.shambattle.rules.custody import EDGE_DISTANCE
from minigames.shambattle.rules.fire import RANGES, SPRAY_REACH, figures_under, has_line_of_fire
from minigames.shambattle.rules.geometry import (
    RADIUS,
    is_touching,
    is_within,
    nearest_point,
    numbers_within,
    path_length,
    point_towards,
    squared_distance,
)
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import DISARMERS, on_platform
from minigames.shambattle.rules.movement import (
    FULL_MOVE,
    PART_MOVE,
    after_walk,
    check_path,
    figures_that_can_walk,
    reachable_path,
)
from minigames.shambattle.rules.position import (
    figures_on_table,
    is_captive,
    other_places,
    places_of,
    with_man,
)
from minigames.shambattle.rules.roster import BOSS, ROSTER
from minigames.shambattle.rules.values import MASTERMIND, SPY, Walk

from . import routes
from .geometry import place_at_angle, place_beside, places_around

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import Spot, Table

SPRAY_DISTANCE: Final = 230
"""Distance between centres within which a burst is certain to hit."""

AIM_DISTANCES: Final = {
    weapon: (reachable_path.near + RADIUS - 5, reachable_path.far + RADIUS - 5)
    for weapon, reachable_path in RANGES.items()
}
"""Maximum distances between centres at which each weapon shoots at near and at far range."""

MAX_TARGETS: Final = 4
"""Maximum number of enemies that are considered as targets."""

MIN_GAIN: Final = 0.3
"""A figure that can walk less than this share of a turn's path shoots instead."""

STRIKE_DISTANCE: Final = FULL_MOVE + SPRAY_REACH
"""Maximum distance to an enemy that a figure strikes at."""

GATHERING_DISTANCE: Final = 1000
"""Distance out of reach of an enemy's strike, at which the commandos gather."""

ARRIVAL_DISTANCE: Final = 1700
"""Distance from an enemy within which a commando has arrived."""

PLATFORM_CREW: Final = 2
"""Number of figures that hold the platform. More would block each other."""

CHARGE_TURNS: Final = 9
"""Number of turns before the launch from which no figure waits any longer."""

DETOUR_ANGLES: Final = (25, -25, 50, -50, 80, -80)
"""Directions in which a figure passes another one, in degrees off the straight line."""

LANE_OFFSETS: Final = (90, -90)
"""Sideways offsets of the two files of a march. Figures alternate between them."""

GOOD_GAIN: Final = 0.85
"""A figure that can walk more than this share of a turn's path does not look for a better path."""

ROOM_FOR_SECOND: Final = 70
"""Distance beyond the platform's centre at which the first figure leaves room for the second."""

BRIDGE_QUEUE_DISTANCE: Final = 480
STEP_BACK_DISTANCE: Final = 70

WAITING_OFFSET: Final = 200
"""Distance of the Mastermind's waiting place from his guards' path."""

POST_RADIUS: Final = 60
"""Distance from his waiting place within which the Mastermind stays."""

MAX_FIRST_FIGURES: Final = 4
CROWD_DISTANCE: Final = 800
"""Distance from the platform within which only the first few figures go there. Others attack the
nearest enemy.
"""

Walks = tuple[Walk, ...]


class Orders(NamedTuple):
    """A commander's instructions in addition to doctrine. These differ between tempers."""

    hunters: int = 0
    """Number of commandos that hunt the Mastermind from the first turn on."""
    take_alive: bool = False
    """Whether the Mastermind must be taken alive. If so, nobody shoots at him."""
    waiting_distance: int = 0
    """Distance east of the platform at which the Mastermind waits until the missile's fate is
    settled. With 0, he goes straight to the helipad.
    """
    guards_out: int = 0
    """Number of guards that attack the commandos outside the ring."""
    charge_turns: int = CHARGE_TURNS
    """Number of turns before the launch from which no commando waits for the others."""


PLAIN_ORDERS: Final = Orders()


class MovementPlanner:
    """One side's movement step. It is planned figure by figure on a copy of the table."""

    def __init__(self, table: Table, seat: Seat, orders: Orders = PLAIN_ORDERS) -> None:
        self.table, self.seat, self.orders = table, seat, orders
        self.floor = ground(table.map)
        self.walks: list[Walk] = []
        self.targets: set[int] = set()
        self.enemies = [
            n
            for n in figures_on_table(table, Seat(1 - seat))
            if n != BOSS or table.missile != "ready" or is_mastermind_in_the_way(table)
        ]
        self.enemy_spots = [table.men[n].spot for n in self.enemies]
        self.keeping_still = figures_keeping_still(table, seat)
        soldiers = [n for n in figures_on_table(table, seat) if ROSTER[n].rank == "soldier"]
        self.hunters = frozenset(soldiers[-orders.hunters :] if orders.hunters else ())
        self.sallying = frozenset(soldiers[: orders.guards_out])

    def plan(self) -> Walks:
        """Return the walks of all figures that should move."""
        if self.seat == SPY:
            self._capture()
            self._escort()
            self._man_the_platform()
        walkers = [
            n
            for n in figures_that_can_walk(self.table, self.seat)
            if n not in self.keeping_still and n != BOSS
        ]
        for number in sorted(walkers, key=self._move_order_key):
            if not self.table.men[number].moved:
                self._move(number)
        if self.seat == MASTERMIND:
            self._move_mastermind()
        else:
            self._captive_follows()
        return tuple(self.walks)

    # --- one figure ---

    def _move_order_key(self, number: int) -> tuple[int, float, int]:
        """Return a figure's sort key. Figures that can strike come first, the nearest first; the
        rest follow by distance from the platform.
        """
        spot = self.table.men[number].spot
        distance = nearest_point(spot, self.enemy_spots)[0]
        return (
            min(distance, STRIKE_DISTANCE**2),
            routes.field_of(self.table.map, self.floor.centre).turns_from(spot),
            number,
        )

    def _move(self, number: int) -> None:
        if self._is_posted(number):
            self._make_room(number)
            self._strike(number, stay=True)
        elif not (self._is_needed(number) and self._step_on(number)) and not self._strike(
            number, stay=False
        ):
            self._advance(number)

    def _is_posted(self, number: int) -> bool:
        """Return whether a figure is already where it is needed: among the first few on the
        platform.
        """
        figures_on_platform = on_platform(self.table, self.seat)
        return self.table.missile == "ready" and number in figures_on_platform[:PLATFORM_CREW]

    def _make_room(self, number: int) -> None:
        """Move a commando on the platform to its far end, because one at the bridge blocks all
        others.
        """
        (x, y), spot = self.floor.centre, self.table.men[number].spot
        if (
            self.seat == SPY
            and spot[0] < x + ROOM_FOR_SECOND
            and len(on_platform(self.table, SPY)) < PLATFORM_CREW
        ):
            path = reachable_path(self.table, number, ((x + ROOM_FOR_SECOND, y),))
            if path and self.floor.is_on_platform(path[-1]):
                self._walk(number, path)

    def _man_the_platform(self) -> None:
        """Move figures onto a free platform before anyone else moves and blocks the bridge."""
        walkers = [
            n
            for n in figures_that_can_walk(self.table, SPY)
            if n not in self.keeping_still and n != BOSS
        ]
        for number in on_platform(self.table, SPY):
            if number in walkers:
                self._make_room(number)
        for number in self._nearest_first(walkers):
            if not self.table.men[number].moved and self._is_needed(number):
                self._step_on(number)

    def _is_needed(self, number: int) -> bool:
        """Return whether a commando is needed on the platform. That is if it has no enemies and too
        few commandos.
        """
        table = self.table
        if self.seat != SPY or table.missile != "ready" or on_platform(table, MASTERMIND):
            return False
        return len(on_platform(table, SPY)) < PLATFORM_CREW and is_within(
            table.men[number].spot, self.floor.centre, FULL_MOVE
        )

    def _step_on(self, number: int) -> bool:
        path = self._path_towards(number, routes.field_of(self.table.map, self.floor.centre))
        return bool(path) and self.floor.is_on_platform(path[-1]) and self._walk(number, path)

    def _walk(self, number: int, path: tuple[Spot, ...]) -> bool:
        try:
            check_path(self.table, number, path)
            self.table = after_walk(self.table, Walk(man=number, path=path))
        except IllegalMove:
            return False
        self.walks.append(Walk(man=number, path=path))
        return True

    # --- striking ---

    def _strike(self, number: int, *, stay: bool) -> bool:
        """Move to where the figure is certain to hit an enemy without an attacker, or as nearly as
        its weapon allows.
        """
        for enemy in self._possible_targets(number, STRIKE_DISTANCE):
            if self._strike_at(number, enemy, stay=stay):
                self.targets.add(enemy)
                return True
        return False

    def _possible_targets(self, number: int, reach: int) -> list[int]:
        """Return the nearest enemies without an attacker. Those that guard a captive or hold the
        platform come first.
        """
        spot = self.table.men[number].spot
        in_reach = [
            n
            for n in numbers_within(spot, zip(self.enemies, self.enemy_spots, strict=True), reach)
            if n not in self.targets
        ]
        return sorted(
            in_reach,
            key=lambda n: (
                squared_distance(spot, self.table.men[n].spot) - 10**6 * self._is_important(n),
                n,
            ),
        )[:MAX_TARGETS]

    def _is_important(self, enemy: int) -> bool:
        return enemy in self.table.guards or self.floor.is_on_platform(self.table.men[enemy].spot)

    def _strike_at(self, number: int, enemy: int, *, stay: bool) -> bool:
        spot, target = self.table.men[number].spot, self.table.men[enemy].spot
        has_gun, pistol_distance = ROSTER[number].weapon == "smg", AIM_DISTANCES["pistol"][0]
        if is_within(
            spot, target, SPRAY_REACH - 12 if has_gun else pistol_distance
        ) and self._can_strike(number, spot, enemy):
            return True
        places = (
            []
            if stay
            else places_around(target, spot, SPRAY_DISTANCE if has_gun else pistol_distance)
        )
        return any(
            is_within(spot, place, FULL_MOVE)
            and self._can_strike(number, place, enemy)
            and self._walk_to(number, place)
            for place in places
        )

    def _can_strike(self, number: int, place: Spot, enemy: int) -> bool:
        """Return whether a figure could strike its target from a place.

        A pistol shoots. A submachine gun fires a burst with no friend under it.
        """
        if ROSTER[number].weapon != "smg":
            return self._can_shoot(number, place, enemy)
        under_fire = (
            ()
            if self._is_touched(place)
            else figures_under(
                self._table_with_figure_at(number, place), number, self.table.men[enemy].spot
            )
        )
        return enemy in under_fire and all(
            ROSTER[n].side != self.seat and not is_captive(self.table, n) for n in under_fire
        )

    def _can_shoot(self, number: int, place: Spot, enemy: int) -> bool:
        """Return whether a figure could shoot at its target from a place, with a line of fire and
        no enemy in contact.
        """
        return not self._is_touched(place) and has_line_of_fire(
            self._table_with_figure_at(number, place), number, enemy
        )

    def _is_touched(self, place: Spot) -> bool:
        return bool(numbers_within(place, zip(self.enemies, self.enemy_spots, strict=True), 106))

    def _table_with_figure_at(self, number: int, place: Spot) -> Table:
        return with_man(self.table, number, changed(self.table.men[number], spot=place))

    def _take_aim(self, number: int) -> bool:
        """Stay or move to shoot at someone: at near range if possible, otherwise at far range."""
        ranges = AIM_DISTANCES[ROSTER[number].weapon]
        return any(
            self._aim_at(number, enemy, reach)
            for reach in ranges
            for enemy in self._possible_targets(number, FULL_MOVE + reach)
        )

    def _aim_at(self, number: int, enemy: int, reach: int) -> bool:
        spot, target = self.table.men[number].spot, self.table.men[enemy].spot
        if is_within(spot, target, reach) and self._can_shoot(number, spot, enemy):
            return True
        places = [
            place
            for place in places_around(target, spot, reach)
            if is_within(spot, place, FULL_MOVE)
        ]
        return any(
            self._can_shoot(number, place, enemy) and self._walk_to(number, place)
            for place in places
        )

    def _walk_to(self, number: int, place: Spot) -> bool:
        """Walk exactly to this place, if it is within the allowance."""
        path = self._path_to(number, place)
        return bool(path) and self._walk(number, path)

    def _path_to(self, number: int, place: Spot) -> tuple[Spot, ...]:
        path = reachable_path(self.table, number, (place,))
        return path if path and path[-1] == place else ()

    # --- going ---

    def _advance(self, number: int) -> None:
        """Move towards the goal. A figure that can hardly get further looks for a line of fire,
        because only the first in a queue can shoot.
        """
        goal = self._goal(number)
        path = self._next_path(number, goal) if goal else ()
        gain = (
            goal.turns_from(self.table.men[number].spot) - goal.turns_from(path[-1])
            if goal and path
            else 0.0
        )
        if (gain >= MIN_GAIN or not self._take_aim(number)) and path:
            self._walk(number, path)

    def _next_path(self, number: int, goal: routes.Field) -> tuple[Spot, ...]:
        """Return the next part of the path to the goal, or () if the figure should stay."""
        path = self._path_towards(number, goal)
        if path and self._should_wait(number, path[-1]):
            return self._path_short_of_danger(number, path)
        return path or self._give_way(number)

    def _give_way(self, number: int) -> tuple[Spot, ...]:
        """Return a step back for a figure that cannot advance. Without it, three figures in contact
        would block the bridge.
        """
        table, spot = self.table, self.table.men[number].spot
        if (
            self.seat != SPY
            or table.missile != "ready"
            or not is_within(spot, self.floor.centre, BRIDGE_QUEUE_DISTANCE)
        ):
            return ()
        men = other_places(table, number)
        paths = [
            reachable_path(table, number, (place,))
            for place in places_around(spot, self.floor.centre, STEP_BACK_DISTANCE, ring=12)
        ]
        by_room = [(nearest_point(path[-1], men)[0], path) for path in paths if path]
        best = max(by_room, default=(0, ()))
        return best[1] if best[0] > nearest_point(spot, men)[0] else ()

    def _path_towards(self, number: int, goal: routes.Field) -> tuple[Spot, ...]:
        """Return the path that leads furthest towards the goal, around figures in the way."""
        spot = self.table.men[number].spot
        best: tuple[Spot, ...] = ()
        current_turns = goal.turns_from(spot)
        best_turns, direct_path = current_turns, goal.path_from(spot)
        if not direct_path:
            return ()
        side = 1 if number % 2 else -1
        lane, other_lane = [
            (place_beside(spot, direct_path[0], offset * side), *direct_path[1:])
            for offset in LANE_OFFSETS
        ]
        for path in [
            lane,
            direct_path,
            other_lane,
            direct_path[1:],
            *[(place_at_angle(spot, direct_path[0], angle),) for angle in DETOUR_ANGLES],
        ]:
            reached = reachable_path(self.table, number, path)
            if reached and (remaining := goal.turns_from(reached[-1])) < best_turns - 0.05:
                best, best_turns = reached, remaining
                if current_turns - remaining > GOOD_GAIN or remaining == 0:
                    break
        return best

    def _goal(self, number: int) -> routes.Field | None:
        table, key = self.table, self.table.map
        centre, pad = self.floor.centre, self.floor.map.helipad.centre
        if self.seat == SPY:
            if table.mastermind == "large" and number in self.hunters:
                return routes.field_to_place(key, table.men[BOSS].spot)
            if table.missile == "ready" and len(on_platform(table, SPY)) < PLATFORM_CREW + 1:
                is_crowded = (
                    is_within(table.men[number].spot, centre, CROWD_DISTANCE)
                    and number not in self._first_commandos()
                )
                return (
                    self._field_to_nearest_enemy(number)
                    if is_crowded
                    else routes.field_of(key, centre)
                )
            if table.mastermind == "large":
                return routes.field_to_place(key, table.men[BOSS].spot)
            return self._field_to_nearest_enemy(number)
        if table.mastermind == "captive":
            return routes.field_to_place(key, table.men[BOSS].spot)
        if table.missile == "ready":
            if number in self.sallying:
                return self._field_to_nearest_enemy(number)
            if len(on_platform(table, MASTERMIND)) < PLATFORM_CREW or on_platform(table, SPY):
                return routes.field_of(key, centre)
            return None
        return (
            routes.field_of(key, pad)
            if table.mastermind == "large"
            else self._field_to_nearest_enemy(number)
        )

    def _first_commandos(self) -> list[int]:
        """Return the few commandos nearest to the platform. More of them would block the bridge."""
        return self._nearest_first(figures_on_table(self.table, SPY))[:MAX_FIRST_FIGURES]

    def _nearest_first(self, numbers: list[int]) -> list[int]:
        """Return the figures, sorted by their distance from the platform."""
        platform_field = routes.field_of(self.table.map, self.floor.centre)
        return sorted(numbers, key=lambda n: (platform_field.turns_from(self.table.men[n].spot), n))

    def _field_to_nearest_enemy(self, number: int) -> routes.Field | None:
        if not self.enemies:
            return None
        return routes.field_to_place(
            self.table.map, nearest_point(self.table.men[number].spot, self.enemy_spots)[1]
        )

    def _should_wait(self, number: int, place: Spot) -> bool:
        """Return whether a commando should stay out of reach until enough others have arrived."""
        table = self.table
        if self.seat == MASTERMIND or table.missile != "ready" or not self.enemies:
            return False
        if (
            nearest_point(place, self.enemy_spots)[0] > GATHERING_DISTANCE**2
            or table.countdown - table.turn < self.orders.charge_turns
        ):
            return False
        commandos = figures_on_table(table, SPY)
        arrived = [
            n
            for n in commandos
            if nearest_point(table.men[n].spot, self.enemy_spots)[0] <= ARRIVAL_DISTANCE**2
        ]
        return 4 * len(arrived) < 3 * len(commandos)

    def _path_short_of_danger(self, number: int, path: tuple[Spot, ...]) -> tuple[Spot, ...]:
        spot = self.table.men[number].spot
        for distance in (450, 300, 150):
            place = point_towards(spot, path[0], distance)
            if (
                path_length((spot, place)) <= path_length((spot, path[0]))
                and nearest_point(place, self.enemy_spots)[0] > GATHERING_DISTANCE**2
            ):
                return self._path_to(number, place)
        return ()

    # --- the Mastermind ---

    def _move_mastermind(self) -> None:
        """Move the Mastermind to the helipad, or if ordered to his waiting place beside his
        guards.
        """
        table = self.table
        if BOSS not in figures_that_can_walk(table, MASTERMIND) or self.floor.is_on_helipad(
            table.men[BOSS].spot
        ):
            return
        if self.orders.waiting_distance and table.missile == "ready":
            x, y = self.floor.centre
            post = (x + self.orders.waiting_distance, y - WAITING_OFFSET)
            if not is_within(table.men[BOSS].spot, post, POST_RADIUS):
                self._move_mastermind_to(post)
            return
        self._move_mastermind_to(self.floor.map.helipad.centre)

    def _move_mastermind_to(self, place: Spot) -> None:
        if path := self._path_towards(BOSS, routes.field_of(self.table.map, place)):
            self._walk(BOSS, path)

    def _capture(self) -> None:
        """Send commandos to touch the Mastermind if he is near and none of his guards is close to
        him.
        """
        table = self.table
        if table.mastermind != "large" or is_mastermind_in_the_way(table):
            return
        spot = table.men[BOSS].spot
        own_guards = [n for n in figures_on_table(table, MASTERMIND) if n != BOSS]
        if numbers_within(spot, places_of(table, own_guards), 300):
            return
        nearby_commandos = numbers_within(
            spot, places_of(table, figures_that_can_walk(table, SPY)), FULL_MOVE + 100
        )
        for number in sorted(
            nearby_commandos, key=lambda n: (squared_distance(spot, table.men[n].spot), n)
        )[:3]:
            position = self.table.men[number].spot
            if number in self.keeping_still or is_touching(position, spot):
                continue
            for place in places_around(spot, position, 102):
                if (path := self._path_to(number, place)) and self._walk(number, path):
                    break

    def _escort(self) -> None:
        """Move a guard towards edge A at a speed that the captive can follow. The other guards stay
        near.
        """
        table = self.table
        if table.mastermind != "captive":
            return
        walkers = figures_that_can_walk(table, SPY)
        for number in [n for n in table.guards if n in walkers][:1]:
            if not self._to_the_edge(number):
                self._lead_on(number)

    def _to_the_edge(self, number: int) -> bool:
        """Move the guard aside at the end, so that the captive can go straight to the edge."""
        x, y = self.table.men[BOSS].spot
        return x - EDGE_DISTANCE <= PART_MOVE and any(
            self._leads_captive(number, (EDGE_DISTANCE, max(0, y + offset)))
            for offset in (102, -102)
        )

    def _lead_on(self, number: int) -> None:
        start = self.table.men[number].spot
        path = self._path_towards(number, routes.field_to_edge(self.table.map))
        for distance in (400, 300, 200, 100):
            if (
                path
                and path_length((start, path[0])) >= distance
                and self._leads_captive(number, point_towards(start, path[0], distance))
            ):
                return

    def _leads_captive(self, number: int, place: Spot) -> bool:
        """Walk this guard to a place if the captive can then follow."""
        table_before, walks_before = self.table, list(self.walks)
        if self._walk(number, (place,)) and self._path_to_guard(number):
            return True
        self.table, self.walks = table_before, walks_before
        return False

    def _path_to_guard(self, guard: int) -> tuple[Spot, ...]:
        """Return a captive's path to a place in contact with this guard."""
        spot, guard_spot = self.table.men[BOSS].spot, self.table.men[guard].spot
        edge_place = (EDGE_DISTANCE, spot[1])
        for place in [
            *([edge_place] if is_touching(edge_place, guard_spot) else []),
            *places_around(guard_spot, spot, 102, ring=12),
        ]:
            if squared_distance(spot, place) <= PART_MOVE * PART_MOVE and (
                path := self._path_to(BOSS, place)
            ):
                return path
        return ()

    def _captive_follows(self) -> None:
        moved_figures = {walk.man for walk in self.walks}
        if self.table.mastermind == "captive" and not self.table.men[BOSS].moved:
            for guard in [
                n for n in self.table.guards if n in moved_figures and self.table.men[n].here
            ]:
                if (path := self._path_to_guard(guard)) and self._walk(BOSS, path):
                    return


def is_mastermind_in_the_way(table: Table) -> bool:
    """Return whether the Mastermind is on the ring, bridge or platform and the missile is ready. As
    a captive he would block the bridge.
    """
    floor = ground(table.map)
    return table.missile == "ready" and is_within(
        table.men[BOSS].spot, floor.centre, floor.map.ring
    )


def figures_keeping_still(table: Table, seat: Seat) -> frozenset[int]:
    """Return the commandos that must keep still this turn to hold the platform. If fewer than two
    hold it, return none (S15).
    """
    if seat != SPY or table.missile != "ready" or on_platform(table, MASTERMIND):
        return frozenset()
    figures_on_platform = on_platform(table, SPY)
    holding = [n for n in table.holding if n in figures_on_platform]
    return frozenset(holding[:PLATFORM_CREW]) if len(holding) >= DISARMERS else frozenset()
