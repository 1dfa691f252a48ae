"""A single row of the order form, which htmx requests after a change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from campaign.league import policy
from campaign.league.views.permissions import team_page
from core.web.not_found import or_404
from espionage.forms.sheet_draft import typed_rows
from espionage.selectors.order_weeks import can_be_drafted, load_form_data, order_week, takes_orders

from .order_form import typed_form

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer

FIELDS_CHANGING_FIELDS = ("spy", "action", "target_team")
FIELDS_CHANGING_KIT = ("gear", "count")


@require_POST
@team_page(allow=policy.may_command)
def row(request: HttpRequest, viewer: Viewer, team: Team, key: str) -> HttpResponse:
    """Show one row as typed: its odds, load and bill, and the fields that depend on the choices."""
    week = order_week(viewer.campaign, timezone.now(), prefer_coming="next" in request.GET)
    if week is None or not (takes_orders(week, timezone.now()) or can_be_drafted(week)):
        raise Http404
    policy.require(policy.may_command_in(viewer, team, week))
    form = typed_form(
        load_form_data(week, team, with_records=policy.owns(viewer, team)),
        request.POST,
        typed_rows(request.POST),
    )
    typed_row = or_404(
        next((row_picture for row_picture in form.rows if row_picture.key == key), None)
    )
    changed_field = request.headers.get("HX-Trigger-Name", "").rpartition("-")[2]
    context = {
        "form": form,
        "row": typed_row,
        "fields_too": changed_field in FIELDS_CHANGING_FIELDS,
        "kit_too": changed_field in FIELDS_CHANGING_KIT,
        "team": team,
        "coached": request.POST.get("coach") == "1",
        "swap": True,
    }
    return render(request, "espionage/order_fragment.html", context)
