"""Who belongs to a club: joining, roles, leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Campaign, Membership, TeamAsk, TeamOwner
from campaign.league.refusals import LastOne
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused

from . import deputies_ending, desk_log

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from django.db.models import QuerySet

    from campaign.league.models import DeskAct, Team

RANK = {Membership.Role.SPECTATOR: 0, Membership.Role.PLAYER: 1, Membership.Role.GM: 2}


def admit(*, campaign: Campaign, user: User, role: str, at: datetime) -> tuple[Membership, bool]:
    """Let a person in, back in, or up to a higher role: the membership, and whether anything
    changed.
    """
    with club(campaign.pk):
        wanted = Membership.Role(role)
        membership, created = Membership.objects.get_or_create(
            campaign=campaign, user=user, defaults={"role": wanted, "joined_at": at}
        )
        membership = membership if created else locked(membership)
        if created or (
            membership.left_at is None and RANK[Membership.Role(membership.role)] >= RANK[wanted]
        ):
            return membership, created
        membership.role, membership.left_at = wanted, None
        membership.save(update_fields=["role", "left_at"])
        if wanted == Membership.Role.GM:
            deputies_ending.end_all(user=user, campaign_id=campaign.pk, by=user, at=at)
        return membership, True


def held(user: User, campaign_id: UUID) -> Membership | None:
    """The person's part in the campaign, if they have one now, held to the end of the transaction:
    meanwhile they neither leave, nor become a spectator, nor are given another team.
    """
    rows = Membership.objects.select_for_update(no_key=True)
    return rows.filter(campaign=campaign_id, user=user, left_at=None).first()


def look(*, user: User, campaign: Campaign, at: datetime, rules: bool = False) -> None:
    """Keep when a member first looked at the desk's house rules (`rules`), or at its weeks."""
    field = "saw_rules_at" if rules else "saw_dates_at"
    Membership.objects.filter(campaign=campaign, user=user, **{field: None}).update(**{field: at})


def set_role(*, membership: Membership, role: str, actor: User, at: datetime) -> Membership:
    """Give a member another role; logged for all to see. Raises LastOne when the club would be
    without a GM.
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
                user=membership.user, campaign_id=membership.campaign_id, by=actor, at=at
            )
        detail = {"user": membership.user.get_username(), "before": before, "after": role}
        act = desk_log.record(
            campaign_id=membership.campaign_id,
            actor=actor,
            kind="role-changed",
            at=at,
            detail=detail,
        )
        text = f"Your role in this club is now {Membership.Role(role).label}."
        notices.send(
            [
                notices.Message(
                    membership.user_id,
                    membership.campaign_id,
                    kind_of(act.kind),
                    text,
                    "",
                    f"{act.kind}:{act.pk}",
                    at,
                )
            ]
        )
        return membership


def leave(*, membership: Membership, at: datetime, actor: User, reason: str = "") -> None:
    """Leave the club, or be removed by a GM (`actor` is somebody else; then a reason is needed).
    Teams are left without this owner; their other owners are told, and so is who was removed.

    A team without owners gets a caretaker after the first week without orders, until a GM hands it
    over. Raises LastOne for the only GM.
    """
    removed = actor.pk != membership.user_id
    said = desk_log.reasoned(reason) if removed else reason
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
        _ownerships(membership).update(until=at)
        TeamAsk.objects.filter(
            user=membership.user_id, team__campaign=membership.campaign_id, answered_at=None
        ).update(answered_at=at, answered_by=membership.user_id, agreed=False)
        membership.left_at = at
        membership.save(update_fields=["left_at"])
        deputies_ending.end_all(
            user=membership.user, campaign_id=membership.campaign_id, by=actor, at=at
        )
        detail = {"user": membership.user.get_username()}
        kind = "member-removed" if removed else "member-left"
        act = desk_log.record(
            campaign_id=membership.campaign_id,
            actor=actor,
            kind=kind,
            at=at,
            reason=said,
            detail=detail,
        )
        _tell_of_leaving(membership, act, lost, removed=removed)


def _tell_of_leaving(
    membership: Membership, act: DeskAct, lost: list[Team], *, removed: bool
) -> None:
    """A line to the owners whom somebody leaves behind, and to who was removed."""
    who, cause = membership.user.get_username(), f"{act.kind}:{act.pk}"
    for team in lost:
        text = f"{who} no longer runs {team}."
        left = people.owners([team.pk]).get(team.pk, ())
        path = team_path("team", team)
        notices.send(
            notices.Message(
                user, act.campaign_id, kind_of(act.kind), text, path, f"{cause}:{team.pk}", act.at
            )
            for user in left
        )
    if removed:
        ran = f" You no longer run {' and '.join(str(team) for team in lost)}." if lost else ""
        text = f"A GM removed you from {membership.campaign}: {act.reason}"[:200] + ran
        notices.send(
            [
                notices.Message(
                    membership.user_id,
                    act.campaign_id,
                    kind_of(act.kind),
                    text[:300],
                    "",
                    cause,
                    act.at,
                )
            ]
        )


def _ownerships(membership: Membership) -> QuerySet[TeamOwner]:
    return TeamOwner.objects.filter(
        user=membership.user_id, team__campaign=membership.campaign_id, until=None
    )


def _keep_a_gm(membership: Membership) -> None:
    others = Membership.objects.filter(
        campaign=membership.campaign_id,
        role=Membership.Role.GM,
        left_at=None,
        user__leaving_at=None,  # who deletes their account keeps no club
    ).exclude(pk=membership.pk)
    if not others.exists():
        raise LastOne("A club needs at least one GM. Make someone else a GM first.")
