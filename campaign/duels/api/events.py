"""Events: duels beside the week's own, which a GM makes and calls off (C50)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta

from campaign.duels.api.arena import ArenaOut, arena_out, arenas_out
from campaign.duels.selectors import events as selector
from campaign.duels.services import events as services
from campaign.league.api.permissions import (
    ClubCall,
    club_door,
    desk_door,
    find_week,
)
from campaign.league.api.shapes import TeamRef, team_ref
from campaign.league.api.weeks import SeasonQuery
from campaign.league.models import Event, Week
from core.web.api.operations import Body, Record
from core.web.api.shapes import Reasoned
from core.web.not_found import or_404


def find_duel(
    call: ClubCall, number: int, event: int | None = None, season: int | None = None
) -> Week:
    """A week by its number, looked at as the event of this number, if one is named; Http404."""
    return or_404(selector.as_event(find_week(call, number, season), event))


Kind: TypeAlias = Literal["event", "challenge", "heat", "final"]
_KINDS: Final[dict[str, Kind]] = {"event": "event", "heat": "heat", "final": "final"}


class EventOut(Record):
    """An event of a week: its number there, and what was announced. `budget` is the dollars a team
    may enter, 0 for the house rule's; `counts`, `pays` and `fame` are what it brings: points in the
    standings, purse and survivor pay, prestige (C54, C69). `kind` says whether it came of a
    challenge, and then is for the teams `between` alone, empty for all others (C57), or is a heat
    or a final (C65); entries close at `closes_at`. `arena` is the one announced, "" for one of ours
    in turn; `driven` says how far it has come where the site drives it, null elsewhere, and for one
    that was called off or forfeited.
    """

    week: int
    number: int
    name: str
    arena: str
    starts_at: datetime
    budget: int
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
    """A week's events by their hour."""
    week = find_week(call, number, query.season)
    events = selector.events_of(week)
    found = arenas_out(call.viewer, week, events, call.now)
    return tuple(_out(event, found.get(event.pk)) for event in events)


def event_out(call: ClubCall, event: Event) -> EventOut:
    """The event as the API tells its caller of it."""
    return _out(event, arena_out(call.viewer, event.week.on(event), call.now))


def _out(event: Event, driven: ArenaOut | None) -> EventOut:
    return EventOut(
        week=event.week.number,
        number=event.number,
        name=event.name,
        arena=event.arena,
        starts_at=event.starts_at,
        budget=event.budget,
        counts=event.counts,
        pays=event.pays,
        fame=event.fame,
        kind="challenge" if event.challenge_id else _KINDS[event.kind],
        closes_at=selector.closing(event),
        called_off_at=event.called_off_at,
        has_result=getattr(event, "has_result", False),
        between=tuple(map(team_ref, event.challenge_teams)),
        driven=driven,
    )


class Making(Body):
    """An event: its hour, before the week closes, and what is announced."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    starts_at: Annotated[datetime, Meta(tz=True)]
    arena: Annotated[str, Meta(max_length=80)] = ""
    budget: Annotated[int, Meta(ge=0, le=100_000_000)] = 0


@desk_door(status=201)
def make(call: ClubCall, query: SeasonQuery, body: Making, number: int) -> EventOut:
    """Make an event of a week that is under way, and tell the club."""
    event = services.make(
        week=find_week(call, number, query.season),
        name=body.name,
        starts_at=body.starts_at,
        arena=body.arena,
        budget=body.budget,
        actor=call.user,
        at=call.now,
    )
    return event_out(call, event)


@desk_door()
def call_off(
    call: ClubCall, query: SeasonQuery, body: Reasoned, number: int, event: int
) -> EventOut:
    """Call an event off before everybody: it is not driven."""
    found = or_404(find_duel(call, number, event, query.season).event)
    return event_out(
        call,
        services.call_off(event=found, actor=call.user, reason=body.reason, at=call.now),
    )
