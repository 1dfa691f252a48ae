"""An arena of a club's own, for tests (C130)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoduel.services.club_arenas import save_arena
from campaign.duels.rules.arena_templates import OCTAGON
from engine.values import changed

if TYPE_CHECKING:
    from campaign.duels.rules.arenas import Arena
    from tests.factories import Club

PIT: Final = changed(OCTAGON, key="own-the-pit", name="The Pit")


def add_arena(club: Club, arena: Arena = PIT) -> None:
    """Add an arena to a club as its GM."""
    with club.scope():
        save_arena(campaign=club.campaign, arena=arena, actor=club.gm, now=club.at)
