"""Reminders to a team about an idle turn of its fight (P14). Other teams do not see them.

People who are at the table need no reminder, so a reminder is sent only after some time. A new
reminder replaces an unread reminder about the same fight. Reminders contain only what the team sees
at the table: that it has to move, and by when.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import transaction

from campaign.league.models import Team
from campaign.league.selectors.links import team_path
from campaign.members.selectors import deputies
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.moments import in_text
from espionage.notice_kinds import WeekNotice
from espionage.selectors.fights import IdleTurn, idle_turns

from .fights import cause_prefix

IDLE_BEFORE_REMINDER: Final = timedelta(minutes=15)
"""Time for which a turn can be idle before its team is reminded."""


def remind(now: datetime) -> int:
    """Remind teams of all idle turns, once for each turn. Return the number of notices.

    The first turn has no reminder, because teams have been notified of the opening of the fight.
    This runs one query, or five if a turn is idle.
    """
    turns = idle_turns(now - IDLE_BEFORE_REMINDER)
    if not turns:
        return 0
    owners = deputies.commanders([turn.party for turn in turns])
    sent = _sent_causes(turns, {user for users in owners.values() for user in users})
    unsent = [
        (turn, user)
        for turn in turns
        for user in owners.get(turn.party, ())
        if (user, _cause(turn)) not in sent
    ]
    slugs = dict(Team.objects.filter(pk__in=owners).values_list("pk", "slug"))
    with transaction.atomic():
        for turn, user in unsent:
            notices.mark_outdated(
                user=user, cause_prefix=cause_prefix(turn.fight), until=turn.since, now=now
            )
        notices.send(_message(turn, slugs[turn.party], user, now) for turn, user in unsent)
    return len(unsent)


def _cause(turn: IdleTurn) -> str:
    return f"{cause_prefix(turn.fight)}{turn.party}:{turn.since.isoformat()}"


def _sent_causes(turns: tuple[IdleTurn, ...], users: set[UUID]) -> set[tuple[UUID, str]]:
    """Return the people who have already been notified, with the cause of each notice."""
    rows = Notice.objects.filter(user__in=users, cause__in=[_cause(turn) for turn in turns])
    return set(rows.values_list("user", "cause"))


def _message(turn: IdleTurn, slug: str, user: UUID, now: datetime) -> notices.Message:
    week = turn.fight.week
    club = week.season.campaign
    text = (
        f"Your turn in the ambush of week {week.number}: move by {in_text(turn.due)}, or "
        "doctrine moves for you."
    )
    return notices.Message(
        user,
        club.pk,
        WeekNotice.AMBUSH_TURN,
        text,
        team_path("espionage:ambush", slug),
        _cause(turn),
        now,
        about={
            "week": week.number,
            "season": week.season.number,
            "team": slug,
            "table": str(turn.fight.table_id),
        },
    )
