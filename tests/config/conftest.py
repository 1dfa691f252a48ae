"""Servers of the site in processes of their own, in a hurry to lose slow senders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from tests.servers import free_port

from .clients import gunicorn_at, live_at

if TYPE_CHECKING:
    from collections.abc import Iterator

HASTE = {"HEAD_SECONDS": "6", "BODY_SECONDS": "6"}
"""How long the site listens to those who dawdle: whoever waits for them to be hung up on has no
patience left.
"""


@pytest.fixture(scope="module")
def environment(
    servers: None, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """What a server of the site finds around it. It only looks at this test process's database."""
    database = connection.settings_dict
    address = (
        f"postgres://{database['USER']}@{database['HOST']}:{database['PORT']}/{database['NAME']}"
    )
    return {
        **os.environ,
        "DATABASE_URL": address,
        "VAR_DIR": str(tmp_path_factory.mktemp("var")),
        **HASTE,
    }


@pytest.fixture(scope="module")
def gunicorn(environment: dict[str, str]) -> Iterator[int]:
    """The port of gunicorn with a single worker."""
    port = free_port()
    with gunicorn_at(port, environment):
        yield port


@pytest.fixture(scope="module")
def live(environment: dict[str, str]) -> Iterator[int]:
    """The port of the process that serves live streams."""
    port = free_port()
    with live_at(port, environment):
        yield port
