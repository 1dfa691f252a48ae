"""Pages for founding a team by hand, founding a ready-made team, and completing a team."""

from __future__ import annotations

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page, render_team_page, team_url
from campaign.league.views.permissions import club_page, team_page
from campaign.teams.forms.teams import ReadyForm, TeamForm
from campaign.teams.rules.ready_company import Company
from campaign.teams.selectors import ready_company as selector
from campaign.teams.services import ready_company
from campaign.teams.services import teams as services
from core.web.forms.base import Act
from core.web.pictures.badges import CHOICES
from core.web.pictures.words import counted
from core.web.views.posting import carry_out


@club_page(allow=policy.may_play)
def found_team(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show both forms for founding a team. Submitting to this address founds a team by hand."""
    form = TeamForm(request.POST or None, initial={"colour": CHOICES[0][0], "emblem": "plain"})

    def founding() -> Team:
        return services.found_team(
            campaign=viewer.campaign, owner=viewer.person, face=form.record, now=timezone.now()
        )

    response = carry_out(
        request,
        form,
        founding,
        to=lambda team: team_url("team", team),
        message=lambda team: f"{team.name} was created. Next, hire your people.",
    )
    return response or _founding_page(request, viewer, by_hand=form)


@club_page(allow=policy.may_play)
def found_ready(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Create a ready-made team."""
    form = ReadyForm(request.POST or None, initial=_suggestion(request, viewer))

    def founding() -> Team:
        return ready_company.found_ready(
            campaign=viewer.campaign, owner=viewer.person, face=form.record, now=timezone.now()
        )

    response = carry_out(
        request,
        form,
        founding,
        to=club_url("club", viewer.campaign),
        message=lambda team: (
            f"{team.name} was created with people and vehicles. {_approval_sentence(team)}"
        ),
    )
    return response or _founding_page(request, viewer, ready=form)


def _approval_sentence(team: Team) -> str:
    """Return a sentence about the approval of a team that has just asked for it."""
    if team.approved_at:
        return "It is approved and can play from the next week that opens."
    return "The GM was asked to approve it."


def _suggestion(request: HttpRequest, viewer: Viewer) -> dict[str, str]:
    """Return the suggested name and colours. `?another=2` selects the third suggestion."""
    face = selector.suggest_team(viewer.campaign, viewer.person, _suggestion_number(request))
    return {"name": face.name, "colour": face.colour, "emblem": face.emblem}


def _suggestion_number(request: HttpRequest) -> int:
    text = request.GET.get("another", "")
    return int(text) if text.isdecimal() and len(text) < 4 else 0


def _founding_page(
    request: HttpRequest,
    viewer: Viewer,
    *,
    ready: ReadyForm | None = None,
    by_hand: TeamForm | None = None,
) -> HttpResponse:
    """Show the page for founding a team. If a form has been submitted, the page includes it."""
    house_rules = rules_of(viewer.campaign)
    company = selector.company_for_new_team(viewer.campaign)
    by_hand_sent = by_hand is not None and by_hand.is_bound
    ready_form = ready or ReadyForm(initial=_suggestion(request, viewer))
    hand_form = by_hand or TeamForm(initial={"colour": CHOICES[0][0], "emblem": "plain"})
    return render_club_page(
        request,
        viewer,
        "campaign/teams/found",
        here="teams",
        title="Create a team",
        form=hand_form if by_hand_sent else ready_form,
        ready=ready_form,
        drawn={name: ready_form[name].value() or "" for name in ("name", "colour", "emblem")},
        by_hand=hand_form,
        another=_suggestion_number(request) + 1,
        people=_people(company),
        cars=counted(len(company.cars), "car") if company.cars else "",
        capital=house_rules.starting_capital,
        by_rule=house_rules.approve_legal_rosters,
        crumbs=(("Teams", club_url("teams", viewer.campaign)),),
        already=viewer.teams[0] if viewer.teams else None,
    )


def _people(company: Company) -> str:
    """Return the people to hire by role, such as "3 spies, 2 drivers and 1 gunner"."""
    roles = Counter(member.role for member in company.people)
    plurals = {"spy": "spies"}
    return _join_parts(
        [counted(number, role, plurals.get(role)) for role, number in roles.most_common()]
    )


def _join_parts(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


@team_page()
def complete(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Hire and build what the team lacks to be complete."""
    form, asks = Act(request.POST or None), team.approved_at is None and team.asked_at is None

    def completing() -> Team:
        return ready_company.complete(team=team, actor=viewer.person, now=timezone.now())

    response = carry_out(
        request,
        form,
        completing,
        to=team_url("team", team),
        message=lambda row: (
            f"{row.name} is complete." + (f" {_approval_sentence(row)}" if asks else "")
        ),
    )
    if response:
        return response
    company = selector.missing_company(team)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/teams/complete",
        here="team",
        title="Complete the team",
        form=form,
        people=_people(company),
        cars=[f"{car.new.name} ({car.new.design.model})" for car in company.cars],
        kits=company.kits,
        cost=company.cost,
        by_rule=rules_of(team.campaign).approve_legal_rosters,
        asks=asks,
    )
