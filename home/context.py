"""Context processor for the header and footer of every page."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import NoReverseMatch
from django.utils.functional import SimpleLazyObject

from core.notifications.selectors.notices import unread
from core.uptime.selectors import quarantine
from core.web.addresses import address
from core.web.links import Link
from core.web.moments import own_zone
from home.help import help_for


def site(request: HttpRequest) -> dict[str, Any]:
    """Return the header's and footer's links, the reader's time zone, the page's help section and,
    for staff, the current quarantine.

    Queries for unread notices and for the quarantine run only if a template shows them.
    """
    return {
        "mail_leaves": settings.MAIL_LEAVES,
        "quarantine": SimpleLazyObject(quarantine.current),
        "version": settings.VERSION,
        "site_links": SimpleLazyObject(lambda: _links(request)),
        "own_zone": SimpleLazyObject(lambda: str(own_zone(request) or "")),
        "help_here": SimpleLazyObject(lambda: help_for(request)),
        "foot_links": foot_links(),
    }


def foot_links() -> tuple[Link, ...]:
    """Return the links in the footer of every page."""
    return (
        Link("Glossary", address("help-page", "glossary")),
        Link("Privacy", address("privacy")),
    )


def _links(request: HttpRequest) -> tuple[Link, ...]:
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return ()
    cached_count: int | None = getattr(request, "unread", None)
    unread_count = unread(user) if cached_count is None else cached_count
    notices = Link(
        "Notifications",
        address("notices"),
        current=request.path == address("notices"),
        count=unread_count,
        icon="mail",
    )
    games = [Link("Games", path, current=request.path == path) for path in _play()]
    return (
        Link("My clubs", address("me"), current=request.path == address("me")),
        *games,
        notices,
    )


def _play() -> tuple[str, ...]:
    """Return the address of the games section in a tuple, empty on sites without one."""
    try:
        return (address("play"),)
    except NoReverseMatch:
        return ()
