"""What a recorded duel did to people and vehicles, as it is booked.

Nothing here is ever refused: a refusal would tell a GM who plays of a rival's DP and armour. What
was written down is made to fit what is there, and the team reads in its own books what came of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from campaign.duels.rules.duel_record import DuelRecord, lost_by
from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import part_limit
from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Damage, SkillPoint, Wound
from campaign.roster.rules import people


def wounds(result: DuelRecord, week: Week) -> dict[str, int]:
    """DP that everybody lost: as written down, made to fit the state that was written down (E12),
    and never less than healed since.
    """
    told = {one.character: one.lost for one in result.hurt}
    ids = [UUID(deeds.character) for deeds in result.form.people]
    before, since = (
        dp_before(ids, week),
        dict(
            _others(Wound, "character", ids, week)
            .values_list("character_id")
            .annotate(Sum("amount"))
        ),
    )
    found = {}
    for deeds in result.form.people:
        pk = UUID(deeds.character)
        lost = lost_by(deeds.state, before[pk], told.get(deeds.character, 0))
        if lost := max(lost, -since.get(pk, 0)):
            found[deeds.character] = lost
    return found


def damage(result: DuelRecord, cars: Iterable[Vehicle], week: Week) -> dict[str, dict[str, int]]:
    """What every part lost: no more than it had left, and never less than was repaired since."""
    by_id = {str(car.pk): car for car in cars}
    others = _others(Damage, "vehicle", [car.pk for car in by_id.values()], week)
    sums = {
        (str(car), part): total
        for car, part, total in others.values_list("vehicle_id", "item").annotate(Sum("amount"))
    }
    found: dict[str, dict[str, int]] = {}
    for fate in result.vehicles:
        told = {wear.part: wear.lost for wear in fate.damage}
        repaired = [
            part for (car, part), total in sums.items() if car == fate.vehicle and total < 0
        ]
        for part in sorted({*told, *repaired}):
            other = sums.get((fate.vehicle, part), 0)
            lost = max(
                min(told.get(part, 0), part_limit(by_id[fate.vehicle], part) - other), -other, 0
            )
            if lost:
                found.setdefault(fate.vehicle, {})[part] = lost
    return found


def _others(
    ledger_of: type[Damage | Wound], owner: str, ids: list[UUID], week: Week
) -> QuerySet[Any]:
    """The rows of these owners that are not this duel's."""
    rows = ledger_of._default_manager.filter(**{f"{owner}__in": ids})  # the scoped manager
    return rows.exclude(cause__startswith=f"duel:{week.duel_id}:").order_by()


def dp_before(characters: Iterable[UUID], week: Week) -> dict[UUID, int]:
    """DP of these characters before this duel: without its own wounds and lessons, and without what
    came after its first result.
    """
    ids = list(characters)
    first = week.results.filter(event=week.event).order_by("revision").first()
    wounds = Wound.objects.filter(character__in=ids).exclude(
        cause__startswith=f"duel:{week.duel_id}:"
    )
    points = SkillPoint.objects.filter(character__in=ids).exclude(
        cause__startswith=f"duel:{week.duel_id}:"
    )
    if first:
        wounds, points = (
            wounds.filter(at__lte=first.recorded_at),
            points.filter(at__lte=first.recorded_at),
        )
    lost = dict(wounds.order_by().values_list("character_id").annotate(total=Sum("amount")))
    skills: dict[UUID, dict[str, int]] = {}
    for pk, item, total in (
        points.order_by().values_list("character_id", "item").annotate(total=Sum("amount"))
    ):
        skills.setdefault(pk, {})[item] = total
    house = rules_in(week)
    return {pk: people.body(skills.get(pk, {}), lost.get(pk, 0), house).dp for pk in ids}
