"""Versions of clubs for their members. A version changes when something changes that the member's
pages of the club show.

A version depends only on facts that every member of the club can see, and on the member's own
notices. So neither the version nor the time of its change reveals a secret.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from hashlib import sha256
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import JSONArray
from django_scopes import scopes_disabled

from campaign.duels.models import DrivenDuel, DuelDraft, DuelResult, DuelSignature
from campaign.house_rules.rules.calendar import MOMENTS
from campaign.league.models import DeskAct, Membership, Week
from campaign.news.models import News
from core.notifications.models import Notice
from espionage.models import SealedSeat
from espionage.selectors.ready import is_ready

VERSION_LENGTH: Final = 16
"""Number of hexadecimal digits of a version."""


class Reader(NamedTuple):
    """A person who reads a club's pages."""

    user: UUID
    campaign: UUID


def versions(readers: Collection[Reader]) -> dict[Reader, str]:
    """Return the version of each reader's club, without readers who are not members of the club.

    This takes one query for any number of readers.
    """
    with scopes_disabled():
        rows = Membership.objects.filter(
            user__in={reader.user for reader in readers},
            campaign__in={reader.campaign for reader in readers},
            left_at=None,
        )
        facts = {
            Reader(user, campaign): told
            for user, campaign, *told in rows.values_list("user", "campaign", *_facts())
        }
    return {reader: _digest(facts[reader]) for reader in readers if reader in facts}


def _digest(facts: list[Any]) -> str:
    return sha256(repr([str(fact) for fact in facts]).encode()).hexdigest()[:VERSION_LENGTH]


@cache
def _facts() -> tuple[Subquery, ...]:
    """Return subqueries for the facts on which a membership's version depends.

    These are the member's newest notice, the club's newest news and its newest public action of a
    GM, and its current or next week. They are built only once, because this is slow.
    """
    club = OuterRef("campaign")
    notices = Notice.objects.filter(user=OuterRef("user"), campaign=club, number__isnull=False)
    news = News.objects.filter(campaign=club)
    acts = DeskAct.objects.filter(campaign=club, public=True)
    weeks = Week.objects.filter(season__campaign=club, season__closed_at=None)
    week = weeks.exclude(status__in=Week.FINISHED).order_by("number")
    return (
        Subquery(notices.order_by("-number").values("pk")[:1]),
        Subquery(news.order_by("-at", "-position", "-pk").values("pk")[:1]),
        Subquery(acts.order_by("-at", "-pk").values("pk")[:1]),
        Subquery(week.annotate(facts=_facts_of_week()).values("facts")[:1]),
    )


def _facts_of_week() -> JSONArray:
    """Return a list of the public facts about a week."""
    week = OuterRef("pk")
    ready = _count(SealedSeat.objects.filter(is_ready(), week=week), "week")
    driven = DrivenDuel.objects.filter(duel__week=week)
    is_shown = When(status=Week.Status.OPEN, rules__show_sealed=True, then=ready)
    return JSONArray(
        "pk",
        "status",
        *MOMENTS,
        Case(is_shown),
        _count(driven, "duel__week"),
        _count(driven.filter(over_at__isnull=False), "duel__week"),
        _count(DuelDraft.objects.filter(duel__week=week), "duel__week"),
        _count(DuelSignature.objects.filter(draft__duel__week=week), "draft__duel__week"),
        _count(DuelResult.objects.filter(duel__week=week), "duel__week"),
    )


def _count(rows: QuerySet[Any], group: str) -> Subquery:
    """Return a subquery that counts these rows, which have the same `group`. No rows give NULL."""
    return Subquery(rows.order_by().values(group).annotate(count=Count("pk")).values("count"))
