"""The doors of the API: who comes in, and what they hold when they are inside. No such thing and
not yours are the same 404.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django_scopes import scope as campaign_scope

from campaign.league import policy
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors import seasons
from campaign.league.selectors.public_page import public_club
from campaign.league.selectors.teams import team_of
from campaign.league.selectors.viewer import Viewer, at_door
from core.web.api.operations import Call
from core.web.api.permissions import Decorator, through
from core.web.api.scopes import Scope
from core.web.not_found import or_404


@dataclass(slots=True, kw_only=True)
class ClubCall(Call):
    """A call by a member of a club, inside its scope."""

    viewer: Viewer

    @property
    def campaign(self) -> Campaign:
        return self.viewer.campaign


@dataclass(slots=True, kw_only=True)
class TeamCall(ClubCall):
    """A call about a team of the club."""

    team: Team


@dataclass(slots=True, kw_only=True)
class PublicCall(Call):
    """A call about a club that has a public page, inside its scope."""

    campaign: Campaign


def public_door(*, anonymous: bool = True, status: int = 200) -> Decorator:
    """For everybody, or with `anonymous` off for who has signed in, where the club that `slug`
    names has opened its public page.
    """

    @contextmanager
    def door(call: Call, named: dict[str, Any]) -> Iterator[PublicCall]:
        campaign = or_404(public_club(named.pop("slug")))
        with campaign_scope(campaign=campaign.pk):
            yield PublicCall(
                request=call.request,
                user=call.user,
                now=call.now,
                headers=call.headers,
                campaign=campaign,
            )

    return through(door, status=status, anonymous=anonymous)


def club_door(
    *,
    allow: Callable[[Viewer], bool] = policy.may_enter,
    status: int = 200,
    scope: Scope = Scope.ORDERS,
) -> Decorator:
    """For members of the club that `slug` names, if they are allowed. `scope` is what a token
    needs to write.
    """

    @contextmanager
    def door(call: Call, named: dict[str, Any]) -> Iterator[ClubCall]:
        asker = or_404(at_door(call.user, named.pop("slug")))
        with campaign_scope(campaign=asker.campaign.pk):
            policy.require(policy.may_enter(asker) and allow(asker))
            yield ClubCall(
                request=call.request,
                user=call.user,
                now=call.now,
                headers=call.headers,
                viewer=asker,
            )

    return through(door, status=status, scope=scope)


def team_door(
    *,
    allow: Callable[[Viewer, Team], bool] = policy.owns,
    status: int = 200,
    if_match: bool = False,
    scope: Scope = Scope.ORDERS,
) -> Decorator:
    """For the owners of the team that `team` names in its club, or whom `allow` lets in. `scope` is
    what a token needs to write.
    """

    @contextmanager
    def door(call: Call, named: dict[str, Any]) -> Iterator[TeamCall]:
        asker = or_404(at_door(call.user, named.pop("slug")))
        with campaign_scope(campaign=asker.campaign.pk):
            team = or_404(team_of(asker, named.pop("team")))
            policy.require(policy.may_enter(asker) and allow(asker, team))
            yield TeamCall(
                request=call.request,
                user=call.user,
                now=call.now,
                headers=call.headers,
                viewer=asker,
                team=team,
                scope=_as_gm(call, asker, team) if scope is Scope.ORDERS else None,
            )

    return through(door, status=status, if_match=if_match, scope=scope)


def _as_gm(call: Call, asker: Viewer, team: Team) -> Scope | None:
    """The desk's scope for what a GM does to a team whose orders they do not give."""
    stands_in = asker.deputy is not None and asker.deputy.team_id == team.pk
    reads = call.request.method in {"GET", "HEAD"}
    if reads or stands_in or policy.owns(asker, team) or not policy.may_run_desk(asker):
        return None
    return Scope.DESK


def desk_door(*, status: int = 200) -> Decorator:
    """For the club's GMs."""
    return club_door(allow=policy.may_run_desk, status=status, scope=Scope.DESK)


def members_door(*, status: int = 200) -> Decorator:
    """About one team, for every member of the club."""
    return team_door(allow=_anybody, status=status)


def books_door(*, status: int = 200) -> Decorator:
    """About one team, for those who may read its books."""
    return team_door(allow=policy.may_read_books, status=status)


def team_desk_door(*, status: int = 200) -> Decorator:
    """About one team, for the club's GMs."""
    return team_door(allow=_runs_desk, status=status, scope=Scope.DESK)


def _anybody(viewer: Viewer, team: Team) -> bool:
    return True


def _runs_desk(viewer: Viewer, team: Team) -> bool:
    return policy.may_run_desk(viewer)


# --- finding what an address names ----------------------------------------------------------------


def find_week(call: ClubCall, number: int, season: int | None = None) -> Week:
    """A week by its number, of the newest season unless another is named; Http404. One query."""
    return or_404(
        seasons.week_numbered(call.campaign, number, str(season) if season is not None else None)
    )
