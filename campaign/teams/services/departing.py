"""Somebody who deletes their account leaves their clubs: what becomes of these and of their
teams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, TeamOwner
from campaign.league.services import members
from core.web.locks import club, locked

from . import bots

if TYPE_CHECKING:
    from datetime import datetime

    from django.db.models import QuerySet

    from core.accounts.models import User


def hindrances(user: User) -> tuple[str, ...]:
    """The clubs that somebody has to hand over first: they are its only GM, and not alone in it."""
    with scopes_disabled():
        return tuple(
            f"You are the only GM of {part.campaign}. Make someone else a GM first."
            for part in _parts(user)
            if _needed(part) and _others(part).exists()
        )


def leave(user: User, at: datetime) -> None:
    """Leave every club. A team that nobody else runs is looked after by the house's caretaker until
    a GM hands it over. A club whose only GM goes has somebody else as GM: the one longest there,
    if the person was alone when they asked; without anybody it is closed. Again does no harm.
    """
    with scopes_disabled():
        parts = list(_parts(user))
    for part in parts:
        with club(part.campaign_id):
            _leave(part, user, at)


def _leave(part: Membership, user: User, at: datetime) -> None:
    needed = _needed(part)
    heir = _heir(part) if needed else None
    teams = [
        row.team
        for row in TeamOwner.objects.filter(
            user=user, team__campaign=part.campaign_id, until=None
        ).select_related("team")
    ]
    if heir:
        members.set_role(membership=heir, role=Membership.Role.GM, actor=user, now=at)
    elif needed:
        _close(part, at)
        return
    members.leave(membership=part, now=at, actor=user)
    for team in teams:
        if not TeamOwner.objects.filter(team=team, until=None).exists():
            bots.look_after(team=team, at=at)


def _close(part: Membership, at: datetime) -> None:
    """Nobody is left in the club."""
    campaign = locked(part.campaign)
    if campaign.archived_at is None:
        Campaign.objects.filter(pk=campaign.pk).update(archived_at=at, public_at=None)
    Membership.objects.filter(pk=part.pk).update(left_at=at)
    TeamOwner.objects.filter(user=part.user_id, team__campaign=campaign, until=None).update(
        until=at
    )


def _parts(user: User) -> list[Membership]:
    rows = Membership.objects.filter(user=user, left_at=None).select_related("campaign", "user")
    return list(rows.order_by("joined_at", "id"))


def _others(part: Membership) -> QuerySet[Membership]:
    """Who else is in the club, and not about to go."""
    rows = Membership.objects.filter(campaign=part.campaign_id, left_at=None, user__leaving_at=None)
    return rows.exclude(pk=part.pk)


def _needed(part: Membership) -> bool:
    """Whether the person is the club's only GM."""
    gm = Membership.Role.GM
    return part.role == gm and not _others(part).filter(role=gm).exists()


def _heir(part: Membership) -> Membership | None:
    """Who would be GM of a club that has none: players before spectators, the longest there
    first.
    """
    rows = _others(part).select_related("campaign", "user").order_by("joined_at", "id")
    players = rows.exclude(role=Membership.Role.SPECTATOR)
    return players.first() or rows.first()
