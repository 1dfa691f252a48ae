"""The seam between the week and an ambush: what a fight needs to know, and what it hands back.

The week calls an `Ambush` and waits; whoever fights it, by doctrine or on the site, answers with an
`AmbushResult`. A result holds facts only: what it earns (P13) and what it does to duty and missions
(E9, E10) follows from them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from campaign.ledger.rules.gear import Packed
from engine.values import Seat, Value
from espionage.rules.files import CONSCIOUS, Skills
from espionage.rules.orders import Kit

if TYPE_CHECKING:
    from engine.dice import Domain

Tactics: TypeAlias = Literal["aggressive", "cautious", "flee_first"]
Cause: TypeAlias = Literal["hunted", "ambushed", "bomber"]
"""Counterspy 12+ (E9), counterspy 2 or less (E8), explosives 3-4."""
Condition: TypeAlias = Literal["standing", "unconscious", "dead"]
WeaponSkill: TypeAlias = Literal["", "handgunner", "blade", "martial_arts"]

TURN_LIMIT: Final = 30


class Combatant(Value):
    """One of the two, as he comes: DP and armour points left, gear not yet used up, rounds gone
    from each weapon's magazine.

    `team` is the team's id in the week, and its name in the fight, where the enemy reads it (P14).
    """

    seat: Seat
    team: str
    id: str
    name: str
    dp: int
    full_dp: int
    skills: Skills
    kit: Kit
    armour: int
    fired: tuple[Packed, ...]
    tactics: Tactics
    live: bool


class Ambush(Value):
    """Two characters meet on foot. The ambusher places both counters and has the initiative.

    It belongs to the mission `by` one team `against` another: number `order` on the one's sheet,
    `number` among those declared against the other; `nth` of the one against the other, which names
    its dice. `section` is 1 to 4 in Midville and 0 at the Truck Stop.
    """

    by: Seat
    order: int
    against: Seat
    number: int
    nth: int
    cause: Cause
    ambusher: Combatant
    ambushed: Combatant
    map: Literal["truck_stop", "midville"]
    section: int


class Fighter(Value):
    """How one of the two comes out: DP and armour points lost, gear used up, rounds now gone from
    magazines, how he left.

    `felled_with` is the skill with which he killed or knocked out the other.
    """

    hits: int = 0
    armour: int = 0
    spent: tuple[Packed, ...] = ()
    fired: tuple[Packed, ...] = ()
    left: Literal["", "edge", "stealth"] = ""
    felled_with: WeaponSkill = ""


class AmbushResult(Value):
    """How an ambush ended: somebody left, somebody is down, or the turn limit made both withdraw
    (P12).
    """

    ambusher: Fighter = Fighter()
    ambushed: Fighter = Fighter()
    turns: int = TURN_LIMIT


def ambush_domain(by: Seat, against: Seat, nth: int) -> Domain:
    """The dice of an ambush, which both sides may be shown: its section, and its fight by
    doctrine.
    """
    return ("ambush", by, against, nth)


def condition(combatant: Combatant, fighter: Fighter) -> Condition:
    """E12: unconscious at exactly 1 DP, dead at 0 or less."""
    left = combatant.dp - fighter.hits
    return "standing" if left >= CONSCIOUS else "unconscious" if left > 0 else "dead"
