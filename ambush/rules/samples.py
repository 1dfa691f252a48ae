"""Sample set-ups, a small selection of moves, and random moves.

They are used in simulations, in property tests and by searching bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import Kit, Skills
from engine.dice import Dice
from engine.values import Seat, changed

from .call import Ambush, Combatant, Tactics
from .fighting import best_gun, grenades, rounds_left, spare_clips
from .ground import OFF_MAP, SIDE, SQUARES
from .maps import MAPS
from .placing import placings
from .steps import add_step, squares_per_turn, steps_allowed
from .terrain import BLOCKED, Terrain, terrain_of
from .values import (
    DIRECTIONS,
    PHASES,
    Action,
    Fire,
    Man,
    Move,
    Movement,
    Own,
    Plan,
    Reload,
    Setup,
    Table,
    Throw,
    View,
)

STAY: Final = -1


# --- set-ups --------------------------------------------------------------------------------------


def sample_kit(*gear: str) -> Kit:
    """Return a kit with these pieces."""
    return Kit(
        items=tuple([Packed(gear=key, count=gear.count(key)) for key in dict.fromkeys(gear)])
    )


def sample_fighter(
    seat: int, tactics: Tactics, skills: Skills, gear: Kit, *, armour: int = 0, dp: int = 3
) -> Combatant:
    """Return a sample combatant."""
    names = ("Ada", "Bea")
    return Combatant(
        seat=Seat(seat),
        team=("alphas", "betas")[seat],
        id=names[seat].lower(),
        name=names[seat],
        dp=dp,
        full_dp=dp,
        skills=skills,
        kit=gear,
        armour=armour,
        fired=(),
        tactics=tactics,
        live=True,
    )


def sample_ambush(ambusher: Combatant, ambushed: Combatant, section: int) -> Ambush:
    """Return an ambush in a section of Midville, or at the Truck Stop if `section` is 0."""
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


BASE_SKILLS: Final = Skills(stealth=0, handgunner=0, blade=0, martial_arts=0, running=0)
HIGH_SKILLS: Final = Skills(stealth=1, handgunner=1, martial_arts=2, running=2)


@lru_cache(maxsize=1)
def sample_setups() -> tuple[Setup, ...]:
    """Return sample set-ups for duels planned by turn and by phase.

    They use most weapons and grenades, the default maps, and a campaign's own map in poor light.
    """
    rifle, armoured = (
        sample_kit("rifle", "rifle_clip", "knife"),
        sample_kit("heavy_pistol", "body_armour", "explosive_grenade", "smoke_grenade"),
    )
    gas = sample_kit(
        "shotgun", "tear_gas_grenade", "flaming_oil_grenade", "flash_grenade", "gas_mask"
    )
    launcher = sample_kit("grenade_launcher", "grenade_launcher_clip", "paint_grenade")
    barrels = sample_kit("double_shotgun", "knife", "concussion_grenade")
    park = MAPS["midville_3"]
    return (
        Setup(
            ambush=sample_ambush(
                sample_fighter(0, "cautious", BASE_SKILLS, rifle),
                sample_fighter(1, "aggressive", HIGH_SKILLS, armoured, armour=3),
                1,
            )
        ),
        Setup(
            ambush=sample_ambush(
                sample_fighter(0, "aggressive", HIGH_SKILLS, gas),
                sample_fighter(1, "flee_first", BASE_SKILLS, launcher, armour=3),
                0,
            )
        ),
        Setup(
            ambush=sample_ambush(
                sample_fighter(0, "cautious", BASE_SKILLS, barrels),
                sample_fighter(1, "flee_first", Skills(), sample_kit()),
                2,
            ),
            phase_by_phase=True,
        ),
        Setup(
            ambush=sample_ambush(
                sample_fighter(0, "aggressive", BASE_SKILLS, armoured, dp=5),
                sample_fighter(1, "cautious", BASE_SKILLS, gas),
                4,
            ),
            phase_by_phase=True,
        ),
        Setup(
            ambush=sample_ambush(
                sample_fighter(0, "flee_first", HIGH_SKILLS, sample_kit("smg")),
                sample_fighter(1, "cautious", HIGH_SKILLS, sample_kit("machine_pistol", "knife")),
                3,
            ),
            ground=changed(park, key="park_at_night", title="The park at night", poor_light=True),
        ),
    )


# --- walks ----------------------------------------------------------------------------------------


def walk(
    table: Table, man: Man, way_from: Callable[[int], int], *, quick: bool, wait: int = 0
) -> tuple[tuple[Movement, ...], ...]:
    """Return the phases of a walk.

    `way_from` gives the direction to take at each square. STAY ends the walk. If `quick` is true,
    the fighter takes a second step where it is allowed. He waits for `wait` phases, stands up if
    necessary, and stops at obstacles or when he has no squares left.
    """
    terrain, numbers = terrain_of(table.ground), table.numbers
    max_squares = squares_per_turn(man, numbers)
    square, crouched, paced, diagonals = man.at, man.crouched, man.paced, man.diagonals
    phases: list[tuple[Movement, ...]] = []
    last = table.phase if table.phase_by_phase else PHASES
    for phase in range(table.phase, last + 1):
        if phase < table.phase + wait:
            phases.append(())
            continue
        if crouched:
            phases.append(("stand",))
            crouched = False
            continue
        deeds: list[Movement] = []
        for _ in range(steps_allowed(man, phase, numbers) if quick else 1):
            direction = way_from(square)
            next_square = terrain.steps[square * 8 + direction] if direction != STAY else BLOCKED
            if next_square == BLOCKED or (
                next_square != OFF_MAP and terrain.slow[next_square] and deeds
            ):
                break
            new_pace = add_step(paced, diagonals, direction)
            if new_pace[0] > max_squares:
                break
            (paced, diagonals), square = new_pace, next_square
            deeds.append(DIRECTIONS[direction])
            if next_square == OFF_MAP or terrain.slow[next_square]:
                break
        phases.append(tuple(deeds))
        if square == OFF_MAP or not deeds:
            break
    return tuple(phases)


# --- menu and proposals ---------------------------------------------------------------------------


def sample_moves(view: View) -> Sequence[Move]:
    """Return a selection of 10 to 30 moves.

    It includes placings, changes of posture, walks in each direction, a run to the edge, and each
    action.
    """
    own_state, table = view.own, view.table
    if own_state is None or table.stage == "over":
        return ()
    if table.stage == "placing":
        return placings(table.ground, table.numbers) if view.seat == 0 else ()
    if own_state.plan is not None:
        return ()
    return tuple(dict.fromkeys(_plans(table, own_state)))


def _plans(table: Table, own_state: Own) -> Iterator[Plan]:
    man, terrain = own_state.man, terrain_of(table.ground)
    actions = [] if man.acted or man.ran else list(_actions(own_state))
    yield Plan()
    posture: tuple[tuple[Movement, ...], ...] = (("stand",),) if man.crouched else (("crouch",),)
    yield Plan(phases=posture)
    for action in actions:
        yield Plan(action=action)
        yield Plan(phases=posture, action=action)
    main_action = actions[0] if actions else None
    for direction in range(8):
        phases = walk(table, man, lambda _, direction=direction: direction, quick=False)  # type: ignore[misc]
        yield Plan(phases=phases, action=main_action)
    yield Plan(
        phases=walk(table, man, lambda square: terrain.exit_directions[square], quick=not man.acted)
    )


def _actions(own_state: Own) -> Iterator[Action]:
    man = own_state.man
    gun = best_gun(man)
    if gun and gun.weapon:
        if rounds_left(man, gun) == 0:
            yield Reload(weapon=gun.key)
        elif gun.weapon.fires_grenades:
            yield Throw(gear=gun.key)
        else:
            yield Fire(weapon=gun.key)
            if 0 < rounds_left(man, gun) < gun.weapon.shots and spare_clips(man, gun):
                yield Reload(weapon=gun.key)
            if gun.weapon.barrels > 1 and rounds_left(man, gun) > 1:
                yield Fire(weapon=gun.key, barrels=2)
    for gear in grenades(man):
        yield Throw(gear=gear.key)
    yield Fire()
    yield Fire(subdue=True)


def propose(view: View, dice: Dice) -> Move:
    """Return a random but sensible move: a placing, a change of posture, or a walk."""
    own_state, table = view.own, view.table
    if own_state is None or table.stage == "placing":
        return dice.pick(sample_moves(view))
    man, terrain = own_state.man, terrain_of(table.ground)
    action = None if man.acted or man.ran else _sample_action(own_state, dice)
    choice = dice.die(8)
    if choice <= 2:
        return Plan(action=action)
    if choice == 3:
        return Plan(phases=(("stand",),) if man.crouched else (("crouch",),), action=action)
    if choice == 4:
        return Plan(
            phases=walk(
                table, man, lambda square: terrain.exit_directions[square], quick=not man.acted
            )
        )
    goal = (
        own_state.mark.at if choice <= 6 and own_state.mark.at != OFF_MAP else dice.die(SQUARES) - 1
    )
    return Plan(
        phases=walk(
            table, man, lambda square: direction_towards(terrain, square, goal), quick=False
        ),
        action=action,
    )


def _sample_action(own_state: Own, dice: Dice) -> Action | None:
    man, gun = own_state.man, best_gun(own_state.man)
    if dice.die(6) == 1 and (carried_grenades := grenades(man)):
        return Throw(gear=dice.pick(carried_grenades).key)
    if gun is None or not gun.weapon:
        return Fire(subdue=dice.die(4) == 1)
    if rounds_left(man, gun) == 0:
        return Reload(weapon=gun.key)
    return Throw(gear=gun.key) if gun.weapon.fires_grenades else Fire(weapon=gun.key)


def direction_towards(terrain: Terrain, square: int, goal: int) -> int:
    """Return the step that leads as close as possible to a square in a straight line.

    Return STAY if the fighter is already there, or if all three possible steps are blocked.
    """
    dx, dy = goal % SIDE - square % SIDE, goal // SIDE - square // SIDE
    if not dx and not dy:
        return STAY
    best_direction = _HEADINGS[(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)]
    for direction in (best_direction, (best_direction + 1) % 8, (best_direction - 1) % 8):
        if terrain.steps[square * 8 + direction] >= 0:
            return direction
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
