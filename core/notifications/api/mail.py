"""API operations for your email notifications."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal, TypeAlias

from django.conf import settings
from msgspec import Meta

from core.accounts.models import User
from core.notifications.models import Delivery
from core.notifications.rules.topics import TOPIC_TEXTS, Topic
from core.notifications.selectors import deliveries, reach
from core.notifications.services import notification_preferences
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door
from core.web.api.shapes import Word
from core.web.moments import localize

State: TypeAlias = Literal["waiting", "sent", "needless", "failed"]


class TopicOut(Record):
    """A topic of notifications."""

    topic: str
    title: str
    help: str


class LetterOut(Record):
    """An email sent to you. It is a notice or a test, and a test has neither text nor club. Emails
    that are `needless` were not sent, because you had read the notice, because you had turned off
    its topic, or because it was too old. `fault` is the last error.
    """

    at: datetime
    kind: str
    text: str
    campaign: str | None
    state: State
    fault: str


class MyMail(Record):
    """Your email settings. Nothing is sent if email does not leave the site (`leaves`) or your
    address is not confirmed. `topics` lists the topics that you selected.
    """

    leaves: bool
    address: str
    confirmed: bool
    topics: tuple[str, ...]
    all_topics: tuple[TopicOut, ...]
    letters: tuple[LetterOut, ...]


class Wanted(Body):
    """All topics that you want to get by email. The list can be empty."""

    topics: Annotated[tuple[Word, ...], Meta(max_length=20)]


@person_door()
def my_mail(call: Call) -> MyMail:
    """Return your email topics, your address and the last emails."""
    return _mail_of(call.user)


def _mail_of(user: User) -> MyMail:
    topics, (address, confirmed) = reach.topics_of(user), deliveries.address_of(user)
    return MyMail(
        leaves=settings.MAIL_LEAVES,
        address=address,
        confirmed=confirmed,
        topics=tuple(topic for topic in Topic if topic in topics),
        all_topics=tuple(
            TopicOut(topic=topic, title=title, help=description)
            for topic, (title, description) in TOPIC_TEXTS.items()
        ),
        letters=tuple(map(_letter, deliveries.letters_of(user))),
    )


def _letter(row: Delivery) -> LetterOut:
    state: State = row.state  # type: ignore[assignment]
    notice = row.notice
    return LetterOut(
        at=row.at,
        kind=notice.kind if notice else "test",
        text=localize(notice.text, UTC) if notice else "",
        campaign=notice.campaign.slug if notice and notice.campaign else None,
        state=state,
        fault=row.fault,
    )


@person_door()
def choose_mail(call: Call, body: Wanted) -> MyMail:
    """Choose the topics that you get by email."""
    notification_preferences.choose(user=call.user, topics=body.topics)
    return _mail_of(call.user)


@person_door()
def try_mail(call: Call) -> MyMail:
    """Send yourself a test email."""
    notification_preferences.send_test(user=call.user, now=call.now)
    return _mail_of(call.user)
