"""The operator's files name only existing metrics, labels, alerts and services."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from django.conf import settings
from django.core.management import get_commands
from prometheus_client.parser import text_string_to_metric_families

from config import metrics
from monitoring.models import Incident, JobRun
from monitoring.rules.alarms import ALARM_TEXTS
from monitoring.services import job_runs

ROOT: Final = Path(settings.BASE_DIR)
FOLDER: Final = ROOT / "docs" / "operating"
NAME: Final = re.compile(r"\bdeaddrop_[a-z_]+")
WITH_LABELS: Final = re.compile(r"\b(deaddrop_[a-z_]+)\{([^}]*)\}")
GROUPED: Final = re.compile(r"\bby \(([a-z, ]+)\) ?\(+([^()]*(?:\([^()]*\))?[^()]*)")
LABEL: Final = re.compile(r"([a-z_]+)=~?\"([^\"]*)\"")

pytestmark = pytest.mark.django_db


def alerts() -> list[dict[str, Any]]:
    found = yaml.safe_load((FOLDER / "alerts.yml").read_text())
    return [rule for group in found["groups"] for rule in group["rules"]]


def panels() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((FOLDER / "dashboard.json").read_text())["panels"]
    return found


def expressions() -> list[str]:
    drawn = [target["expr"] for panel in panels() for target in panel["targets"]]
    return [rule["expr"] for rule in alerts()] + drawn


@pytest.fixture
def exported_metrics(redis_url: str, settings: Any) -> dict[str, dict[str, set[str]]]:
    """Return the names in `/metrics` with their labels and values."""
    settings.CELERY_BROKER_URL = redis_url
    for job in settings.CELERY_BEAT_SCHEDULE:
        job_runs.record(job, job_runs.WORKER)
        job_runs.record(job, job_runs.LOOP)
    metrics.REQUESTS.labels("club").observe(1)
    metrics.ERRORS.labels("club").inc()
    for status in "2345":
        metrics.ANSWERS.labels(f"{status}xx").inc()
    found: dict[str, dict[str, set[str]]] = {}
    for family in text_string_to_metric_families(metrics.exposed().decode()):
        for sample in family.samples:
            labels = found.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                labels.setdefault(label, set()).add(value)
    return found


def test_rules_and_dashboard_use_only_exported_metrics(
    exported_metrics: dict[str, dict[str, set[str]]],
) -> None:
    named = {name for expression in expressions() for name in NAME.findall(expression)}
    assert len(named) > 15
    assert named <= set(exported_metrics), named - set(exported_metrics)


def test_rules_and_dashboard_use_existing_labels_and_values(
    exported_metrics: dict[str, dict[str, set[str]]],
) -> None:
    asked = [
        (name, label, value)
        for expression in expressions()
        for name, labels in WITH_LABELS.findall(expression)
        for label, values in LABEL.findall(labels)
        for value in values.split("|")
    ]
    assert asked
    assert not [
        (name, label, value)
        for name, label, value in asked
        if value not in exported_metrics[name].get(label, ())
    ]


def test_grouping_uses_labels_of_the_metric(
    exported_metrics: dict[str, dict[str, set[str]]],
) -> None:
    grouped = [
        (label.strip(), name)
        for expression in expressions()
        for labels, inside in GROUPED.findall(expression)
        for label in labels.split(",")
        for name in NAME.findall(inside)
    ]
    assert len(grouped) > 15
    # Prometheus adds the process that answered
    wrong = [
        (label, name)
        for label, name in grouped
        if label != "instance" and label not in exported_metrics[name]
    ]
    assert not wrong


def test_site_wide_metrics_are_not_summed_over_processes() -> None:
    """The database's figures are the same at every target, so a sum would count them twice."""
    own = ("deaddrop_request", "deaddrop_answers", "deaddrop_view_errors", "deaddrop_live_streams")
    for expression in expressions():
        for name in NAME.findall(re.sub(r"max[^()]*(\([a-z, ]+\) )?\([^()]*\)", "", expression)):
            assert name.startswith(own) or "unless" in expression, expression


def test_metrics_and_their_documentation_match(
    exported_metrics: dict[str, dict[str, set[str]]],
) -> None:
    page = (FOLDER / "README.md").read_text()
    explained = set(NAME.findall(page)) - {"deaddrop_default"}
    families = {re.sub(r"_(bucket|count|sum)$", "", name) for name in exported_metrics}
    assert {name.rstrip("_") for name in explained} <= families
    drawn = {name for expression in expressions() for name in NAME.findall(expression)}
    assert {re.sub(r"_(bucket|count|sum)$", "", name) for name in drawn} == families


def test_every_alert_is_documented() -> None:
    page = (FOLDER / "README.md").read_text()
    names = [rule["alert"] for rule in alerts()]
    assert set(names) == set(re.findall(r"`(DeadDrop[A-Za-z]+)`", page))
    assert len(names) == len(set(names)) > 10
    assert all(rule["annotations"]["summary"] and rule["for"] for rule in alerts())


def test_every_alert_mail_is_documented() -> None:
    page = (FOLDER / "README.md").read_text()
    rows = [line for line in page.splitlines() if line.startswith("| `DeadDrop")]
    letters = {row.split("|")[2].strip().removesuffix(" …") for row in rows}
    assert all(
        any(words.title.startswith(said) for said in letters) for words in ALARM_TEXTS.values()
    )


def test_prometheus_scrapes_the_services_of_the_compose_file() -> None:
    services = yaml.safe_load((ROOT / "docker-compose.yml").read_text())["services"]
    [job] = yaml.safe_load((FOLDER / "prometheus.yml").read_text())["scrape_configs"]
    [asked] = job["static_configs"]
    assert asked["targets"] == ["web:8000", "web-2:8000", "live:8001"]
    assert {target.partition(":")[0] for target in asked["targets"]} <= set(services)
    for rule in alerts():
        for name in re.findall(r"up\{job=\"(\w+)\"", rule["expr"]):
            assert name == job["job_name"]


def test_the_operating_page_names_existing_settings_commands_and_tables() -> None:
    page = (FOLDER / "README.md").read_text()
    read = (ROOT / "config" / "settings.py").read_text()
    for name in re.findall(r"`([A-Z]+_[A-Z_]+)\b", page):
        assert f'"{name}"' in read, name
    for name in re.findall(r"manage\.py (\w+)", page):
        assert name in get_commands(), name
    assert Incident._meta.db_table in page and JobRun._meta.db_table in page
    for word in re.findall(r"`(\w+_failed|not_delivered)`", page):
        if word != "request_failed":  # django-structlog's
            assert any(
                f'"{word}"' in file.read_text()
                for room in ("core", "espionage", "play")
                for file in (ROOT / room).rglob("*.py")
            ), word
