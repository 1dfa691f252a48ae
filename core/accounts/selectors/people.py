"""People of the site."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from allauth.account.models import EmailAddress
from django.db.models import Q

from core.accounts.models import User
from core.accounts.rules.names import EVERY, looks_like

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID


def user_of(pk: UUID | None) -> User | None:
    """The person of this id."""
    return User.objects.filter(pk=pk).first() if pk else None


MOST_OF_ONE_ADDRESS: Final = 5
"""So many accounts of one mail address can be logged in to by the address; any others by name."""


def known_as(typed: str) -> tuple[User, ...]:
    """The accounts that somebody may mean who logs in with this user name or mail address: whose
    name it is, then who has confirmed the address, then who has only written it down, the oldest
    first.

    An address that nobody has confirmed is nobody's, and any number of accounts may have it.
    """
    named = _named(typed)
    address = typed.lower()
    if "@" not in address:
        return named
    confirmed = set(
        EmailAddress.objects.filter(email=address, verified=True).values_list("user", flat=True)
    )
    rows = (
        User.objects.filter(Q(email__iexact=address) | Q(emailaddress__email=address))
        .exclude(pk__in=[user.pk for user in named])
        .distinct()
        .order_by("date_joined", "pk")
    )
    addressed = sorted(rows, key=lambda user: user.pk not in confirmed)
    return (*named, *addressed[:MOST_OF_ONE_ADDRESS])


def _named(typed: str) -> tuple[User, ...]:
    """The account of this user name; of names that differ only in their capitals, the one that is
    spelt so.
    """
    rows = list(User.objects.filter(username__iexact=typed))
    exact = [user for user in rows if user.username == typed]
    return tuple(exact or rows) if len(exact or rows) == 1 else ()


def looks_like_anothers(name: str, besides: User | None = None) -> bool:
    """Whether a name is, was within a year, or looks like that of somebody else. It asks for every
    name that there is.
    """
    wanted = looks_like(name)
    rows = User.objects.filter(gone_at=None, guest=False)
    others = rows.exclude(pk=besides.pk) if besides else rows
    names = others.values_list("username", "former_name").iterator(2000)
    return any(said and looks_like(said) == wanted for row in names for said in row)


def may_be_renamed_from(user: User, at: datetime) -> datetime | None:
    """From when on the person may change their name again; None for now."""
    free = user.renamed_at + EVERY if user.renamed_at else None
    return free if free and at < free else None


def others_with(address: str, *, besides: User, confirmed: bool) -> bool:
    """Whether an account other than this one has the mail address; with `confirmed`, whether one
    has shown that it is theirs.
    """
    rows = EmailAddress.objects.filter(email=address.lower()).exclude(user=besides)
    if confirmed:
        return rows.filter(verified=True).exists()
    return (
        rows.exists() or User.objects.filter(email__iexact=address).exclude(pk=besides.pk).exists()
    )
