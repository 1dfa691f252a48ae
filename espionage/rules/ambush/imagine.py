"""A full state that a view allows (P14): the enemy's skills, gear, wounds and sealed plan, and
where he is when unseen, are anybody's guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import GEAR, Packed
from engine.values import Seat, changed
from espionage.rules.files import BELOW_BASE, Skills
from espionage.rules.orders import Kit

from .call import Combatant
from .fighting import in_line, smoky
from .ground import OFF, SIDE, SQUARES, apart
from .samples import propose
from .steps import budget
from .terrain import Terrain, terrain_of
from .values import AMBUSHER, SEATS, Man, Mark, Own, State, Table, View

if TYPE_CHECKING:
    from engine.dice import Dice

TRIES: Final = 40
"""So many squares are tried for an enemy out of sight."""
ARMS: Final = (
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
EXTRAS: Final = (
    "knife",
    "explosive_grenade",
    "smoke_grenade",
    "tear_gas_grenade",
    "flash_grenade",
    "gas_mask",
    "tinted_goggles",
)


def imagine(view: View, dice: Dice) -> State:
    """A state whose view from this seat is this view; everything unknown is left to the dice."""
    table, own = view.table, view.own
    if own is None or view.seat is None:
        return _from_outside(table, dice)
    enemy = _enemy(table, own, Seat(1 - view.seat), dice)
    pair = (own, enemy) if view.seat == 0 else (enemy, own)
    state = State(table=table, own=pair)
    if table.stage != "planning" or own.plan is not None or dice.die(2) == 1:
        return state
    sealed = changed(
        enemy, plan=propose(View(seat=Seat(1 - view.seat), table=table, own=enemy), dice)
    )
    return State(table=table, own=(own, sealed) if view.seat == 0 else (sealed, own))


def _from_outside(table: Table, dice: Dice) -> State:
    """Two strangers somewhere on the map."""
    men: list[Man] = []
    terrain = terrain_of(table.ground)
    for seat in SEATS:
        at = (
            OFF if table.stage == "placing" else _anywhere(terrain, men[0].at if men else OFF, dice)
        )
        men.append(Man(who=_stranger(seat, "", "", "", dice), at=at))
    seen = table.stage != "placing" and in_line(
        terrain, smoky(table.clouds, terrain), men[0], men[1]
    )
    own = [
        Own(
            man=mine,
            enemy_team=other.who.team,
            enemy_name=other.who.name,
            mark=Mark(at=other.at if seen else OFF, in_sight=seen),
            seen=seen,
            spotted=seen,
        )
        for mine, other in ((men[0], men[1]), (men[1], men[0]))
    ]
    return State(table=table, own=(own[0], own[1]))


def _anywhere(terrain: Terrain, taken: int, dice: Dice) -> int:
    while True:
        square = dice.die(SQUARES) - 1
        if not terrain.solid[square] and square != taken:
            return square


def _enemy(table: Table, own: Own, seat: Seat, dice: Dice) -> Own:
    mark, me = own.mark, own.man
    who = _stranger(seat, own.enemy_team, own.enemy_name, mark.hand, dice)
    hits = dice.die(who.dp - 1) - 1 if mark.hurt else 0
    man = Man(
        who=who,
        crouched=mark.crouched,
        hand=mark.hand,
        hits=min(hits, who.dp - 2),
        moved=bool(table.numbers.springs) and seat == AMBUSHER and table.turn == 1,
    )
    if table.stage != "placing":
        man = changed(man, at=mark.at if mark.in_sight else _hiding(table, own, man, dice))
    blind = table.turn if mark.in_sight and not own.seen else 0
    knows = (
        Mark(at=me.at, in_sight=True, crouched=me.crouched, hand=me.hand)
        if own.seen
        else Mark(turn=1, phase=1)
    )
    return Own(
        man=changed(man, blind=blind),
        enemy_team=me.who.team,
        enemy_name=me.who.name,
        mark=knows,
        seen=mark.in_sight,
        spotted=mark.in_sight,
        hunt=own.hunt,
    )


def _hiding(table: Table, own: Own, man: Man, dice: Dice) -> int:
    """A square where the enemy may be: as far from where he was last seen as he can have gone, and
    out of sight.
    """
    terrain = terrain_of(table.ground)
    smoke = smoky(table.clouds, terrain)
    last = own.mark.at if own.mark.at != OFF else SIDE // 2 * SIDE + SIDE // 2
    reach = budget(man, table.numbers) * (table.turn - own.mark.turn + 1)
    blind = own.man.blind >= table.turn
    fallback = OFF
    for _ in range(TRIES):
        square = _anywhere(terrain, own.man.at, dice)
        if apart(square, last) > reach * reach and fallback != OFF:
            continue
        joined = in_line(terrain, smoke, own.man, changed(man, at=square))
        if joined == own.seen or (blind and not own.seen):
            if apart(square, last) <= reach * reach:
                return square
            fallback = square
    return fallback if fallback != OFF else _anywhere(terrain, own.man.at, dice)


def _stranger(seat: Seat, team: str, name: str, hand: str, dice: Dice) -> Combatant:
    """Somebody with that weapon in hand."""
    carried = [
        hand or ARMS[dice.die(len(ARMS)) - 1],
        *[extra for extra in EXTRAS if dice.die(4) == 1],
    ]
    items = tuple([Packed(gear=key) for key in dict.fromkeys(carried) if key in GEAR])
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
            handgunner=_aims(hand, dice),
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


def _aims(hand: str, dice: Dice) -> int:
    """Handgunner: who shows a firearm has seldom not learnt to use it."""
    level = _level(dice)
    trained = hand and hand in ARMS and dice.die(4) > 1
    return max(0, level) if trained else level


def _level(dice: Dice) -> int:
    """Below base half of the time, then 0 to 2."""
    found = dice.die(6) - 4
    return found if found >= 0 else BELOW_BASE
