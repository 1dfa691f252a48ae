"""Who belongs to the club: members, their roles, invite links."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from django.conf import settings
from msgspec import Meta

from campaign.models import Invite, Membership, Team
from campaign.selectors import club as selector
from campaign.selectors.club import Member
from campaign.services import invites
from campaign.services import members as services
from campaign.services.refusals import Refused

from .doors import ClubCall, club_door, desk_door, one
from .operations import Body, Record
from .paging import Page, Paged, paged
from .shapes import Name, Reasoned, Role, TeamRef, team_ref


class MemberOut(Record):
    """A member: name, role, since when, the teams they run."""

    username: str
    role: str
    since: datetime
    teams: tuple[TeamRef, ...]


@club_door()
def list_members(call: ClubCall, query: Paged) -> Page[MemberOut]:
    """Everybody in the club: GMs, then players, then spectators, each by name."""
    return paged(call, query, selector.people_of(call.campaign), _member)


def _member(member: Member) -> MemberOut:
    return MemberOut(username=member.name, role=member.role, since=member.since, teams=tuple(team_ref(team) for team in member.teams))


class Promoting(Body):
    """Another role."""

    role: Role


class PartOut(Record):
    """A member's part in the club."""

    username: str
    role: str


def _membership(call: ClubCall, username: str) -> Membership:
    rows = Membership.objects.filter(campaign=call.campaign, left_at=None).select_related("user", "campaign")
    return one(rows, user__username=username)


@desk_door()
def set_role(call: ClubCall, body: Promoting, username: str) -> PartOut:
    """Give a member another role."""
    row = services.set_role(membership=_membership(call, username), role=body.role, actor=call.user, at=call.now)
    return PartOut(username=username, role=row.role)


@desk_door()
def remove(call: ClubCall, body: Reasoned, username: str) -> None:
    """Remove a member, with a reason. Their team plays on by its standing orders until it is handed over."""
    services.leave(membership=_membership(call, username), at=call.now, actor=call.user, reason=body.reason)


@club_door()
def leave(call: ClubCall) -> None:
    """Leave the club."""
    services.leave(membership=_membership(call, call.user.get_username()), at=call.now, actor=call.user)


# --- invites -------------------------------------------------------------------------------------------------------------


class InviteOut(Record):
    """An invite link, without its token."""

    id: UUID
    role: str
    team: TeamRef | None
    note: str
    uses_left: int
    made_by: str
    made_at: datetime
    expires_at: datetime
    revoked_at: datetime | None


class InviteMade(InviteOut):
    """A new link. The token is shown this once; only its hash is kept."""

    token: str
    url: str


class Inviting(Body):
    """A link for a role, and for a co-owner's place in a team if one is named."""

    role: Role = "player"
    team: Name | None = None
    uses: Annotated[int, Meta(ge=0, le=1000)] = 1
    days: Annotated[int, Meta(ge=0, le=1000)] = 14
    note: Name = ""


@desk_door()
def list_invites(call: ClubCall, query: Paged) -> Page[InviteOut]:
    """The club's invite links, newest first."""
    rows = Invite.objects.filter(campaign=call.campaign).select_related("team", "made_by").order_by("-made_at", "id")
    return paged(call, query, rows, _invite)


@desk_door(status=201)
def make_invite(call: ClubCall, body: Inviting) -> InviteMade:
    """Make an invite link. Its token is shown once."""
    team = None
    if body.team is not None:
        team = Team.objects.filter(campaign=call.campaign, slug=body.team, left_at=None).first()
        if team is None:
            raise Refused("Choose a team of this club.", field="team", code="no-such-team")
    row, token = invites.make(
        campaign=call.campaign, role=body.role, actor=call.user, at=call.now, team=team, uses=body.uses, days=body.days, note=body.note
    )
    return InviteMade(**_fields(row), token=token, url=f"{settings.SITE_URL.rstrip('/')}/join/{token}/")


@desk_door()
def revoke_invite(call: ClubCall, invite: UUID) -> InviteOut:
    """Make a link useless; again does no harm."""
    row = one(Invite.objects.filter(campaign=call.campaign).select_related("team", "made_by"), pk=invite)
    invites.revoke(invite=row, actor=call.user, at=call.now)
    return _invite(one(Invite.objects.filter(campaign=call.campaign).select_related("team", "made_by"), pk=invite))


def _invite(row: Invite) -> InviteOut:
    return InviteOut(**_fields(row))


def _fields(row: Invite) -> dict[str, Any]:
    return {
        "id": row.pk, "role": row.role, "team": team_ref(row.team) if row.team else None, "note": row.note, "uses_left": row.uses_left,
        "made_by": row.made_by.get_username(), "made_at": row.made_at, "expires_at": row.expires_at, "revoked_at": row.revoked_at,
    }  # fmt: skip
