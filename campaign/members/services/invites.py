"""Services for invite links.

A group's link lets players or spectators into the club, but not into a team. It works until it is
revoked, and GMs can look it up again. All other links, for a GM or for a place in a team, work only
once. They are shown once, and only a hash is stored.

If an owner created a link into a team, the person who uses it becomes a co-owner. If a GM created
it, the team's owners are asked. If nobody runs the team, the person gets it, and this is announced
publicly (`sharing`). Ownership is checked when the link is used.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from django.db import transaction
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Membership, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.refusals import InviteSpent, NotReliable
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.links import club_path
from campaign.league.selectors.teams import find_present_team
from campaign.league.services import desk_log
from campaign.members.models import Invite
from campaign.members.rules.acts import MAX_INVITE_DAYS, Inviting
from campaign.members.selectors.reliability import reliability_of
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused
from core.web.text import line

from . import sharing
from .members import admit

DEFAULT_DAYS = 14
"""Number of days for which a link for one person works by default."""


class TeamEntry(Enum):
    """The way in which a person joins a team by using a link."""

    SHARED = "an owner made it"
    OWNERS_ASKED = "its owners are asked"
    NO_OWNER = "no owner: given publicly"


@dataclass(frozen=True, slots=True)
class InviteOffer:
    """The details of a link before it is accepted.

    They say who invites the person, to which role, and to which team.
    """

    campaign: Campaign
    role: str
    team: Team | None
    inviter: str
    entry: TeamEntry | None = None


@dataclass(frozen=True, slots=True)
class AcceptedInvite:
    """The result of accepting a link: the membership, and the team whose owners have been asked."""

    membership: Membership
    asked_team: Team | None = None


def make(*, campaign: Campaign, new: Inviting, actor: User, now: datetime) -> tuple[Invite, str]:
    """Create a link for a role and, if a team is given, for a place in that team.

    Return the invite and its token. If `uses` or `days` is None, there is no limit. A link for a GM
    or into a team works only once, and by default for two weeks. A GM who creates a link into a
    team that they do not run must give a reason. The reason is published if nobody runs the team
    when the link is used.
    """
    token = secrets.token_urlsafe(24)
    with club(campaign.pk):
        team = None if new.team is None else find_present_team(campaign, new.team)
        if new.team is not None and team is None:
            raise Refused("Choose a team of this club.", field="team", code="no-such-team")
        single_use = team is not None or new.role == "gm"
        uses = new.uses or 1 if single_use else new.uses
        days = new.days or DEFAULT_DAYS if single_use else new.days
        _check_limits(new.role, team, uses, days, single_use=single_use)
        if campaign.tryout:
            raise Refused(
                "You cannot invite people to a try-out. Keep the club first.",
                code="try-out",
            )
        stored_reason = (
            "" if team is None or _runs(actor, team) else desk_log.require_reason(new.reason)
        )
        invite = Invite.objects.create(
            campaign=campaign,
            token_hash=_hash(token),
            token="" if uses == 1 else token,
            role=new.role,
            team=team,
            uses_left=uses,
            reason=stored_reason,
            made_by=actor,
            made_at=now,
            expires_at=now + timedelta(days=days) if days else None,
            note=line(new.note, field="note", title="Note", max_length=80, min_length=0),
        )
        detail = {"role": new.role, "uses": uses}
        desk_log.record(
            campaign_id=campaign.pk,
            actor=actor,
            kind="invite-made",
            now=now,
            detail=detail,
            public=False,
            team=team,
            reason=stored_reason,
        )
    return invite, token


def _check_limits(
    role: str, team: Team | None, uses: int | None, days: int | None, *, single_use: bool
) -> None:
    if (uses is not None and not 1 <= uses <= 100) or (
        days is not None and not 1 <= days <= MAX_INVITE_DAYS
    ):
        raise Refused(
            f"A link can be used 1 to 100 times and can be active for 1 to {MAX_INVITE_DAYS} days.",
            field="uses",
            code="out-of-bounds",
        )
    if role not in Membership.Role.values or (team and role == Membership.Role.SPECTATOR):
        raise Refused(
            ("Choose a role: GM, player or spectator. Team owners are players."),
            field="role",
            code="bad-role",
        )
    if single_use and uses != 1:
        raise Refused(
            "A link for a GM or a team works only once. Create one link for each person.",
            field="uses",
            code="out-of-bounds",
        )


def revoke(*, invite: Invite, actor: User, now: datetime) -> None:
    """Revoke a link. Repeating this has no effect."""
    with club(invite.campaign_id):
        invite = locked(invite)
        if invite.revoked_at is None:
            invite.revoked_at, invite.token = now, ""
            invite.save(update_fields=["revoked_at", "token"])
            desk_log.record(
                campaign_id=invite.campaign_id,
                actor=actor,
                kind="invite-revoked",
                now=now,
                public=False,
                team=invite.team,
            )


def look_up(*, token: str, now: datetime) -> InviteOffer:
    """Return the details of the link with this token.

    Raise InviteSpent if the link does not work or the token is unknown.
    """
    with scopes_disabled():
        invite = (
            Invite.objects.select_related("campaign", "team", "made_by")
            .filter(token_hash=_hash(token))
            .first()
        )
        invite = _require_valid(invite, now)
        return InviteOffer(
            invite.campaign,
            invite.role,
            invite.team,
            invite.made_by.get_username(),
            _team_entry(invite),
        )


def own_club(*, token: str, user: User) -> Campaign | None:
    """Return the club of a link if the person is a member of it, even if the link no longer
    works.
    """
    with scopes_disabled():
        invite = Invite.objects.select_related("campaign").filter(token_hash=_hash(token)).first()
        is_member = invite is not None and people.membership(user, invite.campaign_id) is not None
        return invite.campaign if invite and is_member else None


def accept(*, token: str, user: User, now: datetime) -> AcceptedInvite:
    """Accept a link by joining the club and, if the link names one, the team.

    A role is raised if necessary, but never lowered. The public log shows a new GM, because GMs can
    see the books of all teams. If nothing changes for a member, the use is not counted. Raise
    InviteSpent. Raise Refused for the owner of another team in the club, and for a guest, whose
    account ends with the browser session. Raise NotReliable if a group's link requires more
    reliability than the person has (C22).
    """
    if user.guest:
        raise Refused(
            "You are using the site as a guest. Sign up to keep your try-out, or sign in. Then "
            "open the link again.",
            code="guest",
        )
    with scopes_disabled(), transaction.atomic():
        invite = _require_valid(
            Invite.objects.select_for_update().filter(token_hash=_hash(token)).first(), now
        )
    with club(invite.campaign_id):
        team = locked(invite.team) if invite.team else None
        invite = _require_valid(locked(invite), now)
        entry = _team_entry(invite)
        if entry is TeamEntry.SHARED:
            _refuse_former_members(invite.campaign, user)
        before = people.membership(user, invite.campaign_id)
        if before is None and invite.token and invite.role == Membership.Role.PLAYER:
            _require_reliable(invite.campaign, user, now)
        membership, joined = admit(campaign=invite.campaign, user=user, role=invite.role, now=now)
        if joined and membership.role == Membership.Role.GM:
            _log_gm(invite, user, before.role if before else "", now)
        if joined and entry is TeamEntry.SHARED:
            _tell_gms(invite, user, now)
        if team:
            joined = _join_team(team, invite, user, entry, now) or joined
        if joined and invite.uses_left is not None:
            invite.uses_left -= 1
            invite.save(update_fields=["uses_left"])
        return AcceptedInvite(
            membership, team if entry is TeamEntry.OWNERS_ASKED and not _runs(user, team) else None
        )


def _join_team(
    team: Team, invite: Invite, user: User, entry: TeamEntry | None, now: datetime
) -> bool:
    """Make the person an owner of the team, or send a request to its owners.

    Return whether anything changed.
    """
    if entry is TeamEntry.SHARED:
        return sharing.share(team=team, user=user, actor=invite.made_by, now=now)
    if entry is TeamEntry.OWNERS_ASKED:
        return sharing.ask(team=team, user=user, invited_by=invite.made_by, now=now)
    sharing.give(team=team, user=user, actor=invite.made_by, reason=invite.reason, now=now)
    return True


def _team_entry(invite: Invite) -> TeamEntry | None:
    """Return how a person would join the team with this link, or None if it has no team."""
    if invite.team is None:
        return None
    if _runs(invite.made_by, invite.team):
        return TeamEntry.SHARED
    return TeamEntry.OWNERS_ASKED if people.owners([invite.team.pk]) else TeamEntry.NO_OWNER


def _log_gm(invite: Invite, user: User, before: str, now: datetime) -> None:
    """Log the new GM and the creator of the link in the public log."""
    desk_log.record(
        campaign_id=invite.campaign_id,
        actor=invite.made_by,
        kind="role-changed",
        now=now,
        detail={"user": user.get_username(), "before": before, "after": Membership.Role.GM.value},
    )


def _require_reliable(campaign: Campaign, user: User, now: datetime) -> None:
    """Raise NotReliable for people whose reliability is too low.

    New players, who have no reliability yet, are accepted.
    """
    required = rules_of(campaign).join_reliability
    percent = reliability_of([user.pk], now)[user.pk].percent if required else None
    if percent is not None and percent < required:
        raise NotReliable(
            f"This club requires a reliability of {required} %. Yours is {percent} %. Ask a GM for "
            "a personal invite link."
        )


def _refuse_former_members(campaign: Campaign, user: User) -> None:
    """Refuse former members. They need a GM's link to return, and an owner's link is not enough."""
    if Membership.objects.filter(campaign=campaign, user=user, left_at__isnull=False).exists():
        raise Refused(
            "You were a member of this club before. Ask a GM for a link to come back.",
            code="gone",
        )


def _tell_gms(invite: Invite, user: User, now: datetime) -> None:
    text = (
        f"{user.get_username()} joined the club with a link from {invite.made_by.get_username()} "
        f"to co-own {invite.team}."
    )
    gms = people.member_ids(invite.campaign_id, Membership.Role.GM)
    cause = f"joined:{invite.pk}:{user.pk}"
    notices.notify(
        gms, invite.campaign_id, ClubNotice.JOINED, text, club_path("desk-people"), cause, now
    )


def _runs(user: User, team: Team | None) -> bool:
    return team is not None and user.pk in people.owners_of(team.pk)


def _require_valid(invite: Invite | None, now: datetime) -> Invite:
    """Return the invite if it still works.

    A link for a GM or into a team works only if its creator still has the right to create it.
    """
    if (
        invite is None
        or invite.revoked_at
        or invite.uses_left == 0
        or (invite.expires_at and invite.expires_at <= now)
        or not _is_backed(invite)
    ):
        raise InviteSpent("This invite link is no longer valid. Ask the club's GM for a new one.")
    return invite


def _is_backed(invite: Invite) -> bool:
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
