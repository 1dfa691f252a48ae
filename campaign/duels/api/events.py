"""Events: additional duels in a week, which a GM can create and call off (C50)."""

from __future__ import annotations

from datetime import datetime
from typing import Literal, TypeAlias, cast

from django.http import Http404

from campaign.calendar.api.duels import resolve_duel
from campaign.calendar.api.weeks import SeasonQuery
from campaign.duels.api.arena import ArenaOut, arena_out, arenas_out
from campaign.duels.rules.acts import Making
from campaign.duels.selectors import events as selector
from campaign.duels.services import events as services
from campaign.league.api.permissions import ClubCall, club_door, desk_door, find_week
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.models import Duel
from core.web.api.operations import Record
from core.web.api.shapes import Reasoned
from core.web.records import filled

Kind: TypeAlias = Literal["event", "challenge", "heat", "final"]


class EventOut(Record):
    """An event of a week.

    `budget` is the limit per team in dollars, or 0 for the limit in the house rules. `counts`,
    `pays` and `fame` say whether the event brings points in the standings, prize money with
    survivor pay, and prestige (C54, C69). `kind` distinguishes challenges, heats and finals (C65).
    A challenge is only for the teams in `between`, which is empty for other kinds (C57). Entries
    close at `closes_at`. `arena` is the announced arena, or "" if the site's arenas take turns.
    A race has a number of `laps` around the Kessel Oval, any other event 0 (C136). `lent` is the
    key of the stock car that an amateur night lends each team (C137), and `prize` that of the car
    that the winner gets (C138). Both can be "".
    `driven` is the progress if the site drives the event, and null otherwise. It is also null if
    the event was called off or forfeited.
    """

    week: int
    number: int
    name: str
    arena: str
    starts_at: datetime
    budget: int
    laps: int
    lent: str
    prize: str
    counts: bool
    pays: bool
    fame: bool
    kind: Kind
    closes_at: datetime
    called_off_at: datetime | None
    has_result: bool
    between: tuple[TeamRef, ...]
    driven: ArenaOut | None


@club_door()
def list_events(call: ClubCall, query: SeasonQuery, number: int) -> tuple[EventOut, ...]:
    """List a week's events, sorted by time."""
    week = find_week(call, number, query.season)
    events = [duel for duel in selector.duels_of(week) if not duel.is_weekly]
    progress = arenas_out(call.viewer, week, events, call.now)
    return tuple(_out(event, progress.get(event.pk)) for event in events)


def event_out(call: ClubCall, event: Duel) -> EventOut:
    """Return an event as the caller sees it."""
    return _out(event, arena_out(call.viewer, event, call.now))


def _out(event: Duel, driven: ArenaOut | None) -> EventOut:
    return filled(
        EventOut,
        event,
        week=event.week.number,
        starts_at=event.start,
        kind=cast("Kind", event.kind),
        closes_at=selector.entries_close_at(event),
        has_result=getattr(event, "has_result", False),
        between=tuple(map(team_ref, event.challenge_teams)),
        driven=driven,
    )


@desk_door(status=201)
def make(call: ClubCall, query: SeasonQuery, body: Making, number: int) -> EventOut:
    """Create an event in a running week and announce it."""
    event = services.make(
        week=find_week(call, number, query.season),
        new=body,
        actor=call.user,
        now=call.now,
    )
    return event_out(call, event)


@desk_door()
@resolve_duel
def call_off(call: ClubCall, duel: Duel, body: Reasoned) -> EventOut:
    """Call off an event and announce it."""
    if duel.is_weekly:
        raise Http404
    return event_out(
        call, services.call_off(event=duel, actor=call.user, reason=body.reason, now=call.now)
    )
