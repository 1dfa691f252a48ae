"""Lab results of a game. The page shows the document that explains the results, with pictures of
its figures, and lists all other figures below.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from core.web.views.documents import PICTURE, rendered, title_of, with_pictures
from engine import registry
from lab.lab import Figure, Paper, Published
from play.selectors.lab_results import document_of, paper_of
from play.tabletop.plots import interval, percent, plot
from play.tabletop.registry import all_tabletops

from .frame import show
from .svg import svg

HEAD: Final = re.compile(r'<h2 id="(?P<anchor>[^"]+)">(?P<words>.*?)</h2>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Section:
    """The figures of a sweep that the document does not show, and the command that reproduces all
    figures of the sweep.
    """

    sweep: Published
    command: str
    figures: tuple[SafeString, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """The text below one of a document's headings."""

    anchor: str
    title: SafeString
    body: SafeString


@dataclass(frozen=True, slots=True)
class Reading:
    """The content of the page, with an introduction, chapters, and sections with other figures."""

    opening: SafeString
    chapters: tuple[Chapter, ...]
    sections: tuple[Section, ...]


@require_safe
def lab(request: HttpRequest, game: str) -> HttpResponse:
    """Show the measurements of a game, the week or the bots. Raise `Http404` without any."""
    paper, document = paper_of(game), document_of(game)
    if paper is None and document is None:
        raise Http404
    reading = _reading(paper, document, document.stat().st_mtime_ns if document else 0)
    title, crumbs = _place(game, document)
    older = _older(paper) if paper else None
    return show(request, "lab", title=title, crumbs=crumbs, reading=reading, older=older)


def _older(paper: Paper) -> tuple[int, int] | None:
    """Return the measured and the current version of the rules, or None if they are identical."""
    current = registry.get(paper.game).rules_version
    return None if paper.rules_version == current else (paper.rules_version, current)


def _place(key: str, document: Path | None) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Return the page's title and breadcrumbs. A game's results are below the game's page, and
    other results are below the help.
    """
    tabletop = next((candidate for candidate in all_tabletops() if candidate.key == key), None)
    if tabletop is not None:
        return f"{tabletop.title}: game balance", (
            (tabletop.title, reverse("play-game", args=[key])),
        )
    return title_of(document) if document else key.capitalize(), (("Help", reverse("help")),)


@lru_cache(maxsize=16)
def _reading(paper: Paper | None, document: Path | None, changed: int) -> Reading:
    body = rendered(document, changed)[0] if document else mark_safe("")
    sweeps = paper.sweeps if paper else ()
    figures = {
        figure.key: render_figure(sweep, figure) for sweep in sweeps for figure in sweep.figures
    }
    shown_keys = {picture["key"] for picture in PICTURE.finditer(body)}
    sections = [
        _section(
            paper.game,
            sweep,
            [figures[figure.key] for figure in sweep.figures if figure.key not in shown_keys],
        )
        for sweep in sweeps
        if paper
    ]
    opening, *chapters = _chapters(with_pictures(body, figures))
    return Reading(opening=opening.body, chapters=tuple(chapters), sections=tuple(sections))


def _chapters(body: str) -> Iterator[Chapter]:
    """Split the document at its second-level headings. The text before the first heading is a
    chapter without a name.
    """
    opening, *cuts = HEAD.split(body)
    cut = zip(("", *cuts[::3]), ("", *cuts[1::3]), (opening, *cuts[2::3]), strict=True)
    return (Chapter(anchor, mark_safe(title), mark_safe(text)) for anchor, title, text in cut)  # noqa: S308 - cleaned


def _section(game: str, sweep: Published, figures: list[SafeString]) -> Section:
    command = (
        f"manage.py lab {game} --sweep {sweep.key} --matches {sweep.matches} --seed {sweep.seed}"
    )
    return Section(sweep=sweep, command=command, figures=tuple(figures))


def render_figure(sweep: Published, figure: Figure) -> SafeString:
    """Return the figure as a picture and a table, with a title that names its sweep."""
    context = {
        "title": figure.title if figure.title == sweep.title else f"{sweep.title}: {figure.title}",
        "says": figure.explanation,
        "picture": svg(plot(figure), {}),
        "rows": [
            (row.case, row.name, percent(row.rate, 1), interval(row), f"{row.chances:,}")
            for row in figure.rows
        ],
        "cases": any(row.case for row in figure.rows),
    }
    return render_to_string("play/figure.html", context)
