"""Somebody deletes their account: their inbox, devices, hook and wishes go, and their name in
others' inboxes.
"""

from __future__ import annotations

from urllib.parse import quote

from django.db.models import Q
from django_scopes import scopes_disabled

from core.accounts.rules.former import renamed
from core.accounts.services.deletion import Gone
from core.notifications.models import (
    Delivery,
    Notice,
    NotificationPreferences,
    OwnHook,
    OwnHookDelivery,
    PushDelivery,
    PushSubscription,
)


def forget(gone: Gone) -> None:
    """Forget whatever reached the person, and what the site told others of them by name."""
    user = gone.user
    with scopes_disabled():
        PushDelivery.objects.filter(subscription__user=user).delete()
        OwnHookDelivery.objects.filter(hook__user=user).delete()
        Delivery.objects.filter(user=user).delete()
        for model in (PushSubscription, OwnHook, Notice, NotificationPreferences):
            model._default_manager.filter(user=user).delete()
    rename(gone)


def rename(gone: Gone) -> None:
    """What the site told people whom they met says their new name."""
    now = gone.user.get_username()
    with scopes_disabled():
        named = Q(text__contains=gone.name) | Q(path__contains=quote(gone.name))
        for line in Notice.objects.filter(named, user__in=gone.met).iterator(1000):
            line.text = renamed(line.text, gone.name, now)[:300]
            line.path = renamed(line.path, quote(gone.name), quote(now))[:200]
            line.save(update_fields=["text", "path"])
