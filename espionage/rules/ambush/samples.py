"""Set-ups to start from, a small menu, and sensible moves at random: for simulations, the laws and
bots that think.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import Packed
from engine.values import Seat, changed
from espionage.rules.files import Skills
from espionage.rules.orders import Kit

from .call import Ambush, Combatant
from .fighting import best_gun, grenades, rounds, spares
from .ground import OFF, SIDE, SQUARES
from .maps import MAPS
from .placing import placings
from .steps import budget, budgeted, steps_allowed
from .terrain import BLOCKED, Terrain, terrain_of
from .values import (
    PHASES,
    WAYS,
    Action,
    Deed,
    Fire,
    Man,
    Move,
    Own,
    Plan,
    Reload,
    Setup,
    Table,
    Throw,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from engine.dice import Dice

    from .call import Tactics

STAY: Final = -1


# --- set-ups --------------------------------------------------------------------------------------


def kit(*gear: str) -> Kit:
    """A kit of these pieces."""
    return Kit(
        items=tuple([Packed(gear=key, count=gear.count(key)) for key in dict.fromkeys(gear)])
    )


def fighter(
    seat: int, tactics: Tactics, skills: Skills, carries: Kit, *, armour: int = 0, dp: int = 3
) -> Combatant:
    """A combatant for samples."""
    names = ("Ada", "Bea")
    return Combatant(
        seat=Seat(seat),
        team=("alphas", "betas")[seat],
        id=names[seat].lower(),
        name=names[seat],
        dp=dp,
        full_dp=dp,
        skills=skills,
        kit=carries,
        armour=armour,
        fired=(),
        tactics=tactics,
        live=True,
    )


def called(ambusher: Combatant, ambushed: Combatant, section: int) -> Ambush:
    """An ambush in a section of Midville, or with 0 at the Truck Stop."""
    return Ambush(
        by=Seat(1),
        order=1,
        against=Seat(0),
        number=1,
        nth=1,
        cause="hunted",
        ambusher=ambusher,
        ambushed=ambushed,
        map="midville" if section else "truck_stop",
        section=section,
    )


BASE: Final = Skills(stealth=0, handgunner=0, blade=0, martial_arts=0, running=0)
ABLE: Final = Skills(stealth=1, handgunner=1, martial_arts=2, running=2)


@lru_cache(maxsize=1)
def setups() -> tuple[Setup, ...]:
    """Plans by the turn and by the phase, most weapons and grenades, ours and a campaign's own map
    in poor light.
    """
    rifle, armoured = (
        kit("rifle", "rifle_clip", "knife"),
        kit("heavy_pistol", "body_armour", "explosive_grenade", "smoke_grenade"),
    )
    gas = kit("shotgun", "tear_gas_grenade", "flaming_oil_grenade", "flash_grenade", "gas_mask")
    launcher = kit("grenade_launcher", "grenade_launcher_clip", "paint_grenade")
    barrels = kit("double_shotgun", "knife", "concussion_grenade")
    park = MAPS["midville_3"]
    return (
        Setup(
            ambush=called(
                fighter(0, "cautious", BASE, rifle),
                fighter(1, "aggressive", ABLE, armoured, armour=3),
                1,
            )
        ),
        Setup(
            ambush=called(
                fighter(0, "aggressive", ABLE, gas),
                fighter(1, "flee_first", BASE, launcher, armour=3),
                0,
            )
        ),
        Setup(
            ambush=called(
                fighter(0, "cautious", BASE, barrels), fighter(1, "flee_first", Skills(), kit()), 2
            ),
            phase_by_phase=True,
        ),
        Setup(
            ambush=called(
                fighter(0, "aggressive", BASE, armoured, dp=5), fighter(1, "cautious", BASE, gas), 4
            ),
            phase_by_phase=True,
        ),
        Setup(
            ambush=called(
                fighter(0, "flee_first", ABLE, kit("smg")),
                fighter(1, "cautious", ABLE, kit("machine_pistol", "knife")),
                3,
            ),
            ground=changed(park, key="park_at_night", title="The park at night", poor_light=True),
        ),
    )


# --- walks ----------------------------------------------------------------------------------------


def walk(
    table: Table, man: Man, way_from: Callable[[int], int], *, quick: bool, wait: int = 0
) -> tuple[tuple[Deed, ...], ...]:
    """The phases of a walk that asks at each square which way to go (STAY ends it); `quick` takes
    second steps where it may.

    It stands still for `wait` phases, stands up if need be, and stops before what is solid and when
    its squares are used up.
    """
    terrain, numbers = terrain_of(table.ground), table.numbers
    most = budget(man, numbers)
    at, crouched, paced, diagonals = man.at, man.crouched, man.paced, man.diagonals
    phases: list[tuple[Deed, ...]] = []
    last = table.phase if table.phase_by_phase else PHASES
    for phase in range(table.phase, last + 1):
        if phase < table.phase + wait:
            phases.append(())
            continue
        if crouched:
            phases.append(("stand",))
            crouched = False
            continue
        deeds: list[Deed] = []
        for _ in range(steps_allowed(man, phase, numbers) if quick else 1):
            way = way_from(at)
            there = terrain.steps[at * 8 + way] if way != STAY else BLOCKED
            if there == BLOCKED or (there != OFF and terrain.slow[there] and deeds):
                break
            pays = budgeted(paced, diagonals, way)
            if pays[0] > most:
                break
            (paced, diagonals), at = pays, there
            deeds.append(WAYS[way])
            if there == OFF or terrain.slow[there]:
                break
        phases.append(tuple(deeds))
        if at == OFF or not deeds:
            break
    return tuple(phases)


# --- menu and proposals ---------------------------------------------------------------------------


def menu(view: View) -> Sequence[Move]:
    """A dozen or two of moves: placings; standing, crouching, walking each way, running for the
    edge, each action there is.
    """
    own, table = view.own, view.table
    if own is None or table.stage == "over":
        return ()
    if table.stage == "placing":
        return placings(table.ground, table.numbers) if view.seat == 0 else ()
    if own.plan is not None:
        return ()
    return tuple(dict.fromkeys(_plans(table, own)))


def _plans(table: Table, own: Own) -> Iterator[Plan]:
    man, terrain = own.man, terrain_of(table.ground)
    actions = [] if man.acted or man.ran else list(_actions(own))
    yield Plan()
    posture: tuple[tuple[Deed, ...], ...] = (("stand",),) if man.crouched else (("crouch",),)
    yield Plan(phases=posture)
    for action in actions:
        yield Plan(action=action)
        yield Plan(phases=posture, action=action)
    first = actions[0] if actions else None
    for way in range(8):
        yield Plan(phases=walk(table, man, lambda _, way=way: way, quick=False), action=first)  # type: ignore[misc]
    yield Plan(phases=walk(table, man, lambda at: terrain.edge[at], quick=not man.acted))


def _actions(own: Own) -> Iterator[Action]:
    """What he could do with what he has, the likeliest first."""
    man = own.man
    gun = best_gun(man)
    if gun and gun.weapon:
        if rounds(man, gun) == 0:
            yield Reload(weapon=gun.key)
        elif gun.weapon.fires_grenades:
            yield Throw(gear=gun.key)
        else:
            yield Fire(weapon=gun.key)
            if 0 < rounds(man, gun) < gun.weapon.shots and spares(man, gun):
                yield Reload(weapon=gun.key)
            if gun.weapon.barrels > 1 and rounds(man, gun) > 1:
                yield Fire(weapon=gun.key, barrels=2)
    for gear in grenades(man):
        yield Throw(gear=gear.key)
    yield Fire()
    yield Fire(subdue=True)


def propose(view: View, dice: Dice) -> Move:
    """A sensible move at random: a placing; or fire, sometimes on the move; a walk to the enemy,
    anywhere, or off the map.
    """
    own, table = view.own, view.table
    if own is None or table.stage == "placing":
        return dice.pick(menu(view))
    man, terrain = own.man, terrain_of(table.ground)
    action = None if man.acted or man.ran else _sample_action(own, dice)
    mood = dice.die(8)
    if mood <= 2:
        return Plan(action=action)
    if mood == 3:
        return Plan(phases=(("stand",),) if man.crouched else (("crouch",),), action=action)
    if mood == 4:
        return Plan(phases=walk(table, man, lambda at: terrain.edge[at], quick=not man.acted))
    goal = own.mark.at if mood <= 6 and own.mark.at != OFF else dice.die(SQUARES) - 1
    return Plan(
        phases=walk(table, man, lambda at: toward(terrain, at, goal), quick=False), action=action
    )


def _sample_action(own: Own, dice: Dice) -> Action | None:
    man, gun = own.man, best_gun(own.man)
    if dice.die(6) == 1 and (found := grenades(man)):
        return Throw(gear=dice.pick(found).key)
    if gun is None or not gun.weapon:
        return Fire(subdue=dice.die(4) == 1)
    if rounds(man, gun) == 0:
        return Reload(weapon=gun.key)
    return Throw(gear=gun.key) if gun.weapon.fires_grenades else Fire(weapon=gun.key)


def toward(terrain: Terrain, here: int, goal: int) -> int:
    """The step that leads nearest to a square as the crow flies; STAY when he is there or something
    blocks all three.
    """
    dx, dy = goal % SIDE - here % SIDE, goal // SIDE - here // SIDE
    if not dx and not dy:
        return STAY
    best = _HEADINGS[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]
    for way in (best, (best + 1) % 8, (best - 1) % 8):
        if terrain.steps[here * 8 + way] >= 0:
            return way
    return STAY


_HEADINGS: Final = {
    (0, -1): 0,
    (1, -1): 1,
    (1, 0): 2,
    (1, 1): 3,
    (0, 1): 4,
    (-1, 1): 5,
    (-1, 0): 6,
    (-1, -1): 7,
}
