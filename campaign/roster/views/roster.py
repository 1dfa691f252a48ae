"""Pages for a team's people: the roster, hiring, characters with their ledger, assigning points,
and dismissal.
"""

from __future__ import annotations

from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_team_page, team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.ledger.selectors import books
from campaign.ledger.views import descriptions
from campaign.roster.forms.roster import AssignForm, FaceForm, PointsForm
from campaign.roster.models import Character
from campaign.roster.rules.archetypes import archetypes_for, find_archetype
from campaign.roster.rules.decorations import Service, list_decorations
from campaign.roster.rules.skills import check_start
from campaign.roster.selectors.gold_cross import desk_of
from campaign.roster.selectors.roster import Sheet, load_character, roster, sheet_of, sheets
from campaign.roster.selectors.service import missions_of, service_of
from campaign.roster.services import roster as services
from core.web.not_found import or_404
from core.web.refusals import BadForm
from core.web.views.posting import REFUSED, carry_out, confirmed

PAGE_SIZE = 40


@require_safe
@team_page(allow=policy.may_read_books)
def people(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the roster with all details."""
    rules = rules_of(viewer.campaign)
    sheets_by_name = sorted(
        roster(team), key=lambda sheet: (sheet.body.health == "dead", sheet.name)
    )
    learners = [
        sheet for sheet in sheets_by_name if sheet.general > 0 and sheet.body.health != "dead"
    ]
    assigning = [
        (
            sheet,
            AssignForm(
                house_rules=rules,
                known_skills=sheet.skills,
                auto_id=f"{sheet.id.hex[:6]}_%s",
                initial={"amount": sheet.general},
            ),
        )
        for sheet in learners
    ]
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/roster/roster",
        here="roster",
        title="Roster",
        people=sheets_by_name,
        assigning=assigning if policy.owns(viewer, team) else (),
        cap=rules.roster_cap,
        living=sum(sheet.body.health != "dead" for sheet in sheets_by_name),
    )


@team_page()
def hire(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Hire a character, from scratch or based on an archetype.

    The "check" action counts points without hiring.
    """
    rules = rules_of(viewer.campaign)
    start = find_archetype(request.GET.get("from", ""))
    form = PointsForm(
        request.POST or None, house_rules=rules, initial=PointsForm.start(start) if start else None
    )

    def hiring() -> Character:
        return services.hire(
            team=team,
            new=form.record,
            actor=viewer.person,
            now=timezone.now(),
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
        starts=archetypes_for(rules),
    )


def _points_page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    form: PointsForm,
    *,
    checking: bool,
    title: str,
    **context: object,
) -> HttpResponse:
    if checking and form.is_valid() and (problems := check_start(form.points, form.house_rules)):
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
        house=form.house_rules,
        status=status,
        **context,
    )


@require_safe
@team_page(allow=policy.may_read_books)
def character(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Show a character with all details. The ledger rows have pagination."""
    return _character_page(request, viewer, team, or_404(load_character(team, pk)))


def _character_page(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    person: Character,
    form: AssignForm | None = None,
) -> HttpResponse:
    rules = rules_of(viewer.campaign)
    sheet = sheet_of(person, rules)
    can_learn = (
        policy.owns(viewer, team)
        and sheet.general > 0
        and sheet.body.health != "dead"
        and person.left_at is None
    )
    if form is None and can_learn:
        form = AssignForm(
            house_rules=rules, known_skills=sheet.skills, initial={"amount": sheet.general}
        )
    owns = policy.owns(viewer, team)
    served = service_of([person.pk], own=owns).get(person.pk, Service())
    page = Paginator(books.history_of_character(person.pk), PAGE_SIZE).get_page(
        request.GET.get("page")
    )
    rows = descriptions.describe_rows(
        page.object_list, names=descriptions.skill_names(rules), for_owner=owns
    )
    return render_team_page(
        request,
        viewer,
        team,
        "campaign/roster/character",
        here="roster",
        title=person.name,
        crumbs=(("Roster", team_url("roster", team)),),
        desk=desk_of(person, sheet.body, rules),
        person=person,
        sheet=sheet,
        service=served,
        decorations=tuple(list_decorations(served, "")),
        career=missions_of(person) if owns else None,
        form=form,
        page=page,
        rows=rows,
        may_release=may_release(viewer, team, sheet),
        fixed=owns and is_fixed(team),
    )


def may_release(viewer: Viewer, team: Team, sheet: Sheet) -> bool:
    """Return whether the page shows a button for dismissing this character."""
    return policy.owns(viewer, team) and sheet.left_at is None and sheet.body.health != "dead"


@require_POST
@team_page()
def assign(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Assign general points to a skill (E2)."""
    person, rules = or_404(load_character(team, pk)), rules_of(viewer.campaign)
    form = AssignForm(request.POST, house_rules=rules)

    def assigning() -> None:
        services.assign(
            character=person,
            skill=form.record.skill,
            amount=form.record.amount,
            actor=viewer.person,
            now=timezone.now(),
        )

    message = f"Points assigned to {person.name}."
    response = carry_out(
        request, form, assigning, to=team_url("character", team, pk=pk), message=message
    )
    return response or _character_page(request, viewer, team, person, form)


@team_page()
def edit(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Edit a character. After name and points are fixed, only role and description can change."""
    person = or_404(load_character(team, pk))
    if is_fixed(team):
        return _edit_face(request, viewer, team, person)
    return _edit_points(request, viewer, team, person)


def _edit_face(request: HttpRequest, viewer: Viewer, team: Team, person: Character) -> HttpResponse:
    form = FaceForm(request.POST or None, row=person, approved=True)

    def editing() -> Character:
        return services.edit(
            character=person,
            face=form.record,
            actor=viewer.person,
            now=timezone.now(),
        )

    page = team_url("character", team, pk=person.pk)
    response = carry_out(request, form, editing, to=page, message="Saved.")
    crumbs = (("Roster", team_url("roster", team)), (person.name, page))
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
    request: HttpRequest, viewer: Viewer, team: Team, person: Character
) -> HttpResponse:
    rules = rules_of(viewer.campaign)
    points = sheets([person], rules)[0].points
    initial = {f"skill_{key}": spent for key, spent in points.items()}
    form = PointsForm(request.POST or None, house_rules=rules, row=person, initial=initial)

    def editing() -> Character:
        return services.edit(
            character=person,
            face=form.record,
            points=form.points,
            actor=viewer.person,
            now=timezone.now(),
        )

    page = team_url("character", team, pk=person.pk)
    checking = request.method == "POST" and "check" in request.POST
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
        title=f"Change {person.name}",
        action="Save",
        back=page,
    )


@team_page()
def release(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Dismiss a character after a confirmation."""
    person = or_404(load_character(team, pk))
    page = team_url("character", team, pk=pk)
    return confirmed(
        request,
        lambda: services.release(character=person, now=timezone.now()),
        to=team_url("roster", team),
        message=f"{person.name} was dismissed.",
        back=page,
        title=f"Dismiss {person.name}",
        sentence=f"{person.name} leaves {team.name} permanently.",
        effects=_dismissal_effects(team),
        action="Dismiss",
        crumbs=team_crumbs(viewer, team, ("Roster", team_url("roster", team)), (person.name, page)),
    )


def _dismissal_effects(team: Team) -> tuple[str, ...]:
    effects = (
        "Their skills, prestige and unassigned points are lost.",
        "They are removed from their vehicles.",
    )
    if team.approved_at:
        return (*effects, "They still count towards the season’s roster cap.")
    return effects
