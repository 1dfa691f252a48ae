"""The desk log, which shows the actions of GMs to the whole club."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from campaign.league import policy
from campaign.league.selectors.desk_log import acts
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page

from .frame import draw
from .log_sentences import sentence

PAGE_SIZE = 30


@require_safe
@club_page()
def desk_log(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List public actions of GMs.

    A team's owners, and GMs without a team, also see actions that concern the team.
    """
    page: Any = Paginator(acts(viewer), PAGE_SIZE).get_page(request.GET.get("page"))
    rows = [
        {"act": act, "sentence": sentence(act), "public": act.public} for act in page.object_list
    ]
    context = {
        "page": page,
        "rows": rows,
        "audience": "club",
        "lede": "Actions of the GMs and their reasons.",
    }
    if policy.may_run_desk(viewer):
        return draw(request, viewer, "log", title="Desk log", tab="desk-log", **context)
    return render_club_page(
        request, viewer, "campaign/desk/log", here="desk-log", title="Desk log", **context
    )
