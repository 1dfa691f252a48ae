"""Services for the members of a club: joining, changing roles, and leaving."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.db.models import QuerySet

from campaign.league.models import Campaign, DeskAct, Membership, Team, TeamOwner
from campaign.league.refusals import LastOne
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.services import desk_log
from campaign.members.models import TeamAsk
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import Refused

from . import deputies_ending

RANK = {Membership.Role.SPECTATOR: 0, Membership.Role.PLAYER: 1, Membership.Role.GM: 2}


def admit(*, campaign: Campaign, user: User, role: str, now: datetime) -> tuple[Membership, bool]:
    """Add a person to the club, or raise their role.

    Return the membership, and whether it changed.
    """
    with club(campaign.pk):
        new_role = Membership.Role(role)
        membership, created = Membership.objects.get_or_create(
            campaign=campaign, user=user, defaults={"role": new_role, "joined_at": now}
        )
        membership = membership if created else locked(membership)
        if created or (
            membership.left_at is None and RANK[Membership.Role(membership.role)] >= RANK[new_role]
        ):
            return membership, created
        membership.role, membership.left_at = new_role, None
        membership.save(update_fields=["role", "left_at"])
        if new_role == Membership.Role.GM:
            deputies_ending.end_all(user=user, campaign_id=campaign.pk, actor=user, now=now)
        return membership, True


def lock_membership(user: User, campaign_id: UUID) -> Membership | None:
    """Lock a person's membership until the end of the transaction, and return it, or None.

    In the meantime, the person cannot leave, become a spectator, or get another team.
    """
    rows = Membership.objects.select_for_update(no_key=True)
    return rows.filter(campaign=campaign_id, user=user, left_at=None).first()


def record_desk_visit(
    *, user: User, campaign: Campaign, now: datetime, rules: bool = False
) -> None:
    """Store when a member first opened the desk's page of house rules (`rules`) or of weeks."""
    field = "saw_rules_at" if rules else "saw_dates_at"
    Membership.objects.filter(campaign=campaign, user=user, **{field: None}).update(**{field: now})


def set_role(*, membership: Membership, role: str, actor: User, now: datetime) -> Membership:
    """Give a member another role, and log the change publicly.

    Raise LastOne if the club would have no GM.
    """
    with club(membership.campaign_id):
        locked(membership.campaign)
        membership = locked(membership)
        if role not in Membership.Role.values or membership.left_at:
            raise Refused(
                "Choose GM, player or spectator for an existing member.",
                field="role",
                code="bad-role",
            )
        before = membership.role
        if before == role:
            return membership
        if before == Membership.Role.GM:
            _keep_a_gm(membership)
        if role == Membership.Role.SPECTATOR and _ownerships(membership).exists():
            raise Refused(
                "Spectators cannot run a team. Hand over the team first.",
                field="role",
                code="runs-a-team",
            )
        membership.role = role
        membership.save(update_fields=["role"])
        if role == Membership.Role.GM:
            deputies_ending.end_all(
                user=membership.user, campaign_id=membership.campaign_id, actor=actor, now=now
            )
        detail = {"user": membership.user.get_username(), "before": before, "after": role}
        act = desk_log.record(
            campaign_id=membership.campaign_id,
            actor=actor,
            kind="role-changed",
            now=now,
            detail=detail,
        )
        text = f"Your role in this club is now {Membership.Role(role).label}."
        desk_log.notify(act, [membership.user_id], text)
        return membership


def leave(*, membership: Membership, now: datetime, actor: User, reason: str = "") -> None:
    """Leave the club, or remove a member.

    If a GM removes the member, `actor` is the GM, and a reason is required. The person's teams lose
    this owner. The other owners and a removed member are notified. A team without owners gets a
    caretaker after its first week without orders, until a GM hands the team over. Raise LastOne for
    the only GM.
    """
    removed = actor.pk != membership.user_id
    stated_reason = desk_log.require_reason(reason) if removed else reason
    with club(membership.campaign_id):
        locked(membership.campaign)
        membership = locked(membership)
        if membership.left_at:
            return
        if membership.role == Membership.Role.GM:
            _keep_a_gm(membership)
        lost = [
            row.team
            for row in _ownerships(membership).select_related("team").order_by("team__name")
        ]
        _ownerships(membership).update(until=now)
        TeamAsk.objects.filter(
            user=membership.user_id, team__campaign=membership.campaign_id, answered_at=None
        ).update(answered_at=now, answered_by=membership.user_id, agreed=False)
        membership.left_at = now
        membership.save(update_fields=["left_at"])
        deputies_ending.end_all(
            user=membership.user, campaign_id=membership.campaign_id, actor=actor, now=now
        )
        detail = {"user": membership.user.get_username()}
        kind = "member-removed" if removed else "member-left"
        act = desk_log.record(
            campaign_id=membership.campaign_id,
            actor=actor,
            kind=kind,
            now=now,
            reason=stated_reason,
            detail=detail,
        )
        _notify_of_leaving(membership, act, lost, removed=removed)


def _notify_of_leaving(
    membership: Membership, act: DeskAct, lost: list[Team], *, removed: bool
) -> None:
    for team in lost:
        desk_log.notify(
            act,
            people.owners_of(team.pk),
            f"{membership.user.get_username()} no longer runs {team}.",
            team_path("team", team),
            subject=str(team.pk),
        )
    if removed:
        ran = f" You no longer run {' and '.join(str(team) for team in lost)}." if lost else ""
        text = f"A GM removed you from {membership.campaign}: {act.reason}"[:200] + ran
        desk_log.notify(act, [membership.user_id], text[:300])


def _ownerships(membership: Membership) -> QuerySet[TeamOwner]:
    return TeamOwner.objects.filter(
        user=membership.user_id, team__campaign=membership.campaign_id, until=None
    )


def _keep_a_gm(membership: Membership) -> None:
    others = Membership.objects.filter(
        campaign=membership.campaign_id,
        role=Membership.Role.GM,
        left_at=None,
        user__leaving_at=None,  # ignores a GM whose account is being deleted
    ).exclude(pk=membership.pk)
    if not others.exists():
        raise LastOne("A club needs at least one GM. Make someone else a GM first.")
