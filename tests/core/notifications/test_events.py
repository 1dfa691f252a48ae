"""Events: every notice gets a number after its commit, so a reader up to a number has missed
nothing before it.
"""

from __future__ import annotations

import hmac
import json
from datetime import UTC, datetime, timedelta
from threading import Event, Thread
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection, connections, transaction
from django_scopes import scopes_disabled

from core.notifications.kinds import kind_of, kinds_of
from core.notifications.models import Notice
from core.notifications.selectors.events import events_of
from core.notifications.services import (
    delivery_worker,
    events,
    notices,
    outbox,
    own_hooks,
    webhook_client,
)
from core.notifications.services.delivery_worker import RETRY_DELAYS
from core.notifications.services.webhook_client import Answer
from core.web import clock
from tests.factories import Club

from .test_outbox import tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.accounts.models import User

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def woken_users(monkeypatch: pytest.MonkeyPatch) -> list[set[Any]]:
    """Record the users whose streams were woken."""
    found: list[set[Any]] = []
    monkeypatch.setattr(events, "wake", lambda users: found.append(set(users)))
    return found


def texts(user: User) -> list[str]:
    with scopes_disabled():
        return [row.text for row in events_of(user)]


def test_events_are_ordered_by_commit_not_by_their_time(club: Club) -> None:
    reader = club.players[0]
    events.number_new()
    tell(reader, club=club, text="A week that was settled late.", at=club.at - HOUR)
    events.number_new()
    tell(reader, club=club, text="Now.")
    tell(reader, club=club, text="One hour ago, told now.", at=club.at - HOUR)
    events.number_new()
    assert texts(reader)[-3:] == [
        "A week that was settled late.",
        "One hour ago, told now.",
        "Now.",
    ]


def test_a_reader_continues_after_an_event_and_sees_only_their_own(club: Club) -> None:
    one, two = club.players
    for text in ("One.", "Two.", "Three."):
        tell(one, two, club=club, text=text)
        events.number_new()
    with scopes_disabled():
        mine, theirs = (Notice.objects.get(user=user, text="One.") for user in (one, two))
        assert [row.text for row in events_of(one, after=mine.pk)] == ["Two.", "Three."]
        assert [row.text for row in events_of(one, after=theirs.pk)] == texts(one)


def test_an_event_is_numbered_after_its_commit_and_wakes_its_readers(
    club: Club, woken_users: list[set[Any]], django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    events.number_new()
    woken_users.clear()
    with django_capture_on_commit_callbacks(execute=True):
        tell(*club.players, club=club, text="Now.")
        assert "Now." not in texts(club.players[0])
    assert all("Now." in texts(user) for user in club.players)
    assert woken_users == [{user.pk for user in club.players}]


def test_numbers_increase_after_pruning_and_clock_changes(club: Club) -> None:
    def last() -> int:
        with scopes_disabled():
            found = Notice.objects.filter(number__isnull=False).order_by("-number").first()
        assert found is not None and found.number is not None
        return found.number

    reader = club.players[0]
    tell(reader, club=club, text="One.")
    with clock.set_to(datetime(2040, 1, 1, tzinfo=UTC)):
        events.number_new()
    first = last()
    tell(reader, club=club, text="Two.")
    with clock.set_to(datetime(2039, 1, 1, tzinfo=UTC)):
        events.number_new()
    second = last()
    with scopes_disabled():
        Notice.objects.all().delete()
    tell(reader, club=club, text="Three.")
    with clock.set_to(datetime(2040, 1, 2, tzinfo=UTC)):
        events.number_new()
    assert first < second < last()


def test_unnumbered_events_are_numbered_later_with_one_query(
    club: Club, django_assert_num_queries: Callable[..., Any]
) -> None:
    tell(club.players[0], club=club, text="Nobody gave it a place.")
    assert events.number_new() >= 1
    assert texts(club.players[0])[-1] == "Nobody gave it a place."
    with django_assert_num_queries(1):
        assert events.number_new() == 0


@pytest.mark.django_db(transaction=True)
def test_concurrent_numbering_waits_and_gives_no_number_twice(club: Club) -> None:
    """A notice committed during another numbering gets a later number, so no reader misses it."""
    if connection.vendor != "postgresql":
        return
    reader, inside, go = club.players[0], Event(), Event()

    def slowly() -> None:
        try:
            with scopes_disabled(), transaction.atomic():
                events._number_batch()
                inside.set()
                assert go.wait(30)
        finally:
            connections.close_all()

    def tell_second() -> None:
        try:
            tell(reader, club=club, text="Second.")
        finally:
            connections.close_all()

    tell(reader, club=club, text="First.")
    with scopes_disabled():
        Notice.objects.update(number=None)
    threads = [Thread(target=slowly), Thread(target=tell_second)]
    threads[0].start()
    assert inside.wait(30)
    threads[1].start()
    go.set()
    for thread in threads:
        thread.join(30)
    assert texts(reader)[-2:] == ["First.", "Second."]


def test_a_personal_hook_gets_a_signed_event_and_a_retry(
    club: Club, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.HOOK_HOSTS = ["tools.example.org"]
    heard: list[tuple[bytes, str]] = []

    def post(_: str, body: bytes, headers: dict[str, str]) -> Answer:
        heard.append((body, headers["X-Dead-Drop-Signature"]))
        return Answer(503 if len(heard) == 1 else 204)

    monkeypatch.setattr(webhook_client, "post", post)
    reader, about = club.players[0], {"week": 1, "season": 1, "team": "anvil"}
    with clock.set_to(club.at):
        hook = own_hooks.set_hook(user=reader, address="https://tools.example.org/me", now=club.at)
        notices.send([
            notices.Message(
                reader.pk, club.campaign.pk, kind_of("ambush-turn"), "Your turn.", "ambush/",
                "one", club.at, about=about,
            )
        ])  # fmt: skip
    for later in (outbox.OTHER_DELAY, outbox.OTHER_DELAY + RETRY_DELAYS[0]):
        with clock.set_to(club.at + later):
            delivery_worker.deliver()
    (first, _), (body, signature) = heard
    assert first == body
    expected = hmac.new(hook.secret.encode(), body, "sha256").hexdigest()
    assert signature == f"sha256={expected}"
    (line,) = json.loads(body)["notices"]
    assert (line["event"], line["kind"], line["about"]) == ("your-turn", "ambush-turn", about)


@pytest.mark.parametrize(
    ("kind", "event"),
    [
        ("orders-due", "orders-due"),
        ("week-settled", "week-settled"),
        ("report", "report"),
        ("duel-starts", "duel-starts"),
        ("ambush", "your-turn"),
        ("ambush-turn", "your-turn"),
        ("duel-drive", "your-turn"),
        ("duel-turn", "your-turn"),
        ("game-turn", "your-turn"),
    ],
)
def test_each_kind_maps_to_its_event(kind: str, event: str) -> None:
    assert kind_of(kind).event == event
    assert kind in kinds_of(event)
