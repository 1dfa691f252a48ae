"""English that every game needs for its sentences."""

from __future__ import annotations

from typing import Final

SILENT: Final = ("hour", "honest", "heir")
LIKE_YOU: Final = ("use", "usu", "uni", "eu", "one", "once")
ENDS: Final = (".", "?", "!", ".”", "?”", "!”")


def with_article(words: str) -> str:
    """A thing not named before: "an Engineer", "a usual suspect"."""
    low = words.lower()
    vowel = low.startswith(SILENT) or (low[:1] in "aeiou" and not low.startswith(LIKE_YOU))
    return f"{'an' if vowel else 'a'} {words}"


def sentence(words: str) -> str:
    """With a full stop, unless it ends already: "Kill, or taunt?"."""
    return words if words.endswith(ENDS) else f"{words}."


def capital(words: str) -> str:
    """With a capital at the beginning."""
    return words[:1].upper() + words[1:]
