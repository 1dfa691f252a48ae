"""English that every game needs for its sentences."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SILENT: Final = ("hour", "honest", "heir")
LIKE_YOU: Final = ("use", "usu", "uni", "eu", "one", "once")
HISSING: Final = ("s", "sh", "ch", "x", "z", "o")
IRREGULAR: Final = {"are": "is", "have": "has"}
ENDS: Final = (".", "?", "!", ".”", "?”", "!”")


def with_article(phrase: str) -> str:
    """A thing not named before: "an Engineer", "a usual suspect"."""
    low = phrase.lower()
    vowel = low.startswith(SILENT) or (low[:1] in "aeiou" and not low.startswith(LIKE_YOU))
    return f"{'an' if vowel else 'a'} {phrase}"


def sentence(text: str) -> str:
    """With a full stop, unless it ends already: "Kill, or taunt?"."""
    return text if text.endswith(ENDS) else f"{text}."


def capital(text: str) -> str:
    """With a capital at the beginning."""
    return text[:1].upper() + text[1:]


def spaced(name: str) -> str:
    """A name out of the code as words: "last-paper" and "last_paper" are "last paper"."""
    return name.replace("-", " ").replace("_", " ")


def told_apart(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names of numbered parts by their keys; those that are alike with the number of their key.

    `parts` are keys ("weapon:2", "plant") and names. Of two machine guns behind a laser the first
    is "Machine gun 2", the laser "Laser": so a part has the number that its record gives it.
    """
    names = dict(parts)
    counts = Counter(names.values())
    return {
        key: f"{name} {number}" if counts[name] > 1 and number.isdecimal() else name
        for key, name in names.items()
        for number in (key.rpartition(":")[2],)
    }


def listed(items: Sequence[str]) -> str:
    """One after the other: "a, b and c"; "nothing" where there is none."""
    *first, last = items or ("nothing",)
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, noun: str) -> str:
    """So many of something: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def third_person(verb: str) -> str:
    """A verb as it is said of somebody else: "takes", "passes", "carries", "is", "has"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(HISSING) else f"{verb}s"
