"""Invite links. The token is shown once; only its SHA-256 is kept."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django_scopes import scopes_disabled

from campaign.models import Campaign, Invite, Membership, Team, TeamOwner, User

from . import desk, news
from .club import club, locked
from .members import admit
from .refusals import InviteSpent, Refused
from .teams import add_owner
from .text import line

LONGEST = timedelta(days=90)


@dataclass(frozen=True, slots=True)
class Face:
    """What a link tells before it is accepted: who invites to what."""

    campaign: Campaign
    role: str
    team: Team | None
    by: str


def make(
    *, campaign: Campaign, role: str, actor: User, at: datetime, team: Team | None = None, uses: int = 1, days: int = 14, note: str = ""
) -> tuple[Invite, str]:
    """Make a link for a role, and for a co-owner's place in a team if one is given: the invite and its token, never to be shown again."""
    if not 1 <= uses <= 100 or not 1 <= days <= LONGEST.days:
        raise Refused(f"A link works 1 to 100 times and 1 to {LONGEST.days} days.", field="uses", code="out-of-bounds")
    if role not in Membership.Role.values or (team and role == Membership.Role.SPECTATOR):
        raise Refused(
            "Choose what the link is for: a GM, a player or a spectator; a team's owner is a player.", field="role", code="bad-role"
        )
    token = secrets.token_urlsafe(24)
    with club(campaign.pk):
        invite = Invite.objects.create(
            campaign=campaign, token_hash=_hash(token), role=role, team=team, uses_left=uses, made_by=actor, made_at=at,
            expires_at=at + timedelta(days=days), note=line(note, field="note", title="Note", most=80, least=0),
        )  # fmt: skip
        desk.record(
            campaign_id=campaign.pk, actor=actor, kind="invite-made", at=at, detail={"role": role, "uses": uses}, public=False, team=team
        )
    return invite, token


def revoke(*, invite: Invite, actor: User, at: datetime) -> None:
    """Make a link useless; again does no harm."""
    with club(invite.campaign_id):
        invite = locked(invite)
        if invite.revoked_at is None:
            invite.revoked_at = at
            invite.save(update_fields=["revoked_at"])
            desk.record(campaign_id=invite.campaign_id, actor=actor, kind="invite-revoked", at=at, public=False, team=invite.team)


def look_up(*, token: str, at: datetime) -> Face:
    """What the link of this token offers. Raises InviteSpent, in the same words for a link that never was."""
    with scopes_disabled():
        invite = Invite.objects.select_related("campaign", "team", "made_by").filter(token_hash=_hash(token)).first()
    invite = _good(invite, at)
    return Face(invite.campaign, invite.role, invite.team, invite.made_by.get_username())


def accept(*, token: str, user: User, at: datetime) -> Membership:
    """Join by a link: a membership, and the team's ownership if the link is for one. A role is raised, never lowered.

    A member for whom nothing would change uses nothing up. Raises InviteSpent, and Refused for who runs another team here.
    """
    with scopes_disabled(), transaction.atomic():
        invite = _good(Invite.objects.select_for_update().filter(token_hash=_hash(token)).first(), at)
    with club(invite.campaign_id):
        invite = _good(locked(invite), at)
        membership, joined = admit(campaign=invite.campaign, user=user, role=invite.role, at=at)
        if invite.team:
            joined = _share(invite.team, user, at) or joined
        if joined:
            invite.uses_left -= 1
            invite.save(update_fields=["uses_left"])
        return membership


def _share(team: Team, user: User, at: datetime) -> bool:
    """Let a person run the team too; whether that is new. Published: who reads a team's secrets is no secret."""
    if TeamOwner.objects.filter(user=user, until=None, team__left_at=None).exclude(team=team).exists():
        raise Refused("You run another team here already.", code="one-team-a-person")
    if not add_owner(team=team, user=user, at=at):
        return False
    text = f"{user.get_username()} now runs {team.name} too."
    news.publish([news.Item(team.campaign_id, "team-shared", text, f"team-shared:{team.pk}:{user.pk}:{at.isoformat()}", at)])
    return True


def _good(invite: Invite | None, at: datetime) -> Invite:
    if invite is None or invite.revoked_at or invite.uses_left < 1 or invite.expires_at <= at:
        raise InviteSpent("This invite link does not work any more. Ask the club's GM for a new one.")
    return invite


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
