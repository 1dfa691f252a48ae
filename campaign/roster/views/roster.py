"""A team's people: the roster, hiring, each character with their ledger, assigning points, letting
go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from campaign.ledger.views import words
from campaign.roster.forms.roster import AssignForm, FaceForm, PointsForm
from campaign.roster.models import Character
from campaign.roster.rules.archetypes import archetype, archetypes_for
from campaign.roster.rules.skills import check_start
from campaign.roster.selectors.gold_cross import desk_of
from campaign.roster.selectors.roster import Sheet, character_of, roster, sheet_of, sheets
from campaign.roster.services import roster as services
from core.web.not_found import or_404
from core.web.refusals import BadForm
from core.web.views.posting import REFUSED, carry_out, confirmed

if TYPE_CHECKING:
    from campaign.league.selectors.viewer import Viewer

A_PAGE = 40


@require_safe
@team_page(allow=policy.may_read_books)
def people(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """The roster in full."""
    house = rules_of(viewer.campaign)
    everybody = sorted(roster(team), key=lambda one: (one.body.health == "dead", one.name))
    learners = [one for one in everybody if one.general > 0 and one.body.health != "dead"]
    assigning = [
        (
            one,
            AssignForm(
                house=house,
                held=one.skills,
                auto_id=f"{one.id.hex[:6]}_%s",
                initial={"amount": one.general},
            ),
        )
        for one in learners
    ]
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/roster/roster",
        here="roster",
        title="Roster",
        people=everybody,
        assigning=assigning if policy.owns(viewer, team) else (),
        cap=house.roster_cap,
        living=sum(one.body.health != "dead" for one in everybody),
    )


@team_page()
def hire(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Hire somebody, from scratch or from a ready-made start; "check" counts without hiring."""
    house = rules_of(viewer.campaign)
    start = archetype(request.GET.get("from", ""))
    form = PointsForm(
        request.POST or None, house=house, initial=PointsForm.start(start) if start else None
    )

    def hiring() -> Character:
        return services.hire(
            team=team,
            new=form.record,
            by=viewer.person,
            at=timezone.now(),
        )

    checking = request.method == "POST" and "check" in request.POST
    response = (
        request.method == "POST"
        and not checking
        and carry_out(
            request,
            form,
            hiring,
            to=team_url("roster", team),
            message=lambda character: f"{character.name} was hired.",
        )
    )
    return response or _points_page(
        request,
        viewer,
        team,
        form,
        checking=checking,
        start=start.key if start else "",
        title="Hire a character",
        action="Hire",
        back=team_url("roster", team),
        starts=archetypes_for(house),
    )


def _points_page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    form: PointsForm,
    *,
    checking: bool,
    title: str,
    **shown: object,
) -> HttpResponse:
    if checking and form.is_valid() and (problems := check_start(form.points, form.house)):
        form.refuse(BadForm(problems))
    status = REFUSED if form.is_bound and form.errors and not checking else 200
    crumbs = (("Roster", team_url("roster", team)),)
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/roster/hire",
        here="roster",
        title=title,
        crumbs=crumbs,
        form=form,
        checked=checking,
        house=form.house,
        status=status,
        **shown,
    )


@require_safe
@team_page(allow=policy.may_read_books)
def character(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """A character in full, with everything that was ever booked, a page at a time."""
    return _character_page(request, viewer, team, or_404(character_of(team, pk)))


def _character_page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    found: Character,
    form: AssignForm | None = None,
) -> HttpResponse:
    house = rules_of(viewer.campaign)
    sheet = sheet_of(found, house)
    can_learn = (
        policy.owns(viewer, team)
        and sheet.general > 0
        and sheet.body.health != "dead"
        and found.left_at is None
    )
    if form is None and can_learn:
        form = AssignForm(house=house, held=sheet.skills, initial={"amount": sheet.general})
    page = Paginator(books.history_of_character(found.pk), A_PAGE).get_page(request.GET.get("page"))
    rows = words.in_words(
        page.object_list, names=words.skill_names(house), own=policy.owns(viewer, team)
    )
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/roster/character",
        here="roster",
        title=found.name,
        crumbs=(("Roster", team_url("roster", team)),),
        desk=desk_of(found, sheet.body, house),
        person=found,
        sheet=sheet,
        form=form,
        page=page,
        rows=rows,
        may_release=may_release(viewer, team, sheet),
        fixed=policy.owns(viewer, team) and is_fixed(team),
    )


def may_release(viewer: Viewer, team: Team, sheet: Sheet) -> bool:
    """Whether the page offers to let this character go."""
    return policy.owns(viewer, team) and sheet.left_at is None and sheet.body.health != "dead"


@require_POST
@team_page()
def assign(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Assign general points (E2)."""
    found, house = or_404(character_of(team, pk)), rules_of(viewer.campaign)
    form = AssignForm(request.POST, house=house)

    def assigning() -> None:
        services.assign(
            character=found,
            skill=form.record.skill,
            amount=form.record.amount,
            by=viewer.person,
            at=timezone.now(),
        )

    said = f"Points assigned to {found.name}."
    response = carry_out(
        request, form, assigning, to=team_url("character", team, pk=pk), message=said
    )
    return response or _character_page(request, viewer, team, found, form)


@team_page()
def edit(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Change a character: everything until it is fixed, role and words at any time."""
    found = or_404(character_of(team, pk))
    return (
        _edit_face(request, viewer, team, found)
        if is_fixed(team)
        else _edit_points(request, viewer, team, found)
    )


def _edit_face(request: HttpRequest, viewer: Viewer, team: Team, found: Character) -> HttpResponse:
    form = FaceForm(request.POST or None, row=found, approved=True)

    def editing() -> Character:
        return services.edit(
            character=found,
            face=form.record,
            by=viewer.person,
            at=timezone.now(),
        )

    page = team_url("character", team, pk=found.pk)
    response = carry_out(request, form, editing, to=page, message="Saved.")
    crumbs = (("Roster", team_url("roster", team)), (found.name, page))
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="roster",
        title="Role and description",
        crumbs=crumbs,
        form=form,
        action="Save",
        back=page,
    )


def _edit_points(
    request: HttpRequest, viewer: Viewer, team: Team, found: Character
) -> HttpResponse:
    house = rules_of(viewer.campaign)
    held = sheets([found], house)[0].points
    initial = {f"skill_{key}": spent for key, spent in held.items()}
    form = PointsForm(request.POST or None, house=house, row=found, initial=initial)

    def editing() -> Character:
        return services.edit(
            character=found,
            face=form.record,
            points=form.points,
            by=viewer.person,
            at=timezone.now(),
        )

    page, checking = (
        team_url("character", team, pk=found.pk),
        request.method == "POST" and "check" in request.POST,
    )
    response = (
        request.method == "POST"
        and not checking
        and carry_out(request, form, editing, to=page, message="Saved.")
    )
    return response or _points_page(
        request,
        viewer,
        team,
        form,
        checking=checking,
        title=f"Change {found.name}",
        action="Save",
        back=page,
    )


@team_page()
def release(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Let a character go, after asking."""
    found = or_404(character_of(team, pk))
    page = team_url("character", team, pk=pk)
    return confirmed(
        request,
        lambda: services.release(character=found, at=timezone.now()),
        to=team_url("roster", team),
        message=f"{found.name} was dismissed.",
        back=page,
        title=f"Dismiss {found.name}",
        sentence=f"{found.name} leaves {team.name} permanently.",
        effects=_leaving(team),
        action="Dismiss",
        crumbs=team_crumbs(viewer, team, ("Roster", team_url("roster", team)), (found.name, page)),
    )


def _leaving(team: Team) -> tuple[str, ...]:
    gone = (
        "Their skills, prestige and unassigned points are lost.",
        "Their places in vehicles become empty.",
    )
    return (
        (*gone, "They still count towards the season’s roster cap.") if team.approved_at else gone
    )
