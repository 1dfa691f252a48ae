"""Combined ladders for a group of people, over all games. Users who opted out appear on no ladder.
For the ladder of one game, see `ratings.ladder`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, cast
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from core.accounts.models import User
from play.models import Chair, OffLadders, PlayerRating
from play.rules.ladder import over_all
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop

from .ratings import rating_of

Result = Literal["won", "drawn", "lost"]
FORM_LENGTH: Final = 5
"""Number of matches that make up a player's form."""


@dataclass(frozen=True)
class RankedPlayer:
    """A player on a ladder over several games. `worth` is their overall strength in hundredths of a
    point. `games` holds their rating at each game they have played, and `form` lists the results of
    their last rated matches, latest first.
    """

    place: int
    user: UUID
    name: str
    worth: int
    games: Mapping[str, PlayerRating]
    form: tuple[Result, ...]
    is_me: bool

    @property
    def matches(self) -> int:
        return sum(row.matches for row in self.games.values())


@dataclass(frozen=True)
class Ladder:
    """A ladder over all games. It has a column for each game, and a row for everyone who has played
    one of them, best player first.
    """

    games: tuple[AnyTabletop, ...]
    rows: tuple[RankedPlayer, ...]

    @property
    def table(self) -> tuple[tuple[RankedPlayer, tuple[PlayerRating | None, ...]], ...]:
        """The rows, each with its ratings in the order of the columns."""
        return tuple(
            (row, tuple(row.games.get(game.key) for game in self.games)) for row in self.rows
        )


def is_off_ladders(user: User) -> bool:
    """Return whether a user has opted out of ladders. This takes one query."""
    return OffLadders.objects.filter(user=user).exists()


def ladder_over_games(people: Iterable[UUID], viewer: User) -> Ladder:
    """Return the ladder of these people over all rated games (T10). This takes two queries."""
    tabletops = {tabletop.key: tabletop for tabletop in registry.all_tabletops() if tabletop.lobby}
    rows = list(
        PlayerRating.objects.filter(user__in=list(people), matches__gt=0, game__in=list(tabletops))
        .exclude(user__in=OffLadders.objects.values("user"))
        .select_related("user")
    )
    ratings_by_user: dict[UUID, dict[str, PlayerRating]] = defaultdict(dict)
    names: dict[UUID, str] = {}
    for row in rows:
        if row.user is not None:
            ratings_by_user[row.user.pk][row.game] = row
            names[row.user.pk] = row.user.get_username()
    worth = {
        user: over_all(map(rating_of, games.values())) for user, games in ratings_by_user.items()
    }
    form = _recent_results(list(ratings_by_user))
    ordered = sorted(ratings_by_user, key=lambda user: (-worth[user], names[user]))
    ranked, place = [], 0
    for position, user in enumerate(ordered, 1):
        if position == 1 or worth[user] != worth[ordered[position - 2]]:
            place = position
        ranked.append(
            RankedPlayer(
                place=place,
                user=user,
                name=names[user],
                worth=worth[user],
                games=ratings_by_user[user],
                form=tuple(form.get(user, ())),
                is_me=user == viewer.pk,
            )
        )
    played = {key for games in ratings_by_user.values() for key in games}
    return Ladder(tuple(tabletops[key] for key in tabletops if key in played), tuple(ranked))


def _recent_results(people: Sequence[UUID]) -> Mapping[UUID, list[Result]]:
    """Return each player's last rated results, latest first. This takes one query."""
    nth = Window(
        RowNumber(), partition_by=F("holder"), order_by=[F("table__over_at").desc(), F("id").desc()]
    )
    rows = (
        Chair.objects.filter(holder__in=people, table__rating_changes__rating__user=F("holder"))
        .exclude(result="")
        .annotate(nth=nth)
        .filter(nth__lte=FORM_LENGTH)
        .order_by("holder", "nth")
    )
    results_by_user: dict[UUID, list[Result]] = defaultdict(list)
    for user, result in rows.values_list("holder", "result"):
        results_by_user[user].append(cast("Result", result))
    return results_by_user
