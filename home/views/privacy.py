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
            "so that you stay logged in",
            f"{settings.SESSION_DAYS} days, or until you log out",
        ),
        Kept("Notices", "your inbox", f"{settings.NOTICES_DAYS} days"),
        Kept(
            "How a letter or message left",
            "so that you can see what became of it",
            f"{settings.DELIVERIES_DAYS} days after it did; what it said is not kept again",
        ),
        Kept(
            "Talk at tables",
            "so that those who play can read it",
            f"{settings.TABLE_TALK_DAYS} days after the end of the match",
        ),
        Kept(
            "A club's board, and talk about its duels and news",
            "so that the club can read it, and a GM can settle a quarrel",
            _as_long_as(settings.BOARD_DAYS),
        ),
        Kept(
            "Letters between teams",
            "so that the two can read them, and a GM can settle a quarrel",
            _as_long_as(settings.LETTERS_DAYS),
        ),
        Kept(
            "A name that you gave up",
            "so that nobody else is taken for you; it is shown to nobody",
            f"{HELD_FOR.days} days, or until you change yours again",
        ),
        Kept(
            "Answers to forms, sealed",
            "so that nothing is done twice when you press twice",
            f"{settings.FORMS_DAYS} days; {hours} hours for the API",
        ),
        Kept(
            "What went amiss with the site's own work",
            "so that it is mended; it names nobody",
            f"{settings.INCIDENTS_DAYS} days after it was over",
        ),
        Kept(
            "Logs of the server",
            "to find faults and attacks; no network addresses, no texts",
            f"{settings.LOGS_DAYS} days",
        ),
    )


def _as_long_as(days: int) -> str:
    """How long words are kept that are forgotten after so many days; 0 for never."""
    if not days:
        return "as long as there is the club; you can take back what you wrote"
    return (
        f"{days} days, or until a report of it is settled; then a digest is left, by which whoever "
        "has the words can prove them"
    )
