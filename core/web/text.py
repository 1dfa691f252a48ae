"""Names and lines that people type: trimmed, one line, not too long, in one Unicode form (NFC)."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Final

from .problems import Problem
from .refusals import BadForm

if TYPE_CHECKING:
    from collections.abc import Iterable


JOINERS: Final = "\u200c\u200d"
"""Zero-width non-joiner and joiner: invisible, but Persian, Hindi and many emoji need them."""
STRAY_JOINER: Final = re.compile(rf"(?<![^\s{JOINERS}])[{JOINERS}]+|[{JOINERS}]+(?=\s|$)")
"""Joiners that join nothing: at the edges of a word, or one after another."""
APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u2032\uff07`\u00b4", "'"))
"""The characters that keyboards and spreadsheets write for an apostrophe."""


def normalize(text: str) -> str:
    """Return the text in NFC and trimmed, without control characters but line breaks and tabs.

    Joiners stay inside words only, one at a time, so that no text consists of invisible characters.
    """
    visible = "".join(
        letter
        for letter in text.replace("\r\n", "\n")
        if letter in "\n\t" or letter in JOINERS or unicodedata.category(letter)[0] != "C"
    )
    joined = re.sub(rf"([{JOINERS}])[{JOINERS}]+", r"\1", visible)
    return unicodedata.normalize("NFC", STRAY_JOINER.sub("", joined)).strip()


def lookup_key(text: str) -> str:
    """Return what two names have in common that readers take for the same: case, spaces, joiners,
    kinds of apostrophes and ways to compose a letter make no difference.
    """
    plain = "".join(letter for letter in text if letter not in JOINERS).translate(APOSTROPHES)
    folded = unicodedata.normalize("NFC", plain).casefold()
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Return whether readers would take the name for one of these."""
    key = lookup_key(name)
    return any(lookup_key(other) == key for other in names)


def line(text: str, *, field: str, title: str, most: int, least: int = 1) -> str:
    """The text in one line, blanks run together. Raises BadForm when it is too short or too long
    (in letters).
    """
    blanks = "".join(" " if letter.isspace() else letter for letter in text)
    words = " ".join(normalize(blanks).split())
    if not least <= len(words) <= most:
        wanted = f"{least} to {most}" if least else f"at most {most}"
        raise BadForm(
            [
                Problem(
                    field=field,
                    code="length",
                    sentence=f"{title}: enter {wanted} characters. You entered {len(words)}.",
                )
            ]
        )
    return words


def pages(text: str, *, field: str, title: str, most: int, least: int = 0) -> str:
    """Longer text with its line breaks; control characters are dropped. Raises BadForm when it is
    too short or too long (in letters).
    """
    kept = normalize(text)
    if not least <= len(kept) <= most:
        wanted = f"{least} to {most:,}" if least else f"at most {most:,}"
        raise BadForm(
            [
                Problem(
                    field=field,
                    code="length",
                    sentence=f"{title}: enter {wanted} characters. You entered {len(kept):,}.",
                )
            ]
        )
    return kept
