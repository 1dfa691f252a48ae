"""Who is on a ladder: of one game (`ratings.ladder`), or over all games among people who belong
together. Whoever wants to stand on none is on none, for nobody.
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
"""So many matches make somebody's form."""


@dataclass(frozen=True)
class Ranked:
    """Somebody on a ladder over several games. `worth` is in hundredths of a point, `games` holds
    their rating at each that they have played, `form` how their last matches that counted ended,
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
    """A ladder over all games: these columns, and everybody who has played one, the best first."""

    games: tuple[AnyTabletop, ...]
    rows: tuple[Ranked, ...]

    @property
    def table(self) -> tuple[tuple[Ranked, tuple[PlayerRating | None, ...]], ...]:
        """Each row with its ratings, column by column."""
        return tuple(
            (row, tuple(row.games.get(game.key) for game in self.games)) for row in self.rows
        )


def wants_none(user: User) -> bool:
    """Whether a person wants to stand on no ladder. One query."""
    return OffLadders.objects.filter(user=user).exists()


def over_games(people: Iterable[UUID], viewer: User) -> Ladder:
    """How these people compare over all games that are rated (T10). Two queries."""
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
    """How the last matches of each ended that counted for ratings, the latest first. One query."""
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
