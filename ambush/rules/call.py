"""The interface between the week and an ambush: the input and the result of a fight.

The week calls an `Ambush` and waits for an `AmbushResult` from a doctrine or from the site. A
result contains only facts. Awards (P13) and effects on duty and missions (E9, E10) are derived from
these facts.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from campaign.ledger.rules.gear import Packed
from campaign.roster.rules.spies import MIN_CONSCIOUS_DP, Kit, Skills
from engine.dice import Domain
from engine.values import Seat, Value

Tactics: TypeAlias = Literal["aggressive", "cautious", "flee_first"]
Cause: TypeAlias = Literal["hunted", "ambushed", "bomber"]
"""Causes of an ambush: a counterspy's 12+ (E9) or 2 or less (E8), or an explosives roll of 3-4."""
Condition: TypeAlias = Literal["standing", "unconscious", "dead"]
WeaponSkill: TypeAlias = Literal["", "handgunner", "blade", "martial_arts"]

TURN_LIMIT: Final = 30


class Combatant(Value):
    """One of the two fighters at the start.

    A combatant has remaining DP and armour points, unused gear, and rounds already fired from the
    magazines. In the week, `team` is the team's id. In the fight, `team` is the team's name, which
    the enemy can see (P14).
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
    """An ambush between two characters on foot. The ambusher places both counters and acts first.

    An ambush belongs to a mission of team `by` against team `against`. `order` is the position of
    the mission on the sheet of `by`, and `number` its position among the missions declared against
    `against`. `nth` counts the missions between the two teams and identifies the dice of the
    ambush. `section` is 1 to 4 in Midville and 0 at the Truck Stop.
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
    """A fighter's losses: DP and armour points, gear used up, and rounds fired.

    `left` says how the fighter left. `felled_with` is the skill with which he killed or knocked out
    his enemy.
    """

    hits: int = 0
    armour: int = 0
    spent: tuple[Packed, ...] = ()
    fired: tuple[Packed, ...] = ()
    left: Literal["", "edge", "stealth"] = ""
    felled_with: WeaponSkill = ""


class AmbushResult(Value):
    """The result of an ambush (P12).

    At least one fighter has left or is down, or both withdrew, at the turn limit,
    exhausted (P43) or by agreement (P44).
    """

    ambusher: Fighter = Fighter()
    ambushed: Fighter = Fighter()
    turns: int = TURN_LIMIT


def ambush_domain(spying_seat: Seat, target_seat: Seat, nth: int) -> Domain:
    """Return the domain of an ambush's dice, which both sides can see."""
    return ("ambush", spying_seat, target_seat, nth)


def condition(combatant: Combatant, fighter: Fighter) -> Condition:
    """Return a fighter's condition: unconscious at exactly 1 DP, dead at 0 or less (E12)."""
    dp_left = combatant.dp - fighter.hits
    return "standing" if dp_left >= MIN_CONSCIOUS_DP else "unconscious" if dp_left > 0 else "dead"


def tactics_by_skill(skills: Skills, *, ambushing: bool) -> Tactics:
    """Return "cautious" for an ambusher who is trained as a handgunner, otherwise "flee_first"."""
    return "cautious" if ambushing and skills.handgunner >= 0 else "flee_first"


def mission_goes_on(ambush: Ambush, result: AmbushResult, *, after_escape: bool) -> bool:
    """Return whether the mission continues (E9).

    The mission ends if both withdraw, and if the spy is down or has left. Otherwise it continues if
    the counterspy is down or has left.
    """
    spy, guard = result.ambushed, result.ambusher
    if condition(ambush.ambushed, spy) != "standing":
        return False
    if spy.left:
        return after_escape
    return bool(guard.left) or condition(ambush.ambusher, guard) != "standing"
