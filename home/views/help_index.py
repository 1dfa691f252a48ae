"""The help index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.views.decorators.http import require_safe

from core.web.views.frame import render_page
from home.help import shelves

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the help index."""
    return render_page(request, "home/help", title="Help", shelves=shelves())
