"""Movement by doctrine.

Figures strike at enemies, hold the platform, advance together, escort the captive, and run for the
helipad.
"""

from __future__ import annotations

from typing import Final, NamedTuple

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
from minigames.shambattle.rules.values import MASTERMIND, SPY, Spot, Table, Walk

from . import routes
from .geometry import place_at_angle, place_beside, places_around

SPRAY_DISTANCE: Final = 230
"""Distance between the centres of two figures within which a burst is certain to hit."""

AIM_DISTANCES: Final = {
    weapon: (reachable_path.near + RADIUS - 5, reachable_path.far + RADIUS - 5)
    for weapon, reachable_path in RANGES.items()
}
"""Distances between the centres of two figures within which each weapon can fire.

The first is for near range, and the second for far range.
"""

MAX_TARGETS: Final = 4
"""Maximum number of enemies that a figure considers as targets."""

MIN_GAIN: Final = 0.3
"""Minimum progress along the path, as a share of a turn.

A figure that cannot make this progress tries to shoot instead.
"""

STRIKE_DISTANCE: Final = FULL_MOVE + SPRAY_REACH
"""Maximum distance to an enemy that a figure can strike at."""

GATHERING_DISTANCE: Final = 1000
"""Distance from all enemies at which the commandos gather, out of reach of a strike."""

ARRIVAL_DISTANCE: Final = 1700
"""Maximum distance from an enemy for a commando to count as having arrived."""

PLATFORM_CREW: Final = 2
"""Number of figures that hold the platform. A larger crew would get in its own way."""

CHARGE_TURNS: Final = 9
"""Number of turns before the launch at which figures stop waiting for others."""

DETOUR_ANGLES: Final = (25, -25, 50, -50, 80, -80)
"""Directions in which a figure tries to pass another figure, in degrees from the straight line."""

LANE_OFFSETS: Final = (90, -90)
"""Sideways offsets of the two files of marching figures. Figures alternate between the files."""

GOOD_GAIN: Final = 0.85
"""Progress in a turn that is good enough, as a share of a turn's path.

A figure that can make more progress than this does not look for a better path.
"""

ROOM_FOR_SECOND: Final = 70
"""Distance from the platform's centre at which the first figure leaves room for a second one."""

BRIDGE_QUEUE_DISTANCE: Final = 480
STEP_BACK_DISTANCE: Final = 70

WAITING_OFFSET: Final = 200
"""Distance between the Mastermind's waiting place and his guards' path."""

POST_RADIUS: Final = 60
"""Maximum distance from the waiting place at which the Mastermind stays where he is."""

MAX_FIRST_FIGURES: Final = 4
CROWD_DISTANCE: Final = 800
"""Distance from the platform within which only the first few figures approach it.

The other figures attack the nearest enemy.
"""

Walks = tuple[Walk, ...]


class Orders(NamedTuple):
    """A commander's instructions, which supplement the doctrine. Each temper has its own."""

    hunters: int = 0
    """Number of commandos that hunt the Mastermind from the first turn."""
    take_alive: bool = False
    """Whether the Mastermind must be captured alive. If so, nobody shoots at him."""
    waiting_distance: int = 0
    """Distance east of the platform at which the Mastermind waits for the missile's fate.

    If the distance is 0, he goes straight to the helipad.
    """
    guards_out: int = 0
    """Number of guards that leave the ring to attack the commandos."""
    charge_turns: int = CHARGE_TURNS
    """Number of turns before the launch at which commandos stop waiting for each other."""


PLAIN_ORDERS: Final = Orders()


class MovementPlanner:
    """A planner for the movement step of one side.

    The planner plans the walk of one figure after another, on a copy of the table.
    """

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
        """Return the walks of all figures that move in this step."""
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
        """Return a sort key for the order in which figures move.

        Figures that can strike come first, starting with the one nearest to an enemy. The others
        follow in order of distance from the platform.
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
        """Return whether a figure is at its post, as one of the first few on the platform."""
        figures_on_platform = on_platform(self.table, self.seat)
        return self.table.missile == "ready" and number in figures_on_platform[:PLATFORM_CREW]

    def _make_room(self, number: int) -> None:
        """Move a commando on the platform to the far end.

        A commando that stays near the bridge blocks all others.
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
        """Move figures onto a free platform first, before other figures block the bridge."""
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
        """Return whether a commando is needed on the platform.

        A commando is needed if no enemy and too few commandos are on the platform.
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
        """Move to a place from which the figure can hit an enemy that nobody else attacks.

        A submachine gun is certain to hit. A pistol shoots at near range.
        """
        for enemy in self._possible_targets(number, STRIKE_DISTANCE):
            if self._strike_at(number, enemy, stay=stay):
                self.targets.add(enemy)
                return True
        return False

    def _possible_targets(self, number: int, reach: int) -> list[int]:
        """Return the nearest enemies that nobody attacks yet.

        Enemies that guard a captive or stand on the platform come first.
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

        A figure with a pistol needs a possible shot. A figure with a submachine gun needs a burst
        that hits no friend.
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
        """Return whether a figure could shoot at its target from a place.

        The figure needs a line of fire, and no enemy may touch the figure.
        """
        return not self._is_touched(place) and has_line_of_fire(
            self._table_with_figure_at(number, place), number, enemy
        )

    def _is_touched(self, place: Spot) -> bool:
        return bool(numbers_within(place, zip(self.enemies, self.enemy_spots, strict=True), 106))

    def _table_with_figure_at(self, number: int, place: Spot) -> Table:
        return with_man(self.table, number, changed(self.table.men[number], spot=place))

    def _take_aim(self, number: int) -> bool:
        """Stay or move to shoot at an enemy. Near range is preferred to far range."""
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
        """Walk to this place if the figure can reach it this turn. Return whether it has walked."""
        path = self._path_to(number, place)
        return bool(path) and self._walk(number, path)

    def _path_to(self, number: int, place: Spot) -> tuple[Spot, ...]:
        path = reachable_path(self.table, number, (place,))
        return path if path and path[-1] == place else ()

    # --- advancing ---

    def _advance(self, number: int) -> None:
        """Move towards the goal, or take aim at an enemy.

        A figure that makes little progress takes aim, because it may be stuck in a queue in which
        only the first figure can shoot.
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
        """Return a step back for a figure that cannot advance, so that others can pass.

        Otherwise, three figures in contact would block the bridge.
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
        """Return the path that leads furthest towards the goal and avoids other figures."""
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
        """Return the few commandos nearest to the platform.

        A larger group would block the bridge.
        """
        return self._nearest_first(figures_on_table(self.table, SPY))[:MAX_FIRST_FIGURES]

    def _nearest_first(self, numbers: list[int]) -> list[int]:
        """Return the figures in order of distance from the platform."""
        platform_field = routes.field_of(self.table.map, self.floor.centre)
        return sorted(numbers, key=lambda n: (platform_field.turns_from(self.table.men[n].spot), n))

    def _field_to_nearest_enemy(self, number: int) -> routes.Field | None:
        if not self.enemies:
            return None
        return routes.field_to_place(
            self.table.map, nearest_point(self.table.men[number].spot, self.enemy_spots)[1]
        )

    def _should_wait(self, number: int, place: Spot) -> bool:
        """Return whether a commando should wait out of the enemy's reach for the others."""
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
        """Move the Mastermind to the helipad or, if his orders say so, to a waiting place.

        The waiting place is beside his guards.
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
        """Send commandos to touch the Mastermind if they are near and no guard is close to him."""
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
        """Move a guard towards edge A, but only as far as the captive can follow.

        The other guards stay near the captive.
        """
        table = self.table
        if table.mastermind != "captive":
            return
        walkers = figures_that_can_walk(table, SPY)
        for number in [n for n in table.guards if n in walkers][:1]:
            if not self._to_the_edge(number):
                self._lead_on(number)

    def _to_the_edge(self, number: int) -> bool:
        """Move the guard aside near edge A, so that the captive can go straight to the edge."""
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
        """Walk this guard to a place if the captive can follow.

        Return whether the guard has walked.
        """
        table_before, walks_before = self.table, list(self.walks)
        if self._walk(number, (place,)) and self._path_to_guard(number):
            return True
        self.table, self.walks = table_before, walks_before
        return False

    def _path_to_guard(self, guard: int) -> tuple[Spot, ...]:
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
    """Return whether the Mastermind is within the ring while the missile is ready.

    As a captive there, he would block the bridge.
    """
    floor = ground(table.map)
    return table.missile == "ready" and is_within(
        table.men[BOSS].spot, floor.centre, floor.map.ring
    )


def figures_keeping_still(table: Table, seat: Seat) -> frozenset[int]:
    """Return the commandos that must keep still this turn to hold the platform (S15).

    Return none if fewer than two hold the platform.
    """
    if seat != SPY or table.missile != "ready" or on_platform(table, MASTERMIND):
        return frozenset()
    figures_on_platform = on_platform(table, SPY)
    holding = [n for n in table.holding if n in figures_on_platform]
    return frozenset(holding[:PLATFORM_CREW]) if len(holding) >= DISARMERS else frozenset()
