"""The database of the tests: committed rows are removed after each test, including append-only
ones.
"""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.core.management import call_command
from django.db import connection

from tests import conftest, template
from tests.factories import found_club
from tests.template import STANDING, sql_flush

pytestmark = pytest.mark.django_db(transaction=True)


def full() -> set[str]:
    """Return the tables that contain rows."""
    return {
        model._meta.db_table
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and model._base_manager.exists()
    }


def test_emptying_the_database_leaves_only_rows_made_by_migrations() -> None:
    found_club()
    assert {"campaign_campaign", "campaign_money"} <= full()
    known = ContentType.objects.count(), Permission.objects.count()
    call_command("flush", interactive=False, verbosity=0)
    assert full() == STANDING
    assert (ContentType.objects.count(), Permission.objects.count()) == known


@pytest.mark.skipif("SERVERS_LOG" not in os.environ, reason="a server of somebody else's")
def test_the_test_database_is_a_copy_with_its_own_flush() -> None:
    ours = connection.ops.sql_flush
    assert (ours.__module__, ours.__qualname__) == (sql_flush.__module__, sql_flush.__qualname__)
    with connection.cursor() as cursor:
        cursor.execute("SELECT datname FROM pg_database WHERE datname LIKE 'migrated_%'")
        assert len(cursor.fetchall()) == 1


@pytest.mark.parametrize(("is_worker", "prepared"), [(False, 1), (True, 0)])
def test_the_template_is_migrated_before_the_first_test(
    is_worker: bool,
    prepared: int,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    calls: list[None] = []
    monkeypatch.setenv("SERVERS_LOG", "servers.log")
    monkeypatch.setattr(template, "prepare", lambda: calls.append(None))
    config = SimpleNamespace(workerinput={}) if is_worker else SimpleNamespace()
    session: Any = SimpleNamespace(config=config, items=[request.node])
    conftest.pytest_runtestloop(session)
    assert len(calls) == prepared
