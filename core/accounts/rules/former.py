"""Names of former players, and their replacement in the site's own texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

FORMER: Final = "former player"
NAMES_OF_THINGS: Final = frozenset({"team", "character", "vehicle", "title"})
"""Keys of records whose values are never names of people."""


def former_name(person: str) -> str:
    """Return the name shown for a deleted person with this id in hex.

    Nobody can sign up with a space in their name.
    """
    return f"{FORMER} {person[:8]}"


def replace_name(text: str, name: str, new_name: str) -> str:
    """Return a text with a name replaced wherever it is a separate word."""
    return re.sub(rf"(?<![\w.@+-]){re.escape(name)}(?![\w@+-])", lambda _: new_name, text)


def replace_name_in_record(record: Any, name: str, new_name: str) -> Any:
    """Return a JSON record with a name replaced in all its texts."""
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
