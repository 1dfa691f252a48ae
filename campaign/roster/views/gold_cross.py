"""Gold Cross (option): storing memories, keeping clones, bringing the dead back. Each asked first,
with its price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.views.frame import team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.roster.selectors.gold_cross import every_offer
from campaign.roster.selectors.roster import character_of
from campaign.roster.services import gold_cross as services
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.views.posting import confirmed

if TYPE_CHECKING:
    from campaign.league.selectors.viewer import Viewer
    from campaign.roster.rules.acts import Care


@team_page()
def gold_cross(
    request: HttpRequest, viewer: Viewer, team: Team, pk: UUID, act: str
) -> HttpResponse:
    """Do one of the things on offer, after asking."""
    found, house = or_404(character_of(team, pk)), rules_of(viewer.campaign)
    every = every_offer(house)
    if not house.gold_cross or act not in every:
        raise Http404
    offer, page = every[act], team_url("character", team, pk=pk)
    care: Care = "revive" if act == "body" else act  # type: ignore[assignment]

    def seeing_to() -> None:
        services.do(
            care,
            character=found,
            by=viewer.person,
            at=timezone.now(),
            body_home=act == "body",
        )

    return confirmed(
        request,
        seeing_to,
        to=page,
        message=f"Done. Gold Cross has treated {found.name}.",
        back=page,
        title=f"{offer.title}: {found.name}",
        sentence=f"{offer.sentence} This costs {money(offer.price)}.",
        action=f"Pay {money(offer.price)}" if offer.price else offer.title,
        crumbs=team_crumbs(viewer, team, ("Roster", team_url("roster", team)), (found.name, page)),
    )
