"""Pages for the club's teams: the list, each team's page, and the request for approval."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.duels.selectors.duels import season_vehicles
from campaign.garage.selectors.garage import current_vehicles
from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors import people as members
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.selectors.teams import find_team
from campaign.league.views.frame import render_club_page, render_team_page, team_url
from campaign.league.views.permissions import club_page, team_page
from campaign.members.selectors import club as clubs
from campaign.members.selectors import deputies
from campaign.roster.rules import people, skills
from campaign.roster.selectors.roster import public_roster, roster
from campaign.teams.forms.teams import TeamForm
from campaign.teams.selectors.approval import problems_in
from campaign.teams.services import teams as services
from core.web.forms.base import Act
from core.web.not_found import or_404
from core.web.pictures.words import counted
from core.web.views.posting import carry_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from campaign.league.selectors.viewer import Viewer
    from campaign.roster.selectors.roster import Sheet


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

    It has the team's people by name and role, its vehicles as seen in duels, and its owners.
    """
    shown_team = or_404(find_team(viewer, team))
    vehicles = [
        vehicle for vehicle in season_vehicles(viewer.campaign) if vehicle.team_id == shown_team.pk
    ]
    return render_team_page(
        request,
        viewer,
        shown_team,
        "campaign/teams/team",
        here="team",
        title=shown_team.name,
        crumbs=(),
        people=public_roster([shown_team.pk], viewer.campaign).get(shown_team.pk, ()),
        seen=vehicles,
        owners=members.names_of_owners(shown_team),
        deputies=deputies.current_deputies(shown_team),
        audience="club",
        at_home=True,
        rival_of=_possible_challenger(viewer, shown_team),
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
    return (
        f"{counted(number, singular, plural or None)} {suffix}."
        if number
        else f"No {plural or singular + 's'} yet."
    )


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
