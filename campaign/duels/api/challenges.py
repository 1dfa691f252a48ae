"""Operations on the challenges to and from the caller's team (C55 to C58).

Only the two teams can see a challenge.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from campaign.calendar.api.duels import resolve_duel
from campaign.duels.api.duels import DuelOut, duel_out
from campaign.duels.api.events import EventOut, event_out
from campaign.duels.rules.acts import MAX_NAME_LENGTH, Calling
from campaign.duels.selectors import challenges as selector
from campaign.duels.selectors.challenges import State
from campaign.duels.services import challenges as services
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.models import Challenge, Duel
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Moment
from core.web.not_found import or_404
from core.web.records import filled


class ChallengeOut(Record):
    """A challenge between two teams in a week.

    `turn` is the team that must answer, or null once the challenge is not "open". A challenge that
    was not answered in time is "lapsed". `event` is the number of the event that resulted from it.
    """

    id: UUID
    week: int
    challenger: TeamRef
    challenged: TeamRef
    turn: TeamRef | None
    state: State
    starts_at: datetime
    arena: str
    budget: int
    name: str
    words: str
    asked_at: datetime
    event: int | None


def _out(call: TeamCall, row: Challenge) -> ChallengeOut:
    state, duel = selector.state_of(row, call.now), getattr(row, "duel", None)
    return filled(
        ChallengeOut,
        row,
        id=row.pk,
        week=row.week.number,
        challenger=team_ref(row.challenger),
        challenged=team_ref(row.challenged),
        turn=team_ref(row.turn) if state == "open" else None,
        state=state,
        event=duel.number if duel else None,
    )


@team_door()
def list_challenges(call: TeamCall, query: Paged) -> Page[ChallengeOut]:
    """List the challenges to and from my team, newest first."""
    return paged(call, query, selector.challenges_of(call.team), lambda row: _out(call, row))


@team_door(status=201)
def call_out(call: TeamCall, body: Calling) -> ChallengeOut:
    """Challenge another team to a duel."""
    return _out(
        call,
        services.call_out(challenger=call.team, new=body, actor=call.user, now=call.now),
    )


def _find(call: TeamCall, challenge: UUID) -> Challenge:
    return or_404(selector.challenge_of(call.team, challenge))


@team_door()
def accept(call: TeamCall, challenge: UUID) -> EventOut:
    """Accept a challenge or a counter-proposal, and return the resulting event."""
    open_challenge = _find(call, challenge)
    new_event = services.accept(
        challenge=open_challenge, team=call.team, actor=call.user, now=call.now
    )
    return event_out(call, new_event)


class Proposing(Body):
    """A counter-proposal: another time in the same week, another arena, or both."""

    starts_at: Moment
    arena: Annotated[str, Meta(max_length=MAX_NAME_LENGTH)] = ""


@team_door()
def propose(call: TeamCall, body: Proposing, challenge: UUID) -> ChallengeOut:
    """Propose another time or arena. This is possible once, and the challenger must then answer."""
    return _out(
        call,
        services.propose(
            challenge=_find(call, challenge),
            team=call.team,
            starts_at=body.starts_at,
            arena=body.arena,
            actor=call.user,
            now=call.now,
        ),
    )


@team_door()
def decline(call: TeamCall, challenge: UUID) -> ChallengeOut:
    """Decline a challenge or a counter-proposal."""
    open_challenge = _find(call, challenge)
    return _out(
        call,
        services.decline(challenge=open_challenge, team=call.team, actor=call.user, now=call.now),
    )


@team_door()
def withdraw(call: TeamCall, challenge: UUID) -> ChallengeOut:
    """Withdraw my team's own challenge."""
    open_challenge = _find(call, challenge)
    return _out(
        call,
        services.withdraw(challenge=open_challenge, team=call.team, actor=call.user, now=call.now),
    )


@team_door(status=201)
@resolve_duel
def forfeit(call: TeamCall, duel: Duel) -> DuelOut:
    """Forfeit an event that came from a challenge, before it starts. The other team wins."""
    services.forfeit(event=duel, team=call.team, actor=call.user, now=call.now)
    return duel_out(call, duel)
