"""Deletion of accounts, some days after the request, unless the person signs in before then.

See `docs/decisions/0031-account-deletion.md`. The person's name, addresses and credentials are
deleted, and higher packages (`Rooms`) delete their texts. In ledgers, results and other people's
matches, they are shown as a former player.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, NamedTuple, Protocol
from uuid import UUID

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from core.accounts.models import ApiToken, User
from core.accounts.rules.former import former_name
from core.web import clock
from core.web.locks import locked
from core.web.models import IdempotentAnswer
from core.web.ports import Port
from core.web.refusals import Refused

from .account_mail import mail_user

log = structlog.get_logger(__name__)


class FormerAccount(NamedTuple):
    """A deleted or renamed account and its old name.

    `acquaintances` are the people whom this person has met in clubs and at tables. The site can
    have mentioned the name only to these people.
    """

    user: User
    name: str
    changed_at: datetime
    acquaintances: frozenset[UUID]


class Rooms(Protocol):
    """Steps that higher packages take when an account is deleted or renamed."""

    def hindrances(self, user: User) -> tuple[str, ...]:
        """Return sentences that say what the person must do before their account can be deleted."""

    def acquaintances_of(self, user: User) -> frozenset[UUID]:
        """Return the people who share, or once shared, a club or a table with the person."""

    def leave(self, user: User, now: datetime) -> None:
        """Make the person leave everything that is in progress. This is idempotent."""

    def forget(self, account: FormerAccount) -> None:
        """Delete the person's texts and name, in the transaction that deletes the account."""

    def is_a_word(self, user: User) -> bool:
        """Return whether the person's name is also a word in the site's texts or in the names of
        their clubs.

        In that case, sentences with this word cannot be distinguished from sentences about the
        person.
        """

    def rename(self, account: FormerAccount) -> None:
        """Replace the name of a renamed person in the site's texts, in the transaction of the
        change.

        If the old name is also a word, nothing is changed.
        """


ROOMS: Final = Port[[], Rooms]("removal of an account's data")


def hindrances(user: User) -> tuple[str, ...]:
    """Return sentences that say why the account cannot be deleted yet."""
    if user.guest:
        return ("You don’t have an account, so there is nothing to delete.",)
    return ROOMS().hindrances(user)


def schedule(*, user: User, now: datetime) -> datetime:
    """Schedule the account for deletion in `DELETION_DAYS`, and return the time of the deletion.

    The account's tokens are deleted, and all its sessions end immediately. An email is sent if
    email is enabled and an address is confirmed. A repeated request changes nothing.

    Raise Refused with a sentence that says what must be done first.
    """
    with transaction.atomic():
        user_row = locked(user)
        if user_row.leaving_at is None:
            if reasons := hindrances(user_row):
                raise Refused(" ".join(reasons), code="needed-here")
            user_row.leaving_at = now + timedelta(days=settings.DELETION_DAYS)
            user_row.save(update_fields=["leaving_at"])
            ApiToken.objects.filter(user=user_row).delete()
            mail_user(user_row, "Your account will be deleted", "accounts/deletion_asked.txt")
        user.leaving_at = user_row.leaving_at
        return user_row.leaving_at


def cancel(*, user: User) -> bool:
    """Cancel the deletion because the person has signed in. Return whether one was scheduled."""
    scheduled = User.objects.filter(pk=user.pk, gone_at=None, leaving_at__isnull=False)
    was_scheduled = bool(scheduled.update(leaving_at=None))
    user.leaving_at = None
    return was_scheduled


def delete_due() -> Mapping[str, int]:
    """Delete accounts that are due for deletion. A failed deletion is retried in the next run."""
    deleted, now = 0, clock.now()
    for user in User.objects.filter(leaving_at__lte=now, gone_at=None).order_by("leaving_at")[:50]:
        try:
            deleted += _delete(user, now)
        except Exception as error:  # noqa: BLE001 - the next run tries again
            log.warning("deletion_failed", account=str(user.pk), error=type(error).__name__)
    return {"deleted": deleted} if deleted else {}


def _delete(user: User, now: datetime) -> bool:
    if not User.objects.filter(pk=user.pk, leaving_at__lte=now).exists():
        return False
    acquaintances = ROOMS().acquaintances_of(user)
    ROOMS().leave(user, now)
    with transaction.atomic():
        user_row = locked(user)
        if user_row.gone_at or user_row.leaving_at is None or user_row.leaving_at > now:
            return False
        rows = EmailAddress.objects.filter(user=user_row).values_list("email", flat=True)
        addresses = {user_row.email, *rows}
        names = [name for name in (user_row.former_name, user_row.username) if name]
        _erase(user_row, now)
        for name in names:
            _store_former_name(user_row, name)
            _erase_traces(user_row, name, addresses - {""})
            ROOMS().forget(FormerAccount(user_row, name, now, acquaintances))
        _store_former_name(user_row, "")
    return True


def _store_former_name(user: User, name: str) -> None:
    """Store the former name, which a database trigger needs to allow the replacement in the desk
    log.
    """
    user.former_name = name
    user.save(update_fields=["former_name"])


def _erase(user: User, now: datetime) -> None:
    user.username = former_name(user.pk.hex)
    user.email = user.first_name = user.last_name = user.timezone = ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.leaving_at = None
    user.shown, user.gone_at, user.renamed_at = User.Shown.NOBODY, now, None
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    for model in (EmailAddress, Authenticator, ApiToken, IdempotentAnswer):
        model._default_manager.filter(user=user).delete()


def _erase_traces(user: User, name: str, addresses: set[str]) -> None:
    """Delete sessions, and remove the name and addresses from the admin's log."""
    session_keys = [
        row.pk
        for row in Session.objects.iterator(1000)
        if row.get_decoded().get("_auth_user_id") == str(user.pk)
    ]
    Session.objects.filter(pk__in=session_keys).delete()
    mentions = Q(object_id=str(user.pk))
    for text in (name, *addresses):
        mentions |= Q(object_repr__contains=text) | Q(change_message__contains=text)
    LogEntry.objects.filter(mentions).update(object_repr=user.username, change_message="")
