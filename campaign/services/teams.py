"""Founding and running teams: face, owners, the GM's approval."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.text import slugify

from campaign.models import Campaign, Character, Membership, Team, TeamOwner, User
from campaign.pictures.badges import CHOICES, HEX, PATTERNS
from campaign.rules.problems import Problem
from campaign.selectors import people
from campaign.selectors.house import rules_of

from . import desk, ledger, news, notices, openly, trading
from .club import club, locked
from .ledger import Book, Line
from .refusals import BadForm, LastOne, NameTaken, Refused, WrongTime
from .text import line

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime
    from uuid import UUID

    from campaign.models import DeskAct


def found(*, campaign: Campaign, owner: User, name: str, at: datetime, colour: str = "", emblem: str = "plain", motto: str = "") -> Team:
    """Found a team with the house's starting capital. It plays once the GM has approved its roster. Without a colour it gets
    one that no other team has.

    Raises BadForm, NameTaken, and Refused for somebody who runs a team here already.
    """
    with club(campaign.pk):
        campaign = locked(campaign)
        face = _face(name, colour or _spare_colour(campaign), emblem, motto)
        if TeamOwner.objects.filter(user=owner, until=None, team__left_at=None).exists():
            raise Refused("You run a team here already.", code="one-team-a-person")
        _free(campaign, face["name"])
        team = Team.objects.create(campaign=campaign, slug=_slug(campaign, face["name"]), founded_at=at, **face)
        TeamOwner.objects.create(team=team, user=owner, since=at)
        capital = rules_of(campaign).starting_capital
        ledger.post([Line(Book.MONEY, team.pk, "capital", capital, "founding", at, by=owner.pk)])
        return team


def edit(*, team: Team, name: str, colour: str, emblem: str, motto: str) -> Team:
    """Change a team's face. Its name and address are fixed once it is approved: rivals know it by them."""
    with club(team.campaign_id):
        team = locked(team)
        face = _face(name, colour, emblem, motto)
        if face["name"] != team.name:
            if team.approved_at:
                raise WrongTime("The team plays under its name; only its colours and motto can be changed.", field="name")
            _free(team.campaign, face["name"], team)
            team.slug = _slug(team.campaign, face["name"])
        for field, said in face.items():
            setattr(team, field, said)
        team.save(update_fields=[*face, "slug"])
        return team


def _face(name: str, colour: str, emblem: str, motto: str) -> dict[str, str]:
    if not HEX.fullmatch(colour):
        raise BadForm([Problem(field="colour", code="no-such-colour", sentence="Choose one of the colours, or give one as #rrggbb.")])
    if emblem not in PATTERNS:
        raise BadForm([Problem(field="emblem", code="no-such-emblem", sentence="Choose one of the emblems.")])
    return {
        "name": line(name, field="name", title="Name", most=60, least=2),
        "colour": colour.lower(),
        "emblem": emblem,
        "motto": line(motto, field="motto", title="Motto", most=120, least=0),
    }


def _spare_colour(campaign: Campaign) -> str:
    """The first paint that no team has, or the first of all."""
    used = set(campaign.teams.filter(left_at=None).values_list("colour", flat=True))
    return next((paint for paint, _ in CHOICES if paint not in used), CHOICES[0][0])


def _free(campaign: Campaign, name: str, own: Team | None = None) -> None:
    others = campaign.teams.filter(name__iexact=name)
    if (others.exclude(pk=own.pk) if own else others).exists():
        raise NameTaken(f"There is a team called {name} here already: choose another name.", field="name")


def _slug(campaign: Campaign, name: str) -> str:
    """An address inside the club; teams are public there."""
    wanted = slugify(name)[:50] or "team"
    taken = {"new", *campaign.teams.filter(slug__startswith=wanted).values_list("slug", flat=True)}  # "new" is the address of founding one
    return next(slug for slug in (wanted, *(f"{wanted}-{n}" for n in range(2, len(taken) + 3))) if slug not in taken)


def ask_approval(*, team: Team, at: datetime) -> Team:
    """Ask the GM to approve the roster. Raises WrongTime when that is done, Refused for an empty roster."""
    with club(team.campaign_id):
        team = locked(team)
        _not_approved(team)
        if not Character.objects.filter(team=team, left_at=None).exists():
            raise Refused("Hire somebody first: an empty roster cannot play.", code="empty-roster")
        team.asked_at, team.remark = at, ""
        team.save(update_fields=["asked_at", "remark"])
        _tell(
            people.members([team.campaign_id], Membership.Role.GM),
            team.campaign_id,
            "approval-asked",
            f"{team} asks for approval.",
            "desk/",
            at,
            team,
        )
        return team


def approve(*, team: Team, actor: User, at: datetime) -> Team:
    """Let a team play; published and logged. Who approves a roster of their own does so before everybody."""
    with club(team.campaign_id):
        team = locked(team)
        _not_approved(team)
        own = people.ever_ran(actor, team)
        team.approved_at, team.remark = at, ""
        team.save(update_fields=["approved_at", "remark"])
        detail: dict[str, Any] = {"team": team.name} | ({"own": True} if own else {})
        desk.record(campaign_id=team.campaign_id, actor=actor, kind="team-approved", at=at, team=team, detail=detail)
        text = f"{team} joins the league." + (f" {actor.get_username()} approved it and runs it." if own else "")
        news.publish([news.Item(team.campaign_id, "team-approved", text, f"approved:{team.pk}", at)])
        if own:
            _tell(people.members([team.campaign_id]), team.campaign_id, "team-approved", text, f"teams/{team.slug}/", at, team)
        else:
            text = f"{team} is approved and may play."
            _tell(people.owners([team.pk]), team.pk, "team-approved", text, f"teams/{team.slug}/", at, team)
        return team


def send_back(*, team: Team, actor: User, remark: str, at: datetime) -> Team:
    """Send a roster back to its owners with a remark that says what to change; they may edit it and ask again."""
    with club(team.campaign_id):
        team = locked(team)
        _not_approved(team)
        team.asked_at, team.remark = None, line(remark, field="remark", title="Remark", most=500)
        team.save(update_fields=["asked_at", "remark"])
        desk.record(
            campaign_id=team.campaign_id,
            actor=actor,
            kind="team-sent-back",
            at=at,
            team=team,
            reason=team.remark,
            public=False,
            detail={"team": team.name},
        )
        _tell(
            people.owners([team.pk]),
            team.pk,
            "team-sent-back",
            f"The GM sent {team}'s roster back with a remark.",
            f"teams/{team.slug}/",
            at,
            team,
        )
        return team


def _not_approved(team: Team) -> None:
    if team.approved_at:
        raise WrongTime(f"{team.name} is approved already.")
    if team.left_at:
        raise WrongTime(f"{team.name} has left the league.")


def _tell(groups: Mapping[UUID, tuple[UUID, ...]], key: UUID, kind: str, text: str, path: str, at: datetime, team: Team) -> None:
    users = groups.get(key, ())
    cause = f"{kind}:{team.pk}:{at.isoformat()}"
    notices.send(notices.Message(user, team.campaign_id, kind, text, path, cause, at) for user in users)


def add_owner(*, team: Team, user: User, at: datetime) -> bool:
    """Let a person run the team too; whether that is new."""
    with club(team.campaign_id):
        own, created = TeamOwner.objects.get_or_create(team=team, user=user, defaults={"since": at})
        if not created and own.until is None:
            return False
        own.since, own.until = at, None
        own.save(update_fields=["since", "until"])
        return True


def hand_over(*, team: Team, to: User, actor: User, at: datetime, reason: str = "") -> None:
    """Hand a team to another member. An owner gives up their own place: that is an owner's yes, published and told to all owners.

    For anybody else (a GM) all owners' places end. Nobody of the team said yes to that, so it is an act before everybody, as breaking the
    glass is: with a reason, in the news, in the log, in every member's inbox. Raises Refused when `to` is no player here.
    """
    with club(team.campaign_id):
        team = locked(team)
        owners = TeamOwner.objects.filter(team=team, until=None)
        mine = owners.filter(user=actor)
        own = mine.exists()
        said = reason.strip()[:500] if own else desk.reasoned(reason)
        member = people.membership(to, team.campaign_id)
        if member is None or member.role == Membership.Role.SPECTATOR:
            raise Refused("Choose a player of this club.", field="to", code="no-player")
        before = [row.user.get_username() for row in owners.select_related("user")]
        told = set(owners.values_list("user_id", flat=True)) | {to.pk}
        (mine if own else owners).exclude(user=to).update(until=at)
        add_owner(team=team, user=to, at=at)
        detail = {"team": team.name, "before": before, "after": to.get_username()}
        act = desk.record(campaign_id=team.campaign_id, actor=actor, kind="team-handed-over", at=at, team=team, reason=said, detail=detail)
        if not own:
            text = f"{actor.get_username()} handed {team} over to {to.get_username()}"
            openly.announce(act, text, path=f"teams/{team.slug}/", besides=told)
            return
        text = f"{team} is now run by {to.get_username()}."
        news.publish([news.Item(team.campaign_id, act.kind, text, f"{act.kind}:{act.pk}", at)])
        tell(told, act, text, team)


def drop_owner(*, team: Team, user: User, at: datetime) -> None:
    """Give up one's place in a team that others run on; they are told. Raises LastOne for the only owner, who has to hand it over."""
    with club(team.campaign_id):
        team = locked(team)
        owners = TeamOwner.objects.filter(team=team, until=None)
        if not owners.exclude(user=user).exists():
            raise LastOne("Nobody else runs this team: hand it over instead.")
        told = set(owners.values_list("user_id", flat=True))
        if owners.filter(user=user).update(until=at):
            detail = {"team": team.name, "user": user.get_username()}
            act = desk.record(campaign_id=team.campaign_id, actor=user, kind="owner-left", at=at, team=team, detail=detail)
            tell(told, act, f"{user.get_username()} no longer runs {team}.", team)


def tell(users: Iterable[UUID], act: DeskAct, text: str, team: Team) -> None:
    """A line about a team's owners in these inboxes, once for each act."""
    rows = [notices.Message(user, act.campaign_id, act.kind, text, f"teams/{team.slug}/", f"{act.kind}:{act.pk}", act.at) for user in users]
    notices.send(sorted(rows, key=lambda row: row.user))


def withdraw(*, team: Team, actor: User, at: datetime, reason: str = "") -> Team:
    """Take a team out of the league between weeks; its records stay. Raises WrongTime while a week is under way."""
    with club(team.campaign_id):
        team = locked(team)
        if team.left_at:
            return team
        if team.approved_at and team.campaign.seasons.filter(weeks__status__in=["open", "playing", "settled"]).exists():
            raise WrongTime("A week is under way: the team can leave when it has closed.")
        team.left_at = at
        team.save(update_fields=["left_at"])
        trading.lapse(team=team, at=at)
        detail: dict[str, Any] = {"team": team.name}
        desk.record(
            campaign_id=team.campaign_id, actor=actor, kind="team-left", at=at, team=team, reason=reason.strip()[:500], detail=detail
        )
        news.publish([news.Item(team.campaign_id, "team-left", f"{team} leaves the league.", f"team-left:{team.pk}", at)])
        return team
