"""What a person's own page asks the room of games, which lies above: at which tables it is their turn.

That room hands in its answer when it is loaded (`install`); without it, nobody sits anywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

    from campaign.models import User


class Turn(NamedTuple):
    """A table of play at which a seat that the person may move for is to act.

    `name` is the table's, "" for none; `others` are the people and parties in other chairs, beside so many `bots`; `due` is when that seat's own
    clock runs out, None without a clock; `path` is the table's page, seen from that seat.
    """

    table: UUID
    game: str
    title: str
    name: str
    others: tuple[str, ...]
    bots: int
    due: datetime | None
    path: str


Answer: TypeAlias = "Callable[[User], tuple[Turn, ...]]"


def _nothing(user: User) -> tuple[Turn, ...]:
    return ()


_installed: list[Answer] = [_nothing]


def install(answer: Answer) -> None:
    """Answer from now on."""
    _installed[:] = [answer]


def turns_of(user: User) -> tuple[Turn, ...]:
    """Where it is this person's turn, the soonest first. At most three queries."""
    return _installed[0](user)
