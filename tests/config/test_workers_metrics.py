"""Request times of several workers: each worker reports those of all, including stopped ones."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from django.conf import settings
from prometheus_client.parser import text_string_to_metric_families

from tests.servers import HOST, free_port

from .test_serve import exists, until

pytestmark = [pytest.mark.slow("starts the web server"), pytest.mark.django_db]
TOKEN = "a-long-random-text-that-nobody-guesses"
PAGE = "/accounts/login/"


@contextmanager
def web(environment: dict[str, str], folder: Path) -> Iterator[tuple[int, int]]:
    """Run the web server and return its port and the parent of its two workers."""
    port = free_port()
    program = subprocess.Popen(
        [sys.executable, "-m", "config.web"],
        cwd=settings.BASE_DIR,
        env={
            **environment,
            "BIND": f"{HOST}:{port}",
            "WEB_WORKERS": "2",
            "METRICS_TOKEN": TOKEN,
            "TMPDIR": str(folder),
            "LOG_LEVEL": "ERROR",
        },
        stderr=subprocess.DEVNULL,
    )
    try:
        until(lambda: len(workers(program.pid)) == 2 and get(port, "/livez"))
        yield port, program.pid
    finally:
        program.terminate()
        program.wait(30)


def workers(master: int) -> set[int]:
    """Return the processes that answer."""
    said = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return {int(pid) for pid in said if exists(int(pid))}


def has_two_new_workers(master: int, gone: set[int]) -> bool:
    """Return whether two workers answer, none of them in this set."""
    now = workers(master)
    return len(now) == 2 and not now & gone


def get(port: int, path: str) -> bytes:
    """Request a page on a new connection, which either worker can take."""
    asked = Request(f"http://{HOST}:{port}{path}", headers={"Authorization": f"Bearer {TOKEN}"})
    with urlopen(asked, timeout=30) as answer:
        said: bytes = answer.read()
        return said


def counted_requests(port: int) -> float:
    """Return the number of answered sign-in pages as one worker reports it."""
    return sum(
        sample.value
        for family in text_string_to_metric_families(get(port, "/metrics").decode())
        for sample in family.samples
        if sample.name == "deaddrop_request_seconds_count"
        and sample.labels["view"] == "account_login"
    )


def test_every_worker_reports_the_requests_of_all_workers(
    process_environment: dict[str, str], tmp_path: Path
) -> None:
    with web(process_environment, tmp_path) as (port, master):
        for _ in range(20):
            get(port, PAGE)
        assert {counted_requests(port) for _ in range(10)} == {20}
        for round_ in (1, 2, 3):
            gone = workers(master)
            for pid in gone:
                os.kill(pid, signal.SIGKILL)
            until(partial(has_two_new_workers, master, gone))
            until(lambda: get(port, "/livez"))
            get(port, PAGE)
            assert {counted_requests(port) for _ in range(6)} == {20 + round_}
        [folder] = tmp_path.glob("deaddrop-metrics-*")
        assert folder.stat().st_mode & 0o077 == 0
        assert len(list(folder.glob("histogram_*.db"))) <= 8, "one of each worker"
    assert not list(tmp_path.glob("deaddrop-metrics-*"))
