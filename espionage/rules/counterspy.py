"""3b and 3d: who is on duty, whether anybody is sent, and the counterspy's roll with its rerolls
(E4, E6, E10).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from campaign.ledger.rules.gear import GEAR

from .meeting import carried, fired, lay_ambush
from .orders import COUNTERSPY, Mission, Sheet
from .step_builder import StepBuilder, person
from .tables import COUNTERSPY as COLUMN
from .values import (
    AskGuard,
    AskTwelve,
    CounterspyRolled,
    GuardSent,
    MissionThwarted,
    Own,
    Throw,
    TwelveTaken,
)

if TYPE_CHECKING:
    from campaign.ledger.rules.gear import Packed
    from engine.values import Seat

    from .files import Character
    from .orders import Kit, Standing

BLUNDER: Final = 4
INFILTRATED: Final = -4
REROLLS: Final = 20
AGAIN: Final = {"spotted": -1, "sighted": 1}


# --- duty -----------------------------------------------------------------------------------------


def on_duty(own: Own) -> tuple[Character, ...]:
    """The counterspies still on the lookout, the fittest first: espionage with wounds, then DP,
    then sheet order (E10).
    """
    guards = [person(own, spy) for spy in own.on_duty]
    return tuple(
        sorted(guards, key=lambda guard: (-fitness(guard), -guard.dp))
        if len(guards) > 1
        else guards
    )


def listed(sheet: Sheet) -> tuple[str, ...]:
    """The counterspies of a sheet, in its order."""
    return tuple([order.spy for order in sheet.orders if order.action == COUNTERSPY])


def fitness(guard: Character) -> int:
    """What a character adds to a roll on the Spy vs. Spy Table by himself: espionage and wounds
    (E12).
    """
    return guard.skills.espionage + guard.wounds


def standing_guard(own: Own, mission: Mission, by: Seat) -> str:
    """Whom standing orders send against a mission; "" is nobody. E4's unseen bonus plays no
    part.
    """
    standing = own.sheet.standing
    if mission not in standing.counterspy or not own.on_duty:
        return ""
    guard = on_duty(own)[0] if standing.counterspy_by == "fittest" else person(own, own.on_duty[0])
    return guard.id if fitness(guard) + own.modifiers[by] >= standing.counterspy_from else ""


def decide_guard(p: StepBuilder) -> None:
    """3b: the target team may declare an attempt to counterspy, if it has anybody on duty."""
    now = p.now
    own = p.own[now.against]
    if p.table.rules.live_decisions and own.on_duty:
        p.ask(
            now.against,
            AskGuard(number=now.number, guards=tuple([guard.id for guard in on_duty(own)])),
        )
    else:
        send_guard(p, standing_guard(own, now.mission, now.by))


def send_guard(p: StepBuilder, spy: str) -> None:
    """The attempt is declared, or nobody goes."""
    p.note(guard=spy)
    p.tell(GuardSent(number=p.now.number, spy=spy), to=(p.now.against,))
    p.stage = "roll"


# --- the roll -------------------------------------------------------------------------------------


def roll_counterspy(p: StepBuilder) -> None:
    """3d: roll on the counterspy column, and say what it leads to."""
    now = p.now
    throws = _throws(p)
    verdict = COLUMN.read(throws[-1].total)
    if verdict in AGAIN:
        verdict = "not_stopped"
    p.note(answers=throws, verdict=verdict)
    p.tell(
        CounterspyRolled(number=now.number, spy=now.guard, throws=throws, verdict=verdict),
        to=(now.against,),
    )
    if verdict == "thwarted":
        p.note(fate="thwarted")
        p.tell(MissionThwarted(order=now.order), to=(now.by,))
        p.stage = "file"
    elif verdict == "hunted":
        p.stage = "twelve"
    else:
        p.stage = "result"
        if verdict == "stopped":
            win_cancellation(p)


def _throws(p: StepBuilder) -> tuple[Throw, ...]:
    """The chain of rolls: 7 and 8 roll again, -1 and +1 adding up within the attempt; after 20
    rerolls it is over (E6).
    """
    modifier = _modifier(p)
    dice_of = p.now.against
    throws = [p.throw(dice_of, modifier)]
    while (again := AGAIN.get(COLUMN.read(throws[-1].total))) is not None and len(
        throws
    ) <= REROLLS:
        modifier += again
        throws.append(p.throw(dice_of, modifier))
    return tuple(throws)


def _modifier(p: StepBuilder) -> int:
    """Espionage, wounds, the ±4 standing against that team, and E4: a blunder counts against the
    very mission that blundered.
    """
    now = p.now
    own = p.own[now.against]
    blundered = (
        now.throw is not None and now.throw.row == 2 and p.table.rules.blunder_counts_at_once
    )
    return fitness(person(own, now.guard)) + own.modifiers[now.by] + (BLUNDER if blundered else 0)


# --- 12+ ------------------------------------------------------------------------------------------


def decide_twelve(p: StepBuilder) -> None:
    """Counterspy 12+: ambush the spy before the mission (E9), or take it as an 11."""
    now = p.now
    own = p.own[now.against]
    if p.table.rules.live_decisions:
        p.ask(now.against, AskTwelve(number=now.number, guard=now.guard))
    else:
        take_twelve(p, ambush=standing_twelve(own, now.guard))


def standing_twelve(own: Own, guard: str) -> bool:
    """Do standing orders ambush with this counterspy, as he is by now? By default only if he is
    armed (E46).
    """
    return would_ambush(
        own.sheet.standing, person(own, guard), carried(own, guard), fired(own, guard)
    )


def would_ambush(
    standing: Standing, spy: Character, kit: Kit, gone: tuple[Packed, ...] = ()
) -> bool:
    """Whether these standing orders ambush with this counterspy; “if armed” unhurt, with handgunner
    at base and a loaded firearm.
    """
    wish = standing.on_counterspy_twelve
    if wish != "if_armed":
        return wish == "ambush"
    return spy.dp == spy.full_dp and spy.skills.handgunner >= 0 and loaded_firearm(kit, gone)


def loaded_firearm(kit: Kit, fired: tuple[Packed, ...] = ()) -> bool:
    """Whether there is a firearm with a round left in this kit, or a clip for it; `fired` are the
    rounds gone from magazines.
    """
    have = {item.gear for item in kit.items}
    gone = {item.gear: item.count for item in fired}
    weapons = [(key, GEAR[key].weapon) for key in have]
    return any(
        weapon.skill == "handgunner"
        and weapon.shots > 0
        and (gone.get(key, 0) < weapon.shots or weapon.clip in have)
        for key, weapon in weapons
        if weapon is not None
    )


def take_twelve(p: StepBuilder, *, ambush: bool) -> None:
    """The choice on 12+ is made: the spy is stalked, or the team has won a cancellation."""
    now = p.now
    p.tell(TwelveTaken(number=now.number, ambush=ambush), to=(now.against,))
    if ambush:
        lay_ambush(p, "hunted", now.guard)
    else:
        win_cancellation(p)
        p.stage = "result"


def win_cancellation(p: StepBuilder) -> None:
    """E18: one cancellation, to be chosen after the last mission."""
    p.learn(p.now.against, cancellations=p.own[p.now.against].cancellations + 1)
