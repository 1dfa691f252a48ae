"""How doctrine moves a side: strike what can be struck, hold the platform, advance together,
escort, run for the helipad.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from engine.game import IllegalMove
from engine.values import Seat, changed
from minigames.shambattle.rules.custody import AT_EDGE
from minigames.shambattle.rules.fire import RANGES, SPRAYED_WITHIN, line_of_fire, under
from minigames.shambattle.rules.geometry import (
    RADIUS,
    ahead,
    measure,
    nearby,
    nearest,
    squared,
    touching,
    within,
)
from minigames.shambattle.rules.ground import ground
from minigames.shambattle.rules.missile import DISARMERS, on_platform
from minigames.shambattle.rules.movement import FULL, PART, check_way, may_walk, reach, walked
from minigames.shambattle.rules.position import is_captive, others, spots, standing, with_man
from minigames.shambattle.rules.roster import BOSS, ROSTER
from minigames.shambattle.rules.values import MASTERMIND, SPY, Walk

from . import routes
from .geometry import about, beside, turned

if TYPE_CHECKING:
    from minigames.shambattle.rules.values import Spot, Table

SPRAY_FROM: Final = 230
"""From so far, centre to centre, a burst is sure."""

AIM_FROM: Final = {
    weapon: (reach.near + RADIUS - 5, reach.far + RADIUS - 5) for weapon, reach in RANGES.items()
}
"""From so far, centre to centre, each weapon shoots at near and at far range."""

MARKS: Final = 4
"""So many enemies at most are looked at for a mark."""

STUCK: Final = 0.3
"""With less than this share of a turn's way gained a figure had better shoot than go on."""

STRIKE: Final = FULL + SPRAYED_WITHIN
"""Nobody strikes at an enemy further off than this."""

STAND_OFF: Final = 1000
"""Out of reach of a strike: here the commandos gather."""

CLOSE: Final = 1700
"""A commando so near to an enemy has arrived."""

ON_PLATFORM: Final = 2
"""So many hold the platform: more would only stand in each other's way."""

CHARGE_BEFORE: Final = 9
"""So many turns before the launch nobody waits any longer."""

FAN: Final = (25, -25, 50, -50, 80, -80)
"""Directions, in degrees off the straight one, in which somebody in the way is passed."""

LANES: Final = (90, -90)
"""So far beside the straight way two files march abreast, every second figure in the other one."""

ENOUGH: Final = 0.85
"""With so much of a turn's way gained, nothing better is looked for."""

ROOM: Final = 70
"""So far beyond the platform's centre a first man leaves room for a second."""

BEFORE_THE_BRIDGE: Final = 480
STEP_BACK: Final = 70

ASIDE: Final = 200
"""The Mastermind waits so far beside his guards' way."""

AT_HIS_POST: Final = 60
"""So near to it he stays where he is."""

FIRST: Final = 4
CROWD: Final = 800
"""So near to the platform only the first few make for it; the others go after the nearest enemy."""

Plan = tuple[Walk, ...]


class Orders(NamedTuple):
    """What a commander wants of his men, beyond what doctrine does: tempers differ by it."""

    hunters: int = 0
    """So many commandos go for the Mastermind from the first turn on."""
    alive: bool = False
    """He is wanted alive: nobody shoots at him, wherever he is."""
    station: int = 0
    """So far east of the platform the Mastermind waits until his rocket's fate is settled; 0: he
    makes for the helipad at once.
    """
    sally: int = 0
    """So many guards go out to meet the commandos."""
    charge: int = CHARGE_BEFORE
    """So many turns before the launch no commando waits for the others any longer."""


PLAIN: Final = Orders()


class Drill:
    """One side's movement step, figure by figure on a table of its own."""

    def __init__(self, table: Table, seat: Seat, orders: Orders = PLAIN) -> None:
        self.table, self.seat, self.orders = table, seat, orders
        self.floor = ground(table.map)
        self.walks: list[Walk] = []
        self.marked: set[int] = set()
        self.foes = [
            n
            for n in standing(table, Seat(1 - seat))
            if n != BOSS or table.missile != "ready" or in_the_way(table)
        ]
        self.foe_spots = [table.men[n].spot for n in self.foes]
        self.still = still(table, seat)
        soldiers = [n for n in standing(table, seat) if ROSTER[n].rank == "soldier"]
        self.hunters = frozenset(soldiers[-orders.hunters :] if orders.hunters else ())
        self.sallying = frozenset(soldiers[: orders.sally])

    def plan(self) -> Plan:
        """The walks of everybody who should move."""
        if self.seat == SPY:
            self._capture()
            self._escort()
            self._man_the_platform()
        able = [n for n in may_walk(self.table, self.seat) if n not in self.still and n != BOSS]
        for number in sorted(able, key=self._place_in_line):
            if not self.table.men[number].moved:
                self._move(number)
        if self.seat == MASTERMIND:
            self._boss()
        else:
            self._captive_follows()
        return tuple(self.walks)

    # --- one figure ---

    def _place_in_line(self, number: int) -> tuple[int, float, int]:
        """Who can strike goes first, the nearest to an enemy before others; then who has least way
        to the platform.
        """
        spot = self.table.men[number].spot
        gap = nearest(spot, self.foe_spots)[0]
        return (
            min(gap, STRIKE**2),
            routes.field(self.table.map, self.floor.centre).at(spot),
            number,
        )

    def _move(self, number: int) -> None:
        if self._posted(number):
            self._make_room(number)
            self._strike(number, stay=True)
        elif not (self._needed(number) and self._step_on(number)) and not self._strike(
            number, stay=False
        ):
            self._advance(number)

    def _posted(self, number: int) -> bool:
        """Whether a figure stands where it is needed: the first few on the platform."""
        there = on_platform(self.table, self.seat)
        return self.table.missile == "ready" and number in there[:ON_PLATFORM]

    def _make_room(self, number: int) -> None:
        """A commando on the platform goes to its far end: one who stands at the bridge keeps all
        others off.
        """
        (x, y), spot = self.floor.centre, self.table.men[number].spot
        if (
            self.seat == SPY
            and spot[0] < x + ROOM
            and len(on_platform(self.table, SPY)) < ON_PLATFORM
        ):
            way = reach(self.table, number, ((x + ROOM, y),))
            if way and self.floor.on_platform(way[-1]):
                self._walk(number, way)

    def _man_the_platform(self) -> None:
        """Who can step on a free platform does so before anybody else moves, for they would shut
        the bridge.
        """
        able = [n for n in may_walk(self.table, SPY) if n not in self.still and n != BOSS]
        for number in on_platform(self.table, SPY):
            if number in able:
                self._make_room(number)
        for number in self._nearest_first(able):
            if not self.table.men[number].moved and self._needed(number):
                self._step_on(number)

    def _needed(self, number: int) -> bool:
        """Whether a commando is wanted on the platform now: it is free of enemies, and too few are
        there.
        """
        table = self.table
        if self.seat != SPY or table.missile != "ready" or on_platform(table, MASTERMIND):
            return False
        return len(on_platform(table, SPY)) < ON_PLATFORM and within(
            table.men[number].spot, self.floor.centre, FULL
        )

    def _step_on(self, number: int) -> bool:
        way = self._follow(number, routes.field(self.table.map, self.floor.centre))
        return bool(way) and self.floor.on_platform(way[-1]) and self._walk(number, way)

    def _walk(self, number: int, way: tuple[Spot, ...]) -> bool:
        try:
            check_way(self.table, number, way)
            self.table = walked(self.table, Walk(man=number, path=way))
        except IllegalMove:
            return False
        self.walks.append(Walk(man=number, path=way))
        return True

    # --- striking ---

    def _strike(self, number: int, *, stay: bool) -> bool:
        """Move to where an enemy who is nobody's mark can be shot for certain, or as nearly as this
        weapon can.
        """
        for foe in self._marks(number, STRIKE):
            if self._strike_at(number, foe, stay=stay):
                self.marked.add(foe)
                return True
        return False

    def _marks(self, number: int, reach: int) -> list[int]:
        """The nearest enemies so near who are nobody's mark, those first who guard a captive or
        hold the platform.
        """
        spot = self.table.men[number].spot
        close = [
            n
            for n in nearby(spot, zip(self.foes, self.foe_spots, strict=True), reach)
            if n not in self.marked
        ]
        return sorted(
            close,
            key=lambda n: (squared(spot, self.table.men[n].spot) - 10**6 * self._precious(n), n),
        )[:MARKS]

    def _precious(self, foe: int) -> bool:
        return foe in self.table.guards or self.floor.on_platform(self.table.men[foe].spot)

    def _strike_at(self, number: int, foe: int, *, stay: bool) -> bool:
        spot, mark = self.table.men[number].spot, self.table.men[foe].spot
        gun, near = ROSTER[number].weapon == "smg", AIM_FROM["pistol"][0]
        if within(spot, mark, SPRAYED_WITHIN - 12 if gun else near) and self._good(
            number, spot, foe
        ):
            return True
        places = [] if stay else about(mark, spot, SPRAY_FROM if gun else near)
        return any(
            within(spot, place, FULL)
            and self._good(number, place, foe)
            and self._goes_to(number, place)
            for place in places
        )

    def _good(self, number: int, place: Spot, foe: int) -> bool:
        """Whether a figure could strike its mark from there: a pistol shoots, a submachine gun
        fires a burst with no friend under it.
        """
        if ROSTER[number].weapon != "smg":
            return self._can_shoot(number, place, foe)
        hit = (
            ()
            if self._touched(place)
            else under(self._standing_at(number, place), number, self.table.men[foe].spot)
        )
        return foe in hit and all(
            ROSTER[n].side != self.seat and not is_captive(self.table, n) for n in hit
        )

    def _can_shoot(self, number: int, place: Spot, foe: int) -> bool:
        """Whether a figure could shoot at its mark from there: touched by nobody, and with a line
        of fire.
        """
        return not self._touched(place) and line_of_fire(
            self._standing_at(number, place), number, foe
        )

    def _touched(self, place: Spot) -> bool:
        return bool(nearby(place, zip(self.foes, self.foe_spots, strict=True), 106))

    def _standing_at(self, number: int, place: Spot) -> Table:
        return with_man(self.table, number, changed(self.table.men[number], spot=place))

    def _take_aim(self, number: int) -> bool:
        """Stay or move where somebody can be shot at, at near range or else at far."""
        ranges = AIM_FROM[ROSTER[number].weapon]
        return any(
            self._aim_at(number, foe, reach)
            for reach in ranges
            for foe in self._marks(number, FULL + reach)
        )

    def _aim_at(self, number: int, foe: int, reach: int) -> bool:
        spot, mark = self.table.men[number].spot, self.table.men[foe].spot
        if within(spot, mark, reach) and self._can_shoot(number, spot, foe):
            return True
        places = [place for place in about(mark, spot, reach) if within(spot, place, FULL)]
        return any(
            self._can_shoot(number, place, foe) and self._goes_to(number, place) for place in places
        )

    def _goes_to(self, number: int, place: Spot) -> bool:
        """Walk to just this place, if the move pays for it."""
        way = self._way_to(number, place)
        return bool(way) and self._walk(number, way)

    def _way_to(self, number: int, place: Spot) -> tuple[Spot, ...]:
        way = reach(self.table, number, (place,))
        return way if way and way[-1] == place else ()

    # --- going ---

    def _advance(self, number: int) -> None:
        """On to where the figure is wanted. Who would hardly get further looks for a line of fire:
        in a queue only the first can shoot.
        """
        goal = self._goal(number)
        way = self._onward(number, goal) if goal else ()
        gained = goal.at(self.table.men[number].spot) - goal.at(way[-1]) if goal and way else 0.0
        if (gained >= STUCK or not self._take_aim(number)) and way:
            self._walk(number, way)

    def _onward(self, number: int, goal: routes.Field) -> tuple[Spot, ...]:
        """The next stretch to the goal, or () if the figure is well where it is."""
        way = self._follow(number, goal)
        if way and self._waits(number, way[-1]):
            return self._short_of_danger(number, way)
        return way or self._give_way(number)

    def _give_way(self, number: int) -> tuple[Spot, ...]:
        """Three in touch before the bridge shut it: who cannot go on steps back, so that the next
        one can.
        """
        table, spot = self.table, self.table.men[number].spot
        if (
            self.seat != SPY
            or table.missile != "ready"
            or not within(spot, self.floor.centre, BEFORE_THE_BRIDGE)
        ):
            return ()
        men = others(table, number)
        found = [
            reach(table, number, (place,))
            for place in about(spot, self.floor.centre, STEP_BACK, ring=12)
        ]
        room = [(nearest(way[-1], men)[0], way) for way in found if way]
        most = max(room, default=(0, ()))
        return most[1] if most[0] > nearest(spot, men)[0] else ()

    def _follow(self, number: int, goal: routes.Field) -> tuple[Spot, ...]:
        """As far as possible towards the goal; round those who stand in the way."""
        spot = self.table.men[number].spot
        best: tuple[Spot, ...] = ()
        now = goal.at(spot)
        turns, straight = now, goal.way(spot)
        if not straight:
            return ()
        side = 1 if number % 2 else -1
        lane, other = [
            (beside(spot, straight[0], offset * side), *straight[1:]) for offset in LANES
        ]
        for way in [
            lane,
            straight,
            other,
            straight[1:],
            *[(turned(spot, straight[0], angle),) for angle in FAN],
        ]:
            found = reach(self.table, number, way)
            if found and (then := goal.at(found[-1])) < turns - 0.05:
                best, turns = found, then
                if now - then > ENOUGH or then == 0:
                    break
        return best

    def _goal(self, number: int) -> routes.Field | None:
        table, key = self.table, self.table.map
        centre, pad = self.floor.centre, self.floor.map.helipad.centre
        if self.seat == SPY:
            if table.mastermind == "large" and number in self.hunters:
                return routes.to_place(key, table.men[BOSS].spot)
            if table.missile == "ready" and len(on_platform(table, SPY)) < ON_PLATFORM + 1:
                crowded = (
                    within(table.men[number].spot, centre, CROWD) and number not in self._first()
                )
                return self._nearest_foe(number) if crowded else routes.field(key, centre)
            if table.mastermind == "large":
                return routes.to_place(key, table.men[BOSS].spot)
            return self._nearest_foe(number)
        if table.mastermind == "captive":
            return routes.to_place(key, table.men[BOSS].spot)
        if table.missile == "ready":
            if number in self.sallying:
                return self._nearest_foe(number)
            if len(on_platform(table, MASTERMIND)) < ON_PLATFORM or on_platform(table, SPY):
                return routes.field(key, centre)
            return None
        return routes.field(key, pad) if table.mastermind == "large" else self._nearest_foe(number)

    def _first(self) -> list[int]:
        """The few commandos nearest to the platform: the others would only shut the bridge."""
        return self._nearest_first(standing(self.table, SPY))[:FIRST]

    def _nearest_first(self, numbers: list[int]) -> list[int]:
        """These figures, those first who have the least way to the platform."""
        to = routes.field(self.table.map, self.floor.centre)
        return sorted(numbers, key=lambda n: (to.at(self.table.men[n].spot), n))

    def _nearest_foe(self, number: int) -> routes.Field | None:
        if not self.foes:
            return None
        return routes.to_place(
            self.table.map, nearest(self.table.men[number].spot, self.foe_spots)[1]
        )

    def _waits(self, number: int, place: Spot) -> bool:
        """Whether a commando should stay out of reach until enough others are there."""
        table = self.table
        if self.seat == MASTERMIND or table.missile != "ready" or not self.foes:
            return False
        if (
            nearest(place, self.foe_spots)[0] > STAND_OFF**2
            or table.countdown - table.turn < self.orders.charge
        ):
            return False
        mine = standing(table, SPY)
        arrived = [n for n in mine if nearest(table.men[n].spot, self.foe_spots)[0] <= CLOSE**2]
        return 4 * len(arrived) < 3 * len(mine)

    def _short_of_danger(self, number: int, way: tuple[Spot, ...]) -> tuple[Spot, ...]:
        spot = self.table.men[number].spot
        for part in (450, 300, 150):
            place = ahead(spot, way[0], part)
            if (
                measure((spot, place)) <= measure((spot, way[0]))
                and nearest(place, self.foe_spots)[0] > STAND_OFF**2
            ):
                return self._way_to(number, place)
        return ()

    # --- the Mastermind ---

    def _boss(self) -> None:
        """He makes for the helipad and waits there; or first beside his guards, if so ordered."""
        table = self.table
        if BOSS not in may_walk(table, MASTERMIND) or self.floor.on_helipad(table.men[BOSS].spot):
            return
        if self.orders.station and table.missile == "ready":
            x, y = self.floor.centre
            post = (x + self.orders.station, y - ASIDE)
            if not within(table.men[BOSS].spot, post, AT_HIS_POST):
                self._boss_goes(post)
            return
        self._boss_goes(self.floor.map.helipad.centre)

    def _boss_goes(self, place: Spot) -> None:
        if way := self._follow(BOSS, routes.field(self.table.map, place)):
            self._walk(BOSS, way)

    def _capture(self) -> None:
        """Lay hands on the Mastermind, if he is near and none of his is nearer."""
        table = self.table
        if table.mastermind != "large" or in_the_way(table):
            return
        spot = table.men[BOSS].spot
        own = [n for n in standing(table, MASTERMIND) if n != BOSS]
        if nearby(spot, spots(table, own), 300):
            return
        close = nearby(spot, spots(table, may_walk(table, SPY)), FULL + 100)
        for number in sorted(close, key=lambda n: (squared(spot, table.men[n].spot), n))[:3]:
            here = self.table.men[number].spot
            if number in self.still or touching(here, spot):
                continue
            for place in about(spot, here, 102):
                if (way := self._way_to(number, place)) and self._walk(number, way):
                    break

    def _escort(self) -> None:
        """A guard leads towards edge A, no faster than the captive can follow; the others keep
        near.
        """
        table = self.table
        if table.mastermind != "captive":
            return
        able = may_walk(table, SPY)
        for number in [n for n in table.guards if n in able][:1]:
            if not self._to_the_edge(number):
                self._lead_on(number)

    def _to_the_edge(self, number: int) -> bool:
        """At the last stretch the guard steps aside, and the captive goes straight to the edge."""
        x, y = self.table.men[BOSS].spot
        return x - AT_EDGE <= PART and any(
            self._leads(number, (AT_EDGE, max(0, y + aside))) for aside in (102, -102)
        )

    def _lead_on(self, number: int) -> None:
        start = self.table.men[number].spot
        way = self._follow(number, routes.to_edge(self.table.map))
        for part in (400, 300, 200, 100):
            if (
                way
                and measure((start, way[0])) >= part
                and self._leads(number, ahead(start, way[0], part))
            ):
                return

    def _leads(self, number: int, place: Spot) -> bool:
        """Walk this guard there if the captive can then follow."""
        before, walks = self.table, list(self.walks)
        if self._walk(number, (place,)) and self._behind(number):
            return True
        self.table, self.walks = before, walks
        return False

    def _behind(self, guard: int) -> tuple[Spot, ...]:
        """A captive's way into touch with this guard."""
        spot, to = self.table.men[BOSS].spot, self.table.men[guard].spot
        straight = (AT_EDGE, spot[1])
        for place in [
            *([straight] if touching(straight, to) else []),
            *about(to, spot, 102, ring=12),
        ]:
            if squared(spot, place) <= PART * PART and (way := self._way_to(BOSS, place)):
                return way
        return ()

    def _captive_follows(self) -> None:
        moved = {walk.man for walk in self.walks}
        if self.table.mastermind == "captive" and not self.table.men[BOSS].moved:
            for guard in [n for n in self.table.guards if n in moved and self.table.men[n].here]:
                if (way := self._behind(guard)) and self._walk(BOSS, way):
                    return


def in_the_way(table: Table) -> bool:
    """Whether the Mastermind stands on ring, bridge or platform with the missile ready: a captive
    there would shut the bridge.
    """
    floor = ground(table.map)
    return table.missile == "ready" and within(table.men[BOSS].spot, floor.centre, floor.map.ring)


def still(table: Table, seat: Seat) -> frozenset[int]:
    """The commandos who hold the platform and must keep still this turn: at least two, or it is not
    worth it (S15).
    """
    if seat != SPY or table.missile != "ready" or on_platform(table, MASTERMIND):
        return frozenset()
    there = on_platform(table, SPY)
    holding = [n for n in table.holding if n in there]
    return frozenset(holding[:ON_PLATFORM]) if len(holding) >= DISARMERS else frozenset()
