"""What a person is called when they are gone, and how the site's own sentences come to say so.
Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

FORMER: Final = "former player"
KEPT: Final = frozenset({"team", "character", "vehicle", "title"})
"""Under these names records say what things are called, and never people."""


def former_name(person: str) -> str:
    """What a person of this id, in hex, is called once they are gone. Nobody can sign up with a
    blank in their name.
    """
    return f"{FORMER} {person[:8]}"


def renamed(said: str, name: str, now: str) -> str:
    """A sentence with the name, wherever it stands as a word of its own, replaced."""
    return re.sub(rf"(?<![\w.@+-]){re.escape(name)}(?![\w@+-])", lambda _: now, said)


def renamed_within(said: Any, name: str, now: str) -> Any:
    """The same for everything that a record says, as JSON."""
    match said:
        case str():
            return renamed(said, name, now)
        case list():
            return [renamed_within(one, name, now) for one in said]
        case Mapping():
            return {
                key: one if key in KEPT else renamed_within(one, name, now)
                for key, one in said.items()
            }
        case _:
            return said
