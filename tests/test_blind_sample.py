"""Readers get shuffled sentences without their origin, and their answers are counted by origin."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests import blind_sample
from tests.blind_sample import OTHERS, OURS, draw, messages, score, sentences_of, write

if TYPE_CHECKING:
    from pathlib import Path

TEXTS = {
    origin: {
        kind: [f"The {kind} of {origin} has the letter {letter}." for letter in "abcdefgh"]
        for kind in ("page", "document")
    }
    for origin in (OURS, OTHERS)
}


def test_a_seed_decides_the_sample() -> None:
    assert draw(TEXTS, 4, "1") == draw(TEXTS, 4, "1") != draw(TEXTS, 4, "2")


def test_a_sample_has_equally_many_sentences_of_each_kind_and_origin() -> None:
    sample = draw(TEXTS, 4, "1")
    assert len(sample) == len(set(sample)) == 16
    assert sum(row.kind == "page" and row.origin == OURS for row in sample) == 4


def test_an_origin_with_few_sentences_limits_the_other_one() -> None:
    texts = {OURS: TEXTS[OURS], OTHERS: {**TEXTS[OTHERS], "page": TEXTS[OTHERS]["page"][:3]}}
    sample = draw(texts, 4, "1")
    assert sum(row.kind == "page" for row in sample) == 6
    assert sum(row.kind == "document" for row in sample) == 8


def test_the_sentences_do_not_show_their_origin(tmp_path: Path) -> None:
    write(draw(TEXTS, 1, "1"), tmp_path)
    lines = (tmp_path / "sentences.txt").read_text().splitlines()
    key = json.loads((tmp_path / "key.json").read_text())
    assert lines == [f"{number}. {row['text']}" for number, row in enumerate(key, 1)]


def test_answers_are_counted_by_kind_and_origin(tmp_path: Path) -> None:
    sample = draw(TEXTS, 4, "1")
    write(sample, tmp_path)
    odd = [
        number for number, row in enumerate(sample, 1) if (row.kind, row.origin) == ("page", OURS)
    ]
    table = score(f"Odd: {odd[0]}, {odd[1]}\nand {odd[2]}", tmp_path)
    assert "page        ours          3    4     75%" in table
    assert "document    others        0    4      0%" in table


def test_answers_to_another_sample_are_refused(tmp_path: Path) -> None:
    write(draw(TEXTS, 1, "1"), tmp_path)
    with pytest.raises(ValueError, match="another draw"):
        score("1 and 99", tmp_path)


def test_markup_code_and_project_names_are_left_out() -> None:
    text = """# A heading of five short words

Read [the *first* page](page.md) before you `begin`. Django is the name of a project here.

```python
This = "is code with many words in it"
```

- Too short.
- See :func:`render <x.y>` for {{ number }} of the details.
"""
    assert sentences_of([text]) == [
        "A heading of five short words",
        "Read the first page before you begin.",
        "See render for N of the details.",
    ]


def test_messages_of_a_catalogue_are_joined() -> None:
    catalogue = 'msgid ""\n"One "\n"two\\n"\nmsgstr ""\n\nmsgid "Three"\nmsgid_plural "Threes"\n'
    assert list(messages(catalogue)) == ["One two\n", "Three", "Threes"]


@pytest.mark.slow("parses Django and the whole product")
def test_both_origins_have_enough_sentences() -> None:
    texts = {OURS: blind_sample.our_texts(), OTHERS: blind_sample.other_texts()}
    assert len(draw(texts, blind_sample.NUMBER, "1")) == 6 * blind_sample.NUMBER
