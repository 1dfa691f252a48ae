"""Access to a club's public pages.

Everyone can open these pages if they are on. Otherwise, they give a 404.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, Concatenate

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope

from campaign.league.models import Campaign
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.public_clubs import public_club
from core.web.links import Link
from core.web.moments import own_zone
from core.web.not_found import or_404
from core.web.pictures.cards import HEIGHT, WIDTH, Card
from core.web.png import digest_of, png
from core.web.views.frame import render_page

PublicPage = Callable[Concatenate[HttpRequest, Campaign, ...], HttpResponseBase]
CACHE_CONTROL = "public, max-age=300"
"""Cache header for cards. The time is short because a public page can be turned off."""


def public_page(page: PublicPage) -> Callable[..., HttpResponseBase]:
    """Wrap a public view, as in `view(request, campaign, …)`, and call it in the club's scope.

    Times are in the reader's time zone, or in the club's if the reader's is unknown. The address
    contains the club's `slug`.
    """

    @wraps(page)
    def enter(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
        campaign = or_404(public_club(slug))
        club_zone = zone_of(campaign)
        with scope(campaign=campaign.pk), timezone.override(own_zone(request) or club_zone):
            request.club_zone = club_zone  # type: ignore[attr-defined]
            return page(request, campaign, **kwargs)

    return enter


def public_url(name: str, campaign: Campaign, **kwargs: Any) -> str:
    """Return the address of one of the club's public pages."""
    return reverse(name, kwargs={"slug": campaign.slug, **kwargs})


PAGES = (
    ("The club", "club-public"),
    ("Standings", "club-public-table"),
    ("News", "club-public-news"),
    ("Duellists", "club-public-duellists"),
    ("Seasons", "club-public-seasons"),
)


def render_public_page(
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
    """Render a public page.

    `about` is the description in link previews, and `card` is the address of the preview picture.
    Templates that are also used for members' pages extend `frame`.
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
        frame="public.html",
        club=campaign,
        about=about,
        address=request.build_absolute_uri(request.path),
        card=request.build_absolute_uri(card),
        size=(WIDTH, HEIGHT),
        **context,
    )


def card_url(name: str, campaign: Campaign, card: Card, **kwargs: Any) -> str:
    """Return the address of a card. The address changes when the card's content does."""
    return f"{public_url(name, campaign, **kwargs)}?v={digest_of(card)[:12]}"


def as_picture(card: Card) -> HttpResponse:
    """Return the card as a PNG image of 1200 by 630 pixels."""
    return HttpResponse(
        png(card),
        content_type="image/png",
        headers={"Cache-Control": CACHE_CONTROL, "ETag": f'"{digest_of(card)}"'},
    )
