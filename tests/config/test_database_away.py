"""If the database starts or is unavailable, everyone gets one clear sentence and the log one
line.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from django.db import InterfaceError, OperationalError

from core.web.unwritable import is_away
from tests.servers import HOST, free_port

from .clients import exchange, web_at

if TYPE_CHECKING:
    from pathlib import Path

PAGES = ("/", "/me/", "/c/demo/", "/c/demo/desk/", "/accounts/login/", "/play/")
OPERATIONS = ("/api/v1/me/", "/api/v1/campaigns/")
SENTENCE = b"The database is temporarily unavailable. Try again in a minute."


def get_answer(port: int, method: str, path: str, *more: str) -> bytes:
    """Return the whole answer to a signed-in user."""
    cookies = "Cookie: deaddrop_session=a1b2c3d4e5f6; __Host-session=a1b2c3d4e5f6"
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", cookies, *more]
    return exchange(port, "\r\n".join([*lines, "", ""]).encode())


@pytest.mark.slow("starts a server without a database")
def test_pages_report_an_unavailable_database_with_one_log_line_each(
    environment: dict[str, str], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    port = free_port()
    away = {"DATABASE_URL": f"postgres://nobody@{HOST}:{free_port()}/none"}
    logs = {"LOG_JSON": "1", "LOG_LEVEL": "WARNING"}
    token = "Authorization: Bearer dd_0123456789"
    with web_at(port, environment | away | logs, page="/livez"):
        answers = [get_answer(port, "GET", path) for path in PAGES]
        answers += [get_answer(port, "GET", path, token) for path in OPERATIONS]
    for path, answer in zip((*PAGES, *OPERATIONS), answers, strict=True):
        head, _, body = answer.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 503 "), path
        assert b"\r\nretry-after: 60\r\n" in head.lower(), path
        assert SENTENCE in body, path
    log = capfd.readouterr().err
    assert "Traceback" not in log
    lines: list[dict[str, Any]] = [
        json.loads(line) for line in log.splitlines() if line.startswith("{")
    ]
    failed = [line for line in lines if line["level"] == "error"]
    assert [line["event"] for line in failed] == ["database_away"] * len(answers), log
    assert [line["request"] for line in failed] == [f"GET {path}" for path in (*PAGES, *OPERATIONS)]


@pytest.mark.parametrize(
    "error",
    [
        psycopg.errors.CannotConnectNow("the database system is starting up"),
        psycopg.errors.AdminShutdown("terminating connection"),
        psycopg.errors.ConnectionFailure("server closed the connection"),
        psycopg.OperationalError("connection refused"),
    ],
)
def test_a_starting_stopping_or_disconnecting_server_counts_as_unavailable(
    error: Exception,
) -> None:
    wrapped = OperationalError()
    wrapped.__cause__ = error
    assert is_away(wrapped)


def test_other_database_errors_do_not_count_as_unavailable() -> None:
    assert is_away(InterfaceError("connection already closed"))
    for error in (
        psycopg.errors.LockNotAvailable(),
        psycopg.errors.UndefinedTable(),
        OperationalError("database is locked"),
        InterfaceError("the cursor is closed"),
        ValueError(),
    ):
        assert not is_away(error)
