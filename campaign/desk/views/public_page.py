"""Pages for opening or closing the club's public page, and for answering requests to join."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league.selectors.viewer import Viewer
from campaign.league.views.frame import club_url
from campaign.league.views.public_door import public_url
from campaign.members.selectors.join_asks import find_join_ask
from campaign.members.services import joining
from campaign.news.services import public_page as services
from core.web.idempotency import Redirect
from core.web.not_found import or_404
from core.web.views.person import person
from core.web.views.posting import confirmed

from .frame import desk_page

PUBLIC_EFFECTS = (
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
def toggle_public_page(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Open or close the public page after a confirmation."""
    campaign, back = viewer.campaign, club_url("desk", viewer.campaign)
    is_opening = campaign.public_at is None

    def act() -> Redirect:
        services.set_public(
            campaign=campaign, is_public=is_opening, actor=person(request), now=timezone.now()
        )
        return (
            Redirect(public_url("club-public", campaign), "This is your club’s public page.")
            if is_opening
            else Redirect(back, "The club is now private.")
        )

    address = request.build_absolute_uri(public_url("club-public", campaign))
    return confirmed(
        request,
        act,
        message="",
        back=back,
        title="Open public page" if is_opening else "Close public page",
        sentence=(
            f"Your club gets a page that anyone can view: {address}"
            if is_opening
            else f"{address} will show a “not found” page."
        ),
        effects=(
            *(
                PUBLIC_EFFECTS
                if is_opening
                else ("Preview images that others have saved are not deleted.",)
            ),
            "The change is shown in the log and the news, and all members are notified.",
        ),
        action="Open page" if is_opening else "Close page",
        crumbs=((campaign.name, club_url("club", campaign)), ("Desk", back)),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def accept_request(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Accept a request to join after a confirmation."""
    return _answer(request, viewer, pk, agrees=True)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def decline_request(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Decline a request to join after a confirmation."""
    return _answer(request, viewer, pk, agrees=False)


def _answer(request: HttpRequest, viewer: Viewer, pk: UUID, *, agrees: bool) -> HttpResponse:
    row = or_404(find_join_ask(viewer.campaign, pk))
    username, back = row.user.get_username(), club_url("desk-people", viewer.campaign)
    quote = f" Their message: “{row.said}”" if row.said else ""
    return confirmed(
        request,
        lambda: joining.answer(ask=row, agrees=agrees, actor=person(request), now=timezone.now()),
        message=f"{username} is now a player in the club."
        if agrees
        else f"{username}’s request was declined.",
        back=back,
        title=f"Accept {username}?" if agrees else f"Decline {username}’s request?",
        sentence=(
            f"{username} becomes a player. They can read everything that all members can read, and "
            f"can create a team.{quote}"
            if agrees
            else f"{username} cannot join now and can ask again in a week.{quote}"
        ),
        effects=(f"{username} is notified.",),
        action="Accept" if agrees else "Decline",
        crumbs=(
            (viewer.campaign.name, club_url("club", viewer.campaign)),
            ("Desk", club_url("desk", viewer.campaign)),
            ("People", back),
        ),
    )
