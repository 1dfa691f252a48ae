"""Changing one's name: what one logs in with, and what all others read (the site knows one name of
a person).

What the site has said of them by name is said of the new one from then on: nobody reads a former
name. It is held for its person, so that nobody else is taken for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.template.loader import render_to_string

from core.accounts.models import User
from core.accounts.rules.former import renamed
from core.accounts.rules.names import HELD_FOR
from core.accounts.selectors.people import looks_like_anothers, may_be_renamed_from
from core.web.locks import locked, patient
from core.web.refusals import NameTaken, Refused, WrongTime

from .account_changes import name_changed
from .deletion import ROOMS, Gone

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

TAKEN = (
    "This name is taken, was used recently or is too similar to another name. Choose another one."
)


def keeps_old_lines(user: User) -> bool:
    """Whether old lines keep the person's name when they change it, because it is a word as
    well.
    """
    return not user.guest and ROOMS().is_a_word(user)


def change(*, user: User, name: str, at: datetime) -> None:
    """Call the person so from now on. The same name again changes nothing; to write it in other
    capitals is a change. A line in their inbox says so, and a letter where an address is confirmed.

    Raises Refused for a guest and for a name that cannot be one, NameTaken for one that is or looks
    like somebody else's, WrongTime where the last change was less than `EVERY` ago.
    """
    with patient():
        held = locked(user)
        wanted = _clean(held, name)
        if wanted == held.username:
            return
        if free := may_be_renamed_from(held, at):
            raise WrongTime(
                f"You changed your name recently. You can change it again on {free:%Y-%m-%d}."
            )
        if looks_like_anothers(wanted, held):
            raise NameTaken(TAKEN, field="username")
        _rename(held, wanted, at)
    user.username, user.former_name, user.renamed_at = wanted, held.former_name, at


def _clean(user: User, name: str) -> str:
    """The name, as the log-in page would have it."""
    if user.guest:
        raise Refused("You don’t have an account. Sign up first.", code="guest")
    wanted = User.normalize_username(name.strip())
    try:
        if len(wanted) < settings.ACCOUNT_USERNAME_MIN_LENGTH:
            raise ValidationError("This name is too short.")
        User._meta.get_field("username").run_validators(wanted)
        return str(get_adapter().clean_username(wanted, shallow=True))
    except ValidationError as why:
        raise Refused(" ".join(why.messages), field="username", code="bad-name") from why


def _rename(user: User, name: str, at: datetime) -> None:
    gone = Gone(user, user.username, at, ROOMS().met(user))
    user.former_name, user.username, user.renamed_at = user.username, name, at
    try:
        with transaction.atomic():
            user.save(update_fields=["username", "former_name", "renamed_at"])
    except IntegrityError as error:
        raise NameTaken(TAKEN, field="username") from error
    LogEntry.objects.filter(object_id=str(user.pk)).update(object_repr=name)
    for row in LogEntry.objects.filter(change_message__contains=gone.name).iterator(1000):
        row.change_message = renamed(row.change_message, gone.name, name)
        row.save(update_fields=["change_message"])
    ROOMS().rename(gone)
    name_changed(user=user, at=at)
    _write(user)


def _write(user: User) -> None:
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    if settings.MAIL_LEAVES and address:
        letter = render_to_string(
            "accounts/name_changed.txt", {"user": user, "site": settings.SITE_URL}
        )
        transaction.on_commit(
            lambda: send_mail("Your name was changed", letter, None, [address.email]), robust=True
        )


def let_go(now: datetime) -> Mapping[str, int]:
    """Names that were given up so long ago (`HELD_FOR`) are anybody's, and forgotten."""
    rows = User.objects.filter(renamed_at__lt=now - HELD_FOR).exclude(former_name="")
    done = rows.update(former_name="")
    return {"names": done} if done else {}
