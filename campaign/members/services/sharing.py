"""Services for shared ownership of a team.

A place in a team gives access to the team's secrets. An owner can give away a place, or the owners
are asked. A GM can give a team without owners to a person. Like a hand-over by a GM, this is a
public action (`teams.hand_over`).
"""

from __future__ import annotations

from datetime import datetime

from campaign.league.models import Membership, Team, TeamOwner
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from campaign.league.services import desk_log
from campaign.members.models import TeamAsk
from campaign.news.services import news, openly
from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.web.locks import club, locked
from core.web.refusals import Refused

from . import members
from .owners import add_owner, notify


def share(*, team: Team, user: User, actor: User, now: datetime) -> bool:
    """Make a person an owner of the team on behalf of `actor`, who is one of its owners.

    Return whether they are a new owner. The change is published, and all owners are notified. Raise
    Refused for the owner of another team in the club.
    """
    with club(team.campaign_id):
        team = locked(team)
        _refuse_other_owners(user, team)
        if not add_owner(team=team, user=user, now=now):
            return False
        detail = {"team": team.name, "user": user.get_username()}
        act = desk_log.record(actor=actor, kind="team-shared", now=now, team=team, detail=detail)
        text = f"{user.get_username()} is now a co-owner of {team.name}."
        news.publish(
            [news.Item(team.campaign_id, kind_of(act.kind), text, f"{act.kind}:{act.pk}", now)]
        )
        notify(people.owners_of(team.pk), act, text, team)
        return True


def give(*, team: Team, user: User, actor: User, reason: str, now: datetime) -> None:
    """Give a team without owners to a person. This is a public action of a GM.

    Raise Refused for the owner of another team in the club.
    """
    stated_reason = desk_log.require_reason(reason)
    with club(team.campaign_id):
        team = locked(team)
        _refuse_other_owners(user, team)
        add_owner(team=team, user=user, now=now)
        detail = {"team": team.name, "user": user.get_username()}
        act = desk_log.record(
            actor=actor, kind="team-given", now=now, team=team, reason=stated_reason, detail=detail
        )
        text = (
            f"{user.get_username()} now runs {team.name}, which had no owner, through an invite "
            f"from {actor.get_username()}"
        )
        openly.announce(act, text, path=team_path("team", team))


def ask(*, team: Team, user: User, invited_by: User, now: datetime) -> bool:
    """Ask a team's owners to make a person an owner, too. Return whether the request is new.

    The person cannot see any of the team's data until an owner accepts.
    """
    with club(team.campaign_id):
        team = locked(team)
        _refuse_other_owners(user, team)
        if TeamOwner.objects.filter(team=team, user=user, until=None).exists():
            return False
        _, new = TeamAsk.objects.get_or_create(
            team=team,
            user=user,
            answered_at=None,
            defaults={"invited_by": invited_by, "asked_at": now},
        )
        if new:
            detail = {"team": team.name, "user": user.get_username()}
            act = desk_log.record(
                actor=invited_by,
                kind="share-asked",
                now=now,
                team=team,
                detail=detail,
                public=False,
            )
            text = (
                f"{user.get_username()} wants to run {team} with you. They were invited by "
                f"{invited_by.get_username()}."
            )
            owners = people.owners_of(team.pk)
            desk_log.notify(act, owners, text, team_path("team-owners", team))
        return new


def answer(*, ask: TeamAsk, agrees: bool, actor: User, now: datetime) -> TeamAsk:
    """Accept or decline a request to run the team. The answer is logged, and the person is
    notified.

    Repeating the same answer has no effect. Raise Refused if the request was answered differently
    before, or if the person can no longer run the team.
    """
    with club(ask.team.campaign_id):
        team, ask = locked(ask.team), locked(ask)
        if ask.answered_at:
            if ask.agreed != agrees:
                raise Refused("This request was already answered differently.", code="answered")
            return ask
        ask.answered_at, ask.answered_by, ask.agreed = now, actor, agrees
        ask.save(update_fields=["answered_at", "answered_by", "agreed"])
        member = members.lock_membership(ask.user, team.campaign_id)
        if agrees and (member is None or member.role == Membership.Role.SPECTATOR):
            raise Refused(
                f"{ask.user.get_username()} is not a player in this club.", code="no-player"
            )
        if agrees:
            share(team=team, user=ask.user, actor=actor, now=now)
        else:
            detail = {"team": team.name, "user": ask.user.get_username()}
            act = desk_log.record(
                actor=actor, kind="share-declined", now=now, team=team, detail=detail, public=False
            )
            notify(
                [ask.user_id], act, f"The owners of {team} declined your request to run it.", team
            )
        return ask


def _refuse_other_owners(user: User, team: Team) -> None:
    """Raise Refused for the owner of another team in the club.

    The lock prevents the person from getting another team in the meantime.
    """
    members.lock_membership(user, team.campaign_id)
    if (
        TeamOwner.objects.filter(user=user, until=None, team__left_at=None)
        .exclude(team=team)
        .exists()
    ):
        raise Refused(
            f"{user.get_username()} already runs another team in this club.",
            code="one-team-a-person",
        )
