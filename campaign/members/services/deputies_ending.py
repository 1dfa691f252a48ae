"""Services for ending a deputy's appointment before the week is published (C24).

An owner or the deputy can end it. It also ends if the deputy leaves the club, becomes a GM or gets
a team.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.league.models import Deputy, DeskAct, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.services import desk_log
from campaign.news.services import news
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked


def end(*, deputy: Deputy, actor: User, now: datetime) -> Deputy:
    """End a deputy's appointment immediately. Repeating this has no effect.

    The end is published, and the team's owners and the deputy are notified.
    """
    with club(deputy.team.campaign_id):
        deputy = locked(deputy)
        if deputy.ended_at is None:
            deputy.ended_at, deputy.ended_by = now, actor
            deputy.save(update_fields=["ended_at", "ended_by"])
            announce(
                deputy,
                ClubNotice.DEPUTY_ENDED,
                f"{deputy.user.get_username()} is no longer deputy for {deputy.team} in week "
                f"{deputy.week.number}.",
                actor=actor,
                now=now,
            )
        return deputy


def end_all(*, user: User, campaign_id: UUID, actor: User, now: datetime) -> None:
    """End all appointments as a deputy in this club of a person who can no longer be one."""
    with club(campaign_id):
        rows = Deputy.objects.filter(
            user=user,
            team__campaign=campaign_id,
            ended_at=None,
            week__status__in=(Week.Status.PLANNED, *Deputy.ACTIVE_STATUSES),
        )
        for row in rows.select_related("team", "user", "week").order_by("week__number"):
            end(deputy=row, actor=actor, now=now)


def announce(deputy: Deputy, kind: ClubNotice, text: str, *, actor: User, now: datetime) -> DeskAct:
    """Log a public action that concerns a deputy, publish it, and notify the owners and the deputy.

    The club can therefore always see who can read a team's orders.
    """
    team = deputy.team
    act = desk_log.record(
        actor=actor,
        kind=kind,
        now=now,
        team=team,
        detail={
            "team": team.name,
            "user": deputy.user.get_username(),
            "week": deputy.week.number,
        },
    )
    cause = f"{act.kind}:{act.pk}"
    news.publish([news.Item(team.campaign_id, kind, text, cause, now)])
    recipients = {*people.owners_of(team.pk), deputy.user_id}
    notices.notify(
        sorted(recipients), team.campaign_id, kind, text, team_path("team", team), cause, now
    )
    return act
