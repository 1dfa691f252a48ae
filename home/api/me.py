"""The person who asks: their clubs, their notices, their tokens, and joining by a link."""

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
from campaign.league.selectors.viewer import at_door
from campaign.league.services import invites
from campaign.league.services.invites import How
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
from core.web.moments import told
from core.web.not_found import or_404
from core.web.records import filled
from home.selectors import front
from home.selectors.front import Club


class MyClub(Record):
    """A club of mine: my part in it, the team whose orders I give as a deputy in the week under
    way, its week, the state of my orders ("" when none can be written), what I have not read.
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
    """The person who asks. `timezone` is theirs, and "" as long as it is not known: pages and mail
    go by it, the API by UTC.
    """

    username: str
    email: str
    timezone: str
    unread: int
    clubs: tuple[MyClub, ...]


@person_door()
def me(call: Call) -> Me:
    """Who I am, and what waits in my clubs."""
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
        deputy_for=team_ref(club.stands_in) if club.stands_in else None,
        week=week_ref(club.week) if club.week else None,
        orders=club.state,
        unread=club.unread,
    )


# --- the clock ------------------------------------------------------------------------------------


class Clock(Record):
    """By which clock pages and mail show me moments; "" as long as it is not known."""

    timezone: str


class OwnClock(Body):
    """The zone I live by, such as Europe/Berlin."""

    timezone: Annotated[str, Meta(max_length=64)]


@person_door()
def my_clock(call: Call) -> Clock:
    """By which clock I am shown moments. The API's own are UTC whatever it says."""
    return Clock(timezone=call.user.timezone)


@person_door()
def set_clock(call: Call, body: OwnClock) -> Clock:
    """Go by the clock of another zone."""
    clocks.choose(user=call.user, timezone=body.timezone)
    return Clock(timezone=call.user.timezone)


# --- notices --------------------------------------------------------------------------------------


class NoticeOut(Record):
    """A line in my inbox. `path` is the page it is about, below the club's own; where there is no
    `campaign` it is about a game beside the clubs, and `path` is the site's.
    """

    id: UUID
    campaign: str | None
    kind: str
    text: str
    path: str
    at: datetime
    read_at: datetime | None


class NoticesQuery(Paged):
    """Which notices."""

    unread: Annotated[
        bool | None, Meta(description="Only those not read yet, or only those read.")
    ] = None
    campaign: Annotated[Word | None, Meta(description="Only those of this club.")] = None
    kind: Word | None = None


@person_door()
def list_notices(call: Call, query: NoticesQuery) -> Page[NoticeOut]:
    """My notices, newest first."""
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
        text=told(row.text, UTC),
        campaign=row.campaign.slug if row.campaign else None,
    )


class Reading(Body):
    """Which notices have been read: those named, or all; of one club, or of all."""

    notices: Annotated[tuple[UUID, ...], Meta(max_length=500)] | None = None
    campaign: Name | None = None


class Marked(Record):
    """How many were marked."""

    marked: int


@person_door(scope=Scope.READ)
def read_notices(call: Call, body: Reading) -> Marked:
    """Mark notices as read."""
    club = at_door(call.user, body.campaign) if body.campaign is not None else None
    require(body.campaign is None or club is not None)
    marked = notice_services.mark_read(
        user=call.user,
        at=call.now,
        notices=body.notices,
        campaign_id=club.campaign.pk if club else None,
    )
    return Marked(marked=marked)


# --- tokens ---------------------------------------------------------------------------------------


GivenScope = Literal["read", "orders", "play", "desk"]


class TokenOut(Record):
    """One of my API tokens, without the token: what it is for, and the one `club` that it is for,
    "" for all.
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
    """My API tokens, newest first."""
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
    """A token: what for, how many days, its scopes (`read` is one of every token's), and the one
    club that it is for.
    """

    name: Annotated[str, Meta(max_length=60)]
    days: Annotated[int, Meta(ge=1, le=token_services.LONGEST)]
    scopes: Annotated[tuple[GivenScope, ...], Meta(max_length=8)]
    club: Word = ""


class TokenMade(TokenOut):
    """A new token. `secret` is the token itself, shown this once."""

    secret: str


@person_door(status=201)
def make_token(call: Call, body: MakingToken, ref: UUID) -> TokenMade:
    """Make a token, which I name by a UUID of mine: asked again it is refused, and not made twice.

    A token may do this only with every scope, for all clubs, so none comes to more than it had.
    """
    row, secret = token_services.make(
        user=call.user,
        name=body.name,
        days=body.days,
        at=call.now,
        scopes=body.scopes,
        club=body.club,
        ref=ref,
    )
    return filled(TokenMade, row, **_facts(row), secret=secret)


@needs(None)
@person_door()
def this_token(call: Call) -> TokenOut:
    """The token that I ask with: what it is for, and until when it works."""
    return _token(or_404(_asking(call)))


class Renewing(Body):
    """For how many days from now on it is to work."""

    days: Annotated[int, Meta(ge=1, le=token_services.LONGEST)]


@dataclass(slots=True, kw_only=True)
class TokenCall(Call):
    """A call about a token of the caller's."""

    token: ApiToken


@contextmanager
def _own_token(call: Call, named: dict[str, Any]) -> Iterator[TokenCall]:
    """In with any token for itself, and with a whole one for each of its person's."""
    ref, asking = named.pop("ref"), _asking(call)
    if asking is not None and not has_all(asking) and asking.ref != ref:
        raise Http404
    yield TokenCall(
        request=call.request,
        user=call.user,
        now=call.now,
        headers=call.headers,
        token=or_404(token_of(call.user, ref)),
    )


@through(_own_token, scope=None)
def renew_token(call: TokenCall, body: Renewing) -> TokenOut:
    """Have one of my tokens work longer; it stays the same. Any token may do so for itself, and one
    with every scope for all clubs for each of mine.
    """
    return _token(token_services.renew(token=call.token, days=body.days, at=call.now))


def _asking(call: Call) -> ApiToken | None:
    """The token that a call came with; None for a browser's session."""
    found = rights_of(call.request)
    return found if isinstance(found, ApiToken) else None


@person_door()
def revoke_token(call: Call, ref: UUID) -> None:
    """Make one of my tokens useless at once."""
    token_services.revoke(token=or_404(token_of(call.user, ref)))


# --- joining --------------------------------------------------------------------------------------


class InviteLink(Body):
    """The last part of an invite link."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Invitation(Record):
    """What a link offers: who invites to what. `into_team` says how one comes into its team: by the
    yes of the owner who made the link, by asking its owners, or at once and before everybody,
    because nobody runs it.
    """

    campaign: str
    role: str
    team: str | None
    invited_by: str
    into_team: Literal["shared", "asked", "given"] | None


class Joined(Record):
    """The club I belong to now, my part in it, and the team whose owners are asked whether I may
    run it too.
    """

    campaign: str
    role: str
    asked: TeamRef | None


@person_door(scope=Scope.READ)
def look_at_invite(call: Call, body: InviteLink) -> Invitation:
    """Look at an invite link without using it up."""
    face = invites.look_up(token=body.token, at=call.now)
    how = INTO[face.how] if face.how else None
    team = face.team.name if face.team else None
    return Invitation(
        campaign=face.campaign.name, role=face.role, team=team, invited_by=face.by, into_team=how
    )


INTO: Final[dict[How, Literal["shared", "asked", "given"]]] = {
    How.SHARED: "shared",
    How.ASKED: "asked",
    How.GIVEN: "given",
}


@person_door()
def join(call: Call, body: InviteLink) -> Joined:
    """Join a club by an invite link. A GM's link into a team that others run only asks them."""
    taken = invites.accept(token=body.token, user=call.user, at=call.now)
    asked = team_ref(taken.asked) if taken.asked else None
    return Joined(campaign=taken.membership.campaign.slug, role=taken.membership.role, asked=asked)
