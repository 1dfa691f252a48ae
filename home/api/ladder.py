"""API operation for the club's combined ladder for all games."""

from __future__ import annotations

from typing import Literal

from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.selectors.people import member_ids
from core.web.api.operations import Record
from play.api.records import RatingOut, rating_out
from play.selectors import ladders
from play.selectors.ratings import rating_of


class GameOnLadder(Record):
    """A member's rating at a game, and the number of rated matches."""

    game: str
    rating: RatingOut
    matches: int


class MemberOnLadder(Record):
    """A member on the ladder. `points` is the mean of the conservative ratings in their best three
    games. `form` lists the results of their last five rated matches, latest first.
    """

    place: int
    person: str
    points: float
    games: tuple[GameOnLadder, ...]
    form: tuple[Literal["won", "drawn", "lost"], ...]


@club_door()
def ladder(call: ClubCall) -> tuple[MemberOnLadder, ...]:
    """List the club's members by their ratings over all games, best member first.

    Members who have opted out of ladders are not included.
    """
    people = member_ids(call.campaign.pk)
    return tuple(
        MemberOnLadder(
            place=row.place,
            person=row.name,
            points=row.worth / 100,
            games=tuple(
                GameOnLadder(
                    game=game,
                    rating=rating_out(rating_of(game_rating)),
                    matches=game_rating.matches,
                )
                for game, game_rating in sorted(row.games.items())
            ),
            form=row.form,
        )
        for row in ladders.ladder_over_games(people, call.user).rows
    )
