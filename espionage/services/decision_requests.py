"""Telling a team that the week asks it for a decision (option `live_decisions`). Nobody else hears
of it (E25).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.selectors import deputies
from campaign.league.selectors.links import team_path, week_subject
from core.notifications.services import notices
from core.web.moments import in_text
from engine.codec import fingerprint
from espionage.models import SealedSeat
from espionage.notice_kinds import WeekNotice

if TYPE_CHECKING:
    from datetime import datetime

    from campaign.league.models import Week
    from espionage.models import Seal
    from play.running import Running


def tell(running: Running, seal: Seal, week: Week, at: datetime, *, again: bool = False) -> None:
    """A notice to the owners of each team that is asked now, and to its deputy, once a question.
    Four queries.

    `again` tells once more, for the time is another: what was told before counts as read.
    """
    asked = {
        seat: fingerprint(own.question)
        for seat, own in enumerate(running.state.own)
        if own.question is not None
    }
    if not asked or seal.decide_by is None:
        return
    teams = {
        row.seat: row.team
        for row in SealedSeat.objects.filter(week=week, seat__in=list(asked)).select_related("team")
    }
    owners = deputies.commanders([team.pk for team in teams.values()])
    until = in_text(seal.decide_by)
    causes = {seat: f"decision:{week.pk}:{seat}:{question}" for seat, question in asked.items()}
    if again:
        for seat, team in teams.items():
            for user in owners.get(team.pk, ()):
                notices.mark_outdated(user=user, cause_prefix=causes[seat], until=at, now=at)
    later = f":{seal.decide_by.isoformat()}" if again else ""
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.DECISION,
            f"Week {week.number} needs a decision from you by {until}.",
            team_path("espionage:decision", team),
            causes[seat] + later,
            at,
            about=week_subject(week, team),
        )
        for seat, team in teams.items()
        for user in owners.get(team.pk, ())
    )
