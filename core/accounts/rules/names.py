"""Rules for usernames, about allowed scripts and confusable names."""

from __future__ import annotations

import json
import re
import unicodedata
from datetime import timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Final

RENAME_INTERVAL: Final = timedelta(days=30)
"""Minimum time between changes of a name."""
RESERVATION: Final = timedelta(days=365)
"""Time for which a former name is reserved, unless its owner changes their name again."""

_SEPARATORS: Final = dict.fromkeys(map(ord, "._-+@'·"))
_DIGITS: Final = {ord("5"): "s"}
"""Digits that look like a letter but are missing from Unicode's list."""
_LATIN_LETTER: Final = re.compile(
    r"(?:LATIN|MODIFIER)(?: SMALL| CAPITAL| EPIGRAPHIC)* LETTER (?:SMALL |CAPITAL |[A-Z-]+ )*?"
    r"(?P<base>[A-Z]{1,2}|ENG|ETH|SCHWA)(?: BAR| DIGRAPH)?(?: WITH .*)?"
)
"""Pattern for the Unicode name of a variant of a Latin letter, or of a ligature of two letters.

Examples are LATIN LETTER SMALL CAPITAL E, LATIN SMALL LETTER O WITH STROKE and LATIN SMALL LETTER
DOTLESS J.
"""
_NAMED_LETTERS: Final = {"ENG": "n", "ETH": "d", "SCHWA": "e"}
"""Letters with their own Unicode names, and the letter that each can be mistaken for."""
_LETTER_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Adjacent letters that can be mistaken for a single letter."""

_ANY_SCRIPT: Final = {"Zyyy", "Zinh"}
"""The scripts Common and Inherited, whose characters can be combined with any script."""
_WRITING_SYSTEMS: Final = {
    "Hani": {"Hanb", "Jpan", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
    "Hang": {"Kore"},
    "Bopo": {"Hanb"},
}
"""For each script, the multi-script writing systems that include it (UTS 39, section 5.1)."""


def fault_of(name: str) -> str:
    """Return a sentence that explains why this name is not allowed, or "" if it is allowed."""
    if ".." in name:
        return "A name cannot contain two full stops in a row."
    if not _is_of_one_script(name):
        return "A name can contain letters from only one alphabet. Remove the others."
    return ""


def _is_of_one_script(name: str) -> bool:
    """Return whether all characters of the name can belong to one script (UTS 39, section 5.1)."""
    from fontTools.unicodedata import script_extension  # Few requests need this module.

    common: set[str] | None = None
    for character in name:
        scripts = set(script_extension(character))
        if scripts & _ANY_SCRIPT:
            continue
        scripts = scripts.union(*(_WRITING_SYSTEMS.get(script, ()) for script in scripts))
        common = scripts if common is None else common & scripts
    return common is None or bool(common)


def looks_like(name: str) -> str:
    """Return a key that is the same for all names that readers can confuse.

    The key ignores accents, strokes, capitals, punctuation between words, and differences between
    letters that look alike.
    """
    letters = _without_accents(name.casefold())
    if not letters.isascii():
        letters = _without_accents("".join(map(_base_letter, letters)))
    key = letters.translate(_SEPARATORS).translate(_confusables())
    for pair, letter in _LETTER_PAIRS:
        key = key.replace(pair, letter)
    return key or name.casefold()


def _without_accents(text: str) -> str:
    """Decompose a text (NFKD) and remove its combining marks."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _base_letter(character: str) -> str:
    """Return the plain letters that a character looks like.

    They are taken from Unicode's list of confusable characters. If that list has no plain letter
    for a Latin letter, the letter in its Unicode name is used.
    """
    lookalike = _confusables().get(ord(character), character)
    if character.isascii() or (lookalike.isascii() and lookalike.isalpha()):
        return lookalike
    name_match = _LATIN_LETTER.fullmatch(unicodedata.name(character, ""))
    if name_match:
        return _NAMED_LETTERS.get(name_match["base"], name_match["base"].lower())
    return lookalike


@lru_cache(maxsize=1)
def _confusables() -> dict[int, str]:
    """Return the lookalike of each small letter or digit, according to Unicode's confusable
    characters.

    Capitals are also compared. A small Cyrillic "в" is treated like a "b", because the capitals
    look alike.
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    confusables = {
        character: [other["c"] for other in others]
        for character, others in json.loads(data).items()
        if len(character) == 1
    }

    def prototype(character: str) -> str:
        """Return the character's lookalike. If there are several, return the character itself."""
        similar = confusables.get(character, [character])
        if len(similar) != 1:
            return character
        is_mutual = confusables.get(similar[0]) == [character]
        return min(character, similar[0]) if is_mutual else str(similar[0])

    lookalikes: dict[int, str] = {}
    for character in {
        character_in_list.lower()
        for character_in_list in confusables
        if len(character_in_list.lower()) == 1
    } | {"i"}:
        lookalike = prototype(character.upper()).casefold()
        if not lookalike.isascii() or lookalike == character:
            lookalike = prototype(character)
        lookalikes[ord(character)] = lookalike.casefold()
    return lookalikes | _DIGITS
