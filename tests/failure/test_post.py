"""A sender is killed while sending: everything is sent, and at most the batch in hand twice."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections import Counter
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from core.notifications.services.outbox import MAIL_DELAY
from core.notifications.services.webhook_client import SECONDS
from tests.core.web.test_deadlines import Tarpit
from tests.siege import dice, in_shares

from .child import Child, Orders, do, post
from .world import wait_for

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .world import World

pytestmark = [pytest.mark.django_db, pytest.mark.promise("kills")]
BATCH = 10


@pytest.fixture(scope="module")
def told(league: World) -> str:
    """Return a league whose week was just settled."""
    name = league.copy()
    league.made.remove(name)
    Child(do, Orders(name, league.moments.due_at, batch=50)).end()
    return name


def copy(world: World, told: str) -> str:
    kept, world.template = world.template, told
    try:
        return world.copy()
    finally:
        world.template = kept


def round_at(world: World, name: str, *, after: timedelta = MAIL_DELAY, step: int = 0) -> Orders:
    return Orders(name, world.moments.due_at + after, step=step, batch=BATCH)


def waiting(world: World, name: str) -> set[str]:
    outboxes = (
        "notifications_delivery",
        "notifications_pushdelivery",
        "notifications_ownhookdelivery",
        "campaign_hookdelivery",
    )
    asked = " UNION ALL ".join(
        f"SELECT id::text FROM {outbox} WHERE state = 'waiting'" for outbox in outboxes
    )
    return {key for (key,) in world.ask(name, asked)}


def left(sent: Path) -> Counter[str]:
    return Counter(sent.read_text().split()) if sent.exists() else Counter()


def test_the_messages_of_a_settled_week_are_sent_once(
    world: World, told: str, tmp_path: Path
) -> None:
    name, sent = copy(world, told), tmp_path / "sent"
    due = waiting(world, name)
    done, _ = Child(post, round_at(world, name), str(sent)).end()
    assert done == {"sent": len(due)} and left(sent) == Counter(dict.fromkeys(due, 1))
    assert not waiting(world, name) and Child(post, round_at(world, name), str(sent)).end()[0] == {}


def test_a_killed_sender_repeats_at_most_the_batch_in_hand(
    world: World, told: str, tmp_path: Path
) -> None:
    name, sent = copy(world, told), tmp_path / "sent"
    due = waiting(world, name)
    assert Child(post, round_at(world, name), str(sent), "after sending").killed()
    in_hand = set(left(sent))
    Child(post, round_at(world, name), str(sent)).end()
    assert (
        set(left(sent)) == due
        and {key for key, times in left(sent).items() if times > 1} == in_hand
    )
    assert 0 < len(in_hand) <= BATCH


@in_shares(3, 100, of=25)
def test_a_sender_killed_at_any_step_loses_nothing_and_repeats_little(
    world: World, told: str, tmp_path: Path, rounds: range, tried: Callable[[int], None]
) -> None:
    name = copy(world, told)
    steps = Child(post, round_at(world, name), str(tmp_path / "quiet")).end()[1]
    for number in rounds:
        name, sent, chance = copy(world, told), tmp_path / str(number), dice("post", number)
        due = waiting(world, name)
        kills = [chance.randint(1, steps), chance.randint(1, steps)]
        for step in kills:
            tried(Child(post, round_at(world, name, step=step), str(sent)).killed())
        Child(post, round_at(world, name), str(sent)).end()
        assert set(left(sent)) == due and not waiting(world, name), (
            f"round {number}, killed before steps {kills} of {steps}"
        )
        assert sum(times - 1 for times in left(sent).values()) <= BATCH * len(kills), (
            f"round {number}, killed before steps {kills} of {steps}"
        )


LOOP = """
import sys, django
from django.conf import settings
from django.core.management import call_command
django.setup()
settings.PUSH_STAND_IN = sys.argv[1]
call_command("tick", "--loop", "--only", "post")
"""


def test_a_stopped_sender_ends_in_time_and_keeps_the_rest(world: World, told: str) -> None:
    name, tarpit = copy(world, told), Tarpit(b"HTTP/1.1 200 OK\r\nX: ", b"x")
    for outbox in (
        "notifications_delivery",
        "notifications_ownhookdelivery",
        "campaign_hookdelivery",
    ):
        world.do(name, f"DELETE FROM {outbox}")
    world.do(name, "UPDATE notifications_pushdelivery SET at = now(), next_at = now()")
    world.do(name, "UPDATE notifications_pushsubscription SET endpoint = %s || id", tarpit.address)
    due = len(waiting(world, name))
    loop = subprocess.Popen(
        [sys.executable, "-c", LOOP, tarpit.address], env=world.environment(name)
    )
    try:
        wait_for(tarpit.visited.is_set, "nothing was sent")
        loop.send_signal(signal.SIGTERM)
        assert loop.wait(SECONDS + 20) == 0, "the tarpit holds a sender without a deadline forever"
    finally:
        loop.kill()
        tarpit.stop()
    attempts = world.ask(name, "SELECT attempts FROM notifications_pushdelivery")
    tried = [number for (number,) in attempts if number]
    assert set(tried) == {1} and len(tried) < due == len(waiting(world, name))
