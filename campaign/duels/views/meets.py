"""The page with the draw sheet of a set of heats."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.calendar.views.calendar import resolve_duel
from campaign.duels.selectors import meets
from campaign.duels.views.addresses import trail
from campaign.league.models import Duel
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import render_club_page
from campaign.league.views.permissions import club_page
from core.web.not_found import or_404


@require_safe
@club_page()
@resolve_duel
def draw_sheet(request: HttpRequest, viewer: Viewer, duel: Duel) -> HttpResponse:
    """Show the draw sheet of a heat or a final."""
    sheet = or_404(meets.sheet(duel, timezone.now()))
    final = sheet.final.duel
    return render_club_page(
        request,
        viewer,
        "campaign/duels/draw",
        here="weeks",
        title=f"{final.title}: heats and final",
        sheet=sheet,
        final=final,
        entry_words="Your entry" if viewer.teams else "",
        nobody=not sheet.heats and not sheet.straight,
        called_off=final.called_off_at is not None,
        crumbs=trail(final),
    )
