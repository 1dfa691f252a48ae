"""What the masthead and the footer of every page show."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.urls import NoReverseMatch
from django.utils.functional import SimpleLazyObject

from core.notifications.selectors.notices import unread
from core.uptime.selectors import quarantine
from core.web.addresses import address
from core.web.moments import own_zone
from core.web.pictures.lists import Link
from home.help import help_for

if TYPE_CHECKING:
    from django.http import HttpRequest


def site(request: HttpRequest) -> dict[str, Any]:
    """`site_links`, `foot_links`, the reader's `own_zone`, `help_here`, which is the help with a
    page, and whether mail leaves the site; and for whoever looks after the site, the `quarantine`
    that it is in. The queries for unread notices and for that are made only when they are drawn.
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
    """What the footer of every page leads to."""
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
    counted: int | None = getattr(request, "unread", None)
    waiting = unread(user) if counted is None else counted
    notices = Link(
        f"Notifications ({waiting})" if waiting else "Notifications",
        address("notices"),
        current=request.path == address("notices"),
    )
    games = [Link("Games", path, current=request.path == path) for path in _play()]
    roomy_help = replace(help_link, roomy=True)  # it stands in the footer too
    return (
        Link("My clubs", address("me"), current=request.path == address("me")),
        *games,
        notices,
        roomy_help,
    )


def _play() -> tuple[str, ...]:
    """Where the games are, if this site has any beside the club."""
    try:
        return (address("play"),)
    except NoReverseMatch:
        return ()
