"""The doors to a club's pages: one for members, one for a team's pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope

from campaign.league import policy
from campaign.league.models import Team
from campaign.league.selectors.house import zone_of
from campaign.league.selectors.links import SEASON
from campaign.league.selectors.seasons import newest
from campaign.league.selectors.teams import team_of
from campaign.league.selectors.viewer import Viewer, at_door
from core.notifications.services import notices
from core.web.moments import own_zone
from core.web.not_found import or_404
from core.web.unwritable import mark_if_possible

Page = Callable[Concatenate[HttpRequest, Viewer, ...], HttpResponseBase]
TeamPage = Callable[Concatenate[HttpRequest, Viewer, Team, ...], HttpResponseBase]
Allowed = Callable[[Viewer], bool]
AllowedTeam = Callable[[Viewer, Team], bool]


def club_page(
    *, allow: Allowed = policy.may_enter
) -> Callable[[Page], Callable[..., HttpResponseBase]]:
    """A page of one club: `view(request, viewer, …)` inside the club's scope and by the
    reader's own clock; by the club's where their zone is not known.

    The address names the club by `slug`. Who is not logged in is sent to the login, whether or not
    there is such a club; a stranger and a member who is not `allow`ed get the 404 of an unknown
    address. Whoever reads a page has read the notices about it.
    """

    def wrap(page: Page) -> Callable[..., HttpResponseBase]:
        @wraps(page)
        def enter(request: HttpRequest, slug: str, **named: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            where = _page_asked(request, slug) if is_looked_at(request) else None
            asker = or_404(at_door(request.user, slug, where))
            request.unread = (asker.unread or 0) - asker.unread_here  # type: ignore[attr-defined]
            club_zone = zone_of(asker.campaign)
            own = own_zone(request) or club_zone
            with scope(campaign=asker.campaign.pk), timezone.override(own):
                policy.require(policy.may_enter(asker) and allow(asker))
                request.club_zone = club_zone  # type: ignore[attr-defined]
                response = page(request, asker, **named)
            if (
                asker.unread_here
                and where is not None
                and response.status_code < HTTPStatus.BAD_REQUEST
            ):
                with mark_if_possible(), scope(campaign=asker.campaign.pk):
                    notices.mark_seen(
                        user=request.user,
                        campaign_id=asker.campaign.pk,
                        paths=_addresses(asker, where),
                        now=timezone.now(),
                    )
            return response

        return enter

    return wrap


def _page_asked(request: HttpRequest, slug: str) -> str:
    """Return the page's address below the club's own, with the season if it names one."""
    path = request.path.removeprefix(reverse("club", kwargs={"slug": slug}))
    season = request.GET.get("season", "")
    return f"{path}{SEASON}{season}" if season.isdecimal() else path


def _addresses(asker: Viewer, where: str) -> tuple[str, ...]:
    """Return the addresses under which notices lead to this page."""
    season = None if SEASON in where else newest(asker.campaign)
    return (where,) if season is None else (where, f"{where}{SEASON}{season.number}")


def is_looked_at(request: HttpRequest) -> bool:
    """Whether a person sees the answer: not what a browser fetches on a guess of where they go
    next.
    """
    return request.method == "GET" and not request.headers.get("Sec-Purpose", "").startswith(
        "prefetch"
    )


def team_page(
    *, allow: AllowedTeam = policy.owns
) -> Callable[[TeamPage], Callable[..., HttpResponseBase]]:
    """A page of one team: `view(request, viewer, team, …)`, for its owners unless `allow` says
    otherwise.

    The address names the team by `team`, its slug. No such team and not allowed are the same 404.
    """

    def wrap(page: TeamPage) -> Callable[..., HttpResponseBase]:
        @club_page()
        @wraps(page)
        def enter(
            request: HttpRequest, viewer: Viewer, team: str, **named: Any
        ) -> HttpResponseBase:
            found = or_404(team_of(viewer, team))
            policy.require(allow(viewer, found))
            return page(request, viewer, found, **named)

        return enter

    return wrap
