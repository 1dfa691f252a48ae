"""API operations for people's profile pages and their visibility."""

from __future__ import annotations

from typing import Literal

from campaign.league.api.shapes import TeamRef, team_ref
from core.accounts.services import own_page
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import open_door, person_door
from core.web.not_found import missing_is_404
from home.selectors.people import NoSuchPerson, person_page

Visibility = Literal["nobody", "clubs", "anybody"]


class PersonTeam(Record):
    """A team of the person, with its results in recorded duels."""

    team: TeamRef
    duels: int
    won: int
    kills: int


class PersonClub(Record):
    """One of the person's clubs. You are also a member of this club, or it has a public page."""

    slug: str
    name: str
    role: str
    shared: bool
    teams: tuple[PersonTeam, ...]


class PersonTrophy(Record):
    """A season that one of the person's teams won."""

    club: str
    season: int
    team: str


class PersonRating(Record):
    """A rating at a game, in whole points."""

    game: str
    rating: int
    matches: int
    won: int


class PersonOut(Record):
    """The parts of a person's profile that you can see."""

    username: str
    clubs: tuple[PersonClub, ...]
    trophies: tuple[PersonTrophy, ...]
    ratings: tuple[PersonRating, ...]


@open_door()
def show(call: Call, name: str) -> PersonOut:
    """Return a person's profile.

    Unknown names and profiles that are hidden from you give the same 404.
    """
    with missing_is_404(NoSuchPerson):
        profile = person_page(name, call.user)
    return PersonOut(
        username=profile.user.get_username(),
        clubs=tuple(
            PersonClub(
                slug=club.campaign.slug,
                name=club.campaign.name,
                role=club.role,
                shared=club.is_shared,
                teams=tuple(
                    PersonTeam(
                        team=team_ref(line.team),
                        duels=line.record.duels,
                        won=line.record.won,
                        kills=line.record.kills,
                    )
                    for line in club.teams
                ),
            )
            for club in profile.clubs
        ),
        trophies=tuple(
            PersonTrophy(
                club=trophy.campaign.slug, season=trophy.season.number, team=trophy.team.slug
            )
            for trophy in profile.trophies
        ),
        ratings=tuple(
            PersonRating(
                game=game_rating.tabletop.key,
                rating=round(game_rating.rating.value / 100),
                matches=game_rating.row.matches,
                won=game_rating.row.won,
            )
            for game_rating in profile.ratings
        ),
    )


class Shows(Record):
    """The visibility of your profile."""

    shown: str


class ShowingTo(Body):
    """The new visibility of your profile: nobody, members of your clubs, or anybody."""

    shown: Visibility


@person_door()
def my_page(call: Call) -> Shows:
    """Return who can see your profile."""
    return Shows(shown=call.user.shown)


@person_door()
def show_to(call: Call, body: ShowingTo) -> Shows:
    """Choose who can see your profile: nobody, members of your clubs, or anybody."""
    own_page.show_to(user=call.user, visibility=body.shown)
    return Shows(shown=call.user.shown)
