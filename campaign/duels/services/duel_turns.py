"""Notices to teams that drive their cars in a duel on the site (C99).

A team is notified at the start. If turns last hours, a team is also notified when it has not
planned its turn. This notice is delayed, because people who are at the table do not need one. A new
notice replaces an unread notice about the same duel.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.urls import reverse

from campaign.duels.selectors.driven import people_drive_until
from campaign.league.models import Duel, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import duel_subject
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.moments import in_text
from play.models import Chair, Table

IDLE_TIME: Final = timedelta(minutes=15)
"""Idle time of a turn after which its team is notified."""
MAX_AGE: Final = timedelta(hours=1)
"""Age after which a pending notice is dropped, for example if the site was down."""


def notify_start(duel: Duel, table: Table, now: datetime) -> None:
    """Notify the owners of each team that drives about their first turn.

    The notices are sent in the caller's transaction.
    """
    chairs = list(table.chairs.filter(bot="", party__isnull=False, due_at__isnull=False))
    for chair in chairs:
        chair.table = table
    _send(
        [(chair, f"{duel.title} has started. Plan your first turn by", duel) for chair in chairs],
        ClubNotice.DUEL_DRIVE,
        now,
    )


def remind_idle_teams(now: datetime) -> int:
    """Notify teams of idle turns in slow duels, and return the number of notices.

    Only turns that have their full time are considered (V124), and each is notified once. This runs
    one query, or five if there are idle turns.
    """
    chairs = _idle(now)
    if not chairs:
        return 0
    duels = [chair.table.driven.duel for chair in chairs]
    pending = [
        (
            chair,
            f"It’s your turn in {duel.phrase}. Doctrine drives unless you plan the turn by",
            duel,
        )
        for chair, duel in zip(chairs, duels, strict=True)
    ]
    return _send(pending, ClubNotice.DUEL_TURN, now)


def _idle(now: datetime) -> Sequence[Any]:
    """Return the chairs in slow duels whose turn has been idle for some time. This runs one query.

    Hurried turns are left out, because teams that missed two turns were notified of both.
    """
    chairs = Chair.objects.filter(
        asked_at__lte=now - IDLE_TIME,
        asked_at__gt=now - IDLE_TIME - MAX_AGE,
        due_at__gt=now,
        party__isnull=False,
        bot="",
        table__clock_kind="correspondence",
        table__status=Table.Status.PLAYING,
        table__driven__isnull=False,
    )
    rows = chairs.select_related("table__driven__duel__week__season")
    rows = rows.order_by("asked_at", "id")
    return [chair for chair in rows if not _is_hurried(chair)]


def _is_hurried(chair: Chair) -> bool:
    """Return whether this turn has less than the full time (V124)."""
    if chair.asked_at is None or chair.due_at is None:
        return False
    return chair.due_at - chair.asked_at < timedelta(seconds=chair.table.clock_seconds)


def _send(pending: Sequence[tuple[Chair, str, Duel]], kind: ClubNotice, now: datetime) -> int:
    """Send each team's notice to all its owners who have not received it yet."""
    owners = people.owners([chair.party for chair, _, _ in pending if chair.party])
    teams = {team.pk: team for team in Team.objects.filter(pk__in=owners)}
    lines = [
        (_message(chair, text, duel, teams[chair.party], user, kind, now), chair.asked_at or now)
        for chair, text, duel in pending
        if chair.party in teams
        for user in owners[chair.party]
    ]
    rows = Notice.objects.filter(
        user__in={line.user for line, _ in lines}, cause__in={line.cause for line, _ in lines}
    )
    sent = set(rows.values_list("user", "cause"))
    new = [(line, asked_at) for line, asked_at in lines if (line.user, line.cause) not in sent]
    with transaction.atomic():
        for line, asked_at in new:
            cause_prefix = line.cause.rpartition("@")[0]
            notices.mark_outdated(
                user=line.user, cause_prefix=cause_prefix, until=asked_at, now=now
            )
        notices.send(line for line, _ in new)
    return len(new)


def _cause(chair: Chair) -> str:
    """Return the cause of a notice. The causes of all turns of a side share a prefix."""
    asked_at = chair.asked_at.isoformat() if chair.asked_at else ""
    return f"duel-turn:{chair.table_id}:{chair.party}@{asked_at}"


def _message(
    chair: Chair, text: str, duel: Duel, team: Team, user: UUID, kind: ClubNotice, now: datetime
) -> notices.Message:
    until = min(chair.due_at or now, people_drive_until(duel.week))
    return notices.Message(
        user,
        duel.week.season.campaign_id,
        kind,
        f"{text} {in_text(until)}.",
        reverse("play-table", args=[chair.table_id]),
        _cause(chair),
        now,
        until=until,
        about={**duel_subject(duel, team), "table": str(chair.table_id)},
    )
