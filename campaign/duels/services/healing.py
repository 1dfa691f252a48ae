"""Services that heal resting characters at the end of a week (E20)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Sum

from campaign.duels.selectors.duels import duellists
from campaign.league.models import Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Wound
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from campaign.roster.rules import people
from campaign.roster.rules.people import WeekActivities


def heal_resting(*, weeks: Sequence[Week], busy: Collection[UUID], now: datetime) -> int:
    """Heal the wounded who had a quiet week, and return the number of ledger rows posted.

    The weeks can belong to any number of campaigns within the caller's scope. `busy` lists
    characters who had a mission, made a counterspy roll or fought an ambush. Duellists are added
    from the recorded results. Calling this again does not heal a week twice.
    """
    by_campaign = {week.season.campaign_id: week for week in weeks}
    ids = [pk for pk, lost in _short(by_campaign).items() if lost > 0]
    characters = Character.objects.filter(pk__among=frozenset(ids), left_at=None).values_list(
        "pk", "team__campaign_id"
    )
    points = balances.skill_points(ids)
    lost = balances.wounds(ids)
    duel = duellists([week.pk for week in weeks])
    rules = {campaign: rules_in(week) for campaign, week in by_campaign.items()}
    lines = []
    for pk, campaign in characters:
        body = people.body(points.get(pk, {}), lost.get(pk, 0), rules[campaign])
        week = by_campaign[campaign]
        quiet = WeekActivities(mission=pk in busy, duel=pk in duel)
        if healed := people.healed_dp(body.dp, body.full_dp, quiet, rules[campaign]):
            lines.append(Line(Book.WOUND, pk, "dp", -healed, f"rest:{week.pk}", now, week=week.pk))
    return posting.post(lines, idempotent=True)


def _short(campaigns: Collection[UUID]) -> dict[UUID, int]:
    rows = Wound.objects.filter(
        character__team__campaign__among=frozenset(campaigns), character__left_at=None
    )
    return dict(rows.order_by().values_list("character_id").annotate(total=Sum("amount")))
