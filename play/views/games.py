"""A game's own page: what it is, whose it is, its rules, and the way to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_safe

from core.web.views.documents import DOCS, rendered
from play.selectors.lab_results import has_paper

from .frame import show, tabletop_of

if TYPE_CHECKING:
    from pathlib import Path

    from django.http import HttpRequest, HttpResponse

    from play.tabletop.contract import AnyTabletop


def rules_file(tabletop: AnyTabletop) -> Path:
    """Where a game's rules are written down."""
    return DOCS / "rules" / f"{tabletop.rules_page or tabletop.key}.md"


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """The rules, for everybody."""
    tabletop = tabletop_of(game)
    file = rules_file(tabletop)
    body, heads = rendered(file, file.stat().st_mtime_ns) if file.is_file() else ("", ())
    measured = has_paper(tabletop.key)
    return show(request, "game", title=tabletop.title, tabletop=tabletop, body=body, heads=heads, lede=tabletop.blurb, measured=measured)
