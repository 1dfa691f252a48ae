"""The club's ladder over all games of the site."""

from __future__ import annotations

from typing import Literal

from campaign.league.api.permissions import ClubCall, club_door
from campaign.league.selectors.people import members
from core.web.api.operations import Record
from play.api.records import RatingOut, rating_out
from play.selectors import ladders
from play.selectors.ratings import rating_of


class GameOnLadder(Record):
    """A member's rating at a game, and how many matches count in it."""

    game: str
    rating: RatingOut
    matches: int


class MemberOnLadder(Record):
    """A member on the ladder. `points` is the mean of their best three games at what is sure;
    `form` how their last five matches that counted ended, the latest first.
    """

    place: int
    person: str
    points: float
    games: tuple[GameOnLadder, ...]
    form: tuple[Literal["won", "drawn", "lost"], ...]


@club_door()
def ladder(call: ClubCall) -> tuple[MemberOnLadder, ...]:
    """How the club's members compare over all games, the best first; without those who want to
    stand on no ladder.
    """
    people = members([call.campaign.pk]).get(call.campaign.pk, ())
    return tuple(
        MemberOnLadder(
            place=row.place,
            person=row.name,
            points=row.worth / 100,
            games=tuple(
                GameOnLadder(game=game, rating=rating_out(rating_of(one)), matches=one.matches)
                for game, one in sorted(row.games.items())
            ),
            form=row.form,
        )
        for row in ladders.ladder_over_games(people, call.user).rows
    )
