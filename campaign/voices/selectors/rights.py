"""Functions that check permissions to read, write and moderate (C80 to C86)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import Q

from campaign.league import policy
from campaign.league.models import Membership, TeamOwner
from campaign.voices.models import Mute, Thread

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Campaign, Team
    from campaign.league.selectors.viewer import Viewer
    from campaign.voices.models import Post
    from core.accounts.models import User


def may_talk(viewer: Viewer) -> bool:
    """Return whether the viewer takes part in discussions. Members do, except in try-outs."""
    return policy.may_enter(viewer) and not viewer.campaign.tryout


def may_moderate(viewer: Viewer) -> bool:
    """Return whether the viewer can hide posts and mute people. Only GMs can."""
    return may_talk(viewer) and policy.may_run_desk(viewer)


def writes_letters(viewer: Viewer, team: Team) -> bool:
    """Return whether the viewer can read and write a team's letters and notes. Its owners can, its
    deputies cannot (C83).
    """
    return may_talk(viewer) and policy.owns(viewer, team)


def answers(thread: Thread, user_id: UUID | None, *, gm: bool) -> bool:
    """Return whether a member can post in a thread.

    Everyone can post on the board and about duels and news. Only the author and GMs can answer a
    question. Nobody can answer an announcement. For threads of letters, the answer is always no.
    """
    match thread.kind:
        case Thread.Kind.QUESTION:
            return gm or thread.opened_by_id == user_id
        case Thread.Kind.WORD | Thread.Kind.LETTERS:
            return False
        case _:
            return True


def mute_of(user_id: UUID | None, campaign: Campaign, at: datetime) -> Mute | None:
    """Return a member's current mute, or None. GMs are never muted (C86). Takes one query."""
    gms = Membership.objects.filter(campaign=campaign, role=Membership.Role.GM, left_at=None)
    rows = Mute.objects.filter(
        campaign=campaign, user=user_id, since__lte=at, until__gt=at, ended_at=None
    )
    return rows.exclude(user__in=gms.values("user")).order_by("-since").first()


def mutes_in(campaign: Campaign, at: datetime) -> tuple[Mute, ...]:
    """Return the current mutes by name. Takes one query."""
    rows = Mute.objects.filter(campaign=campaign, until__gt=at, ended_at=None)
    return tuple(rows.select_related("user", "by").order_by("user__username"))


def mute_by_id(campaign: Campaign, pk: UUID, at: datetime) -> Mute | None:
    """Return a current mute, or None. Takes one query."""
    rows = Mute.objects.filter(campaign=campaign, pk=pk, until__gt=at, ended_at=None)
    return rows.select_related("user").first()


def judges(campaign: Campaign) -> frozenset[UUID]:
    """Return the GMs who handle reports: those without a team or, if there are none, all (C85).

    Takes two queries.
    """
    gms = Membership.objects.filter(campaign=campaign, role=Membership.Role.GM, left_at=None)
    every = frozenset(gms.values_list("user_id", flat=True))
    runs = TeamOwner.objects.filter(
        team__campaign=campaign, team__left_at=None, until=None, user__in=every
    )
    return (every - frozenset(runs.values_list("user_id", flat=True))) or every


def judges_of(post: Post) -> frozenset[UUID]:
    """Return the GMs who handle reports of a post, without its author and the owners of its team.
    Takes three queries.
    """
    mine = TeamOwner.objects.filter(team=post.team_id, until=None) if post.team_id else None
    own = frozenset(mine.values_list("user_id", flat=True)) if mine is not None else frozenset()
    return judges(post.thread.campaign) - own - {post.by_id}


def against_others(viewer: Viewer) -> Q:
    """Return a condition on reports that excludes posts of the viewer and their teams."""
    own = Q(wording__post__by=viewer.user_id)
    if viewer.team_ids:
        own |= Q(wording__post__team__in=viewer.team_ids)
    return ~own


def user_judges(viewer: Viewer) -> bool:
    """Return whether the viewer handles reports. Takes two queries for a GM, none for others."""
    return may_moderate(viewer) and viewer.user_id in judges(viewer.campaign)


def named(user: User | None) -> str:
    """Return a user's name, or ""."""
    return user.get_username() if user else ""
