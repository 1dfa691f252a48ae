"""Builds a complete state that agrees with a view (P14).

The enemy's skills, gear, wounds and sealed plan are guessed. An unseen position is guessed too.
"""

from __future__ import annotations

from typing import Final

from campaign.ledger.rules.gear import GEAR, Packed
from campaign.roster.rules.spies import BELOW_BASE, Kit, Skills
from engine.dice import Dice
from engine.values import Seat, changed

from .call import Combatant
from .fighting import are_in_sight, smoky_squares
from .ground import OFF_MAP, SIDE, SQUARES, squared_distance
from .samples import propose
from .steps import squares_per_turn
from .terrain import Terrain, terrain_of
from .values import AMBUSHER, SEATS, Man, Mark, Own, State, Table, View

MAX_TRIES: Final = 40
"""Number of squares that are tried for an enemy out of sight."""
SAMPLE_WEAPONS: Final = (
    "",
    "light_pistol",
    "heavy_pistol",
    "machine_pistol",
    "smg",
    "shotgun",
    "double_shotgun",
    "rifle",
    "assault_rifle",
)
SAMPLE_EXTRAS: Final = (
    "knife",
    "explosive_grenade",
    "smoke_grenade",
    "tear_gas_grenade",
    "flash_grenade",
    "gas_mask",
    "tinted_goggles",
)


def imagine(view: View, dice: Dice) -> State:
    """Return a possible state in which this seat has this view. Everything unknown is random."""
    table, own_state = view.table, view.own
    if own_state is None or view.seat is None:
        return _from_outside(table, dice)
    enemy = _imagined_enemy(table, own_state, Seat(1 - view.seat), dice)
    own_states = (own_state, enemy) if view.seat == 0 else (enemy, own_state)
    state = State(table=table, own=own_states)
    if table.stage != "planning" or own_state.plan is not None or dice.die(2) == 1:
        return state
    planned_enemy = changed(
        enemy, plan=propose(View(seat=Seat(1 - view.seat), table=table, own=enemy), dice)
    )
    return State(
        table=table,
        own=(own_state, planned_enemy) if view.seat == 0 else (planned_enemy, own_state),
    )


def _from_outside(table: Table, dice: Dice) -> State:
    men: list[Man] = []
    terrain = terrain_of(table.ground)
    for seat in SEATS:
        square = (
            OFF_MAP
            if table.stage == "placing"
            else _random_square(terrain, men[0].at if men else OFF_MAP, dice)
        )
        men.append(Man(who=_stranger(seat, "", "", "", dice), at=square))
    in_sight = table.stage != "placing" and are_in_sight(
        terrain, smoky_squares(table.clouds, terrain), men[0], men[1]
    )
    own_states = [
        Own(
            man=man,
            enemy_team=enemy.who.team,
            enemy_name=enemy.who.name,
            mark=Mark(at=enemy.at if in_sight else OFF_MAP, in_sight=in_sight),
            seen=in_sight,
            spotted=in_sight,
        )
        for man, enemy in ((men[0], men[1]), (men[1], men[0]))
    ]
    return State(table=table, own=(own_states[0], own_states[1]))


def _random_square(terrain: Terrain, other_square: int, dice: Dice) -> int:
    while True:
        square = dice.die(SQUARES) - 1
        if not terrain.solid[square] and square != other_square:
            return square


def _imagined_enemy(table: Table, own_state: Own, seat: Seat, dice: Dice) -> Own:
    mark, own_man = own_state.mark, own_state.man
    combatant = _stranger(seat, own_state.enemy_team, own_state.enemy_name, mark.hand, dice)
    hits = dice.die(combatant.dp - 1) - 1 if mark.hurt else 0
    man = Man(
        who=combatant,
        crouched=mark.crouched,
        hand=mark.hand,
        hits=min(hits, combatant.dp - 2),
        moved=bool(table.numbers.springs) and seat == AMBUSHER and table.turn == 1,
    )
    if table.stage != "placing":
        man = changed(
            man, at=mark.at if mark.in_sight else _hidden_square(table, own_state, man, dice)
        )
    blind = table.turn if mark.in_sight and not own_state.seen else 0
    enemy_mark = (
        Mark(at=own_man.at, in_sight=True, crouched=own_man.crouched, hand=own_man.hand)
        if own_state.seen
        else Mark(turn=1, phase=1)
    )
    return Own(
        man=changed(man, blind=blind),
        enemy_team=own_man.who.team,
        enemy_name=own_man.who.name,
        mark=enemy_mark,
        seen=mark.in_sight,
        spotted=mark.in_sight,
        hunt=own_state.hunt,
        brawl=own_state.brawl,
    )


def _hidden_square(table: Table, own_state: Own, man: Man, dice: Dice) -> int:
    """Return a possible square for the enemy, out of sight and near the last known position."""
    terrain = terrain_of(table.ground)
    smoke = smoky_squares(table.clouds, terrain)
    last_square = (
        own_state.mark.at if own_state.mark.at != OFF_MAP else SIDE // 2 * SIDE + SIDE // 2
    )
    reach = squares_per_turn(man, table.numbers) * (table.turn - own_state.mark.turn + 1)
    blind = own_state.man.blind >= table.turn
    fallback = OFF_MAP
    for _ in range(MAX_TRIES):
        square = _random_square(terrain, own_state.man.at, dice)
        if squared_distance(square, last_square) > reach * reach and fallback != OFF_MAP:
            continue
        in_sight = are_in_sight(terrain, smoke, own_state.man, changed(man, at=square))
        if in_sight == own_state.seen or (blind and not own_state.seen):
            if squared_distance(square, last_square) <= reach * reach:
                return square
            fallback = square
    return fallback if fallback != OFF_MAP else _random_square(terrain, own_state.man.at, dice)


def _stranger(seat: Seat, team: str, name: str, hand: str, dice: Dice) -> Combatant:
    weapons_and_gear = [
        hand or SAMPLE_WEAPONS[dice.die(len(SAMPLE_WEAPONS)) - 1],
        *[extra for extra in SAMPLE_EXTRAS if dice.die(4) == 1],
    ]
    items = tuple([Packed(gear=key) for key in dict.fromkeys(weapons_and_gear) if key in GEAR])
    dp = 2 + dice.die(2)
    return Combatant(
        seat=seat,
        team=team or f"team {seat}",
        id=f"stranger-{seat}",
        name=name or "somebody",
        dp=dp,
        full_dp=dp,
        skills=Skills(
            stealth=_level(dice),
            handgunner=_handgunner_level(hand, dice),
            blade=_level(dice),
            martial_arts=_level(dice),
            running=_level(dice),
        ),
        kit=Kit(items=items),
        armour=3 if dice.die(2) == 1 else 0,
        fired=(),
        tactics="cautious",
        live=True,
    )


def _handgunner_level(hand: str, dice: Dice) -> int:
    """Return a random handgunner level. A fighter who shows a firearm is usually trained."""
    level = _level(dice)
    is_trained = hand and hand in SAMPLE_WEAPONS and dice.die(4) > 1
    return max(0, level) if is_trained else level


def _level(dice: Dice) -> int:
    """Return a random level: below base half of the time, otherwise 0 to 2."""
    level = dice.die(6) - 4
    return level if level >= 0 else BELOW_BASE
