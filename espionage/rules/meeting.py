"""Ambushes in a week, from the call to the result (E8, E9, E10, E21, P10).

While an ambush is fought, the week waits for HOST. Wounds and deaths take effect immediately.
Everything else takes effect at settlement (E7).
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import UNSET

from ambush.rules.call import (
    Ambush,
    AmbushResult,
    Cause,
    Combatant,
    Condition,
    Fighter,
    Tactics,
    ambush_domain,
    condition,
    mission_goes_on,
    tactics_by_skill,
)
from campaign.ledger.rules.gear import Packed, protection_of
from campaign.roster.rules.spies import Kit
from engine.values import Seat, Value, changed, swap

from .orders import SECTIONS, Standing
from .step_builder import StepBuilder, find_member, find_order
from .values import AmbushCalled, AmbushOver, AskSection, Fight, Meeting, Own, Worn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .files import Character
    from .values import MissionRecord
    from .week_rules import WeekRules

# --- gear left after ambushes ---------------------------------------------------------------------


def ambush_losses(own_state: Own, spy: str) -> Worn:
    """Return this character's losses in this week's ambushes so far."""
    for losses in own_state.worn:
        if losses.character == spy:
            return losses
    return Worn(character=spy)


def kit_left(own_state: Own, spy: str) -> Kit:
    """Return the kit on the order, minus gear used in ambushes this week."""
    return without_gear(find_order(own_state, spy).kit, ambush_losses(own_state, spy).spent)


def rounds_fired(own_state: Own, spy: str) -> tuple[Packed, ...]:
    """Return the rounds fired from the magazines of this character's weapons."""
    return ambush_losses(own_state, spy).fired


@lru_cache(maxsize=1024)
def without_gear(kit: Kit, removed: tuple[Packed, ...]) -> Kit:
    """Return a kit without these pieces. The result is cached because most calls repeat."""
    counts = Counter({item.gear: item.count for item in combine_gear(kit.items)})
    for item in removed:
        counts[item.gear] -= item.count
    return Kit(
        items=tuple([Packed(gear=key, count=count) for key, count in counts.items() if count > 0])
    )


def combine_gear(*kits: Iterable[Packed]) -> tuple[Packed, ...]:
    """Return the pieces of all kits, counted by kind."""
    counts: Counter[str] = Counter()
    for kit in kits:
        for item in kit:
            counts[item.gear] += item.count
    return tuple([Packed(gear=key, count=count) for key, count in counts.items()])


# --- calling an ambush ----------------------------------------------------------------------------


def tactics(standing: Standing, spy: Character, *, ambushing: bool) -> Tactics:
    """Return the tactics of a spy (P15, P41)."""
    if standing.doctrine == "by_skill":
        return tactics_by_skill(spy.skills, ambushing=ambushing)
    return standing.doctrine


def combatant(
    seat: Seat, own_state: Own, spy: str, rules: WeekRules, *, ambushing: bool
) -> Combatant:
    """Return a character in the condition in which the ambush starts."""
    standing = own_state.sheet.standing
    character = find_member(own_state, spy)
    kit = kit_left(own_state, spy)
    return Combatant(
        seat=seat,
        team=character.lent_by or own_state.file.id,
        id=character.id,
        name=character.name,
        dp=character.dp,
        full_dp=character.full_dp,
        skills=character.skills,
        kit=kit,
        armour=max(0, protection_of(kit.items).armour - ambush_losses(own_state, spy).armour),
        fired=rounds_fired(own_state, spy),
        tactics=tactics(standing, character, ambushing=ambushing),
        live=standing.ambushes == "live" and not rules.ambush_by_doctrine,
    )


def can_fight(p: StepBuilder, counterspy: str) -> bool:
    """Return whether a counterspy can be in an ambush now.

    If questions are asked together, a counterspy is in at most one ambush in each round (E51).
    """
    if not p.asks_by_round:
        return True
    open_ambushes = [mission.ambush for mission in p.round if mission.ambush is not None]
    return not any(
        (ambush.order, ambush.against) == (p.now.order, p.now.against)
        and counterspy in {ambush.ambusher.id, ambush.ambushed.id}
        for ambush in (*open_ambushes, *[fight.ambush for fight in p.fights])
    )


def lay_ambush(p: StepBuilder, cause: Cause, counterspy: str) -> None:
    """Call an ambush. With live decisions, the ambusher first chooses a section of Midville."""
    now = p.now
    if now.mission == "blow_up" or not p.table.rules.live_decisions:
        call_ambush(p, cause, counterspy, p.own[_ambusher_seat(p, cause)].sheet.standing.section)
    elif p.section is not None:
        call_ambush(p, cause, counterspy, p.section)
    elif cause == "ambushed":
        p.ask(now.by, AskSection(order=now.order))
    else:
        p.ask(now.against, AskSection(number=now.number, guard=counterspy))


def take_section(p: StepBuilder, section: int) -> None:
    """Call the current mission's ambush in the chosen section."""
    cause: Cause = "ambushed" if p.now.verdict == "ambushed" else "hunted"
    call_ambush(p, cause, p.now.guard, section)


def _ambusher_seat(p: StepBuilder, cause: Cause) -> Seat:
    return p.now.by if cause == "ambushed" else p.now.against


def call_ambush(p: StepBuilder, cause: Cause, counterspy: str, section: int) -> None:
    """Call an ambush and wait for HOST to report its result.

    If `section` is 0, a random section is used.
    """
    now, rules = p.now, p.table.rules
    ambusher_seat = _ambusher_seat(p, cause)
    spy, guard = [
        combatant(seat, p.own[seat], character, rules, ambushing=seat == ambusher_seat)
        for seat, character in ((now.by, now.spy), (now.against, counterspy))
    ]
    section = 0 if now.mission == "blow_up" else section or _any_section(p)
    p.ambush = ambush_of(now, cause, spy, guard, section)
    p.note(fought=True)
    for seat in (now.by, now.against):
        meeting = meeting_of(p.ambush, seat)
        if p.asks_by_round:
            p.learn(seat, meetings=(*(p.own[seat].meetings or ()), meeting))
        else:
            p.learn(seat, meeting=meeting)
        p.tell(AmbushCalled(meeting=meeting), to=(seat,))
    p.stage = "aftermath"
    p.paused = True


def ambush_of(
    record: MissionRecord, cause: Cause, spy: Combatant, counterspy: Combatant, section: int
) -> Ambush:
    """Return a mission's ambush.

    A Blow Up leads to an ambush at the Truck Stop. Any other mission leads to an ambush in a
    section of Midville. The counterspy is the ambusher after a 12+ (E9) and when chasing a bomber.
    The spy is the ambusher after a counterspy's 2 or less (E8).
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
    """Return one side's knowledge of an ambush."""
    ambushing = ambush.ambusher.seat == seat
    own_side, enemy = (
        (ambush.ambusher, ambush.ambushed) if ambushing else (ambush.ambushed, ambush.ambusher)
    )
    return Meeting(
        cause=ambush.cause,
        ambushing=ambushing,
        mine=own_side.id,
        enemy=enemy.seat,
        enemy_name=enemy.name,
        map=ambush.map,
        section=ambush.section,
        order=ambush.order if seat == ambush.by else 0,
        number=ambush.number if seat == ambush.against else 0,
    )


# --- results of an ambush ------------------------------------------------------------------------


def end_ambush(p: StepBuilder, result: AmbushResult) -> None:
    """Apply the result of an ambush: wounds take effect, and the mission continues or ends (E9).

    After an ambush under E8, and after an ambush of a bomber, the mission is already over.
    """
    ambush = p.ambush
    if ambush is None:
        raise RuntimeError("no ambush was called")
    p.fights.append(Fight(ambush=ambush, result=result))
    is_mission_going_on = ambush.cause != "hunted" or mission_goes_on(
        ambush, result, after_escape=p.table.rules.mission_after_escape
    )
    for side in sides(ambush, result):
        _record_losses(p, side)
        meeting = meeting_of(ambush, side.mine.seat)
        p.tell(
            _ambush_over(p, meeting, side, result.turns, is_mission_going_on), to=(side.mine.seat,)
        )
        others = [other for other in p.own[side.mine.seat].meetings or () if other != meeting]
        p.learn(side.mine.seat, meeting=None, meetings=tuple(others) or UNSET)
    p.ambush = None
    p.stage = "result" if ambush.cause == "hunted" and is_mission_going_on else "file"
    if not is_mission_going_on:
        p.note(fate="stopped")


class Side(Value):
    """A finished ambush, seen from one side."""

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

    def is_captured(self, rules: WeekRules) -> bool:
        """Return whether this side is captured (option `capture`, P10).

        A fighter is captured if he is unconscious and the enemy is still standing and has not left.
        A lent guard is not captured by his own team (E56).
        """
        return (
            rules.capture
            and self.mine.team != self.enemy.team
            and self.state == "unconscious"
            and self.enemy_state == "standing"
            and not self.enemy_end.left
        )


def sides(ambush: Ambush, result: AmbushResult) -> tuple[Side, Side]:
    """Return the ambush as seen by the ambusher and by the other side."""
    ambusher, ambushed = (ambush.ambusher, result.ambusher), (ambush.ambushed, result.ambushed)
    return (
        Side(mine=ambusher[0], end=ambusher[1], enemy=ambushed[0], enemy_end=ambushed[1]),
        Side(mine=ambushed[0], end=ambushed[1], enemy=ambusher[0], enemy_end=ambusher[1]),
    )


def _record_losses(p: StepBuilder, side: Side) -> None:
    """Record wounds and losses for the team. A wounded guard goes off duty (E10)."""
    fighter, end = side.mine, side.end
    own_state = p.own[fighter.seat]
    people = own_state.file.people
    index = next(index for index, member in enumerate(people) if member.id == fighter.id)
    character = changed(
        people[index], dp=fighter.dp - end.hits, captured=side.is_captured(p.table.rules)
    )
    losses = ambush_losses(own_state, fighter.id)
    new_losses = Worn(
        character=fighter.id,
        spent=combine_gear(losses.spent, end.spent),
        fired=end.fired,
        armour=losses.armour + end.armour,
    )
    p.learn(
        fighter.seat,
        file=changed(own_state.file, people=swap(people, index, character)),
        on_duty=tuple([spy for spy in own_state.on_duty if spy != fighter.id])
        if end.hits
        else own_state.on_duty,
        worn=(
            *[old_losses for old_losses in own_state.worn if old_losses.character != fighter.id],
            new_losses,
        ),
    )


def _ambush_over(
    p: StepBuilder, meeting: Meeting, side: Side, turns: int, goes_on: bool
) -> AmbushOver:
    own_state, rules = p.own[side.mine.seat], p.table.rules
    other_side = Side(mine=side.enemy, end=side.enemy_end, enemy=side.mine, enemy_end=side.end)
    return AmbushOver(
        meeting=meeting,
        mine=side.state,
        lost=side.end.hits,
        mine_left=side.end.left,
        enemy=side.enemy_state,
        enemy_left=side.enemy_end.left,
        captured="mine"
        if side.is_captured(rules)
        else "enemy"
        if other_side.is_captured(rules)
        else "",
        worn=ambush_losses(own_state, side.mine.id),
        turns=turns,
        mission_goes_on=goes_on,
    )
