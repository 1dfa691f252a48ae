"""Calling people to the wheel where a duel of the site is theirs to drive (C99): once it begins,
and, where a turn has hours, when they leave one idle. Nobody else hears of it.

Whoever sits at the table plans without being told, so a notice of a turn waits for some time, and
one that a person has not read gives way to the next of the same duel.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

from django.db import transaction
from django.urls import reverse

from campaign.duels.selectors.driven import wheel_until
from campaign.league.models import Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import week_subject
from core.notifications.models import Notice
from core.notifications.services import notices
from core.web.moments import in_text
from play.models import Chair, Table

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import Week

PATIENCE: Final = timedelta(minutes=15)
"""So long a turn may be idle before its team is told."""
LATEST: Final = timedelta(hours=1)
"""What was due to be told longer ago is told no more: the site was away."""


def call(week: Week, table: Table, at: datetime) -> None:
    """Call whoever runs a team whose side people drive to its first turn. In the caller's
    transaction.
    """
    chairs = list(table.chairs.filter(bot="", party__isnull=False, due_at__isnull=False))
    for chair in chairs:
        chair.table = table
    _send(
        [(chair, f"{week.title} has started. Plan your first turn by", week) for chair in chairs],
        ClubNotice.DUEL_DRIVE,
        at,
    )


def remind(at: datetime) -> int:
    """Tell of every turn of a slow duel that its team leaves idle by now, once, while it has its
    full time (V124); how many notices were sent. One query, four more while there is one.
    """
    chairs = _idle(at)
    if not chairs:
        return 0
    weeks = [chair.table.driven.duel for chair in chairs]
    said = [
        (chair, f"It’s your turn in {week.duel_words}. Doctrine drives unless you plan it by", week)
        for chair, week in zip(chairs, weeks, strict=True)
    ]
    return _send(said, ClubNotice.DUEL_TURN, at)


def _idle(at: datetime) -> Sequence[Any]:
    """Sides of slow duels that have been asked for a turn so long, and are not hurried: who has let
    two turns go was told of both. One query.
    """
    asked = Chair.objects.filter(
        asked_at__lte=at - PATIENCE,
        asked_at__gt=at - PATIENCE - LATEST,
        due_at__gt=at,
        party__isnull=False,
        bot="",
        table__clock_kind="correspondence",
        table__status=Table.Status.PLAYING,
        table__driven__isnull=False,
    )
    rows = asked.select_related("table__driven__week__season", "table__driven__event")
    rows = rows.order_by("asked_at", "id")
    return [chair for chair in rows if not _is_hurried(chair)]


def _is_hurried(chair: Chair) -> bool:
    """Whether this turn has less than its full time (V124)."""
    if chair.asked_at is None or chair.due_at is None:
        return False
    return chair.due_at - chair.asked_at < timedelta(seconds=chair.table.clock_seconds)


def _send(said: Sequence[tuple[Chair, str, Week]], kind: ClubNotice, at: datetime) -> int:
    """Send each team its line, to everybody who runs it and has not had it."""
    owners = people.owners([chair.party for chair, _, _ in said if chair.party])
    teams = {team.pk: team for team in Team.objects.filter(pk__in=owners)}
    lines = [
        (_message(chair, words, week, teams[chair.party], user, kind, at), chair.asked_at or at)
        for chair, words, week in said
        if chair.party in teams
        for user in owners[chair.party]
    ]
    rows = Notice.objects.filter(
        user__in={line.user for line, _ in lines}, cause__in={line.cause for line, _ in lines}
    )
    known = set(rows.values_list("user", "cause"))
    new = [(line, asked) for line, asked in lines if (line.user, line.cause) not in known]
    with transaction.atomic():
        for line, asked in new:
            about = line.cause.rpartition("@")[0]
            notices.mark_outdated(user=line.user, cause_prefix=about, until=asked, now=at)
        notices.send(line for line, _ in new)
    return len(new)


def _cause(chair: Chair) -> str:
    """Begins alike for all turns of a side."""
    asked = chair.asked_at.isoformat() if chair.asked_at else ""
    return f"duel-turn:{chair.table_id}:{chair.party}@{asked}"


def _message(
    chair: Chair, words: str, week: Week, team: Team, user: UUID, kind: ClubNotice, at: datetime
) -> notices.Message:
    until = min(chair.due_at or at, wheel_until(week))
    return notices.Message(
        user,
        week.season.campaign_id,
        kind,
        f"{words} {in_text(until)}.",
        reverse("play-table", args=[chair.table_id]),
        _cause(chair),
        at,
        until=until,
        about={**week_subject(week, team), "table": str(chair.table_id)},
    )
