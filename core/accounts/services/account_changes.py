"""What is told to a person when what lets them in is changed: a line in their inbox always, and a
letter where staff did it.

Whoever does it must not be able to keep it from them. So the letter goes at once to an address that
the person has confirmed, whatever they want by mail and whatever is read on the site meanwhile.
(django-allauth writes the letters for what people change themselves.) Sessions end by themselves
with the password they were begun with.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string

from core.accounts.models import User
from core.web.ports import Port

Inbox = Callable[[User, str, datetime], None]
"""Puts a sentence into a person's inbox, once for each moment."""

_INBOX: Final = Port[Inbox]("the inbox for changes to an account")
fill = _INBOX.fill

NOBODY_NAMED: Final = "The site administrator"
OWN: Final = (
    "Your password was changed, and you were signed out on all other devices. If this was not "
    "you, choose a new password right away or contact the site administrator."
)

NAMED: Final = (
    "Your username is now {name}. Use it to sign in. If you did not change it, choose a new "
    "password right away or contact the site administrator."
)


class ByStaff(StrEnum):
    """What somebody else may change of what lets a person in."""

    PASSWORD = "set a new password for you, and you are logged out everywhere. API tokens work on."  # noqa: S105
    FACTOR = "removed your second factor. You can now sign in with your password alone."


def name_changed(*, user: User, at: datetime) -> None:
    """Tell a person what they are called now."""
    _INBOX()(user, NAMED.format(name=user.get_username()), at)


def password_changed(*, user: User, at: datetime) -> None:
    """Tell a person that they have a new password of their own making."""
    _INBOX()(user, OWN, at)


def changed_by_staff(*, user: User, by: User | None, what: ByStaff, at: datetime) -> None:
    """Tell a person what staff changed, and who of them. `by` is None for a command on the server.
    The letter leaves after the commit, if mail leaves at all and they have confirmed an address.
    """
    sentence = f"{by.get_username() if by else NOBODY_NAMED} {what}"
    _INBOX()(user, f"{sentence} If you did not request this change, contact them.", at)
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    if settings.MAIL_LEAVES and address:
        letter = render_to_string(
            "accounts/changed_by_staff.txt",
            {"sentence": sentence, "user": user, "site": settings.SITE_URL},
        )
        transaction.on_commit(
            lambda: send_mail("Your account was changed", letter, None, [address.email]),
            robust=True,
        )
