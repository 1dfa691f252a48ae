"""Names of former players, and their replacement in texts of the site."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

FORMER: Final = "former player"
NAMES_OF_THINGS: Final = frozenset({"team", "character", "vehicle", "title"})
"""Keys in records whose values are never people's names."""


def former_name(person: str) -> str:
    """Return the name shown for a deleted person, whose id is given in hexadecimal.

    Nobody can sign up with this name, because usernames cannot contain spaces.
    """
    return f"{FORMER} {person[:8]}"


def replace_name(text: str, name: str, new_name: str) -> str:
    """Replace whole-word occurrences of a name in a text."""
    return re.sub(rf"(?<![\w.@+-]){re.escape(name)}(?![\w@+-])", lambda _: new_name, text)


def replace_name_in_record(record: Any, name: str, new_name: str) -> Any:
    """Replace a name in all texts of a JSON record."""
    match record:
        case str():
            return replace_name(record, name, new_name)
        case list():
            return [replace_name_in_record(entry, name, new_name) for entry in record]
        case Mapping():
            return {
                key: entry
                if key in NAMES_OF_THINGS
                else replace_name_in_record(entry, name, new_name)
                for key, entry in record.items()
            }
        case _:
            return record
