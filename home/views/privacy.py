"""What the site keeps of people, why, and for how long; anybody may read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.conf import settings
from django.views.decorators.http import require_safe

from core.accounts.rules.names import HELD_FOR
from core.web.idempotency import API_LIFETIME
from core.web.views.frame import render_page

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse


class Kept(NamedTuple):
    """Something that is kept, what for, and how long."""

    what: str
    why: str
    until: str


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """The page on privacy. Its figures are the settings that the site forgets by."""
    return render_page(
        request,
        "home/privacy",
        title="Privacy",
        kept=kept(),
        days=settings.DELETION_DAYS,
        owners=settings.SITE_OWNER_EMAIL,
    )


def kept() -> tuple[Kept, ...]:
    """What is kept for a time, as the settings say it."""
    hours = int(API_LIFETIME.total_seconds() // 3600)
    return (
        Kept(
            "Sessions",
            "to keep you signed in",
            f"{settings.SESSION_DAYS} days, or until you sign out",
        ),
        Kept("Notifications", "for your inbox", f"{settings.NOTICES_DAYS} days"),
        Kept(
            "Delivery status of emails and push messages",
            "so that you can see whether they were delivered",
            f"{settings.DELIVERIES_DAYS} days after delivery, without the text of the message",
        ),
        Kept(
            "Table chat",
            "so that players can read it",
            f"{settings.TABLE_TALK_DAYS} days after the end of the match",
        ),
        Kept(
            "A club's board and comments on its duels and news",
            "so that the club can read them and a GM can settle disputes",
            _as_long_as(settings.BOARD_DAYS),
        ),
        Kept(
            "Letters between teams",
            "so that both teams can read them and a GM can settle disputes",
            _as_long_as(settings.LETTERS_DAYS),
        ),
        Kept(
            "Your previous name",
            "so that no one can impersonate you; it is not shown to anyone",
            f"{HELD_FOR.days} days, or until you change yours again",
        ),
        Kept(
            "Encrypted responses to forms",
            "so that nothing happens twice when you send a form twice",
            f"{settings.FORMS_DAYS} days; {hours} hours for the API",
        ),
        Kept(
            "Problems with the site's background jobs",
            "so that they can be fixed; no personal data",
            f"{settings.INCIDENTS_DAYS} days after the problem was resolved",
        ),
        Kept(
            "Server logs",
            "to find errors and attacks; no IP addresses and no text that you wrote",
            f"{settings.LOGS_DAYS} days",
        ),
    )


def _as_long_as(days: int) -> str:
    """How long words are kept that are forgotten after so many days; 0 for never."""
    if not days:
        return "as long as the club exists; you can delete what you wrote"
    return (
        f"{days} days, or until a report about it is settled; after that, we keep only a hash "
        "that can confirm the original text"
    )
