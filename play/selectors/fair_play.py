"""Users' fair play figures, counted from finished matches only. Once a match is over, everyone at
the table can know its moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from play.models import Chair, Move, Table
from play.rules.fair_play import FairPlay
from play.tabletop import registry

if TYPE_CHECKING:
    from .participants import Participant

HALF_A_YEAR: Final = timedelta(weeks=26)
OWN_MOVES: Final = (Move.Origin.PERSON, Move.Origin.DEPUTY)


def fair_play(users: Iterable[UUID], now: datetime) -> Mapping[UUID, FairPlay]:
    """Return the fair play figures of users from their matches of the last six months with other
    people.

    Matches in the lobby and by link are included, but club matches are not. A deputy's moves are
    counted for the player who named the deputy. This takes one query, or none if there are no
    users.
    """
    people = set(users)
    figures = dict.fromkeys(people, FairPlay())
    if not people:
        return figures
    moves = Move.objects.filter(match=OuterRef("table__match"), seat=OuterRef("seat")).order_by()
    rows = _chairs(people, now).values_list(
        "holder",
        "table__game",
        "table__seats",
        "resigned_at",
        "missed",
        _count_moves(moves, OWN_MOVES),
        _count_moves(moves, (Move.Origin.CLOCK,)),
    )
    for holder, game, seats, resigned_at, missed, in_time, late in rows:
        figures[holder] = figures[holder].also(
            seats=seats,
            resigned=resigned_at is not None,
            in_time=in_time,
            late=late,
            missed=missed,
            min_moves=registry.get(game).min_rated_moves,
        )
    return figures


def min_moves_to_resign(place: Participant) -> int:
    """Return the number of own moves below which resigning counts as leaving the match (T13), or 0
    if the player has made enough or plays against a bot.
    """
    table, people = place.table, [chair for chair in place.chairs if chair.holder_id]
    if place.seat is None or table.is_private or table.seats > 2 or len(people) < 2:
        return 0
    min_moves = registry.get(table.game).min_rated_moves
    moves = Move.objects.filter(match=table.match_id, seat=place.seat, how__in=OWN_MOVES)
    return min_moves if moves.count() < min_moves else 0


def _chairs(people: Iterable[UUID], now: datetime) -> Any:
    company = Chair.objects.filter(table=OuterRef("table"), holder__isnull=False).exclude(
        holder=OuterRef("holder")
    )
    return Chair.objects.filter(
        Exists(company),
        ~Q(table__visibility=Table.Visibility.PRIVATE),
        ~Q(table__ending__in=("called off", "closed")),
        holder__in=people,
        table__status=Table.Status.OVER,
        table__match__isnull=False,
        table__over_at__gt=now - HALF_A_YEAR,
    ).order_by()


def _count_moves(moves: Any, origins: Iterable[str]) -> Any:
    counts = moves.filter(how__in=origins).values("match").annotate(many=Count("pk")).values("many")
    return Coalesce(Subquery(counts, output_field=IntegerField()), 0)
