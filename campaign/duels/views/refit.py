"""The page for refitting a vehicle.

It belongs to this package because an entered vehicle can also be refitted (E47).
"""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse

from campaign.duels.services import exchanges
from campaign.garage.views.builder import refit_page
from campaign.league.models import Team
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.permissions import team_page


@team_page()
def refit(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Turn a vehicle into another design on the same body."""
    return refit_page(request, viewer, team, pk, exchanges.refit)
