"""What people may be called: which names are there, and which look alike. Pure."""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import Final

EVERY: Final = timedelta(days=30)
"""So long a person keeps a name before they may have another."""
HELD_FOR: Final = timedelta(days=365)
"""So long a name that somebody gave up is nobody else's, unless they change it again."""

_LOOKS: Final = str.maketrans(
    {
        # digits and letters of other alphabets that are drawn as a letter of ours is
        "0": "o", "1": "l", "i": "l", "|": "l", "5": "s", "ı": "l", "ß": "ss",
        "а": "a", "в": "b", "е": "e", "з": "3", "і": "l", "ї": "l", "ј": "j", "к": "k", "м": "m",
        "н": "h", "о": "o", "р": "p", "с": "c", "т": "t", "у": "y", "х": "x", "ѕ": "s", "ԁ": "d",
        "ԛ": "q", "ԝ": "w", "ӏ": "l", "ь": "b",
        "α": "a", "β": "b", "γ": "y", "ε": "e", "ι": "l", "κ": "k", "ν": "v", "ο": "o", "ρ": "p",
        "σ": "o", "τ": "t", "υ": "u", "χ": "x", "ω": "w",
        # what stands between words
        ".": None, "_": None, "-": None, "+": None, "@": None,
    }
)  # fmt: skip
_TOGETHER: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Letters side by side that are taken for one."""


def looks_like(name: str) -> str:
    """What a name looks like at a glance: two names of which this is the same are taken for each
    other. Accents, capitals, signs between words and letters that are drawn alike make no
    difference.
    """
    plain = unicodedata.normalize("NFKD", name.casefold())
    bare = "".join(sign for sign in plain if not unicodedata.combining(sign)).translate(_LOOKS)
    for pair, one in _TOGETHER:
        bare = bare.replace(pair, one)
    return bare or name.casefold()
