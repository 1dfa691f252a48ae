"""Services for founding and running teams.

They change names and colours, and approve teams through a GM or automatically.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.text import slugify
from msgspec.structs import asdict

from campaign.deals.services import endings
from campaign.garage.services import trading
from campaign.league.models import Campaign, Membership, Team, TeamOwner
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.house import rules_of
from campaign.league.selectors.lasting import is_fixed
from campaign.league.selectors.links import club_path, team_path
from campaign.league.services import desk_log
from campaign.ledger.services import posting
from campaign.ledger.services.posting import Book, Line
from campaign.members.services import deputies_ending, members
from campaign.news.services import news, openly
from campaign.roster.models import Character
from campaign.teams.rules.acts import TeamFace
from campaign.teams.selectors.approval import problems_of
from campaign.teams.selectors.ready_company import spare_colour
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.records import tidy
from core.web.refusals import NameTaken, Refused, WrongTime
from core.web.text import free_slug, is_taken, line, normalize
from engine.values import changed


def found_team(
    *,
    campaign: Campaign,
    owner: User | None,
    face: TeamFace,
    now: datetime,
) -> Team:
    """Found a team with the starting capital. It can play after its roster has been approved.

    If no colour is given, the team gets an unused one. If no owner is given, the team is for a bot.
    Raise BadForm or NameTaken. Raise Refused if the owner already runs a team in this club.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        face = _tidy(face if face.colour else changed(face, colour=spare_colour(campaign)))
        if owner:
            _refuse_other_teams(owner, campaign)
        _refuse_taken_name(campaign, face.name)
        team = Team.objects.create(
            campaign=campaign, slug=_slug(campaign, face.name), founded_at=now, **asdict(face)
        )
        if owner:
            TeamOwner.objects.create(team=team, user=owner, since=now)
            deputies_ending.end_all(user=owner, campaign_id=campaign.pk, actor=owner, now=now)
        capital, user_id = rules_of(campaign).starting_capital, owner.pk if owner else None
        posting.post(
            [Line(Book.MONEY, team.pk, "capital", capital, "founding", now, booked_by=user_id)]
        )
        return team


def _refuse_other_teams(owner: User, campaign: Campaign) -> None:
    members.lock_membership(owner, campaign.pk)
    if TeamOwner.objects.filter(user=owner, until=None, team__left_at=None).exists():
        raise Refused("You already run a team in this club.", code="one-team-a-person")


def edit(*, team: Team, face: TeamFace) -> Team:
    """Change a team's name, colours, emblem and motto.

    Name and address cannot change once they are fixed (`is_fixed`), because rivals know them by
    then.
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
            _refuse_taken_name(team.campaign, face.name, team)
            team.slug = _slug(team.campaign, face.name)
        for field, value in asdict(face).items():
            setattr(team, field, value)
        team.save(update_fields=[*asdict(face), "slug"])
        return team


def _tidy(face: TeamFace) -> TeamFace:
    return tidy(changed(face, colour=face.colour.lower()))


def _refuse_taken_name(campaign: Campaign, name: str, team: Team | None = None) -> None:
    others = campaign.teams.exclude(pk=team.pk) if team else campaign.teams
    if is_taken(name, others.values_list("name", flat=True)):
        raise NameTaken(
            f"There is already a team called {name}. Choose another name.", field="name"
        )


def _slug(campaign: Campaign, name: str) -> str:
    """Return an unused slug for the team's address, which is public in the club."""
    slug = slugify(name)[:50] or "team"
    taken_slugs = {
        "new",
        *campaign.teams.filter(slug__startswith=slug).values_list("slug", flat=True),
    }  # "new" is the address of the page for founding a team
    return free_slug(slug, taken_slugs)


def ask_approval(*, team: Team, now: datetime) -> Team:
    """Ask for approval of the roster.

    If the club approves valid rosters automatically and this roster is valid, it is approved
    immediately. Otherwise, a GM decides. Raise WrongTime if the team has already been approved.
    Raise Refused if the roster is empty.
    """
    with club(team.campaign_id):
        team = locked(team)
        _refuse_approved(team)
        if not Character.objects.filter(team=team, left_at=None).exists():
            raise Refused(
                "Hire at least one character first. An empty roster cannot play.",
                code="empty-roster",
            )
        team.asked_at, team.remark = now, ""
        team.save(update_fields=["asked_at", "remark"])
        if rules_of(team.campaign).approve_legal_rosters and not problems_of(team):
            return _approve(team, None, now)
        _notify(
            people.member_ids(team.campaign_id, Membership.Role.GM),
            ClubNotice.APPROVAL_ASKED,
            f"{team} requests approval.",
            club_path("desk"),
            now,
            team,
        )
        return team


def approve(*, team: Team, actor: User, now: datetime) -> Team:
    """Approve a team, so that it can play. This is published and logged.

    If a GM approves their own roster, the news says so.
    """
    with club(team.campaign_id):
        team = locked(team)
        _refuse_approved(team)
        return _approve(team, actor, now)


def _approve(team: Team, actor: User | None, now: datetime) -> Team:
    """Approve a team. If `actor` is None, the approval is automatic."""
    is_own_team = actor is not None and people.ever_ran_team(actor, team)
    team.approved_at, team.remark = now, ""
    team.save(update_fields=["approved_at", "remark"])
    detail: dict[str, Any] = {"team": team.name}
    detail |= ({"own": True} if is_own_team else {}) | ({} if actor else {"rule": True})
    desk_log.record(actor=actor, kind="team-approved", now=now, team=team, detail=detail)
    text = f"{team} joins the league."
    if actor is None:
        text = (
            f"{team} joins the league. Its roster follows the house rules and was approved "
            "automatically."
        )
    elif is_own_team:
        text += f" It was approved by its own owner, {actor.get_username()}."
    news.publish([news.Item(team.campaign_id, "team-approved", text, f"approved:{team.pk}", now)])
    users = people.member_ids(team.campaign_id) if is_own_team else people.owners_of(team.pk)
    notice_text = text if is_own_team else f"{team} is approved and can play."
    _notify(users, ClubNotice.TEAM_APPROVED, notice_text, team_path("team", team), now, team)
    return team


def send_back(*, team: Team, actor: User, remark: str, now: datetime) -> Team:
    """Send a roster back to its owners, with a remark about what to change.

    The owners can edit the roster and ask again.
    """
    with club(team.campaign_id):
        team = locked(team)
        _refuse_approved(team)
        team.asked_at = None
        team.remark = line(remark, field="remark", title="Comment", max_length=500)
        team.save(update_fields=["asked_at", "remark"])
        desk_log.record(
            actor=actor,
            kind="team-sent-back",
            now=now,
            team=team,
            reason=team.remark,
            public=False,
            detail={"team": team.name},
        )
        _notify(
            people.owners_of(team.pk),
            ClubNotice.TEAM_SENT_BACK,
            f"The GM returned {team}'s roster with a comment.",
            team_path("team", team),
            now,
            team,
        )
        return team


def _refuse_approved(team: Team) -> None:
    if team.approved_at:
        raise WrongTime(f"{team.name} is already approved.")
    if team.left_at:
        raise WrongTime(f"{team.name} has left the league.")


def _notify(
    users: Iterable[UUID], kind: ClubNotice, text: str, path: str, now: datetime, team: Team
) -> None:
    cause = f"{kind}:{team.pk}:{now.isoformat()}"
    notices.notify(users, team.campaign_id, kind, text, path, cause, now)


def withdraw(*, team: Team, actor: User | None, now: datetime, reason: str = "") -> Team:
    """Withdraw a team from the league between weeks. The team's records are kept.

    If a GM or a vote withdraws the team, this is a public action. It needs a reason, is logged and
    published, and all members are notified. After a vote, `actor` is None. Raise ReasonNeeded.
    Raise WrongTime while a week is in progress.
    """
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at:
            return team
        is_owner = actor is not None and people.runs_team(actor, team)
        stated_reason = normalize(reason)[:500] if is_owner else desk_log.require_reason(reason)
        if (
            team.approved_at
            and team.campaign.seasons.filter(
                weeks__status__in=["open", "playing", "settled"]
            ).exists()
        ):
            raise WrongTime("A week is in progress. The team can leave after the week is closed.")
        team.left_at = now
        team.save(update_fields=["left_at"])
        trading.lapse(team=team, now=now)
        endings.end_with_team(team, now)
        detail: dict[str, Any] = {"team": team.name}
        act = desk_log.record(
            actor=actor, kind="team-left", now=now, team=team, reason=stated_reason, detail=detail
        )
        if not is_owner:
            removed_by = actor.get_username() if actor else "a vote"
            text = f"{team} was removed from the league by {removed_by}"
            openly.announce(act, text, path=team_path("team", team))
            return team
        text, cause = f"{team} leaves the league.", f"team-left:{team.pk}"
        news.publish([news.Item(team.campaign_id, "team-left", text, cause, now)])
        return team
