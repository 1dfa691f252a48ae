"""What the room above knows for a party at a table of its own, beside the game's board: the room
hands in its answer when it is loaded. It is shown to who looks from that party's seat, and to
nobody else.
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
    """More panels and passages of the text twin, after the board's own."""

    panels: tuple[Panel, ...] = ()
    words: tuple[Passage, ...] = ()


NOTHING: Final = Aside()
Tell: TypeAlias = Callable[[Table, UUID, Any], Aside]
"""Gets the table, the party and the view of its seat."""

_TELLERS: Final[dict[str, Tell]] = {}


def fill(game: str, tell: Tell) -> None:
    """Ask this room at tables of this game, instead of whoever was asked before."""
    _TELLERS[game] = tell


def aside(place: Participant, view: Any) -> Aside:
    """What stands beside the board for the party of the seat looked from; nothing for everybody
    else. No query where there is no party.
    """
    tell, chair = _TELLERS.get(place.table.game), place.chair
    if tell is None or chair is None or chair.party is None:
        return NOTHING
    return tell(place.table, chair.party, view)
