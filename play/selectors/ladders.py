"""Ladders over all games for a group of people. Users who opted out appear on no ladder. For the
ladder of one game, see `ratings.ladder`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, cast
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from play.models import Chair, OffLadders, PlayerRating
from play.rules.ladder import over_all
from play.tabletop import registry

from .ratings import rating_of

if TYPE_CHECKING:
    from core.accounts.models import User
    from play.tabletop.contract import AnyTabletop

Result = Literal["won", "drawn", "lost"]
LAST: Final = 5
"""Number of matches that make up a player's form."""


@dataclass(frozen=True)
class Ranked:
    """A player on a ladder over several games. `worth` is in hundredths of a point. `games` holds
    their rating at each game they have played, and `form` the results of their last rated matches,
    the latest first.
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
    """A ladder over all games: its columns, and everyone who has played one of them, the best
    first.
    """

    games: tuple[AnyTabletop, ...]
    rows: tuple[Ranked, ...]

    @property
    def table(self) -> tuple[tuple[Ranked, tuple[PlayerRating | None, ...]], ...]:
        """Each row with its ratings in the order of the columns."""
        return tuple(
            (row, tuple(row.games.get(game.key) for game in self.games)) for row in self.rows
        )


def wants_none(user: User) -> bool:
    """Return whether a user has opted out of ladders. One query."""
    return OffLadders.objects.filter(user=user).exists()


def over_games(people: Iterable[UUID], viewer: User) -> Ladder:
    """Return the ladder of these people over all rated games (T10). Two queries."""
    known = {one.key: one for one in registry.all_tabletops() if one.lobby}
    rows = list(
        PlayerRating.objects.filter(user__in=list(people), matches__gt=0, game__in=list(known))
        .exclude(user__in=OffLadders.objects.values("user"))
        .select_related("user")
    )
    mine: dict[UUID, dict[str, PlayerRating]] = defaultdict(dict)
    names: dict[UUID, str] = {}
    for row in rows:
        if row.user is not None:
            mine[row.user.pk][row.game] = row
            names[row.user.pk] = row.user.get_username()
    worth = {who: over_all(map(rating_of, games.values())) for who, games in mine.items()}
    form = _form(list(mine))
    ordered = sorted(mine, key=lambda who: (-worth[who], names[who]))
    found, place = [], 0
    for at, who in enumerate(ordered, 1):
        if at == 1 or worth[who] != worth[ordered[at - 2]]:
            place = at
        found.append(
            Ranked(
                place=place,
                user=who,
                name=names[who],
                worth=worth[who],
                games=mine[who],
                form=tuple(form.get(who, ())),
                is_me=who == viewer.pk,
            )
        )
    played = {key for games in mine.values() for key in games}
    return Ladder(tuple(known[key] for key in known if key in played), tuple(found))


def _form(people: Sequence[UUID]) -> Mapping[UUID, list[Result]]:
    """Return the results of each player's last rated matches, the latest first. One query."""
    nth = Window(
        RowNumber(), partition_by=F("holder"), order_by=[F("table__over_at").desc(), F("id").desc()]
    )
    rows = (
        Chair.objects.filter(holder__in=people, table__rating_changes__rating__user=F("holder"))
        .exclude(result="")
        .annotate(nth=nth)
        .filter(nth__lte=LAST)
        .order_by("holder", "nth")
    )
    found: dict[UUID, list[Result]] = defaultdict(list)
    for who, result in rows.values_list("holder", "result"):
        found[who].append(cast("Result", result))
    return found
