"""Coaching choices: whether the coach guides a player through a match, and the games a user has not
learned yet.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.db.models import Q

from core.web.prepared import Prepared
from play.models import Chair, Table
from play.tabletop import lessons

from .parties import played_by

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from core.accounts.models import User

    from .participants import Participant


class Past(NamedTuple):
    """Whether a user has played a game before, and their last choice about the coach (None: no
    choice).
    """

    played: bool
    choice: bool | None


def past(
    user: User, game: str, *, before: datetime | None = None, party: UUID | None = None
) -> Past:
    """Return a user's history with a game before a given time, including their party's matches.
    This takes one query.
    """
    if party is None and before is not None:
        choices = _BEFORE.all(user=user.pk, game=game, before=before)
    else:
        own_chairs = Q(holder=user) if party is None else Q(holder=user) | Q(party=party)
        started = Q(table__started_at__isnull=False)
        choices = tuple(
            _coaching_choice(own_chairs, started if before is None else _until(before), game)
        )
    return Past(bool(choices), next(iter(choices), None))


def _until(before: datetime) -> Q:
    return Q(table__started_at__lt=before)


def _coaching_choice(own_chairs: Q, started: Q, game: str) -> QuerySet[Chair, bool | None]:
    """Return the last coaching choice at these chairs: one row, or none without a chair."""
    rows = Chair.objects.filter(own_chairs, started, table__game=game)
    rows = rows.annotate(silent=Q(coached=None)).order_by("silent", "-table__started_at")
    return rows.values_list("coached", flat=True)[:1]


_BEFORE: Final = Prepared(
    lambda user, game, before: _coaching_choice(Q(holder=user), _until(before), game),
    user=UUID, game=str, before=datetime,
)  # fmt: skip


def to_learn(user: User | None) -> frozenset[str]:
    """Return the games with a lesson of which the user has not finished a match, alone or for a
    party. For a visitor these are all games with a lesson. This takes one query, or none for a
    visitor.
    """
    taught = frozenset(lesson.game for lesson in lessons.all_lessons() if lesson.game)
    if user is None:
        return taught
    return taught.difference(_FINISHED.all(user=user.pk))


def _finished(user: UUID) -> QuerySet[Chair, str]:
    finished_chairs = Chair.objects.filter(
        Q(holder=user) | Q(deputy=user) | played_by(user),
        table__status=Table.Status.OVER,
        table__match__isnull=False,
    )
    return finished_chairs.values_list("table__game", flat=True).distinct()


_FINISHED: Final = Prepared(_finished, user=UUID)


def is_coached(place: Participant) -> bool:
    """Return whether the coach guides the viewer.

    A choice made at this chair takes precedence. Otherwise, a player who is new to the game has a
    coach. For others, the last choice at an earlier match applies, or else the setting of the
    table. This takes at most one query.
    """
    chair, table = place.chair, place.table
    if chair is None or table.status == Table.Status.OVER:
        return False
    if chair.coached is not None:
        return chair.coached
    history = past(place.user, table.game, before=table.started_at, party=chair.party)
    if not history.played:
        return True
    return table.coached if history.choice is None else history.choice
