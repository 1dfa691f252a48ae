"""Running a team together: who gets a place in it, and with whose yes.

A place in a team opens all that the team has sealed. So it is given by an owner, or asked of the
owners; or, where a team has none, by a GM before everybody, as a hand-over by a GM is
(`teams.hand_over`) and breaking the glass.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Membership, Team, TeamAsk, TeamOwner
from campaign.league.selectors import people
from campaign.league.selectors.links import team_path
from core.accounts.models import User
from core.notifications.kinds import kind_of
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused

from . import desk_log, members, news, openly
from .owners import add_owner, tell

if TYPE_CHECKING:
    from datetime import datetime


def share(*, team: Team, user: User, actor: User, at: datetime) -> bool:
    """Let a person run the team too, by the yes of `actor`, one of its owners; whether that is new.

    Published, and told to all owners: who reads a team's secrets is no secret. Raises Refused for
    who runs another team here.
    """
    with club(team.campaign_id):
        team = locked(team)
        _runs_no_other(user, team)
        if not add_owner(team=team, user=user, at=at):
            return False
        detail = {"team": team.name, "user": user.get_username()}
        act = desk_log.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind="team-shared",
            at=at,
            team=team,
            detail=detail,
        )
        text = f"{user.get_username()} is now a co-owner of {team.name}."
        news.publish(
            [news.Item(team.campaign_id, kind_of(act.kind), text, f"{act.kind}:{act.pk}", at)]
        )
        tell(people.owners([team.pk]).get(team.pk, ()), act, text, team)
        return True


def give(*, team: Team, user: User, actor: User, reason: str, at: datetime) -> None:
    """Give a team that nobody runs to a person: an act of a GM before everybody. Raises Refused for
    who runs another team here.
    """
    said = desk_log.reasoned(reason)
    with club(team.campaign_id):
        team = locked(team)
        _runs_no_other(user, team)
        add_owner(team=team, user=user, at=at)
        detail = {"team": team.name, "user": user.get_username()}
        act = desk_log.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind="team-given",
            at=at,
            team=team,
            reason=said,
            detail=detail,
        )
        text = (
            f"{user.get_username()} now runs {team.name}, which had no owner, through an invite "
            f"from {actor.get_username()}"
        )
        openly.announce(act, text, path=team_path("team", team))


def ask(*, team: Team, user: User, invited_by: User, at: datetime) -> bool:
    """Ask a team's owners to let a person run it too; whether that is new. Nothing of the team is
    open to them until an owner says yes.
    """
    with club(team.campaign_id):
        team = locked(team)
        _runs_no_other(user, team)
        if TeamOwner.objects.filter(team=team, user=user, until=None).exists():
            return False
        _, new = TeamAsk.objects.get_or_create(
            team=team,
            user=user,
            answered_at=None,
            defaults={"invited_by": invited_by, "asked_at": at},
        )
        if new:
            detail = {"team": team.name, "user": user.get_username()}
            act = desk_log.record(
                campaign_id=team.campaign_id,
                actor=invited_by,
                kind="share-asked",
                at=at,
                team=team,
                detail=detail,
                public=False,
            )
            text = (
                f"{user.get_username()} wants to run {team} with you. They were invited by "
                f"{invited_by.get_username()}."
            )
            owners = people.owners([team.pk]).get(team.pk, ())
            path, cause = team_path("team-owners", team), f"{act.kind}:{act.pk}"
            notices.send(
                notices.Message(owner, team.campaign_id, kind_of(act.kind), text, path, cause, at)
                for owner in owners
            )
        return new


def answer(*, ask: TeamAsk, agrees: bool, actor: User, at: datetime) -> TeamAsk:
    """Say yes or no to who asks to run the team too; logged either way, and the asker is told. The
    same answer again does no harm.

    Raises Refused when another answer was given, or the asker cannot run the team any more.
    """
    with club(ask.team.campaign_id):
        team, ask = locked(ask.team), locked(ask)
        if ask.answered_at:
            if ask.agreed != agrees:
                raise Refused("This request was already answered differently.", code="answered")
            return ask
        ask.answered_at, ask.answered_by, ask.agreed = at, actor, agrees
        ask.save(update_fields=["answered_at", "answered_by", "agreed"])
        member = members.held(ask.user, team.campaign_id)
        if agrees and (member is None or member.role == Membership.Role.SPECTATOR):
            raise Refused(
                f"{ask.user.get_username()} is not a player in this club.", code="no-player"
            )
        if agrees:
            share(team=team, user=ask.user, actor=actor, at=at)
        else:
            detail = {"team": team.name, "user": ask.user.get_username()}
            act = desk_log.record(
                campaign_id=team.campaign_id,
                actor=actor,
                kind="share-declined",
                at=at,
                team=team,
                detail=detail,
                public=False,
            )
            tell([ask.user_id], act, f"The owners of {team} declined your request to run it.", team)
        return ask


def _runs_no_other(user: User, team: Team) -> None:
    """Raises Refused for who runs another team of the club; nobody gives them one meanwhile."""
    members.held(user, team.campaign_id)
    if (
        TeamOwner.objects.filter(user=user, until=None, team__left_at=None)
        .exclude(team=team)
        .exists()
    ):
        raise Refused(
            f"{user.get_username()} already runs another team in this club.",
            code="one-team-a-person",
        )
