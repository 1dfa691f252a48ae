"""Extra panels that a package above play shows to one party at its table, beside the game's board.
The package registers its provider when it is loaded. Only viewers from that party's seat see the
panels.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias
from uuid import UUID

from play.models import Table
from play.tabletop.board import Panel, Passage

if TYPE_CHECKING:
    from .participants import Participant


class Aside(NamedTuple):
    """Extra panels and passages of the text version, placed after the board's own."""

    panels: tuple[Panel, ...] = ()
    words: tuple[Passage, ...] = ()


NOTHING: Final = Aside()
Tell: TypeAlias = Callable[[Table, UUID, Any], Aside]
"""Function that gets the table, the party and the view of its seat."""

_TELLERS: Final[dict[str, Tell]] = {}


def fill(game: str, tell: Tell) -> None:
    """Register the provider for tables of a game, replacing an earlier one."""
    _TELLERS[game] = tell


def aside(place: Participant, view: Any) -> Aside:
    """Return the extra panels for the party of the viewer's seat, or `NOTHING` for other viewers.
    No query without a party.
    """
    tell, chair = _TELLERS.get(place.table.game), place.chair
    if tell is None or chair is None or chair.party is None:
        return NOTHING
    return tell(place.table, chair.party, view)
