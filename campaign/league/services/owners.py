"""Who runs a team: added, handed over, given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from campaign.league.models import Membership, Team, TeamOwner
from campaign.league.refusals import LastOne
from campaign.league.selectors.links import team_path
from core.notifications.kinds import kind_of
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.refusals import Refused
from core.web.text import normalize

from . import deputies_ending, desk_log, members, news, openly

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

    from campaign.league.models import DeskAct
    from core.accounts.models import User


def add_owner(*, team: Team, user: User, at: datetime) -> bool:
    """Let a person run the team too; whether that is new. Who runs a team is nobody's deputy."""
    with club(team.campaign_id):
        deputies_ending.end_all(user=user, campaign_id=team.campaign_id, by=user, at=at)
        own, created = TeamOwner.objects.get_or_create(team=team, user=user, defaults={"since": at})
        if not created and own.until is None:
            return False
        own.since, own.until = at, None
        own.save(update_fields=["since", "until"])
        return True


def hand_over(*, team: Team, to: User, actor: User | None, at: datetime, reason: str = "") -> None:
    """Hand a team to another member. An owner gives up their own place: that is an owner's yes,
    published and told to all owners.

    For anybody else (a GM, or a vote, whose actor is None) all owners' places end. Nobody of the
    team said yes to that, so it is an act before everybody, as breaking the glass is: with a
    reason, in the news, in the log, in every member's inbox. Raises Refused when `to` is no player
    here, or the team's only owner.
    """
    with club(team.campaign_id):
        team = locked(team)
        owners = TeamOwner.objects.filter(team=team, until=None)
        mine = owners.filter(user=actor) if actor else owners.none()
        own = mine.exists()
        said = normalize(reason)[:500] if own else desk_log.reasoned(reason)
        member = members.held(to, team.campaign_id)
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
        told = set(owners.values_list("user_id", flat=True)) | {to.pk}
        (mine if own else owners).exclude(user=to).update(until=at)
        add_owner(team=team, user=to, at=at)
        detail = {"team": team.name, "before": before, "after": to.get_username()}
        act = desk_log.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind="team-handed-over",
            at=at,
            team=team,
            reason=said,
            detail=detail,
        )
        if not own:
            text = (
                f"{actor.get_username()} handed over {team} to {to.get_username()}"
                if actor
                else f"{team} was handed over to {to.get_username()} by a vote"
            )
            openly.announce(act, text, path=team_path("team", team), besides=told)
            return
        text = f"{team} is now run by {to.get_username()}."
        news.publish([news.Item(team.campaign_id, act.kind, text, f"{act.kind}:{act.pk}", at)])
        tell(told, act, text, team)


def drop_owner(*, team: Team, user: User, at: datetime) -> None:
    """Give up one's place in a team that others run on; they are told. Raises LastOne for the only
    owner, who has to hand it over.
    """
    with club(team.campaign_id):
        team = locked(team)
        owners = TeamOwner.objects.filter(team=team, until=None)
        if not owners.exclude(user=user).exists():
            raise LastOne("The team has no other owner. Hand it over instead.")
        told = set(owners.values_list("user_id", flat=True))
        if owners.filter(user=user).update(until=at):
            detail = {"team": team.name, "user": user.get_username()}
            act = desk_log.record(
                campaign_id=team.campaign_id,
                actor=user,
                kind="owner-left",
                at=at,
                team=team,
                detail=detail,
            )
            tell(told, act, f"{user.get_username()} no longer runs {team}.", team)


def tell(users: Iterable[UUID], act: DeskAct, text: str, team: Team) -> None:
    """A line about a team's owners in these inboxes, once for each act."""
    rows = [
        notices.Message(
            user,
            act.campaign_id,
            kind_of(act.kind),
            text,
            team_path("team", team),
            f"{act.kind}:{act.pk}",
            act.at,
        )
        for user in users
    ]
    notices.send(sorted(rows, key=lambda row: row.user))
