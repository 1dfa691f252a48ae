"""The doorbell of the outbox. A task carries no truth; losing one loses nothing."""

from __future__ import annotations

from celery import shared_task

from campaign.services import relay as relaying


@shared_task(name="campaign.tasks.relay")
def relay() -> None:
    """Send what waits in the outbox. Safe to deliver twice, late, or to two workers at once."""
    relaying.relay()
