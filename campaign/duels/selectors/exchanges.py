"""Queries for the right to exchange an entered vehicle after an infiltration (E47)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Exists, Q

from campaign.duels.models import DuelEntry, Exchange
from campaign.league.models import Week

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Team


def open_exchange(team: Team, week: Week, now: datetime) -> Exchange | None:
    """Return the team's right to exchange a vehicle in the weekly duel if it can be used now.

    A team with an entry can use it between the reports and the duel. Takes at most one query.
    """
    if week.status != Week.Status.SETTLED or now >= week.duel_at:
        return None
    own_entries = DuelEntry.objects.filter(duel=week.pk, team=team, withdrawn_at=None)
    return Exchange.objects.filter(Exists(own_entries), duel=week.pk, team=team).first()


def exchange_for(entry: DuelEntry) -> Exchange | None:
    """Return the team's right to exchange the vehicle of this entry. Takes one query.

    A right that was already used for another entry does not count.
    """
    rows = Exchange.objects.filter(duel=entry.duel_id, team=entry.team_id)
    return rows.filter(Q(entry=None) | Q(entry=entry)).first()
