"""What a person wants to hear of, by which way and at which hours: chosen, stopped, tried."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction

from core.accounts.models import User
from core.notifications.models import Delivery, NotificationPreferences
from core.notifications.rules.timing import REMIND_HOURS, REMIND_USUAL
from core.notifications.rules.topics import Topic, Way
from core.notifications.selectors.reach import COLUMNS, reach
from core.web.locks import locked
from core.web.problems import Problem
from core.web.refusals import Refused, WrongTime, refuse_if

from . import outbox

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from datetime import datetime, time
    from uuid import UUID

    from core.notifications.rules.timing import Quiet


def choose(*, user: User, topics: Iterable[str]) -> None:
    """From now on the person gets mail about these topics and no others. Raises Refused for a topic
    that is none.
    """
    NotificationPreferences.objects.update_or_create(
        user=user, defaults={"topics": _known(topics, "topics")}
    )


def choose_all(
    *,
    user: User,
    topics: Mapping[Way, Iterable[str]],
    quiet: Quiet | None,
    digest: time | None,
    remind: int = REMIND_USUAL,
) -> None:
    """From now on the person hears of these topics by these ways, of nothing in their quiet hours,
    and by mail of what can wait once a day at that hour (`digest`); of deadlines so many hours
    before (`remind`, one of `REMIND_HOURS`).

    Raises Refused for a topic that is none, for hours with no clock to read them by, for quiet
    hours that end when they begin, and for a number of hours that cannot be chosen.
    """
    chosen = {COLUMNS[way]: _known(wanted, str(way)) for way, wanted in topics.items()}
    refuse_if(_hours_that_make_no_sense(user, quiet, digest))
    if remind not in REMIND_HOURS:
        raise Refused(
            f"Choose one of {', '.join(map(str, REMIND_HOURS))} hours before the deadline.",
            field="remind_hours",
            code="unknown-hours",
        )
    NotificationPreferences.objects.update_or_create(
        user=user,
        defaults={
            **chosen,
            "quiet_from": quiet and quiet.begins,
            "quiet_until": quiet and quiet.ends,
            "wake": bool(quiet and quiet.wake),
            "digest_at": digest,
            "remind_hours": None if remind == REMIND_USUAL else remind,
        },
    )


def _hours_that_make_no_sense(
    user: User, quiet: Quiet | None, digest: time | None
) -> Iterator[Problem]:
    if quiet is not None and quiet.begins == quiet.ends:
        yield Problem(
            field="quiet_until",
            code="no-hours",
            sentence="Quiet hours must start and end at different times.",
        )
    if (quiet is not None or digest is not None) and not user.timezone:
        yield Problem(
            field="",
            code="no-clock",
            sentence="Choose your time zone first. Quiet hours are in your local time.",
        )


def _known(topics: Iterable[str], field: str) -> list[Topic]:
    wanted = set(topics)
    if unknown := wanted - set(Topic):
        raise Refused(
            f"Unknown topic {min(unknown)!r}. Choose from {', '.join(Topic)}.",
            field=field,
            code="unknown-topic",
        )
    return [topic for topic in Topic if topic in wanted]


def stop(*, user_id: UUID) -> bool:
    """No more mail for this person; whether there is such a person."""
    with transaction.atomic():
        if (user := User.objects.filter(pk=user_id).first()) is None:
            return False
        choose(user=user, topics=())
        return True


def close_offer(*, user: User) -> None:
    """Never ask the person again whether they want to be told on this device."""
    NotificationPreferences.objects.update_or_create(user=user, defaults={"offer_closed": True})


def test(*, user: User, at: datetime) -> None:
    """Have a test letter sent. Raises WrongTime where no mail can reach the person, and when the
    last test is still on its way.
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
        outbox.put_test(user=user, at=at)
