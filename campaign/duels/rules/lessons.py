"""What a duel teaches: skill points for what each duellist did, by the club's own table (C33)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from campaign.league.rules.house import DEFAULT, HouseRules
from campaign.league.rules.tables import CYCLIST, DRIVER
from engine.values import Value

from .duel import reckon

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from campaign.league.rules.tables import Deed

    from .duel import Deeds, DuelForm


class Lesson(Value):
    """What a duellist learned: points in a skill, or general ones."""

    character: str
    skill: str
    points: int


def lessons(form: DuelForm, house: HouseRules = DEFAULT) -> tuple[Lesson, ...]:
    """What a checked result teaches each duellist, skill by skill (C33). The dead learn nothing."""
    winners = {row.team for row in reckon(form, house).placings if row.place == 1}
    return tuple(
        Lesson(character=deeds.character, skill=skill, points=points)
        for deeds in form.people
        if deeds.state != "dead"
        for skill, points in _learned(deeds, winners, house).items()
    )


def _learned(deeds: Deeds, winners: Collection[str], house: HouseRules) -> Counter[str]:
    done = Counter(done_by(deeds, won=deeds.team in winners))
    learned: Counter[str] = Counter()
    for row in house.duel_lessons:
        if times := done[row.deed]:
            learned[_skill(row.skill, deeds)] += row.points * times
    return learned


def _skill(key: str, deeds: Deeds) -> str:
    """The skill in which the lesson counts: who rode a cycle learns to ride one (C33)."""
    return CYCLIST if key == DRIVER and deeds.ride and deeds.ride.cycle else key


def done_by(deeds: Deeds, *, won: bool) -> Iterator[Deed]:
    """Every deed of a living duellist, as often as it was done."""
    yield "entered"
    yield "survived"
    if won:
        yield "won"
    if deeds.ride and deeds.ride.place == "driver":
        yield "drove"
        if won:
            yield "drove_winner"
    for _ in range(deeds.kills_by_ram):
        yield "kill_ram"
    for _ in range(deeds.kills_on_foot):
        yield "kill_on_foot"
    for _ in range(deeds.kills - deeds.kills_by_ram - deeds.kills_on_foot):
        yield "kill"
