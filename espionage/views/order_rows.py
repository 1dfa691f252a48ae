"""A row of the order form by itself: what htmx asks for when something was picked."""

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
from espionage.selectors.order_weeks import may_be_drafted, order_week, takes_orders, writing

from .order_form import typed_form

if TYPE_CHECKING:
    from campaign.league.models import Team
    from campaign.league.selectors.viewer import Viewer

ABOUT_FIELDS = ("spy", "action", "target_team")
ABOUT_KIT = ("gear", "count")


@require_POST
@team_page(allow=policy.may_command)
def row(request: HttpRequest, viewer: Viewer, team: Team, key: str) -> HttpResponse:
    """What one row comes to as it is typed: its odds, load and the bill, and the fields that follow
    from what was picked.
    """
    week = order_week(viewer.campaign, timezone.now(), coming="next" in request.GET)
    if week is None or not (takes_orders(week, timezone.now()) or may_be_drafted(week)):
        raise Http404
    policy.require(policy.may_command_in(viewer, team, week))
    form = typed_form(writing(week, team), request.POST, typed_rows(request.POST))
    found = or_404(next((each for each in form.rows if each.key == key), None))
    picked = request.headers.get("HX-Trigger-Name", "").rpartition("-")[2]
    shown = {
        "form": form,
        "row": found,
        "fields_too": picked in ABOUT_FIELDS,
        "kit_too": picked in ABOUT_KIT,
        "team": team,
        "coached": request.POST.get("coach") == "1",
        "swap": True,
    }
    return render(request, "espionage/order_fragment.html", shown)
