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


def spaced(name: str) -> str:
    """A name out of the code as words: "last-paper" and "last_paper" are "last paper"."""
    return name.replace("-", " ").replace("_", " ")


def told_apart(parts: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names of numbered parts by their keys; those that are alike with the number of their key.

    `parts` are keys ("weapon:2", "plant") and names. Of two machine guns behind a laser the first
    is "Machine gun 2", the laser "Laser": so a part has the number that its record gives it.
    """
    named = dict(parts)
    many = Counter(named.values())
    return {
        key: f"{name} {number}" if many[name] > 1 and number.isdecimal() else name
        for key, name in named.items()
        for number in (key.rpartition(":")[2],)
    }


def listed(words: Sequence[str]) -> str:
    """One after the other: "a, b and c"; "nothing" where there is none."""
    *first, last = words or ("nothing",)
    return f"{', '.join(first)} and {last}" if first else last


def counted(number: int, one: str) -> str:
    """So many of something: "1 card", "2 cards"."""
    return f"{number} {one}{'' if number == 1 else 's'}"


def third_person(verb: str) -> str:
    """A verb as it is said of somebody else: "takes", "passes", "carries", "is", "has"."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(HISSING) else f"{verb}s"
