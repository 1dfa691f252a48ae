"""Services for appointing deputies.

A deputy can give a team's orders for one week, in addition to the team's owners (C24).
"""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import Deputy, Membership, Team, TeamOwner, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.members.selectors import deputies as selector
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import Refused, WrongTime

from . import members
from .deputies_ending import announce


def appoint(*, team: Team, user: User, week: Week, actor: User, now: datetime) -> Deputy:
    """Let a member write a team's orders, answer its decisions and fight its ambushes in one week.

    `actor` is the owner who appoints the deputy. The appointment is published, and the owners and
    the deputy are notified. Repeating this has no effect. Raise WrongTime if the team does not
    play, or if the week is neither the open one nor the next planned one. Raise Refused for GMs,
    team owners and non-members. Also raise Refused if the team has another deputy in that week, or
    if the person is another team's deputy.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.approved_at is None or team.left_at:
            raise WrongTime(f"{team.name} is not in the league.")
        if week not in selector.open_weeks(team.campaign):
            raise WrongTime(
                "You can name a deputy only for the open week or the next scheduled week.",
                field="week",
            )
        _refuse_unless_free(user, team, week)
        current = Deputy.objects.filter(team=team, week=week, ended_at=None)
        if before := current.select_related("user", "team", "week").first():
            if before.user_id == user.pk:
                return before
            raise Refused(
                f"{before.user.get_username()} is already deputy for {team} in week "
                f"{week.number}. Remove them first.",
                code="has-a-deputy",
            )
        deputy = Deputy.objects.create(
            team=team, user=user, week=week, named_by=actor, named_at=now
        )
        text = f"{user.get_username()} is deputy for {team} in week {week.number}."
        announce(deputy, ClubNotice.DEPUTY_NAMED, text, actor=actor, now=now)
        return deputy


def _refuse_unless_free(user: User, team: Team, week: Week) -> None:
    """Refuse rivals, and GMs, because they see more of the league than players do.

    The lock prevents the person from getting a team or becoming a GM in the meantime.
    """
    username, membership = user.get_username(), members.lock_membership(user, team.campaign_id)
    if membership is None:
        raise Refused("Choose a member of this club.", field="username", code="no-member")
    if membership.role == Membership.Role.GM:
        raise Refused(
            f"{username} is a GM of this club and cannot be a deputy.",
            field="username",
            code="is-gm",
        )
    if TeamOwner.objects.filter(user=user, until=None, team__left_at=None).exists():
        raise Refused(
            f"{username} runs a team in this club. A deputy must be a member without a team.",
            field="username",
            code="runs-a-team",
        )
    others = Deputy.objects.filter(user=user, week=week, ended_at=None).exclude(team=team)
    if other := others.select_related("team").first():
        raise Refused(
            f"{username} is already deputy for {other.team} in week {week.number}.",
            field="username",
            code="another-team",
        )
