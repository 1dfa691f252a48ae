"""Settings follow the environment; important ones have no default."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client, override_settings

DEPLOYED = {
    "SECRET_KEY": "k" * 64,
    "DATABASE_URL": "postgres://someone@db.example/league",
    "REDIS_URL": "redis://redis.example/0",
    "ALLOWED_HOSTS": "league.example",
}


def read(tmp_path: Path, names: str, **environment: str) -> Any:
    """Read settings in a separate process with this environment only."""
    code = (
        "import json, config.settings as s; print(json.dumps([getattr(s, n) for n in "
        f"{names.split()!r}], default=str))"
    )
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path / "var"), **environment}
    done = subprocess.run(
        [sys.executable, "-c", code], env=clean, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(done.stderr.strip().splitlines()[-1])
    return json.loads(done.stdout)


def test_without_environment_the_site_runs_embedded_on_files(tmp_path: Path) -> None:
    databases, broker, options, https = read(
        tmp_path, "DATABASES CELERY_BROKER_URL CELERY_BROKER_TRANSPORT_OPTIONS HTTPS"
    )
    assert databases["default"]["ENGINE"] == "django.db.backends.sqlite3"
    assert databases["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"
    assert broker.startswith("filesystem:")
    assert options["polling_interval"] == 0.05
    assert https is False


def test_the_embedded_secret_key_is_stored_and_private(tmp_path: Path) -> None:
    first, second = read(tmp_path, "SECRET_KEY"), read(tmp_path, "SECRET_KEY")
    assert first == second
    assert len(first[0]) > 60
    assert (tmp_path / "var" / "secret_key").stat().st_mode & 0o077 == 0


def test_a_deployed_site_refuses_to_start_without_a_secret_key(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="SECRET_KEY"):
        read(tmp_path, "SECRET_KEY", **{**DEPLOYED, "SECRET_KEY": ""})
    assert not (tmp_path / "var").exists()


def test_an_unknown_email_url_scheme_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="EMAIL_URL must start with smtp://"):
        read(tmp_path, "EMAIL_URL", **{**DEPLOYED, "EMAIL_URL": "post://mail.example"})


@pytest.mark.parametrize(
    ("url", "backend"),
    [
        ("smtp://mail.example", "core.web.mail.PunctualBackend"),
        ("submission://site:secret@mail.example:587", "core.web.mail.PunctualBackend"),
        ("console:", "django.core.mail.backends.console.EmailBackend"),
    ],
)
def test_the_mail_backend_has_a_deadline(tmp_path: Path, url: str, backend: str) -> None:
    assert read(tmp_path, "EMAIL_BACKEND", **{**DEPLOYED, "EMAIL_URL": url}) == [backend]


def test_the_admins_second_factor_can_be_disabled_only_in_development(tmp_path: Path) -> None:
    assert read(tmp_path, "STAFF_SECOND_FACTOR", **DEPLOYED) == [True]
    assert read(tmp_path, "STAFF_SECOND_FACTOR", STAFF_SECOND_FACTOR="0") == [False]
    with pytest.raises(RuntimeError, match="only for development"):
        read(tmp_path, "STAFF_SECOND_FACTOR", **DEPLOYED, STAFF_SECOND_FACTOR="0")


def test_a_deployed_site_has_strict_settings(tmp_path: Path) -> None:
    names = "HTTPS DEBUG SESSION_COOKIE_SECURE CSRF_COOKIE_SECURE SECURE_SSL_REDIRECT ALLOWED_HOSTS"
    assert read(tmp_path, names, **DEPLOYED) == [True, False, True, True, True, ["league.example"]]


@pytest.mark.parametrize(
    ("said", "header"),
    [
        ({}, "max-age=31536000"),
        ({"HSTS_SUBDOMAINS": "1"}, "max-age=31536000; includeSubDomains"),
        (
            {"HSTS_SUBDOMAINS": "1", "HSTS_PRELOAD": "1"},
            "max-age=31536000; includeSubDomains; preload",
        ),
        ({"HTTPS": "0"}, None),
    ],
)
def test_hsts_covers_only_this_host_by_default(
    tmp_path: Path, said: dict[str, str], header: str | None
) -> None:
    names = "SECURE_HSTS_SECONDS SECURE_HSTS_INCLUDE_SUBDOMAINS SECURE_HSTS_PRELOAD"
    seconds, subdomains, preload = read(tmp_path, names, **DEPLOYED, **said)
    with override_settings(
        SECURE_HSTS_SECONDS=seconds,
        SECURE_HSTS_INCLUDE_SUBDOMAINS=subdomains,
        SECURE_HSTS_PRELOAD=preload,
    ):
        answer = Client().get("/accounts/login/", secure=True)
    assert answer.headers.get("Strict-Transport-Security") == header


def test_postgres_times_out_on_locks_and_dead_connections(tmp_path: Path) -> None:
    [databases] = read(tmp_path, "DATABASES", **DEPLOYED)
    options = databases["default"]["OPTIONS"]
    assert "lock_timeout=3s" in options["options"]
    assert "idle_in_transaction_session_timeout" in options["options"]
    assert "client_connection_check_interval" in options["options"]
    assert options["keepalives"] == 1


def test_a_killed_workers_task_is_redelivered_soon(tmp_path: Path) -> None:
    names = (
        "CELERY_TASK_ACKS_LATE CELERY_TASK_REJECT_ON_WORKER_LOST "
        "CELERY_WORKER_PREFETCH_MULTIPLIER CELERY_BROKER_TRANSPORT_OPTIONS"
    )
    late, reject, prefetch, options = read(tmp_path, names, **DEPLOYED)
    assert (late, reject, prefetch) == (True, True, 1)
    assert options["visibility_timeout"] == 300
    assert (options["unacked_restore_interval"], options["unacked_restore_throttle"]) == (5, 1)
    limit, visibility = read(tmp_path, "CELERY_TASK_TIME_LIMIT VISIBILITY_TIMEOUT", **DEPLOYED)
    assert limit < visibility
