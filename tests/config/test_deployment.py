"""The containers, as far as they can be checked without a Docker engine."""

import gzip
import json
import re
from http import HTTPStatus
from pathlib import Path
from typing import Any

import brotli
import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings

from config import healthcheck, limits, liveness, web
from config.errors import SENTENCES, TOO_LARGE, api_error
from core.live.asgi import LONGEST_SECONDS
from monitoring.management.commands import tick
from monitoring.services.job_runs import LOOP, WORKER
from tests import settings_reference

ROOT = Path(settings.BASE_DIR)
OF_THE_IMAGE = {
    "VAR_DIR", "DEBUG", "EMBEDDED", "STATIC_ROOT", "STATIC_COLLECTED", "STAFF_SECOND_FACTOR",
    "POSTGRES_PROGRAMS", "BIND",
}  # fmt: skip
"""Settings fixed by the image, or for development only."""
SET_HERE = {
    "SECRET_KEY", "DATABASE_URL", "REDIS_URL", "CACHE_URL", "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS", "SITE_URL", "EMAIL_URL", "TRUSTED_PROXIES", "UPTIME_URL",
    "TICK_RUNNERS", "DRAIN_SECONDS",
}  # fmt: skip
OURS = ("migrate", "web", "web-2", "live", "worker", "thinker", "postman", "beat", "ticker")


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    return found


def test_every_planned_service_exists(services: dict[str, Any]) -> None:
    assert set(services) == {"postgres", "redis", "proxy", "manage", *OURS}


def test_every_service_is_read_only_and_has_a_stop_period(services: dict[str, Any]) -> None:
    assert all(
        service["read_only"] and service["stop_grace_period"] for service in services.values()
    )


def test_every_long_running_service_has_a_health_check(services: dict[str, Any]) -> None:
    assert all(
        "test" in service["healthcheck"]
        for name, service in services.items()
        if name not in {"migrate", "manage"}
    )


@pytest.mark.parametrize("name", [name for name in OURS if name != "migrate"])
def test_our_services_wait_for_the_migration(services: dict[str, Any], name: str) -> None:
    assert services[name]["depends_on"]["migrate"] == {
        "condition": "service_completed_successfully"
    }


def test_a_worker_has_time_to_finish_its_task(services: dict[str, Any]) -> None:
    assert (
        int(services["worker"]["stop_grace_period"].removesuffix("s"))
        > settings.CELERY_TASK_TIME_LIMIT
    )


def test_bots_have_their_own_queue_and_every_queue_has_a_worker(services: dict[str, Any]) -> None:
    heard = {
        name: services[name]["command"][services[name]["command"].index("--queues") + 1]
        for name in ("worker", "thinker")
    }
    assert settings.CELERY_TASK_ROUTES["play.tasks.think"]["queue"] == heard["thinker"]
    assert set(heard.values()) == {queue.name for queue in settings.CELERY_TASK_QUEUES}


def test_one_loop_settles_weeks_and_another_one_delivers(services: dict[str, Any]) -> None:
    loops = {
        name: command[command.index("--only") + 1]
        for name, service in services.items()
        if "--loop" in (command := service.get("command", []))
    }
    assert loops == {"ticker": "weeks", "postman": "post"}
    units = {
        path.name: re.findall(r"--loop --only (\w+)", path.read_text())
        for path in (ROOT / "docs/operating/systemd").iterdir()
        if "--loop" in path.read_text()
    }
    assert units == {"deaddrop-loop.service": ["weeks"], "deaddrop-post.service": ["post"]}
    assert set(settings.CELERY_BEAT_SCHEDULE) == {"tick", "tables", "bots"}


@pytest.mark.parametrize("name", ["ticker", "postman"])
def test_loops_need_no_broker_and_have_a_health_check(services: dict[str, Any], name: str) -> None:
    service = services[name]
    assert service["command"][:4] == ["python", "manage.py", "tick", "--loop"]
    assert "redis" not in service["depends_on"]
    sign = service["command"][service["command"].index("--sign") + 1]
    assert sign == f"/tmp/deaddrop-{name}.alive"
    assert service["healthcheck"]["test"][-1] == name


def test_ticker_and_worker_are_both_expected_and_the_loop_is_fast_enough(
    services: dict[str, Any],
) -> None:
    """Ten seconds of waiting and ten of other work are less than half a minute."""
    assert services["ticker"]["environment"]["TICK_RUNNERS"].split(",") == [WORKER, LOOP]
    command = services["ticker"]["command"]
    assert float(command[command.index("--every") + 1]) + tick.ROUND_SECONDS < 30


def test_only_the_proxy_is_reachable_from_outside(services: dict[str, Any]) -> None:
    """So the metrics, which services exchange, stay internal."""
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]


def test_every_service_has_resource_limits(services: dict[str, Any]) -> None:
    assert not [name for name, service in services.items() if not service.get("mem_limit")]
    assert not [
        folder
        for service in services.values()
        for folder in service.get("tmpfs", ())
        if ":size=" not in folder
    ]
    uploads = (
        int(services["web"]["tmpfs"][0].partition(":size=")[2].removesuffix("m")) * limits.MEBIBYTE
    )
    assert (
        uploads >= 2 * 4 * limits.LARGEST_BODY
    )  # all threads of both workers, each with the largest upload


def test_the_containers_pass_on_exactly_the_settings(services: dict[str, Any]) -> None:
    """A setting without a value is passed on if it is set; otherwise the site's default applies."""
    known = {setting.name for setting in settings_reference.settings()}
    passed = set(services["web"]["environment"])
    assert passed == known - OF_THE_IMAGE
    set_here = {name for name, value in services["web"]["environment"].items() if value is not None}
    assert set_here == SET_HERE


def test_settings_without_a_default_are_never_passed_as_empty_text() -> None:
    """The site would not start with an empty number or boolean."""
    said = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["x-app"]["environment"]
    assert not [name for name, value in said.items() if str(value).endswith(":-}")]


def test_the_settings_reference_is_up_to_date() -> None:
    page = settings_reference.PAGE.read_text(encoding="utf-8")
    assert page == settings_reference.page(), "python -m tests.settings_reference writes it anew"


def test_a_setting_without_a_description_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in ("web.py", "limits.py"):
        (tmp_path / file).write_text("")
    line = "# -----------------------"
    (tmp_path / "settings.py").write_text(
        f'"""A."""\n# Part: x\n{line}\nA = env.int("A_THING", 3)\n'
    )
    monkeypatch.setattr(settings_reference, "CONFIG", tmp_path)
    with pytest.raises(ValueError, match="A_THING"):
        settings_reference.settings()


def test_every_environment_variable_read_is_documented() -> None:
    """HOST and PORT are part of the servers' commands."""
    known = {setting.name for setting in settings_reference.settings()}
    read = {
        name
        for file in (ROOT / "config").glob("*.py")
        for name in re.findall(r'(?:env\.\w+|environ\.get)\(\s*"([A-Z_]+)"', file.read_text())
    }
    assert read - known == {"HOST", "PORT"}


def test_the_image_has_the_client_programs_of_the_database_version(
    services: dict[str, Any],
) -> None:
    version = services["postgres"]["image"].removeprefix("postgres:").partition("-")[0]
    assert f"postgresql-client-{version}" in (ROOT / "Dockerfile").read_text()
    assert services["manage"]["profiles"], "no service that starts by itself"


# The Caddyfile is only parsed here; test_proxy.py runs Caddy with it.


@pytest.fixture(scope="module")
def caddyfile() -> str:
    return (ROOT / "Caddyfile").read_text()


def block(caddyfile: str, begins: str) -> str:
    """Return the text between the braces after these words."""
    text, depth = caddyfile[caddyfile.index(begins) + len(begins) :].lstrip(" {"), 1
    for end, sign in enumerate(text):
        depth += (sign == "{") - (sign == "}")
        if not depth:
            return text[:end]
    raise AssertionError(f"{begins} has no end")


def test_the_proxy_sends_streams_to_the_live_service(caddyfile: str) -> None:
    assert "reverse_proxy live:8001" in block(caddyfile, f"handle {settings.LIVE_PATH}*")


def test_the_proxy_drops_the_metrics_token_from_outside(caddyfile: str) -> None:
    lines = [line.strip() for line in block(caddyfile, "{$SITE_ADDRESS} {").splitlines()]
    assert "request_header /metrics -Authorization" in lines


def test_slow_bodies_and_slow_readers_are_buffered_by_the_proxy(caddyfile: str) -> None:
    pages = block(caddyfile, "\thandle {")
    assert f"max_size {limits.LARGEST_BODY // limits.MEBIBYTE}MiB" in pages
    assert f"request_buffers {limits.LARGEST_BODY // limits.MEBIBYTE}MiB" in pages
    assert "response_buffers 4MiB" in pages
    streams = block(caddyfile, f"handle {settings.LIVE_PATH}*")
    assert f"max_size {limits.LARGEST_HEAD // 1024}KiB" in streams
    assert "_buffers" not in streams


def test_the_proxys_timeouts_match_the_sites(caddyfile: str) -> None:
    servers = block(caddyfile, "servers")
    assert f"max_header_size {limits.LARGEST_HEAD // 1024}KiB" in servers
    timeouts = dict(
        line.split("#")[0].split() for line in block(servers, "timeouts").strip().splitlines()
    )
    assert set(timeouts) == {"read_header", "read_body", "write", "idle"}
    assert timeouts["read_header"] == f"{limits.HEAD_SECONDS:.0f}s"
    assert timeouts["read_body"] == f"{limits.BODY_SECONDS:.0f}s"
    assert int(timeouts["write"].removesuffix("m")) * 60 > LONGEST_SECONDS


def test_a_stopping_server_works_until_the_proxy_has_checked_twice(
    caddyfile: str, services: dict[str, Any]
) -> None:
    looks = float(block(caddyfile, "(web)").partition("health_interval ")[2].partition("s")[0])
    drains = float(services["web"]["environment"]["DRAIN_SECONDS"])
    assert drains > 2 * looks
    stops = float(services["web"]["stop_grace_period"].removesuffix("s"))
    assert stops > drains + web.STOP_SECONDS


def test_the_proxy_closes_idle_connections_before_a_server_does(
    caddyfile: str, services: dict[str, Any]
) -> None:
    drains = float(services["web"]["environment"]["DRAIN_SECONDS"])
    idle = float(block(caddyfile, "(patiently)").partition("keepalive ")[2].partition("s")[0])
    assert idle < min(limits.HEAD_SECONDS, drains)


def test_the_proxy_and_the_site_have_the_same_message_for_large_bodies(caddyfile: str) -> None:
    errors = block(caddyfile, "handle_errors")
    said = json.loads(errors.partition("respond `")[2].partition("`")[0])
    assert said == json.loads(
        api_error(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, SENTENCES[HTTPStatus.REQUEST_ENTITY_TOO_LARGE]
        ).content
    )
    assert f'respond "{TOO_LARGE}"' in errors


def test_the_image_runs_as_an_unprivileged_user() -> None:
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    assert "USER deaddrop" in lines
    assert lines.index("USER deaddrop") < next(
        n for n, line in enumerate(lines) if line.startswith("CMD")
    )


def test_requirement_files_name_no_download_urls() -> None:
    assert not [
        path.name for path in (ROOT / "requirements").rglob("*.*") if "://" in path.read_text()
    ]


def test_a_process_without_recent_heartbeats_is_unhealthy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("config.liveness.tempfile.gettempdir", lambda: str(tmp_path))
    assert not healthcheck.is_well("worker")
    liveness.worker_beats()
    assert healthcheck.is_well("worker")
    later = liveness.sign("worker").stat().st_mtime + 61
    monkeypatch.setattr("config.liveness.time.time", lambda: later)
    assert not healthcheck.is_well("worker")


@pytest.mark.django_db
def test_the_ticker_writes_its_heartbeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("config.liveness.tempfile.gettempdir", lambda: str(tmp_path))
    assert not healthcheck.is_well("ticker")
    call_command("tick", "--sign", str(liveness.sign("ticker")))
    assert healthcheck.is_well("ticker")


def test_a_site_that_does_not_answer_is_unhealthy() -> None:
    from tests.servers import free_port

    assert not healthcheck.is_well(f"http://127.0.0.1:{free_port()}/readyz")


@pytest.mark.slow("compresses all static files")
def test_static_files_are_hashed_and_compressed_in_advance(tmp_path: Path) -> None:
    collected = {"staticfiles": {"BACKEND": "config.collecting.CollectedStorage"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES={**settings.STORAGES, **collected}):
        call_command("collectstatic", interactive=False, verbosity=0)
    names = json.loads((tmp_path / "staticfiles.json").read_text())["paths"]
    for file in ("css/tokens.css", "js/main.js"):
        plain = (tmp_path / names[file]).read_bytes()
        assert names[file] != file
        assert brotli.decompress((tmp_path / f"{names[file]}.br").read_bytes()) == plain
        assert gzip.decompress((tmp_path / f"{names[file]}.gz").read_bytes()) == plain
    assert not any(name.startswith(("redoc", "rest_framework/")) for name in names)
    face = names["fonts/barlow-latin-400-normal-common.woff2"]
    assert face in (tmp_path / names["css/tokens.css"]).read_text()
    times = names["js/times.js"].removeprefix("js/")
    assert f'"./{times}"' in (tmp_path / names["js/main.js"]).read_text()
