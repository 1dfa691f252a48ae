"""Access to a club's API operations. Both forbidden and unknown objects give a 404."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django_scopes import scope as campaign_scope

from campaign.league import policy
from campaign.league.models import Campaign, Team, Week
from campaign.league.selectors import seasons
from campaign.league.selectors.public_clubs import public_club
from campaign.league.selectors.teams import find_team
from campaign.league.selectors.viewer import Viewer, load_viewer
from core.web.api.operations import Call
from core.web.api.permissions import Decorator, through
from core.web.api.scopes import Scope
from core.web.not_found import or_404


@dataclass(slots=True, kw_only=True)
class ClubCall(Call):
    """An API call by a member of a club, in the club's scope."""

    viewer: Viewer

    @property
    def campaign(self) -> Campaign:
        return self.viewer.campaign


@dataclass(slots=True, kw_only=True)
class TeamCall(ClubCall):
    """An API call about one of the club's teams."""

    team: Team


@dataclass(slots=True, kw_only=True)
class PublicCall(Call):
    """An API call about a club with a public page, in the club's scope."""

    campaign: Campaign


def _allow_all(viewer: Viewer, team: Team) -> bool:
    return True


def _runs_desk(viewer: Viewer, team: Team) -> bool:
    return policy.may_run_desk(viewer)


AUDIENCES: Final[Mapping[Callable[..., bool], str]] = {
    policy.may_enter: "Available to members of the club.",
    policy.may_play: "Available to players and GMs of the club.",
    policy.may_run_desk: "Available to GMs of the club.",
    policy.is_trying_out: "Available to the player of a try-out.",
    policy.owns: "Available to owners of the team.",
    policy.may_command: "Available to owners of the team and its deputy for the current week.",
    policy.may_read_books: "Available to owners of the team and GMs without a team.",
    _allow_all: "Available to members of the club.",
    _runs_desk: "Available to GMs of the club.",
}
"""Sentences in the API description that say who passes each check."""


def public_door(*, anonymous: bool = True, status: int = 200) -> Decorator:
    """Allow everyone if the public page of the club with the slug `slug` is on.

    If `anonymous` is false, allow only people who are signed in.
    """

    @contextmanager
    def enter(call: Call, kwargs: dict[str, Any]) -> Iterator[PublicCall]:
        campaign = or_404(public_club(kwargs.pop("slug")))
        with campaign_scope(campaign=campaign.pk):
            yield call.extended(PublicCall, campaign=campaign)

    people = "everyone" if anonymous else "signed-in users"
    audience = f"Available to {people} if the club has a public page."
    return through(enter, status=status, anonymous=anonymous, audience=audience)


def club_door(
    *,
    allow: Callable[[Viewer], bool] = policy.may_enter,
    status: int = 200,
    scope: Scope = Scope.ORDERS,
    audience: str = "",
) -> Decorator:
    """Allow the members of the club `slug` that `allow` accepts.

    A token needs `scope` to write. `audience` describes these members in the API description. The
    default is the entry in `AUDIENCES`.
    """

    @contextmanager
    def enter(call: Call, kwargs: dict[str, Any]) -> Iterator[ClubCall]:
        asker = or_404(load_viewer(call.user, kwargs.pop("slug")))
        with campaign_scope(campaign=asker.campaign.pk):
            policy.require(policy.may_enter(asker) and allow(asker))
            yield call.extended(ClubCall, viewer=asker)

    audience = audience or AUDIENCES[allow]
    return through(enter, status=status, scope=scope, audience=audience)


def team_door(
    *,
    allow: Callable[[Viewer, Team], bool] = policy.owns,
    status: int = 200,
    if_match: bool = False,
    scope: Scope = Scope.ORDERS,
    audience: str = "",
) -> Decorator:
    """Allow the owners of the team with the slug `team`, or the viewers that `allow` accepts.

    A token needs `scope` to write. `audience` describes these people in the API description. The
    default is the entry in `AUDIENCES`.
    """

    @contextmanager
    def enter(call: Call, kwargs: dict[str, Any]) -> Iterator[TeamCall]:
        asker = or_404(load_viewer(call.user, kwargs.pop("slug")))
        with campaign_scope(campaign=asker.campaign.pk):
            team = or_404(find_team(asker, kwargs.pop("team")))
            policy.require(policy.may_enter(asker) and allow(asker, team))
            yield call.extended(
                TeamCall,
                viewer=asker,
                team=team,
                scope=_as_gm(call, asker, team) if scope is Scope.ORDERS else None,
            )

    audience = audience or AUDIENCES[allow]
    return through(enter, status=status, if_match=if_match, scope=scope, audience=audience)


def _as_gm(call: Call, asker: Viewer, team: Team) -> Scope | None:
    """Return the desk's scope if the caller is a GM who acts for a team without being able to
    command it.
    """
    is_deputy = asker.deputy is not None and asker.deputy.team_id == team.pk
    is_read = call.request.method in {"GET", "HEAD"}
    if is_read or is_deputy or policy.owns(asker, team) or not policy.may_run_desk(asker):
        return None
    return Scope.DESK


def desk_door(*, status: int = 200) -> Decorator:
    """Allow the club's GMs."""
    return club_door(allow=policy.may_run_desk, status=status, scope=Scope.DESK)


def members_door() -> Decorator:
    """Allow every member of the club to call an operation that concerns one team."""
    return team_door(allow=_allow_all)


def books_door() -> Decorator:
    """Allow viewers who can see a team's books."""
    return team_door(allow=policy.may_read_books)


def team_desk_door(*, status: int = 200) -> Decorator:
    """Allow the club's GMs to call an operation that concerns one team."""
    return team_door(allow=_runs_desk, status=status, scope=Scope.DESK)


# --- objects named in an address ------------------------------------------------------------------


def find_week(call: ClubCall, number: int, season: int | None = None) -> Week:
    """Return the week with this number. If `season` is omitted, look in the newest season.

    Raise Http404. This takes one query.
    """
    return or_404(seasons.find_week(call.campaign, number, season))
