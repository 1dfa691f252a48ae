"""Queries for a person's profile, limited to what the viewer can see.

The profile shows only information that the viewer can also see elsewhere, about shared clubs, clubs
with a public page, and ratings on the ladders.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django_scopes import scope, scopes_disabled

from campaign.duels.selectors.careers import TeamRecord, champions, team_record
from campaign.league.models import Campaign, Membership, Season, Team, TeamOwner
from campaign.league.selectors.seasons import closed_seasons
from core.accounts.models import User
from play.models import PlayerRating
from play.rules.rating import Rating
from play.selectors.ratings import rating_of, ratings_of
from play.tabletop import registry
from play.tabletop.contract import AnyTabletop


class NoSuchPerson(LookupError):
    """No person with this name is visible to the viewer."""


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A team that the person runs, with its results in recorded duels."""

    team: Team
    record: TeamRecord


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A person's club that is visible to the viewer. `is_shared` is true if the viewer is also a
    member.
    """

    campaign: Campaign
    role: str
    is_shared: bool
    teams: tuple[TeamLine, ...]


@dataclass(frozen=True, slots=True)
class Trophy:
    """A season that one of the person's teams won."""

    campaign: Campaign
    season: Season
    team: Team


@dataclass(frozen=True, slots=True)
class GameRating:
    """A rating at a game."""

    tabletop: AnyTabletop
    row: PlayerRating
    rating: Rating


@dataclass(frozen=True, slots=True)
class PersonPage:
    """A person's profile. `is_me` is true if the profile is the viewer's own."""

    user: User
    is_me: bool
    clubs: tuple[ClubLine, ...]
    trophies: tuple[Trophy, ...]
    ratings: tuple[GameRating, ...]

    @property
    def duels(self) -> TeamRecord:
        """The combined duel record of all visible teams."""
        records = [line.record for club in self.clubs for line in club.teams]
        return TeamRecord(
            sum(record.duels for record in records),
            sum(record.won for record in records),
            sum(record.kills for record in records),
        )


def person_page(name: str, viewer: User | AnonymousUser) -> PersonPage:
    """Return the profile of the person with this name.

    Raise NoSuchPerson if there is no such person, or if the profile is hidden from the viewer. Both
    cases give the same error. This takes four queries, plus four per visible club.
    """
    owner = User.objects.filter(username=name, is_active=True, guest=False).first()
    if owner is None:
        raise NoSuchPerson("Person not found.")
    is_me = owner.pk == viewer.pk
    with scopes_disabled():
        memberships = _memberships(owner)
        viewer_clubs = _clubs_of(viewer)
    shared = {membership.campaign_id for membership in memberships} & viewer_clubs
    if not (is_me or _may_see(owner, shared=bool(shared))):
        raise NoSuchPerson("Person not found.")
    visible = [
        membership
        for membership in memberships
        if membership.campaign_id in shared or membership.campaign.public_at
    ]
    club_lines = [
        _club(membership, owner, is_shared=membership.campaign_id in shared)
        for membership in visible
    ]
    return PersonPage(
        user=owner,
        is_me=is_me,
        clubs=tuple(club for club, _ in club_lines),
        trophies=tuple(trophy for _, trophies in club_lines for trophy in trophies),
        ratings=tuple(_ratings(owner)),
    )


def _may_see(owner: User, *, shared: bool) -> bool:
    return owner.shown == User.Shown.ANYBODY or (owner.shown == User.Shown.CLUBS and shared)


def _memberships(owner: User) -> list[Membership]:
    rows = Membership.objects.filter(
        user=owner, left_at=None, campaign__archived_at=None, campaign__tryout=False
    )
    return list(rows.select_related("campaign").order_by("campaign__name", "campaign_id"))


def _clubs_of(viewer: User | AnonymousUser) -> set[UUID]:
    if not isinstance(viewer, User):
        return set()
    rows = Membership.objects.filter(user=viewer, left_at=None)
    return set(rows.values_list("campaign_id", flat=True))


def _club(
    membership: Membership, owner: User, *, is_shared: bool
) -> tuple[ClubLine, Sequence[Trophy]]:
    campaign = membership.campaign
    with scope(campaign=campaign.pk):
        rows = TeamOwner.objects.filter(
            user=owner, until=None, team__left_at=None, team__campaign=campaign
        )
        teams = [row.team for row in rows.select_related("team").order_by("team__name")]
        lines = tuple(TeamLine(team, team_record(campaign, team.pk)) for team in teams)
        ids = {team.pk for team in teams}
        won = champions(closed_seasons(campaign), campaign) if teams else ()
        trophies = [
            Trophy(campaign, champion.season, team)
            for champion in won
            for team in champion.teams
            if team.pk in ids
        ]
    return ClubLine(campaign, membership.get_role_display(), is_shared, lines), trophies


def _ratings(owner: User) -> list[GameRating]:
    titles = {tabletop.key: tabletop for tabletop in registry.all_tabletops() if tabletop.lobby}
    return [
        GameRating(titles[row.game], row, rating_of(row))
        for row in ratings_of(owner.pk)
        if row.game in titles
    ]
