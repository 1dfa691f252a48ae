"""A person's clubs with what waits in each; and who may look around the demo club."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django_scopes import scope, scopes_disabled

from campaign.duels.models import DuelEntry
from campaign.duels.selectors.arena_queue import entered_and_unfinished
from campaign.duels.selectors.driven import BY_PEOPLE, sides_in, wheel_until
from campaign.duels.selectors.events import RUNNING
from campaign.league.demo import LOGINS, SLUG
from campaign.league.models import Campaign, Deputy, Event, Membership, TeamOwner, Week
from campaign.league.rules.house_record import ON_THE_SITE
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.people import memberships_of
from campaign.league.selectors.public_page import public_club
from core.notifications.selectors.notices import unread_by_club
from core.web.prepared import Prepared
from espionage.selectors import week_status
from espionage.selectors.fights import tables_of

from .public import glance

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from django.db.models import QuerySet

    from campaign.league.models import Team
    from core.accounts.models import User

    from .public import Glance


class Start(NamedTuple):
    """An event of a week for which a vehicle of one's own is entered, until it is over: the table
    where it is driven now; whether it is a final that waits for a heat (C103). People are at the
    wheel `until` then; None where doctrine drives from the start.
    """

    event: Event
    table: UUID | None
    waits: bool
    until: datetime | None

    @property
    def is_undrawn(self) -> bool:
        """Whether nobody knows yet which heat it is."""
        return self.event.meet is not None and self.event.meet.drawn_at is None

    @property
    def hour(self) -> datetime:
        """When it starts; before the draw, when the first of its heats does."""
        meet = self.event.meet
        return meet.starts_at if meet and self.is_undrawn else self.event.starts_at


@dataclass(frozen=True, slots=True)
class Club:
    """A club on its member's own page. `stands_in` is the team whose orders they give as a deputy
    in the week under way. `sheets` are the states of the order sheets that they give, by team,
    while they can be written; `fights` are the tables at which those teams' ambushes are fought
    now. `drives`: a vehicle of theirs is entered for a duel of the week that people drive here
    (C99). `starts` are the week's events in which one of theirs drives on the site (C101).
    """

    campaign: Campaign
    role: str
    runs_desk: bool
    teams: tuple[Team, ...]
    week: Week | None
    unread: int
    sheets: Mapping[UUID, str]
    fights: Mapping[UUID, UUID]
    stands_in: Team | None = None
    drives: bool = False
    starts: tuple[Start, ...] = ()

    @property
    def commands(self) -> tuple[Team, ...]:
        """The teams whose orders they give: their own, and the one they stand in for."""
        return (*self.teams, *([self.stands_in] if self.stands_in else []))

    @property
    def state(self) -> str:
        """The state of the own order sheet, "" where there is none to write."""
        return next(iter(self.sheets.values()), "")

    @property
    def fight(self) -> Team | None:
        """The team of theirs whose ambush is fought on the site now."""
        return next((team for team in self.commands if team.pk in self.fights), None)

    @property
    def taking_orders(self) -> bool:
        """Whether orders can be written now."""
        return self.week is not None and self.week.status == Week.Status.OPEN


class Home(NamedTuple):
    """A person's own page: their clubs by name, and how many notices they have not read, those of
    former clubs included.
    """

    clubs: tuple[Club, ...]
    unread: int


def home(user: User) -> Home:
    """The person's clubs, and what is unread. Six queries, however many, one more for a deputy, one
    where people are to drive a duel, and one where the site drives events.
    """
    parts = memberships_of(user)
    with scopes_disabled():
        teams = _own_teams(user)
        weeks = _under_way(part.campaign_id for part in parts)
        deputies = _stands_in(parts)
        own = [team.pk for found in teams.values() for team in found]
        drive, starts = _drive(weeks.values(), own), _starts(weeks.values(), own)
        own += [team.pk for team in deputies.values()]
        fights = tables_of(own) if own else {}
        states = week_status.sheet_states([week.pk for week in weeks.values()], own)
    unread = unread_by_club(user)
    clubs = (
        _club(
            part,
            teams.get(part.campaign_id, ()),
            weeks.get(part.campaign_id),
            states,
            fights,
            unread.get(part.campaign_id, 0),
            deputies.get(part.campaign_id),
            drives=part.campaign_id in drive,
            starts=starts.get(part.campaign_id, ()),
        )
        for part in parts
    )
    return Home(tuple(clubs), sum(unread.values()))


def _club(
    part: Membership,
    teams: Sequence[Team],
    week: Week | None,
    states: Mapping[tuple[UUID, UUID], str],
    fights: Mapping[UUID, UUID],
    unread: int,
    stands_in: Team | None,
    *,
    drives: bool,
    starts: tuple[Start, ...],
) -> Club:
    commands = (*teams, *([stands_in] if stands_in else []))
    for team in commands:
        team.campaign = part.campaign
    is_open = week is not None and week.status == Week.Status.OPEN
    return Club(
        campaign=part.campaign,
        role=part.get_role_display(),
        runs_desk=part.role == Membership.Role.GM,
        teams=tuple(teams),
        week=week,
        unread=unread,
        sheets={
            team.pk: states[week.pk, team.pk]
            for team in commands
            if week and is_open and (week.pk, team.pk) in states
        },
        fights={team.pk: fights[team.pk] for team in commands if team.pk in fights},
        stands_in=stands_in,
        drives=drives,
        starts=starts,
    )


def _drive(weeks: Iterable[Week], teams: Sequence[UUID]) -> frozenset[UUID]:
    """The clubs in whose settled weeks these teams are entered for a duel that people drive here;
    no query where there is none such.
    """
    wanted = [
        week.pk
        for week in weeks
        if week.status == Week.Status.SETTLED and rules_in(week).duel_mode in BY_PEOPLE
    ]
    if not wanted or not teams:
        return frozenset()
    rows = DuelEntry.objects.filter(week__in=wanted, team__in=teams, event=None, withdrawn_at=None)
    return frozenset(rows.values_list("team__campaign", flat=True))


def _starts(weeks: Iterable[Week], teams: Sequence[UUID]) -> dict[UUID, tuple[Start, ...]]:
    """The events of these weeks that the site drives or is to drive, and for which these teams are
    entered, by club and hour: while it is driven, those in whose arena one of theirs is. No query
    where the site drives none, else one.
    """
    here = {
        week.pk: week
        for week in weeks
        if week.status in RUNNING and rules_in(week).duel_mode in ON_THE_SITE
    }
    if not here or not teams:
        return {}
    found: dict[UUID, list[Start]] = {}
    for event in entered_and_unfinished(here, teams):
        if event.lineup is not None and sides_in(event.lineup).isdisjoint(teams):  # type: ignore[attr-defined]
            continue  # its car had no room, or could not start
        week = here[event.week_id]
        people = rules_in(week).duel_mode in BY_PEOPLE
        start = Start(
            event=event,
            table=event.driving,  # type: ignore[attr-defined]
            waits=event.lacking,  # type: ignore[attr-defined]
            until=wheel_until(week) if people else None,
        )
        found.setdefault(week.season.campaign_id, []).append(start)
    return {
        club: tuple(sorted(starts, key=lambda one: (one.hour, one.event.number)))
        for club, starts in found.items()
    }


def _stands_in(parts: Iterable[Membership]) -> dict[UUID, Team]:
    """The teams whose orders a person gives as a deputy, by club (C24); no query for who is
    none.
    """
    rows = [pk for part in parts if (pk := getattr(part, "standing_in", None))]
    if not rows:
        return {}
    found = Deputy.objects.filter(pk__in=rows).select_related("team")
    return {row.team.campaign_id: row.team for row in found}


def _own_teams(user: User) -> dict[UUID, list[Team]]:
    found: dict[UUID, list[Team]] = {}
    for row in _RUN.all(user=user.pk):
        found.setdefault(row.team.campaign_id, []).append(row.team)
    return found


def _run_by(user: UUID) -> QuerySet[TeamOwner]:
    rows = TeamOwner.objects.filter(user=user, until=None, team__left_at=None)
    return rows.select_related("team").order_by("team__name")


_RUN: Final = Prepared(_run_by, user=UUID)


def _under_way(campaign_ids: Iterable[UUID]) -> dict[UUID, Week]:
    """The week that is under way or comes next, of each campaign."""
    found: dict[UUID, Week] = {}
    for week in _COMING.all(clubs=frozenset(campaign_ids)):
        found.setdefault(week.season.campaign_id, week)
    return found


def _coming(clubs: frozenset[UUID]) -> QuerySet[Week]:
    rows = Week.objects.filter(season__campaign__in=clubs, season__closed_at=None)
    return rows.exclude(status__in=Week.FINISHED).select_related("season").order_by("number")


_COMING: Final = Prepared(_coming, clubs=frozenset[UUID])


def demo_at_a_glance() -> Glance | None:
    """The demo club, where the site has one and it has a public page. A dozen queries."""
    campaign = public_club(SLUG) if settings.DEMO else None
    if campaign is None:
        return None
    with scope(campaign=campaign.pk):
        return glance(campaign)


def demo_logins() -> tuple[tuple[str, str, str], ...]:
    """User name, password and who that is, of those whom the demo made and who are in its club;
    none where the site is to have no demo.

    Whoever reads them may log in with them, and with nothing else: a press on the front page sends
    just these to the log-in.
    """
    if not settings.DEMO:
        return ()
    with scopes_disabled():
        here = Membership.objects.filter(
            campaign__slug=SLUG, campaign__archived_at=None, left_at=None, user__is_staff=False
        )
        names = set(
            here.filter(user__username__in=[name for name, _, _ in LOGINS]).values_list(
                "user__username", flat=True
            )
        )
    return tuple(login for login in LOGINS if login[0] in names)
