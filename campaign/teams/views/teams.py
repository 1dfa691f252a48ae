"""The club's teams: the list, each team's public face, asking for approval."""

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
from campaign.league.selectors import club as clubs
from campaign.league.selectors import deputies
from campaign.league.selectors import people as members
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.selectors.teams import find_team
from campaign.league.views.frame import render_club_page, render_team_page, team_url
from campaign.league.views.permissions import club_page, team_page
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
    """All teams of the club."""
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
    """Change a team's face."""
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
    """A team's public face: its people by name and role, its vehicles as seen in duels, its
    owners.
    """
    found = or_404(find_team(viewer, team))
    seen = [one for one in season_vehicles(viewer.campaign) if one.team_id == found.pk]
    return render_team_page(
        request,
        viewer,
        found,
        "campaign/teams/team",
        here="team",
        title=found.name,
        crumbs=(),
        people=public_roster([found.pk], viewer.campaign).get(found.pk, ()),
        seen=seen,
        owners=members.names_of_owners(found),
        deputies=deputies.current_deputies(found),
        audience="club",
        at_home=True,
        rival_of=_rival(viewer, found),
    )


def _rival(viewer: Viewer, team: Team) -> Team | None:
    """The viewer's own team, if it may call this one out (C55)."""
    own = viewer.teams[0] if viewer.teams else None
    plays = own is not None and own.approved_at and team.approved_at and not team.left_at
    return own if plays and own != team and not viewer.campaign.tryout else None


@dataclass(frozen=True, slots=True)
class Check:
    """One thing a roster needs: whether it is there, and where to see to it."""

    done: bool
    text: str
    url: str = ""
    action: str = ""


def checklist(team: Team, sheets: Sequence[Sheet]) -> tuple[Check, ...]:
    """What a roster needs before it can play, and what it had better have. Two queries."""
    house = rules_of(team.campaign)
    crew = [one for one in sheets if one.body.health != "dead"]
    cars, wanted = current_vehicles(team), house.roster_default
    spies = sum(
        any(skills.trained(skill.level) for skill in one.skills if skill.key == "espionage")
        for one in crew
    )
    fit = any(people.conscious(one.body.dp) for one in crew)
    hire, build = team_url("hire", team), team_url("build", team)
    return (
        Check(
            bool(crew),
            f"{_some(len(crew), 'character', 'hired')} Most teams start with {wanted}.",
            hire,
            "Hire a character",
        ),
        Check(
            spies > 0,
            _some(spies, "spy", "with espionage at base level or better", "spies"),
            hire,
            "Hire a spy",
        ),
        Check(bool(cars), _some(len(cars), "vehicle", "in the garage"), build, "Build a vehicle"),
        Check(
            fit,
            "At least one character is fit for missions."
            if fit
            else "No one is fit for missions yet.",
            hire,
            "Hire a character",
        ),
    )


def _some(number: int, one: str, how: str, several: str = "") -> str:
    """So many of them, or that there is none yet: "6 characters hired." or "No characters yet."."""
    return (
        f"{counted(number, one, several or None)} {how}."
        if number
        else f"No {several or one + 's'} yet."
    )


@team_page()
def approval(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """What the roster still lacks, and asking to have it approved."""
    form = Act(request.POST or None)

    def asking() -> Team:
        return services.ask_approval(team=team, at=timezone.now())

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
    sheets, house = roster(team), rules_of(team.campaign)
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
        lacks=not all(check.done for check in checks),
        problems=() if team.approved_at else problems_in(sheets, house),
        by_rule=house.approve_legal_rosters,
    )
