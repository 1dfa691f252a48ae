"""English helpers for the sentences that games use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

SILENT: Final = ("hour", "honest", "heir")
LIKE_YOU: Final = ("use", "usu", "uni", "eu", "one", "once")
HISSING: Final = ("s", "sh", "ch", "x", "z", "o")
IRREGULAR: Final = {"are": "is", "have": "has"}
ENDS: Final = (".", "?", "!", ".”", "?”", "!”")


def with_article(phrase: str) -> str:
    """Add the indefinite article, as in "an Engineer" or "a usual suspect"."""
    low = phrase.lower()
    vowel = low.startswith(SILENT) or (low[:1] in "aeiou" and not low.startswith(LIKE_YOU))
    return f"{'an' if vowel else 'a'} {phrase}"


def sentence(text: str) -> str:
    """Add a full stop, unless the text already ends with punctuation."""
    return text if text.endswith(ENDS) else f"{text}."


def capital(text: str) -> str:
    """Capitalise the first letter."""
    return text[:1].upper() + text[1:]


def spaced(name: str) -> str:
    """Turn an identifier into words, so that "last-paper" and "last_paper" become "last paper"."""
    return name.replace("-", " ").replace("_", " ")


def number_duplicates(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Return the names of numbered parts by key. Numbers are added to names that are not unique.

    `parts` are pairs of a key ("weapon:2", "plant") and a name. For two machine guns and a laser,
    the first gun is "Machine gun 2" and the laser is "Laser", because the number is that of the
    record.
    """
    names = dict(parts)
    counts = Counter(names.values())
    return {
        key: f"{name} {number}" if counts[name] > 1 and number.isdecimal() else name
        for key, name in names.items()
        for number in (key.rpartition(":")[2],)
    }


def join_items(
    items: Iterable[object], nothing: str = "nothing", *, conjunction: str = "and"
) -> str:
    """Join items, as in "a, b and c". If there are no items, return `nothing`."""
    *first, last = [str(item) for item in items] or [nothing]
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def count_noun(number: int, noun: str) -> str:
    """Return a number with its noun, as in "1 card" or "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def third_person(verb: str) -> str:
    """Return the third-person form of a verb, as in "takes", "passes", "carries", "is" or "has"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(HISSING) else f"{verb}s"
