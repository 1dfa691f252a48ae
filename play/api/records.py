"""Ladders, ratings and players' records."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from core.web.api.operations import Call, Record
from core.web.api.paging import Page, Paged, PageSize, paged
from core.web.api.permissions import person_door
from core.web.api.scopes import Scope
from core.web.not_found import missing_is_404
from core.web.records import filled
from play.models import PlayerRating
from play.rules.rating import Rating
from play.selectors import ratings, records, tournaments
from play.selectors.fair_play import fair_play
from play.selectors.records import PlayedMatch
from play.views.frame import tabletop_of

from .shapes import FairPlayOut, fair_play_out


class RatingOut(Record):
    """A player's estimated strength at a game, in Glicko-2 points, starting at 1500. The true
    strength can differ by twice the `deviation`. A rating with a deviation of at most 110 is
    `settled`.
    """

    points: float
    deviation: float
    settled: bool


def rating_out(rating: Rating) -> RatingOut:
    """Return a rating in points."""
    return RatingOut(
        points=rating.value / 100, deviation=rating.deviation / 100, settled=rating.is_settled
    )


class LadderRow(Record):
    """A player on a ladder. Either `person` or `bot`, the level of a bot, is set, and the other
    field is empty. Players are ordered by their rating minus twice its deviation, and tied players
    share a place.
    """

    place: int
    person: str
    bot: str
    rating: RatingOut
    matches: int
    won: int


@person_door(scope=Scope.PLAY)
def ladder(call: Call, query: Paged, game: str) -> Page[LadderRow]:
    """List the rated players of a game."""
    return paged(call, query, ratings.ladder(tabletop_of(game).key), _row)


def _row(row: PlayerRating) -> LadderRow:
    return filled(
        LadderRow,
        row,
        place=row.place,  # type: ignore[attr-defined]
        person=row.user.get_username() if row.user else "",
        rating=rating_out(ratings.rating_of(row)),
    )


class GameRating(Record):
    """A user's rating at one game, with the number of rated matches."""

    game: str
    rating: RatingOut
    matches: int
    won: int


class AgainstOut(Record):
    """Your results in matches of a game that another user also played. `level` is the number of
    matches in which you both had the same result.
    """

    game: str
    won: int
    lost: int
    level: int


class TrophyOut(Record):
    """A tournament that the user won."""

    tournament: UUID
    name: str
    game: str
    over_at: datetime


class RecordOut(Record):
    """A user's ratings by game, fair play, results against you, and tournament wins. It contains
    only what you are allowed to see.
    """

    person: str
    fair_play: FairPlayOut
    trophies: tuple[TrophyOut, ...]
    ratings: tuple[GameRating, ...]
    against: tuple[AgainstOut, ...]


@person_door(scope=Scope.PLAY)
def record(call: Call, name: str) -> RecordOut:
    """Return a user's ratings and their results against you. Unknown names and users without
    visible matches give the same 404.
    """
    with missing_is_404(records.NoSuchPerson):
        user = records.find_player(name, call.user)
    rated = ratings.ratings_of(user.pk)
    return RecordOut(
        person=user.get_username(),
        fair_play=fair_play_out(fair_play([user.pk], call.now)[user.pk]),
        trophies=tuple(
            filled(TrophyOut, row, tournament=row.pk)
            for row in tournaments.trophies(user, call.user)
        ),
        ratings=tuple(
            filled(GameRating, row, rating=rating_out(ratings.rating_of(row))) for row in rated
        ),
        against=tuple(
            filled(AgainstOut, result) for result in records.head_to_head(call.user, user)
        ),
    )


class MatchesQuery(Paged):
    """Filters for a user's matches."""

    page_size: PageSize = 25
    game: Annotated[str, Meta(max_length=30, description="Filter by game.")] = ""
    result: Annotated[
        Literal["", "won", "drawn", "lost"], Meta(description="Filter by result.")
    ] = ""


class PlayedOut(Record):
    """A finished match from the user's perspective. `seats` lists the names of the players.
    `rating` is the user's rating after the match, or null if the match was not rated. `gained` is
    the change in whole points.
    """

    table: UUID
    game: str
    seats: tuple[str, ...]
    seat: int
    result: Literal["won", "drawn", "lost"]
    rating: RatingOut | None
    gained: int
    over_at: datetime


@person_door(scope=Scope.PLAY)
def matches(call: Call, query: MatchesQuery, name: str) -> Page[PlayedOut]:
    """List the user's finished matches that were played in the lobby or with you, latest first."""
    with missing_is_404(records.NoSuchPerson):
        user = records.find_player(name, call.user)
    return paged(call, query, records.Matches(user, call.user, query.game, query.result), _played)


def _played(match: PlayedMatch) -> PlayedOut:
    return filled(
        PlayedOut,
        match,
        table=match.table.pk,
        game=match.table.game,
        seats=tuple(match.names),
        rating=rating_out(match.rating) if match.rating else None,
        over_at=match.table.over_at,
    )
