"""Display names of the players at a table."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final
from uuid import UUID

from engine.registry import UnknownGame
from play.models import Chair
from play.tabletop import registry
from play.tabletop.board import Names

from . import parties

CODE_NAMES: Final = (
    "Auk", "Bittern", "Curlew", "Dunlin", "Egret", "Fulmar", "Gannet", "Hoopoe", "Jackdaw", "Kite",
    "Linnet", "Merlin", "Nightjar", "Oriole", "Petrel", "Quail",
)  # fmt: skip
"""Default names of bots."""


def name_of(chair: Chair) -> str:
    """Return the name of the person, party or bot in this chair, or the chair's title if it is
    free. A party keeps its name when a bot plays for it.
    """
    if chair.bot and chair.party is None:
        return _bot_name(chair)
    if chair.holder is not None:
        return chair.holder.get_username()
    if chair.party is not None:
        if not chair.party_name:
            load_parties([chair])
        return chair.party_name
    return chair.title or f"Seat {chair.seat + 1}"


def _bot_name(chair: Chair) -> str:
    """Return a bot's name. The name depends only on the temper, chair and table, so it reveals
    nothing about the game.
    """
    known_names = _own_names(chair.table.game, chair.bot)
    if known_names:
        return _numbered_name(known_names, chair)
    known_names = _bot_names(chair.table.game)
    if chair.title and not known_names and not any(letter.isdigit() for letter in chair.title):
        return chair.title
    return _numbered_name(known_names or CODE_NAMES, chair)


def _numbered_name(names: tuple[str, ...], chair: Chair) -> str:
    """Return a name for the chair, with a number if there are fewer names than chairs."""
    shuffled = _shuffled(chair.table_id, names)
    round_number, position = divmod(chair.seat, len(shuffled))
    return f"{shuffled[position]} {round_number + 1}" if round_number else shuffled[position]


def _own_names(game: str, bot: str) -> tuple[str, ...]:
    """Return the names of bots with this bot's temper. The temper is public, because it is chosen
    before the deal.
    """
    try:
        tempers = registry.get(game).tempers
    except UnknownGame:
        return ()
    return next((temper.names for temper in tempers if bot in temper.bots), ())


def _bot_names(game: str) -> tuple[str, ...]:
    try:
        return registry.get(game).bot_names
    except UnknownGame:
        return ()


@lru_cache(maxsize=512)
def _shuffled(table: UUID, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names in an order that depends on the table."""
    return tuple(sorted(names, key=lambda name: sha256(f"{table} {name}".encode()).digest()))


def load_parties(chairs: Iterable[Chair]) -> None:
    """Load the names and players of the parties in these chairs. This takes one query for all
    chairs, or none if they have no party.
    """
    party_chairs = [chair for chair in chairs if chair.party is not None]
    if party_chairs:
        parties_by_id = parties.parties_by_id(
            {chair.party for chair in party_chairs if chair.party is not None}
        )
        for chair in party_chairs:
            party = parties_by_id.get(chair.party) if chair.party else None
            if party is None:
                chair.party_name, chair.party_players = "Nobody", frozenset()
                continue
            players_here = party.at_tables.get(chair.table_id, frozenset())
            chair.party_name, chair.party_players = party.name, party.players | players_here


def names_at(chairs: Iterable[Chair]) -> Names:
    """Return all seats' names in order. Titles of chairs distinguish identical names."""
    chairs = tuple(chairs)
    names = [name_of(chair) for chair in chairs]
    distinct_names = [
        f"{name}, {chair.title}" if names.count(name) > 1 and chair.title else name
        for name, chair in zip(names, chairs, strict=True)
    ]
    return Names(distinct_names, bots=[chair.seat for chair in chairs if chair.bot])
