"""When a deputy's right ends before its week is published: by an owner, by the deputy, or because
they leave the club, become GM or run a team (C24).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Deputy, Week
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from core.notifications.services import notices
from core.web.locks import club, locked

from . import desk_log, news

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import DeskAct
    from core.accounts.models import User


def end(*, deputy: Deputy, by: User, at: datetime) -> Deputy:
    """End a deputy's right at once; published, and told to the team's owners and to them. Again
    does no harm.
    """
    with club(deputy.team.campaign_id):
        deputy = locked(deputy)
        if deputy.ended_at is None:
            deputy.ended_at, deputy.ended_by = at, by
            deputy.save(update_fields=["ended_at", "ended_by"])
            announce(
                deputy,
                ClubNotice.DEPUTY_ENDED,
                f"{deputy.user.get_username()} is no longer deputy for {deputy.team} in week "
                f"{deputy.week.number}.",
                by=by,
                at=at,
            )
        return deputy


def end_all(*, user: User, campaign_id: UUID, by: User, at: datetime) -> None:
    """End every right that somebody has here as a deputy: they cannot be one any more."""
    with club(campaign_id):
        rows = Deputy.objects.filter(
            user=user,
            team__campaign=campaign_id,
            ended_at=None,
            week__status__in=(Week.Status.PLANNED, *Deputy.ACTIVE_STATUSES),
        )
        for row in rows.select_related("team", "user", "week").order_by("week__number"):
            end(deputy=row, by=by, at=at)


def announce(deputy: Deputy, kind: ClubNotice, text: str, *, by: User, at: datetime) -> DeskAct:
    """A public line of the log, news, and a line in the inboxes of the owners and the deputy: who
    may read a team's orders is no secret.
    """
    team = deputy.team
    act = desk_log.record(
        campaign_id=team.campaign_id,
        actor=by,
        kind=kind,
        at=at,
        team=team,
        detail={
            "team": team.name,
            "user": deputy.user.get_username(),
            "week": deputy.week.number,
        },
    )
    cause = f"{act.kind}:{act.pk}"
    news.publish([news.Item(team.campaign_id, kind, text, cause, at)])
    told = {*people.owners([team.pk]).get(team.pk, ()), deputy.user_id}
    notices.send(
        notices.Message(user, team.campaign_id, kind, text, team_path("team", team), cause, at)
        for user in sorted(told)
    )
    return act
