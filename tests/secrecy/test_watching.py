"""Health checks and metrics: one bit about all clubs for everyone, numbers for the owner, names for
nobody.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from core.web import clock
from monitoring.services import job_runs

from .asking import Answer, Question, Site
from .comparing import hear, leaks
from .differences import BOOKS, find, together
from .worlds import Reader, World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(600)]

TOKEN = "a-long-random-text-that-nobody-guesses"
CHECKS = ("/livez", "/readyz", "/overduez")
OWNER = (("Authorization", f"Bearer {TOKEN}"),)


@pytest.fixture(autouse=True)
def open_to_the_owner(settings: Any) -> None:
    """Enable metrics."""
    settings.METRICS_TOKEN = TOKEN


@pytest.fixture
def ticking(world: World) -> None:
    """Record regular ticks during everything that happens on the stage."""
    with clock.set_to(world.at + timedelta(days=99)):
        job_runs.record("tick", "worker")


def checks(_: World, reader: Reader) -> Iterator[Question]:
    """Return all health checks."""
    return (Question("GET", path) for path in (*CHECKS, "/metrics"))


def scraped(_: World, reader: Reader) -> Iterator[Question]:
    """Return the metrics read by the owner's Prometheus."""
    yield Question("GET", "/metrics", headers=OWNER)


def test_metrics_are_not_found_without_the_token(world: World, site: Site) -> None:
    for reader in world.readers.values():
        for by_token in (False, True):
            found, nothing = (
                site.ask(world, reader, Question("GET", path, by_token=by_token))
                for path in ("/metrics", "/metricz")
            )
            assert found.status == 404
            assert found == nothing, reader.name


def test_health_checks_are_the_same_for_everyone(world: World, site: Site, ticking: None) -> None:
    for path in CHECKS:
        said = {site.ask(world, each, Question("GET", path)) for each in world.readers.values()}
        assert len(said) == 1


@pytest.mark.parametrize("phase", ["open", "playing", "settled", "ended"])
def test_health_checks_reveal_nothing_of_a_club(
    phase: str, world: World, site: Site, ticking: None, settings: Any
) -> None:
    """Except late work, which is their purpose: nobody ticks for the other clubs on the stage, so
    lateness is disabled.
    """
    settings.OVERDUE_MINUTES = 60 * 24 * 366
    everything = together(phase, lambda one: one.knows <= {*BOOKS.split(), "D"})
    readers = [world.readers["rival"], world.readers["anonymous"]]
    one, two = (
        hear(site, world, acts, (phase,), readers, checks)
        for acts in (everything.one(world), everything.two(world))
    )
    assert {answer.status for answer in one.answers.values()} == {200, 404}
    assert not [leak for leak in leaks(one, two) if leak.where != "inbox"]


def test_a_parked_week_shows_only_as_a_number_in_the_metrics(
    world: World, site: Site, ticking: None
) -> None:
    reader, fault = [world.readers["anonymous"]], find("a fault's text")
    phase = fault.phases[:1]
    well, amiss = (
        hear(site, world, acts, phase, reader, checks) for acts in ({}, fault.two(world))
    )
    assert well.answers == amiss.answers
    quiet, told = (
        _text(hear(site, world, acts, phase, reader, scraped).answers.values())
        for acts in ({}, fault.two(world))
    )
    assert "deaddrop_weeks_parked 0.0" in quiet
    assert "deaddrop_weeks_parked 1.0" in told


def _text(answers: Any) -> str:
    [answer] = answers
    assert isinstance(answer, Answer)
    return answer.body.decode()


def test_no_metric_is_about_one_club_team_person_or_week(
    world: World, site: Site, ticking: None
) -> None:
    """Labels contain only fixed words, whatever was requested before."""
    reader = replace(world.readers["owner"], token="")
    club = world.club.campaign
    for path in (f"/c/{club.slug}/", f"/c/{club.slug}/teams/basilisk/garage/"):
        site.ask(world, reader, Question("GET", path))
    text = site.ask(world, reader, Question("GET", "/metrics", headers=OWNER)).body.decode()
    values = set(re.findall(r'="([^"]*)"', text))
    assert {"resolve", "tick", "mail"} <= values
    secret = re.compile(r"[0-9a-f]{8}-|[0-9a-f]{16}|@|/")
    assert not [value for value in values if secret.search(value)]
    assert not values & {club.slug, club.name, "basilisk", "anvil"}
