"""Services for starting a motion, voting on it, answering it, and carrying it out (C23)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

import structlog
from django.db import transaction
from django_scopes import scopes_disabled

from campaign.calendar.services import pausing
from campaign.house_rules.rules.calendar import MAX_PAUSE_WEEKS
from campaign.league.models import Campaign, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from campaign.league.selectors.teams import approved_teams
from campaign.league.services import desk_log
from campaign.members.services import owners
from campaign.motions.models import Ballot, Motion
from campaign.motions.rules.motions import Moving
from campaign.motions.rules.votes import MIN_VOTES, VOTING_TIME, takes_effect_at
from campaign.motions.selectors.motions import players_without_team, sentence, tally, with_votes
from campaign.news.services import news
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots, teams
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Busy, Refused, WrongTime

log = structlog.get_logger(__name__)

Kind = Motion.Kind
Outcome = Motion.Outcome
ABOUT_A_TEAM: Final = frozenset({Kind.HAND_OVER, Kind.CARETAKER, Kind.RETIRE})
RETRY_DELAY: Final = timedelta(hours=1)
"""Delay before the site tries again to let a team leave."""
STAND_IN_BOT: Final = BotSeat(temper="careful", how_long="on")
"""The stand-in bot that a vote appoints."""


def move(*, campaign: Campaign, new: Moving, person: User, now: datetime) -> Motion:
    """Start a vote, and vote for the motion.

    The person who would run a team can also start the vote on its handover. The vote is published,
    and all voters and the owners of the team concerned are notified. Raise ReasonNeeded. Raise
    Refused for people who cannot start the vote, for missing values, and if there are no voters.
    Raise WrongTime if there is an open vote on the same subject.
    """
    reason = desk_log.require_reason(new.reason)
    with club(campaign.pk):
        campaign = locked(campaign)
        kind = Kind(new.kind)
        voters = with_votes(campaign)
        _check_mover(kind, person, new.to, voters)
        team_concerned = _lock_team(campaign, kind, new.team)
        row = Motion(
            campaign=campaign,
            kind=kind,
            team=team_concerned,
            to=_check_new_owner(campaign, new.to) if kind == Kind.HAND_OVER else None,
            weeks=_check_weeks(new.weeks) if kind == Kind.PAUSE else None,
            reason=reason,
            moved_by=person,
            at=now,
            closes_at=now + VOTING_TIME,
            acts_at=now + VOTING_TIME,
        )
        row.willing_at = now if row.to_id == person.pk else None
        same_motions = Motion.objects.filter(
            campaign=campaign, kind=kind, team=team_concerned, outcome=""
        )
        for other in same_motions.select_for_update():
            _settle(other, now)
        if same_motions.exists():
            raise WrongTime("There is already an open vote on this.")
        _check_voters(row, voters)
        _check_presence(row, now)
        row.save(force_insert=True)
        _announce_motion(row, voters)
        _cast(row, person, voters, yes=True, now=now)
        return _settle(row, now)


def vote(*, motion: Motion, person: User, yes: bool, now: datetime) -> Motion:
    """Cast the vote of each team that the person runs. If this decides the motion, it is carried
    out.

    A vote can be changed while the motion is open. Raise WrongTime if the motion is closed. Raise
    Refused for people who have no vote on it.
    """
    with club(motion.campaign_id):
        row = _lock_open(motion, now)
        if not _cast(row, person, with_votes(row.campaign), yes=yes, now=now):
            raise Refused("None of your teams has a vote on this.", code="no-vote")
        return _settle(row, now)


def answer(*, motion: Motion, person: User, now: datetime) -> Motion:
    """Confirm that the team concerned is active, which ends the motion, or agree to run the team.

    Raise WrongTime if the motion is closed. Raise Refused for all other people.
    """
    with club(motion.campaign_id):
        row = _lock_open(motion, now, answering=True)
        if row.team and people.runs_team(person, row.team):
            return _end(row, Outcome.ANSWERED, now)
        if row.to_id != person.pk:
            raise Refused("This is not about you or your team.", code="no-answer")
        row.willing_at = row.willing_at or now
        row.save(update_fields=["willing_at"])
        return _settle(row, now)


def withdraw(*, motion: Motion, person: User, now: datetime) -> Motion:
    """Withdraw the user's own motion.

    Raise WrongTime if the motion is closed. Raise Refused if another person started it.
    """
    with club(motion.campaign_id):
        row = _lock_open(motion, now)
        if row.moved_by_id != person.pk:
            raise Refused("Only the person who started the vote can withdraw it.", code="not-mover")
        return _end(row, Outcome.WITHDRAWN, now)


def check_due(now: datetime) -> int:
    """Close expired motions, and carry out motions that can be carried out now.

    Return the number of motions that were checked. If there are none, this takes one query. A
    motion that fails is tried again an hour later and does not delay the others.
    """
    with scopes_disabled():
        rows = Motion.objects.filter(outcome="", acts_at__lte=now).select_related("campaign")
        motions = list(rows.order_by("acts_at", "id"))
    for motion in motions:
        try:
            _check(motion, now)
        except Busy:
            continue
        except Exception as error:
            log.exception("motion_failed", motion=str(motion.pk), fault=type(error).__name__)
            with scopes_disabled():
                Motion.objects.filter(pk=motion.pk).update(acts_at=now + RETRY_DELAY)
    return len(motions)


def _check(motion: Motion, now: datetime) -> None:
    with club(motion.campaign_id):
        locked(motion.campaign)
        row = locked(motion)
        if row.outcome == "" and row.acts_at <= now:
            _settle(row, now)


# --- conditions ----------------------------------------------------------------------------------


def _check_mover(kind: str, person: User, to: str | None, voters: Iterable[Team]) -> None:
    """Raise Refused unless the person runs an approved team, or would run the team in a
    handover.
    """
    owners_by_team = people.owners([team.pk for team in voters])
    if any(person.pk in team_owners for team_owners in owners_by_team.values()):
        return
    if not (kind == Kind.HAND_OVER and to == person.get_username()):
        raise Refused("Only owners of approved teams can start a vote.", code="no-team")


def _lock_team(campaign: Campaign, kind: str, slug: str | None) -> Team | None:
    if kind not in ABOUT_A_TEAM:
        return None
    team = approved_teams(campaign).filter(slug=slug).first()
    if team is None:
        raise Refused("Choose an approved team.", field="team", code="no-such-team")
    return locked(team)


def _check_voters(row: Motion, voters: Iterable[Team]) -> None:
    others = [voter for voter in voters if voter.pk != row.team_id]
    if not others:
        raise Refused("No one can vote on this, because no other team has an owner.")
    if row.team_id and len(others) < MIN_VOTES:
        raise Refused(
            "There is only one other team, and it cannot decide alone. Ask the GM to do this at "
            "the desk."
        )


def _check_presence(row: Motion, now: datetime) -> None:
    """Raise Refused if the team's owner is on holiday. Holidays are public in the club (C22)."""
    if row.team is None:
        return
    returns_at = people.teams_away([row.team.pk], now).get(row.team.pk)
    if returns_at is not None:
        raise Refused(
            f"The owner of {row.team} is on holiday until {in_text(returns_at)}. You can start a "
            "vote after that.",
            code="on-holiday",
        )


def _check_new_owner(campaign: Campaign, name: str | None) -> User:
    players = players_without_team(campaign)
    to = next((user for user in players if user.get_username() == name), None)
    if to is None:
        raise Refused(
            "Choose a player of this club who does not run a team.", field="to", code="no-player"
        )
    return to


def _check_weeks(weeks: int | None) -> int:
    if weeks is None or not 1 <= weeks <= MAX_PAUSE_WEEKS:
        raise Refused(
            f"A league can be paused for a total of 1 to {MAX_PAUSE_WEEKS} weeks.",
            field="weeks",
            code="out-of-bounds",
        )
    return weeks


def _lock_open(motion: Motion, now: datetime, *, answering: bool = False) -> Motion:
    """Lock the open motion and return it.

    A team can still answer a carried motion that has not been carried out yet.
    """
    locked(
        motion.campaign
    )  # first, in the same order as for starting a motion and pausing the league
    row = locked(motion)
    if row.outcome or (now >= row.closes_at and not (answering and row.acts_at > now)):
        raise WrongTime("This vote is closed.")
    return row


def _cast(row: Motion, person: User, voters: Iterable[Team], *, yes: bool, now: datetime) -> int:
    owners_by_team = people.owners([team.pk for team in voters])
    own_teams = [
        team for team in owners_by_team if person.pk in owners_by_team[team] and team != row.team_id
    ]
    for team in own_teams:
        Ballot.objects.update_or_create(
            motion=row, team_id=team, defaults={"by": person, "yes": yes, "at": now}
        )
    return len(own_teams)


# --- outcome --------------------------------------------------------------------------------------


def _settle(row: Motion, now: datetime) -> Motion:
    """End a motion that is decided or whose time is up, and carry it out if it is carried."""
    current = tally(row, with_votes(row.campaign), now)
    if current.count == "lost":
        return _end(row, Outcome.FAILED, now)
    unwilling = row.to_id is not None and row.willing_at is None
    if current.count == "carried" and not unwilling:
        due = takes_effect_at(row.at, now, about_a_team=row.team_id is not None)
        return _carry_out(row, now) if due <= now else _postpone(row, due)
    if now >= row.closes_at:
        return _end(row, Outcome.FAILED, now)
    return _postpone(row, row.closes_at)


def _postpone(row: Motion, until: datetime) -> Motion:
    row.acts_at = until
    row.save(update_fields=["acts_at"])
    return row


def _carry_out(row: Motion, now: datetime) -> Motion:
    """Carry out a motion.

    If the action is refused, the motion fails, and the reason is public. A team can leave only
    between weeks, so a motion about leaving waits until then.
    """
    try:
        with transaction.atomic():
            _take_effect(row, now)
    except WrongTime as refusal:
        if row.kind == Kind.RETIRE:
            row.remark = refusal.sentence[:500]
            row.save(update_fields=["remark"])
            return _postpone(row, now + RETRY_DELAY)
        row.remark = refusal.sentence[:500]
        return _end(row, Outcome.FAILED, now)
    except Refused as refusal:
        row.remark = refusal.sentence[:500]
        return _end(row, Outcome.FAILED, now)
    row.remark = ""
    return _end(row, Outcome.PASSED, now)


def _take_effect(row: Motion, now: datetime) -> None:
    campaign, reason = row.campaign, row.reason
    match row.kind:
        case Kind.PAUSE:
            pausing.pause(
                campaign=campaign, weeks=row.weeks or 0, actor=None, reason=reason, now=now
            )
        case Kind.GO_ON:
            pausing.resume(campaign=campaign, actor=None, reason=reason, now=now)
        case _:
            _take_effect_on_team(row, row.team, now)


def _take_effect_on_team(row: Motion, team: Team | None, now: datetime) -> None:
    assert team is not None  # noqa: S101 - such a motion has one
    _check_presence(row, now)
    match row.kind:
        case Kind.HAND_OVER:
            to = _check_new_owner(row.campaign, row.to.get_username() if row.to else None)
            owners.hand_over(team=team, to=to, actor=None, reason=row.reason, now=now)
        case Kind.CARETAKER:
            bots.seat(team=team, bot=STAND_IN_BOT, actor=None, reason=row.reason, now=now)
        case Kind.RETIRE:
            teams.withdraw(team=team, actor=None, reason=row.reason, now=now)


def _end(row: Motion, outcome: Outcome, now: datetime) -> Motion:
    row.outcome, row.decided_at = outcome, now
    row.save(update_fields=["outcome", "decided_at", "remark"])
    proposal = sentence(row)
    text = f"{proposal[0].upper()}{proposal[1:]}: {row.get_outcome_display()}"
    _announce(row, ClubNotice.MOTION_ENDED, text + (f". {row.remark}" if row.remark else "."), now)
    return row


# --- notices --------------------------------------------------------------------------------------


def _announce_motion(row: Motion, voters: Iterable[Team]) -> None:
    """Publish a new motion.

    The voters, the owners of the team concerned, and the person who would run the team are
    notified.
    """
    until = in_text(row.closes_at)
    cause, path = f"motion-made:{row.pk}", club_path("votes")
    text = f"{row.moved_by.get_username()} started a vote to {sentence(row)}: {row.reason}"
    news.publish([news.Item(row.campaign_id, "motion-made", text[:500], cause, row.at)])
    team_owners = people.owners_of(row.team_id) if row.team_id else ()
    voting = {user for users in _owners(row, voters) for user in users}
    invitation = f"The club votes until {until} on a proposal to {sentence(row)}"
    lines: dict[UUID, str] = dict.fromkeys(voting, f"{invitation}. Your team has a vote.")
    if row.to_id:
        lines[row.to_id] = f"{invitation}. Please say whether you agree."
    lines |= dict.fromkeys(
        team_owners, f"{invitation}. Confirm that you are still active to end the vote."
    )
    special = {*team_owners, row.to_id}
    notices.send(
        notices.Message(
            user,
            row.campaign_id,
            ClubNotice.MOTION_ABOUT_YOU if user in special else ClubNotice.MOTION_MADE,
            line[:300],
            path,
            cause,
            row.at,
        )
        for user, line in sorted(lines.items())
        if user != row.moved_by_id
    )


def _owners(row: Motion, voters: Iterable[Team]) -> Iterable[tuple[UUID, ...]]:
    return people.owners([team.pk for team in voters if team.pk != row.team_id]).values()


def _announce(row: Motion, kind: ClubNotice, text: str, now: datetime) -> None:
    """Publish the outcome of a motion and notify every member."""
    cause, path = f"{kind}:{row.pk}", club_path("votes")
    news.publish([news.Item(row.campaign_id, kind, text[:500], cause, now)])
    members = people.member_ids(row.campaign_id)
    notices.notify(members, row.campaign_id, kind, text[:300], path, cause, now)
