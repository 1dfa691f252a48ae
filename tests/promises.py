"""What the site promises whatever happens, and how often each promise is tested.

A test names its promise (`@pytest.mark.promise("kills")`) and, if one test makes many attempts,
their number (`tried(50)`); otherwise it counts as one. ``make siege`` sums them up: a line per
minute while it runs, and `docs/siege.md` at the end.

A run in which a promise was tested too rarely fails like one in which it was broken.
"""

from __future__ import annotations

import json
import os
import subprocess
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import pytest

from tests import siege

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "docs" / "siege.json"
"""File with the results of the last runs."""
PAGE: Final = ROOT / "docs" / "siege.md"
RUNS: Final = 4
"""Number of stored runs."""
TELLS_EVERY: Final = 60.0
"""Seconds between two progress lines."""


class Promise(NamedTuple):
    """A promise: what is done to the site, what must not follow, and the number of attempts in the
    siege; 0 means the number of tests.
    """

    what: str
    holds: str
    often: int


PROMISES: Final = {
    "kills": Promise(
        "a worker killed (SIGKILL) at any step of a deadline or of the post",
        "the same weeks as on a quiet day; no row lost, doubled or half done",
        2_000,
    ),
    "deliveries": Promise(
        "the same task delivered again, at once and late", "nothing is done twice", 1_000
    ),
    "broker": Promise(
        "Redis killed, emptied or started anew during play",
        "each due week resolved within 30 s; orders are taken meanwhile",
        50,
    ),
    "crashes": Promise(
        "PostgreSQL crashed in the middle of a deadline", "nothing acknowledged is missing", 50
    ),
    "connections": Promise(
        "a worker's connection cut at any step", "the same weeks as on a quiet day", 200
    ),
    "deadlines": Promise(
        "a deadline that passes while twelve people save and three workers resolve",
        "the sheet resolved is the last one accepted; none is accepted after",
        5_000,
    ),
    "tabs": Promise(
        "one sheet saved from three tabs at once", "one wins, the others are told", 2_000
    ),
    "worlds": Promise(
        "two worlds that differ in what a reader may not know, or one before and after a legal act",
        "the same bytes at every address; only break-glass opens anything",
        5_000,
    ),
    "seeded": Promise("a leak or a race put in on purpose", "it is found", 0),
    "doors": Promise("every address, method and role", "who may not, finds nothing there", 0),
    "calls": Promise(
        "a call of the API, right or wrong, in sequences, by anybody",
        "no error of ours, no answer that its description does not foresee",
        100_000,
    ),
    "repeats": Promise("a POST sent again with its key", "one effect, the same answer", 1_000),
    "plies": Promise(
        "a turn of a game, legal moves and near misses",
        "every law of the engine holds, and another process comes to the same",
        100_000,
    ),
    "poison": Promise("a week whose rules fail, hang or eat memory", "it is parked, no other", 0),
    "outages": Promise("the site down over a deadline", "the deadline holds, everybody knows", 0),
    "dice": Promise("a die rolled", "all faces fall alike (chi-square, 1e-4)", 1_000_000),
    "odds": Promise(
        "a random sheet with several missions, its chances on the form compared with played weeks",
        "no figure is off by four standard errors",
        300,
    ),
    "proofs": Promise(
        "one character of a week's proof changed", "`verify` finds it; so does a stranger's", 2_000
    ),
    "ledgers": Promise("a row of a ledger changed or removed", "the database refuses", 0),
    "pages": Promise(
        "a page in a browser: rules of access (WCAG 2.2 AA), width, policy", "no complaint", 0
    ),
}
UNTRIED: Final = (
    "Backup and restore, and the upgrade of a running site, are tried with every change and not "
    "counted here. What 200 live streams beside 50 requests a second come to is measured "
    "by `make bench`."
)

MENDED: Final = (
    (
        "2026-11-27, random duels: the plan of a car that a ram had pushed back faster than its "
        "gear goes was offered, and refused. It may keep that speed now (V143)."
    ),
    (
        "2026-11-27, two worlds: the test took the first of several recorded duels in whatever "
        "order the database gave them. Not a leak; it takes them in their own order now."
    ),
    (
        "2026-11-27, arenas in a mirror and turned: at the very corner of a wall or of the arena, "
        "which side a car met hung on how the corners were written down. It does not now (V145)."
    ),
    (
        "2026-11-27, calls of the API: a bot of a temper that there is not was let in, and broke "
        "the call when its name was longer than ten letters. It is refused now."
    ),
    (
        "2026-11-28, two worlds after acts: a person's own file told tokens that were made in the "
        "same second in the order of their secrets. Not a leak; they stand in the order of their "
        "making now."
    ),
    (
        "2026-11-28, lines of sight in Shambattle: the test drew a console without any width, of "
        "which shapely says that nothing crosses it. Consoles have an area; it draws such now."
    ),
    (
        "2026-11-28, generated worlds: a plan was drawn for sheets that a world had put in place "
        "of the true ones, with which it was not legal, so that one of two matches could not be "
        "stepped through. Not a leak; the test draws plans that are legal with both now."
    ),
)
"""Promises that were broken in a siege and have been fixed; that part counts once it was run
again.
"""


# --- counting -------------------------------------------------------------------------------------


@pytest.fixture
def tried(request: pytest.FixtureRequest) -> Callable[[int], None]:
    """Return a function that counts attempts: ``tried(50)``."""
    marker = request.node.get_closest_marker("promise")
    assert marker and marker.args[0] in PROMISES, "the test does not say what promise it is about"

    def count(times: int = 1) -> None:
        request.node.user_properties.append(("tried", times))

    return count


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Add the test's promise to its reports."""
    if marker := item.get_closest_marker("promise"):
        item.user_properties.append(("promise", marker.args[0]))


@dataclass
class Run:
    """A siege: its dates, content and results. One in several parts may have several days, commits
    and seeds.
    """

    began: str
    commit: str
    seed: str
    cores: int
    parts: list[int] = field(default_factory=lambda: [siege.PART])
    of: int = siege.PARTS
    minutes: int = 0
    tests: int = 0
    tried: dict[str, int] = field(default_factory=dict)
    fell: dict[str, str] = field(default_factory=dict)
    """Which tests, and which promise each is about; "" for none of these."""

    def add(self, report: pytest.TestReport) -> None:
        """Count the attempts of a test."""
        said: dict[str, Any] = {}
        times = 0
        for key, value in report.user_properties:
            times += value if key == "tried" else 0  # type: ignore[operator]
            said[key] = value
        promise = said.get("promise", "")
        if report.failed:
            self.fell[report.nodeid] = promise
        if report.when == "teardown":
            self.tests += 1
            if promise:
                times = times if "tried" in said else 1
                self.tried[promise] = self.tried.get(promise, 0) + times

    @property
    def whole(self) -> bool:
        """Return whether all parts have run."""
        return len(self.parts) == self.of

    def takes(self, other: Run) -> bool:
        """Return whether that is a part of this siege that has not run yet."""
        return self.of == other.of and not set(self.parts) & set(other.parts)

    def take(self, other: Run) -> None:
        """Add the results of another part of this siege."""
        self.parts = sorted({*self.parts, *other.parts})
        for name in ("commit", "seed"):
            said = [*getattr(self, name).split(", "), getattr(other, name)]
            setattr(self, name, ", ".join(dict.fromkeys(said)))
        self.minutes += other.minutes
        self.tests += other.tests
        self.tried = dict(Counter(self.tried) + Counter(other.tried))
        self.fell |= other.fell

    def short(self) -> list[str]:
        """Return the promises tested too rarely, once all parts have run."""
        if not self.whole:
            return []
        return [
            name for name, one in PROMISES.items() if self.tried.get(name, 0) < max(1, one.often)
        ]

    def line(self, seconds: float) -> str:
        """Return the progress."""
        far = ", ".join(
            f"{name} {self.tried[name]:,}" + (f"/{one.often:,}" if one.often else "")
            for name, one in PROMISES.items()
            if name in self.tried
        )
        clock = f"{int(seconds // 60)}:{int(seconds % 60):02}"
        return f"siege {clock} · {self.tests:,} tests · {len(self.fell)} fell · {far}"


class Siege:
    """Sums up the attempts of a siege and writes them down."""

    def __init__(self) -> None:
        self.run = Run(
            began=time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
            commit=_commit(),
            seed=siege.SEED,
            cores=os.cpu_count() or 1,
        )
        self.start = self.told = time.monotonic()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.run.add(report)
        now = time.monotonic()
        if now - self.told > TELLS_EVERY:
            self.told = now
            print(f"\n{self.run.line(now - self.start)}", flush=True)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus == pytest.ExitCode.INTERRUPTED:
            return
        self.run.minutes = round((time.monotonic() - self.start) / 60)
        runs = [asdict(one) for one in added(self.run, _kept())]
        KEPT.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n")
        PAGE.write_text(page(runs))
        if short := Run(**runs[0]).short():
            print(f"\nTried less often than it is worth: {', '.join(short)}")
            session.exitstatus = session.exitstatus or pytest.ExitCode.TESTS_FAILED
        print(f"\n{self.run.line(time.monotonic() - self.start)}\nWritten: docs/siege.md")


def pytest_report_header() -> str:
    """Print the seed of this run."""
    return f"SEED={siege.SEED}"


def pytest_configure(config: pytest.Config) -> None:
    """Collect results in the main process of ``make siege``."""
    if siege.SIEGE and os.environ.get("SIEGE_PAGE") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(Siege(), "the siege")


def _commit() -> str:
    said = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        check=True,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    return said.stdout.strip()


def _kept() -> list[Run]:
    return [Run(**one) for one in json.loads(KEPT.read_text())] if KEPT.exists() else []


def added(run: Run, kept: list[Run]) -> list[Run]:
    """Return the stored runs with this one: as a part of the last, or before it."""
    if kept and kept[0].takes(run):
        kept[0].take(run)
        return kept
    return [run, *kept][:RUNS]


# --- the page -------------------------------------------------------------------------------------


def page(runs: list[dict[str, Any]]) -> str:
    """Return `docs/siege.md` for these runs, the last one first."""
    return "\n".join(_page(runs)) + "\n"


def _page(runs: list[dict[str, Any]]) -> Iterator[str]:
    yield "# The siege: what was tried, how often, and what fell\n"
    yield (
        "`make siege` writes this page. It puts each promise to the test so often that luck is no "
        "explanation, with other dice each time, and is red when anything falls or when a promise "
        "was tried less often than it is worth. `SEED=… make siege` throws the dice of a run "
        "again; `make siege PART=2/4` runs a quarter of it, and the last one counts all up.\n"
    )
    yield "| run | commit | seed | cores | minutes | tests | fell |"
    yield "| --- | --- | --- | --- | --- | --- | --- |"
    for run in runs:
        yield (
            f"| {run['began']} UTC{_parts(run)} | `{run['commit']}` | `{run['seed']}` | "
            f"{run['cores']} | {run['minutes']} | {run['tests']:,} | {len(run['fell'])} |"
        )
    heads = [run["began"] for run in runs]
    yield f"\n| what is done | what holds | at least | {' | '.join(heads)} |"
    yield "| --- | --- | ---: |" + " ---: |" * len(runs)
    for name, one in PROMISES.items():
        cells = " | ".join(_cell(run, name) for run in runs)
        yield f"| {one.what} | {one.holds} | {f'{one.often:,}' if one.often else ''} | {cells} |"
    yield f"\n{UNTRIED}"
    for run in runs:
        if run["fell"]:
            yield f"\nFell in the run of {run['began']}:\n"
            yield from (f"- `{test}`" for test in sorted(run["fell"]))
    yield "\nFell once, and is mended; such a part counts once it has been run again:\n"
    yield from (f"- {one}" for one in MENDED)


def _parts(run: dict[str, Any]) -> str:
    there, of = len(run["parts"]), run["of"]
    if of == 1:
        return ""
    return f", in {of} parts" if there == of else f", {there} of {of} parts so far"


def _cell(run: dict[str, Any], name: str) -> str:
    fell = sum(promise == name for promise in run["fell"].values())
    return f"{run['tried'].get(name, 0):,}" + (f", **{fell} fell**" if fell else "")
