"""Phrases that confused readers do not return in pages, in texts of the code, or in documents."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PLACES = (
    "templates/**/*.html",
    "core/**/*.py",
    "home/**/*.py",
    "campaign/**/*.py",
    "ambush/**/*.py",
    "espionage/**/*.py",
    "play/**/*.py",
    "docs/**/*.md",
    "minigames/*/rules.md",
    "README.md",
    "CHANGELOG.md",
)
TEXTS = {
    file.relative_to(ROOT): file.read_text(encoding="utf-8")
    for place in PLACES
    for file in sorted(ROOT.glob(place))
}

STUMBLES = {
    "news is one thing, however much of it there is": (
        r"(?i)\bnews "
        r"(go|are|come|reach|arrive|wait|appear|follow)\b|\bnews that (go|are|wait|come)\b|as "
        r"they happen\b"
    ),
    "a list says Done and To do": r">\s*(There|Missing)\s*<",
    "a car has paint, people have coats": r"Name and coat",
    "a clause has a subject that can be found": r"usually starts with|what it does to their books",
    "a person comes through a duel": r"On their feet",
    "it is said who called a mission off": r"We take it as an 11|Called off: it counts",
    "proofs are named for what they are": r"Your own leaf|Its salt|Root over the dice<",
}


def test_there_are_texts_to_check() -> None:
    assert len(TEXTS) > 300


@pytest.mark.parametrize("said", STUMBLES)
def test_no_text_contains_a_phrase_that_confused_readers(said: str) -> None:
    found = [
        f"{file}: {each[0]}"
        for file, text in TEXTS.items()
        for each in re.finditer(STUMBLES[said], text)
    ]
    assert not found, "\n".join(found)
