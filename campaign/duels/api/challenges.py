"""Challenges to and from my team, their answers, and forfeits (C55 to C58). The two teams read of
them, nobody else.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from campaign.duels.api.duels import DuelOut, show
from campaign.duels.api.events import EventOut, event_out, find_duel
from campaign.duels.selectors import challenges as selector
from campaign.duels.selectors.challenges import State
from campaign.duels.services import challenges as services
from campaign.league.api.permissions import TeamCall, team_door
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Challenge
from campaign.league.selectors.teams import find_present_team
from core.web.api.operations import Body, Record
from core.web.api.paging import Page, Paged, paged
from core.web.api.shapes import Name
from core.web.not_found import or_404
from core.web.records import filled
from core.web.refusals import Refused

Place = Annotated[str, Meta(max_length=services.NAME)]
Hour = Annotated[datetime, Meta(tz=True)]


class ChallengeOut(Record):
    """A challenge of a week: who calls whom out, and to what. `turn` is the team that is asked,
    null once it is not "open"; one that nobody answered has "lapsed". `event` is the number of the
    event that came of it.
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
    state, event = selector.state_of(row, call.now), getattr(row, "event", None)
    return filled(
        ChallengeOut,
        row,
        id=row.pk,
        week=row.week.number,
        challenger=team_ref(row.challenger),
        challenged=team_ref(row.challenged),
        turn=team_ref(row.turn) if state == "open" else None,
        state=state,
        event=event.number if event else None,
    )


@team_door()
def list_challenges(call: TeamCall, query: Paged) -> Page[ChallengeOut]:
    """The challenges to and from my team, the newest first."""
    return paged(call, query, selector.challenges_of(call.team), lambda row: _out(call, row))


class Calling(Body):
    """Which team (its slug) I call out, to which hour of the week under way; `budget` in dollars, 0
    for the house rule's; `words` are said with it.
    """

    to: Name
    starts_at: Hour
    arena: Place = ""
    budget: Annotated[int, Meta(ge=0, le=100_000_000)] = 0
    name: Place = ""
    words: Annotated[str, Meta(max_length=services.WORDS)] = ""


@team_door(status=201)
def call_out(call: TeamCall, body: Calling) -> ChallengeOut:
    """Call another team out to a duel of the two."""
    to = find_present_team(call.campaign, body.to)
    if to is None:
        raise Refused("Choose another team of this league.", field="to", code="no-such-team")
    made = services.call_out(
        challenger=call.team,
        challenged=to,
        starts_at=body.starts_at,
        arena=body.arena,
        budget=body.budget,
        name=body.name,
        words=body.words,
        by=call.user,
        at=call.now,
    )
    return _out(call, made)


def _find(call: TeamCall, challenge: UUID) -> Challenge:
    return or_404(selector.challenge_of(call.team, challenge))


@team_door()
def accept(call: TeamCall, challenge: UUID) -> EventOut:
    """Accept a challenge, or what was proposed instead; the event that comes of it."""
    found = _find(call, challenge)
    made = services.accept(challenge=found, team=call.team, by=call.user, at=call.now)
    return event_out(call, made)


class Proposing(Body):
    """Another hour of the same week, or another arena."""

    starts_at: Hour
    arena: Place = ""


@team_door()
def propose(call: TeamCall, body: Proposing, challenge: UUID) -> ChallengeOut:
    """Propose another hour or arena, once: then the team that called mine out is asked."""
    return _out(
        call,
        services.propose(
            challenge=_find(call, challenge),
            team=call.team,
            starts_at=body.starts_at,
            arena=body.arena,
            by=call.user,
            at=call.now,
        ),
    )


@team_door()
def decline(call: TeamCall, challenge: UUID) -> ChallengeOut:
    """Say no to a challenge, or to what was proposed instead."""
    found = _find(call, challenge)
    return _out(call, services.decline(challenge=found, team=call.team, by=call.user, at=call.now))


@team_door()
def withdraw(call: TeamCall, challenge: UUID) -> ChallengeOut:
    """Take my team's own challenge back."""
    found = _find(call, challenge)
    return _out(call, services.withdraw(challenge=found, team=call.team, by=call.user, at=call.now))


@team_door(status=201)
def forfeit(call: TeamCall, query: SeasonQuery, number: int, event: int) -> DuelOut:
    """Give up an event that came of a challenge, before its hour: the other team has won."""
    week = find_duel(call, number, event, query.season)
    services.forfeit(week=week, team=call.team, by=call.user, at=call.now)
    return show.function(call, query, number, event)
