"""A game's own page, with a description, credits, rules and links to its tables."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.accounts.models import User
from core.web.forms.base import Act
from core.web.views.documents import page_of, rendered
from play.selectors.lab_results import has_paper

from .frame import show, tabletop_of


@require_safe
def game(request: HttpRequest, game: str) -> HttpResponse:
    """Show a game and its rules to everyone."""
    tabletop = tabletop_of(game)
    rules = page_of(tabletop.rules_page or tabletop.key)
    body, heads = rendered(rules.file, rules.file.stat().st_mtime_ns) if rules else ("", ())
    measured = has_paper(tabletop.key)
    return show(
        request,
        "game",
        title=tabletop.title,
        tabletop=tabletop,
        body=body,
        heads=heads,
        lede=tabletop.blurb,
        measured=measured,
        act=Act(),
        tryouts=settings.TRYOUTS,
        is_member=isinstance(request.user, User) and not request.user.guest,
    )
