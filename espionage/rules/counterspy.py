"""Steps 3b and 3d: the decision to send a counterspy, and the counterspy's roll (E4, E6, E10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec import UNSET, UnsetType

from campaign.ledger.rules.gear import GEAR

from .meeting import can_fight, kit_left, lay_ambush, rounds_fired
from .orders import COUNTERSPY, Sheet
from .step_builder import StepBuilder, find_member, find_order
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
    from campaign.roster.rules.spies import Kit

    from .files import Character
    from .orders import Standing
    from .values import Known

BLUNDER_MODIFIER: Final = 4
INFILTRATION_MODIFIER: Final = -4
MAX_REROLLS: Final = 20
REROLL_MODIFIERS: Final = {"spotted": -1, "sighted": 1}


# --- duty -----------------------------------------------------------------------------------------


def guards_on_duty(own_state: Own) -> tuple[Character, ...]:
    """Return the counterspies still on duty, fittest first.

    Counterspies are sorted by espionage skill including wounds, then by DP, then by sheet order
    (E10).
    """
    return by_fitness([find_member(own_state, spy) for spy in own_state.on_duty])


def by_fitness(guards: list[Character]) -> tuple[Character, ...]:
    """Return these counterspies, fittest first (E10)."""
    return tuple(
        sorted(guards, key=lambda guard: (-fitness(guard), -guard.dp))
        if len(guards) > 1
        else guards
    )


def listed_guards(sheet: Sheet) -> tuple[str, ...]:
    """Return the ids of a sheet's counterspies, in sheet order."""
    return tuple([order.spy for order in sheet.orders if order.action == COUNTERSPY])


def fitness(guard: Character) -> int:
    """Return the sum of a character's espionage skill and wound modifier (E12)."""
    return guard.skills.espionage + guard.wounds


def has_conditions(sheet: Sheet) -> bool:
    """Return whether the sheet says which counterspy is sent against which mission (E50)."""
    return any(order.only_against for order in sheet.orders)


def standing_order_guard(own_state: Own, mission: Known, team: str = "") -> str:
    """Return the counterspy whom the sheet sends against a mission of this team, or "".

    Counterspies whose conditions match come first, in sheet order (E50). Standing orders choose
    among those without conditions. The unseen bonus of E4 is ignored.
    """
    standing, modifier = own_state.sheet.standing, own_state.modifiers[mission.by]
    general: list[Character] = []
    for guard in [find_member(own_state, spy) for spy in own_state.on_duty]:
        conditions = find_order(own_state, guard.id).only_against
        if not conditions:
            general.append(guard)
        elif (
            conditions.matches(mission.mission, mission.target, team)
            and fitness(guard) + modifier >= standing.counterspy_from
        ):
            return guard.id
    if mission.mission not in standing.counterspy or not general:
        return ""
    guard = by_fitness(general)[0] if standing.counterspy_by == "fittest" else general[0]
    return guard.id if fitness(guard) + modifier >= standing.counterspy_from else ""


def decide_guard(p: StepBuilder) -> None:
    """Let the target team send a counterspy if one is on duty (step 3b).

    A team whose sheet has conditions is not asked, because its sheet answers (E50).
    """
    now = p.now
    own_state = p.own[now.against]
    is_asked = p.table.rules.live_decisions and not has_conditions(own_state.sheet)
    if is_asked and own_state.on_duty:
        p.ask(
            now.against,
            AskGuard(
                number=now.number, guards=tuple([guard.id for guard in guards_on_duty(own_state)])
            ),
        )
    else:
        send_guard(p, _guard_on_sheet(p))


def _guard_on_sheet(p: StepBuilder) -> str:
    own_state = p.own[p.now.against]
    return standing_order_guard(
        own_state, own_state.known[p.now.number - 1], p.table.roster[p.now.by].id
    )


def send_guard(p: StepBuilder, spy: str) -> None:
    """Send this counterspy, or nobody if `spy` is ""."""
    target = p.now.against
    is_conditional = spy and find_order(p.own[target], spy).only_against
    by_conditions: bool | UnsetType = True if is_conditional else UNSET
    p.note(guard=spy)
    p.tell(GuardSent(number=p.now.number, spy=spy, by_conditions=by_conditions), to=(target,))
    p.stage = "roll"


def replace_guard(p: StepBuilder) -> None:
    """Replace a counterspy who was hurt earlier in the round, as the sheet says (E51)."""
    stage = p.stage
    send_guard(p, _guard_on_sheet(p))
    p.stage = stage


# --- the roll -------------------------------------------------------------------------------------


def roll_counterspy(p: StepBuilder) -> None:
    """Roll on the counterspy column and set the next stage (step 3d)."""
    now = p.now
    throws = _roll_chain(p)
    verdict = COLUMN.read(throws[-1].total)
    if verdict in REROLL_MODIFIERS:
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


def _roll_chain(p: StepBuilder) -> tuple[Throw, ...]:
    """Make the counterspy's roll with all rerolls, and return all rolls.

    A 7 is rerolled at -1 and an 8 at +1. These modifiers add up, and there are at most 20 rerolls
    (E6).
    """
    modifier = _modifier(p)
    dice_of = p.now.against
    throws = [p.throw(dice_of, modifier)]
    while (
        reroll_modifier := REROLL_MODIFIERS.get(COLUMN.read(throws[-1].total))
    ) is not None and len(throws) <= MAX_REROLLS:
        modifier += reroll_modifier
        throws.append(p.throw(dice_of, modifier))
    return tuple(throws)


def _modifier(p: StepBuilder) -> int:
    """Return the modifier of the counterspy's roll (E4).

    The modifier includes espionage, wounds, the ±4 against the spying team, and the spy's blunder.
    """
    now = p.now
    own_state = p.own[now.against]
    blundered = (
        now.throw is not None and now.throw.row == 2 and p.table.rules.blunder_counts_at_once
    )
    return (
        fitness(find_member(own_state, now.guard))
        + own_state.modifiers[now.by]
        + (BLUNDER_MODIFIER if blundered else 0)
    )


# --- 12+ ------------------------------------------------------------------------------------------


def decide_twelve(p: StepBuilder) -> None:
    """Resolve a counterspy's 12+: ambush the spy before the mission (E9), or use it as an 11."""
    now = p.now
    own_state = p.own[now.against]
    if p.table.rules.live_decisions and can_fight(p, now.guard):
        p.ask(now.against, AskTwelve(number=now.number, guard=now.guard))
    else:
        take_twelve(p, ambush=standing_order_ambushes(own_state, now.guard))


def standing_order_ambushes(own_state: Own, guard: str) -> bool:
    """Return whether standing orders ambush with this counterspy in his current condition.

    By default, standing orders ambush only if the counterspy is armed (E46).
    """
    return would_ambush(
        own_state.sheet.standing,
        find_member(own_state, guard),
        kit_left(own_state, guard),
        rounds_fired(own_state, guard),
    )


def would_ambush(
    standing: Standing, spy: Character, kit: Kit, fired: tuple[Packed, ...] = ()
) -> bool:
    """Return whether these standing orders ambush with this counterspy.

    "if_armed" requires no wounds, handgunner at base, and a loaded firearm.
    """
    policy = standing.on_counterspy_twelve
    if policy != "if_armed":
        return policy == "ambush"
    return spy.dp == spy.full_dp and spy.skills.handgunner >= 0 and has_loaded_firearm(kit, fired)


def has_loaded_firearm(kit: Kit, fired: tuple[Packed, ...] = ()) -> bool:
    """Return whether a kit has a loaded firearm, or a firearm with a spare clip.

    `fired` lists the rounds already fired from magazines.
    """
    carried_kinds = {item.gear for item in kit.items}
    shots_by_weapon = {item.gear: item.count for item in fired}
    weapons = [(key, GEAR[key].weapon) for key in carried_kinds]
    return any(
        weapon.skill == "handgunner"
        and weapon.shots > 0
        and (shots_by_weapon.get(key, 0) < weapon.shots or weapon.clip in carried_kinds)
        for key, weapon in weapons
        if weapon is not None
    )


def take_twelve(p: StepBuilder, *, ambush: bool) -> None:
    """Apply the choice after a 12+: ambush the spy, or gain a cancellation.

    A counterspy who cannot fight another ambush this round gains a cancellation (E51).
    """
    now = p.now
    ambush = ambush and can_fight(p, now.guard)
    p.tell(TwelveTaken(number=now.number, ambush=ambush), to=(now.against,))
    if ambush:
        lay_ambush(p, "hunted", now.guard)
    else:
        win_cancellation(p)
        p.stage = "result"


def win_cancellation(p: StepBuilder) -> None:
    """Give the target team one cancellation to use after the last mission (E18)."""
    p.learn(p.now.against, cancellations=p.own[p.now.against].cancellations + 1)
