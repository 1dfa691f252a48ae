"""Queries for ratings, for the matches that count, for a game's ladder, and for the changes made by
a match.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Final, NamedTuple
from uuid import UUID

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import Rank

from play.models import Chair, Move, OffLadders, PlayerRating, RatingChange, Table
from play.rules.rating import UNKNOWN, Rating
from play.selectors.names import name_of
from play.tabletop import registry

OWN_MOVES: Final = (Move.Origin.PERSON, Move.Origin.DEPUTY, Move.Origin.BOT)
"""Ways of making a move that count as the side's own. Moves by the clock or the host do not
count.
"""


class Player(NamedTuple):
    """A rated player, who is a person, or a bot at its level."""

    user: UUID | None
    bot: str


def player_of(chair: Chair) -> Player:
    """Return the rated player of a chair. This is the person who sat down, even if they resigned
    and a bot continued.
    """
    return Player(chair.holder_id, "" if chair.holder_id else chair.bot)


def rating_of(row: PlayerRating | RatingChange) -> Rating:
    """Return the rating stored in a row."""
    return Rating(value=row.value, deviation=row.deviation, volatility=row.volatility)


def counts_for_ratings(table: Table, chairs: Sequence[Chair]) -> bool:
    """Return whether a finished match counts for ratings. It must have been opened as rated, in the
    lobby or by link, and must have a result. A match does not count if only bots play, if a person
    plays against themselves, if it is too short, or if the coach helped a player who did not lose.
    """
    return (
        table.rated
        and not table.is_private
        and all(chair.result for chair in chairs)
        and any(chair.holder_id for chair in chairs)
        and len({player_of(chair) for chair in chairs}) > 1
        and not helped_players(chairs)
        and not is_too_short(table, chairs)
    )


def helped_players(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """Return the chairs of players whom the coach helped and who did not lose (T16). A loss counts,
    so that nobody can avoid it by asking the coach.
    """
    return tuple(chair for chair in chairs if chair.assisted and chair.result != Chair.Result.LOST)


def helped_names(table: Table, chairs: Sequence[Chair]) -> tuple[str, ...]:
    """Return the names of the players because of whose help a finished match is not rated."""
    if not (table.rated and table.status == Table.Status.OVER and all(c.result for c in chairs)):
        return ()
    return tuple([name_of(chair) for chair in helped_players(chairs)])


def is_too_short(table: Table, chairs: Sequence[Chair]) -> bool:
    """Return whether a side of a match with a result made fewer moves of its own than the game's
    minimum (T11). The winners are one side, and the losers are the other. In a draw, each seat is a
    side. This takes one query.
    """
    moves = Move.objects.filter(match=table.match_id, how__in=OWN_MOVES)
    move_counts = Counter(moves.values_list("seat", flat=True))
    sides: defaultdict[object, int] = defaultdict(int)
    for chair in chairs:
        side = chair.seat if chair.result == Chair.Result.DRAWN else chair.result
        sides[side] = max(sides[side], move_counts[chair.seat])
    return min(sides.values()) < registry.get(table.game).min_rated_moves


def min_moves_missed(table: Table, chairs: Sequence[Chair]) -> int:
    """Return the game's minimum number of moves if a match was opened as rated but does not count
    because it ended too early. Otherwise, return 0. This takes at most one query.
    """
    is_over = table.status == Table.Status.OVER and table.rating_due_at is None
    if not (table.rated and is_over and all(chair.result for chair in chairs)):
        return 0
    missed = is_too_short(table, chairs)
    return registry.get(table.game).min_rated_moves if missed else 0


def count_earlier_matches(table: Table, chairs: Sequence[Chair]) -> int:
    """Return the number of rated matches of the same game between the same people that ended on the
    same day (UTC). It is 0 if fewer than two people played. This takes two queries.
    """
    people = {chair.holder_id for chair in chairs if chair.holder_id}
    if len(people) < 2 or table.over_at is None:
        return 0
    day = table.over_at.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    counted_changes = RatingChange.objects.filter(
        rating__user__isnull=False,
        rating__game=table.game,
        table__over_at__gte=day,
        table__over_at__lt=day + timedelta(days=1),
    ).exclude(table=table)
    shared_changes = counted_changes.filter(
        table__in=counted_changes.filter(rating__user=min(people)).values("table")
    )
    played = defaultdict(set)
    for match, user in shared_changes.values_list("table", "rating__user"):
        played[match].add(user)
    return sum(users == people for users in played.values())


def ladder(game: str) -> QuerySet[PlayerRating]:
    """Return a game's rated players, including bots, by guaranteed strength (`sure`). Users who
    opted out are excluded. Tied players share a `place`.
    """
    sure = F("value") - 2 * F("deviation")
    is_off = Exists(OffLadders.objects.filter(user=OuterRef("user")))
    rows = PlayerRating.objects.filter(~is_off, game=game, matches__gt=0).select_related("user")
    ranked = rows.annotate(sure=sure, place=Window(Rank(), order_by=sure.desc()))
    return ranked.order_by("-sure", "-matches", "id")


def ratings_of(user: UUID) -> QuerySet[PlayerRating]:
    """Return a user's ratings, starting with the most played game."""
    rows = PlayerRating.objects.filter(user=user, matches__gt=0).select_related("user")
    return rows.order_by("-matches", "game")


@dataclass(frozen=True)
class Change:
    """The change of a player's rating by a match. The same people had already played `repeats`
    rated matches that day.
    """

    player: Player
    name: str
    before: Rating
    after: Rating
    repeats: int

    @property
    def gained(self) -> int:
        """The gain in whole points: the displayed rating after the match minus the one before."""
        return points(self.after) - points(self.before)


def points(rating: Rating) -> int:
    """Return a rating in displayed points."""
    return round(rating.value / 100)


def changes_at(table: Table) -> tuple[Change, ...]:
    """Return the rating changes caused by a match, or an empty tuple before the match is rated.
    This takes one query, or none for an unrated match.
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
    rating, has_earlier = row.rating, row.number > 1
    return Change(
        player=Player(rating.user_id, rating.bot),
        name=rating.user.get_username() if rating.user else "",
        before=Rating(value=row.value_before, deviation=row.deviation_before)  # type: ignore[attr-defined]
        if has_earlier
        else UNKNOWN,
        after=rating_of(row),
        repeats=row.repeats,
    )
