"""Pages for importing and exporting records.

They show a preview of a file with its errors, import it, and list the records from before the club
joined this site.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from campaign.desk.views.frame import desk_page, draw, is_confirmed
from campaign.garage.rules.printed_writing import write_printed
from campaign.house_rules.rules.house import HouseRules
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url, render_club_page
from campaign.league.views.permissions import club_page
from campaign.moving.forms.moving import (
    PreviewedWorkbook,
    WorkbookFile,
    as_text,
    choices_from,
)
from campaign.moving.rules.arranging import ArrangedSheet, SheetChoice, arrange
from campaign.moving.rules.columns import SHEETS
from campaign.moving.rules.preview import below_base, skills_in_words
from campaign.moving.rules.records import History, OldRecords
from campaign.moving.rules.workbook import in_words, read_arranged
from campaign.moving.selectors import workbooks
from campaign.moving.services.moving_in import move_in
from core.web import spreadsheets
from core.web.problems import Problem
from core.web.sheets import Sheets
from core.web.views.posting import REFUSED, carry_out

SAVED_CHOICES: Final = "import_choices"
"""Key of the session under which the meanings of columns are kept for the next file."""
MAX_SHOWN_COLUMNS: Final = 200
"""Maximum number of columns whose meaning can be changed on the preview page."""
WORKBOOKS: dict[str, Callable[[Viewer], workbooks.WorkbookRows]] = {
    "sample": lambda viewer: workbooks.sample(viewer.campaign),
    "club": workbooks.club_workbook,
}


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def moving(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Preview a file, arrange its columns, import the previewed workbook, or show the result."""
    move = workbooks.move_of(viewer.campaign)
    closed = workbooks.import_obstacle(viewer.campaign, move)
    previewed = PreviewedWorkbook(request.POST)
    if is_confirmed(request):
        response = carry_out(
            request,
            previewed,
            lambda: move_in(
                campaign=viewer.campaign,
                sheets=previewed.cleaned_data["workbook"],
                choices=previewed.cleaned_data["choices"],
                actor=viewer.person,
                now=timezone.now(),
            ),
            to=club_url("desk-moving", viewer.campaign),
            message="The records were imported.",
        )
        return response or _page(request, viewer, WorkbookFile(), closed, refused=previewed)
    if "arrange" in request.POST and not closed:
        if not previewed.is_valid():
            return _page(request, viewer, WorkbookFile(), closed, refused=previewed)
        return _rearranged(request, viewer, previewed)
    form = WorkbookFile(request.POST or None, request.FILES or None)
    if request.method == "POST" and not closed and form.is_valid():
        return _preview(request, viewer, form.cleaned_data["sheets"], _saved_choices(request))
    leftovers = workbooks.history_of(move).notes
    return _page(request, viewer, form, closed, move=move, leftovers=leftovers)


def _rearranged(request: HttpRequest, viewer: Viewer, previewed: PreviewedWorkbook) -> HttpResponse:
    """Preview the workbook with the meanings of columns that the GM chose, and keep these for the
    next file.
    """
    sheets = previewed.cleaned_data["workbook"]
    context = workbooks.context_of(viewer.campaign)
    arrangement = arrange(sheets, context.house_rules, previewed.cleaned_data["choices"])
    choices = previewed.cleaned_data["choices"] | choices_from(request.POST, arrangement)
    titles = {sheet.title for sheet in arrangement.sheets}
    choices = {title: choice for title, choice in choices.items() if title in titles}
    request.session[SAVED_CHOICES] = msgspec.to_builtins(choices)
    return _preview(request, viewer, sheets, choices)


def _page(
    request: HttpRequest, viewer: Viewer, form: WorkbookFile, closed: str, **context: Any
) -> HttpResponse:
    return draw(
        request,
        viewer,
        "campaign/moving/moving",
        title="Import and export records",
        tab="desk",
        form=form,
        closed=closed,
        kinds=spreadsheets.FORMATS,
        sheets=SHEETS,
        status=REFUSED if "refused" in context else None,
        **context,
    )


def _saved_choices(request: HttpRequest) -> dict[str, SheetChoice]:
    try:
        return msgspec.convert(request.session.get(SAVED_CHOICES, {}), dict[str, SheetChoice])
    except msgspec.ValidationError:  # a session of another version of the site
        return {}


def _preview(
    request: HttpRequest, viewer: Viewer, sheets: Sheets, choices: Mapping[str, SheetChoice]
) -> HttpResponse:
    context = workbooks.context_of(viewer.campaign)
    arrangement = arrange(sheets, context.house_rules, choices)
    records, problems = read_arranged(arrangement, context)
    titles = {skill.key: skill.title for skill in context.house_rules.skill_costs}
    used = {sheet.title: choices[sheet.title] for sheet in arrangement.sheets if sheet.choice}
    return draw(
        request,
        viewer,
        "campaign/moving/preview",
        title="Import preview",
        tab="desk",
        problems=[_problem_parts(problem) for problem in problems],
        arranged=_arranged_sheets(arrangement.sheets, titles),
        kinds=list(SHEETS),
        leftovers=arrangement.leftovers,
        records=records,
        words=in_words(records) if records else "",
        teams=_by_team(records) if records else [],
        people=_people(records, context.house_rules) if records else [],
        cars=[(car, write_printed(car.design)) for car in records.cars] if records else [],
        below_base=below_base(records, context.house_rules) if records else (),
        form=PreviewedWorkbook(initial={"workbook": as_text(sheets), "choices": as_text(used)}),
        status=REFUSED if problems else None,
    )


def _arranged_sheets(
    sheets: Sequence[ArrangedSheet], titles: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Return the sheets of the file for the page, with the words for each heading. Columns above
    the maximum keep their proposed headings.
    """
    rows, columns_left = [], MAX_SHOWN_COLUMNS
    for sheet in sheets:
        columns = sheet.columns[:columns_left]
        columns_left -= len(columns)
        rows.append(
            {
                "sheet": sheet,
                "columns": columns,
                "hidden": len(sheet.columns) - len(columns),
                "headings": [(heading, titles.get(heading, heading)) for heading in sheet.headings],
                "unknown": sum(1 for column in sheet.columns if not column.heading),
            }
        )
    return rows


def _problem_parts(problem: Problem) -> tuple[str, str, str]:
    """Return the sheet, the cell and the remaining text of an error."""
    sheet, _, cell = problem.field.partition("!")
    return sheet, cell, problem.sentence.partition(": ")[2]


def _by_team(records: OldRecords) -> list[dict[str, Any]]:
    points = {record.team: record.points for record in records.standings}
    return [
        {
            "team": team,
            "people": [record.name for record in records.people if record.team == team.name],
            "cars": [record.name for record in records.cars if record.team == team.name],
            "points": points.get(team.name, 0),
        }
        for team in records.teams
    ]


def _people(records: OldRecords, house_rules: HouseRules) -> list[dict[str, Any]]:
    return [
        {"person": person, "skills": skills_in_words(person.points, house_rules)}
        for person in records.people
    ]


@require_safe
@desk_page
def workbook(request: HttpRequest, viewer: Viewer, what: str, kind: str) -> HttpResponse:
    """Download a file with the sample or the current club."""
    make = WORKBOOKS.get(what)
    if make is None or kind not in spreadsheets.FORMATS:
        raise Http404
    name = f"{viewer.campaign.slug}-{what}.{kind}"
    return HttpResponse(
        spreadsheets.write(kind, make(viewer)),
        content_type=spreadsheets.CONTENT_TYPES[kind],
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_safe
@club_page()
def old_records(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the club's records from before it joined this site to its members."""
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
        {"week": week, "places": [place for place in history.places if place.week == week.number]}
        for week in history.weeks
    ]


def _tables(history: History) -> list[dict[str, Any]]:
    names = dict.fromkeys(standing.season for standing in history.standings)
    return [
        {
            "season": name,
            "rows": sorted(
                (standing for standing in history.standings if standing.season == name),
                key=lambda standing: (-standing.points, standing.team),
            ),
        }
        for name in names
    ]
