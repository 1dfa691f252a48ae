"""What a person wants by mail: chosen, stopped, tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from core.accounts.models import User
from core.notifications.models import Delivery, NotificationPreferences
from core.notifications.rules.topics import Topic
from core.notifications.selectors.deliveries import mailboxes
from core.web.locks import locked
from core.web.refusals import Refused, WrongTime

from . import outbox

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime
    from uuid import UUID


def choose(*, user: User, topics: Iterable[str]) -> None:
    """From now on the person gets mail about these topics and no others. Raises Refused for a topic
    that is none.
    """
    wanted = set(topics)
    if unknown := wanted - set(Topic):
        raise Refused(
            f"There is no topic {min(unknown)!r}: choose among {', '.join(Topic)}.",
            field="topics",
            code="unknown-topic",
        )
    NotificationPreferences.objects.update_or_create(
        user=user, defaults={"topics": [topic for topic in Topic if topic in wanted]}
    )


def stop(*, user_id: UUID) -> bool:
    """No more mail for this person; whether there is such a person."""
    with transaction.atomic():
        if (user := User.objects.filter(pk=user_id).first()) is None:
            return False
        choose(user=user, topics=())
        return True


def test(*, user: User, at: datetime) -> None:
    """Have a test letter sent. Raises WrongTime where no mail can reach the person, and when the
    last test is still on its way.
    """
    if not settings.MAIL_LEAVES:
        raise WrongTime("This site sends no mail.", code="no-mail")
    if user.pk not in mailboxes([user.pk]):
        raise WrongTime(
            "Confirm your e-mail address first: mail goes to confirmed addresses only.",
            code="address-not-confirmed",
        )
    with transaction.atomic():
        locked(user)
        if Delivery.objects.filter(user=user, notice=None, state=Delivery.State.WAITING).exists():
            raise WrongTime("A test is on its way already.", code="test-waiting")
        outbox.put_test(user=user, at=at)
