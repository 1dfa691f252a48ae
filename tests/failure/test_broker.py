"""Real Celery workers and a real Redis: messages come twice, late or never, and workers die; weeks
are resolved once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from datetime import timedelta
from functools import partial
from inspect import signature
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from redis import from_url

from tests.servers import Redis
from tests.siege import dice, in_shares

from .child import Child, Orders, do
from .test_races import save_once
from .world import World, truth, wait_for

pytestmark = pytest.mark.django_db

TICK = "espionage.tasks.tick"


def end(program: subprocess.Popen[Any]) -> None:
    """Kill a program started in its own session with all its children."""
    with suppress(ProcessLookupError):
        os.killpg(program.pid, signal.SIGKILL)
    program.wait()


def start_program(
    programs: ExitStack, environment: dict[str, str], *command: str
) -> subprocess.Popen[bytes]:
    """Start a program of the product; `programs` ends it with its children."""
    program = subprocess.Popen(
        [sys.executable, *command],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    programs.callback(end, program)
    return program


def loop(seconds: float) -> tuple[str, ...]:
    """Return the command of a loop that works on weeks, with its pause in seconds."""
    return ("manage.py", "tick", "--loop", "--only", "weeks", "--every", str(seconds))


class Running:
    """The programs of one test, on one database and one broker."""

    def __init__(
        self, world: World, name: str, broker: str, folder: Path, programs: ExitStack
    ) -> None:
        self.world, self.name, self.broker, self.programs = world, name, broker, programs
        self.log = folder / "runs.log"
        self.environment = world.environment(
            name,
            BROKER_URL=broker,
            REDIS_URL=broker,
            VAR_DIR=str(folder / "var"),
            LOG_LEVEL="CRITICAL",
        )
        self.bell = Celery(broker=broker)

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program of the product."""
        return start_program(self.programs, self.environment, *command)

    def worker(self) -> subprocess.Popen[bytes]:
        """Start a Celery worker that listens."""
        return self.start("-m", "tests.failure.runner", str(self.log))

    def ring(self, times: int = 1) -> None:
        """Send the task like the scheduler."""
        for _ in range(times):
            self.bell.send_task(TICK, ignore_result=True)

    def runs(self) -> list[str]:
        """Return the ids of the executed tasks, once per run."""
        return self.log.read_text().split() if self.log.exists() else []

    def settled(self) -> bool:
        return self.world.statuses(self.name) == {"settled"}


@pytest.fixture
def redis(own_redis: Callable[[], Redis]) -> Redis:
    return own_redis()


@pytest.fixture
def due_now(world: World, redis: Redis, tmp_path: Path) -> Iterator[Running]:
    """Return the league with its deadline just past and nothing running."""
    with ExitStack() as programs:
        yield Running(
            world, world.copy(due_in=timedelta(seconds=-1)), redis.url, tmp_path, programs
        )


def once(running: Running) -> bool:
    """Return whether each week was resolved exactly once with the undisturbed result, except for
    the times.
    """
    world, quiet = running.world, running.world.copy()
    Child(do, Orders(quiet, world.moments.due_at)).end()
    ours, theirs = truth(world, running.name), truth(world, quiet)
    timeless = ("play_told", "play_snapshot", "campaign_hold", "espionage_sealedseat")
    counted = all(
        world.ask(running.name, f"SELECT count(*) FROM {table}")
        == world.ask(quiet, f"SELECT count(*) FROM {table}")
        for table in ours
    )
    return counted and all(ours[table] == theirs[table] for table in timeless)


def test_a_task_delivered_many_times_resolves_each_week_once(due_now: Running) -> None:
    for _ in range(2):
        due_now.worker()
    due_now.ring(12)
    wait_for(lambda: len(due_now.runs()) == 12, "twelve rings were not all answered")
    assert due_now.settled()
    assert once(due_now)


def test_a_task_of_a_killed_worker_is_redelivered_and_done_once(due_now: Running) -> None:
    due_now.log.with_name("runs.log.kill").touch()
    due_now.worker()
    due_now.ring()
    wait_for(lambda: len(due_now.runs()) == 2, "the task was not delivered again")
    assert len(set(due_now.runs())) == 1, "the same task, twice"
    assert once(due_now)


def test_without_a_broker_weeks_are_resolved_and_orders_saved(
    world: World, redis: Redis, tmp_path: Path
) -> None:
    redis.stop(signal.SIGKILL)
    with ExitStack() as programs:
        running = Running(
            world, world.copy(due_in=timedelta(seconds=-1)), redis.url, tmp_path, programs
        )
        running.start(*loop(0.2))
        wait_for(running.settled, "the loop did not resolve")
        assert once(running)
    name = world.copy()
    week, team = world.ask(name, "SELECT week_id, team_id FROM espionage_sealedseat LIMIT 1")[0]
    assert (
        Child(save_once, name, week, team, 2, world.moments.due_at - timedelta(hours=1)).end()
        == "version 3"
    )


def test_workers_reconnect_to_a_broker_that_restarted_empty(due_now: Running, redis: Redis) -> None:
    due_now.worker()
    due_now.ring()
    wait_for(lambda: len(due_now.runs()) == 1, "the first ring was not answered")
    redis.stop(signal.SIGKILL)
    redis.start()
    due_now.ring()
    wait_for(lambda: len(due_now.runs()) == 2, "the worker did not come back to the broker")


@pytest.mark.promise("broker")
@in_shares(3, 50, of=10)
def test_weeks_are_resolved_within_thirty_seconds_of_any_redis_failure(
    crowded: World, redis: Redis, tmp_path: Path, rounds: range, tried: Callable[[int], None]
) -> None:
    """With a worker and a loop running, Redis is killed, emptied or restarted while weeks come due
    and orders are saved.
    """
    world, name = crowded, crowded.copy(due_in=timedelta(hours=1))
    weeks = [key for (key,) in world.ask(name, "SELECT id FROM campaign_week WHERE number = 1")]
    last, team = world.ask(
        name, "SELECT week_id, team_id FROM espionage_sealedseat WHERE week_id = %s", weeks[-1]
    )[0]
    with ExitStack() as programs:
        running = Running(world, name, redis.url, tmp_path, programs)
        running.worker()
        running.start(*loop(1))
        for at, number in enumerate(rounds):
            harm(redis, dice("broker", number).choice(("kill", "empty", "again")))
            world.do(name, DUE_NOW, weeks[at % (len(weeks) - 1)])
            with suppress(Exception):  # the broker may be away; the loop is there
                running.ring()
            saved = Child(save_once, name, last, team, 2 + at, None).end()
            assert saved == f"version {3 + at}", "orders are taken while Redis is away"
            wait_for(partial(is_settled, world, name, weeks[at]), "a week was not resolved")
        late = world.ask(
            name,
            "SELECT max(extract(epoch FROM settled_at - due_at)) FROM campaign_week WHERE "
            "number = 1 AND status = 'settled'",
        )
        assert late[0][0] < 30
    tried(len(rounds))


DUE_NOW = (
    "UPDATE campaign_week SET due_at = clock_timestamp(), settle_at = clock_timestamp() "
    "WHERE id = %s"
)


def harm(redis: Redis, how: str) -> None:
    """Do this to Redis; a stopped server comes back with the next harm."""
    gone = redis.process is None or redis.process.poll() is not None
    if how == "kill" and not gone:
        redis.stop(signal.SIGKILL)
        return
    if gone:
        redis.start()
    elif how == "again":
        redis.stop(signal.SIGKILL)
        redis.start()
    with suppress(ConnectionError), from_url(redis.url) as client:
        client.flushall()


def is_settled(world: World, name: str, week: object) -> bool:
    found = world.ask(name, "SELECT status FROM campaign_week WHERE id = %s", week)
    return bool(found == [("settled",)])


def test_two_loops_and_two_workers_resolve_each_week_once(due_now: Running) -> None:
    for _ in range(2):
        due_now.start(*loop(0.05))
        due_now.worker()
    due_now.ring(6)
    wait_for(lambda: due_now.settled() and len(due_now.runs()) == 6, "not everything was done")
    assert once(due_now)


def test_two_schedulers_resolve_each_week_once(due_now: Running) -> None:
    """As in a deployment that starts the new scheduler before it stops the old one."""
    logs = [due_now.log.with_name(f"beat-{number}.log") for number in range(2)]
    for log in logs:
        due_now.start("-m", "tests.failure.scheduler", str(log))
    for _ in range(2):
        due_now.worker()
    wait_for(
        lambda: all(log.exists() and TICK in log.read_text() for log in logs),
        "not both schedulers rang",
    )
    wait_for(due_now.settled, "the weeks were not resolved")
    heard = len(due_now.runs())
    wait_for(lambda: len(due_now.runs()) > heard + 4, "the bell was not answered any more")
    assert once(due_now)


@pytest.mark.everyday
def test_the_task_has_no_arguments_and_is_acknowledged_late() -> None:
    from config.celery import app
    from espionage.tasks import tick

    app.finalize()
    assert not signature(tick.run).parameters
    assert app.conf.task_acks_late
    assert app.conf.task_reject_on_worker_lost
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_ignore_result
    assert app.conf.task_time_limit < 300
    from config.settings import broker_options

    options = broker_options("redis://127.0.0.1/0")
    assert (
        options["visibility_timeout"],
        options["unacked_restore_interval"],
        options["unacked_restore_throttle"],
    ) == (300, 5, 1)
    assert all(
        "eta" not in entry.get("options", {}) and not entry.get("args")
        for entry in app.conf.beat_schedule.values()
    )
