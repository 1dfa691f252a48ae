"""Extra panels that a higher package shows beside the board to one party at its table. The package
registers a provider when it is loaded. Only viewers in that party's seat see the panels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from play.models import Table
from play.tabletop.board import Panel, Passage

from .participants import Participant


class PartyPanels(NamedTuple):
    """Extra panels, and extra passages for the text version. They are placed after those of the
    board.
    """

    panels: tuple[Panel, ...] = ()
    passages: tuple[Passage, ...] = ()


NOTHING: Final = PartyPanels()
PanelProvider: TypeAlias = Callable[[Table, UUID, Any], PartyPanels]
"""A function that takes the table, the party and the view of the party's seat."""

_PROVIDERS: Final[dict[str, PanelProvider]] = {}


def register(game: str, provider: PanelProvider) -> None:
    """Register the provider for tables of a game, replacing an earlier one."""
    _PROVIDERS[game] = provider


def party_panels(place: Participant, view: Any) -> PartyPanels:
    """Return the extra panels for the party of the viewer's seat, or `NOTHING` for other viewers.
    If the seat has no party, no query is made.
    """
    provider, chair = _PROVIDERS.get(place.table.game), place.chair
    if provider is None or chair is None or chair.party is None:
        return NOTHING
    return provider(place.table, chair.party, view)
