"""Queries for coaching, which tell whether the coach guides a player through a match, and which
games a user has not learned yet.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from core.accounts.models import User
from play.models import Chair, Move, Table
from play.tabletop import lessons

from .participants import Participant
from .parties import own_chairs


class Past(NamedTuple):
    """Whether a user has played a game before, and their last choice about the coach (None if they
    have not chosen).
    """

    played: bool
    choice: bool | None


def past(
    user: User, game: str, *, before: datetime | None = None, party: UUID | None = None
) -> Past:
    """Return a user's history with a game before a given time, including their party's matches.
    This takes one query.
    """
    own_chairs = Q(holder=user) if party is None else Q(holder=user) | Q(party=party)
    started = (
        Q(table__started_at__isnull=False) if before is None else Q(table__started_at__lt=before)
    )
    rows = Chair.objects.filter(own_chairs, started, table__game=game)
    rows = rows.annotate(silent=Q(coached=None)).order_by("silent", "-table__started_at")
    choices = rows.values_list("coached", flat=True)[:1]
    return Past(bool(choices), next(iter(choices), None))


def to_learn(user: User | None, is_own_chair: Q | None = None) -> frozenset[str]:
    """Return the games with a lesson in which the user has not finished a match, either alone or
    for a party. For a visitor, return all games with a lesson.

    `is_own_chair` is the condition for the user's chairs, if it is known. This takes one query, or
    none for a visitor.
    """
    taught = frozenset(lesson.game for lesson in lessons.all_lessons() if lesson.game)
    if user is None:
        return taught
    finished_chairs = Chair.objects.filter(
        is_own_chair or own_chairs(user.pk),
        table__status=Table.Status.OVER,
        table__match__isnull=False,
    )
    return taught.difference(finished_chairs.values_list("table__game", flat=True).distinct())


def is_coached(place: Participant) -> bool:
    """Return whether the coach guides the viewer.

    A choice made at this chair takes precedence. Otherwise, a player who is new to the game has a
    coach. For other players, their choice at their last match applies, or else the table's setting.
    This takes at most one query.
    """
    chair, table = place.chair, place.table
    if chair is None or table.status == Table.Status.OVER:
        return False
    return coach_is_on(table, chair, place.user)


def has_moved(table: Table, chair: Chair) -> bool:
    """Return whether the player of this chair has made a move. This takes one query."""
    return Move.objects.filter(
        match=table.match_id, seat=chair.seat, how=Move.Origin.PERSON
    ).exists()


def coach_is_on(table: Table, chair: Chair, user: User) -> bool:
    """Return whether the coach guides this user from this chair. See `is_coached`."""
    if chair.coached is not None:
        return chair.coached
    history = past(user, table.game, before=table.started_at, party=chair.party)
    if not history.played:
        return True
    return table.coached if history.choice is None else history.choice
