"""Servers of the site in separate processes, with short limits for slow senders."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from tests.failure.composed import Composed
from tests.servers import free_port

from .clients import PAGES, said, web_at
from .test_serve import answers, until

if TYPE_CHECKING:
    from collections.abc import Iterator

HASTE = {"HEAD_SECONDS": "6", "BODY_SECONDS": "6"}
"""Settings with short limits for slow clients, so that tests do not wait long for their
disconnection.
"""


@pytest.fixture(scope="module")
def environment(
    servers: None, django_db_setup: None, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, str]:
    """Return the environment of a server. It only reads this test process's database."""
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
def web(environment: dict[str, str]) -> Iterator[int]:
    """Return the port of a web server with a single worker."""
    port = free_port()
    with web_at(port, environment):
        yield port


@pytest.fixture(scope="module")
def proxied(environment: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """Return the port of Caddy before a web server, both as deployed."""
    folder = tmp_path_factory.mktemp("composed")
    with Composed(folder, environment["DATABASE_URL"], environment["REDIS_URL"]) as services:
        services.begin("web")
        services.begin("proxy")
        port = int(services.address.rpartition(":")[2])
        until(lambda: all(answers(port, page) for page in PAGES))
        said(port, PAGES[0])  # It may wait until the proxy has checked a server that just started.
        yield port
