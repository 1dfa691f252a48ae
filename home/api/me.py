"""API operations for the signed-in person, with their clubs, time zone, notices, tokens and
invites.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal
from uuid import UUID

from django.http import Http404
from msgspec import Meta

from campaign.league.api.shapes import TeamRef, WeekRef, team_ref, week_ref
from campaign.league.policy import require
from campaign.league.selectors.viewer import load_viewer
from campaign.members.services import invites
from campaign.members.services.invites import TeamEntry
from core.accounts.models import ApiToken
from core.accounts.selectors.tokens import token_of, tokens_of
from core.accounts.services import own_clock as clocks
from core.accounts.services import tokens as token_services
from core.notifications.models import Notice
from core.notifications.selectors import notices
from core.notifications.services import notices as notice_services
from core.web.api.operations import Body, Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import needs, person_door, through
from core.web.api.scopes import Scope, has_all, rights_of
from core.web.api.shapes import Name, Word
from core.web.moments import localize
from core.web.not_found import or_404
from core.web.records import filled
from home.selectors import front
from home.selectors.front import Club


class MyClub(Record):
    """One of the person's clubs. `deputy_for` is the team whose orders they write as a deputy in
    the current week. `orders` is the state of their order sheet, or "" if no orders can be written.
    `unread` is the number of unread notices.
    """

    slug: str
    name: str
    role: str
    teams: tuple[TeamRef, ...]
    deputy_for: TeamRef | None
    week: WeekRef | None
    orders: str
    unread: int


class Me(Record):
    """The signed-in person. `timezone` is "" until it is known. Pages and emails use this time
    zone, and the API uses UTC.
    """

    username: str
    email: str
    timezone: str
    unread: int
    clubs: tuple[MyClub, ...]


@person_door()
def me(call: Call) -> Me:
    """Return the signed-in person and their clubs."""
    clubs, unread = front.home(call.user)
    return Me(
        username=call.user.get_username(),
        email=call.user.email,
        timezone=call.user.timezone,
        unread=unread,
        clubs=tuple(_club(club) for club in clubs),
    )


def _club(club: Club) -> MyClub:
    return MyClub(
        slug=club.campaign.slug,
        name=club.campaign.name,
        role=club.role,
        teams=tuple(team_ref(team) for team in club.teams),
        deputy_for=team_ref(club.deputy_for) if club.deputy_for else None,
        week=week_ref(club.week) if club.week else None,
        orders=club.state,
        unread=club.unread,
    )


# --- time zone ------------------------------------------------------------------------------------


class Clock(Record):
    """The time zone for pages and emails, or "" until it is known."""

    timezone: str


class OwnClock(Body):
    """A time zone such as Europe/Berlin."""

    timezone: Annotated[str, Meta(max_length=64)]


@person_door()
def my_clock(call: Call) -> Clock:
    """Return your time zone.

    Times in the API are always in UTC.
    """
    return Clock(timezone=call.user.timezone)


@person_door()
def set_clock(call: Call, body: OwnClock) -> Clock:
    """Change your time zone."""
    clocks.choose(user=call.user, timezone=body.timezone)
    return Clock(timezone=call.user.timezone)


# --- notices --------------------------------------------------------------------------------------


class NoticeOut(Record):
    """A notice in the inbox. `path` is the page that the notice is about, relative to the club's
    pages. If there is no `campaign`, the notice is about a game outside clubs, and `path` is
    relative to the site.
    """

    id: UUID
    campaign: str | None
    kind: str
    text: str
    path: str
    at: datetime
    read_at: datetime | None


class NoticesQuery(Paged):
    """Filters for notices."""

    unread: Annotated[
        bool | None,
        Meta(description="Return only unread notices (true) or only read notices (false)."),
    ] = None
    campaign: Annotated[Word | None, Meta(description="Return only notices of this club.")] = None
    kind: Word | None = None


@person_door()
def list_notices(call: Call, query: NoticesQuery) -> Page[NoticeOut]:
    """List your notices, newest first."""
    rows = notices.inbox(call.user)
    if query.unread is not None:
        rows = rows.filter(read_at__isnull=query.unread)
    if query.campaign is not None:
        rows = rows.filter(campaign__slug=query.campaign)
    if query.kind is not None:
        rows = rows.filter(kind=query.kind)
    return paged(call, query, rows, _notice)


def _notice(row: Notice) -> NoticeOut:
    return filled(
        NoticeOut,
        row,
        id=row.pk,
        text=localize(row.text, UTC),
        campaign=row.campaign.slug if row.campaign else None,
    )


class Reading(Body):
    """The notices to mark as read. They are the named ones, or all notices of one club or of all
    clubs.
    """

    notices: Annotated[tuple[UUID, ...], Meta(max_length=500)] | None = None
    campaign: Name | None = None


class Marked(Record):
    """The number of notices that were marked."""

    marked: int


@person_door(scope=Scope.READ)
def read_notices(call: Call, body: Reading) -> Marked:
    """Mark notices as read."""
    club = load_viewer(call.user, body.campaign) if body.campaign is not None else None
    require(body.campaign is None or club is not None)
    marked = notice_services.mark_read(
        user=call.user,
        now=call.now,
        notices=body.notices,
        campaign_id=club.campaign.pk if club else None,
    )
    return Marked(marked=marked)


# --- tokens ---------------------------------------------------------------------------------------


GivenScope = Literal["read", "orders", "play", "desk"]


class TokenOut(Record):
    """An API token, without its secret. `club` is the only club that it can access, or "" for all
    clubs.
    """

    ref: UUID
    name: str
    starts_with: str
    scopes: tuple[str, ...]
    club: str
    made_at: datetime
    expires_at: datetime | None
    used_at: datetime | None


@person_door()
def list_tokens(call: Call, query: Paged) -> Page[TokenOut]:
    """List your API tokens, newest first."""
    return paged(call, query, tokens_of(call.user), _token)


def _token(row: ApiToken) -> TokenOut:
    return filled(TokenOut, row, **_facts(row))


def _facts(row: ApiToken) -> dict[str, object]:
    return {
        "starts_with": row.token_key,
        "scopes": tuple(row.scopes.split()),
        "club": row.club_slug,
        "made_at": row.created,
        "expires_at": row.expiry,
    }


class MakingToken(Body):
    """A request to create a token, with a name, a lifetime in days, scopes and, optionally, the
    only club that the token can access. Every token has the scope `read`.
    """

    name: Annotated[str, Meta(max_length=60)]
    days: Annotated[int, Meta(ge=1, le=token_services.MAX_DAYS)]
    scopes: Annotated[tuple[GivenScope, ...], Meta(max_length=8)]
    club: Word = ""


class TokenMade(TokenOut):
    """A new token. `secret` is the token itself, which is shown only once."""

    secret: str


@person_door(status=201)
def make_token(call: Call, body: MakingToken, ref: UUID) -> TokenMade:
    """Create a token.

    You choose the token's UUID. A second request with the same UUID is refused.

    A token can create tokens only if it has all scopes for all clubs. This prevents tokens from
    gaining permissions.
    """
    row, secret = token_services.create_token(
        user=call.user,
        name=body.name,
        days=body.days,
        now=call.now,
        scopes=body.scopes,
        club=body.club,
        ref=ref,
    )
    return filled(TokenMade, row, **_facts(row), secret=secret)


@needs(None)
@person_door()
def this_token(call: Call) -> TokenOut:
    """Return the token that this request uses."""
    return _token(or_404(_request_token(call)))


class Renewing(Body):
    """The new lifetime in days from now."""

    days: Annotated[int, Meta(ge=1, le=token_services.MAX_DAYS)]


@dataclass(slots=True, kw_only=True)
class TokenCall(Call):
    """An API call that concerns one of the caller's tokens."""

    token: ApiToken


@contextmanager
def _own_token(call: Call, arguments: dict[str, Any]) -> Iterator[TokenCall]:
    """Let any token access itself, and let a token with all permissions access every token of its
    owner.
    """
    ref, request_token = arguments.pop("ref"), _request_token(call)
    if request_token is not None and not has_all(request_token) and request_token.ref != ref:
        raise Http404
    yield call.extended(TokenCall, token=or_404(token_of(call.user, ref)))


@through(_own_token, scope=None)
def renew_token(call: TokenCall, body: Renewing) -> TokenOut:
    """Extend the lifetime of a token. Its secret stays the same.

    Any token can renew itself. A token with every scope for all clubs can renew all of your tokens.
    """
    return _token(token_services.renew(token=call.token, days=body.days, now=call.now))


def _request_token(call: Call) -> ApiToken | None:
    """Return the token of a call, or None for a browser session."""
    credentials = rights_of(call.request)
    return credentials if isinstance(credentials, ApiToken) else None


@person_door()
def revoke_token(call: Call, ref: UUID) -> None:
    """Revoke one of your tokens. It stops working immediately."""
    token_services.revoke(token=or_404(token_of(call.user, ref)))


# --- invites --------------------------------------------------------------------------------------


class InviteLink(Body):
    """The last part of an invite link."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Invitation(Record):
    """The offer made by an invite link. `into_team` says how you join its team: "shared" if an
    owner made the link, "asked" if the owners must agree, or "given" if the team has no owner. In
    the last case, you get the team immediately, and the club is notified.
    """

    campaign: str
    role: str
    team: str | None
    invited_by: str
    into_team: Literal["shared", "asked", "given"] | None


class Joined(Record):
    """The club that you have joined, your role, and the team whose owners have been asked to share
    it with you.
    """

    campaign: str
    role: str
    asked: TeamRef | None


@person_door(scope=Scope.READ)
def look_at_invite(call: Call, body: InviteLink) -> Invitation:
    """Return the offer made by an invite link, without using the link."""
    invite = invites.look_up(token=body.token, now=call.now)
    into_team = JOIN_MODES[invite.entry] if invite.entry else None
    team = invite.team.name if invite.team else None
    return Invitation(
        campaign=invite.campaign.name,
        role=invite.role,
        team=team,
        invited_by=invite.inviter,
        into_team=into_team,
    )


JOIN_MODES: Final[dict[TeamEntry, Literal["shared", "asked", "given"]]] = {
    TeamEntry.SHARED: "shared",
    TeamEntry.OWNERS_ASKED: "asked",
    TeamEntry.NO_OWNER: "given",
}


@person_door()
def join(call: Call, body: InviteLink) -> Joined:
    """Join a club with an invite link.

    If a GM's link leads into a team that has owners, the owners are asked to agree.
    """
    acceptance = invites.accept(token=body.token, user=call.user, now=call.now)
    asked_team = team_ref(acceptance.asked_team) if acceptance.asked_team else None
    return Joined(
        campaign=acceptance.membership.campaign.slug,
        role=acceptance.membership.role,
        asked=asked_team,
    )
