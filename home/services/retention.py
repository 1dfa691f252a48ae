"""Service that deletes data after its retention period.

The privacy page uses the same settings.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.contrib.sessions.models import Session

from campaign.deals.services import endings as deals
from campaign.voices.services import forgetting as voices
from core.accounts.services import names
from core.notifications.services.pruning import delete_in_batches
from core.web import clock
from core.web.models import IdempotentAnswer
from home.models import BundleUpload
from monitoring.models import Incident
from play.models import ChatLine

UPLOAD_RETENTION: Final = timedelta(days=1)
"""Retention period of uploaded bundles."""


def prune() -> Mapping[str, int]:
    """Delete expired data in batches, and return the numbers of deleted rows.

    The next run continues.

    This covers ended sessions, expired responses to forms and API requests, old chat lines and
    incidents, old messages in clubs, former usernames, and bundles that were not imported.
    """
    now = clock.now()
    days = {
        name: now - timedelta(days=getattr(settings, name))
        for name in ("FORMS_DAYS", "TABLE_TALK_DAYS", "INCIDENTS_DAYS")
    }
    expired = (
        BundleUpload.objects.filter(at__lt=now - UPLOAD_RETENTION),
        Session.objects.filter(expire_date__lt=now),
        IdempotentAnswer.objects.filter(expires_at__lt=now),
        IdempotentAnswer.objects.filter(expires_at=None, at__lt=days["FORMS_DAYS"]),
        ChatLine.objects.filter(table__over_at__lt=days["TABLE_TALK_DAYS"]),
        Incident.objects.filter(over_at__lt=days["INCIDENTS_DAYS"], deliveries=None),
    )
    deleted = sum(delete_in_batches(rows) for rows in expired)
    return {
        **({"forgotten": deleted} if deleted else {}),
        **voices.forget_old(now),
        **deals.forget_old(now),
        **names.forget_former_names(now),
    }
