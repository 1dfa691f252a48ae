"""Pages for Gold Cross (option), on which people store memories, keep clones and revive the dead.

The price of each action is shown for confirmation.
"""

from __future__ import annotations

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone

from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import team_crumbs, team_url
from campaign.league.views.permissions import team_page
from campaign.roster.rules.acts import Care
from campaign.roster.selectors.gold_cross import all_offers
from campaign.roster.selectors.roster import load_character
from campaign.roster.services import gold_cross as services
from core.web.not_found import or_404
from core.web.pictures.words import money
from core.web.views.posting import confirmed


@team_page()
def gold_cross(
    request: HttpRequest, viewer: Viewer, team: Team, pk: UUID, act: str
) -> HttpResponse:
    """Buy a Gold Cross service for a character after a confirmation."""
    character, rules = or_404(load_character(team, pk)), rules_of(viewer.campaign)
    offers = all_offers(rules)
    if not rules.gold_cross or act not in offers:
        raise Http404
    offer, page = offers[act], team_url("character", team, pk=pk)
    care: Care = "revive" if act == "body" else act  # type: ignore[assignment]

    def perform() -> None:
        services.perform(
            care,
            character=character,
            actor=viewer.person,
            now=timezone.now(),
            body_home=act == "body",
        )

    return confirmed(
        request,
        perform,
        message=f"Done. Gold Cross has treated {character.name}.",
        back=page,
        title=f"{offer.title}: {character.name}",
        sentence=f"{offer.sentence} This costs {money(offer.price)}.",
        action=f"Pay {money(offer.price)}" if offer.price else offer.title,
        crumbs=team_crumbs(
            viewer, team, ("Roster", team_url("roster", team)), (character.name, page)
        ),
    )
