"""Whether a coach walks somebody through a match: by their own word, else in their first match of a
game; and which games somebody may want to learn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.db.models import Q

from play.models import Chair, Table
from play.tabletop import lessons

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from core.accounts.models import User

    from .participants import Participant


class Past(NamedTuple):
    """Whether somebody has played a game before, and what they said last of a coach there; None:
    nothing.
    """

    played: bool
    wish: bool | None


def past(
    user: User, game: str, *, before: datetime | None = None, party: UUID | None = None
) -> Past:
    """A person's matches of a game that started before, their party's among them. One query."""
    theirs = Q(holder=user) if party is None else Q(holder=user) | Q(party=party)
    started = (
        Q(table__started_at__isnull=False) if before is None else Q(table__started_at__lt=before)
    )
    chairs = Chair.objects.filter(theirs, started, table__game=game).annotate(
        silent=Q(coached=None)
    )
    said = chairs.order_by("silent", "-table__started_at").values_list("coached", flat=True)[:1]
    return Past(bool(said), next(iter(said), None))


def to_learn(user: User | None) -> frozenset[str]:
    """The games with a lesson of which somebody has not finished a match yet; all of them for a
    visitor. One query, none for a visitor.
    """
    taught = frozenset(lesson.game for lesson in lessons.all_lessons() if lesson.game)
    if user is None:
        return taught
    over = Chair.objects.filter(
        holder=user, table__status=Table.Status.OVER, table__match__isnull=False
    )
    return taught.difference(over.values_list("table__game", flat=True).distinct())


def is_coached(place: Participant) -> bool:
    """Whether the coach speaks to who looks from here.

    What was said at this chair counts first. Who has not played the game before has a coach;
    everybody else what they said at an earlier match, and where they said nothing, what the table
    was opened with. One query at most.
    """
    chair, table = place.chair, place.table
    if chair is None or table.status == Table.Status.OVER:
        return False
    if chair.coached is not None:
        return chair.coached
    found = past(place.user, table.game, before=table.started_at, party=chair.party)
    if not found.played:
        return True
    return table.coached if found.wish is None else found.wish
