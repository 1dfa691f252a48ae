"""The desk's overview, with pending tasks and links to all other pages."""

from __future__ import annotations

from functools import partial

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.calendar.selectors import pauses
from campaign.desk.selectors.desk import needs
from campaign.desk.views.calendar import strip
from campaign.desk.views.frame import desk_page, draw
from campaign.league.selectors.viewer import Viewer
from campaign.members.selectors.join_asks import open_join_asks
from campaign.voices.forms.talk import PostForm
from home.selectors.first_steps import first_steps as started
from home.views.first_steps import first_steps, opens_at
from home.views.next_steps import for_gm
from home.views.tasks import ranked


@require_safe
@partial(desk_page, live=True)
def overview(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Show the desk's overview."""
    now = timezone.now()
    pending = needs(viewer, now)
    first = first_steps(viewer.campaign, started(viewer, pending), opens_at(pending))
    return draw(
        request,
        viewer,
        "overview",
        title="Desk",
        tab="desk",
        needs=pending,
        tasks=ranked(for_gm(viewer.campaign, pending, first)),
        asks=open_join_asks(viewer.campaign) if viewer.campaign.public_at else (),
        pause=pauses.current_pause(viewer.campaign, now),
        first_steps=first,
        strip=strip(pending.week) if pending.week else (),
        plays=bool(viewer.team_ids),
        word_form=PostForm(label="Announcement"),
    )
