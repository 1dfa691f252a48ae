"""A person's email address, and the messages sent to them."""

from __future__ import annotations

from typing import Final

from allauth.account.models import EmailAddress
from django_scopes import scopes_disabled

from core.accounts.models import User
from core.notifications.models import Delivery, OwnHookDelivery, PushDelivery

MAX_MESSAGES: Final = 10


def address_of(user: User) -> tuple[str, bool]:
    """Return a person's primary email address, or "", and whether it is confirmed."""
    row = EmailAddress.objects.filter(user=user, primary=True).first()
    return (row.email, row.verified) if row else (user.email, False)


def letters_of(user: User) -> tuple[Delivery, ...]:
    """Return the last emails to a person, newest first, with their notices."""
    with scopes_disabled():
        return tuple(
            Delivery.objects.filter(user=user)
            .select_related("notice__campaign")
            .order_by("-at", "-id")[:MAX_MESSAGES]
        )


def sent_to(user: User) -> tuple[Delivery | PushDelivery | OwnHookDelivery, ...]:
    """Return the last messages to a person by any channel, newest first, with their notices.

    This takes three queries.
    """
    with scopes_disabled():
        pushes = PushDelivery.objects.filter(subscription__user=user)
        messages = OwnHookDelivery.objects.filter(hook__user=user)
        rows: list[Delivery | PushDelivery | OwnHookDelivery] = [
            *letters_of(user),
            *pushes.select_related("notice__campaign", "subscription").order_by("-at", "-id")[
                :MAX_MESSAGES
            ],
            *messages.select_related("notice__campaign").order_by("-at", "-id")[:MAX_MESSAGES],
        ]
    return tuple(sorted(rows, key=lambda row: (row.at, row.pk), reverse=True)[:MAX_MESSAGES])
