"""What the players of a table are called on every page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import parties

if TYPE_CHECKING:
    from collections.abc import Iterable

    from play.models import Chair


def name_of(chair: Chair) -> str:
    """The person, the party or the bot in this chair; its title while it is free."""
    if chair.bot:
        return f"Bot ({chair.bot})"
    if chair.holder is not None:
        return chair.holder.get_username()
    if chair.party is not None:
        if not chair.party_name:
            learn([chair])
        return chair.party_name
    return chair.title or f"Seat {chair.seat + 1}"


def learn(chairs: Iterable[Chair]) -> None:
    """Let chairs know the names of the parties that play them: one query for all of them, none without a party."""
    theirs = [chair for chair in chairs if chair.party is not None]
    if theirs:
        names = parties.names_of({chair.party for chair in theirs if chair.party is not None})
        for chair in theirs:
            chair.party_name = names.get(chair.party, "Nobody") if chair.party else ""


def names_at(chairs: Iterable[Chair]) -> tuple[str, ...]:
    """The names of all seats in their order, told apart by their titles where two would be the same."""
    chairs = tuple(chairs)
    names = [name_of(chair) for chair in chairs]
    return tuple(
        [f"{name}, {chair.title}" if names.count(name) > 1 and chair.title else name for name, chair in zip(names, chairs, strict=True)]
    )
