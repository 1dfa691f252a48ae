"""Deletion of an account's inbox, devices, webhook and settings, and of its name in other people's
inboxes.
"""

from __future__ import annotations

from urllib.parse import quote

from django.db.models import Q
from django_scopes import scopes_disabled

from core.accounts.rules.former import replace_name
from core.accounts.services.deletion import FormerAccount
from core.notifications.models import (
    Delivery,
    Notice,
    NotificationPreferences,
    OwnHook,
    OwnHookDelivery,
    PushDelivery,
    PushSubscription,
)


def forget(account: FormerAccount) -> None:
    """Delete a person's notification data, and their name in other people's notices."""
    user = account.user
    with scopes_disabled():
        PushDelivery.objects.filter(subscription__user=user).delete()
        OwnHookDelivery.objects.filter(hook__user=user).delete()
        Delivery.objects.filter(user=user).delete()
        for model in (PushSubscription, OwnHook, Notice, NotificationPreferences):
            model._default_manager.filter(user=user).delete()
    rename(account)


def rename(account: FormerAccount) -> None:
    """Replace the person's old name in the notices of people they have met."""
    new_name = account.user.get_username()
    with scopes_disabled():
        mentions = Q(text__contains=account.name) | Q(path__contains=quote(account.name))
        for line in Notice.objects.filter(mentions, user__in=account.acquaintances).iterator(1000):
            line.text = replace_name(line.text, account.name, new_name)[:300]
            line.path = replace_name(line.path, quote(account.name), quote(new_name))[:200]
            line.save(update_fields=["text", "path"])
