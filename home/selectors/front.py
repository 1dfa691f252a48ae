"""Queries for a person's clubs and pending tasks, and for the sign-in details of the demo club."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django_scopes import scope, scopes_disabled

from campaign.duels.models import DuelEntry
from campaign.duels.selectors.arena_queue import unfinished_entered_events
from campaign.duels.selectors.driven import MODES_WITH_DRIVERS, people_drive_until, sides_in
from campaign.house_rules.rules.house_record import ON_THE_SITE
from campaign.league.demo import LOGINS, SLUG
from campaign.league.models import Campaign, Deputy, Duel, Membership, Team, TeamOwner, Week
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.people import memberships_of
from campaign.league.selectors.public_clubs import public_club
from core.accounts.models import User
from core.notifications.selectors.notices import unread_by_club
from espionage.selectors import week_status
from espionage.selectors.fights import tables_of

from .public import Glance, glance


class Start(NamedTuple):
    """An unfinished event of a week, in which one of the person's vehicles is entered.

    `table` is the table where it is currently driven. `waits` means that the event is a final that
    waits for a heat (C103). `until` is the time until which people can drive, or None if doctrines
    drive from the start.
    """

    event: Duel
    table: UUID | None
    waits: bool
    until: datetime | None

    @property
    def is_undrawn(self) -> bool:
        """True until the heats are drawn."""
        return self.event.meet is not None and self.event.meet.drawn_at is None

    @property
    def hour(self) -> datetime:
        """The start time. Before the draw, it is that of the first heat."""
        meet = self.event.meet
        return meet.starts_at if meet and self.is_undrawn else self.event.start


@dataclass(frozen=True, slots=True)
class Club:
    """A club as shown on a member's own page.

    `deputy_for` is the team whose orders the member writes as a deputy in the current week.
    `sheets` holds the states of their teams' order sheets while orders are open, and `fights` holds
    the tables of these teams' current ambushes. `drives` means that one of their vehicles is
    entered for a duel of the week that people drive on the site (C99). `starts` lists the week's
    events on the site with one of their vehicles (C101).
    """

    campaign: Campaign
    role: str
    runs_desk: bool
    teams: tuple[Team, ...]
    week: Week | None
    unread: int
    sheets: Mapping[UUID, str]
    fights: Mapping[UUID, UUID]
    deputy_for: Team | None = None
    drives: bool = False
    starts: tuple[Start, ...] = ()

    @property
    def commands(self) -> tuple[Team, ...]:
        """The teams whose orders the member writes. These are their own teams, and the team for
        which they are a deputy.
        """
        return (*self.teams, *([self.deputy_for] if self.deputy_for else []))

    @property
    def state(self) -> str:
        """The state of the first order sheet, or "" if no orders can be written."""
        return next(iter(self.sheets.values()), "")

    @property
    def fight(self) -> Team | None:
        """The first of the member's teams that has an ambush in progress."""
        return next((team for team in self.commands if team.pk in self.fights), None)

    @property
    def taking_orders(self) -> bool:
        """True if orders can be written now."""
        return self.week is not None and self.week.status == Week.Status.OPEN


class Home(NamedTuple):
    """A person's clubs, ordered by name, and the number of unread notices, including notices from
    former clubs.
    """

    clubs: tuple[Club, ...]
    unread: int


def home(user: User) -> Home:
    """Return the person's clubs and the number of unread notices.

    This takes six queries. There is one more query each for clubs in which the person has no team,
    for a duel driven by people, and for events on the site.
    """
    memberships = memberships_of(user)
    with scopes_disabled():
        teams = _own_teams(user)
        weeks = _current_weeks(membership.campaign_id for membership in memberships)
        deputies = _deputy_teams(
            user, [part.campaign_id for part in memberships if part.campaign_id not in teams]
        )
        team_ids = [team.pk for club_teams in teams.values() for team in club_teams]
        drive = _clubs_with_drivers(weeks.values(), team_ids)
        starts = _starts(weeks.values(), team_ids)
        team_ids += [team.pk for team in deputies.values()]
        fights = tables_of(team_ids) if team_ids else {}
        states = week_status.sheet_states([week.pk for week in weeks.values()], team_ids)
    unread = unread_by_club(user)
    clubs = (
        _club(
            membership,
            teams.get(membership.campaign_id, ()),
            weeks.get(membership.campaign_id),
            states,
            fights,
            unread.get(membership.campaign_id, 0),
            deputies.get(membership.campaign_id),
            drives=membership.campaign_id in drive,
            starts=starts.get(membership.campaign_id, ()),
        )
        for membership in memberships
    )
    return Home(tuple(clubs), sum(unread.values()))


def _club(
    membership: Membership,
    teams: Sequence[Team],
    week: Week | None,
    states: Mapping[tuple[UUID, UUID], str],
    fights: Mapping[UUID, UUID],
    unread: int,
    deputy_for: Team | None,
    *,
    drives: bool,
    starts: tuple[Start, ...],
) -> Club:
    commands = (*teams, *([deputy_for] if deputy_for else []))
    for team in commands:
        team.campaign = membership.campaign
    is_open = week is not None and week.status == Week.Status.OPEN
    return Club(
        campaign=membership.campaign,
        role=membership.get_role_display(),
        runs_desk=membership.role == Membership.Role.GM,
        teams=tuple(teams),
        week=week,
        unread=unread,
        sheets={
            team.pk: states[week.pk, team.pk]
            for team in commands
            if week and is_open and (week.pk, team.pk) in states
        },
        fights={team.pk: fights[team.pk] for team in commands if team.pk in fights},
        deputy_for=deputy_for,
        drives=drives,
        starts=starts,
    )


def _clubs_with_drivers(weeks: Iterable[Week], teams: Sequence[UUID]) -> frozenset[UUID]:
    """Return the clubs in which one of the teams is entered for a duel that people drive on the
    site.

    If there is no such duel, this takes no query.
    """
    week_ids = [
        week.pk
        for week in weeks
        if week.status == Week.Status.SETTLED and rules_in(week).duel_mode in MODES_WITH_DRIVERS
    ]
    if not week_ids or not teams:
        return frozenset()
    rows = DuelEntry.objects.filter(duel__in=week_ids, team__in=teams, withdrawn_at=None)
    return frozenset(rows.values_list("team__campaign", flat=True))


def _starts(weeks: Iterable[Week], teams: Sequence[UUID]) -> dict[UUID, tuple[Start, ...]]:
    """Return unfinished events on the site in which these teams are entered, by club and sorted by
    time.

    If an event is in progress, one of the teams must have a vehicle in its arena. This takes at
    most one query.
    """
    weeks_by_id = {
        week.pk: week
        for week in weeks
        if week.status in Week.RUNNING and rules_in(week).duel_mode in ON_THE_SITE
    }
    if not weeks_by_id or not teams:
        return {}
    found: dict[UUID, list[Start]] = {}
    for event in unfinished_entered_events(weeks_by_id, teams):
        if event.lineup is not None and sides_in(event.lineup).isdisjoint(teams):  # type: ignore[attr-defined]
            continue  # Its car found no room, or could not start.
        week = weeks_by_id[event.week_id]
        people = rules_in(week).duel_mode in MODES_WITH_DRIVERS
        start = Start(
            event=event,
            table=event.driving,  # type: ignore[attr-defined]
            waits=event.lacking,  # type: ignore[attr-defined]
            until=people_drive_until(week) if people else None,
        )
        found.setdefault(week.season.campaign_id, []).append(start)
    return {
        club: tuple(sorted(starts, key=lambda start: (start.hour, start.event.number)))
        for club, starts in found.items()
    }


def _deputy_teams(user: User, clubs: Sequence[UUID]) -> dict[UUID, Team]:
    """Return the teams for which a person is currently the deputy, by club (C24). `clubs` must be
    the clubs in which the person has no team. This takes at most one query.
    """
    if not clubs:
        return {}
    rows = Deputy.objects.filter(user=user, team__campaign__in=clubs, team__left_at=None)
    deputies = rows.filter(ended_at=None, week__status__in=Deputy.ACTIVE_STATUSES)
    return {row.team.campaign_id: row.team for row in deputies.select_related("team")}


@scopes_disabled()
def _own_teams(user: User) -> dict[UUID, list[Team]]:
    teams_by_club: dict[UUID, list[Team]] = {}
    rows = TeamOwner.objects.filter(user=user, until=None, team__left_at=None)
    for row in rows.select_related("team").order_by("team__name"):
        teams_by_club.setdefault(row.team.campaign_id, []).append(row.team)
    return teams_by_club


@scopes_disabled()
def _current_weeks(campaign_ids: Iterable[UUID]) -> dict[UUID, Week]:
    """Return the current or next week of each campaign."""
    weeks_by_club: dict[UUID, Week] = {}
    rows = Week.objects.filter(
        season__campaign__among=frozenset(campaign_ids), season__closed_at=None
    )
    for week in rows.exclude(status__in=Week.FINISHED).select_related("season").order_by("number"):
        weeks_by_club.setdefault(week.season.campaign_id, week)
    return weeks_by_club


def demo_at_a_glance() -> Glance | None:
    """Return an overview of the demo club, or None if there is no demo club with a public page.
    This takes about a dozen queries.
    """
    campaign = public_club(SLUG) if settings.DEMO else None
    if campaign is None:
        return None
    with scope(campaign=campaign.pk):
        return glance(campaign)


def demo_logins() -> tuple[tuple[str, str, str], ...]:
    """Return the username, password and description of each demo user who is in the demo club.

    If the site has no demo, return nothing. The front page shows these details and can submit them
    to the sign-in form.
    """
    if not settings.DEMO:
        return ()
    with scopes_disabled():
        memberships = Membership.objects.filter(
            campaign__slug=SLUG, campaign__archived_at=None, left_at=None, user__is_staff=False
        )
        names = set(
            memberships.filter(user__username__in=[name for name, _, _ in LOGINS]).values_list(
                "user__username", flat=True
            )
        )
    return tuple(login for login in LOGINS if login[0] in names)
