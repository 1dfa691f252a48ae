"""Fixtures for all tests: real servers, a clean cache, the site in a real browser; and a last line
that names what did not run.
"""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from tests import costs, leftovers, luck, machine, siege
from tests.promises import (  # noqa: F401 - hooks, and a fixture
    pytest_configure,
    pytest_report_header,
    pytest_runtest_setup,
    tried,
)
from tests.servers import Postgres, Redis, Unavailable, free_port, wait_for_servers
from tests.servers import folder as server_folder

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, Playwright

IN_CI = os.environ.get("CI", "").lower() not in {"", "0", "false"}
SKIPPED: Counter[str] = Counter()
siege.set_up_properties()


# --- nothing is skipped in silence ----------------------------------------------------------------


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Remember why a test did not run."""
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        SKIPPED[reason.removeprefix("Skipped: ")] += 1


SESSIONS: list[pytest.Session] = []


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Clean up after SIGTERM as after Ctrl-C."""
    SESSIONS.append(session)
    if not hasattr(session.config, "workerinput"):
        leftovers.interrupt_on_sigterm()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In CI, a test that did not run is a failure."""
    if (
        IN_CI
        and SKIPPED
        and exitstatus == pytest.ExitCode.OK
        and not hasattr(session.config, "workerinput")
    ):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop our servers, fail if other processes outlive the run, and name in the last line what
    this machine could not provide.
    """
    if hasattr(config, "workerinput"):
        return
    from tests import settings

    if settings.SERVERS:
        settings.SERVERS.stop()
    for command in leftovers.end_survivors():
        print(f"LEFT BEHIND: {command}")
        SESSIONS[0].exitstatus = pytest.ExitCode.TESTS_FAILED
    if SKIPPED:
        named = "; ".join(f"{reason} ({count} tests)" for reason, count in SKIPPED.most_common())
        print(f"NOT TESTED HERE: {named}")


# --- long files first -----------------------------------------------------------------------------

LONG_FILE_SECONDS = 5.0


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of this run, and put long files at the heads of the processes' shares.

    xdist cuts the list into equal shares, and whoever is done first takes from the tails of the
    others.
    """
    kept = dict.fromkeys(siege.chosen(items))
    if left_out := [item for item in items if item not in kept]:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept
    shares = getattr(config, "workerinput", {}).get("workercount", 1)
    heads = heads_of_shares([item.nodeid for item in items], shares)
    head_of = {file: number for number, head in enumerate(heads) for file in head}
    by_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(file_of(item.nodeid), []).append(item)
    short = [item for item in items if file_of(item.nodeid) not in head_of]
    left = len(items)
    items.clear()
    for number, head in enumerate(heads):
        long = [item for file in head for item in by_file[file]]
        size = left // (shares - number)
        rest = max(0, size - len(long)) if number < shares - 1 else len(short)
        items += [*long, *short[:rest]]
        del short[:rest]
        left -= size


def heads_of_shares(tests: list[str], shares: int) -> list[list[str]]:
    """Deal the files of long tests out to the processes, by the seconds that they took in the last
    stored run: the longest first, each to the process that has least to do.
    """
    seconds: Counter[str] = Counter()
    for test in tests:
        seconds[file_of(test)] += costs.STORED_SECONDS.get(test, 0)
    heads: list[list[str]] = [[] for _ in range(shares)]
    loads = [0.0] * shares
    for file, cost in seconds.most_common():
        if cost < LONG_FILE_SECONDS:
            break
        least = loads.index(min(loads))
        heads[least].append(file)
        loads[least] += cost
    return heads


def file_of(test: str) -> str:
    """Return the file of a test."""
    return test.partition("::")[0]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Freeze the objects existing after collection, so that garbage collection ignores them, and
    enlarge its generations.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(20_000, 20, 20)
        gc.enable()


# --- servers --------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def servers() -> None:
    """Start PostgreSQL and Redis."""
    if log := os.environ.get("SERVERS_LOG"):
        try:
            wait_for_servers(Path(log))
        except Unavailable as problem:
            pytest.skip(str(problem))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, servers: None
) -> None:
    """Give each test process its own database on the shared server; on our own server, a copy of a
    migrated one.
    """
    if "SERVERS_LOG" in os.environ:
        from tests import template

        template.copy_instead_of_migrating()


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> None:
    """Migrate the template database before the first test's time limit starts."""
    is_worker = hasattr(session.config, "workerinput")
    needs_none = session.items and not any(needs_database(item) for item in session.items)
    if "SERVERS_LOG" in os.environ and not (is_worker or needs_none):
        from tests import template

        # Without servers, the `servers` fixture skips what needs them, and says why.
        with suppress(Unavailable):
            template.prepare()


def needs_database(item: pytest.Item) -> bool:
    """Return whether a test asks for the database, by its mark or its fixtures."""
    return bool(
        item.get_closest_marker("django_db")
        or siege.SERVED.intersection(getattr(item, "fixturenames", ()))
    )


@pytest.fixture
def redis_url(servers: None) -> Iterator[str]:
    """Return an empty Redis database used by no other test process."""
    import redis

    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 15 + 1
    url = f"{os.environ['REDIS_URL'].rpartition('/')[0]}/{number}"
    with redis.from_url(url) as client:
        client.flushdb()
        yield url
        client.flushdb()


@pytest.fixture
def own_postgres() -> Iterator[Callable[..., Postgres]]:
    """Start PostgreSQL servers that this test may crash:
    ``own_postgres(durable=True).stop(signal.SIGQUIT)``.
    """
    with own_servers(Postgres) as start:
        yield start


@pytest.fixture
def own_redis() -> Iterator[Callable[[], Redis]]:
    """Start Redis servers that this test may kill."""
    with own_servers(Redis) as start:
        yield start


@contextmanager
def own_servers(kind: type[Any]) -> Iterator[Callable[..., Any]]:
    """Start servers of a kind and stop them at the end."""
    with server_folder() as home, ExitStack() as started:

        def start(**options: Any) -> Any:
            server = kind(home / f"{kind.__name__.lower()}-{next(numbers)}", **options)
            started.callback(server.stop)
            try:
                return server.start()
            except Unavailable as problem:
                pytest.skip(str(problem))

        numbers = count()
        yield start


@pytest.fixture
def process_environment(transactional_db: None, redis_url: str, tmp_path: Path) -> dict[str, str]:
    """Return the environment in which ``manage.py`` or a worker uses this test's database and
    Redis.
    """
    from django.db import connection

    database = connection.settings_dict
    password = f":{database['PASSWORD']}" if database["PASSWORD"] else ""
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"postgres://{database['USER']}{password}@{database['HOST']}:{database['PORT']}/{database['NAME']}",
        "REDIS_URL": redis_url,
        "BROKER_URL": redis_url,
        "VAR_DIR": str(tmp_path / "var"),
    }


@pytest.fixture(autouse=True)
def _luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Make random values reproducible, unless the test controls randomness itself."""
    if luck.free():
        with luck.ruling(request.node.nodeid):
            yield
    else:
        yield


@pytest.fixture(autouse=True)
def _empty_cache() -> Iterator[None]:
    """Clear the cache after each test."""
    yield
    from django.core.cache import cache

    cache.clear()


FEW_PLAYOUTS: Final = ("tests/pages/", "tests/espionage/services/", "tests/secrecy/", "tests/home/")
"""Folders whose tests need chances of sheets, but not exact ones."""


@pytest.fixture(autouse=True)
def _few_playouts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play out each sheet only a few times, which makes pages with chances much cheaper."""
    if request.node.nodeid.startswith(FEW_PLAYOUTS):
        from espionage.rules import sheet_odds

        monkeypatch.setattr(sheet_odds, "ROUNDS", sheet_odds.MIN_ROUNDS)


# --- the site in a browser ------------------------------------------------------------------------


@dataclass
class Site:
    """The running site."""

    url: str

    def __str__(self) -> str:
        return self.url


@contextmanager
def _serving() -> Iterator[Site]:
    """Serve the whole site, live streams included, from a thread of this process."""
    import uvicorn

    from config.asgi import application
    from config.connections import Connection

    with socket.socket() as door:
        door.bind(("127.0.0.1", free_port()))
        door.listen(64)
        config = uvicorn.Config(
            application,
            http=Connection,
            lifespan="off",
            log_config=None,
            access_log=False,
            timeout_graceful_shutdown=1,
            ws="none",
        )
        server = uvicorn.Server(config)
        thread = threading.Thread(
            target=lambda: asyncio.run(server.serve([door])), name="site", daemon=True
        )
        thread.start()
        while not server.started:
            time.sleep(0.01)
        yield Site(f"http://localhost:{door.getsockname()[1]}")
        server.should_exit = True
        thread.join(5)


@pytest.fixture(scope="session")
def _site(servers: None, django_db_setup: None) -> Iterator[Site]:
    from tests.sessions import hang_up

    with _serving() as running:
        yield running
    hang_up()


@pytest.fixture
def site(_site: Site, transactional_db: None) -> Iterator[Site]:
    """Serve the site like ``make run`` on this test's database."""
    from tests.sessions import wait_for_silence

    yield _site
    wait_for_silence()


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """Start Playwright."""
    from playwright.sync_api import sync_playwright

    # Playwright keeps an event loop on the test's own thread; Django must not mistake it for ours.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as started:
        yield started


@contextmanager
def launch(playwright: Playwright, program: Path | None) -> Iterator[Browser]:
    """Run a browser."""
    if program is None:
        pytest.skip("Chromium: there is none on this machine")
    chromium = playwright.chromium.launch(executable_path=program, args=list(machine.FLAGS))
    yield chromium
    chromium.close()


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """Start headless Chromium, which costs half of the full one."""
    with launch(playwright, machine.chromium()) as shell:
        yield shell


@pytest.fixture(scope="session")
def full_browser(playwright: Playwright) -> Iterator[Browser]:
    """Start the full Chromium, because only it delivers push messages to service workers."""
    with launch(playwright, machine.chromium(full=True)) as chromium:
        yield chromium


@dataclass(frozen=True)
class Screen:
    """A kind of screen with its user's preferences."""

    name: str
    width: int
    height: int
    scheme: str = "light"

    def __str__(self) -> str:
        return f"{self.name}-{self.scheme}"


SCREENS = {
    str(screen): screen
    for scheme in ("light", "dark")
    for screen in (Screen("phone", 390, 844, scheme), Screen("desktop", 1280, 900, scheme))
}


def is_breach(said: str, tolerated: str) -> bool:
    """Return whether a browser message is an unexpected violation of the content security
    policy.
    """
    return "Content Security Policy" in said and not said.startswith(tolerated)


def _open(browser: Browser, site: Site, screen: Screen, **options: Any) -> BrowserContext:
    return browser.new_context(
        base_url=site.url,
        viewport={"width": screen.width, "height": screen.height},
        color_scheme=screen.scheme,  # type: ignore[arg-type]
        has_touch=screen.name == "phone",
        locale="en-GB",
        **{"reduced_motion": "reduce", "service_workers": "block", **options},
    )


@pytest.fixture
def open_page(site: Site, request: pytest.FixtureRequest) -> Iterator[Callable[..., Page]]:
    """Open pages: ``open_page("phone-dark", user=alice, java_script_enabled=False)``.

    Each page has its own browser. A script error or a violation of the content security policy
    fails the test, unless its text starts with what is ``tolerated``. The site's service worker
    runs only with ``service_workers="allow"``: otherwise each test's first page would fetch its
    files.
    """
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def opened(
        screen: str = "desktop-light", user: Any = None, tolerated: str = "nothing", **options: Any
    ) -> Page:
        has_worker = options.get("service_workers") == "allow"
        browser = request.getfixturevalue("full_browser" if has_worker else "browser")
        context = _open(browser, site, SCREENS[screen], **options)
        contexts.append(context)
        context.set_default_timeout(10_000)
        if user is not None:
            name, value = session_cookie(user)
            context.add_cookies([{"name": name, "value": value, "url": site.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda said: problems.append(said.text) if is_breach(said.text, tolerated) else None,
        )
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not problems, problems


@pytest.fixture
def page(open_page: Callable[..., Page]) -> Page:
    """Return a page for an anonymous visitor on a desktop in the light theme."""
    return open_page()


@pytest.fixture(params=list(SCREENS))
def screen(request: pytest.FixtureRequest) -> str:
    """Return every kind of screen: ``open_page(screen)``."""
    name: str = request.param
    return name


def session_cookie(user: Any) -> tuple[str, str]:
    """Sign a user in, staff with their second factor, and return the cookie's name and value."""
    from django.conf import settings
    from django.test import Client

    from tests.staff import log_in_as_staff

    client = Client()
    if user.is_staff:
        log_in_as_staff(client, user)
    else:
        client.force_login(user, backend=settings.AUTHENTICATION_BACKENDS[0])
    return settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value


@pytest.fixture(scope="session")
def axe() -> Callable[[Page], None]:
    """Check WCAG 2.2 AA on a page, as far as a program can."""
    from axe_playwright_python.sync_playwright import Axe

    from tests.browser.looking import LET_GO

    rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

    def check(page: Page) -> None:
        page.evaluate(LET_GO)
        found = Axe().run(page, options={"runOnly": {"type": "tag", "values": rules}})
        violations = found.response["violations"]
        assert not violations, "\n".join(
            f"{violation['id']} ({violation['impact']}): {node['html'][:200]}"
            for violation in violations
            for node in violation["nodes"]
        )

    return check
