"""Queries for the right to exchange an entered vehicle after an infiltration (E47)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from campaign.duels.models import DuelEntry, Exchange
from campaign.league.models import Team, Week


def open_exchange(team: Team, week: Week, now: datetime) -> Exchange | None:
    """Return the team's right to exchange a vehicle in the weekly duel if it can be used now.

    A team with an entry can use it between the reports and the duel. This runs at most one query.
    """
    if week.status != Week.Status.SETTLED or now >= week.duel_at:
        return None
    own_entries = DuelEntry.objects.filter(duel=week.pk, team=team, withdrawn_at=None)
    return Exchange.objects.filter(Exists(own_entries), duel=week.pk, team=team).first()


def unused_exchanges(weeks: Collection[Week], teams: Collection[Team]) -> QuerySet[Exchange]:
    """Return the unused rights of these teams in weekly duels.

    Rights of teams without an entry are left out.
    """
    own_entries = DuelEntry._base_manager.filter(
        duel=OuterRef("duel"), team=OuterRef("team"), withdrawn_at=None
    )
    rows = Exchange.objects.filter(duel__in=[week.pk for week in weeks], team__in=teams, entry=None)
    return rows.filter(Exists(own_entries))


def exchange_for(entry: DuelEntry) -> Exchange | None:
    """Return the team's right to exchange the vehicle of this entry. This runs one query.

    A right that was already used for another entry does not count.
    """
    rows = Exchange.objects.filter(duel=entry.duel_id, team=entry.team_id)
    return rows.filter(Q(entry=None) | Q(entry=entry)).first()
