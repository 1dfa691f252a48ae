"""The page for retrying weeks whose processing failed."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from campaign.calendar.services import failed_weeks
from campaign.calendar.views.calendar import requested_week
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import week_url
from core.web.forms.base import Act
from core.web.idempotency import Redirect
from core.web.views.person import person
from core.web.views.posting import carry_out, turn_back

from .frame import desk_page


@require_POST
@desk_page
def retry(request: HttpRequest, viewer: Viewer, number: int) -> HttpResponse:
    """Retry a parked week."""
    week = requested_week(request, viewer, number)
    back = week_url("desk-week", week)
    form = Act(request.POST)

    def act() -> Redirect:
        failed_weeks.retry(week=week, actor=person(request), now=timezone.now())
        return Redirect(
            back, f"Week {number} will be retried within a minute with the same orders and dice."
        )

    return carry_out(request, form, act) or turn_back(request, form, back)
