"""Notices as email. A subject contains only the club's name, and the body contains the notices."""

from __future__ import annotations

from collections.abc import Sequence
from email.utils import parseaddr
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.encoding import punycode

from core.notifications.models import Delivery, Notice
from core.web.moments import zone_named
from core.web.problems import plural

from .wording import GAMES, on_the_site, page_of, text_of

SALT: Final = "mail-stop"
"""Salt that limits signatures to unsubscribe links."""


def stop_token(user: UUID) -> str:
    """Return the token of a person's unsubscribe link. It does not expire."""
    return signing.Signer(salt=SALT).sign(user.hex)


def user_of_token(token: str) -> UUID | None:
    """Return the person that an unsubscribe token belongs to, or None if the token is invalid."""
    try:
        return UUID(signing.Signer(salt=SALT).unsign(token))
    except (signing.BadSignature, ValueError):
        return None


def letter(*, to: str, user: UUID, deliveries: Sequence[Delivery]) -> EmailMessage:
    """Return an email with a person's due notices, oldest first, or a test if there are none.

    Times are in the person's or the club's time zone.
    """
    notices = [delivery.notice for delivery in deliveries if delivery.notice is not None]
    zone = zone_named(deliveries[0].user.timezone)
    stop = on_the_site(reverse("mail-stop", args=[stop_token(user)]))
    body = [*(_line(notice, zone) for notice in notices)] or [
        "This is a test. Notifications about your selected topics will be sent to this address."
    ]
    choose = on_the_site(reverse("reach"))
    footer = f"-- \nChange notification settings: {choose}\nUnsubscribe: {stop}\n"
    return EmailMessage(
        subject=_subject(notices),
        body="\n\n".join([*body, footer]),
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
    outside_clubs = any(notice.campaign is None for notice in notices)
    if len(clubs) + outside_clubs == 1:
        return f"{clubs[0] if clubs else GAMES}: new notifications"
    if clubs:
        games = " and your games" if outside_clubs else ""
        return f"New notifications from {plural(len(clubs), 'club')}{games}"
    return "Test email from Dead Drop"


def _line(notice: Notice, zone: ZoneInfo | None) -> str:
    return f"{text_of(notice, zone)}\n{on_the_site(page_of(notice))}"


def _domain() -> str:
    return punycode(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]) or "localhost"
