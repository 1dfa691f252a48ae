"""Checks that an operator runs first when something is wrong. The checks do not change or send
anything.

Each check returns whether it passed, and a sentence. If a check raises an error, it has failed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Final, NamedTuple

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.uptime.selectors import quarantine
from core.web import clock
from monitoring.rules.alarms import ALARM_TEXTS, findings
from monitoring.selectors import figures

from . import backups

MAX_CLOCK_DIFFERENCE: Final = timedelta(seconds=2)
"""Maximum difference between this machine's clock and the database's clock. Countdowns on pages use
the former, and deadlines use the latter.
"""
MIN_FREE_DISK_SHARE: Final = 0.1
"""Minimum share of the disk that must be free."""
GIBIBYTE: Final = 1024**3


class CheckResult(NamedTuple):
    """The result of one check."""

    name: str
    has_passed: bool
    sentence: str


def run_checks() -> Iterator[CheckResult]:
    """Run all checks in order. If the database is unavailable, the checks that need it fail."""
    for name, check in CHECKS.items():
        try:
            outcome = check()
        except Exception as error:  # noqa: BLE001 - the next check runs after any error
            outcome = (False, f"Check failed: {type(error).__name__}: {error}".strip())
        yield CheckResult(name, *outcome)


def _settings() -> tuple[bool, str]:
    deployed = not (settings.DEBUG or settings.EMBEDDED)
    messages = checks.run_checks(include_deployment_checks=deployed)
    if problems := [message for message in messages if not message.is_silenced()]:
        return False, " ".join(f"{message.id}: {message.msg}" for message in problems)
    deployment = "embedded" if settings.EMBEDDED else "deployed"
    return True, f"Version {settings.VERSION}, {deployment}, at {settings.SITE_URL}."


def _database() -> tuple[bool, str]:
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False, f"{len(plan)} migrations are not applied. Run manage.py migrate."
    version = ".".join(map(str, connection.get_database_version()))
    return True, f"{connection.vendor} {version}, all migrations applied."


def _clocks() -> tuple[bool, str]:
    before = timezone.now()
    database_now = clock.now()
    difference = max(before - database_now, database_now - timezone.now(), timedelta())
    sentence = (
        f"The clocks of this machine and the database differ by {difference.total_seconds():.1f} s."
    )
    return difference <= MAX_CLOCK_DIFFERENCE, sentence


def _mail() -> tuple[bool, str]:
    if not settings.MAIL_LEAVES:
        return True, "This site does not send email (EMAIL_URL is not set)."
    with get_connection():
        pass
    return True, f"Connected to {settings.EMAIL_HOST}:{settings.EMAIL_PORT}."


def _broker() -> tuple[bool, str]:
    if not settings.CELERY_BROKER_URL.startswith(("redis:", "rediss:")):
        return True, "Tasks are queued in a folder."
    import redis

    with redis.from_url(settings.CELERY_BROKER_URL, socket_connect_timeout=2) as broker:
        queue_lengths = {
            queue.name: broker.llen(queue.name) for queue in settings.CELERY_TASK_QUEUES
        }
    lengths = ", ".join(f"{name} {length}" for name, length in queue_lengths.items())
    return True, f"Redis is available. Queued tasks: {lengths}."


def _work() -> tuple[bool, str]:
    overdue = list(
        findings(figures.read(), late=figures.overdue_after(), runners=settings.TICK_RUNNERS)
    )
    if not overdue:
        return True, "Nothing is overdue."
    return False, " ".join(
        f"{ALARM_TEXTS[finding.kind].title} ({finding.number})." for finding in overdue
    )


def _quarantine() -> tuple[bool, str]:
    if row := quarantine.current():
        since = row.began_at.strftime("%Y-%m-%d %H:%M")
        return (
            False,
            f"In quarantine since {since} UTC: {row.reason}. Run manage.py release to end it.",
        )
    return True, "Not in quarantine."


def _disk() -> tuple[bool, str]:
    settings.VAR_DIR.mkdir(parents=True, exist_ok=True)
    disk = shutil.disk_usage(settings.VAR_DIR)
    sentence = f"{disk.free / GIBIBYTE:.1f} of {disk.total / GIBIBYTE:.1f} GiB free."
    return disk.free >= MIN_FREE_DISK_SHARE * disk.total, sentence


def _programs() -> tuple[bool, str]:
    if connection.vendor == "sqlite":
        return True, "SQLite does not need backup programs."
    server, installed = connection.get_database_version()[0], backups.program_version("pg_dump")
    sentence = f"pg_dump is version {installed}, the server is version {server}."
    return installed >= server, sentence


CHECKS: Final[dict[str, Callable[[], tuple[bool, str]]]] = {
    "settings": _settings,
    "database": _database,
    "clocks": _clocks,
    "mail": _mail,
    "queues": _broker,
    "work": _work,
    "quarantine": _quarantine,
    "disk": _disk,
    "backup programs": _programs,
}
