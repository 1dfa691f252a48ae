"""Functions that compute which wounds and damage a recorded duel books.

No number is rejected here, because a rejection would reveal a rival's DP and armour to a GM who has
a team. Recorded numbers are adjusted to the actual values, and the team sees the outcome in its own
books.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Sum

from campaign.duels.rules.duel_record import DuelRecord, lost_by
from campaign.garage.models import Vehicle
from campaign.garage.selectors.garage import part_limit
from campaign.league.models import Duel
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Damage, SkillPoint, Wound
from campaign.roster.rules import people


def wounds(result: DuelRecord, duel: Duel) -> dict[str, int]:
    """Return the DP that each person lost.

    The recorded number is adjusted to the recorded state (E12). It is at least as high as the
    number of DP that have already healed since the duel.
    """
    recorded = {hurt.character: hurt.lost for hurt in result.hurt}
    ids = [UUID(deeds.character) for deeds in result.form.people]
    dp_now = dp_before(ids, duel)
    other_wounds = dict(
        _others(Wound, "character", ids, duel).values_list("character_id").annotate(Sum("amount"))
    )
    wounds_by_character = {}
    for deeds in result.form.people:
        pk = UUID(deeds.character)
        lost = lost_by(deeds.state, dp_now[pk], recorded.get(deeds.character, 0))
        if lost := max(lost, -other_wounds.get(pk, 0)):
            wounds_by_character[deeds.character] = lost
    return wounds_by_character


def damage(result: DuelRecord, cars: Iterable[Vehicle], duel: Duel) -> dict[str, dict[str, int]]:
    """Return the damage to each part.

    Damage is limited to what the part had left. It is at least as high as the damage that was
    already repaired since the duel.
    """
    by_id = {str(car.pk): car for car in cars}
    others = _others(Damage, "vehicle", [car.pk for car in by_id.values()], duel)
    other_losses = {
        (str(car), part): total
        for car, part, total in others.values_list("vehicle_id", "item").annotate(Sum("amount"))
    }
    damage_by_vehicle: dict[str, dict[str, int]] = {}
    for vehicle_fate in result.vehicles:
        recorded = {wear.part: wear.lost for wear in vehicle_fate.damage}
        repaired = [
            part
            for (car, part), total in other_losses.items()
            if car == vehicle_fate.vehicle and total < 0
        ]
        for part in sorted({*recorded, *repaired}):
            other = other_losses.get((vehicle_fate.vehicle, part), 0)
            lost = max(
                min(recorded.get(part, 0), part_limit(by_id[vehicle_fate.vehicle], part) - other),
                -other,
                0,
            )
            if lost:
                damage_by_vehicle.setdefault(vehicle_fate.vehicle, {})[part] = lost
    return damage_by_vehicle


def _others(
    ledger_of: type[Damage | Wound], owner: str, ids: list[UUID], duel: Duel
) -> QuerySet[Any]:
    """Return the ledger rows of these owners that this duel did not book."""
    rows = ledger_of._default_manager.filter(**{f"{owner}__in": ids})  # use the scoped manager
    return rows.exclude(cause__startswith=f"duel:{duel.pk}:").order_by()


def dp_before(characters: Iterable[UUID], duel: Duel) -> dict[UUID, int]:
    """Return the DP that these characters had before this duel.

    The duel's own wounds and lessons and all later rows are ignored.
    """
    ids = list(characters)
    first = duel.results.order_by("revision").first()
    wounds = Wound.objects.filter(character__in=ids).exclude(cause__startswith=f"duel:{duel.pk}:")
    points = SkillPoint.objects.filter(character__in=ids).exclude(
        cause__startswith=f"duel:{duel.pk}:"
    )
    if first:
        wounds = wounds.filter(at__lte=first.recorded_at)
        points = points.filter(at__lte=first.recorded_at)
    lost = dict(wounds.order_by().values_list("character_id").annotate(total=Sum("amount")))
    skills: dict[UUID, dict[str, int]] = {}
    for pk, item, total in (
        points.order_by().values_list("character_id", "item").annotate(total=Sum("amount"))
    ):
        skills.setdefault(pk, {})[item] = total
    house_rules = rules_in(duel.week)
    return {pk: people.body(skills.get(pk, {}), lost.get(pk, 0), house_rules).dp for pk in ids}
