"""Context processor for the header and footer of every page."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import NoReverseMatch
from django.utils.functional import SimpleLazyObject

from core.notifications.selectors.notices import unread
from core.uptime.selectors import quarantine
from core.web.addresses import address
from core.web.links import Link
from core.web.moments import own_zone
from home.help import help_for

if TYPE_CHECKING:
    from django.http import HttpRequest


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
        Link("Help", address("help")),
        Link("Glossary", address("help-page", "glossary")),
        Link("Privacy", address("privacy")),
    )


def _links(request: HttpRequest) -> tuple[Link, ...]:
    user = getattr(request, "user", None)
    help_link = Link("Help", address("help"), current=request.path.startswith(address("help")))
    if user is None or not user.is_authenticated:
        return (help_link,)
    cached_count: int | None = getattr(request, "unread", None)
    unread_count = unread(user) if cached_count is None else cached_count
    notices = Link(
        f"Notifications ({unread_count})" if unread_count else "Notifications",
        address("notices"),
        current=request.path == address("notices"),
    )
    games = [Link("Games", path, current=request.path == path) for path in _play()]
    roomy_help = replace(help_link, roomy=True)  # This link is also in the footer.
    return (
        Link("My clubs", address("me"), current=request.path == address("me")),
        *games,
        notices,
        roomy_help,
    )


def _play() -> tuple[str, ...]:
    """Return the address of the games section in a tuple, which is empty if the site has no such
    section.
    """
    try:
        return (address("play"),)
    except NoReverseMatch:
        return ()
