"""Heats and finals: a GM creates a set, and everyone can see its draw sheet (C65, C66)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from campaign.calendar.api.duels import resolve_duel
from campaign.calendar.api.weeks import SeasonQuery
from campaign.duels.api.events import EventOut, event_out
from campaign.duels.rules.acts import HeatsMaking
from campaign.duels.selectors import meets as selector
from campaign.duels.selectors.meets import Heat, Lane
from campaign.duels.services import meets as services
from campaign.league.api.permissions import ClubCall, club_door, desk_door, find_week
from campaign.league.models import Duel
from core.web.api.operations import Record
from core.web.not_found import or_404
from core.web.records import filled


class LaneOut(Record):
    """A car on a draw sheet.

    `place` is the recorded place, or 0 before the record is booked. `on` says whether the car
    advances, or in a final, whether it won.
    """

    team: UUID
    team_name: str
    vehicle_name: str
    place: int
    on: bool


class BoutOut(Record):
    """A heat or the final on a draw sheet.

    The division is given in dollars, and is 0 for a random draw. The number is that of the event in
    its week.
    """

    event: int
    name: str
    arena: str
    starts_at: datetime
    division: int
    has_result: bool
    lanes: tuple[LaneOut, ...]


class DrawOut(Record):
    """The draw sheet of a set of heats (C66).

    No cars are listed before `drawn_at`. Cars in `straight` start in the final without a heat.
    `seed` is the seed of the draw in hexadecimal, and is empty before the draw. The hash of the
    seed is public from the creation of the heats.
    """

    how: str
    go_on: int
    closes_at: datetime
    drawn_at: datetime | None
    seed_hash: str
    seed: str
    heats: tuple[BoutOut, ...]
    straight: tuple[LaneOut, ...]
    final: BoutOut


@club_door()
@resolve_duel
def draw_sheet(call: ClubCall, duel: Duel) -> DrawOut:
    """Get the draw sheet of a heat or a final."""
    sheet = or_404(selector.sheet(duel, call.now))
    return filled(
        DrawOut,
        sheet,
        how=sheet.method,
        heats=tuple(_bout(row) for row in sheet.heats),
        straight=tuple(_lane(row) for row in sheet.straight),
        final=_bout(sheet.final),
    )


def _bout(heat: Heat) -> BoutOut:
    return BoutOut(
        event=heat.duel.number,
        name=heat.duel.title,
        arena=heat.duel.arena,
        starts_at=heat.duel.start,
        division=heat.division,
        has_result=heat.recorded,
        lanes=tuple(_lane(lane) for lane in heat.lanes),
    )


def _lane(lane: Lane) -> LaneOut:
    return LaneOut(
        team=lane.team.pk,
        team_name=lane.team.name,
        vehicle_name=lane.vehicle,
        place=lane.place,
        on=lane.advances,
    )


@desk_door(status=201)
def make_heats(call: ClubCall, query: SeasonQuery, body: HeatsMaking, number: int) -> EventOut:
    """Create a set of heats and announce it.

    The final is created at the same time and accepts the entries.
    """
    final = services.make(
        week=find_week(call, number, query.season),
        plan=body,
        actor=call.user,
        now=call.now,
    )
    return event_out(call, final)
