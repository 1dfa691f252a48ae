"""Notices to teams about pending decisions (option `live_decisions`).

Other teams do not see them (E25).
"""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import Week
from campaign.league.selectors.links import team_path, week_subject
from campaign.members.selectors import deputies
from core.notifications.services import notices
from core.web.moments import in_text
from engine.codec import fingerprint
from espionage.models import Seal, SealedSeat
from espionage.notice_kinds import WeekNotice
from play.running import Running


def send_requests(
    running: Running, seal: Seal, week: Week, now: datetime, *, time_changed: bool = False
) -> None:
    """Notify the owners and the deputy of each team with a pending question, once per question.

    If questions are asked together (E51), they are notified once per waiting period.

    If `time_changed` is true, they are notified again because the time limit has changed, and
    earlier notices are marked as outdated. This runs four queries.
    """
    wave = running.state.hidden.wave
    questions = {
        seat: f"wave {wave}" if wave else fingerprint(knowledge.question)
        for seat, knowledge in enumerate(running.state.own)
        if knowledge.question is not None
    }
    if not questions or seal.decide_by is None:
        return
    teams = {
        row.seat: row.team
        for row in SealedSeat.objects.filter(week=week, seat__in=list(questions)).select_related(
            "team"
        )
    }
    owners = deputies.commanders([team.pk for team in teams.values()])
    due = in_text(seal.decide_by)
    causes = {seat: f"decision:{week.pk}:{seat}:{question}" for seat, question in questions.items()}
    if time_changed:
        for seat, team in teams.items():
            for user in owners.get(team.pk, ()):
                notices.mark_outdated(user=user, cause_prefix=causes[seat], until=now, now=now)
    suffix = f":{seal.decide_by.isoformat()}" if time_changed else ""
    notices.send(
        notices.Message(
            user,
            week.season.campaign_id,
            WeekNotice.DECISION,
            f"Week {week.number} needs a decision from you by {due}.",
            team_path("espionage:decision", team),
            causes[seat] + suffix,
            now,
            about=week_subject(week, team),
        )
        for seat, team in teams.items()
        for user in owners.get(team.pk, ())
    )
