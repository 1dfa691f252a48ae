"""Letters: notices as mail. Subjects name the club and nothing else; the text is the notices',
which hold no secret but their reader's own.
"""

from __future__ import annotations

from email.utils import parseaddr
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.encoding import punycode

from core.web.moments import zone_named
from core.web.problems import plural

from .wording import GAMES, on_the_site, page_of, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from zoneinfo import ZoneInfo

    from core.notifications.models import Delivery, Notice

SALT: Final = "mail-stop"
"""Links that stop mail are good for that alone."""


def stop_token(user: UUID) -> str:
    """What lets whoever has the letter stop this person's mail, and nothing else; it does not grow
    old.
    """
    return signing.Signer(salt=SALT).sign(user.hex)


def who_stops(token: str) -> UUID | None:
    """The person whose mail this token stops; None for one that is not ours."""
    try:
        return UUID(signing.Signer(salt=SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def letter(*, to: str, user: UUID, deliveries: Sequence[Delivery]) -> EmailMessage:
    """One letter with everything that is due for a person, the oldest first, by their own clock or
    the club's; without any notice, a test.
    """
    notices = [delivery.notice for delivery in deliveries if delivery.notice is not None]
    zone = zone_named(deliveries[0].user.timezone)
    stop = on_the_site(reverse("mail-stop", args=[stop_token(user)]))
    body = [*(_line(notice, zone) for notice in notices)] or [
        "This is a test. Notifications about your selected topics will be sent to this address."
    ]
    choose = on_the_site(reverse("reach"))
    end = f"-- \nChange notification settings: {choose}\nUnsubscribe: {stop}\n"
    return EmailMessage(
        subject=_subject(notices),
        body="\n\n".join([*body, end]),
        to=[to],
        headers={
            "Message-ID": f"<{deliveries[0].pk.hex}@{_domain()}>",
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
    )


def _subject(notices: Sequence[Notice]) -> str:
    clubs = sorted({notice.campaign.name for notice in notices if notice.campaign})
    beside = any(notice.campaign is None for notice in notices)
    if len(clubs) + beside == 1:
        return f"{clubs[0] if clubs else GAMES}: new notifications"
    if clubs:
        games = " and your games" if beside else ""
        return f"New notifications from {plural(len(clubs), 'club')}{games}"
    return "Test email from Dead Drop"


def _line(notice: Notice, zone: ZoneInfo | None) -> str:
    return f"{words_of(notice, zone)}\n{on_the_site(page_of(notice))}"


def _domain() -> str:
    return punycode(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]) or "localhost"
