"""Draw sentences of this project and of others for readers to judge, and count their answers.

``python -m tests.blind_sample draw [--number 60] [--seed 1] [--folder test-results/blind]`` writes
`sentences.txt`, numbered and without origin, and `key.json`. ``python -m tests.blind_sample score
ANSWERS [--folder …]`` reads the numbers that a reader called odd and prints their share.
`docs/how-to/contributing/blind-reading.md` describes the method.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
from collections import Counter
from email import message_from_string
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from tests.plain_english import (
    ROOT,
    code_files,
    is_prose,
    read_code,
    read_template,
    template_files,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

FOLDER: Final = ROOT / "test-results" / "blind"
NUMBER: Final = 60
"""Sentences of each kind and origin."""
SHORTEST, LONGEST = 5, 40
"""Words of a sentence."""
OURS, OTHERS = "ours", "others"
DOCUMENTED: Final = (
    "attrs", "celery", "Django", "django-allauth", "djangorestframework", "httpx",
    "hypothesis", "pytest", "requests", "structlog", "uvicorn", "whitenoise",
)  # fmt: skip
"""Distributions whose package pages are the others' documents."""
COMMENTED: Final = (
    ("Django", "django"),
    ("djangorestframework", "rest_framework"),
    ("django-allauth", "allauth"),
)
"""Distributions, with their packages, whose docstrings and page texts are the others'."""
GIVEAWAYS: Final = re.compile(
    rf"\b(?:Dead Drop|Car Wars|allauth|django\w*|REST framework|{'|'.join(DOCUMENTED)})\b",
    re.IGNORECASE,
)
"""Names that tell where a sentence is from."""
CUT: Final = "\x01"
"""Replacement of a template tag. Readers never see all parts of a sentence with a tag together."""


class Sentence(NamedTuple):
    """A sentence with its kind (page, document or docstring) and its origin."""

    kind: str
    origin: str
    text: str


def sentences_of(texts: Iterable[str]) -> list[str]:
    """Return the different sentences of texts, without markup, that have 5 to 40 words, half of
    them in lower case.
    """
    sentences = {
        sentence
        for text in texts
        for paragraph in re.split(r"\n\s*\n|\n(?=\s*(?:[-*#|>]|\d+\.)\s)", without_markup(text))
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z“\"])", " ".join(paragraph.split()))
        if re.match(r"[A-Z“\"]", sentence)
    }
    return sorted(
        sentence
        for sentence in sentences
        if SHORTEST <= len(sentence.split()) <= LONGEST
        and not re.search(r"[]\[{}|=#\\]|[:,;]$", sentence)
        and is_prose(sentence)
        and CUT not in sentence
        and sum(word.islower() for word in sentence.split()) * 2 >= len(sentence.split())
        and not GIVEAWAYS.search(sentence)
    )


def without_markup(text: str) -> str:
    """Return a text without code fences, tables, tags of templates, HTML, Markdown and RST."""
    for pattern, replacement in (
        (r"(?ms)^\s*(`{3,}|~{3,}).*?^\s*\1.*?$", "\n\n"),
        (r"(?ms)^\.\. .*?(?=^\S|\Z)", "\n\n"),
        (r"(?m)^\s*(?:\||>>>|\$ ).*$", "\n"),
        (r"(?ms)::\s*\n\n(?:[ \t]+.*\n|\s*\n)+", ".\n\n"),
        (r"(?s)<!--.*?-->|\{%.*?%\}|\{#.*?#\}", " "),
        (r"(?s)\{\{.*?\}\}|%\(\w+\)[sd]|%[sd]|\{\w*\}", "N"),
        (r"<(?:https?:)?[^<>]*>|https?://\S+", " "),
        (r"!?\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])", r"\1"),
        (r"(?m)^\s*(?:[-*>]|#+|\d+\.)\s+", "\n\n"),
        (r":\w+:`([^`<]*)[^`]*`|`([^`<]*?)\s*<[^`]*>`_+", r"\1\2"),
        (r"[`*]+|(?<!\w)_|_+(?!\w)", ""),
    ):
        text = re.sub(pattern, replacement, text)
    return text


def our_texts() -> dict[str, list[str]]:
    """Return the texts of this project by their kind."""
    code = [read_code(file) for file in code_files()]
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    return {
        "page": [
            *(text for file in template_files() for _, text in read_template(file, CUT)),
            *(text for file in code for _, text in file.strings),
        ],
        "document": [file.read_text(encoding="utf-8") for file in documents],
        "docstring": [text for file in code for _, text in file.docstrings],
    }


def other_texts() -> dict[str, list[str]]:
    """Return the texts of well-kept projects that are installed, by their kind."""
    folders = [Path(str(distribution(name).locate_file(package))) for name, package in COMMENTED]
    return {
        "page": [
            text
            for folder in folders
            for file in sorted(folder.rglob("locale/en/LC_MESSAGES/*.po"))
            for text in messages(file.read_text(encoding="utf-8"))
        ],
        "document": [
            str(message_from_string(distribution(name).read_text("METADATA") or "").get_payload())
            for name in DOCUMENTED
        ],
        "docstring": [
            text
            for folder in folders
            for file in sorted(folder.rglob("*.py"))
            if "locale" not in file.parts
            for _, text in read_code(file).docstrings
        ],
    }


def messages(catalogue: str) -> Iterator[str]:
    """Yield the messages of a gettext catalogue."""
    for match in re.finditer(r'(?m)^msgid(?:_plural)? ((?:".*"\s*)+)$', catalogue):
        yield "".join(ast.literal_eval(line) for line in match[1].splitlines())


def draw(
    texts: Mapping[str, Mapping[str, Sequence[str]]], number: int, seed: str
) -> list[Sentence]:
    """Return as many sentences of each kind and origin, shuffled.

    `texts` has the texts by origin and kind. If one origin has fewer sentences of a kind than
    `number`, the others get as few.
    """
    dice = random.Random(seed)
    drawn: list[Sentence] = []
    for kind in texts[OURS]:
        pools = {origin: sentences_of(texts[origin][kind]) for origin in texts}
        size = min(number, *(len(pool) for pool in pools.values()))
        for origin, pool in pools.items():
            drawn += [Sentence(kind, origin, text) for text in dice.sample(pool, size)]
    dice.shuffle(drawn)
    return drawn


def write(sentences: Sequence[Sentence], folder: Path) -> None:
    """Write the numbered sentences, and the key that readers do not see."""
    folder.mkdir(parents=True, exist_ok=True)
    numbered = "".join(f"{i}. {row.text}\n" for i, row in enumerate(sentences, 1))
    (folder / "sentences.txt").write_text(numbered, encoding="utf-8")
    key = json.dumps([row._asdict() for row in sentences], ensure_ascii=False, indent=1)
    (folder / "key.json").write_text(f"{key}\n", encoding="utf-8")


def score(answers: str, folder: Path) -> str:
    """Return a table of the share of odd sentences by kind and origin.

    `answers` has the numbers of the sentences that a reader called odd, in any form.
    """
    key = [Sentence(**row) for row in json.loads((folder / "key.json").read_text("utf-8"))]
    odd = {int(number) for number in re.findall(r"\d+", answers)}
    if unknown := sorted(odd - set(range(1, len(key) + 1))):
        raise ValueError(f"There are no sentences {unknown}: the answers belong to another draw.")
    sizes = Counter((row.kind, row.origin) for row in key)
    odds = Counter((key[number - 1].kind, key[number - 1].origin) for number in odd)
    return "\n".join(
        [
            f"{'kind':12}{'origin':10}{'odd':>5}{'of':>5}{'share':>8}",
            *(
                f"{kind:12}{origin:10}{odds[kind, origin]:5}{size:5}"
                f"{odds[kind, origin] / size:8.0%}"
                for (kind, origin), size in sorted(sizes.items())
            ),
        ]
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw sentences, or count a reader's answers."""
    parser = argparse.ArgumentParser(description="Blind judgement of sentences.")
    commands = parser.add_subparsers(dest="command", required=True)
    drawing = commands.add_parser("draw", help="write numbered sentences and their key")
    drawing.add_argument("--number", type=int, default=NUMBER, help="of each kind and origin")
    drawing.add_argument("--seed", default="1")
    scoring = commands.add_parser("score", help="print the share of odd sentences")
    scoring.add_argument("answers", type=Path, help="file with the numbers of odd sentences")
    for command in (drawing, scoring):
        command.add_argument("--folder", type=Path, default=FOLDER)
    options = parser.parse_args(arguments)
    if options.command == "draw":
        sentences = draw({OURS: our_texts(), OTHERS: other_texts()}, options.number, options.seed)
        write(sentences, options.folder)
        print(f"{len(sentences)} sentences: {options.folder / 'sentences.txt'}")
    else:
        print(score(options.answers.read_text(encoding="utf-8"), options.folder))


if __name__ == "__main__":
    main()
