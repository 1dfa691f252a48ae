"""Pages for the club's library of designs, and for publishing a vehicle's design (C61)."""

from __future__ import annotations

from typing import Final, cast, get_args
from uuid import UUID

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from campaign.duels.selectors import library as selector
from campaign.duels.selectors.library import Order
from campaign.garage.models import PublishedDesign
from campaign.garage.rules.acts import Publication
from campaign.garage.selectors.garage import vehicle_of
from campaign.garage.selectors.library import publication_of, published_by
from campaign.garage.services import library as services
from campaign.garage.views.garage import vehicle_crumbs
from campaign.garage.views.words import design_as_json, sketch_of, totals_in_words
from campaign.league.models import Team
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.teams import teams_by_id
from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import (
    club_url,
    render_club_page,
    render_team_page,
    team_crumbs,
    team_url,
)
from campaign.league.views.permissions import club_page, team_page
from core.web.forms.records import RecordForm
from core.web.not_found import or_404
from core.web.views.posting import carry_out, confirmed

DESIGNS_PER_PAGE: Final = 12
ORDERS: Final = {"name": "Name", "cost": "Cost", "weight": "Weight", "-wins": "Duels won"}


@require_safe
@club_page()
def designs(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """List the library's designs.

    In the query, `find` searches the texts, `division` is the cost limit in dollars, and `order`
    the sort order.
    """
    find, order_query = request.GET.get("find", "")[:60], request.GET.get("order", "name")
    order = cast("Order", order_query if order_query in get_args(Order) else "name")
    division_query = request.GET.get("division", "")
    division = (
        int(division_query)
        if division_query.isascii() and division_query.isdigit() and len(division_query) < 10
        else 0
    )
    all_designs = selector.library(viewer.campaign, find=find, division=division, order=order)
    house_rules = rules_of(viewer.campaign)
    page = Paginator(all_designs, DESIGNS_PER_PAGE).get_page(request.GET.get("page"))
    return render_club_page(
        request,
        viewer,
        "campaign/duels/designs",
        here="teams",
        title="Library of designs",
        page=page,
        shelf=[
            (entry, sketch_of(entry.sheet), entry.can_enter(house_rules))
            for entry in page.object_list
        ],
        find=find,
        division=division or "",
        order=order,
        orders=ORDERS.items(),
        audience="club",
    )


@require_safe
@club_page()
def design(request: HttpRequest, viewer: Viewer, design: str) -> HttpResponse:
    """Show a design in the library, its drivers, and a text version to copy."""
    shown_design = or_404(selector.design_with_key(viewer.campaign, design))
    return render_club_page(
        request,
        viewer,
        "campaign/duels/design",
        here="teams",
        title=shown_design.name,
        crumbs=(("Library of designs", club_url("designs", viewer.campaign)),),
        one=shown_design,
        sketch=sketch_of(shown_design.sheet),
        legal=shown_design.can_enter(rules_of(viewer.campaign)),
        totals=totals_in_words(shown_design.totals),
        design_text=design_as_json(shown_design.design),
        builders=sorted(teams_by_id(viewer.team_ids).values(), key=lambda team: team.name),
        audience="club",
    )


@team_page()
def publish(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Publish a vehicle's design, or rename it."""
    row = or_404(vehicle_of(team, pk))
    publication = publication_of(row)
    form = RecordForm(
        request.POST or None, asks=Publication, row=publication, initial={"name": row.name}
    )

    def publishing() -> PublishedDesign:
        return services.publish(vehicle=row, publication=form.record, now=timezone.now())

    response = carry_out(
        request,
        form,
        publishing,
        to=lambda new_design: club_url("design", viewer.campaign, design=str(new_design.pk)),
        message=lambda new_design: f"{new_design.name} was published.",
    )
    return response or render_team_page(
        request,
        viewer,
        team,
        "form",
        here="garage",
        title=f"Publish the design of {row.name}",
        crumbs=vehicle_crumbs(team, row),
        lede=f"The whole club can see this design in full, with the duels that {row.name} "
        "drove for you so far, and can build from it. Later refits, damage and duels "
        "are not shown. You can remove the design later, but others may already have "
        "copied it.",
        form=form,
        action="Publish",
        back=team_url("vehicle", team, pk=pk),
    )


@team_page()
def withdraw(request: HttpRequest, viewer: Viewer, team: Team, pk: UUID) -> HttpResponse:
    """Remove a vehicle's design from the library."""
    row = or_404(published_by(team, pk))
    page = club_url("designs", viewer.campaign)
    return confirmed(
        request,
        lambda: services.withdraw(team=team, vehicle=row, now=timezone.now()),
        message="The design is not in the library.",
        back=page,
        title="Remove the design from the library",
        sentence=f"The design of {row.name} is no longer in the library.",
        effects=("Vehicles that were built from it are not affected.",),
        action="Remove design",
        crumbs=team_crumbs(viewer, team),
    )
