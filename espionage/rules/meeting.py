"""When two spies meet: calling an ambush, and what its result means for the week (E8, E9, E10, E21,
P10).

The week waits for HOST while an ambush is fought. Its wounds and deaths act at once; nothing else
does before settlement (E7).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from campaign.ledger.rules.gear import Packed, worn
from engine.values import Seat, Value, changed, swap
from espionage.rules.ambush.call import (
    Ambush,
    AmbushResult,
    Cause,
    Combatant,
    Condition,
    Fighter,
    Tactics,
    ambush_domain,
    condition,
)

from .orders import SECTIONS, Kit, Standing
from .step_builder import StepBuilder, order_of, person
from .values import AmbushCalled, AmbushOver, AskSection, Fight, Meeting, Own, Worn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .files import Character
    from .values import MissionRecord
    from .week_rules import WeekRules

# --- what somebody carries by now -----------------------------------------------------------------


def wear(own: Own, spy: str) -> Worn:
    """What ambushes have cost this character so far this week."""
    for found in own.worn:
        if found.character == spy:
            return found
    return Worn(character=spy)


def carried(own: Own, spy: str) -> Kit:
    """The kit on the order, less what ambushes of this week have used up."""
    return less(order_of(own, spy).kit, wear(own, spy).spent)


def fired(own: Own, spy: str) -> tuple[Packed, ...]:
    """Rounds gone from the magazines of this character's weapons."""
    return wear(own, spy).fired


@lru_cache(maxsize=1024)
def less(kit: Kit, gone: tuple[Packed, ...]) -> Kit:
    """A kit without these pieces, kind by kind. Remembered: it is asked for again and again, mostly
    with nothing gone.
    """
    left = Counter({item.gear: item.count for item in together(kit.items)})
    for item in gone:
        left[item.gear] -= item.count
    return Kit(
        items=tuple([Packed(gear=key, count=count) for key, count in left.items() if count > 0])
    )


def together(*kits: Iterable[Packed]) -> tuple[Packed, ...]:
    """Pieces of all these, kind by kind."""
    found: Counter[str] = Counter()
    for kit in kits:
        for item in kit:
            found[item.gear] += item.count
    return tuple([Packed(gear=key, count=count) for key, count in found.items()])


# --- calling an ambush ----------------------------------------------------------------------------


def tactics(standing: Standing, spy: Character, *, ambushing: bool) -> Tactics:
    """P15, P41: as ordered; by skill who lies in wait with handgunner at base or better is
    cautious, everybody else flees first.
    """
    if standing.doctrine == "by_skill":
        return "cautious" if ambushing and spy.skills.handgunner >= 0 else "flee_first"
    return standing.doctrine


def combatant(seat: Seat, own: Own, spy: str, rules: WeekRules, *, ambushing: bool) -> Combatant:
    """A character as he comes to an ambush."""
    standing, who, kit = own.sheet.standing, person(own, spy), carried(own, spy)
    return Combatant(
        seat=seat,
        team=own.file.id,
        id=who.id,
        name=who.name,
        dp=who.dp,
        full_dp=who.full_dp,
        skills=who.skills,
        kit=kit,
        armour=max(0, worn(kit.items).armour - wear(own, spy).armour),
        fired=fired(own, spy),
        tactics=tactics(standing, who, ambushing=ambushing),
        live=standing.ambushes == "live" and not rules.ambush_by_doctrine,
    )


def lay_ambush(p: StepBuilder, cause: Cause, counterspy: str) -> None:
    """Call an ambush; with live decisions the ambusher first chooses the section of Midville."""
    now = p.now
    if now.mission == "blow_up" or not p.table.rules.live_decisions:
        call_ambush(p, cause, counterspy, p.own[_layer(p, cause)].sheet.standing.section)
    elif cause == "ambushed":
        p.ask(now.by, AskSection(order=now.order))
    else:
        p.ask(now.against, AskSection(number=now.number, guard=counterspy))


def take_section(p: StepBuilder, section: int) -> None:
    """Call the ambush of the mission under way in the section that was chosen."""
    cause: Cause = "ambushed" if p.now.verdict == "ambushed" else "hunted"
    call_ambush(p, cause, p.now.guard, section)


def _layer(p: StepBuilder, cause: Cause) -> Seat:
    """Return the seat of the ambusher."""
    return p.now.by if cause == "ambushed" else p.now.against


def call_ambush(p: StepBuilder, cause: Cause, counterspy: str, section: int) -> None:
    """Two characters meet, and the week waits for HOST to say how it ended. With section 0 the dice
    choose one.
    """
    now, rules = p.now, p.table.rules
    layer = _layer(p, cause)
    spy, guard = [
        combatant(seat, p.own[seat], who, rules, ambushing=seat == layer)
        for seat, who in ((now.by, now.spy), (now.against, counterspy))
    ]
    section = 0 if now.mission == "blow_up" else section or _any_section(p)
    p.ambush = ambush_of(now, cause, spy, guard, section)
    p.note(fought=True)
    for seat in (now.by, now.against):
        meeting = meeting_of(p.ambush, seat)
        p.learn(seat, meeting=meeting)
        p.tell(AmbushCalled(meeting=meeting), to=(seat,))
    p.stage = "aftermath"
    p.paused = True


def ambush_of(
    record: MissionRecord, cause: Cause, spy: Combatant, counterspy: Combatant, section: int
) -> Ambush:
    """The ambush that belongs to a mission: after a Blow Up at the Truck Stop, otherwise in a
    section of Midville.

    On a counterspy's 12+ (E9) and behind a bomber it is the counterspy who ambushes, on his 2 or
    less (E8) the spy.
    """
    ambusher, ambushed = (spy, counterspy) if cause == "ambushed" else (counterspy, spy)
    return Ambush(
        by=record.by,
        order=record.order,
        against=record.against,
        number=record.number,
        nth=record.nth,
        cause=cause,
        ambusher=ambusher,
        ambushed=ambushed,
        map="truck_stop" if record.mission == "blow_up" else "midville",
        section=section,
    )


def _any_section(p: StepBuilder) -> int:
    return p.dice(ambush_domain(p.now.by, p.now.against, p.now.nth)).die(SECTIONS)


def meeting_of(ambush: Ambush, seat: Seat) -> Meeting:
    """An ambush as one of its two sides knows it."""
    ambushing = ambush.ambusher.seat == seat
    mine, enemy = (
        (ambush.ambusher, ambush.ambushed) if ambushing else (ambush.ambushed, ambush.ambusher)
    )
    return Meeting(
        cause=ambush.cause,
        ambushing=ambushing,
        mine=mine.id,
        enemy=enemy.seat,
        enemy_name=enemy.name,
        map=ambush.map,
        section=ambush.section,
        order=ambush.order if seat == ambush.by else 0,
        number=ambush.number if seat == ambush.against else 0,
    )


# --- what an ambush leads to ----------------------------------------------------------------------


def end_ambush(p: StepBuilder, result: AmbushResult) -> None:
    """The ambush was fought: wounds act at once, and the mission goes on or ends (E9). E8 and
    bombers had theirs before it.
    """
    ambush = p.ambush
    if ambush is None:
        raise RuntimeError("no ambush was called")
    p.fights.append(Fight(ambush=ambush, result=result))
    goes_on = ambush.cause != "hunted" or mission_goes_on(
        ambush, result, after_escape=p.table.rules.mission_after_escape
    )
    for end in sides(ambush, result):
        _come_home(p, end)
        p.tell(_over(p, end, result.turns, goes_on), to=(end.mine.seat,))
        p.learn(end.mine.seat, meeting=None)
    p.ambush = None
    p.stage = "result" if ambush.cause == "hunted" and goes_on else "file"
    if not goes_on:
        p.note(fate="stopped")


def mission_goes_on(ambush: Ambush, result: AmbushResult, *, after_escape: bool) -> bool:
    """E9: unless the spy is down or has left. A counterspy who is down or leaves lets him pass; at
    the turn limit it ends.
    """
    spy, guard = result.ambushed, result.ambusher
    if condition(ambush.ambushed, spy) != "standing":
        return False
    if spy.left:
        return after_escape
    return bool(guard.left) or condition(ambush.ambusher, guard) != "standing"


class Side(Value):
    """A finished ambush from one side."""

    mine: Combatant
    end: Fighter
    enemy: Combatant
    enemy_end: Fighter

    @property
    def state(self) -> Condition:
        return condition(self.mine, self.end)

    @property
    def enemy_state(self) -> Condition:
        return condition(self.enemy, self.enemy_end)

    def taken(self, rules: WeekRules) -> bool:
        """Option `capture` (P10): who lies unconscious before an enemy who stands and has not left
        is taken along.
        """
        return (
            rules.capture
            and self.state == "unconscious"
            and self.enemy_state == "standing"
            and not self.enemy_end.left
        )


def sides(ambush: Ambush, result: AmbushResult) -> tuple[Side, Side]:
    """The ambush from the ambusher's side, and from the other."""
    one, two = (ambush.ambusher, result.ambusher), (ambush.ambushed, result.ambushed)
    return (
        Side(mine=one[0], end=one[1], enemy=two[0], enemy_end=two[1]),
        Side(mine=two[0], end=two[1], enemy=one[0], enemy_end=one[1]),
    )


def _come_home(p: StepBuilder, side: Side) -> None:
    """Write wounds and wear into what the team knows; who was hurt, or worse, is off duty (E10)."""
    mine, end = side.mine, side.end
    own = p.own[mine.seat]
    people = own.file.people
    at = next(at for at, who in enumerate(people) if who.id == mine.id)
    after = changed(people[at], dp=mine.dp - end.hits, captured=side.taken(p.table.rules))
    before = wear(own, mine.id)
    worn_now = Worn(
        character=mine.id,
        spent=together(before.spent, end.spent),
        fired=end.fired,
        armour=before.armour + end.armour,
    )
    p.learn(
        mine.seat,
        file=changed(own.file, people=swap(people, at, after)),
        on_duty=tuple([spy for spy in own.on_duty if spy != mine.id]) if end.hits else own.on_duty,
        worn=(*[found for found in own.worn if found.character != mine.id], worn_now),
    )


def _over(p: StepBuilder, side: Side, turns: int, goes_on: bool) -> AmbushOver:
    own, rules = p.own[side.mine.seat], p.table.rules
    if own.meeting is None:
        raise RuntimeError("the team was not told of its ambush")
    other_side = Side(mine=side.enemy, end=side.enemy_end, enemy=side.mine, enemy_end=side.end)
    return AmbushOver(
        meeting=own.meeting,
        mine=side.state,
        lost=side.end.hits,
        mine_left=side.end.left,
        enemy=side.enemy_state,
        enemy_left=side.enemy_end.left,
        captured="mine" if side.taken(rules) else "enemy" if other_side.taken(rules) else "",
        worn=wear(own, side.mine.id),
        turns=turns,
        mission_goes_on=goes_on,
    )
