"""Records of players, with their matches and their results against others. A reader sees matches in
the lobby and matches that they played themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, TypedDict
from uuid import UUID

from django.db.models import Count, Exists, F, Max, OuterRef, Prefetch, Q, QuerySet

from core.accounts.models import User
from core.web.lazy_rows import LazyRows
from play.models import Chair, RatingChange, Table
from play.rules.rating import Rating
from play.tabletop import registry
from play.tabletop.board import Names
from play.tabletop.contract import AnyTabletop

from .names import load_parties, names_at
from .ratings import points, ratings_of

MAX_FELLOW_PLAYERS: Final = 12
"""Maximum number of fellow players to list."""
Result = Literal["won", "drawn", "lost"]


class NoSuchPerson(LookupError):
    """No player with that name has a match that this reader can see."""


def find_player(name: str, viewer: User) -> User:
    """Return the user with this name if the viewer can see their record. This applies to the
    viewer, to anyone rated, and to anyone who has played in the lobby. Otherwise, raise
    `NoSuchPerson`, which is also raised for unknown names.
    """
    if name == viewer.get_username():
        return viewer
    user = User.objects.filter(username=name).first()
    if user is None or not (ratings_of(user.pk).exists() or _chairs(user, viewer).exists()):
        raise NoSuchPerson("No one with that name has played here.")
    return user


def _chairs(user: User, viewer: User, game: str = "", result: str = "") -> QuerySet[Chair]:
    is_viewers = Exists(Chair.objects.filter(table=OuterRef("table"), holder=viewer))
    chairs = Chair.objects.filter(
        is_viewers | Q(table__visibility=Table.Visibility.LISTED),
        holder=user,
        table__status=Table.Status.OVER,
        table__game__in=[tabletop.key for tabletop in registry.all_tabletops()],
    ).exclude(result="")
    if game:
        chairs = chairs.filter(table__game=game)
    if result:
        chairs = chairs.filter(result=result)
    return chairs.order_by("-table__over_at", "-table_id")


class Matches(LazyRows["PlayedMatch"]):
    """The matches that a user finished, latest first.

    The list includes matches in the lobby and matches that the viewer also played. It can be
    limited to one game or to one result. Only the requested slices are read, with four queries
    each.
    """

    def __init__(self, user: User, viewer: User, game: str = "", result: str = "") -> None:
        self._rows = _chairs(user, viewer, game, result)

    def _load(self, bounds: slice) -> tuple[PlayedMatch, ...]:
        return _played_matches(self._rows[bounds])


@dataclass(frozen=True)
class PlayedMatch:
    """A match from the perspective of one of its players. `rating` is None if the match did not
    count for ratings.
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


def _played_matches(chairs: QuerySet[Chair]) -> tuple[PlayedMatch, ...]:
    all_chairs = Prefetch(
        "table__chairs", Chair.objects.select_related("holder").order_by("seat", "id")
    )
    chairs_read = list(chairs.select_related("table").prefetch_related(all_chairs))
    for chair in chairs_read:
        for other in chair.table.chairs.all():
            other.table = chair.table
    load_parties([other for chair in chairs_read for other in chair.table.chairs.all()])
    changes = _changes(chairs_read)
    return tuple([_played_match(chair, changes.get(chair.table_id)) for chair in chairs_read])


def _played_match(chair: Chair, change: tuple[Rating, int] | None) -> PlayedMatch:
    result: Result = chair.result  # type: ignore[assignment]
    return PlayedMatch(
        table=chair.table,
        tabletop=registry.get(chair.table.game),
        names=names_at(chair.table.chairs.all()),
        seat=chair.seat,
        result=result,
        rating=change[0] if change else None,
        gained=change[1] if change else 0,
    )


def _changes(chairs: Iterable[Chair]) -> dict[UUID, tuple[Rating, int]]:
    """Return, by table, a user's rating after each rated match and the points gained."""
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
                _matches_any((rating, number - 1) for _, rating, number, *_ in rows)
            ).values_list("rating", "number", "value")
        }
        if rows
        else {}
    )
    ratings_by_table = {}
    for table, rating, number, value, deviation, volatility in rows:
        after = Rating(value=value, deviation=deviation, volatility=volatility)
        rating_before = Rating(value=before.get((rating, number - 1), Rating().value))
        ratings_by_table[table] = (after, points(after) - points(rating_before))
    return ratings_by_table


def _matches_any(pairs: Iterable[tuple[UUID, int]]) -> Q:
    condition = Q(pk=None)
    for rating, number in pairs:
        condition |= Q(rating=rating, number=number)
    return condition


# --- results against others -----------------------------------------------------------------------


@dataclass(frozen=True)
class HeadToHead:
    """The results of one player against another, or against a kind of bot, in a game. `level` is
    the number of matches in which both had the same result.
    """

    game: str
    won: int
    lost: int
    level: int

    @property
    def matches(self) -> int:
        return self.won + self.lost + self.level


def head_to_head(user: User, other: User) -> tuple[HeadToHead, ...]:
    """Return the results of matches in which both users played, by game, starting with the most
    played game. This takes one query.
    """
    return _totals(_pairs(user, Q(table__chairs__holder=other))) if user != other else ()


def have_met(user: User, other: User) -> bool:
    """Return whether two users have finished a match together. This takes one query."""
    sat = Chair.objects.filter(holder=user, table__status=Table.Status.OVER)
    return (
        sat.exclude(table__match=None)
        .filter(Exists(Chair.objects.filter(table=OuterRef("table"), holder=other)))
        .exists()
    )


def fellow_players(user: User) -> tuple[str, ...]:
    """Return the names of users with whom a user has finished a match, most recent match first.
    This takes one query.
    """
    sat = Chair.objects.filter(
        holder=user, table__status=Table.Status.OVER, table__match__isnull=False
    )
    rows = (
        User.objects.filter(chairs__table__in=sat.values("table"), is_active=True, guest=False)
        .exclude(pk=user.pk)
        .annotate(
            last=Max("chairs__table__over_at", filter=Q(chairs__table__in=sat.values("table")))
        )
        .order_by("-last", "username")
    )
    return tuple(rows.values_list("username", flat=True)[:MAX_FELLOW_PLAYERS])


def against_bots(user: User) -> tuple[tuple[str, HeadToHead], ...]:
    """Return a user's results against each kind of bot, with the bot's name, most played first.
    This takes one query.
    """
    rows = _pairs(user, Q(table__chairs__holder=None) & ~Q(table__chairs__bot=""))
    results = [
        (kind, result)
        for kind in dict.fromkeys(row["kind"] for row in rows)
        for result in _totals([row for row in rows if row["kind"] == kind])
    ]
    return tuple(sorted(results, key=lambda user: (-user[1].matches, user[1].game, user[0])))


class _Pair(TypedDict):
    game: str
    kind: str
    result: str
    other_result: str
    times: int


def _pairs(user: User, other_chairs: Q) -> list[_Pair]:
    """Return how often each pair of results, the user's and the opponent's, occurred, by game and
    kind of bot. Several bots of one kind with the same result count once per table.
    """
    rows: Iterable[Any] = (
        Chair.objects.filter(other_chairs, holder=user, table__status=Table.Status.OVER)
        .exclude(result="")
        .values(
            "result",
            game=F("table__game"),
            kind=F("table__chairs__bot"),
            other_result=F("table__chairs__result"),
        )
        .annotate(times=Count("table", distinct=True))
        .order_by()
    )
    return list(rows)


def _totals(rows: Iterable[_Pair]) -> tuple[HeadToHead, ...]:
    tallies: dict[str, list[int]] = {}
    for row in rows:
        tally = tallies.setdefault(row["game"], [0, 0, 0])
        same = row["result"] == row["other_result"]
        tally[2 if same else row["result"] != Chair.Result.WON] += row["times"]
    results = [HeadToHead(game, *tally) for game, tally in tallies.items()]
    return tuple(sorted(results, key=lambda result: (-result.matches, result.game)))
