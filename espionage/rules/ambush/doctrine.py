"""How our people fight without us (P15): a bot for either seat that knows only what its player
would.

*Aggressive* fires as it goes and closes to 4 squares; out of sight it searches. *Cautious* fires
from where it stands and works its way behind cover, crouching. *Flee first* runs when the nearest
edge is within four turns, else breaks sight if it has stealth at base. None of them trades shots at
range untrained, or with a pistol against armour: it closes to 4 squares or leaves. A counterspy who
hunts a spy before his mission does not leave unwounded: the spy would go on (E9).
"""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from engine.values import changed

from .bearings import squares_to
from .fighting import (
    best_gun,
    fire_parts,
    gassed,
    grenades,
    joined,
    knife,
    no_surer,
    rounds,
    smoky,
    wounded,
)
from .ground import OFF, SIDE, SQUARES, apart
from .placing import Stand, stands
from .routes import Routes, steps_out, way_to
from .samples import STAY, walk
from .steps import budget
from .terrain import NEIGHBOUR, STEPS, STRAIGHT, terrain_of
from .values import (
    AMBUSHER,
    PHASES,
    WAY_NUMBER,
    Action,
    Fire,
    Man,
    Move,
    Own,
    Place,
    Plan,
    Reload,
    Table,
    Throw,
    View,
)

if TYPE_CHECKING:
    from engine.dice import Dice
    from engine.values import Seat

    from .call import Tactics
    from .terrain import Terrain
    from .values import Deed

CLOSE: Final = 4
"""Who should not shoot from afar holds his fire to so many squares."""
TURNS_TO_RUN: Final = 4
TURNS_TO_HIDE: Final = 3
WORTH_CLOSING: Final = 8
"""A cautious man who may not trade shots closes from so many squares, and leaves from farther off.
"""
SAFE_BLAST: Final = 6
"""Nobody throws a blast nearer than this."""
HOLDS: Final = 1
NOW: Final = 2
"""Editions of our doctrine. At first a hunter left like anybody else; then he held; now shots are
aimed, who goes out of sight is followed, and a pistol fights armour as any gun does. Fights are
told as they were.
"""
INWARD: Final = 4
"""A step more on the ambushed's way out is worth so much to who places them; 8 is cover."""
COME_TO_MIND: Final = 20
"""So many placings are compared."""
ARMOURED_AFTER: Final = 2
"""Damage dealt to one who still stands, from which on armour is taken for granted: an ordinary man
would be down.
"""


class Situation:
    """What one side knows, as doctrine weighs it."""

    def __init__(self, table: Table, own: Own, *, ambushing: bool, edition: int) -> None:
        self.table, self.own, self.ambushing = table, own, ambushing
        self.now = edition >= NOW
        self.stays = edition >= HOLDS and ambushing and own.hunt and not wounded(own.man)
        self.man, self.mark, self.terrain = own.man, own.mark, terrain_of(table.ground)
        self.gun = best_gun(own.man)
        self.trades = self._trades()

    @cached_property
    def distance(self) -> int:
        """Squares to where the enemy is, or was last seen."""
        return squares_to(self.man.at, self.mark.at) if self.mark.at != OFF else SIDE

    def _trades(self) -> bool:
        """May he trade shots at range? Not untrained or unarmed; in former editions neither with a
        pistol against armour.
        """
        if self.gun is None or self.man.who.skills.handgunner < 0:
            return False
        return self.now or self.gun.kind != "pistol" or self.mark.dealt < ARMOURED_AFTER

    @property
    def slips(self) -> bool:
        """Would a cautious man rather vanish? The ambushed would; an ambusher who came to fight,
        only when wounded (P13).
        """
        return not self.ambushing or wounded(self.man)

    @cached_property
    def smoke(self) -> frozenset[int]:
        """Squares that smoke hides."""
        return smoky(self.table.clouds, self.terrain)

    def joined(self, square: int, *, crouched: bool) -> bool:
        """Whether he would see the enemy's last known square from there."""
        return joined(self.terrain, self.smoke, square, self.mark.at, crouched, self.mark.crouched)

    def covered(self, square: int) -> bool:
        """Whether he would have cover there from the enemy's last known square."""
        return self.terrain.covers(self.terrain.line(square, self.mark.at), self.mark.at)


class Doctrine:
    """Plays a seat by a doctrine: the one named, else the combatant's own; by today's edition of
    our doctrine, or a former one.
    """

    def __init__(self, tactics: Tactics | None = None, *, edition: int = NOW) -> None:
        self.tactics, self.edition = tactics, edition

    def choose(self, view: View, seat: Seat, dice: Dice) -> Move:
        """A placing or a plan. The same view and dice give the same choice."""
        if view.own is None:
            raise ValueError("doctrine plays one of the two sides")
        now = Situation(view.table, view.own, ambushing=view.seat == AMBUSHER, edition=self.edition)
        tactics = self.tactics or view.own.man.who.tactics
        if tactics == "flee_first" and now.stays:
            tactics = "aggressive"
        if view.table.stage == "placing":
            return _place(now, tactics, dice)
        if tactics == "flee_first":
            return _flee(now)
        return _press(now, dice) if tactics == "aggressive" else _hold(now, dice)

    def favourites(self, view: View, most: int) -> tuple[Place, ...]:
        """The placings of a map that this doctrine likes best."""
        if view.own is None:
            return ()
        now = Situation(view.table, view.own, ambushing=True, edition=self.edition)
        tactics = self.tactics or view.own.man.who.tactics
        known = stands(view.table.ground, view.table.numbers)
        best = sorted(known, key=lambda stand: -_worth(now, tactics, stand))[:most]
        return tuple([stand.place for stand in best])


DOCTRINE: Final = Doctrine()


# --- placing --------------------------------------------------------------------------------------


def _place(now: Situation, tactics: Tactics, dice: Dice) -> Place:
    """Of the placings that come to mind the best: behind cover with the enemy in the open; near to
    press, near an edge to flee.
    """
    known = stands(now.table.ground, now.table.numbers)
    return max(
        [dice.pick(known) for _ in range(COME_TO_MIND)],
        key=lambda stand: _worth(now, tactics, stand),
    ).place


def _worth(now: Situation, tactics: Tactics, stand: Stand) -> int:
    if tactics == "flee_first":
        return stand.between - 2 * stand.way_out
    worth = 8 * stand.cover + (INWARD * stand.prey_way_out if now.now else 0)
    return worth - stand.between if tactics == "aggressive" or not now.trades else worth


# --- the three doctrines --------------------------------------------------------------------------


def _press(now: Situation, dice: Dice) -> Plan:
    """Aggressive: fire on the way to 4 squares, or to arm's length without a firearm; look for an
    enemy out of sight.
    """
    action = _attack(now)
    if now.mark.in_sight:
        near = CLOSE if now.gun else 1
        if apart(now.man.at, now.mark.at) <= max(near * near, NEIGHBOUR):
            return Plan(action=action, vanish=False)
        return Plan(phases=_to(now, now.mark.at, near=near), action=action, vanish=False)
    return Plan(phases=_to(now, _search(now, dice), near=0), action=action, vanish=False)


def _hold(now: Situation, dice: Dice) -> Plan:
    """Cautious: braced and behind cover; who may not trade shots closes when near, else leaves,
    unless he has to stay.
    """
    if not now.trades:
        if now.stays or (now.gun and now.distance <= WORTH_CLOSING):
            return _press(now, dice)
        return Plan(phases=_run(now))
    action = _attack(now)
    if now.now and not now.mark.in_sight and not now.slips and not isinstance(action, Reload):
        return _press(now, dice)
    if not now.mark.in_sight or isinstance(action, Reload):
        return Plan(action=action, vanish=now.slips)
    goal = OFF if now.covered(now.man.at) else _cover_near(now)
    if goal == OFF:
        return Plan(phases=_brace(now), action=_aimed(now, action), vanish=now.slips)
    if now.table.phase_by_phase:
        return (
            Plan(action=action, vanish=now.slips)
            if action
            else Plan(phases=_to(now, goal, near=0), vanish=now.slips)
        )
    return Plan(phases=_to(now, goal, near=0, wait=1), action=action, vanish=now.slips)


def _flee(now: Situation) -> Plan:
    """Flee first: run if an edge is within four turns; else get out of sight and slip away, with
    stealth at base.
    """
    near = steps_out(now.terrain, now.man.at) <= TURNS_TO_RUN * budget(now.man, now.table.numbers)
    if near or now.man.who.skills.stealth < 0:
        return Plan(phases=_run(now))
    if not now.own.seen:
        return Plan()
    if now.mark.at == OFF:
        return Plan(phases=_run(now))
    routes = Routes(
        now.terrain,
        now.man.at,
        limit=TURNS_TO_HIDE * STRAIGHT * budget(now.man, now.table.numbers),
        wanted=lambda square: not now.joined(square, crouched=False),
    )
    if routes.found == OFF:
        return Plan(phases=_run(now))
    return Plan(phases=_follow(now, routes.to(routes.found)))


# --- moving ---------------------------------------------------------------------------------------


def _run(now: Situation) -> tuple[tuple[Deed, ...], ...]:
    return walk(now.table, now.man, lambda at: now.terrain.edge[at], quick=not now.man.acted)


def _follow(now: Situation, ways: dict[int, int], *, wait: int = 0) -> tuple[tuple[Deed, ...], ...]:
    return walk(now.table, now.man, lambda at: ways.get(at, STAY), quick=False, wait=wait)


def _to(now: Situation, goal: int, *, near: int, wait: int = 0) -> tuple[tuple[Deed, ...], ...]:
    """Towards a square, up to `near` squares of it."""
    ways = way_to(now.terrain, now.man.at, goal)
    beyond = max(near * near, NEIGHBOUR if near else 0)

    def way_from(at: int) -> int:
        far = apart(at, goal) > beyond if now.now else squares_to(at, goal) > near
        return ways.get(at, STAY) if far else STAY

    return walk(now.table, now.man, way_from, quick=False, wait=wait)


def _brace(now: Situation) -> tuple[tuple[Deed, ...], ...]:
    """Crouch, if the enemy stays in sight."""
    if now.man.crouched:
        return ()
    return (("crouch",),) if now.joined(now.man.at, crouched=True) else ()


def _cover_near(now: Situation) -> int:
    """The nearest square that can be reached in a turn, has cover, and keeps the enemy in sight;
    OFF if there is none.
    """
    limit = STRAIGHT * (budget(now.man, now.table.numbers) - 1 - now.man.crouched)
    return _cover_from(now.terrain, now.man.at, limit, now.mark.at, now.mark.crouched, now.smoke)


@lru_cache(maxsize=4096)
def _cover_from(
    terrain: Terrain,
    start: int,
    limit: int,
    enemy: int,
    enemy_crouches: bool,
    smoke: frozenset[int],
) -> int:
    """Remembered, for fights begin from the same few placings of a map."""

    def wanted(square: int) -> bool:
        return (
            square != enemy
            and terrain.covers(terrain.line(square, enemy), enemy)
            and joined(terrain, smoke, square, enemy, False, enemy_crouches)
        )

    return Routes(terrain, start, limit=limit, wanted=wanted).found


def _search(now: Situation, dice: Dice) -> int:
    """Where to look for an enemy out of sight: where the last shot came from, where he was last
    seen, then anywhere near it.
    """
    if now.own.sounds:
        dx, dy = STEPS[WAY_NUMBER[now.own.sounds[-1].way]]
        x, y = now.man.at % SIDE + 12 * dx, now.man.at // SIDE + 12 * dy
        return _open_near(now, min(max(y, 0), SIDE - 1) * SIDE + min(max(x, 0), SIDE - 1))
    if now.mark.at != OFF and now.distance > 1 and now.table.turn - now.mark.turn <= TURNS_TO_RUN:
        return now.mark.at
    return _open_near(now, dice.die(SQUARES) - 1)


def _open_near(now: Situation, square: int) -> int:
    solid = now.terrain.solid
    return (
        min(
            (each for each in range(SQUARES) if not solid[each]),
            key=lambda each: apart(each, square),
        )
        if solid[square]
        else square
    )


# --- the firing action ----------------------------------------------------------------------------


def _attack(now: Situation) -> Action | None:
    """Reload what is empty; fire, from near only if he may not trade shots; a grenade without a
    gun; blade or fist at arm's length.
    """
    man, gun = now.man, now.gun
    if man.acted or man.ran:
        return None
    if gun and gun.weapon:
        if rounds(man, gun) == 0:
            return Reload(weapon=gun.key)
        if gun.weapon.fires_grenades:
            return Throw(gear=gun.key) if now.distance >= SAFE_BLAST else _blow(man)
        barrels = min(gun.weapon.barrels, rounds(man, gun))
        return Fire(weapon=gun.key, within=0 if now.trades else CLOSE, barrels=barrels)
    blasts = [
        gear
        for gear in grenades(man)
        if gear.grenade and gear.grenade.effect == "blast" and now.distance <= gear.grenade.thrown
    ]
    if blasts and now.mark.in_sight and now.distance >= SAFE_BLAST:
        return Throw(gear=blasts[0].key)
    return _blow(man)


def _aimed(now: Situation, action: Action | None) -> Action | None:
    """A shot from where he stays, in the first phase in which it is as sure as it can be (P39,
    P40); at once where waiting does not help.
    """
    if not (now.now and isinstance(action, Fire) and action.weapon and now.gun and now.gun.weapon):
        return action
    if now.table.phase_by_phase or now.man.moved:
        return action
    needs = [_need(now, now.gun.weapon.to_hit, phase) for phase in range(1, PHASES + 1)]
    return changed(action, phase=1 + needs.index(min(needs)))


def _need(now: Situation, to_hit: int, phase: int) -> int:
    """What a shot from here needs in that phase, at an enemy who moves."""
    distance = apart(now.man.at, now.mark.at)
    line = now.terrain.line(now.man.at, now.mark.at)
    parts = fire_parts(
        now.man,
        distance,
        now.table.numbers,
        at_man=True,
        target_still=False,
        cover=now.terrain.covers(line, now.man.at),
        gassed=gassed(now.man, now.table.clouds, now.terrain),
        poor_light=now.terrain.ground.poor_light,
        phase=phase,
    )
    return to_hit - sum(
        [part.value for part in no_surer(parts, to_hit, distance, now.table.numbers)]
    )


def _blow(man: Man) -> Fire:
    """Blade or bare hand, whichever he is better with."""
    blade = knife(man)
    return (
        Fire(weapon=blade.key)
        if blade and man.who.skills.blade >= man.who.skills.martial_arts
        else Fire()
    )
