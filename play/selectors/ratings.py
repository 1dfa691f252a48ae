"""Ratings: whose matches count, a game's ladder, what a match changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import Rank

from play.models import Chair, OffLadders, PlayerRating, RatingChange, Table
from play.rules.rating import UNKNOWN, Rating

if TYPE_CHECKING:
    from collections.abc import Sequence


class Player(NamedTuple):
    """Who is rated: a person, or a bot by its level."""

    user: UUID | None
    bot: str


def player_of(chair: Chair) -> Player:
    """Who is rated for a chair: the person who sat down, though they resigned and a bot went on."""
    return Player(chair.holder_id, "" if chair.holder_id else chair.bot)


def rating_of(row: PlayerRating | RatingChange) -> Rating:
    """The row's numbers."""
    return Rating(value=row.value, deviation=row.deviation, volatility=row.volatility)


def counts_for_ratings(table: Table, chairs: Sequence[Chair]) -> bool:
    """Whether a match that is over counts: opened as rated, in the lobby or by a link, with a
    result, and not of somebody against themselves or of bots alone.
    """
    return (
        table.rated
        and not table.is_private
        and all(chair.result for chair in chairs)
        and any(chair.holder_id for chair in chairs)
        and len({player_of(chair) for chair in chairs}) > 1
    )


def ladder(game: str) -> QuerySet[PlayerRating]:
    """Everybody who is rated at a game and does not stay off ladders, bots too, by what they are
    worth at least (`sure`); who is worth the same shares a `place`.
    """
    sure = F("value") - 2 * F("deviation")
    off = Exists(OffLadders.objects.filter(user=OuterRef("user")))
    rows = PlayerRating.objects.filter(~off, game=game, matches__gt=0).select_related("user")
    ranked = rows.annotate(sure=sure, place=Window(Rank(), order_by=sure.desc()))
    return ranked.order_by("-sure", "-matches", "id")


def ratings_of(user: UUID) -> QuerySet[PlayerRating]:
    """A person's ratings, those of the games that they play most first."""
    rows = PlayerRating.objects.filter(user=user, matches__gt=0).select_related("user")
    return rows.order_by("-matches", "game")


@dataclass(frozen=True)
class Change:
    """What a match did to somebody's rating."""

    player: Player
    name: str
    before: Rating
    after: Rating

    @property
    def gained(self) -> int:
        """Whole points, as people count them: what they read after less what they read before."""
        return points(self.after) - points(self.before)


def points(rating: Rating) -> int:
    """A rating as people read it."""
    return round(rating.value / 100)


def changes_at(table: Table) -> tuple[Change, ...]:
    """What a match did to its players' ratings; nothing before it is counted. One query, none
    where nothing counts.
    """
    if not table.rated or table.status != Table.Status.OVER or table.rating_due_at is not None:
        return ()
    before = RatingChange.objects.filter(
        rating=OuterRef("rating"), number=OuterRef("number") - 1
    ).values
    rows = (
        RatingChange.objects.filter(table=table)
        .select_related("rating__user")
        .annotate(
            value_before=Subquery(before("value")), deviation_before=Subquery(before("deviation"))
        )
        .order_by("-won", "-value", "id")
    )
    return tuple([_change(row) for row in rows])


def _change(row: RatingChange) -> Change:
    rating, known = row.rating, row.number > 1
    return Change(
        player=Player(rating.user_id, rating.bot),
        name=rating.user.get_username() if rating.user else "",
        before=Rating(value=row.value_before, deviation=row.deviation_before)  # type: ignore[attr-defined]
        if known
        else UNKNOWN,
        after=rating_of(row),
    )
