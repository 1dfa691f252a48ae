"""Letters: notices as mail. Subjects name the club and nothing else; the text is the notices',
which hold no secret but their reader's own.
"""

from __future__ import annotations

from datetime import UTC
from email.utils import parseaddr
from typing import TYPE_CHECKING, Final
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.encoding import punycode

from core.web.moments import told, zone_named

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
    stop = _here(reverse("mail-stop", args=[stop_token(user)]))
    body = [*(_line(notice, zone) for notice in notices)] or [
        "This is a test. What you chose will come to this address."
    ]
    end = f"-- \nWhat you get by mail: {_here(reverse('reach'))}\nNo more mail at all: {stop}\n"
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
    clubs = sorted({notice.campaign.name for notice in notices})
    return (
        f"{clubs[0]}: news for you"
        if len(clubs) == 1
        else f"News for you from {len(clubs)} clubs"
        if clubs
        else "A test from Dead Drop"
    )


def _line(notice: Notice, zone: ZoneInfo | None) -> str:
    club = reverse("club", kwargs={"slug": notice.campaign.slug})
    text = told(notice.text, zone or zone_named(notice.campaign.timezone) or UTC)
    return f"{text}\n{_here(club + notice.path)}"


def _here(path: str) -> str:
    return settings.SITE_URL.rstrip("/") + path


def _domain() -> str:
    return punycode(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]) or "localhost"
