"""Real processes that do the job and are killed where a test wants it. Everything here runs in the
child; production code does not know of it.

A server process loads Django once and forks a child for each request, so that a child costs
milliseconds.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import django
import psycopg

if os.environ.get("DJANGO_SETTINGS_MODULE"):
    django.setup()

from django.core.mail import get_connection
from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper
from django.urls import get_resolver

from core.notifications.services import (
    delivery_worker,
    email_channel,
    push_client,
    webhook_client,
)
from core.web import bulk, clock
from espionage.services import due, resolving
from espionage.services.tick import tick

if os.environ.get("DJANGO_SETTINGS_MODULE"):
    get_resolver().reverse_dict  # noqa: B018 - notices name addresses; loaded once, not in each child

AT_ONCE = get_context("forkserver")
AT_ONCE.set_forkserver_preload([__name__])

POINTS = (
    "after the claim",
    "after the lock",
    "half-way through writing",
    "before the commit",
    "after the commit",
)


@dataclass(frozen=True)
class Orders:
    """The work of a child: one tick at this time on this database, a few weeks per batch.

    It is killed at the named `point`, or before the database step of this number; `lease` is the
    duration of a claim. Alternatively it cuts its own connection at that step ("connection"), or
    crashes the server of this process id.
    """

    database: str
    at: datetime | None
    point: str = ""
    step: int = 0
    instead: str | int = ""
    lease: float = 0.0
    batch: int = 3


class Child:
    """A child and its result."""

    def __init__(self, act: Callable[..., Any], *values: Any) -> None:
        self.ear, mouth = AT_ONCE.Pipe(duplex=False)
        self.process = AT_ONCE.Process(target=_run, args=(mouth, act, values), daemon=True)
        self.process.start()
        mouth.close()

    def end(self, seconds: float = 60) -> Any:
        """Wait for the child and return its result or raise its exception."""
        said = (
            self.ear.recv() if self.ear.poll(seconds) else AssertionError("a child took too long")
        )
        self.process.join(seconds)
        if isinstance(said, BaseException):
            raise said
        return said

    def killed(self, seconds: float = 60) -> bool:
        """Wait for the child and return whether it was killed."""
        self.process.join(seconds)
        assert self.process.exitcode in {0, -signal.SIGKILL}, self.process.exitcode
        return self.process.exitcode != 0


def _run(mouth: Connection, act: Callable[..., Any], values: tuple[Any, ...]) -> None:
    try:
        said: Any = act(*values)
    except Exception as error:  # noqa: BLE001 - the parent raises it
        said = RuntimeError(f"{type(error).__name__}: {error}")
    mouth.send(said)


def put(where: object, **instead: object) -> None:
    """Replace parts of the product in this process only."""
    for name, thing in instead.items():
        setattr(where, name, thing)


def use(database: str) -> None:
    """Use this database from now on; "name@port" is one of another server."""
    name, _, port = database.partition("@")
    connection.settings_dict["NAME"] = name
    connection.settings_dict["PORT"] = port or connection.settings_dict["PORT"]
    connection.close()


def do(orders: Orders) -> tuple[dict[str, int], int]:
    """Run one tick as ordered; return what was done and the number of database steps."""
    use(orders.database)
    put(due, LEASE=timedelta(seconds=orders.lease))
    put(due, BATCH_WEEKS=orders.batch)
    steps = _count_steps(orders.step, _harm(orders.instead))
    if orders.point:
        _die_at(orders.point)
    return dict(tick(now=orders.at)), steps()


def post(orders: Orders, sent: str, point: str = "") -> tuple[dict[str, int], int]:
    """Run the delivery worker as ordered; return the number of deliveries by state, and of database
    steps.

    Every sent delivery is a line in the file `sent`. The worker may be killed between sending and
    recording.
    """
    use(orders.database)
    put(delivery_worker, LEASE=timedelta(seconds=orders.lease), BATCH=orders.batch)
    put(
        email_channel,
        get_connection=lambda: get_connection("django.core.mail.backends.dummy.EmailBackend"),
    )
    put(webhook_client, post=lambda *_: webhook_client.Answer(204))
    put(push_client, post=lambda *_: webhook_client.Answer(201))
    deliver = delivery_worker._deliver

    def delivered(channel: Any, rows: Any) -> Any:
        result = deliver(channel, rows)
        with Path(sent).open("a") as file:
            file.writelines(f"{row.pk}\n" for row in rows)
        return _die() if point == "after sending" else result

    put(delivery_worker, _deliver=delivered)
    steps = _count_steps(orders.step, _die)
    with clock.set_to(orders.at) if orders.at else nullcontext():
        return dict(delivery_worker.deliver()), steps()


def _die(*_: Any, **__: Any) -> Any:
    os.kill(os.getpid(), signal.SIGKILL)


def _harm(instead: str | int) -> Callable[[], object]:
    if not instead:
        return _die
    if instead == "connection":
        return _cut_connection
    return lambda: os.kill(int(instead), signal.SIGQUIT)


def _cut_connection() -> None:
    """Close the connection like an administrator, a proxy or a network."""
    if connection.connection is not None:
        pid, parameters = connection.connection.info.backend_pid, connection.get_connection_params()
        with psycopg.connect(
            **{key: parameters[key] for key in ("host", "port", "user", "dbname")}, autocommit=True
        ) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])


def _count_steps(last: int, harm: Callable[[], object]) -> Callable[[], int]:
    """Count statements, bulk loads and commits before and after; cause the failure before step
    `last`.
    """
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        if done == last:
            harm()

    def execute(act: Any, statement: Any, values: Any, many: bool, context: Any) -> Any:
        step()
        return act(statement, values, many, context)

    copy, commit = bulk.copy, DatabaseWrapper._commit

    def copied(*values: Any) -> None:
        step()
        copy(*values)

    def committed(wrapper: Any) -> None:
        step()
        commit(wrapper)
        step()

    connection.execute_wrappers.append(execute)
    put(bulk, copy=copied)
    put(DatabaseWrapper, _commit=committed)
    return lambda: done


def _die_at(point: str) -> None:
    claim, together = due._claim, due._process

    def claimed(*values: Any) -> Any:
        return claim(*values) and _die()

    def worked(*values: Any) -> None:
        together(*values)
        _die()

    def committing(*values: Any) -> None:
        put(DatabaseWrapper, _commit=_die)
        together(*values)

    match point:
        case "after the claim":
            put(due, _claim=claimed)
        case "after the lock":
            put(due, cpu_limit=_die)
        case "half-way through writing":
            put(resolving, settle=_die)
        case "before the commit":
            put(due, _process=committing)
        case "after the commit":
            put(due, _process=worked)
        case _:
            raise ValueError(point)
