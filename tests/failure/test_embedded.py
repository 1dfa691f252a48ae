"""A week as with `make run`: SQLite, several processes, and Celery's broker in a folder."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests.sqlite import migrated

from .embedded import ANSWER
from .test_broker import end
from .world import wait_for

CAMPAIGNS = 4


class Embedded:
    """A site on files in a folder."""

    def __init__(self, folder: Path, programs: ExitStack) -> None:
        kept = {
            key: value
            for key, value in os.environ.items()
            if key not in {"DATABASE_URL", "REDIS_URL", "BROKER_URL", "CACHE_URL"}
        }
        self.environment = {
            **kept,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "VAR_DIR": str(folder),
            "EMBEDDED": "1",
            "LOG_LEVEL": "CRITICAL",
        }
        self.folder, self.programs = folder, programs

    def start(self, *command: str) -> subprocess.Popen[str]:
        """Start a program of the site."""
        program = subprocess.Popen(
            [sys.executable, *command],
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.programs.callback(end, program)
        return program

    @cached_property
    def servant(self) -> subprocess.Popen[str]:
        """Return the process that performs small operations, each in a child."""
        return self.start("-m", "tests.failure.embedded")

    def ask(self, what: str) -> Any:
        """Perform a small operation."""
        assert self.servant.stdin is not None and self.servant.stdout is not None
        print(what, file=self.servant.stdin, flush=True)
        said = next((line for line in self.servant.stdout if line.startswith(ANSWER)), "")
        return json.loads(said.removeprefix(ANSWER))

    def statuses(self) -> list[str]:
        found: list[str] = self.ask("statuses")
        return found


FOUNDED: list[Path] = []
"""The folder once it exists, shared by all modules of a process."""


@pytest.fixture(scope="session")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a site and a league."""
    if not FOUNDED:
        folder = tmp_path_factory.mktemp("founded")
        migrated(folder / "deaddrop.sqlite3")
        with ExitStack() as programs:
            Embedded(folder, programs).ask("found")
        FOUNDED.append(folder)
    return FOUNDED[0]


@pytest.fixture
def site(founded: Path, tmp_path: Path) -> Iterator[Embedded]:
    """Return that site for one test."""
    shutil.copytree(founded, tmp_path, dirs_exist_ok=True)
    with ExitStack() as programs:
        yield Embedded(tmp_path, programs)


def test_two_ticks_and_a_writer_share_one_sqlite_file_for_a_week(site: Embedded) -> None:
    assert all(isinstance(answer, int) for _, answer in site.ask("save"))
    site.ask("due")
    ticks = [site.start("manage.py", "tick") for _ in range(2)]
    refused = site.ask("save")
    assert {answer for _, answer in refused} == {"deadline-passed"}
    said = "".join(tick.communicate()[0] for tick in ticks)
    assert (
        sum(
            int(each.partition(": ")[2])
            for each in said.replace("\n", ",").split(",")
            if each.strip().startswith("resolve")
        )
        == CAMPAIGNS
    )
    assert site.statuses() == ["settled"] * CAMPAIGNS
    site.ask("over")
    site.start("manage.py", "tick").communicate()
    assert site.statuses() == ["closed"] * CAMPAIGNS
    books = site.start("manage.py", "reconcile")
    assert books.communicate()[0]
    assert books.returncode == 0


def test_tasks_are_delivered_through_a_folder(site: Embedded) -> None:
    site.ask("due")
    site.start(
        "-m",
        "tests.failure.runner",
        str(site.folder / "runs.log"),
        "--pool=solo",
        "--without-gossip",
        "--without-mingle",
    )
    site.ask("ring")
    wait_for((site.folder / "runs.log").exists, "nobody heard the bell")
    assert site.statuses() == ["settled"] * CAMPAIGNS


def test_the_workshop_repairs_a_car(site: Embedded) -> None:
    assert site.ask("repair") > 0


def test_team_pages_lead_to_the_tables_of_a_duel_and_an_event(site: Embedded) -> None:
    duel, event, *led = site.ask("drive")
    assert led == [duel, event]
