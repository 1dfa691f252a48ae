"""The privacy page, which lists stored data, purposes and retention periods."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from core.accounts.rules.names import RESERVATION
from core.web.idempotency import API_LIFETIME
from core.web.views.frame import render_page


class Retention(NamedTuple):
    """A kind of data, its purpose and its retention period."""

    data: str
    purpose: str
    period: str


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show the privacy page. Its periods come from the settings that the deletion job uses."""
    return render_page(
        request,
        "home/privacy",
        title="Privacy",
        kept=retention_periods(),
        days=settings.DELETION_DAYS,
        owners=settings.SITE_OWNER_EMAIL,
    )


def retention_periods() -> tuple[Retention, ...]:
    """Return the data that is stored for a limited time, with periods from the settings."""
    hours = int(API_LIFETIME.total_seconds() // 3600)
    return (
        Retention(
            "Sessions",
            "to keep you signed in",
            f"{settings.SESSION_DAYS} days, or until you sign out",
        ),
        Retention("Notifications", "for your inbox", f"{settings.NOTICES_DAYS} days"),
        Retention(
            "Delivery status of emails and push messages",
            "so that you can see whether they were delivered",
            f"{settings.DELIVERIES_DAYS} days after delivery, without the text of the message",
        ),
        Retention(
            "Table chat",
            "so that players can read it",
            f"{settings.TABLE_TALK_DAYS} days after the end of the match",
        ),
        Retention(
            "A club's board and comments on its duels and news",
            "so that the club can read them and a GM can settle disputes",
            _as_long_as(settings.BOARD_DAYS),
        ),
        Retention(
            "Letters between teams",
            "so that both teams can read them and a GM can settle disputes",
            _as_long_as(settings.LETTERS_DAYS),
        ),
        Retention(
            "Your previous name",
            "so that no one can impersonate you; it is not shown to anyone",
            f"{RESERVATION.days} days, or until you change yours again",
        ),
        Retention(
            "Encrypted responses to forms",
            "so that nothing happens twice when you send a form twice",
            f"{settings.FORMS_DAYS} days; {hours} hours for the API",
        ),
        Retention(
            "Problems with the site's background jobs",
            "so that they can be fixed; no personal data",
            f"{settings.INCIDENTS_DAYS} days after the problem was resolved",
        ),
        Retention(
            "Server logs",
            "to find errors and attacks; no IP addresses and no text that you wrote",
            f"{settings.LOGS_DAYS} days",
        ),
    )


def _as_long_as(days: int) -> str:
    """Describe the retention period of messages. 0 days means no limit."""
    if not days:
        return "as long as the club exists; you can delete what you wrote"
    return (
        f"{days} days, or until a report about it is settled; after that, we keep only a hash "
        "that can confirm the original text"
    )
