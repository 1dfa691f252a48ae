"""What the site keeps for a time only, and forgets when that is over (`/privacy/` says the same,
from the same settings).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.sessions.models import Session

from campaign.voices.services import forgetting as voices
from core.accounts.services import names
from core.notifications.services.pruning import forget_old
from core.web import clock
from core.web.models import IdempotentAnswer
from monitoring.models import Incident
from play.models import ChatLine

if TYPE_CHECKING:
    from collections.abc import Mapping


def prune() -> Mapping[str, int]:
    """Delete sessions that ended, answers to forms and to the API that are no longer given again,
    what was said at tables whose match is long over, and incidents long over; and forget what was
    said in clubs so long ago, and names that were given up. In batches; the next run goes on.
    """
    now = clock.now()
    days = {
        name: now - timedelta(days=getattr(settings, name))
        for name in ("FORMS_DAYS", "TABLE_TALK_DAYS", "INCIDENTS_DAYS")
    }
    old = (
        Session.objects.filter(expire_date__lt=now),
        IdempotentAnswer.objects.filter(expires_at__lt=now),
        IdempotentAnswer.objects.filter(expires_at=None, at__lt=days["FORMS_DAYS"]),
        ChatLine.objects.filter(table__over_at__lt=days["TABLE_TALK_DAYS"]),
        Incident.objects.filter(over_at__lt=days["INCIDENTS_DAYS"], deliveries=None),
    )
    done = sum(forget_old(rows) for rows in old)
    return {
        **({"forgotten": done} if done else {}),
        **voices.forget_old(now),
        **names.let_go(now),
    }
