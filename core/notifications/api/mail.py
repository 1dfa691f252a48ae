"""What the person who asks gets by mail: what they chose, where it goes, what was sent last."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Literal, TypeAlias

from django.conf import settings
from msgspec import Meta

from core.accounts.models import User
from core.notifications.models import Delivery
from core.notifications.rules.topics import WORDS, Topic
from core.notifications.selectors import deliveries, reach
from core.notifications.services import notification_preferences
from core.web.api.operations import Body, Call, Record
from core.web.api.permissions import person_door
from core.web.api.shapes import Word
from core.web.moments import told

State: TypeAlias = Literal["waiting", "sent", "needless", "failed"]


class TopicOut(Record):
    """Something that mail can be about."""

    topic: str
    title: str
    help: str


class LetterOut(Record):
    """Something sent to me: a notice of a club, or a test, which has neither text nor club.
    `needless`: it was not sent, because I had read it, or did not want it any more, or it had grown
    old. `fault` is what went wrong last.
    """

    at: datetime
    kind: str
    text: str
    campaign: str | None
    state: State
    fault: str


class MyMail(Record):
    """My mail. Where no mail `leaves` the site, or my address is not confirmed, nothing is sent.
    `topics` are those I want.
    """

    leaves: bool
    address: str
    confirmed: bool
    topics: tuple[str, ...]
    all_topics: tuple[TopicOut, ...]
    letters: tuple[LetterOut, ...]


class Wanted(Body):
    """All topics that I want; none of them for no mail at all."""

    topics: Annotated[tuple[Word, ...], Meta(max_length=20)]


@person_door()
def my_mail(call: Call) -> MyMail:
    """What I get by mail, where it goes, and what was sent last."""
    return _mail_of(call.user)


def _mail_of(user: User) -> MyMail:
    wanted, (address, confirmed) = reach.wanted_by(user), deliveries.address_of(user)
    return MyMail(
        leaves=settings.MAIL_LEAVES,
        address=address,
        confirmed=confirmed,
        topics=tuple(topic for topic in Topic if topic in wanted),
        all_topics=tuple(
            TopicOut(topic=topic, title=title, help=words)
            for topic, (title, words) in WORDS.items()
        ),
        letters=tuple(map(_letter, deliveries.letters_of(user))),
    )


def _letter(row: Delivery) -> LetterOut:
    state: State = row.state  # type: ignore[assignment]
    about = row.notice
    return LetterOut(
        at=row.at,
        kind=about.kind if about else "test",
        text=told(about.text, UTC) if about else "",
        campaign=about.campaign.slug if about and about.campaign else None,
        state=state,
        fault=row.fault,
    )


@person_door()
def choose_mail(call: Call, body: Wanted) -> MyMail:
    """Get mail about these topics from now on, and about no others."""
    notification_preferences.choose(user=call.user, topics=body.topics)
    return _mail_of(call.user)


@person_door()
def try_mail(call: Call) -> MyMail:
    """Have a test letter sent to me."""
    notification_preferences.test(user=call.user, at=call.now)
    return _mail_of(call.user)
