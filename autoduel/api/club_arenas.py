"""API operations for a club's arenas (C130)."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from autoduel.services import club_arenas as services
from campaign.duels.rules.arenas import ARENAS, MAX_GATES, Arena, ArenaLayout, Gate
from campaign.duels.selectors.arenas import arenas_of, find_arena, find_own_arena
from campaign.league.api.permissions import ClubCall, club_door, desk_door
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
    return or_404(find_arena(call.campaign.pk, arena))


class ArenaBody(ArenaLayout, kw_only=True):
    """An arena: its size, walls, pillars, loose ground, ramps and gates, in inches.

    Cars of the first side start at the first gate, and so on.
    """

    gates: Annotated[tuple[Gate, ...], Meta(min_length=2, max_length=MAX_GATES)]


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
    existing = or_404(find_own_arena(call.campaign.pk, arena))
    services.delete_arena(campaign=call.campaign, arena=existing, actor=call.user, now=call.now)
