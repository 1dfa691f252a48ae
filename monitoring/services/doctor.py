"""The doctor: what an operator would look at first, looked at. It changes and sends nothing.

Each look comes to a sentence, and to whether it is well; a look that breaks is one that is not.
"""

from __future__ import annotations

import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.core import checks
from django.core.mail import get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from core.uptime.selectors import quarantine
from core.web import clock
from monitoring.rules.alarms import WORDS, findings
from monitoring.selectors import figures

from . import backups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

APART: Final = timedelta(seconds=2)
"""So far this machine's clock and the database's may be apart: pages count down by one of them,
deadlines go by the other.
"""
FREE: Final = 0.1
"""So much of a disk has to be free."""
GIBIBYTE: Final = 1024**3


class Look(NamedTuple):
    """One thing that was looked at."""

    what: str
    is_well: bool
    says: str


def looks() -> Iterator[Look]:
    """Everything, one after the other. Where the database is away, what needs it says so."""
    for what, look in LOOKS.items():
        try:
            said = look()
        except Exception as error:  # noqa: BLE001 - whatever it is, the next look is taken
            said = (False, f"Check failed: {type(error).__name__}: {error}".strip())
        yield Look(what, *said)


def _settings() -> tuple[bool, str]:
    deployed = not (settings.DEBUG or settings.EMBEDDED)
    asked = checks.run_checks(include_deployment_checks=deployed)
    if found := [each for each in asked if not each.is_silenced()]:
        return False, " ".join(f"{each.id}: {each.msg}" for each in found)
    where = "embedded" if settings.EMBEDDED else "deployed"
    return True, f"Version {settings.VERSION}, {where}, at {settings.SITE_URL}."


def _database() -> tuple[bool, str]:
    executor = MigrationExecutor(connection)
    if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return False, f"{len(plan)} migrations are not applied. Run manage.py migrate."
    version = ".".join(map(str, connection.get_database_version()))
    return True, f"{connection.vendor} {version}, all migrations applied."


def _clocks() -> tuple[bool, str]:
    before = timezone.now()
    there = clock.now()
    apart = max(before - there, there - timezone.now(), timedelta())
    sentence = (
        f"The clocks of this machine and the database differ by {apart.total_seconds():.1f} s."
    )
    return apart <= APART, sentence


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
        waiting = {queue.name: broker.llen(queue.name) for queue in settings.CELERY_TASK_QUEUES}
    words = ", ".join(f"{name} {length}" for name, length in waiting.items())
    return True, f"Redis is available. Queued tasks: {words}."


def _work() -> tuple[bool, str]:
    found = list(findings(figures.read(), late=figures.late(), runners=settings.TICK_RUNNERS))
    if not found:
        return True, "Nothing is overdue."
    return False, " ".join(f"{WORDS[each.kind].title} ({each.number})." for each in found)


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
    return disk.free >= FREE * disk.total, sentence


def _programs() -> tuple[bool, str]:
    if connection.vendor == "sqlite":
        return True, "SQLite does not need backup programs."
    server, ours = connection.get_database_version()[0], backups.program_version("pg_dump")
    sentence = f"pg_dump is version {ours}, the server is version {server}."
    return ours >= server, sentence


LOOKS: Final[dict[str, Callable[[], tuple[bool, str]]]] = {
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
