"""Normalization and validation of names and longer texts, which are trimmed, limited in length and
in NFC.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable
from itertools import count
from typing import Final

from .refusals import bad_field

JOINERS: Final = "\u200c\u200d"
"""Zero-width non-joiner and joiner. They are invisible, but Persian, Hindi and many emoji need
them.
"""
STRAY_JOINER: Final = re.compile(rf"(?<![^\s{JOINERS}])[{JOINERS}]+|[{JOINERS}]+(?=\s|$)")
"""Pattern for unnecessary joiners, which are at the edge of a word or follow another joiner."""
APOSTROPHES: Final = str.maketrans(dict.fromkeys("\u2018\u2019\u02bc\u2032\uff07`\u00b4", "'"))
"""Characters that keyboards and spreadsheets use as an apostrophe."""


def normalize(text: str) -> str:
    """Trim a text, convert it to NFC, and remove control characters except line breaks and tabs.

    Only single joiners inside words are kept, so that a text cannot consist of invisible
    characters.
    """
    visible = "".join(
        letter
        for letter in text.replace("\r\n", "\n")
        if letter in "\n\t" or letter in JOINERS or unicodedata.category(letter)[0] != "C"
    )
    joined = re.sub(rf"([{JOINERS}])[{JOINERS}]+", r"\1", visible)
    return unicodedata.normalize("NFC", STRAY_JOINER.sub("", joined)).strip()


def lookup_key(text: str) -> str:
    """Return a key that is the same for names that look alike to readers. It ignores case, spaces,
    joiners, the kind of apostrophe, and the way in which a letter is composed.
    """
    without_joiners = "".join(letter for letter in text if letter not in JOINERS).translate(
        APOSTROPHES
    )
    folded = unicodedata.normalize("NFC", without_joiners).casefold()
    return unicodedata.normalize("NFC", " ".join(folded.split()))


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Return whether the name looks the same to readers as one of the given names."""
    key = lookup_key(name)
    return any(lookup_key(other) == key for other in names)


def free_slug(slug: str, taken: Collection[str], separator: str = "-") -> str:
    """Return the slug, with a number if it is taken, as in "midville-2".

    A slug with a number keeps at most 50 characters of the given slug.
    """
    if slug not in taken:
        return slug
    numbered = (f"{slug[:50]}{separator}{number}" for number in count(2))
    return next(candidate for candidate in numbered if candidate not in taken)


def line(text: str, *, field: str, title: str, max_length: int, min_length: int = 1) -> str:
    """Return the text as a single line with whitespace collapsed.

    Raise BadForm if it is too short or too long (in characters).
    """
    blanks = "".join(" " if letter.isspace() else letter for letter in text)
    one_line = " ".join(normalize(blanks).split())
    if not min_length <= len(one_line) <= max_length:
        allowed = f"{min_length} to {max_length}" if min_length else f"at most {max_length}"
        raise bad_field(
            field, "length", f"{title}: enter {allowed} characters. You entered {len(one_line)}."
        )
    return one_line


def pages(text: str, *, field: str, title: str, max_length: int, min_length: int = 0) -> str:
    """Return a longer text with its line breaks but without other control characters.

    Raise BadForm if it is too short or too long (in characters).
    """
    kept = normalize(text)
    if not min_length <= len(kept) <= max_length:
        allowed = f"{min_length} to {max_length:,}" if min_length else f"at most {max_length:,}"
        raise bad_field(
            field, "length", f"{title}: enter {allowed} characters. You entered {len(kept):,}."
        )
    return kept
