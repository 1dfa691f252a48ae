"""Changes of usernames.

The site replaces the old name in its texts, so nobody sees it any more. The old name stays reserved
for its owner, so that no one else can use it to impersonate them.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from core.accounts.models import User
from core.accounts.rules.former import replace_name
from core.accounts.rules.names import RESERVATION
from core.accounts.selectors.people import next_rename_at, resembles_other_name
from core.web.locks import locked, patient
from core.web.refusals import NameTaken, Refused, WrongTime

from .account_changes import name_changed
from .account_mail import mail_user
from .deletion import ROOMS, FormerAccount

NAME_TAKEN_TEXT = (
    "This name is taken, was used recently or is too similar to another name. Choose another one."
)


def keeps_old_lines(user: User) -> bool:
    """Return whether old texts keep the person's former name, because it is also a word."""
    return not user.guest and ROOMS().is_a_word(user)


def change_name(*, user: User, name: str, now: datetime) -> None:
    """Change a person's name.

    Choosing the same name has no effect. A different capitalization counts as a change.

    The person gets a notice, and also an email if they have a confirmed address.

    Raise Refused for a guest or an invalid name, NameTaken for a name that is or resembles someone
    else's, and WrongTime if the last change is less than `RENAME_INTERVAL` ago.
    """
    with patient():
        user_row = locked(user)
        new_name = _clean(user_row, name)
        if new_name == user_row.username:
            return
        if free_at := next_rename_at(user_row, now):
            raise WrongTime(
                f"You changed your name recently. You can change it again on {free_at:%Y-%m-%d}."
            )
        if resembles_other_name(new_name, user_row):
            raise NameTaken(NAME_TAKEN_TEXT, field="username")
        _rename(user_row, new_name, now)
    user.username, user.former_name, user.renamed_at = new_name, user_row.former_name, now


def _clean(user: User, name: str) -> str:
    """Check the name in the same way as the sign-up page, and return it."""
    if user.guest:
        raise Refused("You don’t have an account. Sign up first.", code="guest")
    new_name = User.normalize_username(name.strip())
    try:
        if len(new_name) < settings.ACCOUNT_USERNAME_MIN_LENGTH:
            raise ValidationError("This name is too short.")
        User._meta.get_field("username").run_validators(new_name)
        return str(get_adapter().clean_username(new_name, shallow=True))
    except ValidationError as error:
        raise Refused(" ".join(error.messages), field="username", code="bad-name") from error


def _rename(user: User, name: str, now: datetime) -> None:
    account = FormerAccount(user, user.username, now, ROOMS().acquaintances_of(user))
    user.former_name, user.username, user.renamed_at = user.username, name, now
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "former_name", "renamed_at"])
    except IntegrityError as error:
        raise NameTaken(NAME_TAKEN_TEXT, field="username") from error
    LogEntry.objects.filter(object_id=str(user.pk)).update(object_repr=name)
    for row in LogEntry.objects.filter(change_message__contains=account.name).iterator(1000):
        row.change_message = replace_name(row.change_message, account.name, name)
        row.save(update_fields=["change_message"])
    ROOMS().rename(account)
    name_changed(user=user, now=now)
    mail_user(user, "Your name was changed", "accounts/name_changed.txt")


def forget_former_names(now: datetime) -> Mapping[str, int]:
    """Forget former names once their `RESERVATION` is over."""
    rows = User.objects.filter(renamed_at__lt=now - RESERVATION).exclude(former_name="")
    forgotten = rows.update(former_name="")
    return {"names": forgotten} if forgotten else {}
