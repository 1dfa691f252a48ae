"""Deals of the day: today's deal, the user's own match of it, and the results of past days.

During a day no one sees other players' results, because they would reveal the deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from core.web.prepared import Prepared
from play.models import Chair, DailyDeal, Table
from play.tabletop import registry

if TYPE_CHECKING:
    from collections.abc import Iterable

    from core.accounts.models import User
    from play.tabletop.contract import AnyTabletop

Result = Literal["won", "drawn", "lost"]
_ORDER: Final[dict[str, int]] = {"won": 0, "drawn": 1, "lost": 2}


class NoSuchDeal(LookupError):
    """No deal exists for that day."""


@dataclass(frozen=True)
class Fared:
    """The result of a player's match of a deal and the number of their own moves. Winners with the
    fewest moves come first, then other players with the most moves.
    """

    place: int
    name: str
    result: Result
    moves: int
    is_me: bool
    table: UUID | None


@dataclass(frozen=True)
class Deal:
    """A day's deal as a user can see it at a given time. `my_result` is the result of their own
    match; other results are hidden during the day.
    """

    row: DailyDeal
    tabletop: AnyTabletop
    now: datetime
    mine: Table | None
    my_result: Fared | None
    user: User

    @property
    def day(self) -> date:
        return self.row.day

    @property
    def ends_at(self) -> datetime:
        """The end of the day, when results and seed are revealed."""
        return _end(self.row)

    @property
    def is_over(self) -> bool:
        return self.now >= self.ends_at

    @property
    def seed(self) -> str:
        """The seed in hexadecimal digits once the day is over, else ""."""
        return bytes(self.row.seed).hex() if self.is_over else ""

    @cached_property
    def begun(self) -> int:
        """The number of users who play it or have played it."""
        return self.row.dealt.count()

    @cached_property
    def results(self) -> Sequence[Fared]:
        """The results of all users who finished before the end of the day, empty until then. One
        query.
        """
        return _fared(_done([self.row]), self.user) if self.is_over else ()


def _done(rows: Sequence[DailyDeal], whose: Q | None = None) -> list[Chair]:
    """Return the chairs, with their number of moves, of users who finished or resigned these deals
    in time. `whose` limits the users. One query.
    """
    chairs = (
        Chair.objects.filter(
            whose or Q(), table__dealt__deal__in=rows, holder=F("table__dealt__user")
        )
        .exclude(result="", resigned_at=None)
        .annotate(
            moves=Count("table__match__moves", filter=Q(table__match__moves__seat=F("seat"))),
            name=F("table__dealt__user__username"),
            deal=F("table__dealt__deal"),
            over=F("table__over_at"),
        )
    )
    ends = {row.pk: _end(row) for row in rows}
    done: list[Chair] = [
        one for one in chairs if one.over is not None and one.over < ends[one.deal]
    ]
    for one in done:  # a table that was given up has no result
        one.result = one.result or Chair.Result.LOST.value
    return done


def _end(row: DailyDeal) -> datetime:
    return datetime.combine(row.day + timedelta(days=1), time(), UTC)


def _fared(chairs: Iterable[Chair], user: User) -> Sequence[Fared]:
    rows = sorted(chairs, key=_rank)
    places: dict[tuple[int, int], int] = {}
    for at, row in enumerate(rows, 1):
        places.setdefault(_rank(row)[:2], at)
    return tuple(
        Fared(
            place=places[_rank(row)[:2]],
            name=row.name,  # type: ignore[attr-defined]
            result=row.result,  # type: ignore[arg-type]
            moves=row.moves,  # type: ignore[attr-defined]
            is_me=row.holder_id == user.pk,
            table=row.table_id if row.holder_id == user.pk else None,
        )
        for row in rows
    )


def _rank(row: Chair) -> tuple[int, int, str]:
    won = row.result == Chair.Result.WON
    moves: int = row.moves  # type: ignore[attr-defined]
    return _ORDER[row.result], moves if won else -moves, row.name  # type: ignore[attr-defined]


def deal_of(day: date, user: User, now: datetime) -> Deal:
    """Return the deal of a day. Raise `NoSuchDeal`. Three queries."""
    row = _DEALT.first(day=day, games=registry.known_games())
    if row is None:
        raise NoSuchDeal("There was no deal on that day.")
    return _as_known([row], user, now)[0]


def _as_known(rows: Sequence[DailyDeal], user: User, now: datetime) -> tuple[Deal, ...]:
    """Return these deals as a user can see them. Two queries."""
    tables = _MINE.all(user=user.pk, deals=frozenset(row.pk for row in rows))
    mine = {table.dealt.deal_id: table for table in tables}
    ended = {one.table_id: one for one in _done(rows, Q(holder=user))} if mine else {}
    return tuple(
        Deal(
            row=row,
            tabletop=registry.get(row.game),
            now=now,
            mine=(table := mine.get(row.pk)),
            my_result=next(
                iter(_fared([ended[table.pk]] if table and table.pk in ended else (), user)), None
            ),
            user=user,
        )
        for row in rows
    )


def _dealt(day: date, games: frozenset[str]) -> QuerySet[DailyDeal]:
    return DailyDeal.objects.filter(day=day, game__in=games)


def _mine(user: UUID, deals: frozenset[UUID]) -> QuerySet[Table]:
    rows = Table.objects.filter(dealt__deal__in=deals, dealt__user=user)
    return rows.select_related("dealt")


_DEALT: Final = Prepared(_dealt, day=date, games=frozenset[str])
_MINE: Final = Prepared(_mine, user=UUID, deals=frozenset[UUID])


def deal_of_today(user: User, now: datetime) -> Deal | None:
    """Return today's deal, or None in the minute before it is dealt."""
    try:
        return deal_of(now.astimezone(UTC).date(), user, now)
    except NoSuchDeal:
        return None


class Deals(Sequence[Deal]):
    """All deals, the newest first. Only the requested slices are read."""

    def __init__(self, user: User, now: datetime) -> None:
        self._user, self._now = user, now
        self._rows: QuerySet[DailyDeal] = DailyDeal.objects.filter(game__in=_known())

    def __len__(self) -> int:
        return self._rows.count()

    def __getitem__(self, at):  # type: ignore[no-untyped-def]
        if isinstance(at, int):
            return self[at : at + 1][0]
        return _as_known(list(self._rows[at]), self._user, self._now)


def _known() -> list[str]:
    return [one.key for one in registry.all_tabletops()]
