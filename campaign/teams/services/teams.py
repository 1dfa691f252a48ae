"""Founding and running teams: face, owners, approval by the GM or by the house rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.text import slugify
from msgspec.structs import asdict

from campaign.garage.services import trading
from campaign.league.models import Campaign, Membership, Team, TeamOwner
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.selectors.links import club_path, team_path
from campaign.league.services import deputies_ending, desk_log, members, news, openly
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.roster.models import Character
from campaign.teams.rules.acts import TeamFace
from campaign.teams.selectors.approval import problems_of
from campaign.teams.selectors.ready_company import spare_colour
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.records import tidy
from core.web.refusals import NameTaken, Refused, WrongTime
from core.web.text import is_taken, line, normalize
from engine.values import changed

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from uuid import UUID


def found(
    *,
    campaign: Campaign,
    owner: User | None,
    face: TeamFace,
    at: datetime,
) -> Team:
    """Found a team with the house's starting capital. It plays once its roster is approved.
    Without a colour it gets one that no other team has; without an owner it is for a bot.

    Raises BadForm, NameTaken, and Refused for somebody who runs a team here already.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        face = _tidy(face if face.colour else changed(face, colour=spare_colour(campaign)))
        if owner:
            _must_have_none(owner, campaign)
        _free(campaign, face.name)
        team = Team.objects.create(
            campaign=campaign, slug=_slug(campaign, face.name), founded_at=at, **asdict(face)
        )
        if owner:
            TeamOwner.objects.create(team=team, user=owner, since=at)
            deputies_ending.end_all(user=owner, campaign_id=campaign.pk, actor=owner, now=at)
        capital, by = rules_of(campaign).starting_capital, owner.pk if owner else None
        posting.post([Line(Book.MONEY, team.pk, "capital", capital, "founding", at, by=by)])
        return team


def _must_have_none(owner: User, campaign: Campaign) -> None:
    members.lock_membership(owner, campaign.pk)
    if TeamOwner.objects.filter(user=owner, until=None, team__left_at=None).exists():
        raise Refused("You already run a team in this club.", code="one-team-a-person")


def edit(*, team: Team, face: TeamFace) -> Team:
    """Change a team's face. Its name and address stay once they are fixed (`is_fixed`): rivals know
    it by them.
    """
    with club(team.campaign_id):
        team = locked(team)
        face = _tidy(face)
        if face.name != team.name:
            if is_fixed(team):
                raise WrongTime(
                    "You can no longer change the team's name. You can change its colours and "
                    "motto.",
                    field="name",
                )
            _free(team.campaign, face.name, team)
            team.slug = _slug(team.campaign, face.name)
        for field, said in asdict(face).items():
            setattr(team, field, said)
        team.save(update_fields=[*asdict(face), "slug"])
        return team


def _tidy(face: TeamFace) -> TeamFace:
    return tidy(changed(face, colour=face.colour.lower()))


def _free(campaign: Campaign, name: str, own: Team | None = None) -> None:
    others = campaign.teams.exclude(pk=own.pk) if own else campaign.teams
    if is_taken(name, others.values_list("name", flat=True)):
        raise NameTaken(
            f"There is already a team called {name}. Choose another name.", field="name"
        )


def _slug(campaign: Campaign, name: str) -> str:
    """An address inside the club; teams are public there."""
    wanted = slugify(name)[:50] or "team"
    taken = {
        "new",
        *campaign.teams.filter(slug__startswith=wanted).values_list("slug", flat=True),
    }  # "new" is the address of founding one
    return next(
        slug
        for slug in (wanted, *(f"{wanted}-{n}" for n in range(2, len(taken) + 3)))
        if slug not in taken
    )


def ask_approval(*, team: Team, at: datetime) -> Team:
    """Ask to have the roster approved: a house that lets legal rosters approve themselves does so
    at once, of any other roster the GM decides. Raises WrongTime when that is done, Refused for an
    empty roster.
    """
    with club(team.campaign_id):
        team = locked(team)
        _not_approved(team)
        if not Character.objects.filter(team=team, left_at=None).exists():
            raise Refused(
                "Hire at least one character first. An empty roster cannot play.",
                code="empty-roster",
            )
        team.asked_at, team.remark = at, ""
        team.save(update_fields=["asked_at", "remark"])
        if rules_of(team.campaign).approve_legal_rosters and not problems_of(team):
            return _let_in(team, None, at)
        _tell(
            people.members([team.campaign_id], Membership.Role.GM),
            team.campaign_id,
            ClubNotice.APPROVAL_ASKED,
            f"{team} requests approval.",
            club_path("desk"),
            at,
            team,
        )
        return team


def approve(*, team: Team, actor: User, at: datetime) -> Team:
    """Let a team play; published and logged. Who approves a roster of their own does so before
    everybody.
    """
    with club(team.campaign_id):
        team = locked(team)
        _not_approved(team)
        return _let_in(team, actor, at)


def _let_in(team: Team, actor: User | None, at: datetime) -> Team:
    """Let a team play, by a GM's word or, without an actor, by the house rule."""
    own = actor is not None and people.ever_ran_team(actor, team)
    team.approved_at, team.remark = at, ""
    team.save(update_fields=["approved_at", "remark"])
    detail: dict[str, Any] = {"team": team.name}
    detail |= ({"own": True} if own else {}) | ({} if actor else {"rule": True})
    desk_log.record(
        campaign_id=team.campaign_id,
        actor=actor,
        kind="team-approved",
        now=at,
        team=team,
        detail=detail,
    )
    text = f"{team} joins the league."
    if actor is None:
        text = (
            f"{team} joins the league. Its roster follows the house rules and was approved "
            "automatically."
        )
    elif own:
        text += f" It was approved by its own owner, {actor.get_username()}."
    news.publish([news.Item(team.campaign_id, "team-approved", text, f"approved:{team.pk}", at)])
    if own:
        groups, key = people.members([team.campaign_id]), team.campaign_id
    else:
        groups, key = people.owners([team.pk]), team.pk
    told = text if own else f"{team} is approved and can play."
    _tell(groups, key, ClubNotice.TEAM_APPROVED, told, team_path("team", team), at, team)
    return team


def send_back(*, team: Team, actor: User, remark: str, at: datetime) -> Team:
    """Send a roster back to its owners with a remark that says what to change; they may edit it and
    ask again.
    """
    with club(team.campaign_id):
        team = locked(team)
        _not_approved(team)
        team.asked_at, team.remark = (
            None,
            line(remark, field="remark", title="Comment", max_length=500),
        )
        team.save(update_fields=["asked_at", "remark"])
        desk_log.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind="team-sent-back",
            now=at,
            team=team,
            reason=team.remark,
            public=False,
            detail={"team": team.name},
        )
        _tell(
            people.owners([team.pk]),
            team.pk,
            ClubNotice.TEAM_SENT_BACK,
            f"The GM returned {team}'s roster with a comment.",
            team_path("team", team),
            at,
            team,
        )
        return team


def _not_approved(team: Team) -> None:
    if team.approved_at:
        raise WrongTime(f"{team.name} is already approved.")
    if team.left_at:
        raise WrongTime(f"{team.name} has left the league.")


def _tell(
    groups: Mapping[UUID, tuple[UUID, ...]],
    key: UUID,
    kind: ClubNotice,
    text: str,
    path: str,
    at: datetime,
    team: Team,
) -> None:
    users = groups.get(key, ())
    cause = f"{kind}:{team.pk}:{at.isoformat()}"
    notices.send(
        notices.Message(user, team.campaign_id, kind, text, path, cause, at) for user in users
    )


def withdraw(*, team: Team, actor: User | None, at: datetime, reason: str = "") -> Team:
    """Take a team out of the league between weeks; its records stay.

    Where none of its owners does it, but a GM, or a vote (`actor` is None), it is an act before
    everybody: with a reason, in the news, in the log, in every member's inbox. Raises ReasonNeeded,
    and WrongTime while a week is under way.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at:
            return team
        own = actor is not None and people.runs_team(actor, team)
        said = normalize(reason)[:500] if own else desk_log.require_reason(reason)
        if (
            team.approved_at
            and team.campaign.seasons.filter(
                weeks__status__in=["open", "playing", "settled"]
            ).exists()
        ):
            raise WrongTime("A week is in progress. The team can leave after the week is closed.")
        team.left_at = at
        team.save(update_fields=["left_at"])
        trading.lapse(team=team, now=at)
        detail: dict[str, Any] = {"team": team.name}
        act = desk_log.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind="team-left",
            now=at,
            team=team,
            reason=said,
            detail=detail,
        )
        if not own:
            who = actor.get_username() if actor else "a vote"
            text = f"{team} was removed from the league by {who}"
            openly.announce(act, text, path=team_path("team", team))
            return team
        news.publish(
            [
                news.Item(
                    team.campaign_id,
                    "team-left",
                    f"{team} leaves the league.",
                    f"team-left:{team.pk}",
                    at,
                )
            ]
        )
        return team
