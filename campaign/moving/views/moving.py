"""Moving in: the file, what it would bring or what is wrong with it, and the act; and what a club
tells of before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.views.frame import desk_page, draw, is_sure
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.moving.forms.moving import WorkbookFile, WorkbookSeen, as_text
from campaign.moving.rules.columns import SHEETS
from campaign.moving.rules.preview import below_base, skills_in_words
from campaign.moving.rules.workbook import in_words, read
from campaign.moving.selectors import workbooks
from campaign.moving.services.moving_in import move_in
from core.web import spreadsheets
from core.web.views.posting import REFUSED, carry_out

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.http import HttpRequest

    from campaign.league.rules.house import HouseRules
    from campaign.league.selectors.viewer import Viewer
    from campaign.moving.rules.records import History, OldRecords
    from core.web.problems import Problem
    from core.web.sheets import Sheets

BOOKS: dict[str, Callable[[Viewer], workbooks.Book]] = {
    "sample": lambda viewer: workbooks.sample(viewer.campaign),
    "club": workbooks.club_workbook,
}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def moving(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """The file is looked at; what was looked at is moved in; then what comes next."""
    move = workbooks.move_of(viewer.campaign)
    closed = workbooks.closed_by(viewer.campaign, move)
    if is_sure(request):
        seen = WorkbookSeen(request.POST)
        done = carry_out(
            request,
            seen,
            lambda: move_in(
                campaign=viewer.campaign,
                sheets=seen.cleaned_data["workbook"],
                actor=viewer.person,
                at=timezone.now(),
            ),
            to=club_url("desk-moving", viewer.campaign),
            message="The records were imported.",
        )
        return done or _page(request, viewer, WorkbookFile(), closed, refused=seen)
    form = WorkbookFile(request.POST or None, request.FILES or None)
    if request.method == "POST" and not closed and form.is_valid():
        return _preview(request, viewer, form.cleaned_data["file"])
    return _page(request, viewer, form, closed, move=move)


def _page(
    request: HttpRequest, viewer: Viewer, form: WorkbookFile, closed: str, **shown: Any
) -> HttpResponse:
    return draw(
        request,
        viewer,
        "campaign/moving/moving",
        title="Import and export records",
        tab="desk",
        form=form,
        closed=closed,
        kinds=spreadsheets.KINDS,
        sheets=SHEETS,
        status=REFUSED if "refused" in shown else None,
        **shown,
    )


def _preview(request: HttpRequest, viewer: Viewer, sheets: Sheets) -> HttpResponse:
    known = workbooks.known_of(viewer.campaign)
    records, problems = read(sheets, known)
    return draw(
        request,
        viewer,
        "campaign/moving/preview",
        title="Import preview",
        tab="desk",
        problems=[_placed(problem) for problem in problems],
        records=records,
        words=in_words(records) if records else "",
        teams=_by_team(records) if records else [],
        people=_people(records, known.house) if records else [],
        below_base=below_base(records, known.house) if records else (),
        form=WorkbookSeen(initial={"workbook": as_text(sheets)}),
        status=REFUSED if problems else None,
    )


def _placed(problem: Problem) -> tuple[str, str, str]:
    """Sheet, cell, and the sentence without them."""
    sheet, _, cell = problem.field.partition("!")
    return sheet, cell, problem.sentence.partition(": ")[2]


def _by_team(records: OldRecords) -> list[dict[str, Any]]:
    points = {one.team: one.points for one in records.standings}
    return [
        {
            "team": team,
            "people": [one.name for one in records.people if one.team == team.name],
            "cars": [one.name for one in records.cars if one.team == team.name],
            "points": points.get(team.name, 0),
        }
        for team in records.teams
    ]


def _people(records: OldRecords, house: HouseRules) -> list[dict[str, Any]]:
    return [{"person": one, "skills": skills_in_words(one.points, house)} for one in records.people]


@require_safe
@desk_page
def workbook(request: HttpRequest, viewer: Viewer, what: str, kind: str) -> HttpResponse:
    """The sample to fill in, or the club as it stands, as a file."""
    make = BOOKS.get(what)
    if make is None or kind not in spreadsheets.KINDS:
        raise Http404
    name = f"{viewer.campaign.slug}-{what}.{kind}"
    return HttpResponse(
        spreadsheets.write(kind, make(viewer)),
        content_type=spreadsheets.TYPES[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@club_page()
def old_records(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """What the club tells of before it came here, for its members."""
    history = workbooks.history_of(workbooks.move_of(viewer.campaign))
    return render_club_page(
        request,
        viewer,
        "campaign/moving/old_records",
        here="standings",
        title="Earlier records",
        weeks=_weeks(history),
        tables=_tables(history),
        audience="club",
    )


def _weeks(history: History) -> list[dict[str, Any]]:
    return [
        {"week": week, "places": [one for one in history.places if one.week == week.number]}
        for week in history.weeks
    ]


def _tables(history: History) -> list[dict[str, Any]]:
    names = dict.fromkeys(one.season for one in history.standings)
    return [
        {
            "season": name,
            "rows": sorted(
                (one for one in history.standings if one.season == name),
                key=lambda one: (-one.points, one.team),
            ),
        }
        for name in names
    ]
