"""Featured live matches, which are listed in the lobby and have recent events. The matches with the
best-rated players come first.

The selection depends only on information on the spectator's page, and not on hidden moves or hidden
waiting seats.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q

from core.accounts.models import User
from core.web import clock
from play.models import Chair, PlayerRating, Table
from play.rules.fair_play import MISSED_MOVES
from play.tabletop import registry
from play.tabletop.board import Board, Names
from play.tabletop.contract import AnyTabletop

from .matches import current_match
from .names import load_parties, names_at

MAX_FEATURED: Final = 2
ACTIVE_WITHIN: Final = timedelta(minutes=30)
MAX_CANDIDATES: Final = 30
"""Number of recently active matches from which the featured ones are chosen."""
BEST_PLAYERS: Final = 2
"""Number of top players at a table whose ratings are considered."""


class LiveMatch(NamedTuple):
    """A match in progress as a spectator sees it, with the `version` of a spectator's page."""

    table: Table
    tabletop: AnyTabletop
    names: Names
    board: Board
    version: str


def featured_matches(user: User) -> tuple[LiveMatch, ...]:
    """Return up to two matches of other users that are worth watching now. This takes four queries,
    or one if there is no such match.
    """
    tables = _active_tables(user)
    if not tables:
        return ()
    chairs = list(
        Chair.objects.filter(table__in=tables)
        .select_related("holder", "table")
        .order_by("table_id", "seat")
    )
    load_parties(chairs)
    chairs_by_table = {
        table.pk: [chair for chair in chairs if chair.table_id == table.pk] for table in tables
    }
    worth = _strengths(chairs)

    def rank(table: Table) -> tuple[int, int, str]:
        best = sorted(
            (worth.get((table.game, c.holder_id), 0) for c in chairs_by_table[table.pk]),
            reverse=True,
        )
        return -sum(best[:BEST_PLAYERS]), -table.heard, str(table.pk)

    return tuple(
        _live_match(table, chairs_by_table[table.pk])
        for table in sorted(tables, key=rank)[:MAX_FEATURED]
    )


def is_everyone_away() -> Any:
    """Return a condition for tables at which all people are away (T14), which is public."""
    people = Chair.objects.filter(table=OuterRef("pk"), holder__isnull=False, bot="")
    return Exists(people) & ~Exists(people.filter(missed__lt=MISSED_MOVES))


def _active_tables(user: User) -> tuple[Table, ...]:
    chairs = Chair.objects.filter(table=OuterRef("pk"))
    rows = Table.objects.filter(
        ~is_everyone_away(),
        Exists(chairs.filter(holder__isnull=False)),
        ~Exists(chairs.filter(Q(holder=user) | Q(deputy=user))),
        visibility=Table.Visibility.LISTED,
        watched=True,
        status=Table.Status.PLAYING,
        paused_at=None,
        heard__gt=0,
        spoke_at__gt=clock.now() - ACTIVE_WITHIN,
        game__in=registry.known_games(),
    )
    rows = rows.select_related("match__snapshot").order_by("-spoke_at", "id")
    return tuple(rows[:MAX_CANDIDATES])


def _strengths(chairs: list[Chair]) -> dict[tuple[str, UUID | None], int]:
    """Return each user's guaranteed strength at each game, which is the value that ladders rank."""
    people = {chair.holder_id for chair in chairs if chair.holder_id}
    rows = PlayerRating.objects.filter(user__in=people, matches__gt=0)
    sure = rows.annotate(sure=F("value") - 2 * F("deviation"))
    return {
        (game, person): worth for game, person, worth in sure.values_list("game", "user", "sure")
    }


def _live_match(table: Table, chairs: list[Chair]) -> LiveMatch:
    assert table.match is not None  # noqa: S101 - the match is in progress
    tabletop, names = registry.get(table.game), names_at(chairs)
    board = tabletop.board(current_match(table.match).view(None), names)
    return LiveMatch(table, tabletop, names, board, f"{table.heard}.{table.stamp}.0")
