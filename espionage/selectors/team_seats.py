"""The people who can play a team's seat at a table, for `play.selectors.parties`.

The team's current owners can play. In a fight of the current week, the week's deputy can play too
(C24).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, UUIDField, Value
from django.urls import reverse
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel
from campaign.duels.selectors.driven import people_drive_until
from campaign.league.models import Deputy, Team
from campaign.league.selectors.links import in_season
from core.accounts.models import User
from espionage.models import AmbushFight
from play.selectors.parties import Frame, Party


@scopes_disabled()
def parties_of(user: User) -> frozenset[UUID]:
    """Return the teams that a person owns."""
    return frozenset(_owned_by(user.pk))


def chairs_played_by(user: UUID) -> Q:
    """Return a condition for the chairs that a person plays for a team. This takes no query."""
    deputies = Deputy._base_manager.filter(
        user=user,
        team=OuterRef("party"),
        ended_at=None,
        week__status__in=Deputy.ACTIVE_STATUSES,
        week__fights__table=OuterRef("table"),
    )
    with scopes_disabled():
        return Q(party__in=_owned_by(user)) | Q(Exists(deputies))


@scopes_disabled()
def find_chairs_played_by(user: UUID) -> Q:
    """Return the same condition with ids instead of subqueries. This takes one query."""
    deputies = Deputy.objects.filter(
        user=user,
        ended_at=None,
        week__status__in=Deputy.ACTIVE_STATUSES,
        week__fights__table__isnull=False,
    )
    owned = Team.objects.filter(ownerships__user=user, ownerships__until=None)
    at_tables = deputies.order_by().values_list("team", "week__fights__table")
    at_every_table = owned.order_by().values_list("pk", Value(None, UUIDField()))
    rows: Iterable[tuple[UUID, UUID | None]] = at_tables.union(at_every_table, all=True)
    condition = Q()
    for team, table in rows:
        condition |= Q(party=team, table=table) if table else Q(party=team)
    return condition


@scopes_disabled()
def parties_by_id(parties: Iterable[UUID]) -> Mapping[UUID, Party]:
    """Return the names and players of these teams. This takes one query."""
    players: dict[tuple[UUID, str], set[UUID]] = defaultdict(set)
    at_tables: dict[UUID, dict[UUID, set[UUID]]] = defaultdict(lambda: defaultdict(set))
    for pk, name, user, deputy, status, table in _players_of(frozenset(parties)):
        players[pk, name] |= {user} - {None}
        if table is not None and status in Deputy.ACTIVE_STATUSES:
            at_tables[pk][table].add(deputy)
    return {
        pk: Party(
            name,
            frozenset(users),
            {table: frozenset(deputy_ids) for table, deputy_ids in at_tables[pk].items()},
        )
        for (pk, name), users in players.items()
    }


def frame_of(table: UUID) -> Frame | None:
    """Return the week or duel that a table's match is part of. This takes at most two queries."""
    with scopes_disabled():
        fight = (
            AmbushFight.objects.filter(table=table)
            .select_related("week__season__campaign", "week__seal")
            .first()
        )
        if fight is None:
            return _duel_frame(table)
    club, week = fight.week.season.campaign, fight.week
    return Frame(
        f"{club.name}, week {week.number}",
        reverse("club", args=[club.slug]),
        week.seal.decide_by or week.settle_at,
        "After that, doctrine finishes the fight.",
    )


def _owned_by(user: UUID) -> QuerySet[Team, UUID]:
    rows = Team.objects.filter(ownerships__user=user, ownerships__until=None)
    return rows.values_list("pk", flat=True)


def _players_of(teams: frozenset[UUID]) -> QuerySet[Team, Any]:
    """Return rows with a team, an owner, a deputy, the status of the deputy's week, and a fight."""
    current_ownerships = FilteredRelation("ownerships", condition=Q(ownerships__until=None))
    deputy = FilteredRelation("deputies", condition=Q(deputies__ended_at=None))
    rows = Team.objects.filter(pk__in=teams).annotate(here=current_ownerships, deputy=deputy)
    return rows.values_list(
        "pk", "name", "here__user",
        "deputy__user", "deputy__week__status", "deputy__week__fights__table",
    )  # fmt: skip


def _duel_frame(table: UUID) -> Frame | None:
    """Return the frame of the duel that is or was driven at this table, or None (C99)."""
    rows = DrivenDuel.objects.filter(table=table)
    row = rows.select_related("duel__week__season__campaign").first()
    if row is None:
        return None
    week = row.duel.week
    club = week.season.campaign
    address_parts = {"slug": club.slug, "number": week.number, "duel": row.duel.number}
    return Frame(
        f"{club.name}, week {week.number}",
        in_season(reverse("duel", kwargs=address_parts), week),
        people_drive_until(week),
        "After that, doctrine drives the rest.",
    )
