"""The club's public page: opened and closed before everybody; and who asks there to be let in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone
from django.views.decorators.http import require_http_methods

from campaign.league.selectors.public_page import join_ask_of
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
        "Anybody reads the club’s name and words, the table, when orders close and the duel is, "
        "deaths, explosions, ambushes and duels, duellists’ careers, and the secrets of closed "
        "seasons. Where house rules let anybody watch a duel of the site, the page leads to it."
    ),
    (
        "Nobody outside reads who the members are, house rules, what GMs did and why, or anything "
        "that not every member knows."
    ),
    "Visitors may ask to join; a GM answers.",
    "Links to it that are sent to others show a picture, and robots of search engines may read it.",
)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def switch(request: HttpRequest, viewer: Viewer) -> HttpResponse:
    """Open the public page, or close it, after asking."""
    campaign, back = viewer.campaign, club_url("desk", viewer.campaign)
    on = campaign.public_at is None

    def act() -> Redirect:
        services.set_public(campaign=campaign, on=on, actor=person(request), at=timezone.now())
        return (
            Redirect(public_url("club-public", campaign), "This is your club’s public page.")
            if on
            else Redirect(back, "Nobody outside reads anything of the club now.")
        )

    address = request.build_absolute_uri(public_url("club-public", campaign))
    return confirmed(
        request,
        act,
        to=back,
        message="",
        back=back,
        title="Open a public page" if on else "Close the public page",
        sentence=(
            f"Your club gets a page that anybody may look at: {address}"
            if on
            else f"{address} will be as if it had never been there."
        ),
        effects=(
            *(SHOWS if on else ("Pictures that others have kept stay with them.",)),
            "It stands in the log and in the news, and every member is told.",
        ),
        action="Open it" if on else "Close it",
        crumbs=((campaign.name, club_url("club", campaign)), ("Desk", back)),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def take_in(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Let somebody in who asks, after asking back."""
    return _answer(request, viewer, pk, agrees=True)


@require_http_methods(["GET", "HEAD", "POST"])
@desk_page
def turn_away(request: HttpRequest, viewer: Viewer, pk: UUID) -> HttpResponse:
    """Do not let somebody in who asks, after asking back."""
    return _answer(request, viewer, pk, agrees=False)


def _answer(request: HttpRequest, viewer: Viewer, pk: UUID, *, agrees: bool) -> HttpResponse:
    row = or_404(join_ask_of(viewer.campaign, pk))
    who, back = row.user.get_username(), club_url("desk-people", viewer.campaign)
    said = f" They say: “{row.said}”" if row.said else ""
    return confirmed(
        request,
        lambda: joining.answer(ask=row, agrees=agrees, actor=person(request), at=timezone.now()),
        to=back,
        message=f"{who} is a player of the club now." if agrees else f"{who} is told no.",
        back=back,
        title=f"Take {who} in?" if agrees else f"Say no to {who}?",
        sentence=(
            f"{who} becomes a player: they read what all members read, and may found a team.{said}"
            if agrees
            else f"{who} stays outside, and may ask again in a week.{said}"
        ),
        effects=(f"{who} gets a notice.",),
        action="Take them in" if agrees else "Say no",
        crumbs=(
            (viewer.campaign.name, club_url("club", viewer.campaign)),
            ("Desk", club_url("desk", viewer.campaign)),
            ("People", back),
        ),
    )
