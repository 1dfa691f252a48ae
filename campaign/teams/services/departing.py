"""Services that remove a person from their clubs and teams when their account is deleted."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, TeamOwner
from campaign.members.services import members
from core.accounts.models import User
from core.web.locks import club, locked

from . import bots


def blocking_clubs(user: User) -> tuple[str, ...]:
    """Return sentences about clubs that the person must hand over before leaving.

    These are clubs with other members in which the person is the only GM.
    """
    with scopes_disabled():
        return tuple(
            f"You are the only GM of {membership.campaign}. Make someone else a GM first."
            for membership in _memberships(user)
            if _is_only_gm(membership) and _others(membership).exists()
        )


def leave(user: User, now: datetime) -> None:
    """Leave every club. Repeating this has no effect.

    A caretaker acts for each team that has no other owners, until a GM hands the team over. If the
    person is a club's only GM, the longest-standing other member becomes GM. If a club has no other
    members, it is archived.
    """
    with scopes_disabled():
        memberships = list(_memberships(user))
    for membership in memberships:
        with club(membership.campaign_id):
            _leave(membership, user, now)


def _leave(membership: Membership, user: User, now: datetime) -> None:
    is_only_gm = _is_only_gm(membership)
    next_gm = _next_gm(membership) if is_only_gm else None
    teams = [
        row.team
        for row in TeamOwner.objects.filter(
            user=user, team__campaign=membership.campaign_id, until=None
        ).select_related("team")
    ]
    if next_gm:
        members.set_role(membership=next_gm, role=Membership.Role.GM, actor=user, now=now)
    elif is_only_gm:
        _close(membership, now)
        return
    members.leave(membership=membership, now=now, actor=user)
    for team in teams:
        if not TeamOwner.objects.filter(team=team, until=None).exists():
            bots.appoint_caretaker(team=team, now=now)


def _close(membership: Membership, now: datetime) -> None:
    """Archive a club that has no other members."""
    campaign = locked(membership.campaign)
    if campaign.archived_at is None:
        Campaign.objects.filter(pk=campaign.pk).update(archived_at=now, public_at=None)
    Membership.objects.filter(pk=membership.pk).update(left_at=now)
    TeamOwner.objects.filter(user=membership.user_id, team__campaign=campaign, until=None).update(
        until=now
    )


def _memberships(user: User) -> list[Membership]:
    rows = Membership.objects.filter(user=user, left_at=None).select_related("campaign", "user")
    return list(rows.order_by("joined_at", "id"))


def _others(membership: Membership) -> QuerySet[Membership]:
    """Select the club's other members, except those who are about to leave."""
    rows = Membership.objects.filter(
        campaign=membership.campaign_id, left_at=None, user__leaving_at=None
    )
    return rows.exclude(pk=membership.pk)


def _is_only_gm(membership: Membership) -> bool:
    """Return whether the person is the club's only GM."""
    gm = Membership.Role.GM
    return membership.role == gm and not _others(membership).filter(role=gm).exists()


def _next_gm(membership: Membership) -> Membership | None:
    """Return the next GM of a club without a GM.

    Players come before spectators, and longer-standing members come first.
    """
    rows = _others(membership).select_related("campaign", "user").order_by("joined_at", "id")
    players = rows.exclude(role=Membership.Role.SPECTATOR)
    return players.first() or rows.first()
