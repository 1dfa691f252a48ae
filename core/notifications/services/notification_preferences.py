"""Services that change notification settings, unsubscribe people, and send tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, time
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.accounts.models import User
from core.notifications.models import Delivery, NotificationPreferences
from core.notifications.rules.timing import DEFAULT_REMIND_HOURS, REMIND_HOURS, Quiet
from core.notifications.rules.topics import ChannelName, Topic
from core.notifications.selectors.reach import COLUMNS, reach
from core.web.locks import locked
from core.web.problems import Problem
from core.web.refusals import Refused, WrongTime, refuse_if

from . import outbox


def choose(*, user: User, topics: Iterable[str]) -> None:
    """Set the person's email topics. Raise Refused for an unknown topic."""
    NotificationPreferences.objects.update_or_create(
        user=user, defaults={"topics": _valid_topics(topics, "topics")}
    )


def choose_all(
    *,
    user: User,
    topics: Mapping[ChannelName, Iterable[str]],
    quiet: Quiet | None,
    digest: time | None,
    remind: int = DEFAULT_REMIND_HOURS,
) -> None:
    """Set all notification settings of a person.

    `digest` is the time of the daily email. `remind` is the number of hours before a deadline, and
    must be one of `REMIND_HOURS`.

    Raise Refused for an unknown topic, if hours are given but the person has no time zone, if quiet
    hours end when they begin, and for any other value of `remind`.
    """
    columns = {
        COLUMNS[channel]: _valid_topics(channel_topics, str(channel))
        for channel, channel_topics in topics.items()
    }
    refuse_if(_problems_with_hours(user, quiet, digest))
    if remind not in REMIND_HOURS:
        raise Refused(
            f"Choose one of {', '.join(map(str, REMIND_HOURS))} hours before the deadline.",
            field="remind_hours",
            code="unknown-hours",
        )
    NotificationPreferences.objects.update_or_create(
        user=user,
        defaults={
            **columns,
            "quiet_from": quiet and quiet.begins,
            "quiet_until": quiet and quiet.ends,
            "wake": bool(quiet and quiet.wake),
            "digest_at": digest,
            "remind_hours": None if remind == DEFAULT_REMIND_HOURS else remind,
        },
    )


def _problems_with_hours(user: User, quiet: Quiet | None, digest: time | None) -> Iterator[Problem]:
    if quiet is not None and quiet.begins == quiet.ends:
        yield Problem(
            "quiet_until", "no-hours", "Quiet hours must start and end at different times."
        )
    if (quiet is not None or digest is not None) and not user.timezone:
        yield Problem(
            "", "no-clock", "Choose your time zone first. Quiet hours are in your local time."
        )


def _valid_topics(topics: Iterable[str], field: str) -> list[Topic]:
    selected = set(topics)
    if unknown := selected - set(Topic):
        raise Refused(
            f"Unknown topic {min(unknown)!r}. Choose from {', '.join(Topic)}.",
            field=field,
            code="unknown-topic",
        )
    return [topic for topic in Topic if topic in selected]


def unsubscribe(*, user_id: UUID) -> bool:
    """Stop all email to this person. Return whether the person exists."""
    with transaction.atomic():
        if (user := User.objects.filter(pk=user_id).first()) is None:
            return False
        choose(user=user, topics=())
        return True


def close_offer(*, user: User) -> None:
    """Stop offering push messages to the person."""
    NotificationPreferences.objects.update_or_create(user=user, defaults={"offer_closed": True})


def send_test(*, user: User, now: datetime) -> None:
    """Send a test email.

    Raise WrongTime if no email can reach the person, or if the last test has not been sent yet.
    """
    if not settings.MAIL_LEAVES:
        raise WrongTime("This site does not send email.", code="no-mail")
    person = reach([user.pk]).get(user.pk)
    if person is None or not person.address:
        raise WrongTime(
            "Confirm your email address first. We send email only to confirmed addresses.",
            code="address-not-confirmed",
        )
    with transaction.atomic():
        locked(user)
        if Delivery.objects.filter(user=user, notice=None, state=Delivery.State.WAITING).exists():
            raise WrongTime("A test email was already sent.", code="test-waiting")
        outbox.put_test(user=user, now=now)
