"""Rendering of pages with titles, breadcrumbs and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from core.web.links import Link
from core.web.views.posting import status_of


def render_page(
    request: HttpRequest,
    template: str,
    *,
    title: str,
    crumbs: Sequence[tuple[str, str]] = (),
    links: Sequence[Link] = (),
    links_label: str = "",
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Return a rendered page.

    `crumbs` are (text, URL) pairs, starting from the top. `links` are shown next to each other
    under `links_label`. If the form has errors, the default status is REFUSED.
    """
    frame = {
        "title": title, "crumbs": crumbs, "links": links, "links_label": links_label,
        "now": timezone.now(),
    }  # fmt: skip
    status = status or status_of(context.get("form"))
    return render(request, f"{template}.html", {**frame, **context}, status=status)
