"""Telling a team that it leaves a turn of its fight idle. Nobody else hears of it (P14).

Whoever sits at the table moves without being told, so a notice waits for some time, and one that a
person has not read gives way to the next of the same fight. It says what the team can see at the
table: that it is to move, and until when.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from django.db import transaction

from campaign.league.models import Team
from campaign.league.selectors import deputies
from campaign.league.selectors.links import team_path
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.moments import in_text
from espionage.notice_kinds import WeekNotice
from espionage.selectors.fights import idle_turns

from .fights import cause_of

if TYPE_CHECKING:
    from uuid import UUID

    from espionage.selectors.fights import IdleTurn

PATIENCE: Final = timedelta(minutes=15)
"""So long a turn may be idle before its team is told."""


def remind(at: datetime) -> int:
    """Tell of every turn that is idle by now, once; how many notices were sent. One query, four
    more while there is one.

    The first turn of a fight was told when the fight was opened.
    """
    turns = idle_turns(at - PATIENCE)
    if not turns:
        return 0
    owners = deputies.commanders([turn.party for turn in turns])
    known = _sent(turns, {user for users in owners.values() for user in users})
    new = [
        (turn, user)
        for turn in turns
        for user in owners.get(turn.party, ())
        if (user, _cause(turn)) not in known
    ]
    slugs = dict(Team.objects.filter(pk__in=owners).values_list("pk", "slug"))
    with transaction.atomic():
        for turn, user in new:
            notices.mark_outdated(
                user=user, cause_prefix=cause_of(turn.fight), until=turn.since, now=at
            )
        notices.send(_message(turn, slugs[turn.party], user, at) for turn, user in new)
    return len(new)


def _cause(turn: IdleTurn) -> str:
    return f"{cause_of(turn.fight)}{turn.party}:{turn.since.isoformat()}"


def _sent(turns: tuple[IdleTurn, ...], users: set[UUID]) -> set[tuple[UUID, str]]:
    """Who was told of which of these turns."""
    rows = Notice.objects.filter(user__in=users, cause__in=[_cause(turn) for turn in turns])
    return set(rows.values_list("user", "cause"))


def _message(turn: IdleTurn, slug: str, user: UUID, at: datetime) -> notices.Message:
    week = turn.fight.week
    club = week.season.campaign
    text = (
        f"Your turn in the ambush of week {week.number}: move by {in_text(turn.until)}, or "
        "doctrine moves for you."
    )
    return notices.Message(
        user,
        club.pk,
        WeekNotice.AMBUSH_TURN,
        text,
        team_path("espionage:ambush", slug),
        _cause(turn),
        at,
        about={
            "week": week.number,
            "season": week.season.number,
            "team": slug,
            "table": str(turn.fight.table_id),
        },
    )
