"""The lessons of a duel: skill points for each duellist's deeds, from the club's table (C33)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from campaign.house_rules.rules.house import DEFAULT, HouseRules
from campaign.house_rules.rules.tables import CYCLIST, DRIVER, Deed
from engine.values import Value

from .duel import Deeds, DuelForm, evaluate


class Lesson(Value):
    """Points that a duellist gained in a skill, or general points."""

    character: str
    skill: str
    points: int


def lessons(form: DuelForm, house_rules: HouseRules = DEFAULT) -> tuple[Lesson, ...]:
    """Return each duellist's skill points for a checked result (C33).

    Dead duellists do not get any.
    """
    winners = {row.team for row in evaluate(form, house_rules).placings if row.place == 1}
    return tuple(
        Lesson(character=deeds.character, skill=skill, points=points)
        for deeds in form.people
        if deeds.state != "dead"
        for skill, points in _points_by_skill(deeds, winners, house_rules).items()
    )


def _points_by_skill(
    deeds: Deeds, winners: Collection[str], house_rules: HouseRules
) -> Counter[str]:
    deed_counts = Counter(deeds_of(deeds, won=deeds.team in winners))
    points: Counter[str] = Counter()
    for row in house_rules.duel_lessons:
        if times := deed_counts[row.deed]:
            points[_skill(row.skill, deeds)] += row.points * times
    return points


def _skill(key: str, deeds: Deeds) -> str:
    """Return the skill that a lesson improves. Drivers of cycles learn to ride cycles (C33)."""
    return CYCLIST if key == DRIVER and deeds.ride and deeds.ride.cycle else key


def deeds_of(deeds: Deeds, *, won: bool) -> Iterator[Deed]:
    """Yield each deed of a living duellist as often as it was done."""
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
