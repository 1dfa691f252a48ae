"""A pytest plugin that records which test runs which line of the product, and how long tests take.

It is one usual run under coverage (`-p tests.mutation.covering`), in any number of processes.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from coverage import Coverage
from django.conf import settings

from tests.mutation.rooms import all_files, module_of, packages

if TYPE_CHECKING:
    from collections.abc import Iterator

FOLDER: Final = "MUTATION_FOLDER"
"""Environment variable for the output folder: `lines.*` by each process, and `seconds.json`."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin in each process that runs tests."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker or not config.getoption("numprocesses", None):
        config.pluginmanager.register(Everything())
        config.pluginmanager.register(_Lines(Path(os.environ[FOLDER]), worker or "one"))
    if not worker:
        config.pluginmanager.register(_Seconds(Path(os.environ[FOLDER])))


class Everything:
    """Imports the packages and everything behind the site's addresses before the first test, so
    that import-time code belongs to no test.
    """

    def pytest_collection_finish(self) -> None:
        for file in all_files():
            import_module(module_of(file))
        import_module(settings.ROOT_URLCONF)


class _Lines:
    """Tells coverage to which test lines belong."""

    def __init__(self, folder: Path, process: str) -> None:
        code = [f"{package}/*" for package in packages()]
        data = folder / f"lines.{process}"
        self.coverage = Coverage(str(data), include=code, config_file=False, messages=False)
        self.coverage.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.coverage.switch_context(item.nodeid)
        try:
            return (yield)
        finally:
            self.coverage.switch_context("")

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        self.coverage.save()


class _Seconds:
    """Sums up each test's duration with its fixtures; failed tests are dropped."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "seconds.json"
        self.took: defaultdict[str, float] = defaultdict(float)
        self.failed: set[str] = set()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.took[report.nodeid] += report.duration
        if not report.passed:
            self.failed.add(report.nodeid)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        passed = {test: took for test, took in self.took.items() if test not in self.failed}
        self.file.write_text(json.dumps(passed))
