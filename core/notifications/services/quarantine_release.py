"""The end of a quarantine, and the handling of messages that waited for it."""

from __future__ import annotations

import structlog
from django.db import transaction
from django_scopes import scopes_disabled

from core.notifications.models import Outgoing
from core.uptime.models import Quarantine
from core.web import clock

from .delivery_worker import CHANNELS

log = structlog.get_logger(__name__)


@transaction.atomic
def release(*, send_waiting: bool = False) -> int | None:
    """End the quarantine, and return the number of dropped messages, or None if there was no
    quarantine.

    Messages from before the quarantine have probably been sent by the original site. They are
    dropped unless `send_waiting` is true. Later messages are sent.
    """
    row = Quarantine.objects.select_for_update().filter(is_open=True).first()
    if row is None:
        return None
    now, dropped = clock.now(), 0
    if not send_waiting:
        for channel in CHANNELS:
            rows = channel.model._default_manager
            with scopes_disabled():
                dropped += rows.filter(state=Outgoing.State.WAITING, at__lt=row.began_at).update(
                    state=Outgoing.State.NEEDLESS, done_at=now, fault="of a restored copy"
                )
    row.is_open, row.released_at = False, now
    row.save(update_fields=["is_open", "released_at"])
    log.warning("quarantine_released", dropped=dropped)
    return dropped
