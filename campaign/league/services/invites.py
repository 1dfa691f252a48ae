"""Invite links. A link for a group, which lets players or spectators into the club and opens
nothing of a team, works until it is revoked and can be looked up again. Every other link (for a GM,
for a place in a team) works once; it is shown once, and only its hash is kept.

Who comes into a team by a link: with the yes of an owner who made it; by asking the owners, when a
GM made it; at once and before everybody, when a GM made it for a team that nobody runs (`sharing`).
What counts is who runs the team when the link is taken.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Invite, Membership, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import InviteSpent, NotReliable
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.links import club_path
from campaign.league.selectors.reliability import reliability_of
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused
from core.web.text import line

from . import desk_log, sharing
from .members import admit

LONGEST = timedelta(days=90)
USUAL = 14
"""Days that a link for one person works unless said otherwise."""


class How(Enum):
    """How a link brings a person into its team."""

    SHARED = "an owner made it"
    ASKED = "its owners are asked"
    GIVEN = "no owner: given publicly"


@dataclass(frozen=True, slots=True)
class Face:
    """What a link tells before it is accepted: who invites to what, and how one comes into the
    team.
    """

    campaign: Campaign
    role: str
    team: Team | None
    by: str
    how: How | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """What came of accepting a link: the part in the club, and the team whose owners are asked
    now.
    """

    membership: Membership
    asked: Team | None = None


def make(
    *,
    campaign: Campaign,
    role: str,
    actor: User,
    at: datetime,
    team: Team | None = None,
    uses: int | None = 1,
    days: int | None = USUAL,
    note: str = "",
    reason: str = "",
) -> tuple[Invite, str]:
    """Make a link for a role, and for a place in a team if one is given: the invite and its token.

    `uses` and `days` are None for no limit; a link for a GM or into a team works once and two weeks
    unless said otherwise. Who makes a link
    into a team that they do not run themselves (a GM) gives the reason, which the club reads if
    nobody runs it when the link is taken.
    """
    alone = team is not None or role == Membership.Role.GM
    uses, days = (uses or 1, days or USUAL) if alone else (uses, days)
    _insist_possible(role, team, uses, days, alone=alone)
    token = secrets.token_urlsafe(24)
    if campaign.tryout:
        raise Refused(
            "You cannot invite people to a try-out. Keep the club first.",
            code="try-out",
        )
    with club(campaign.pk):
        said = "" if team is None or _runs(actor, team) else desk_log.reasoned(reason)
        invite = Invite.objects.create(
            campaign=campaign,
            token_hash=_hash(token),
            token="" if uses == 1 else token,
            role=role,
            team=team,
            uses_left=uses,
            reason=said,
            made_by=actor,
            made_at=at,
            expires_at=at + timedelta(days=days) if days else None,
            note=line(note, field="note", title="Note", max_length=80, min_length=0),
        )
        detail = {"role": role, "uses": uses}
        desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="invite-made",
            at=at,
            detail=detail,
            public=False,
            team=team,
            reason=said,
        )
    return invite, token


def _insist_possible(
    role: str, team: Team | None, uses: int | None, days: int | None, *, alone: bool
) -> None:
    if (uses is not None and not 1 <= uses <= 100) or (
        days is not None and not 1 <= days <= LONGEST.days
    ):
        raise Refused(
            f"A link can be used 1 to 100 times and can be active for 1 to {LONGEST.days} days.",
            field="uses",
            code="out-of-bounds",
        )
    if role not in Membership.Role.values or (team and role == Membership.Role.SPECTATOR):
        raise Refused(
            ("Choose a role: GM, player or spectator. Team owners are players."),
            field="role",
            code="bad-role",
        )
    if alone and uses != 1:
        raise Refused(
            "A link for a GM or a team works only once. Create one link for each person.",
            field="uses",
            code="out-of-bounds",
        )


def revoke(*, invite: Invite, actor: User, at: datetime) -> None:
    """Make a link useless; again does no harm."""
    with club(invite.campaign_id):
        invite = locked(invite)
        if invite.revoked_at is None:
            invite.revoked_at, invite.token = at, ""
            invite.save(update_fields=["revoked_at", "token"])
            desk_log.record(
                campaign_id=invite.campaign_id,
                actor=actor,
                kind="invite-revoked",
                at=at,
                public=False,
                team=invite.team,
            )


def look_up(*, token: str, at: datetime) -> Face:
    """What the link of this token offers. Raises InviteSpent, in the same words for a link that
    never was.
    """
    with scopes_disabled():
        invite = (
            Invite.objects.select_related("campaign", "team", "made_by")
            .filter(token_hash=_hash(token))
            .first()
        )
        invite = _good(invite, at)
        return Face(
            invite.campaign, invite.role, invite.team, invite.made_by.get_username(), _how(invite)
        )


def own_club(*, token: str, user: User) -> Campaign | None:
    """Return the club that a link leads to, whether it works or not, if the person is in it."""
    with scopes_disabled():
        invite = Invite.objects.select_related("campaign").filter(token_hash=_hash(token)).first()
        is_member = invite is not None and people.membership(user, invite.campaign_id) is not None
        return invite.campaign if invite and is_member else None


def accept(*, token: str, user: User, at: datetime) -> Taken:
    """Join by a link: a membership, and what the link has of a team. A role is raised, never
    lowered.

    Who becomes a GM reads every team's books, so the public log says so, as it does of a role given
    at the desk. A member for whom nothing would change uses nothing up. Raises InviteSpent, and
    Refused for who runs another team here, and for a guest, whom the club would lose with their
    browser; NotReliable for whose figure is below what the house asks of who comes by a group's
    link (C22).
    """
    if user.guest:
        raise Refused(
            "You are using the site as a guest. Sign up to keep your try-out, or sign in. Then "
            "open the link again.",
            code="guest",
        )
    with scopes_disabled(), transaction.atomic():
        invite = _good(
            Invite.objects.select_for_update().filter(token_hash=_hash(token)).first(), at
        )
    with club(invite.campaign_id):
        team = locked(invite.team) if invite.team else None
        invite = _good(locked(invite), at)
        how = _how(invite)
        if how is How.SHARED:
            _insist_not_gone(invite.campaign, user)
        before = people.membership(user, invite.campaign_id)
        if before is None and invite.token and invite.role == Membership.Role.PLAYER:
            _insist_reliable(invite.campaign, user, at)
        membership, joined = admit(campaign=invite.campaign, user=user, role=invite.role, at=at)
        if joined and membership.role == Membership.Role.GM:
            _log_gm(invite, user, before.role if before else "", at)
        if joined and how is How.SHARED:
            _tell_gms(invite, user, at)
        if team:
            joined = _into(team, invite, user, how, at) or joined
        if joined and invite.uses_left is not None:
            invite.uses_left -= 1
            invite.save(update_fields=["uses_left"])
        return Taken(membership, team if how is How.ASKED and not _runs(user, team) else None)


def _into(team: Team, invite: Invite, user: User, how: How | None, at: datetime) -> bool:
    """Bring a person into the team, or before its owners; whether that is new."""
    if how is How.SHARED:
        return sharing.share(team=team, user=user, actor=invite.made_by, at=at)
    if how is How.ASKED:
        return sharing.ask(team=team, user=user, invited_by=invite.made_by, at=at)
    sharing.give(team=team, user=user, actor=invite.made_by, reason=invite.reason, at=at)
    return True


def _how(invite: Invite) -> How | None:
    """How this link brings somebody into its team as things stand; None without a team."""
    if invite.team is None:
        return None
    if _runs(invite.made_by, invite.team):
        return How.SHARED
    return How.ASKED if people.owners([invite.team.pk]) else How.GIVEN


def _log_gm(invite: Invite, user: User, before: str, at: datetime) -> None:
    """A line of the public log: who became a GM, and by whose link."""
    desk_log.record(
        campaign_id=invite.campaign_id,
        actor=invite.made_by,
        kind="role-changed",
        at=at,
        detail={"user": user.get_username(), "before": before, "after": Membership.Role.GM.value},
    )


def _insist_reliable(campaign: Campaign, user: User, at: datetime) -> None:
    """Newcomers without a figure pass."""
    wanted = rules_of(campaign).join_reliability
    percent = reliability_of([user.pk], at)[user.pk].percent if wanted else None
    if percent is not None and percent < wanted:
        raise NotReliable(
            f"This club requires a reliability of {wanted} %. Yours is {percent} %. Ask a GM for "
            "a personal invite link."
        )


def _insist_not_gone(campaign: Campaign, user: User) -> None:
    """Who left the club, or was removed, comes back by a GM's link, not by an owner's."""
    if Membership.objects.filter(campaign=campaign, user=user, left_at__isnull=False).exists():
        raise Refused(
            "You were a member of this club before. Ask a GM for a link to come back.",
            code="gone",
        )


def _tell_gms(invite: Invite, user: User, at: datetime) -> None:
    text = (
        f"{user.get_username()} joined the club with a link from {invite.made_by.get_username()} "
        f"to co-own {invite.team}."
    )
    gms = people.members([invite.campaign_id], Membership.Role.GM).get(invite.campaign_id, ())
    cause = f"joined:{invite.pk}:{user.pk}"
    notices.send(
        notices.Message(
            gm, invite.campaign_id, ClubNotice.JOINED, text, club_path("desk-people"), cause, at
        )
        for gm in gms
    )


def _runs(user: User, team: Team | None) -> bool:
    return team is not None and user.pk in people.owners([team.pk]).get(team.pk, ())


def _good(invite: Invite | None, at: datetime) -> Invite:
    """The invite, if it still works: a link for a GM or into a team is worth what its maker is
    worth now.
    """
    if (
        invite is None
        or invite.revoked_at
        or invite.uses_left == 0
        or (invite.expires_at and invite.expires_at <= at)
        or not _stands(invite)
    ):
        raise InviteSpent("This invite link is no longer valid. Ask the club's GM for a new one.")
    return invite


def _stands(invite: Invite) -> bool:
    if invite.team is None and invite.role != Membership.Role.GM:
        return True
    if invite.team is not None and invite.team.left_at:
        return False
    maker = people.membership(invite.made_by, invite.campaign_id)
    if maker is None:
        return False
    if invite.team is not None and _runs(invite.made_by, invite.team):
        return True
    return maker.role == Membership.Role.GM and (invite.team is None or bool(invite.reason))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
