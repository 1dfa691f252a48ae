"""What belongs to the browser and to nobody: the service worker, the page for when there is no
network, and what robots and old browsers ask for.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.http import HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.http import require_safe

if TYPE_CHECKING:
    from django.http import HttpRequest

KEPT: Final = frozenset(
    {
        "me",
        "notices",
        "club",
        "news",
        "standings",
        "weeks",
        "week",
        "duel",
        "teams",
        "team",
        "roster",
        "character",
        "garage",
        "vehicle",
        "espionage:orders",
        "espionage:reports",
        "espionage:report",
        "espionage:dossier",
    }
)
"""The pages that a browser keeps for its reader: what one wants to look up where there is no
network. All others are gone with it.
"""
ROBOTS: Final = """User-agent: *
Disallow: /accounts/
Disallow: /admin/
Disallow: /api/
Disallow: /c/
Disallow: /calendar/
Disallow: /join/
Disallow: /log-in/
Disallow: /mail/
Disallow: /me/
Disallow: /offline/
"""
"""Clubs are not for robots."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker, the same for everybody; asked for anew each time, so that a change of it
    arrives.
    """
    response = HttpResponse(_script(), content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    return response


def _script() -> str:
    return _read() if settings.COLLECTED else _read.__wrapped__()


@lru_cache(maxsize=1)
def _read() -> str:
    path = settings.BASE_DIR / "static" / "js" / "worker.js"
    text: str = path.read_text(encoding="utf-8")
    return text


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """The page for when there is no network, without a word of whoever asks: the worker keeps it,
    and lists on it what else it has kept.
    """
    response = HttpResponse(render_to_string("home/offline.html"))
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What robots may read."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """The icon that browsers ask for without being told of one."""
    return HttpResponseRedirect(static("img/favicon.ico"))
