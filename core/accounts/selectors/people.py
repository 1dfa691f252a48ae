"""Queries for users."""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from allauth.account.models import EmailAddress
from django.db.models import Q

from core.accounts.models import User
from core.accounts.rules.names import RENAME_INTERVAL, looks_like


def user_of(pk: UUID | None) -> User | None:
    """Return the user with this id, if there is one."""
    return User.objects.filter(pk=pk).first() if pk else None


MAX_USERS_PER_ADDRESS: Final = 5
"""Maximum number of accounts that can sign in with the same email address."""


def users_for_login(typed: str) -> tuple[User, ...]:
    """Return the accounts that match a username or email address typed in the sign-in form.

    The account with this username comes first. Accounts that have confirmed the address follow,
    then all others, oldest first. Any number of accounts can have an unconfirmed address.
    """
    by_name = _users_named(typed)
    address = typed.lower()
    if "@" not in address:
        return by_name
    confirmed = set(
        EmailAddress.objects.filter(email=address, verified=True).values_list("user", flat=True)
    )
    rows = (
        User.objects.filter(Q(email__iexact=address) | Q(emailaddress__email=address))
        .exclude(pk__in=[user.pk for user in by_name])
        .distinct()
        .order_by("date_joined", "pk")
    )
    by_address = sorted(rows, key=lambda user: user.pk not in confirmed)
    return (*by_name, *by_address[:MAX_USERS_PER_ADDRESS])


def _users_named(typed: str) -> tuple[User, ...]:
    """Return the account with this username. An exact match takes precedence over one that differs
    in capitals.
    """
    rows = list(User.objects.filter(username__iexact=typed))
    exact = [user for user in rows if user.username == typed]
    return tuple(exact or rows) if len(exact or rows) == 1 else ()


def resembles_other_name(name: str, except_user: User | None = None) -> bool:
    """Return whether a name is or resembles the name of another user, or was such a name within a
    year.

    This reads all names.
    """
    key = looks_like(name)
    rows = User.objects.filter(gone_at=None, guest=False)
    others = rows.exclude(pk=except_user.pk) if except_user else rows
    names = others.values_list("username", "former_name").iterator(2000)
    return any(other_name and looks_like(other_name) == key for row in names for other_name in row)


def next_rename_at(user: User, now: datetime) -> datetime | None:
    """Return when a user can change their name again, or None if they can change it now."""
    free_at = user.renamed_at + RENAME_INTERVAL if user.renamed_at else None
    return free_at if free_at and now < free_at else None


def is_used_by_others(address: str, *, except_user: User, confirmed: bool) -> bool:
    """Return whether another account has this email address. If `confirmed`, ignore accounts that
    have not confirmed it.
    """
    rows = EmailAddress.objects.filter(email=address.lower()).exclude(user=except_user)
    if confirmed:
        return rows.filter(verified=True).exists()
    return (
        rows.exists()
        or User.objects.filter(email__iexact=address).exclude(pk=except_user.pk).exists()
    )
