"""The forms of the site ask for the same, with the same choices and defaults, as recorded.

`CONTROLS=1 pytest tests/secrecy/test_controls.py` records them again in `tests/golden/controls/`.
"""

from __future__ import annotations

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from .objects import is_api, questions
from .routes import ROUTES
from .test_doors import request

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .asking import Site
    from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

RECORDS: Final = Path(__file__).parents[1] / "golden" / "controls"
RANDOM: Final = re.compile(
    r"[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}|\b[0-9a-f]{16,}\b|(?<=-)\d{5}\b"
)
"""Ids, digests and the numbers of people."""
SHOWN: Final = ("type", "value", "min", "max", "maxlength", "step", "placeholder")
FLAGS: Final = ("checked", "selected", "disabled", "required", "multiple")
CONTROLS: Final = {"input", "select", "textarea", "option", "optgroup", "button"}
VOID: Final = {"br", "hr", "img", "input", "link", "meta", "path", "use", "wbr"}
"""Elements without an end tag."""
CHANCE: Final = {"notices", "team-new", "team-new-ready"}
"""Pages with an order or with proposals that differ in each run."""
UNRECORDED: Final = {"csrfmiddlewaretoken", "idempotency"}


class Controls(HTMLParser):
    """Collects the controls of a page with their labels, help texts and errors."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._text: list[str] | None = None
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._text is not None and tag not in VOID:
            self._depth += 1
        if tag in CONTROLS and given.get("name") not in UNRECORDED:
            self.lines.append(" ".join(self._described(tag, given)))
        classes = (given.get("class") or "").split()
        if tag in {"label", "legend", "option", "button"} or {"helptext", "errorlist"} & {*classes}:
            self._text, self._depth = [], 0

    def handle_endtag(self, tag: str) -> None:
        if self._text is None:
            return
        if self._depth:
            self._depth -= 1
            return
        words = " ".join("".join(self._text).split())
        if words and tag in {"option", "button"}:
            self.lines[-1] += f": {words}"
        elif words:
            self.lines.append(words)
        self._text = None

    def handle_data(self, data: str) -> None:
        if self._text is not None:
            self._text.append(data)

    @staticmethod
    def _described(tag: str, given: dict[str, str | None]) -> Iterator[str]:
        yield f"{tag} {given.get('name') or ''}".rstrip()
        yield from (f"{key}={given[key]}" for key in SHOWN if given.get(key))
        yield from (key for key in FLAGS if key in given)


def controls(page: bytes) -> list[str]:
    """Return a line for each control, label, choice and help text of a page."""
    parser = Controls()
    parser.feed(page.decode())
    return [RANDOM.sub("ID", line) for line in parser.lines]


def form_texts(stage: World, site: Site, reader: Reader) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each page with the lines of its form, then those of its errors."""
    for question in questions(stage, reader):
        if is_api(question.name) or "?" in question.path or question.name in CHANCE:
            continue
        shown = site.ask(stage, reader, question)
        if b"<html" not in shown.body[:200]:
            continue
        lines = controls(shown.body)
        yield question.name, lines
        if "POST" in ROUTES[question.name].doors:
            refused = site.ask(stage, reader, request("POST", question.path, question.name))
            if refused.status in {400, 409, 422}:
                known = set(lines)
                errors = [line for line in controls(refused.body) if line not in known]
                yield f"{question.name}, refused", errors


@pytest.mark.everyday
@pytest.mark.parametrize("name", ["owner", "gm"])
def test_forms_match_the_recorded_ones(name: str, stage: World, site: Site) -> None:
    pages = dict(form_texts(stage, site, stage.readers[name]))
    everywhere = set.intersection(*(set(pages[page]) for page in ("me", "my-data")))
    drawn = "".join(
        f"{page}\n" + "".join(f"  {line}\n" for line in lines if line not in everywhere)
        for page, lines in sorted(pages.items())
        if set(lines) - everywhere
    )
    record = RECORDS / f"{name}.txt"
    if os.environ.get("CONTROLS"):
        record.parent.mkdir(exist_ok=True)
        record.write_text(drawn, encoding="utf-8")
    assert drawn == record.read_text(encoding="utf-8")
