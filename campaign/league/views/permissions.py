"""Access control for the pages of a club and of its teams."""

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
from campaign.league.selectors.teams import find_team
from campaign.league.selectors.viewer import Viewer, live_page, load_viewer
from core.live.hub import wake
from core.notifications.services import notices
from core.web.moments import own_zone
from core.web.not_found import or_404
from core.web.unwritable import mark_if_possible

Page = Callable[Concatenate[HttpRequest, Viewer, ...], HttpResponseBase]
TeamPage = Callable[Concatenate[HttpRequest, Viewer, Team, ...], HttpResponseBase]
Allowed = Callable[[Viewer], bool]
AllowedTeam = Callable[[Viewer, Team], bool]


def club_page(
    *, allow: Allowed = policy.may_enter, live: bool = False
) -> Callable[[Page], Callable[..., HttpResponseBase]]:
    """Wrap a view of a club, as in `view(request, viewer, …)`, and call it in the club's scope.

    Times are in the reader's time zone, or in the club's if the reader's is unknown. The address
    contains the club's `slug`. Anonymous visitors are redirected to sign in, whether or not the
    club exists. Non-members, and members whom `allow` refuses, get a 404. Opening a page marks the
    notices about the page as read. A `live` page updates itself when something changes. An accepted
    form wakes the club's event streams.
    """

    def wrap(page: Page) -> Callable[..., HttpResponseBase]:
        @wraps(page)
        def enter(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            if not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            page_path = _requested_path(request, slug) if is_looked_at(request) else None
            asker = or_404(load_viewer(request.user, slug, page_path))
            if asker.unread is not None:
                request.unread = asker.unread - sum(asker.unread_here.values())  # type: ignore[attr-defined]
            club_zone = zone_of(asker.campaign)
            zone = own_zone(request) or club_zone
            with scope(campaign=asker.campaign.pk), timezone.override(zone):
                policy.require(policy.may_enter(asker) and allow(asker))
                request.club_zone = club_zone  # type: ignore[attr-defined]
                # Set the version before the page is read, so that the page is never older. A
                # rejected form is not live, because a reload would discard its contents.
                if live and request.method == "GET":
                    request.live = live_page(asker)  # type: ignore[attr-defined]
                response = page(request, asker, **kwargs)
            if response.status_code == HTTPStatus.SEE_OTHER:
                wake(asker.campaign.pk)
            if asker.unread_here and response.status_code < HTTPStatus.BAD_REQUEST:
                with mark_if_possible(), scope(campaign=asker.campaign.pk):
                    notices.mark_seen(
                        user=request.user,
                        campaign_id=asker.campaign.pk,
                        paths=asker.unread_here,
                        now=timezone.now(),
                    )
            return response

        return enter

    return wrap


def _requested_path(request: HttpRequest, slug: str) -> str:
    """Return the page's address relative to the club's, with the season if it is given."""
    path = request.path.removeprefix(reverse("club", kwargs={"slug": slug}))
    season = request.GET.get("season", "")
    return f"{path}{SEASON}{season}" if season.isdecimal() else path


def is_looked_at(request: HttpRequest) -> bool:
    """Return whether a person sees the response, which is not a browser's prefetch."""
    return request.method == "GET" and not request.headers.get("Sec-Purpose", "").startswith(
        "prefetch"
    )


def team_page(
    *, allow: AllowedTeam = policy.owns, live: bool = False
) -> Callable[[TeamPage], Callable[..., HttpResponseBase]]:
    """Wrap a view of a team, as in `view(request, viewer, team, …)`.

    Only the team's owners, or viewers that `allow` accepts, can open the page. The address contains
    the team's slug as `team`. Both unknown teams and forbidden pages give a 404. A `live` page
    reloads itself when something changes.
    """

    def wrap(page: TeamPage) -> Callable[..., HttpResponseBase]:
        @club_page(live=live)
        @wraps(page)
        def enter(
            request: HttpRequest, viewer: Viewer, team: str, **kwargs: Any
        ) -> HttpResponseBase:
            owned_team = or_404(find_team(viewer, team))
            policy.require(allow(viewer, owned_team))
            return page(request, viewer, owned_team, **kwargs)

        return enter

    return wrap
