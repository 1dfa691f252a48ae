"""API operations for a club's arenas (C130)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from autoduel.services import club_arenas as services
from campaign.duels.rules.arenas import (
    ARENAS,
    MAX_GATES,
    MAX_OBSTACLES,
    MAX_RAMPS,
    Arena,
    Block,
    Gate,
    Length,
    Pylon,
    Ramp,
)
from campaign.duels.selectors.arenas import arenas_of
from campaign.league.api.permissions import ClubCall, club_door, desk_door
from core.web.api.operations import Body as RequestBody
from core.web.api.operations import Record
from core.web.not_found import or_404


class ArenasOut(Record):
    """The club's own arenas and the arenas of the site."""

    own_arenas: tuple[Arena, ...]
    site_arenas: tuple[Arena, ...]


@club_door()
def list_arenas(call: ClubCall) -> ArenasOut:
    """List the arenas in which the club can hold a duel."""
    return ArenasOut(own_arenas=arenas_of(call.campaign.pk), site_arenas=ARENAS)


@club_door()
def show(call: ClubCall, arena: str) -> Arena:
    """Get an arena of the club or of the site."""
    arenas = {row.key: row for row in (*arenas_of(call.campaign.pk), *ARENAS)}
    return or_404(arenas.get(arena))


class ArenaBody(RequestBody):
    """An arena: its size, walls, pillars, loose ground, ramps and gates, in inches.

    Cars of the first side start at the first gate, and so on.
    """

    name: Annotated[str, Meta(min_length=1, max_length=60)]
    width: Length
    height: Length
    gates: Annotated[tuple[Gate, ...], Meta(min_length=2, max_length=MAX_GATES)]
    blocks: Annotated[tuple[Block, ...], Meta(max_length=MAX_OBSTACLES)] = ()
    pylons: Annotated[tuple[Pylon, ...], Meta(max_length=MAX_OBSTACLES)] = ()
    gravel: Annotated[tuple[Block, ...], Meta(max_length=MAX_OBSTACLES)] = ()
    ramps: Annotated[tuple[Ramp, ...], Meta(max_length=MAX_RAMPS)] = ()
    corners: Annotated[float, Meta(ge=0, le=20, multiple_of=0.125)] = 0


@desk_door()
def save(call: ClubCall, body: ArenaBody, arena: str) -> Arena:
    """Add an arena with this key, or replace it.

    The site checks that cars can drive between all gates and leave every lane.
    """
    fields = {name: getattr(body, name) for name in body.__struct_fields__}
    return services.save_arena(
        campaign=call.campaign, arena=Arena(key=arena, **fields), actor=call.user, now=call.now
    )


@desk_door()
def delete(call: ClubCall, arena: str) -> None:
    """Delete an arena of the club. Duels that have started on the site keep it."""
    arenas = {row.key: row for row in arenas_of(call.campaign.pk)}
    services.delete_arena(
        campaign=call.campaign, arena=or_404(arenas.get(arena)), actor=call.user, now=call.now
    )
