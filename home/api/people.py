"""A person's page, and who may see one's own."""

from __future__ import annotations

from typing import Literal

from campaign.league.api.shapes import TeamRef, team_ref
from core.accounts.services import own_page
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import open_door, person_door
from core.web.not_found import missing_is_404
from home.selectors.people import NoSuchPerson, person_page

Shown = Literal["nobody", "clubs", "anybody"]


class PersonTeam(Record):
    """A team that the person runs, and what its recorded duels add up to."""

    team: TeamRef
    duels: int
    won: int
    kills: int


class PersonClub(Record):
    """A club of the person's: one that we share, or one with a public page."""

    slug: str
    name: str
    role: str
    shared: bool
    teams: tuple[PersonTeam, ...]


class PersonTrophy(Record):
    """A season that a team of the person's won."""

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
    """A person, as I may see them."""

    username: str
    clubs: tuple[PersonClub, ...]
    trophies: tuple[PersonTrophy, ...]
    ratings: tuple[PersonRating, ...]


@open_door()
def show(call: Call, name: str) -> PersonOut:
    """Somebody's page. A name that nobody has, and somebody who does not wish to be seen by me, are
    the same 404.
    """
    with missing_is_404(NoSuchPerson):
        found = person_page(name, call.user)
    return PersonOut(
        username=found.user.get_username(),
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
            for club in found.clubs
        ),
        trophies=tuple(
            PersonTrophy(club=one.campaign.slug, season=one.season.number, team=one.team.slug)
            for one in found.trophies
        ),
        ratings=tuple(
            PersonRating(
                game=one.tabletop.key,
                rating=round(one.rating.value / 100),
                matches=one.row.matches,
                won=one.row.won,
            )
            for one in found.ratings
        ),
    )


class Shows(Record):
    """Who may see my page."""

    shown: str


class ShowingTo(Body):
    """Who may see my page: nobody, members of my clubs, or anybody."""

    shown: Shown


@person_door()
def my_page(call: Call) -> Shows:
    """Who may see my page."""
    return Shows(shown=call.user.shown)


@person_door()
def show_to(call: Call, body: ShowingTo) -> Shows:
    """Show my page to nobody, to members of my clubs, or to anybody."""
    own_page.show_to(user=call.user, whom=body.shown)
    return Shows(shown=call.user.shown)
