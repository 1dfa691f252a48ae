"""Living costs, which teams pay when a week closes (C135)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from campaign.ledger.models import Hold
from campaign.ledger.selectors import balances
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from campaign.roster.selectors.roster import bodies
from core.web.problems import money, plural


def charge(*, weeks: Sequence[Week], now: datetime) -> int:
    """Charge the living costs of these weeks, and return the number of ledger rows posted.

    The weeks belong to different campaigns. Teams whose roster was approved after the week opened
    pay nothing. Calling this again does not charge a week twice.
    """
    paying = {week.season.campaign_id: week for week in weeks if rules_in(week).living_costs}
    rows = Team.objects.filter(campaign__in=list(paying), left_at=None).exclude(approved_at=None)
    teams = {
        team.pk: week
        for team in rows
        for week in [paying[team.campaign_id]]
        if team.approved_at and team.approved_at <= week.opens_at
    }
    if not teams:
        return 0
    list(Team._base_manager.select_for_update(no_key=True).filter(pk__in=teams).order_by("pk"))
    funds, reserved = balances.money(teams), balances.reserved(teams)
    people = _count_living(teams)
    lines = []
    for pk, week in teams.items():
        free = max(0, funds.get(pk, 0) - reserved.get(pk, {}).get(Hold.MONEY, 0))
        due = people[pk] * rules_in(week).living_costs
        if paid := min(due, free):
            note = plural(people[pk], "person", "people")
            if paid < due:
                note += f", {money(due - paid)} not paid"
            lines.append(
                Line(
                    Book.MONEY, pk, "living", -paid, f"living:{week.pk}", now, week=week.pk,
                    note=note,
                )
            )  # fmt: skip
    return posting.post(lines, idempotent=True)


def _count_living(teams: Mapping[UUID, Week]) -> Counter[UUID]:
    """Return the number of living characters of each team."""
    members: dict[Week, list[Character]] = {}
    rows = Character.objects.filter(team__among=frozenset(teams), left_at=None)
    for character in rows:
        members.setdefault(teams[character.team_id], []).append(character)
    counts: Counter[UUID] = Counter()
    for week, characters in members.items():
        body = bodies(characters, rules_in(week))
        counts.update(row.team_id for row in characters if body[row.pk].health != "dead")
    return counts
