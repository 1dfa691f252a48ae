"""The options of a table, as the record that its game defines."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from engine.codec import Reader
from engine.values import Value
from play.models import Table
from play.tabletop import registry
from play.tabletop.contract import Host


def options_of(table: Table) -> Value:
    """Return the options of a table. Raise `Unreadable` if they no longer fit the game."""
    return _read(table.game, table.options)


def plain_options(table: Table) -> dict[str, Any]:
    """Return the public options of a table as plain values by name."""
    return plain_options_for(table.game, table.options)


def plain_options_for(game: str, options: str) -> dict[str, Any]:
    """Return the public options for a game and its stored options."""
    public = registry.get(game).public_options(_read(game, options))
    values: dict[str, Any] = msgspec.to_builtins(public)
    return values


def terms_of(table: Table) -> tuple[str, ...]:
    """Return the public terms of a table, one sentence each."""
    return terms_for(table.game, table.options, table.seats)


def terms_for(game: str, options: str, seats: int) -> tuple[str, ...]:
    """Return the public terms for a game, its stored options and a number of seats."""
    tabletop = registry.get(game)
    return tuple(tabletop.terms(tabletop.public_options(_read(game, options)), seats))


def seat_titles_for(game: str, options: str, seats: int) -> tuple[str, ...]:
    """Return the seat titles for a game, its stored options and a number of seats."""
    tabletop = registry.get(game)
    return tabletop.seat_titles(tabletop.setup(_read(game, options), seats))


def preset_of(table: Table) -> str:
    """Return the title of the preset that matches the table's public options, or ""."""
    return preset_for(table.game, table.options, table.seats)


def preset_for(game: str, options: str, seats: int) -> str:
    """Return the title of the preset for a game, its stored options and a number of seats."""
    tabletop = registry.get(game)
    public = tabletop.public_options(_read(game, options))
    alike = [
        preset
        for preset in tabletop.presets
        if preset.seats == seats and tabletop.public_options(preset.options) == public
    ]
    return alike[0].title if alike else ""


def host_of(table: Table) -> Host:
    """Return the role of the person who opened this table."""
    return registry.get(table.game).host(options_of(table))


def _read(game: str, options: str) -> Value:
    record: Value = _reader(registry.get(game).options).decode(options)
    return record


@lru_cache
def _reader(record: type[Value]) -> Reader[Any]:
    return Reader(record)
