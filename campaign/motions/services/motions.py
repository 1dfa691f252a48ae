"""Moving something, voting on it, answering it, and doing what was carried (C23)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import structlog
from django.db import transaction
from django_scopes import scopes_disabled

from campaign.league.models import Campaign, Team
from campaign.league.notice_kinds import ClubNotice
from campaign.league.rules.calendar import MAX_PAUSE_WEEKS
from campaign.league.selectors import people
from campaign.league.selectors.links import club_path
from campaign.league.services import desk_log, news, owners, pausing
from campaign.motions.models import Ballot, Motion
from campaign.motions.rules.votes import FEWEST, OPEN_FOR, done_at
from campaign.motions.selectors.motions import sentence, tally, teamless, teams_here, with_votes
from campaign.teams.rules.acts import BotSeat
from campaign.teams.services import bots, teams
from core.accounts.models import User
from core.notifications.services import notices
from core.web.locks import club, locked
from core.web.moments import in_text
from core.web.refusals import Busy, Refused, WrongTime

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID

log = structlog.get_logger(__name__)

Kind = Motion.Kind
Outcome = Motion.Outcome
ABOUT_A_TEAM: Final = frozenset({Kind.HAND_OVER, Kind.CARETAKER, Kind.RETIRE})
AGAIN: Final = timedelta(hours=1)
"""So long after a try a team's leaving is tried again."""
CAREFUL: Final = BotSeat(temper="careful", how_long="on")
"""The bot that a vote seats: the one that watches first."""


def move(
    *,
    campaign: Campaign,
    kind: str,
    by: User,
    reason: str,
    at: datetime,
    team: Team | None = None,
    to: User | None = None,
    weeks: int | None = None,
) -> Motion:
    """Put something to the vote, and vote for it. Of a team's being handed over also who would run
    it, where that is themself.

    Published; everybody with a vote is told, and the people of a team that it is about. Raises
    ReasonNeeded; Refused for who may not move it, for what it needs and has not, where nobody has a
    vote; WrongTime while the same is voted on.
    """
    reason = desk_log.require_reason(reason)
    with club(campaign.pk):
        campaign = locked(campaign)
        kind = Kind(kind)
        voters = with_votes(campaign)
        _may_move(kind, by, to, voters)
        about = _about(campaign, kind, team)
        row = Motion(
            campaign=campaign,
            kind=kind,
            team=about,
            to=_taker(campaign, to) if kind == Kind.HAND_OVER else None,
            weeks=_weeks(weeks) if kind == Kind.PAUSE else None,
            reason=reason,
            moved_by=by,
            at=at,
            closes_at=at + OPEN_FOR,
            acts_at=at + OPEN_FOR,
        )
        row.willing_at = at if row.to_id == by.pk else None
        same = Motion.objects.filter(campaign=campaign, kind=kind, team=about, outcome="")
        for other in same.select_for_update():
            _settle(other, at)
        if same.exists():
            raise WrongTime("There is already an open vote on this.")
        _must_be_enough(row, voters)
        _must_be_there(row, at)
        row.save(force_insert=True)
        _tell_moved(row, voters)
        _cast(row, by, voters, yes=True, at=at)
        return _settle(row, at)


def vote(*, motion: Motion, by: User, yes: bool, at: datetime) -> Motion:
    """Cast the one vote of each team that the person runs; it may be changed while the motion is
    open. What is decided by it is done.

    Raises WrongTime once the motion is closed, Refused for who has no vote on it.
    """
    with club(motion.campaign_id):
        row = _open(motion, at)
        if not _cast(row, by, with_votes(row.campaign), yes=yes, at=at):
            raise Refused("None of your teams has a vote on this.", code="no-vote")
        return _settle(row, at)


def answer(*, motion: Motion, by: User, at: datetime) -> Motion:
    """Say "I am here" for the team that a motion is about, which ends it; or, as who would run the
    team, that one would.

    Raises WrongTime once the motion is closed, Refused for everybody else.
    """
    with club(motion.campaign_id):
        row = _open(motion, at, answering=True)
        if row.team and people.runs_team(by, row.team):
            return _end(row, Outcome.ANSWERED, at)
        if row.to_id != by.pk:
            raise Refused("This is not about you or your team.", code="no-answer")
        row.willing_at = row.willing_at or at
        row.save(update_fields=["willing_at"])
        return _settle(row, at)


def withdraw(*, motion: Motion, by: User, at: datetime) -> Motion:
    """Take back what one has moved. Raises WrongTime once it is closed, Refused for others."""
    with club(motion.campaign_id):
        row = _open(motion, at)
        if row.moved_by_id != by.pk:
            raise Refused("Only the person who started the vote can withdraw it.", code="not-mover")
        return _end(row, Outcome.WITHDRAWN, at)


def look_after(at: datetime) -> int:
    """Close what has been open long enough, and do what was carried and may be done now; how many
    motions were looked at. One query while there is none. One that fails is looked at again an hour
    later; the others are not kept waiting.
    """
    with scopes_disabled():
        rows = Motion.objects.filter(outcome="", acts_at__lte=at).select_related("campaign")
        found = list(rows.order_by("acts_at", "id"))
    for motion in found:
        try:
            _look_at(motion, at)
        except Busy:
            continue
        except Exception as error:
            log.exception("motion_failed", motion=str(motion.pk), fault=type(error).__name__)
            with scopes_disabled():
                Motion.objects.filter(pk=motion.pk).update(acts_at=at + AGAIN)
    return len(found)


def _look_at(motion: Motion, at: datetime) -> None:
    with club(motion.campaign_id):
        locked(motion.campaign)
        row = locked(motion)
        if row.outcome == "" and row.acts_at <= at:
            _settle(row, at)


# --- who and what ---------------------------------------------------------------------------------


def _may_move(kind: str, by: User, to: User | None, voters: Iterable[Team]) -> None:
    """Whoever runs a team that plays; and to run a team, somebody who would do it themself."""
    runs = people.owners([team.pk for team in voters])
    if any(by.pk in owners for owners in runs.values()):
        return
    if not (kind == Kind.HAND_OVER and to is not None and to.pk == by.pk):
        raise Refused("Only owners of approved teams can start a vote.", code="no-team")


def _about(campaign: Campaign, kind: str, team: Team | None) -> Team | None:
    if kind not in ABOUT_A_TEAM:
        return None
    if team is None or team.pk not in {row.pk for row in teams_here(campaign)}:
        raise Refused("Choose an approved team.", field="team", code="no-such-team")
    return locked(team)


def _must_be_enough(row: Motion, voters: Iterable[Team]) -> None:
    others = [voter for voter in voters if voter.pk != row.team_id]
    if not others:
        raise Refused("No one can vote on this, because no other team has an owner.")
    if row.team_id and len(others) < FEWEST:
        raise Refused(
            "There is only one other team, and it cannot decide alone. Ask the GM to do this at "
            "the desk."
        )


def _must_be_there(row: Motion, at: datetime) -> None:
    """Nobody loses a team while they are on holiday, of which the club may know (C22)."""
    if row.team is None:
        return
    back = people.teams_away([row.team.pk], at).get(row.team.pk)
    if back is not None:
        raise Refused(
            f"The owner of {row.team} is on holiday until {in_text(back)}. You can start a vote "
            "after that.",
            code="on-holiday",
        )


def _taker(campaign: Campaign, to: User | None) -> User:
    if to is None or to.pk not in {user.pk for user in teamless(campaign)}:
        raise Refused(
            "Choose a player of this club who does not run a team.", field="to", code="no-player"
        )
    return to


def _weeks(weeks: int | None) -> int:
    if weeks is None or not 1 <= weeks <= MAX_PAUSE_WEEKS:
        raise Refused(
            f"A league can be paused for a total of 1 to {MAX_PAUSE_WEEKS} weeks.",
            field="weeks",
            code="out-of-bounds",
        )
    return weeks


def _open(motion: Motion, at: datetime, *, answering: bool = False) -> Motion:
    """The motion, locked. A team may still answer what was carried and waits to be done."""
    locked(motion.campaign)  # first, as whoever moves something and whoever pauses the league do
    row = locked(motion)
    if row.outcome or (at >= row.closes_at and not (answering and row.acts_at > at)):
        raise WrongTime("This vote is closed.")
    return row


def _cast(row: Motion, by: User, voters: Iterable[Team], *, yes: bool, at: datetime) -> int:
    """Cast the votes of the person's teams; how many they were."""
    runs = people.owners([team.pk for team in voters])
    mine = [team for team in runs if by.pk in runs[team] and team != row.team_id]
    for team in mine:
        Ballot.objects.update_or_create(
            motion=row, team_id=team, defaults={"by": by, "yes": yes, "at": at}
        )
    return len(mine)


# --- what comes of it -----------------------------------------------------------------------------


def _settle(row: Motion, at: datetime) -> Motion:
    """End a motion that is decided or has been open long enough, and do what was carried."""
    now = tally(row, with_votes(row.campaign), at)
    if now.count == "lost":
        return _end(row, Outcome.FAILED, at)
    unwilling = row.to_id is not None and row.willing_at is None
    if now.count == "carried" and not unwilling:
        due = done_at(row.at, at, about_a_team=row.team_id is not None)
        return _do(row, at) if due <= at else _wait(row, due)
    if at >= row.closes_at:
        return _end(row, Outcome.FAILED, at)
    return _wait(row, row.closes_at)


def _wait(row: Motion, until: datetime) -> Motion:
    row.acts_at = until
    row.save(update_fields=["acts_at"])
    return row


def _do(row: Motion, at: datetime) -> Motion:
    """Do what was carried. What the house refuses by now is not carried, and everybody reads why; a
    team leaves between weeks, so its leaving waits for that.
    """
    try:
        with transaction.atomic():
            _act(row, at)
    except WrongTime as refusal:
        if row.kind == Kind.RETIRE:
            row.remark = refusal.sentence[:500]
            row.save(update_fields=["remark"])
            return _wait(row, at + AGAIN)
        row.remark = refusal.sentence[:500]
        return _end(row, Outcome.FAILED, at)
    except Refused as refusal:
        row.remark = refusal.sentence[:500]
        return _end(row, Outcome.FAILED, at)
    row.remark = ""
    return _end(row, Outcome.PASSED, at)


def _act(row: Motion, at: datetime) -> None:
    campaign, reason = row.campaign, row.reason
    match row.kind:
        case Kind.PAUSE:
            pausing.pause(
                campaign=campaign, weeks=row.weeks or 0, actor=None, reason=reason, now=at
            )
        case Kind.GO_ON:
            pausing.resume(campaign=campaign, actor=None, reason=reason, now=at)
        case _:
            _about_team(row, row.team, at)


def _about_team(row: Motion, team: Team | None, at: datetime) -> None:
    assert team is not None  # noqa: S101 - such a motion has one
    _must_be_there(row, at)
    match row.kind:
        case Kind.HAND_OVER:
            to = _taker(row.campaign, row.to)
            owners.hand_over(team=team, to=to, actor=None, reason=row.reason, now=at)
        case Kind.CARETAKER:
            bots.seat(team=team, bot=CAREFUL, by=None, reason=row.reason, at=at)
        case Kind.RETIRE:
            teams.withdraw(team=team, actor=None, reason=row.reason, at=at)


def _end(row: Motion, outcome: Outcome, at: datetime) -> Motion:
    row.outcome, row.decided_at = outcome, at
    row.save(update_fields=["outcome", "decided_at", "remark"])
    what = sentence(row)
    said = f"{what[0].upper()}{what[1:]}: {row.get_outcome_display()}"
    _tell(row, ClubNotice.MOTION_ENDED, said + (f". {row.remark}" if row.remark else "."), at)
    return row


# --- telling --------------------------------------------------------------------------------------


def _tell_moved(row: Motion, voters: Iterable[Team]) -> None:
    """Publish it; tell everybody with a vote, the people of the team, and who would run it."""
    until = in_text(row.closes_at)
    cause, path = f"motion-made:{row.pk}", club_path("votes")
    text = f"{row.moved_by.get_username()} started a vote to {sentence(row)}: {row.reason}"
    news.publish([news.Item(row.campaign_id, "motion-made", text[:500], cause, row.at)])
    about = people.owners([row.team_id]).get(row.team_id, ()) if row.team_id else ()
    voting = {user for users in _runs(row, voters) for user in users}
    what = f"The club votes until {until} on a proposal to {sentence(row)}"
    lines: dict[UUID, str] = dict.fromkeys(voting, f"{what}. Your team has a vote.")
    if row.to_id:
        lines[row.to_id] = f"{what}. Please say whether you agree."
    lines |= dict.fromkeys(about, f"{what}. Confirm that you are still active to end the vote.")
    special = {*about, row.to_id}
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


def _runs(row: Motion, voters: Iterable[Team]) -> Iterable[tuple[UUID, ...]]:
    return people.owners([team.pk for team in voters if team.pk != row.team_id]).values()


def _tell(row: Motion, kind: ClubNotice, text: str, at: datetime) -> None:
    """Publish what became of a motion, and tell every member."""
    cause, path = f"{kind}:{row.pk}", club_path("votes")
    news.publish([news.Item(row.campaign_id, kind, text[:500], cause, at)])
    told = people.members([row.campaign_id]).get(row.campaign_id, ())
    notices.send(
        notices.Message(user, row.campaign_id, kind, text[:300], path, cause, at) for user in told
    )
