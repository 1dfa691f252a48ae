"""Notices about changes to an account's credentials.

The user gets a notice in their inbox. If staff made the change, the user also gets an email. The
person who makes the change must not be able to suppress this email, so it is sent immediately to an
address that the user has confirmed, regardless of their settings. If users make changes themselves,
django-allauth sends the emails. Changing a password ends the sessions that began with the old
password.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Final

from core.accounts.models import User
from core.web.ports import Port

from .account_mail import mail_user

notify: Final = Port[[User, str, datetime], None]("the inbox for changes to an account")
"""Put a sentence into a user's inbox, once for each time."""

ADMINISTRATOR: Final = "The site administrator"
OWN_CHANGE_SENTENCE: Final = (
    "Your password was changed, and you were signed out on all other devices. If this was not "
    "you, choose a new password right away or contact the site administrator."
)

NEW_NAME_SENTENCE: Final = (
    "Your username is now {name}. Use it to sign in. If you did not change it, choose a new "
    "password right away or contact the site administrator."
)


class ByStaff(StrEnum):
    """Changes that staff can make to a user's credentials."""

    PASSWORD = "set a new password for you and signed you out everywhere. API tokens still work."  # noqa: S105
    FACTOR = "removed your second factor. You can now sign in with your password alone."


def name_changed(*, user: User, now: datetime) -> None:
    """Notify a user that their name has changed."""
    notify(user, NEW_NAME_SENTENCE.format(name=user.get_username()), now)


def password_changed(*, user: User, now: datetime) -> None:
    """Notify a user that they have changed their password."""
    notify(user, OWN_CHANGE_SENTENCE, now)


def changed_by_staff(
    *, user: User, staff_user: User | None, change: ByStaff, now: datetime
) -> None:
    """Notify a user of a change by staff.

    `staff_user` is None if the change was made by a command on the server.
    """
    sentence = f"{staff_user.get_username() if staff_user else ADMINISTRATOR} {change}"
    notify(user, f"{sentence} If you did not request this change, contact them.", now)
    template = "accounts/changed_by_staff.txt"
    mail_user(user, "Your account was changed", template, sentence=sentence)
