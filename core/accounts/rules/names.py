"""Rules for usernames: allowed scripts and similarity."""

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
"""Time during which a former name is reserved, unless its owner changes it again."""

_SEPARATORS: Final = dict.fromkeys(map(ord, "._-+@'·"))
_DIGITS: Final = {ord("5"): "s"}
"""Digits that look like a letter and are missing from Unicode's list."""
_LATIN_LETTER: Final = re.compile(
    r"(?:LATIN|MODIFIER)(?: SMALL| CAPITAL| EPIGRAPHIC)* LETTER (?:SMALL |CAPITAL |[A-Z-]+ )*?"
    r"(?P<base>[A-Z]{1,2}|ENG|ETH|SCHWA)(?: BAR| DIGRAPH)?(?: WITH .*)?"
)
"""The Unicode name of a variant of a Latin letter or of a ligature of two.

For example LATIN LETTER SMALL CAPITAL E, LATIN SMALL LETTER O WITH STROKE, LATIN SMALL LETTER
DOTLESS J.
"""
_NAMED_LETTERS: Final = {"ENG": "n", "ETH": "d", "SCHWA": "e"}
"""Letters with a name of their own, and the letter each is taken for."""
_LETTER_PAIRS: Final = (("rn", "m"), ("vv", "w"), ("cl", "d"))
"""Letters side by side that are taken for one."""

_ANY_SCRIPT: Final = {"Zyyy", "Zinh"}
"""The scripts Common and Inherited, whose characters go with every other script."""
_WRITING_SYSTEMS: Final = {
    "Hani": {"Hanb", "Jpan", "Kore"},
    "Hira": {"Jpan"},
    "Kana": {"Jpan"},
    "Hang": {"Kore"},
    "Bopo": {"Hanb"},
}
"""The writing systems of several scripts to which a script belongs (UTS 39, section 5.1)."""


def fault_of(name: str) -> str:
    """Return a sentence on why nobody can take this name, or an empty string if someone can."""
    if ".." in name:
        return "A name cannot contain two full stops in a row."
    if not _is_of_one_script(name):
        return "A name can contain letters from only one alphabet. Remove the others."
    return ""


def _is_of_one_script(name: str) -> bool:
    """Return whether all characters can belong to one script (UTS 39, section 5.1)."""
    from fontTools.unicodedata import script_extension  # few requests need it

    common: set[str] | None = None
    for character in name:
        scripts = set(script_extension(character))
        if scripts & _ANY_SCRIPT:
            continue
        scripts = scripts.union(*(_WRITING_SYSTEMS.get(script, ()) for script in scripts))
        common = scripts if common is None else common & scripts
    return common is None or bool(common)


def looks_like(name: str) -> str:
    """Return a key that is the same for names that readers take for each other.

    Accents, strokes, capitals, signs between words and letters that are drawn alike make no
    difference.
    """
    letters = _without_accents(name.casefold())
    if not letters.isascii():
        letters = _without_accents("".join(map(_base_letter, letters)))
    key = letters.translate(_SEPARATORS).translate(_confusables())
    for pair, letter in _LETTER_PAIRS:
        key = key.replace(pair, letter)
    return key or name.casefold()


def _without_accents(text: str) -> str:
    """Return the text decomposed (NFKD), without its combining marks."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign))


def _base_letter(character: str) -> str:
    """Return the plain letters that a character is drawn like.

    Unicode's list of confusable characters decides; a Latin letter for which it has no plain letter
    is drawn like the one in its Unicode name.
    """
    lookalike = _confusables().get(ord(character), character)
    if character.isascii() or (lookalike.isascii() and lookalike.isalpha()):
        return lookalike
    name_match = _LATIN_LETTER.fullmatch(unicodedata.name(character, ""))
    return (
        _NAMED_LETTERS.get(name_match["base"], name_match["base"].lower())
        if name_match
        else lookalike
    )


@lru_cache(maxsize=1)
def _confusables() -> dict[int, str]:
    """Return what each small letter or digit is drawn like, by Unicode's confusable characters.

    A letter's capital counts, too: a small Cyrillic "в" is taken for a "b".
    """
    data = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    confusables = {
        character: [other["c"] for other in others]
        for character, others in json.loads(data).items()
        if len(character) == 1
    }

    def prototype(character: str) -> str:
        """Return the character itself if several others are drawn like it."""
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
