"""API operations on a club's votes: listing, starting, voting and answering."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django_scopes import scope

from campaign.league import policy
from campaign.league.api.permissions import AUDIENCES, ClubCall, club_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.selectors.viewer import load_viewer
from campaign.motions.models import Motion
from campaign.motions.rules.motions import Moving
from campaign.motions.selectors import motions as selector
from campaign.motions.selectors.motions import Tally
from campaign.motions.services import motions as services
from core.web.api.operations import Body, Call, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.permissions import Decorator, through
from core.web.api.scopes import Scope
from core.web.not_found import or_404
from core.web.records import filled


@dataclass(slots=True, kw_only=True)
class MotionCall(ClubCall):
    """An API call about one of the club's motions."""

    motion: Motion


def motion_door() -> Decorator:
    """Allow players and GMs to call an operation on the `motion` in the address."""

    @contextmanager
    def admit(call: Call, arguments: dict[str, Any]) -> Iterator[MotionCall]:
        viewer = or_404(load_viewer(call.user, arguments.pop("slug")))
        with scope(campaign=viewer.campaign.pk):
            policy.require(policy.may_play(viewer))
            yield call.extended(
                MotionCall,
                viewer=viewer,
                motion=or_404(selector.motion_of(viewer.campaign, arguments.pop("motion"))),
            )

    return through(admit, scope=Scope.ORDERS, audience=AUDIENCES[policy.may_play])


class BallotOut(Record, rename={"voter": "by", "voted_at": "at"}):
    """A team's vote, with the person who cast it."""

    team: TeamRef
    voter: str
    yes: bool
    voted_at: datetime


class MotionOut(Record, rename={"moved_at": "at"}):
    """A motion.

    `outcome` is "" while the motion is open. `voters` lists the teams that have a vote, and
    `needed` is the number of votes that carries the motion. `willing` says whether the person who
    would run the team has agreed.
    """

    id: UUID
    kind: Literal["pause", "go_on", "hand_over", "caretaker", "retire"]
    team: TeamRef | None
    to: str | None
    willing: bool
    weeks: int | None
    reason: str
    moved_by: str
    moved_at: datetime
    closes_at: datetime
    decided_at: datetime | None
    outcome: Literal["", "passed", "failed", "withdrawn", "answered"]
    remark: str
    open: bool
    needed: int
    voters: tuple[TeamRef, ...]
    ballots: tuple[BallotOut, ...]


@club_door()
def list_motions(call: ClubCall, query: Paged) -> Page[MotionOut]:
    """List open motions, followed by closed motions, newest first."""
    return paged(call, query, selector.Motions(call.campaign, call.now), motion_out)


def motion_out(tally: Tally) -> MotionOut:
    """Return the record of a motion with its votes."""
    row = tally.motion
    return filled(
        MotionOut,
        row,
        team=team_ref(row.team) if row.team else None,
        to=row.to.get_username() if row.to else None,
        willing=row.willing_at is not None,
        moved_by=row.moved_by.get_username(),
        moved_at=row.at,
        open=tally.open,
        needed=tally.needed,
        voters=tuple(team_ref(team) for team in tally.voters),
        ballots=tuple(
            BallotOut(
                team=team_ref(ballot.team),
                voter=ballot.by.get_username(),
                yes=ballot.yes,
                voted_at=ballot.at,
            )
            for ballot in tally.ballots
        ),
    )


def _motion_now(call: ClubCall, row: Motion) -> MotionOut:
    motion = or_404(selector.motion_of(call.campaign, row.pk))
    return motion_out(selector.tally(motion, selector.with_votes(call.campaign), call.now))


@club_door(allow=policy.may_play, status=201)
def move(call: ClubCall, body: Moving) -> MotionOut:
    """Start a vote, and vote for the motion. The vote is announced to the club."""
    return _motion_now(
        call, services.move(campaign=call.campaign, new=body, person=call.user, now=call.now)
    )


class Voting(Body):
    """A vote for or against the motion."""

    yes: bool


@motion_door()
def vote(call: MotionCall, body: Voting) -> MotionOut:
    """Cast your team's vote. It can be changed while the motion is open."""
    return _motion_now(
        call, services.vote(motion=call.motion, person=call.user, yes=body.yes, now=call.now)
    )


@motion_door()
def answer(call: MotionCall) -> MotionOut:
    """Answer a motion about the caller's team, or agree to run a team.

    An answer about the caller's team confirms that the team is active, and ends the vote about it.
    """
    return _motion_now(call, services.answer(motion=call.motion, person=call.user, now=call.now))


@motion_door()
def withdraw(call: MotionCall) -> MotionOut:
    """Withdraw a motion that the caller started."""
    return _motion_now(call, services.withdraw(motion=call.motion, person=call.user, now=call.now))
