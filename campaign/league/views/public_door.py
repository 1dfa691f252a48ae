"""The door to a club's public page: for anybody, where the club has opened it; else the 404 of a
club that is not there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope

from campaign.league.models import Campaign
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.public_page import public_club
from core.web.moments import own_zone
from core.web.not_found import or_404
from core.web.pictures.cards import HEIGHT, WIDTH
from core.web.pictures.lists import Link
from core.web.png import digest_of, png
from core.web.views.frame import render_page

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.web.pictures.cards import Card

PublicPage = Callable[Concatenate[HttpRequest, Campaign, ...], HttpResponseBase]
BRIEFLY = "public, max-age=300"
"""How long others may keep a card: what is closed is soon gone."""


def public_page(page: PublicPage) -> Callable[..., HttpResponseBase]:
    """A page for anybody: `view(request, campaign, …)` inside the club's scope, by the reader's own
    clock, and by the club's where their zone is not known. The address names the club by `slug`.
    """

    @wraps(page)
    def enter(request: HttpRequest, slug: str, **named: Any) -> HttpResponseBase:
        campaign = or_404(public_club(slug))
        club_zone = zone_of(campaign)
        with scope(campaign=campaign.pk), timezone.override(own_zone(request) or club_zone):
            request.club_zone = club_zone  # type: ignore[attr-defined]
            return page(request, campaign, **named)

    return enter


def public_url(name: str, campaign: Campaign, **named: Any) -> str:
    """The address of one of the club's public pages."""
    return reverse(name, kwargs={"slug": campaign.slug, **named})


PAGES = (
    ("The club", "club-public"),
    ("Standings", "club-public-table"),
    ("News", "club-public-news"),
    ("Duellists", "club-public-duellists"),
    ("Seasons", "club-public-seasons"),
)


def public_show(
    request: HttpRequest,
    campaign: Campaign,
    template: str,
    *,
    here: str,
    title: str,
    about: str,
    card: str,
    crumbs: Sequence[tuple[str, str]] = (),
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Answer with a public page. `about` is what it says in a sentence beside a link to it, `card`
    the address of the picture there.
    """
    home = public_url("club-public", campaign)
    return render_page(
        request,
        template,
        title=title,
        crumbs=() if here == "club-public" else ((campaign.name, home), *crumbs),
        links=[
            Link(label, public_url(name, campaign), current=name == here) for label, name in PAGES
        ],
        links_label=campaign.name,
        status=status,
        club=campaign,
        about=about,
        address=request.build_absolute_uri(request.path),
        card=request.build_absolute_uri(card),
        size=(WIDTH, HEIGHT),
        **context,
    )


def card_url(name: str, campaign: Campaign, card: Card, **named: Any) -> str:
    """The address of a card, which is another one once something else stands on it."""
    return f"{public_url(name, campaign, **named)}?v={digest_of(card)[:12]}"


def as_picture(card: Card) -> HttpResponse:
    """The card as a PNG of 1200 by 630."""
    return HttpResponse(
        png(card),
        content_type="image/png",
        headers={"Cache-Control": BRIEFLY, "ETag": f'"{digest_of(card)}"'},
    )
