"""A person's page: what whoever looks may know of them, if the person wishes to be shown to them.

Nothing stands there that its reader does not read elsewhere: of clubs those that they share, and
those that have a public page; of games the ratings that stand on the ladders.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.contrib.auth.models import AnonymousUser
from django_scopes import scope, scopes_disabled

from campaign.duels.selectors.careers import TeamRecord, champions, team_record
from campaign.league.models import Membership, TeamOwner
from campaign.league.selectors.seasons import closed_seasons
from core.accounts.models import User
from play.selectors.ratings import rating_of, ratings_of
from play.tabletop import registry

if TYPE_CHECKING:
    from collections.abc import Sequence
    from uuid import UUID

    from campaign.league.models import Campaign, Season, Team
    from play.models import PlayerRating
    from play.rules.rating import Rating
    from play.tabletop.contract import AnyTabletop


class NoSuchPerson(LookupError):
    """There is nobody of that name whom this reader may see."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team that the person runs, and what its recorded duels add up to."""

    team: Team
    record: TeamRecord


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club of the person's that the reader may know of: `is_shared` where it is theirs, too."""

    campaign: Campaign
    role: str
    is_shared: bool
    teams: tuple[TeamLine, ...]


@dataclass(frozen=True, slots=True)
class Trophy:
    """A season that a team of the person's won."""

    campaign: Campaign
    season: Season
    team: Team


@dataclass(frozen=True, slots=True)
class Rated:
    """A rating at a game."""

    tabletop: AnyTabletop
    row: PlayerRating
    rating: Rating


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person as their reader may see them. `is_me` is said of one's own page."""

    user: User
    is_me: bool
    clubs: tuple[ClubLine, ...]
    trophies: tuple[Trophy, ...]
    ratings: tuple[Rated, ...]

    @property
    def duels(self) -> TeamRecord:
        """The duels of all teams that are told here."""
        records = [line.record for club in self.clubs for line in club.teams]
        return TeamRecord(
            sum(record.duels for record in records),
            sum(record.won for record in records),
            sum(record.kills for record in records),
        )


def person_page(name: str, viewer: User | AnonymousUser) -> PersonPage:
    """The page of whoever has this name. Raises NoSuchPerson, the same for a name that nobody has
    and for somebody who does not wish to be seen by this reader. Four queries, and four more a club
    that is told.
    """
    who = User.objects.filter(username=name, is_active=True, guest=False).first()
    if who is None:
        raise NoSuchPerson("Person not found.")
    is_me = who.pk == viewer.pk
    with scopes_disabled():
        parts = _parts(who)
        theirs = _clubs_of(viewer)
    shared = {part.campaign_id for part in parts} & theirs
    if not (is_me or _may_see(who, shared=bool(shared))):
        raise NoSuchPerson("Person not found.")
    known = [part for part in parts if part.campaign_id in shared or part.campaign.public_at]
    found = [_club(part, who, is_shared=part.campaign_id in shared) for part in known]
    return PersonPage(
        user=who,
        is_me=is_me,
        clubs=tuple(club for club, _ in found),
        trophies=tuple(trophy for _, trophies in found for trophy in trophies),
        ratings=tuple(_ratings(who)),
    )


def _may_see(who: User, *, shared: bool) -> bool:
    return who.shown == User.Shown.ANYBODY or (who.shown == User.Shown.CLUBS and shared)


def _parts(who: User) -> list[Membership]:
    rows = Membership.objects.filter(
        user=who, left_at=None, campaign__archived_at=None, campaign__tryout=False
    )
    return list(rows.select_related("campaign").order_by("campaign__name", "campaign_id"))


def _clubs_of(viewer: User | AnonymousUser) -> set[UUID]:
    if not isinstance(viewer, User):
        return set()
    rows = Membership.objects.filter(user=viewer, left_at=None)
    return set(rows.values_list("campaign_id", flat=True))


def _club(part: Membership, who: User, *, is_shared: bool) -> tuple[ClubLine, Sequence[Trophy]]:
    campaign = part.campaign
    with scope(campaign=campaign.pk):
        rows = TeamOwner.objects.filter(
            user=who, until=None, team__left_at=None, team__campaign=campaign
        )
        teams = [row.team for row in rows.select_related("team").order_by("team__name")]
        lines = tuple(TeamLine(team, team_record(campaign, team.pk)) for team in teams)
        ids = {team.pk for team in teams}
        won = champions(closed_seasons(campaign), campaign) if teams else ()
        trophies = [
            Trophy(campaign, each.season, team)
            for each in won
            for team in each.teams
            if team.pk in ids
        ]
    return ClubLine(campaign, part.get_role_display(), is_shared, lines), trophies


def _ratings(who: User) -> list[Rated]:
    titles = {one.key: one for one in registry.all_tabletops() if one.lobby}
    return [
        Rated(titles[row.game], row, rating_of(row))
        for row in ratings_of(who.pk)
        if row.game in titles
    ]
