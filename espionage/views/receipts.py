"""Receipts: the saved orders in plain words, with the digest that binds both team and site."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.league import policy
from campaign.league.models import Team, Week
from campaign.league.selectors.house import rules_in
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.permissions import team_page
from core.web.not_found import or_404
from espionage.models import OrderSheet
from espionage.rules.receipt import make_receipt as receipt_of
from espionage.selectors import rival_vehicles, sheets
from espionage.selectors.order_weeks import takes_orders, this_week, week_numbered
from espionage.selectors.public import view_for_week
from espionage.selectors.reports import frozen_file
from espionage.selectors.sheet_chances import guard_records, sheet_chances

from .frame import show


@require_safe
@team_page(allow=policy.may_command)
def receipt(
    request: HttpRequest, viewer: Viewer, team: Team, version: int | None = None
) -> HttpResponse:
    """Show the receipt of the current version or an older version, and the list of versions."""
    week = or_404(this_week(viewer.campaign))
    return _draw(
        request, viewer, team, week, version, "receipt", editable=takes_orders(week, timezone.now())
    )


@require_safe
@team_page(allow=policy.may_command)
def paper(request: HttpRequest, viewer: Viewer, team: Team) -> HttpResponse:
    """Show the sheet for printing."""
    week = or_404(this_week(viewer.campaign))
    return _draw(request, viewer, team, week, None, "orders_paper", editable=False)


@require_safe
@team_page()
def sealed(request: HttpRequest, viewer: Viewer, team: Team, number: int) -> HttpResponse:
    """Show the receipt for the orders of an earlier week."""
    week = or_404(week_numbered(viewer.campaign, number, request.GET.get("season", "")))
    return _draw(request, viewer, team, week, None, "receipt", editable=False)


def _draw(
    request: HttpRequest,
    viewer: Viewer,
    team: Team,
    week: Week,
    version: int | None,
    template: str,
    *,
    editable: bool,
) -> HttpResponse:
    policy.require(policy.may_command_in(viewer, team, week))
    rows = sheets.history(week, team)
    sheet_row = or_404(_pick_version(rows, version))
    title = (
        f"Receipt, week {week.number}"
        if template == "receipt"
        else f"Order sheet, week {week.number}"
    )
    return show(
        request,
        viewer,
        team,
        template,
        here="orders",
        title=title,
        week=week,
        sheet=sheet_row,
        rows=rows,
        newest=rows[0],
        editable=editable,
        salt=bytes(sheet_row.salt).hex(),
        **_receipt_context(week, team, sheet_row, with_records=policy.owns(viewer, team)),
    )


def _pick_version(rows: tuple[OrderSheet, ...], version: int | None) -> OrderSheet | None:
    if version is None:
        return rows[0] if rows else None
    return next((row for row in rows if row.version == version), None)


def _receipt_context(
    week: Week, team: Team, sheet_row: OrderSheet, *, with_records: bool
) -> dict[str, Any]:
    """Return the sheet in words, based on the team's current file or its file at the deadline."""
    rules = rules_in(week)
    club_view, sheet = view_for_week(team, week, rules), sheets.read_sheet(sheet_row)
    names = rival_vehicles.names_on_sheet(team, sheet)
    file = frozen_file(week, team) or club_view.file
    records = guard_records(week, team) if with_records else ()
    odds = sheet_chances(file, sheet, club_view.roster, rules, records)
    return {"words": receipt_of(sheet, file, club_view.roster, rules, names, odds=odds)}
