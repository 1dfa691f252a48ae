"""A league at a deadline, as a database that can be copied quickly, and digests to compare two
copies.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from hashlib import sha256
from itertools import count
from typing import Any

import psycopg
from allauth.account.models import EmailAddress
from django.apps import apps
from django.db import connection
from django.utils import timezone
from django_scopes import scopes_disabled
from psycopg import sql

from campaign.league.models import Campaign
from campaign.news.models import Hook
from core.accounts.models import User
from core.notifications.models import OwnHook, PushSubscription
from core.notifications.services import web_push
from play.models import DailyDeal
from tests.crowd import APPS, CLOCKS, FOUNDED, Moments, crowd
from tests.push import Browser
from tests.sessions import hang_up
from tests.siege import more

SIZES = (2, 3)
CAMPAIGNS = 8
MANY = more(CAMPAIGNS, 100)
"""Number of clubs in the crowd, where each deadline is an attempt of its own."""
CHANCE = frozenset({
    "id", "match_id", "claimed_at", "notice_id", "news_id", "campaign_tabledice.seed",
    "notifications_notice.number",
})  # fmt: skip
"""Columns whose value is new each time, of every table or of one."""

AT_MOST = 60.0

_numbers = count(1)


def wait_for(happened: Callable[[], bool], what: str) -> None:
    """Check repeatedly, for a minute at most."""
    end = time.monotonic() + AT_MOST
    while not happened():
        assert time.monotonic() < end, what
        time.sleep(0.05)


@contextmanager
def using(name: str) -> Iterator[None]:
    """Let this process's Django use another database of the same server."""
    connection.close()
    before = connection.settings_dict["NAME"]
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = before


@dataclass
class World:
    """Clubs whose orders are in and due at the same time. `url` is the server's, without a
    database.
    """

    url: str
    template: str
    moments: Moments
    made: list[str] = field(default_factory=list)

    def copy(self, due_in: timedelta | None = None) -> str:
        """Create a database with this league; with `due_in`, move its calendar so that everything
        is due in this time.
        """
        name = f"{self.template}_{next(_numbers)}"
        _command(self.url, sql.SQL("CREATE DATABASE {} TEMPLATE {}"), name, self.template)
        self.made.append(name)
        if due_in is not None:
            later = timezone.now() + due_in - self.moments.due_at
            moved = ", ".join(f"{clock} = {clock} + %(later)s" for clock in CLOCKS)
            with self.open(name) as database:
                database.execute(f"UPDATE campaign_week SET {moved}", {"later": later})  # type: ignore[arg-type]
        return name

    def open(self, name: str) -> psycopg.Connection[Any]:
        """Open a connection of our own besides Django's."""
        return psycopg.connect(f"{self.url}/{name}", autocommit=True)

    def ask(self, name: str, question: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return rows of a copy."""
        with self.open(name) as database:
            return database.execute(question, values).fetchall()  # type: ignore[arg-type]

    def do(self, name: str, command: str, *values: Any) -> None:
        """Change something in a copy."""
        with self.open(name) as database:
            database.execute(command, values)  # type: ignore[arg-type]

    def statuses(self, name: str) -> set[str]:
        """Return the statuses of the first weeks."""
        return {
            status
            for (status,) in self.ask(name, "SELECT status FROM campaign_week WHERE number = 1")
        }

    def environment(self, name: str, **more: str) -> dict[str, str]:
        """Return the environment for a program that uses a copy."""
        return {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": f"{self.url}/{name}",
            **more,
        }

    def forget(self) -> None:
        """Drop all copies."""
        while self.made:
            _command(self.url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), self.made.pop())


def found_world(kind: str = "world", campaigns: int = CAMPAIGNS) -> World:
    """Fill a copy of the (empty, migrated) test database with a league of this many clubs."""
    settings = connection.settings_dict
    url = f"postgres://{settings['USER']}@{settings['HOST']}:{settings['PORT']}"
    name = f"{settings['NAME']}_{kind}"
    empty = settings["NAME"]
    hang_up()
    _command(url, sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), name)
    _command(url, sql.SQL("CREATE DATABASE {} TEMPLATE {}"), name, empty)
    with using(name):
        moments = crowd(campaigns, SIZES)
        _write_to_everybody()
    return World(url, name, moments)


def _write_to_everybody() -> None:
    """Give everyone a mail address, a device and a personal hook, and every club a hook for its
    news.
    """
    with scopes_disabled():
        users, clubs = User.objects.all(), Campaign.objects.all()
        EmailAddress.objects.bulk_create(
            [
                EmailAddress(user=user, email=f"{user.pk}@example.org", verified=True, primary=True)
                for user in users
            ]
        )
        key, keys = web_push.site_key(), Browser().keys
        PushSubscription.objects.bulk_create(
            [
                PushSubscription(
                    user=user,
                    endpoint=f"https://push.example.org/{user.pk}",
                    vapid=key,
                    name="A browser",
                    made_at=FOUNDED,
                    **keys,
                )
                for user in users
            ]
        )
        OwnHook.objects.bulk_create(
            [
                OwnHook(
                    user=user,
                    kind="discord",
                    address=f"https://discord.com/api/webhooks/2/{user.pk}",
                    made_at=FOUNDED,
                )
                for user in users
            ]
        )
        Hook.objects.bulk_create(
            [
                Hook(
                    campaign=club,
                    name="Hook",
                    kind=Hook.Kind.DISCORD,
                    address=f"https://discord.com/api/webhooks/1/{club.pk}",
                    made_by=club.founder,
                    made_at=FOUNDED,
                )
                for club in clubs
            ]
        )


def _command(url: str, command: sql.SQL, *names: str) -> None:
    with psycopg.connect(f"{url}/postgres", autocommit=True) as server:
        server.execute(command.format(*map(sql.Identifier, names)))


def truth(world: World, name: str) -> dict[str, str]:
    """Return a digest of each table without values that are new each time: equal if the same things
    were done once each. The deal of the day is not part of it, because any worker deals it once
    (tests/play/test_daily.py).
    """
    with world.open(name) as database:
        return {
            model._meta.db_table: _digest(database, model)
            for app in APPS
            for model in apps.get_app_config(app).get_models()
            if model is not DailyDeal
        }


def _digest(database: psycopg.Connection[Any], model: Any) -> str:
    table = model._meta.db_table
    columns = [
        each.column
        for each in model._meta.concrete_fields
        if not {each.column, f"{table}.{each.column}"} & CHANCE
    ]
    rows = database.execute(f"SELECT {', '.join(columns)} FROM {table}").fetchall()  # type: ignore[arg-type]
    return sha256("\n".join(sorted(map(repr, rows))).encode()).hexdigest()
