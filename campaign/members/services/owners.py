"""Services for adding, replacing and removing a team's owners."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from campaign.league.models import DeskAct, Membership, Team, TeamOwner
from campaign.league.refusals import LastOne
from campaign.league.selectors.links import team_path
from campaign.league.services import desk_log
from campaign.news.services import news, openly
from core.accounts.models import User
from core.web.locks import club, locked
from core.web.refusals import Refused
from core.web.text import normalize

from . import deputies_ending, members


def add_owner(*, team: Team, user: User, now: datetime) -> bool:
    """Make a person an owner of the team. Return whether they are a new owner.

    Owners cannot be deputies, so any appointment as a deputy ends.
    """
    with club(team.campaign_id):
        deputies_ending.end_all(user=user, campaign_id=team.campaign_id, actor=user, now=now)
        ownership, created = TeamOwner.objects.get_or_create(
            team=team, user=user, defaults={"since": now}
        )
        if not created and ownership.until is None:
            return False
        ownership.since, ownership.until = now, None
        ownership.save(update_fields=["since", "until"])
        return True


def hand_over(*, team: Team, to: User, actor: User | None, now: datetime, reason: str = "") -> None:
    """Hand a team over to another member.

    If an owner does this, they give up their own place. This is published, and all owners are
    notified.

    If a GM or a vote does this, all owners lose their places without their consent. After a vote,
    `actor` is None. The reason is required. The hand-over is logged and published, and all members
    are notified. Raise Refused if `to` is not a player in this club, or is already the team's only
    owner.
    """
    with club(team.campaign_id):
        team = locked(team)
        owners = TeamOwner.objects.filter(team=team, until=None)
        own_rows = owners.filter(user=actor) if actor else owners.none()
        is_owner = own_rows.exists()
        stated_reason = normalize(reason)[:500] if is_owner else desk_log.require_reason(reason)
        member = members.lock_membership(to, team.campaign_id)
        if (
            member is None
            or member.role == Membership.Role.SPECTATOR
            or set(owners.values_list("user_id", flat=True)) == {to.pk}
        ):
            raise Refused(
                "Choose a player of this club who does not run the team alone already.",
                field="to",
                code="no-player",
            )
        before = [row.user.get_username() for row in owners.select_related("user")]
        recipients = set(owners.values_list("user_id", flat=True)) | {to.pk}
        (own_rows if is_owner else owners).exclude(user=to).update(until=now)
        add_owner(team=team, user=to, now=now)
        detail = {"team": team.name, "before": before, "after": to.get_username()}
        act = desk_log.record(
            actor=actor,
            kind="team-handed-over",
            now=now,
            team=team,
            reason=stated_reason,
            detail=detail,
        )
        if not is_owner:
            text = (
                f"{actor.get_username()} handed over {team} to {to.get_username()}"
                if actor
                else f"{team} was handed over to {to.get_username()} by a vote"
            )
            openly.announce(act, text, path=team_path("team", team), also=recipients)
            return
        text = f"{team} is now run by {to.get_username()}."
        news.publish([news.Item(team.campaign_id, act.kind, text, f"{act.kind}:{act.pk}", now)])
        notify(recipients, act, text, team)


def drop_owner(*, team: Team, user: User, now: datetime) -> None:
    """Give up the user's place in a team that has other owners, who are notified.

    Raise LastOne for the only owner.
    """
    with club(team.campaign_id):
        team = locked(team)
        owners = TeamOwner.objects.filter(team=team, until=None)
        if not owners.exclude(user=user).exists():
            raise LastOne("The team has no other owner. Hand it over instead.")
        recipients = set(owners.values_list("user_id", flat=True))
        if owners.filter(user=user).update(until=now):
            detail = {"team": team.name, "user": user.get_username()}
            act = desk_log.record(actor=user, kind="owner-left", now=now, team=team, detail=detail)
            notify(recipients, act, f"{user.get_username()} no longer runs {team}.", team)


def notify(users: Iterable[UUID], act: DeskAct, text: str, team: Team) -> None:
    """Notify these people of a change of a team's owners, once per action."""
    desk_log.notify(act, sorted(users), text, team_path("team", team))
