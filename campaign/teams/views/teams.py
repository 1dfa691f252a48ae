"""Pages for the club's teams: the list, each team's page, and the request for approval."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.duels.selectors.careers import marks_in_team
from campaign.duels.selectors.team_season import TeamSeason, team_season
from campaign.garage.selectors.garage import current_vehicles
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors import people as members
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.selectors.teams import find_team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page, render_team_page, team_url
from campaign.league.views.permissions import club_page, team_page
from campaign.members.selectors import club as clubs
from campaign.members.selectors import deputies
from campaign.roster.rules import people, skills
from campaign.roster.rules.decorations import Decoration, Service, list_decorations
from campaign.roster.selectors.roster import PublicCharacter, Sheet, public_roster, roster
from campaign.roster.selectors.service import service_of
from campaign.teams.forms.teams import TeamForm
from campaign.teams.selectors.approval import problems_in
from campaign.teams.services import teams as services
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.pictures.words import counted
from core.web.views.posting import carry_out

MAX_STARS: Final = 3
"""Maximum number of best duellists on a team's page."""


class Person(NamedTuple):
    """A character on a team's page, with their kills this season. `has_career` means that they
    took part in a recorded duel.
    """

    face: PublicCharacter
    decorations: tuple[Decoration, ...]
    has_career: bool
    kills: int


class Position(NamedTuple):
    """A team's position in the standings. `lead` is its lead over the nearest rival in points."""

    place: int
    teams: int
    points: int
    rival: Team | None
    lead: int

    @property
    def deficit(self) -> int:
        """The lead of the nearest rival in points."""
        return -self.lead


@require_safe
@club_page()
def teams(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show all teams of the club."""
    may_found = policy.may_play(viewer) and not policy.has_team(viewer)
    return render_club_page(
        request,
        viewer,
        "campaign/teams/teams",
        here="teams",
        title="Teams",
        table=clubs.standings(viewer.campaign),
        may_found=may_found,
        audience="club",
    )


@team_page()
def edit(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Change a team's name, colours, emblem and motto."""
    form = TeamForm(request.POST or None, row=team, approved=is_fixed(team))

    def editing() -> Team:
        return services.edit(team=team, face=form.record)

    response = carry_out(
        request, form, editing, to=lambda row: team_url("team", row), message="Saved."
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "campaign/teams/team_form",
        here="team",
        title="Name and colours",
        form=form,
        action="Save",
        back=team_url("team", team),
    )


@require_safe
@club_page()
def team(request: HttpRequest, viewer: Viewer, team: str) -> HttpResponse:
    """Show a team's public page.

    It shows the team's season, its people by name and role, its vehicles as seen in duels, and its
    owners.
    """
    shown_team = or_404(find_team(viewer, team))
    season = team_season(viewer.campaign, shown_team)
    people = _people(viewer, shown_team, season)
    stars = sorted((person for person in people if person.kills), key=lambda one: -one.kills)
    return render_team_page(
        request,
        viewer,
        shown_team,
        "campaign/teams/team",
        here="team",
        title=shown_team.name,
        crumbs=(),
        people=people,
        stars=stars[:MAX_STARS],
        season=season,
        position=_position(viewer, shown_team),
        owners=members.names_of_owners(shown_team),
        deputies=deputies.current_deputies(shown_team),
        audience="club",
        at_home=True,
        rival_of=_possible_challenger(viewer, shown_team),
    )


def _people(viewer: Viewer, team: Team, season: TeamSeason) -> list[Person]:
    """Return a team's people with their decorations and kills. Owners see decorations for secret
    service too.
    """
    rows = public_roster([team.pk], viewer.campaign).get(team.pk, ())
    service = service_of([row.id for row in rows], own=policy.owns(viewer, team))
    marks = marks_in_team(viewer.campaign, team.pk)
    return [
        Person(
            row,
            tuple(list_decorations(service.get(row.id, Service()), marks.get(row.id, ""))),
            has_career=row.id in marks,
            kills=season.kills.get(row.id, 0),
        )
        for row in rows
    ]


def _position(viewer: Viewer, team: Team) -> Position | None:
    """Return a team's position in the standings, or None if it is not in the league."""
    rows = [row for row in clubs.standings(viewer.campaign) if row.team.approved_at]
    own = next((row for row in rows if row.team == team), None)
    if own is None:
        return None
    rivals = [row for row in rows if row is not own]
    nearest = min(rivals, key=lambda row: abs(row.points - own.points), default=None)
    return Position(
        place=1 + sum(row.points > own.points for row in rows),
        teams=len(rows),
        points=own.points,
        rival=nearest.team if nearest else None,
        lead=own.points - nearest.points if nearest else 0,
    )


def _possible_challenger(viewer: Viewer, team: Team) -> Team | None:
    """Return the viewer's own team if it can challenge this team, otherwise None (C55)."""
    own_team = viewer.teams[0] if viewer.teams else None
    can_challenge = (
        own_team is not None and own_team.approved_at and team.approved_at and not team.left_at
    )
    return own_team if can_challenge and own_team != team and not viewer.campaign.tryout else None


@dataclass(frozen=True, slots=True)
class Check:
    """A requirement for a roster. It says whether the requirement is met, and where to change the
    roster.
    """

    is_met: bool
    text: str
    url: str = ""
    action: str = ""


def checklist(team: Team, sheets: Sequence[Sheet]) -> tuple[Check, ...]:
    """Return what a roster needs before it can play, and what is recommended.

    This takes two queries.
    """
    house_rules = rules_of(team.campaign)
    crew = [sheet for sheet in sheets if sheet.body.health != "dead"]
    cars, usual_size = current_vehicles(team), house_rules.roster_default
    spies = sum(
        any(skills.is_trained(skill.level) for skill in sheet.skills if skill.key == "espionage")
        for sheet in crew
    )
    fit = any(people.is_fit(sheet.body.dp) for sheet in crew)
    hire, build = team_url("hire", team), team_url("build", team)
    return (
        Check(
            bool(crew),
            f"{_count_in_words(len(crew), 'character', 'hired')} Most teams start with "
            f"{usual_size}.",
            hire,
            "Hire a character",
        ),
        Check(
            spies > 0,
            _count_in_words(spies, "spy", "with espionage at base level or better", "spies"),
            hire,
            "Hire a spy",
        ),
        Check(
            bool(cars),
            _count_in_words(len(cars), "vehicle", "in the garage"),
            build,
            "Build a vehicle",
        ),
        Check(
            fit,
            "At least one character is fit for missions."
            if fit
            else "No one is fit for missions yet.",
            hire,
            "Hire a character",
        ),
    )


def _count_in_words(number: int, singular: str, suffix: str, plural: str = "") -> str:
    """Return a count as text, such as "6 characters hired." for a checklist."""
    if number:
        return f"{counted(number, singular, plural or None)} {suffix}."
    return f"No {plural or singular + 's'} yet."


@team_page()
def approval(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show what the roster still needs, and the form for asking for approval."""
    form = Act(request.POST or None)

    def asking() -> Team:
        return services.ask_approval(team=team, now=timezone.now())

    response = carry_out(
        request,
        form,
        asking,
        to=team_url("team-approval", team),
        message=lambda row: (
            f"{row.name} was approved automatically and plays from the next week that opens."
            if row.approved_at
            else "Approval requested. You get a notification when the GM answers."
        ),
    )
    if response:
        return response
    sheets, house_rules = roster(team), rules_of(team.campaign)
    checks = checklist(team, sheets)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/teams/approval",
        here="team",
        title="Roster approval",
        form=form,
        checks=checks,
        lacks=not all(check.is_met for check in checks),
        problems=() if team.approved_at else problems_in(sheets, house_rules),
        by_rule=house_rules.approve_legal_rosters,
    )
