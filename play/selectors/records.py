"""Records of players: their matches, and their results against others. A reader sees matches of the
lobby and their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, overload

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet

from core.accounts.models import User
from play.models import Chair, RatingChange, Table
from play.rules.rating import Rating
from play.tabletop import registry

from .names import learn, names_at
from .ratings import points, ratings_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from play.tabletop.board import Names
    from play.tabletop.contract import AnyTabletop

COMPANY: Final = 12
"""Maximum number of fellow players listed."""
Result = Literal["won", "drawn", "lost"]


class NoSuchPerson(LookupError):
    """No one with that name has played anything that this reader can see."""


def player(name: str, viewer: User) -> User:
    """Return the user whose record the viewer can see: the viewer, anyone rated, or anyone who has
    played in the lobby. Raise `NoSuchPerson`, also for an unknown name.
    """
    if name == viewer.get_username():
        return viewer
    found = User.objects.filter(username=name).first()
    if found is None or not (ratings_of(found.pk).exists() or _chairs(found, viewer).exists()):
        raise NoSuchPerson("No one with that name has played here.")
    return found


def _chairs(who: User, viewer: User, game: str = "", result: str = "") -> QuerySet[Chair]:
    own = Exists(Chair.objects.filter(table=OuterRef("table"), holder=viewer))
    found = Chair.objects.filter(
        own | Q(table__visibility=Table.Visibility.LISTED),
        holder=who,
        table__status=Table.Status.OVER,
        table__game__in=[one.key for one in registry.all_tabletops()],
    ).exclude(result="")
    if game:
        found = found.filter(table__game=game)
    if result:
        found = found.filter(result=result)
    return found.order_by("-table__over_at", "-table_id")


class Matches(Sequence["Played"]):
    """The matches that a user finished, the latest first.

    They are those of the lobby and those the viewer also played, optionally of one game or with one
    result. Only the requested slices are read, with four queries.
    """

    def __init__(self, who: User, viewer: User, game: str = "", result: str = "") -> None:
        self._chairs = _chairs(who, viewer, game, result)

    @cached_property
    def _length(self) -> int:
        return self._chairs.count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, at: int) -> Played: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Played, ...]: ...
    def __getitem__(self, at: int | slice) -> Played | tuple[Played, ...]:
        return self[at : at + 1][0] if isinstance(at, int) else _remembered(self._chairs[at])


@dataclass(frozen=True)
class Played:
    """A match from the perspective of one of its players. `rating` is None if the match did not
    count.
    """

    table: Table
    tabletop: AnyTabletop
    names: Names
    seat: int
    result: Result
    rating: Rating | None
    gained: int

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(name for seat, name in enumerate(self.names) if seat != self.seat)


def _remembered(chairs: QuerySet[Chair]) -> tuple[Played, ...]:
    everybody = Prefetch(
        "table__chairs", Chair.objects.select_related("holder").order_by("seat", "id")
    )
    found = list(chairs.select_related("table").prefetch_related(everybody))
    for chair in found:
        for other in chair.table.chairs.all():
            other.table = chair.table
    learn([other for chair in found for other in chair.table.chairs.all()])
    changes = _changes(found)
    return tuple([_played(chair, changes.get(chair.table_id)) for chair in found])


def _played(chair: Chair, change: tuple[Rating, int] | None) -> Played:
    result: Result = chair.result  # type: ignore[assignment]
    return Played(
        table=chair.table,
        tabletop=registry.get(chair.table.game),
        names=names_at(chair.table.chairs.all()),
        seat=chair.seat,
        result=result,
        rating=change[0] if change else None,
        gained=change[1] if change else 0,
    )


def _changes(chairs: Iterable[Chair]) -> dict[UUID, tuple[Rating, int]]:
    """Return by table the rating of one user after each rated match, and the points gained."""
    rows = list(
        RatingChange.objects.filter(
            table__in=[chair.table_id for chair in chairs],
            rating__user__in={chair.holder_id for chair in chairs},
        ).values_list("table", "rating", "number", "value", "deviation", "volatility")
    )
    before = (
        {
            (rating, number): value
            for rating, number, value in RatingChange.objects.filter(
                _any((rating, number - 1) for _, rating, number, *_ in rows)
            ).values_list("rating", "number", "value")
        }
        if rows
        else {}
    )
    found = {}
    for table, rating, number, value, deviation, volatility in rows:
        after = Rating(value=value, deviation=deviation, volatility=volatility)
        then = Rating(value=before.get((rating, number - 1), Rating().value))
        found[table] = (after, points(after) - points(then))
    return found


def _any(pairs: Iterable[tuple[UUID, int]]) -> Q:
    found = Q(pk=None)
    for rating, number in pairs:
        found |= Q(rating=rating, number=number)
    return found


# --- against whom ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Against:
    """The results of one player against another, or against a kind of bot, in a game. `level`
    counts equal results.
    """

    game: str
    won: int
    lost: int
    level: int

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.level


def head_to_head(one: User, other: User) -> tuple[Against, ...]:
    """Return the results of two users at the same tables, by game, the most played first. One
    query.
    """
    return _added(_pairs(one, Q(table__chairs__holder=other))) if one != other else ()


def have_met(one: User, other: User) -> bool:
    """Return whether two users have finished a match together. One query."""
    sat = Chair.objects.filter(holder=one, table__status=Table.Status.OVER)
    return (
        sat.exclude(table__match=None)
        .filter(Exists(Chair.objects.filter(table=OuterRef("table"), holder=other)))
        .exists()
    )


def company(one: User) -> tuple[str, ...]:
    """Return the names of users with whom a user has finished a match, the latest first. One
    query.
    """
    sat = Chair.objects.filter(
        holder=one, table__status=Table.Status.OVER, table__match__isnull=False
    )
    rows = (
        User.objects.filter(chairs__table__in=sat.values("table"), is_active=True, guest=False)
        .exclude(pk=one.pk)
        .annotate(
            last=Max("chairs__table__over_at", filter=Q(chairs__table__in=sat.values("table")))
        )
        .order_by("-last", "username")
    )
    return tuple(rows.values_list("username", flat=True)[:COMPANY])


def against_bots(one: User) -> tuple[tuple[str, Against], ...]:
    """Return a user's results against each kind of bot with the bot's name, the most played first.
    One query.
    """
    rows = _pairs(one, Q(table__chairs__holder=None) & ~Q(table__chairs__bot=""))
    found = [
        (kind, each)
        for kind in dict.fromkeys(row["kind"] for row in rows)
        for each in _added([row for row in rows if row["kind"] == kind])
    ]
    return tuple(sorted(found, key=lambda one: (-one[1].matches, one[1].game, one[0])))


class _Pair(TypedDict):
    game: str
    kind: str
    result: str
    theirs: str
    times: int


def _pairs(one: User, who: Q) -> list[_Pair]:
    """Return how often each pair of own and other result occurred, by game and kind of bot. Several
    seats of one kind of bot with the same result count once per table.
    """
    rows: Iterable[Any] = (
        Chair.objects.filter(who, holder=one, table__status=Table.Status.OVER)
        .exclude(result="")
        .values(
            "result",
            game=F("table__game"),
            kind=F("table__chairs__bot"),
            theirs=F("table__chairs__result"),
        )
        .annotate(times=Count("table", distinct=True))
        .order_by()
    )
    return list(rows)


def _added(rows: Iterable[_Pair]) -> tuple[Against, ...]:
    found: dict[str, list[int]] = {}
    for row in rows:
        tally = found.setdefault(row["game"], [0, 0, 0])
        same = row["result"] == row["theirs"]
        tally[2 if same else row["result"] != Chair.Result.WON] += row["times"]
    told = [Against(game, *tally) for game, tally in found.items()]
    return tuple(sorted(told, key=lambda one: (-one.matches, one.game)))
