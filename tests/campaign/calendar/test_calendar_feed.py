"""The address of a calendar feed: one per person, valid for that feed only, and invalid once it is
replaced.
"""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core import signing

from campaign.calendar.models import CalendarKey
from campaign.calendar.selectors.calendar_feed import get_calendar_key
from campaign.calendar.services import calendar_feed
from core.accounts.models import User
from core.notifications.services import email_rendering
from tests.factories import NOON, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return person()


def test_a_user_without_a_key_has_no_feed(user: User) -> None:
    assert get_calendar_key(user) is None
    assert calendar_feed.feed_of(calendar_feed.token(CalendarKey(user=user, key="guessed"))) is None


def test_a_token_opens_the_feed_of_its_user(user: User) -> None:
    row = calendar_feed.renew(user=user, now=NOON)
    calendar_feed.renew(user=person(), now=NOON)
    found = calendar_feed.feed_of(calendar_feed.token(row))
    assert found is not None and found.user == user and found.made_at == NOON
    assert calendar_feed.token(get_calendar_key(user) or row) == calendar_feed.token(row), (
        "it can be shown again"
    )


def test_the_feed_address_is_absolute_and_ends_in_ics(user: User) -> None:
    row = calendar_feed.renew(user=user, now=NOON)
    assert (
        calendar_feed.address(row)
        == f"http://localhost:8000/calendar/{calendar_feed.token(row)}.ics"
    )


def test_a_new_address_invalidates_the_old_one(user: User) -> None:
    old = calendar_feed.token(calendar_feed.renew(user=user, now=NOON))
    new = calendar_feed.renew(user=user, now=NOON + timedelta(days=1))
    assert calendar_feed.feed_of(old) is None
    assert calendar_feed.feed_of(calendar_feed.token(new)) == new
    assert CalendarKey.objects.get().made_at == NOON + timedelta(days=1)


def test_a_deleted_feed_is_gone_and_returns_at_another_address(user: User) -> None:
    old = calendar_feed.token(calendar_feed.renew(user=user, now=NOON))
    other = calendar_feed.renew(user=person(), now=NOON)
    for _ in range(2):
        calendar_feed.drop(user=user)
    assert list(CalendarKey.objects.all()) == [other]
    new = calendar_feed.token(calendar_feed.renew(user=user, now=NOON))
    assert calendar_feed.feed_of(old) is None and calendar_feed.feed_of(new) is not None


def test_a_disabled_account_has_no_feed_until_it_is_enabled(user: User) -> None:
    token = calendar_feed.token(calendar_feed.renew(user=user, now=NOON))
    User.objects.update(is_active=False)
    assert calendar_feed.feed_of(token) is None
    User.objects.update(is_active=True)
    assert calendar_feed.feed_of(token) is not None


def test_an_invented_token_opens_nothing(user: User) -> None:
    row = calendar_feed.renew(user=user, now=NOON)
    good, other = calendar_feed.token(row), calendar_feed.renew(user=person(), now=NOON)
    signer = signing.Signer(salt=calendar_feed.SALT)
    bad = (
        "", ":", "nonsense", "\0", good[:-1], good[1:], good.replace(":", ""),
        good.replace(row.key, other.key), good.replace(user.pk.hex, other.user_id.hex),
        f"{user.pk.hex}:{row.key}", email_rendering.stop_token(user.pk), signer.sign(user.pk.hex),
        signer.sign("nobody:key"), signer.sign(f"{uuid4().hex}:{row.key}"),
        signing.Signer(salt="else").sign(f"{user.pk.hex}:{row.key}"),
    )  # fmt: skip
    assert not [token for token in bad if calendar_feed.feed_of(token)]
    assert email_rendering.user_of_token(good) is None, "nor does it stop mail"
