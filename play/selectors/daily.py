"""Queries for today's deal, the user's own match in it, and the results of past days.

During the day, other players' results are hidden because they would reveal the deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import Any, Final, Literal
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from core.accounts.models import User
from core.web.lazy_rows import LazyRows
from core.web.problems import plural
from play.models import Chair, DailyDeal, Table
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

Result = Literal["won", "drawn", "lost"]
_ORDER: Final[dict[str, int]] = {"won": 0, "drawn": 1, "lost": 2}


class NoSuchDeal(LookupError):
    """There is no deal for this day."""


@dataclass(frozen=True)
class DealResult:
    """The result of a player's match in a deal, with the score and the number of turns by the
    game's rules, and the number of moves that the player made.

    Winners are listed first. A higher score is better, then fewer turns for winners, and more turns
    for other players.
    """

    place: int
    name: str
    result: Result
    score: int
    turns: int
    moves: int
    is_me: bool
    table: UUID | None

    @property
    def description(self) -> str:
        """The result in words, such as "won with a score of 33 in 12 turns"."""
        score = f" with a score of {self.score}" if self.score else ""
        turns = f" in {plural(self.turns, 'turn')}" if self.turns else ""
        return f"{'drew' if self.result == 'drawn' else self.result}{score}{turns}"


@dataclass(frozen=True)
class Deal:
    """A day's deal as a user can see it at a given time. `my_result` is the result of the user's
    own match. Other results are hidden during the day.
    """

    row: DailyDeal
    tabletop: AnyTabletop
    now: datetime
    own_table: Table | None
    my_result: DealResult | None
    user: User

    @property
    def day(self) -> date:
        return self.row.day

    @property
    def ends_at(self) -> datetime:
        """The end of the day, when results and seed are revealed."""
        return _end_of_day(self.row)

    @property
    def is_over(self) -> bool:
        return self.now >= self.ends_at

    @property
    def seed(self) -> str:
        """The seed in hexadecimal digits once the day is over. Before that, it is ""."""
        return bytes(self.row.seed).hex() if self.is_over else ""

    @cached_property
    def begun(self) -> int:
        """The number of users who have started the deal."""
        return self.row.dealt.count()

    @cached_property
    def results(self) -> Sequence[DealResult]:
        """The results of all users who finished before the end of the day. The sequence is empty
        until the day is over. This takes one query.
        """
        return _ranked_results(_finished_chairs([self.row]), self.user) if self.is_over else ()


def _finished_chairs(rows: Sequence[DailyDeal], holder_filter: Q | None = None) -> list[Chair]:
    """Return the chairs of users who finished or resigned these deals in time, with their numbers
    of moves. `holder_filter` limits the users. This takes one query.
    """
    chairs = (
        Chair.objects.filter(
            holder_filter or Q(), table__dealt__deal__in=rows, holder=F("table__dealt__user")
        )
        .exclude(result="", resigned_at=None)
        .annotate(
            moves=Count("table__match__moves", filter=Q(table__match__moves__seat=F("seat"))),
            name=F("table__dealt__user__username"),
            deal=F("table__dealt__deal"),
            over=F("table__over_at"),
            score=F("table__dealt__score"),
            turns=F("table__dealt__turns"),
        )
    )
    ends = {row.pk: _end_of_day(row) for row in rows}
    finished_chairs: list[Chair] = [
        chair for chair in chairs if chair.over is not None and chair.over < ends[chair.deal]
    ]
    for chair in finished_chairs:  # A resigned table has no result.
        chair.result = chair.result or Chair.Result.LOST.value
    return finished_chairs


def _end_of_day(row: DailyDeal) -> datetime:
    return datetime.combine(row.day + timedelta(days=1), time(), UTC)


def _ranked_results(chairs: Iterable[Chair], user: User) -> Sequence[DealResult]:
    rows = sorted(chairs, key=_rank)
    places: dict[tuple[int, int, int], int] = {}
    for rank, row in enumerate(rows, 1):
        places.setdefault(_rank(row)[:3], rank)
    return tuple(
        DealResult(
            place=places[_rank(row)[:3]],
            name=row.name,  # type: ignore[attr-defined]
            result=row.result,  # type: ignore[arg-type]
            score=row.score,  # type: ignore[attr-defined]
            turns=row.turns,  # type: ignore[attr-defined]
            moves=row.moves,  # type: ignore[attr-defined]
            is_me=row.holder_id == user.pk,
            table=row.table_id if row.holder_id == user.pk else None,
        )
        for row in rows
    )


def _rank(row: Any) -> tuple[int, int, int, str]:
    turns = row.turns if row.result == Chair.Result.WON else -row.turns
    return _ORDER[row.result], -row.score, turns, row.name


def deal_of(day: date, user: User, now: datetime) -> Deal:
    """Return a day's deal. Raise `NoSuchDeal` if there is none. This takes three queries."""
    row = DailyDeal.objects.filter(day=day, game__in=registry.known_games()).first()
    if row is None:
        raise NoSuchDeal("There was no deal on that day.")
    return _deals_shown_to([row], user, now)[0]


def _deals_shown_to(rows: Sequence[DailyDeal], user: User, now: datetime) -> tuple[Deal, ...]:
    """Return these deals as a user can see them. This takes two queries."""
    tables = _own_tables(user.pk, frozenset(row.pk for row in rows))
    own_tables = {table.dealt.deal_id: table for table in tables}
    ended = (
        {chair.table_id: chair for chair in _finished_chairs(rows, Q(holder=user))}
        if own_tables
        else {}
    )
    return tuple(
        Deal(
            row=row,
            tabletop=registry.get(row.game),
            now=now,
            own_table=(table := own_tables.get(row.pk)),
            my_result=next(
                iter(
                    _ranked_results([ended[table.pk]] if table and table.pk in ended else (), user)
                ),
                None,
            ),
            user=user,
        )
        for row in rows
    )


def _own_tables(user: UUID, deals: frozenset[UUID]) -> QuerySet[Table]:
    rows = Table.objects.filter(dealt__deal__in=deals, dealt__user=user)
    return rows.select_related("dealt")


def deal_of_today(user: User, now: datetime) -> Deal | None:
    """Return today's deal, or None shortly after midnight, before the deal has been made."""
    try:
        return deal_of(now.astimezone(UTC).date(), user, now)
    except NoSuchDeal:
        return None


class Deals(LazyRows[Deal]):
    """All deals, newest first. Only the requested slices are read."""

    def __init__(self, user: User, now: datetime) -> None:
        self._user, self._now = user, now
        self._rows = DailyDeal.objects.filter(game__in=_known_games())

    def _load(self, bounds: slice) -> tuple[Deal, ...]:
        return _deals_shown_to(list(self._rows[bounds]), self._user, self._now)


def _known_games() -> list[str]:
    return [tabletop.key for tabletop in registry.all_tabletops()]
