"""The help index."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.web.views.frame import render_page
from home.help import shelves


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the help index."""
    return render_page(request, "home/help", title="Help", shelves=shelves())
