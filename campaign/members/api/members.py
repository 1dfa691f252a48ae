"""API operations on the members of a club, their roles and invite links."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from django.conf import settings
from django.urls import reverse

from campaign.league.api.permissions import ClubCall, club_door, desk_door
from campaign.league.api.shapes import Role, TeamRef, team_ref
from campaign.league.models import Membership
from campaign.league.selectors.people import find_member_by_name
from campaign.members.models import Invite
from campaign.members.rules.acts import Inviting
from campaign.members.selectors import club as selector
from campaign.members.selectors.club import Member
from campaign.members.selectors.invites import find_invite, invites_of
from campaign.members.services import invites, login_links
from campaign.members.services import members as services
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.scopes import Scope
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404


class MemberOut(Record):
    """A member with a role, a joining date and teams.

    `reliability` is the percentage of the member's last weeks with orders, in all clubs (C22). It
    is null for a new player. `away_until` is the end of the current holiday. `holiday_from` and
    `holiday_until` are the start and end of the current or next holiday.
    """

    username: str
    role: str
    since: datetime
    teams: tuple[TeamRef, ...]
    away_until: datetime | None
    holiday_from: datetime | None
    holiday_until: datetime | None
    reliability: int | None


@club_door()
def list_members(call: ClubCall, query: Paged) -> Page[MemberOut]:
    """List the members by role and name. GMs come first, then players, then spectators."""
    return paged(call, query, selector.people_of(call.campaign, call.now), _member)


def _member(member: Member) -> MemberOut:
    holiday = member.holiday
    return MemberOut(
        username=member.name,
        role=member.role,
        since=member.since,
        teams=tuple(team_ref(team) for team in member.teams),
        away_until=holiday.ends if holiday and member.is_away else None,
        holiday_from=holiday.starts if holiday else None,
        holiday_until=holiday.ends if holiday else None,
        reliability=member.reliability.percent,
    )


class Promoting(Body):
    """A new role."""

    role: Role


class PartOut(Record):
    """A member's role in the club."""

    username: str
    role: str


def _membership(call: ClubCall, username: str) -> Membership:
    return or_404(find_member_by_name(call.campaign, username))


@desk_door()
def set_role(call: ClubCall, body: Promoting, username: str) -> PartOut:
    """Give a member another role."""
    row = services.set_role(
        membership=_membership(call, username), role=body.role, actor=call.user, now=call.now
    )
    return PartOut(username=username, role=row.role)


@desk_door()
def remove(call: ClubCall, body: Reasoned, username: str) -> None:
    """Remove a member, giving a reason.

    If a team has no other owner, it gets a caretaker after its first week without orders, until the
    team is handed over.
    """
    services.leave(
        membership=_membership(call, username), now=call.now, actor=call.user, reason=body.reason
    )


@club_door(scope=Scope.ACCOUNT)
def leave(call: ClubCall) -> None:
    """Leave the club."""
    services.leave(
        membership=_membership(call, call.user.get_username()), now=call.now, actor=call.user
    )


class LoginLinkMade(Record):
    """A one-time sign-in link. The link is shown only now, because only its hash is stored."""

    username: str
    url: str
    expires_at: datetime


@desk_door(status=201)
def make_login_link(call: ClubCall, body: Reasoned, username: str) -> LoginLinkMade:
    """Create a sign-in link for a member who has lost their password.

    The whole club sees the reason immediately. Earlier links for that member stop working. The link
    asks for a new password and for the second factor.
    """
    row, token = login_links.make(
        membership=_membership(call, username), actor=call.user, reason=body.reason, now=call.now
    )
    return LoginLinkMade(
        username=username,
        url=settings.SITE_URL.rstrip("/") + reverse("login-link", args=[token]),
        expires_at=row.expires_at,
    )


# --- invites --------------------------------------------------------------------------------------


class InviteOut(Record):
    """An invite link. `url` is set for a group's link. For all other links, only a hash is stored.

    If `uses_left` is null, the number of uses is unlimited. If `expires_at` is null, the link works
    until it is revoked.
    """

    id: UUID
    role: str
    team: TeamRef | None
    note: str
    reason: str
    uses_left: int | None
    made_by: str
    made_at: datetime
    expires_at: datetime | None
    revoked_at: datetime | None
    url: str


class InviteMade(InviteOut):
    """A new invite link with its token."""

    token: str


@desk_door()
def list_invites(call: ClubCall, query: Paged) -> Page[InviteOut]:
    """List the club's invite links, newest first."""
    return paged(call, query, invites_of(call.campaign), invite_out)


@desk_door(status=201)
def make_invite(call: ClubCall, body: Inviting) -> InviteMade:
    """Create an invite link.

    If other people run the team, using the link only sends a request to them.
    """
    return invite_made(
        *invites.make(campaign=call.campaign, new=body, actor=call.user, now=call.now)
    )


@desk_door()
def revoke_invite(call: ClubCall, invite: UUID) -> InviteOut:
    """Revoke an invite link. Repeating this has no effect."""
    row = or_404(find_invite(call.campaign, invite))
    invites.revoke(invite=row, actor=call.user, now=call.now)
    return invite_out(or_404(find_invite(call.campaign, invite)))


def invite_out(row: Invite) -> InviteOut:
    """Return an invite link for a list."""
    return InviteOut(**_fields(row), url=_url(row.token))


def invite_made(row: Invite, token: str) -> InviteMade:
    """Return a new invite link with its token."""
    return InviteMade(**_fields(row), token=token, url=_url(token))


def _url(token: str) -> str:
    return settings.SITE_URL.rstrip("/") + reverse("join", args=[token]) if token else ""


def _fields(row: Invite) -> dict[str, Any]:
    return {
        "id": row.pk,
        "role": row.role,
        "team": team_ref(row.team) if row.team else None,
        "note": row.note,
        "uses_left": row.uses_left,
        "made_by": row.made_by.get_username(),
        "made_at": row.made_at,
        "expires_at": row.expires_at,
        "revoked_at": row.revoked_at,
        "reason": row.reason,
    }
