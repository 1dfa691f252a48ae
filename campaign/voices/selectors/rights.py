"""Permission checks for reading, writing and moderating (C80 to C86)."""

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
    """Return whether the viewer can take part in discussions. All members can, except in
    try-outs.
    """
    return policy.may_enter(viewer) and not viewer.campaign.tryout


def may_moderate(viewer: Viewer) -> bool:
    """Return whether the viewer can hide posts and mute people. Only GMs can."""
    return may_talk(viewer) and policy.may_run_desk(viewer)


def can_write_letters(viewer: Viewer, team: Team) -> bool:
    """Return whether the viewer can read and write a team's letters and notes (C83).

    The team's owners can. Its deputies cannot.
    """
    return may_talk(viewer) and policy.owns(viewer, team)


def can_post_in_thread(thread: Thread, user_id: UUID | None, *, gm: bool) -> bool:
    """Return whether a member can post in a thread.

    Everyone can post on the board and about duels and news. Only GMs and the person who asked can
    answer in a question's thread. Nobody can answer an announcement. The result is always False for
    letters.
    """
    match thread.kind:
        case Thread.Kind.QUESTION:
            return gm or thread.opened_by_id == user_id
        case Thread.Kind.ANNOUNCEMENT | Thread.Kind.LETTERS:
            return False
        case _:
            return True


def find_mute_of_member(user_id: UUID | None, campaign: Campaign, now: datetime) -> Mute | None:
    """Return a member's current mute, or None. GMs are never muted (C86). This takes one query."""
    gms = Membership.objects.filter(campaign=campaign, role=Membership.Role.GM, left_at=None)
    rows = Mute.objects.filter(
        campaign=campaign, user=user_id, since__lte=now, until__gt=now, ended_at=None
    )
    return rows.exclude(user__in=gms.values("user")).order_by("-since").first()


def current_mutes(campaign: Campaign, now: datetime) -> tuple[Mute, ...]:
    """Return the current mutes, ordered by name. This takes one query."""
    rows = Mute.objects.filter(campaign=campaign, until__gt=now, ended_at=None)
    return tuple(rows.select_related("user", "by").order_by("user__username"))


def find_mute(campaign: Campaign, pk: UUID, now: datetime) -> Mute | None:
    """Return a current mute, or None. This takes one query."""
    rows = Mute.objects.filter(campaign=campaign, pk=pk, until__gt=now, ended_at=None)
    return rows.select_related("user").first()


def report_handlers(campaign: Campaign) -> frozenset[UUID]:
    """Return the GMs who handle reports (C85).

    They are the GMs without a team or, if there are none, all GMs. This takes two queries.
    """
    gms = Membership.objects.filter(campaign=campaign, role=Membership.Role.GM, left_at=None)
    gm_ids = frozenset(gms.values_list("user_id", flat=True))
    ownerships = TeamOwner.objects.filter(
        team__campaign=campaign, team__left_at=None, until=None, user__in=gm_ids
    )
    return (gm_ids - frozenset(ownerships.values_list("user_id", flat=True))) or gm_ids


def report_handlers_of_post(post: Post) -> frozenset[UUID]:
    """Return the GMs who handle reports about a post.

    The post's author and the owners of its team are excluded. This takes three queries.
    """
    ownerships = TeamOwner.objects.filter(team=post.team_id, until=None) if post.team_id else None
    owner_ids = (
        frozenset(ownerships.values_list("user_id", flat=True))
        if ownerships is not None
        else frozenset()
    )
    return report_handlers(post.thread.campaign) - owner_ids - {post.by_id}


def about_posts_of_others(viewer: Viewer) -> Q:
    """Return a condition that excludes reports about posts by the viewer and by their teams."""
    is_own = Q(wording__post__by=viewer.user_id)
    if viewer.team_ids:
        is_own |= Q(wording__post__team__in=viewer.team_ids)
    return ~is_own


def is_report_handler(viewer: Viewer) -> bool:
    """Return whether the viewer handles reports.

    This takes two queries for a GM, and none for other people.
    """
    return may_moderate(viewer) and viewer.user_id in report_handlers(viewer.campaign)


def username_or_empty(user: User | None) -> str:
    """Return a user's name, or "" if there is no user."""
    return user.get_username() if user else ""
