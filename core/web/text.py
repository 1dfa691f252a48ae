"""Names and lines that people type: trimmed, one line, not too long."""

from __future__ import annotations

import unicodedata

from .problems import Problem
from .refusals import BadForm


def line(text: str, *, field: str, title: str, most: int, least: int = 1) -> str:
    """The text in one line, blanks run together. Raises BadForm when it is too short or too long
    (in letters).
    """
    words = " ".join(
        "".join(
            letter for letter in text if letter.isspace() or unicodedata.category(letter)[0] != "C"
        ).split()
    )
    if not least <= len(words) <= most:
        wanted = f"{least} to {most}" if least else f"at most {most}"
        raise BadForm(
            [
                Problem(
                    field=field,
                    code="length",
                    sentence=f"{title}: write {wanted} letters; this has {len(words)}.",
                )
            ]
        )
    return words


def pages(text: str, *, field: str, title: str, most: int, least: int = 0) -> str:
    """Longer text with its line breaks; control characters are dropped. Raises BadForm when it is
    too short or too long (in letters).
    """
    kept = "".join(
        letter
        for letter in text.replace("\r\n", "\n")
        if letter in "\n\t" or unicodedata.category(letter)[0] != "C"
    ).strip()
    if not least <= len(kept) <= most:
        wanted = f"{least} to {most:,}" if least else f"at most {most:,}"
        raise BadForm(
            [
                Problem(
                    field=field,
                    code="length",
                    sentence=f"{title}: write {wanted} letters; this has {len(kept):,}.",
                )
            ]
        )
    return kept
