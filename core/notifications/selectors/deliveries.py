"""Who wants what by mail, where it goes, a club's hooks, and what became of what was sent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from allauth.account.models import EmailAddress
from django.conf import settings
from django_scopes import scopes_disabled

from core.notifications.models import Delivery, NotificationPreferences
from core.notifications.rules.topics import USUAL, Topic

if TYPE_CHECKING:
    from collections.abc import Iterable
    from uuid import UUID

    from core.accounts.models import User

LATEST: Final = 10


class Mailbox(NamedTuple):
    """Where a person's mail goes, and which topics they want."""

    address: str
    topics: frozenset[Topic]


def mailboxes(users: Iterable[UUID]) -> dict[UUID, Mailbox]:
    """Those of these people who get mail: who has confirmed their address and still has an account.
    One query, none where no mail leaves.
    """
    if not settings.MAIL_LEAVES:
        return {}
    rows = EmailAddress.objects.filter(
        user__among=frozenset(users), verified=True, primary=True, user__is_active=True
    )
    return {
        user: Mailbox(address, _wanted(topics))
        for user, address, topics in rows.values_list(
            "user", "email", "user__notification_preferences__topics"
        )
    }


def _wanted(topics: list[str] | None) -> frozenset[Topic]:
    """A topic that is no longer known is wanted by nobody."""
    return USUAL if topics is None else frozenset([topic for topic in Topic if topic in topics])


def wanted_by(user: User) -> frozenset[Topic]:
    """The topics a person wants by mail, whether or not it can reach them."""
    row = NotificationPreferences.objects.filter(user=user).first()
    return _wanted(row.topics if row else None)


def address_of(user: User) -> tuple[str, bool]:
    """A person's first address, and whether they have confirmed it; "" for none."""
    row = EmailAddress.objects.filter(user=user, primary=True).first()
    return (row.email, row.verified) if row else (user.email, False)


def letters_of(user: User) -> tuple[Delivery, ...]:
    """What was last sent to a person, the newest first, with the notices."""
    with scopes_disabled():
        return tuple(
            Delivery.objects.filter(user=user)
            .select_related("notice__campaign")
            .order_by("-at", "-id")[:LATEST]
        )
