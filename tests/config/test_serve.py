"""``make run``: one process keeps the others alive and leaves nothing behind."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import unescape
from pathlib import Path
from typing import IO, Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest
from django.conf import settings

from config import prepare
from config import serve as supervising
from tests.servers import free_port
from tests.sqlite import migrated

ROOT = Path(settings.BASE_DIR)
pytestmark = pytest.mark.slow("starts every process of a site")


def until(ask: Callable[[], Any], seconds: float = 60) -> Any:
    """Repeat until the result is true."""
    deadline = time.monotonic() + seconds
    while True:
        with suppress(OSError):
            if answer := ask():
                return answer
        assert time.monotonic() < deadline, "it took too long"
        time.sleep(0.05)


def environment(var: Path, port: int) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "VAR_DIR": str(var), "PORT": str(port), "DEMO": "0"}


def serve(
    var: Path, port: int, output: int = subprocess.PIPE, **more: str
) -> subprocess.Popen[str]:
    command = [sys.executable, "-P", "config/serve.py"]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment(var, port) | more,
        stdout=output,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


STARTED = ("config.prepare", "config.web", "config.delivery")
"""Modules started by a supervisor, without the worker."""


def children(pid: int) -> dict[str, int]:
    """Return the processes started by this one, by the module they run. A Celery worker may change
    its title.
    """
    found = {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            if int((entry / "stat").read_text().rpartition(")")[2].split()[1]) == pid:
                said = (entry / "cmdline").read_text()
                name = next((name for name in STARTED if name in said), "config.worker")
                found[name] = int(entry.name)
    return found


def exists(pid: int) -> bool:
    """Return whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def port() -> int:
    return free_port()


@pytest.fixture
def supervisor(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """Start what `make run` starts, on an up-to-date database."""
    migrated(tmp_path / "var" / "deaddrop.sqlite3")
    process = serve(tmp_path / "var", port)
    yield process
    process.kill()
    process.communicate()


def answers(port: int, address: str) -> bool:
    with urlopen(f"http://127.0.0.1:{port}{address}", timeout=30) as answer:
        return bool(answer.status == 200)


def all_three(pid: int) -> dict[str, int]:
    found = children(pid)
    return found if {"config.web", "config.worker", "config.delivery"} <= set(found) else {}


def test_the_supervisor_restarts_dead_processes_and_stops_all(
    supervisor: subprocess.Popen[str], port: int
) -> None:
    assert until(lambda: answers(port, "/readyz"))
    assert answers(port, "/accounts/login/")
    running = until(lambda: all_three(supervisor.pid))
    os.kill(running["config.web"], signal.SIGKILL)
    assert until(
        lambda: (
            all_three(supervisor.pid).get("config.web", running["config.web"])
            != running["config.web"]
        )
    )
    assert answers(port, "/readyz")
    running = all_three(supervisor.pid)
    supervisor.send_signal(signal.SIGINT)
    assert supervisor.wait(20) == 0
    assert not [name for name, pid in running.items() if exists(pid)]


class Visitor:
    """A visitor with a browser that keeps cookies."""

    def __init__(self, port: int, name: str) -> None:
        self.site = f"http://127.0.0.1:{port}"
        self.browser = build_opener(HTTPCookieProcessor())
        _, page = self.read("/accounts/login/")
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page)
        assert token
        sent = {"csrfmiddlewaretoken": token[1], "login": name, "password": f"drop-{name}"}
        self.browser.open(f"{self.site}/accounts/login/", urlencode(sent).encode(), 60).close()

    def read(self, path: str) -> tuple[int, str]:
        """Return a page's status and text."""
        try:
            with self.browser.open(self.site + path, timeout=60) as answer:
                return answer.status, answer.read().decode(errors="replace")
        except HTTPError as refused:
            with refused:
                return refused.code, ""


def form_targets(page: str) -> list[str]:
    """Return the addresses of a page's forms."""
    return re.findall(r'<form\b[^>]*?\saction="([^"]*)"', page)


def shape(path: str) -> str:
    """Return the address without owner and numbers, so that equal pages are visited once."""
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|(?<=/teams/)[\w-]+", "*", path.partition("?")[0])


def test_demo_users_can_open_every_club_page_on_sqlite(tmp_path: Path, port: int) -> None:
    """The other tests use PostgreSQL, but a first try uses SQLite."""
    running = serve(tmp_path / "var", port, subprocess.DEVNULL, DEMO="1")
    try:
        assert until(lambda: answers(port, "/readyz"), 180)
        for name, least in (("vera", 25), ("morgan", 25)):
            visitor, seen, waiting = Visitor(port, name), set[str](), ["/me/", "/c/demo/"]
            wrong = []
            while waiting:
                path = waiting.pop(0)
                if shape(path) in seen:
                    continue
                seen.add(shape(path))
                status, page = visitor.read(path)
                wrong += [] if status == 200 else [f"{name}: {status} {path}"]
                wrong += [
                    f"{name}: {path} sends to “{to}”" for to in form_targets(page) if to[:1] != "/"
                ]
                waiting += [unescape(link) for link in re.findall(r'href="(/c/demo/[^"#]*)"', page)]
            assert not wrong
            assert len(seen) >= least, seen
    finally:
        running.kill()
        running.wait()


def test_killing_the_supervisor_leaves_no_processes(supervisor: subprocess.Popen[str]) -> None:
    running = until(lambda: all_three(supervisor.pid))
    supervisor.kill()
    until(lambda: not any(exists(pid) for pid in running.values()))


@pytest.mark.parametrize("wanted", [True, False])
def test_the_demo_logins_are_stored_for_the_final_message(
    wanted: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    settings: Any,
    db: None,
) -> None:
    def command(name: str, *, stdout: IO[str] | None = None, **_: Any) -> None:
        if stdout:
            stdout.write("vera drop-vera\n")

    monkeypatch.setattr(prepare, "call_command", command)
    settings.VAR_DIR, settings.DEMO = tmp_path, wanted
    (tmp_path / "logins.txt").write_text("of a database that is gone")
    prepare.main()
    assert "drop-vera" not in capsys.readouterr().out
    monkeypatch.setenv("DEMO", "1" if wanted else "0")
    assert supervising.Preparation(tmp_path, "").logins() == ("vera drop-vera\n" if wanted else "")


def test_a_database_older_than_the_new_migrations_is_set_aside(tmp_path: Path) -> None:
    var = tmp_path / "var"
    var.mkdir()
    with sqlite3.connect(var / "deaddrop.sqlite3") as old:
        old.execute(
            "CREATE TABLE django_migrations (id integer PRIMARY KEY, app text, name text, "
            "applied text)"
        )
        old.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('campaign', "
            "'0003_api', '2026-11-01')"
        )
        old.execute("CREATE TABLE kept (words text)")
    done = subprocess.run(
        [sys.executable, "-m", "config.prepare"],
        cwd=ROOT,
        env=environment(var, 0),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "was created by an older version of Dead Drop. It was moved to" in done.stdout
    with sqlite3.connect(var / "deaddrop.old-1.sqlite3") as aside:
        assert aside.execute("SELECT name FROM sqlite_master WHERE name = 'kept'").fetchall() == [
            ("kept",)
        ]
    again = subprocess.run(
        [sys.executable, "-m", "config.prepare"],
        cwd=ROOT,
        env=environment(var, 0),
        capture_output=True,
        text=True,
        check=True,
    )
    assert "older version" not in again.stdout


def test_without_the_demo_its_logins_are_not_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "logins.txt").write_text("vera drop-vera")
    monkeypatch.setenv("DEMO", "0")
    assert supervising.Preparation(tmp_path, "").logins() == ""


def test_a_taken_port_is_reported_with_an_alternative(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        output, _ = serve(tmp_path / "var", port).communicate(timeout=30)
    assert f"port {port}" in output
    assert f"make run PORT={port + 1}" in output
