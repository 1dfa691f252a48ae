"""Run a failed test once more in the same run with new fixtures.

If it passes then, the run is green and names it in its last lines, because flakiness is a fault of
the test or the site. If the same test needs its third second try within a week on this machine, the
run fails.

`make` enables it with ``-p tests.second_try``; a run of single files shows every failure at once.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from _pytest.runner import runtestprotocol

if TYPE_CHECKING:
    from collections.abc import Sequence

PASSED: Final[list[pytest.TestReport]] = []
"""Last reports of tests that passed on the second try."""
CACHE: Final = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
COUNTED: Final = CACHE / "dead-drop" / "second-tries.json"
"""Times of each test's second tries in seconds since 1970."""
WEEK_SECONDS: Final = 7 * 24 * 3600
MOST_IN_A_WEEK: Final = 2


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool:
    """Run a test; if it fails, tear down all fixtures except the session's and run it again. The
    last try is reported.
    """
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    reports = runtestprotocol(item, log=False, nextitem=nextitem)
    failures = [report for report in reports if report.failed]
    if failures and isinstance(item, pytest.Function):
        _clear(item)
        _full_time(item)
        reports = runtestprotocol(item, log=False, nextitem=nextitem)
        tell(failures, reports)
    for report in reports:
        item.ihook.pytest_runtest_logreport(report=report)
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


def tell(first: Sequence[pytest.TestReport], second: Sequence[pytest.TestReport]) -> None:
    """Add the result of the first try to the last report of the second."""
    if any(report.failed for report in second):
        return
    last = second[-1]
    last.first_try = " / ".join(reason(report) for report in first)  # type: ignore[attr-defined]
    last.sections += [(f"first try, {one.when}", one.longreprtext) for one in first]


def reason(report: pytest.TestReport) -> str:
    """Return in one line why a test failed."""
    crash = getattr(report.longrepr, "reprcrash", None)
    lines = (crash.message if crash else report.longreprtext).strip().splitlines()
    place = f" ({crash.path}:{crash.lineno})" if crash else ""
    return f"{report.when}: {lines[0] if crash and lines else ''.join(lines[-1:])}{place}"


def _clear(item: pytest.Function) -> None:
    """Tear down all fixtures except the session's, and drop failed ones of the session."""
    state = item.session._setupstate
    try:
        state.teardown_exact(item.session)  # type: ignore[arg-type]
    except Exception:  # noqa: BLE001 - what does not come down properly may be why the test failed
        state.teardown_exact(item.session)  # type: ignore[arg-type]
    item._initrequest()
    for name in item.fixturenames:
        for one in item._fixtureinfo.name2fixturedefs.get(name, ()):
            if one.cached_result is not None and one.cached_result[2] is not None:
                one.finish(item._request)  # type: ignore[arg-type]


def _full_time(item: pytest.Item) -> None:
    """Give the second try the full time limit."""
    try:
        from pytest_timeout import _get_item_settings as allowed  # type: ignore[import-untyped]
    except ImportError:
        return
    given = allowed(item)
    if given.timeout and not given.func_only:
        hooks = item.config.pluginmanager.hook
        hooks.pytest_timeout_cancel_timer(item=item)
        hooks.pytest_timeout_set_timer(item=item, settings=given)


# --- the last lines -------------------------------------------------------------------------------


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record tests that passed on the second try, here or in another process."""
    if hasattr(report, "first_try"):
        PASSED.append(report)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Count second tries; fail the run if a test needs them too often."""
    if PASSED and not hasattr(session.config, "workerinput"):
        too_often = count([report.nodeid for report in PASSED], time.time())
        if too_often and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def count(tests: Sequence[str], now: float) -> list[str]:
    """Record second tries, and return tests that needed too many within a week."""
    try:
        counted: dict[str, list[float]] = json.loads(COUNTED.read_text())
    except (OSError, ValueError):
        counted = {}
    recent = {
        test: [when for when in times if now - when < WEEK_SECONDS]
        for test, times in counted.items()
    }
    for test in tests:
        recent.setdefault(test, []).append(now)
    COUNTED.parent.mkdir(parents=True, exist_ok=True)
    COUNTED.write_text(json.dumps({test: times for test, times in recent.items() if times}))
    return [test for test in tests if len(recent[test]) > MOST_IN_A_WEEK]


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the failures of the first tries."""
    for report in PASSED:
        for name, text in report.sections:
            if name.startswith("first try, "):
                terminalreporter.section(f"{name}: {report.nodeid}", "_")
                terminalreporter.write_line(text)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Name in the last lines what passed on the second try only."""
    if not hasattr(config, "workerinput"):
        for report in PASSED:
            print(f"PASSED ON SECOND TRY: {report.nodeid}: {report.first_try}")  # type: ignore[attr-defined]
        PASSED.clear()
