"""Pages for the club's public page, and for requests to join that people make there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league.selectors.public_page import find_join_ask
from campaign.league.services import joining
from campaign.league.services import public_page as services
from campaign.league.views.frame import club_url
from campaign.league.views.public_door import public_url
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import confirmed

from .frame import desk_page

if TYPE_CHECKING:
    from uuid import UUID

    from django.http import HttpRequest, HttpResponse

    from campaign.league.selectors.viewer import Viewer

SHOWS = (
    (
        "Anyone can see the club’s name and description, the standings, the schedule, deaths, "
        "explosions, ambushes and duels, duellists’ careers, and the secrets of closed seasons. "
        "If the house rules let anyone watch duels on the site, the page links to them."
    ),
    (
        "Outsiders cannot see the members, house rules, GM actions and their reasons, or "
        "anything that is hidden from some members."
    ),
    "Visitors can ask to join, and a GM responds.",
    "Shared links show a preview image, and search engines can index the page.",
)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def switch(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Open or close the public page, after a confirmation."""
    campaign, back = viewer.campaign, club_url("desk", viewer.campaign)
    on = campaign.public_at is None

    def act() -> Redirect:
        services.set_public(campaign=campaign, on=on, actor=person(request), now=timezone.now())
        return (
            Redirect(public_url("club-public", campaign), "This is your club’s public page.")
            if on
            else Redirect(back, "The club is now private.")
        )

    address = request.build_absolute_uri(public_url("club-public", campaign))
    return confirmed(
        request,
        act,
        to=back,
        message="",
        back=back,
        title="Open public page" if on else "Close public page",
        sentence=(
            f"Your club gets a page that anyone can view: {address}"
            if on
            else f"{address} will show a “not found” page."
        ),
        effects=(
            *(SHOWS if on else ("Preview images that others have saved are not deleted.",)),
            "The change is shown in the log and the news, and all members are notified.",
        ),
        action="Open page" if on else "Close page",
        crumbs=((campaign.name, club_url("club", campaign)), ("Desk", back)),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def take_in(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Accept a request to join, after a confirmation."""
    return _answer(request, viewer, pk, agrees=True)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def turn_away(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Decline a request to join, after a confirmation."""
    return _answer(request, viewer, pk, agrees=False)


def _answer(request: HttpRequest, viewer: Viewer, pk: UUID, *, agrees: bool) -> HttpResponse:
    row = or_404(find_join_ask(viewer.campaign, pk))
    who, back = row.user.get_username(), club_url("desk-people", viewer.campaign)
    said = f" Their message: “{row.said}”" if row.said else ""
    return confirmed(
        request,
        lambda: joining.answer(ask=row, agrees=agrees, actor=person(request), now=timezone.now()),
        to=back,
        message=f"{who} is now a player in the club."
        if agrees
        else f"{who}’s request was declined.",
        back=back,
        title=f"Accept {who}?" if agrees else f"Decline {who}’s request?",
        sentence=(
            f"{who} becomes a player. They can read everything that all members can read, and "
            f"can create a team.{said}"
            if agrees
            else f"{who} cannot join now and can ask again in a week.{said}"
        ),
        effects=(f"{who} is notified.",),
        action="Accept" if agrees else "Decline",
        crumbs=(
            (viewer.campaign.name, club_url("club", viewer.campaign)),
            ("Desk", club_url("desk", viewer.campaign)),
            ("People", back),
        ),
    )
