"""Deleting an account: asked for by its person, done some days later unless they log in before
(`docs/decisions/0031-account-deletion.md`).

What was theirs alone goes: name, mail addresses, what lets them in, and by the rooms above
(`Rooms`) what they wrote. What others' ledgers, results and matches refer to stays, under the name
of a former player.
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
from django.core.mail import send_mail
from django.db import transaction
from django.db.models import Q
from django.template.loader import render_to_string

from core.accounts.models import ApiToken, User
from core.accounts.rules.former import former_name
from core.web import clock
from core.web.locks import locked
from core.web.models import IdempotentAnswer
from core.web.ports import Port
from core.web.refusals import Refused

log = structlog.get_logger(__name__)


class Gone(NamedTuple):
    """Who has gone, or goes by another name now: the account, the name that it had, when, and whom
    they met in clubs and at tables: only there can the site have said their name.
    """

    user: User
    name: str
    at: datetime
    met: frozenset[UUID]


class Rooms(Protocol):
    """What the rooms above do when somebody goes."""

    def hindrances(self, user: User) -> tuple[str, ...]:
        """Why the person cannot go yet: sentences that say what to do first."""

    def met(self, user: User) -> frozenset[UUID]:
        """Whom the person shares, or shared, a club or a table with."""

    def leave(self, user: User, at: datetime) -> None:
        """Have the person leave everything that goes on. Again does no harm."""

    def forget(self, gone: Gone) -> None:
        """Forget what they wrote and what they were called, in one transaction with the rest."""

    def is_a_word(self, user: User) -> bool:
        """Whether the person's name is also a word of the site's own, or what something in their
        clubs is called: then its sentences cannot be told apart from what they say of the person.
        """

    def rename(self, gone: Gone) -> None:
        """Call a person who stays by their new name in whatever the site has said of them, in one
        transaction with the rest; where the old one is such a word nothing is touched.
        """


ROOMS: Final = Port[Rooms]("what is left and forgotten with an account")
fill = ROOMS.fill


def hindrances(user: User) -> tuple[str, ...]:
    """Why the account cannot be deleted yet."""
    if user.guest:
        return ("You don’t have an account, so there is nothing to delete.",)
    return ROOMS().hindrances(user)


def ask(*, user: User, at: datetime) -> datetime:
    """Have the account deleted in `DELETION_DAYS`: when that will be. Its tokens end at once, and
    everybody who is logged in to it is logged out; until then nothing else changes. A letter says
    so, where mail leaves and an address is confirmed. Asking again changes nothing.

    Raises Refused with what has to be done first.
    """
    with transaction.atomic():
        held = locked(user)
        if held.leaving_at is None:
            if why := hindrances(held):
                raise Refused(" ".join(why), code="needed-here")
            held.leaving_at = at + timedelta(days=settings.DELETION_DAYS)
            held.save(update_fields=["leaving_at"])
            ApiToken.objects.filter(user=held).delete()
            _write(held)
        user.leaving_at = held.leaving_at
        return held.leaving_at


def _write(user: User) -> None:
    address = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary").first()
    if settings.MAIL_LEAVES and address:
        letter = render_to_string(
            "accounts/deletion_asked.txt", {"user": user, "site": settings.SITE_URL}
        )
        transaction.on_commit(
            lambda: send_mail("Your account will be deleted", letter, None, [address.email]),
            robust=True,
        )


def come_back(*, user: User) -> bool:
    """The account stays, because its person has logged in; whether it was to be deleted."""
    asked = User.objects.filter(pk=user.pk, gone_at=None, leaving_at__isnull=False)
    back = bool(asked.update(leaving_at=None))
    user.leaving_at = None
    return back


def delete_due() -> Mapping[str, int]:
    """Delete the accounts whose days are over. One that fails is tried again at the next run, and
    keeps no other one waiting.
    """
    done, now = 0, clock.now()
    for user in User.objects.filter(leaving_at__lte=now, gone_at=None).order_by("leaving_at")[:50]:
        try:
            done += _delete(user, now)
        except Exception as error:  # noqa: BLE001 - the next run tries again
            log.warning("deletion_failed", account=str(user.pk), error=type(error).__name__)
    return {"deleted": done} if done else {}


def _delete(user: User, at: datetime) -> bool:
    if not User.objects.filter(pk=user.pk, leaving_at__lte=at).exists():
        return False
    met = ROOMS().met(user)
    ROOMS().leave(user, at)
    with transaction.atomic():
        held = locked(user)
        if held.gone_at or held.leaving_at is None or held.leaving_at > at:
            return False
        rows = EmailAddress.objects.filter(user=held).values_list("email", flat=True)
        addresses = {held.email, *rows}
        names = [name for name in (held.former_name, held.username) if name]
        _erase(held, at)
        for name in names:
            _known_before_as(held, name)
            _erase_traces(held, name, addresses - {""})
            ROOMS().forget(Gone(held, name, at, met))
        _known_before_as(held, "")
    return True


def _known_before_as(user: User, name: str) -> None:
    """For the database, which lets the desk's log say a new name in the place of this one alone."""
    user.former_name = name
    user.save(update_fields=["former_name"])


def _erase(user: User, at: datetime) -> None:
    """Nobody is behind the account any more, and nothing lets anybody in."""
    user.username = former_name(user.pk.hex)
    user.email = user.first_name = user.last_name = user.timezone = ""
    user.set_unusable_password()
    user.is_active = user.is_staff = user.is_superuser = False
    user.last_login = user.leaving_at = None
    user.shown, user.gone_at, user.renamed_at = User.Shown.NOBODY, at, None
    user.save()
    user.groups.clear()
    user.user_permissions.clear()
    for model in (EmailAddress, Authenticator, ApiToken, IdempotentAnswer):
        model._default_manager.filter(user=user).delete()


def _erase_traces(user: User, name: str, addresses: set[str]) -> None:
    """Sessions, and what the admin's log says of the account and its addresses."""
    mine = [
        row.pk
        for row in Session.objects.iterator(1000)
        if row.get_decoded().get("_auth_user_id") == str(user.pk)
    ]
    Session.objects.filter(pk__in=mine).delete()
    about = Q(object_id=str(user.pk))
    for said in (name, *addresses):
        about |= Q(object_repr__contains=said) | Q(change_message__contains=said)
    LogEntry.objects.filter(about).update(object_repr=user.username, change_message="")
