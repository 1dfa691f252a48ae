"""The service worker, the offline page, robots.txt, the favicon and portraits, which are the same
for everyone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from core.web.not_found import or_404
from core.web.pictures.portraits import is_code, portrait_svg

OFFLINE_PAGES: Final = frozenset(
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
"""URL names of the pages that browsers store for offline reading."""
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
"""Contents of robots.txt, which excludes pages inside clubs."""


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker. Browsers revalidate it on each use, so they notice changes."""
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
    """Show the offline page, which the service worker stores. It has no personal data."""
    response = HttpResponse(render_to_string("home/offline.html"))
    response["Cache-Control"] = "no-cache"
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return robots.txt."""
    return HttpResponse(ROBOTS, content_type="text/plain; charset=utf-8")


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Redirect to the icon that browsers request by default."""
    return HttpResponseRedirect(static("img/favicon.ico"))


@require_safe
def portrait(request: HttpRequest, code: str) -> HttpResponse:
    """Return a portrait as SVG. Browsers can cache it for a year, because it never changes."""
    return HttpResponse(
        portrait_svg(or_404(code if is_code(code) else None)),
        content_type="image/svg+xml",
        headers={"Cache-Control": "public, max-age=31536000, immutable"},
    )
