"""The containers, as far as that can be told without a Docker engine."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.test import override_settings

from config import healthcheck, heartbeat

ROOT = Path(settings.BASE_DIR)
OURS = ("migrate", "web", "live", "worker", "thinker", "postman", "beat")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return found


def test_every_service_of_the_plan_is_there(services: dict[str, Any]) -> None:
    assert set(services) == {"postgres", "redis", "proxy", *OURS}


def test_every_service_is_read_only_and_stops_in_its_own_time(services: dict[str, Any]) -> None:
    assert all(service["read_only"] and service["stop_grace_period"] for service in services.values())


def test_every_lasting_service_has_a_health_check(services: dict[str, Any]) -> None:
    assert all("test" in service["healthcheck"] for name, service in services.items() if name != "migrate")


@pytest.mark.parametrize("name", [name for name in OURS if name != "migrate"])
def test_our_services_wait_for_the_migration(services: dict[str, Any], name: str) -> None:
    assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}


def test_a_worker_may_finish_its_task(services: dict[str, Any]) -> None:
    assert int(services["worker"]["stop_grace_period"].removesuffix("s")) > settings.CELERY_TASK_TIME_LIMIT


def test_bots_and_mail_have_queues_of_their_own_and_every_queue_has_a_worker(services: dict[str, Any]) -> None:
    workers = ("worker", "thinker", "postman")
    heard = {name: services[name]["command"][services[name]["command"].index("--queues") + 1] for name in workers}
    assert settings.CELERY_TASK_ROUTES["play.tasks.think"]["queue"] == heard["thinker"]
    assert settings.CELERY_TASK_ROUTES["campaign.tasks.relay"]["queue"] == heard["postman"]
    assert set(heard.values()) == {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_the_containers_set_only_what_the_settings_read(services: dict[str, Any]) -> None:
    read = (ROOT / "config" / "settings.py").read_text()
    assert not [name for name in services["web"]["environment"] if f'"{name}"' not in read]


def test_the_proxy_sends_streams_to_the_live_service() -> None:
    assert f"handle {settings.LIVE_PATH}*" in (ROOT / "Caddyfile").read_text()


def test_the_image_runs_as_nobody_in_particular() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert "USER deaddrop" in lines
    assert lines.index("USER deaddrop") < next(n for n, line in enumerate(lines) if line.startswith("CMD"))


def test_no_list_names_where_it_was_downloaded_from() -> None:
    assert not [path.name for path in (ROOT / "requirements").iterdir() if "://" in path.read_text()]


def test_a_process_that_stopped_beating_is_not_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.heartbeat.tempfile.gettempdir", lambda: str(tmp_path))
    assert not healthcheck.is_well("worker")
    heartbeat.worker_beats()
    assert healthcheck.is_well("worker")
    later = heartbeat.sign("worker").stat().st_mtime + 61
    monkeypatch.setattr("config.heartbeat.time.time", lambda: later)
    assert not healthcheck.is_well("worker")


def test_a_site_that_does_not_answer_is_not_well() -> None:
    from tests.servers import free_port

    assert not healthcheck.is_well(f"http://127.0.0.1:{free_port()}/readyz")


def test_static_files_can_be_collected_with_their_hashes(tmp_path: Path) -> None:
    from django.core.management import call_command

    hashed = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES={**settings.STORAGES, **hashed}):
        call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=["redoc"])
    assert (tmp_path / "staticfiles.json").exists()
