"""The duel or event that an address names, and links to its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from campaign.duels.selectors.events import as_event, duel_page
from campaign.league.selectors.links import in_season
from campaign.league.views.calendar import requested_week
from campaign.league.views.frame import club_url, week_url
from core.web.not_found import or_404

if TYPE_CHECKING:
    from django.http import HttpRequest

    from campaign.league.models import Week
    from campaign.league.selectors.viewer import Viewer


def asked_duel(request: HttpRequest, viewer: Viewer, number: int, event: int | None) -> Week:
    """Return the week in the address. If the address names an event, return the week as that
    event.
    """
    return or_404(as_event(requested_week(request, viewer, number), event))


def duel_url(name: str, week: Week, **arguments: Any) -> str:
    """Return the address of a page of the duel or event."""
    page, page_arguments = duel_page(name, week)
    return in_season(club_url(page, week.season.campaign, **page_arguments, **arguments), week)


def trail(week: Week, *further: tuple[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the breadcrumbs for pages below a duel."""
    campaign = week.season.campaign
    return (
        ("Weeks", in_season(club_url("weeks", campaign), week)),
        (f"Week {week.number}", week_url("week", week)),
        (week.event.name if week.event else "Duel", duel_url("duel", week)),
        *further,
    )
