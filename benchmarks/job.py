"""Measure how long settling many due campaigns takes: `python -m benchmarks.job [SIZE …]`.

Each size is measured on copies of the same database. Three measurements alternate: the job; the
floor, which only writes the job's rows; and, for smaller sizes, a plain version with one task and
one transaction per campaign. On PostgreSQL, two processes share the work; on SQLite, one process
does it. Seconds depend on the machine, so compare ratios, growth and memory. Weeks have no delay
(`DICE_DELAY_LINKS`), as if a beacon were used. A delay takes the same time for each week by design,
and would hide the other costs.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, Final, NamedTuple

from tests.servers import folder as server_folder

from .job_databases import Database, OnPostgres, OnSqlite
from .job_worker import Spent
from .line import Line, in_words, progress, report
from .samples import middle, ratio

SIZES: Final = (100, 1_000)
FULL: Final = (100, 1_000, 10_000)
PLAIN_UP_TO: Final = 1_000
ON_SQLITE_UP_TO: Final = 10_000
ROUNDS: Final = 3
"""Number of measurements for sizes up to `PLAIN_UP_TO`. Larger sizes are measured once."""
TIMES_THE_FLOOR: Final = 2.0
GROWTH: Final = 1.1
"""Maximum cost per campaign in a large run, relative to a smaller run."""
FLAT: Final = 1.15
"""Maximum memory of a process in a large run, relative to a smaller run."""


class Measured(NamedTuple):
    """The figures of one run.

    `seconds` is the time until the last process has finished. `processor` is the processor time in
    seconds, including the database; `rules` is the part of it spent in the rules. `peak` is the
    highest memory of a process, in MiB.
    """

    seconds: float
    processor: float
    rules: float
    weeks: int
    peak: float


class Run(NamedTuple):
    """The measurements of one size, and the number of rows written."""

    size: int
    job: list[Measured]
    floor: list[Measured]
    plain: list[Measured]
    rows: int

    def a_week(self) -> float:
        """Return the job's processor time per week, in seconds."""
        return statistics.median(measured.processor for measured in self.job) / self.size

    def peak(self) -> float:
        """Return the highest memory of a process, in MiB."""
        return max(measured.peak for measured in self.job)


# --- measuring one size ---------------------------------------------------------------------------


def measure(place: OnPostgres | OnSqlite, size: int, home: Path, *, plain: bool) -> Run:
    """Fill a database with campaigns, and take all measurements alternately on copies of it."""
    progress(f"{size:,} campaigns on {place.name}")
    place.create("crowd")
    due_at = _fill(place.url("crowd"), size)
    folder, run = home / "rows", Run(size, [], [], [], 0)
    for number in range(1 if size > PLAIN_UP_TO else ROUNDS):
        progress(f"{size:,} due weeks on {place.name}, round {number + 1}")
        with _copied(place, "job") as url:
            before = _ask(url, "mark") if not number else ""
            run.job.append(_all_done(_race(url, "tick", due_at, place), size))
            if before:
                run = run._replace(rows=int(_ask(url, "record", before, str(folder))))
        with _copied(place, "floor") as url:
            run.floor.append(_all_done(_race(url, str(folder), due_at, place), size))
            _put_back(folder)
        if plain:
            with _copied(place, "plain") as url:
                run.plain.append(_all_done(_race(url, "plain", due_at, place), size))
    place.drop("crowd")
    shutil.rmtree(folder)
    return run


def _all_done(measured: Measured, size: int) -> Measured:
    """Return the measurement. Exit if not all weeks were settled."""
    if measured.weeks < size:
        raise SystemExit(f"{measured.weeks} of {size} weeks were done")
    return measured


def _put_back(folder: Path) -> None:
    """Reset the claims of all batches for another round of the floor."""
    for claimed in folder.glob("taken-*"):
        claimed.rename(claimed.with_name(claimed.name.removeprefix("taken-")))


@contextmanager
def _copied(place: OnPostgres | OnSqlite, name: str) -> Iterator[str]:
    place.copy("crowd", name)
    yield place.url(name)
    place.drop(name)


def _environment(url: str) -> dict[str, str]:
    return {
        **os.environ,
        "DATABASE_URL": url,
        "EMBEDDED": "1",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "CACHE_URL": "locmem://",
        "DICE_DELAY_LINKS": "0",
        "LOG_LEVEL": "ERROR",
        "REDIS_URL": "",
    }


def _fill(url: str, size: int) -> datetime:
    from datetime import datetime

    return datetime.fromisoformat(_ask(url, "fill", str(size)))


def _ask(url: str, *arguments: str) -> str:
    """Run a command in another process with Django, and return the last line of its output."""
    process = subprocess.run(
        [sys.executable, "-m", "benchmarks.job", "--inside", *arguments],
        env=_environment(url),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return process.stdout.strip().splitlines()[-1]


def _race(url: str, kind: str, due_at: datetime, place: Database) -> Measured:
    """Start all processes at the same time, and wait until they have finished."""
    command = [sys.executable, "-m", "benchmarks.job_worker", kind, due_at.isoformat()]
    runners = [
        subprocess.Popen(
            command, env=_environment(url), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(place.processes)
    ]
    for runner in runners:
        _read_line(runner)
    before = place.processor()
    for runner in runners:
        print(file=runner.stdin, flush=True)
    spent = [Spent(*_as_list(_read_line(runner))) for runner in runners]
    for runner in runners:
        runner.wait()
    processor = place.processor() - before + sum(process.processor for process in spent)
    rules, weeks = sum(process.rules for process in spent), sum(process.weeks for process in spent)
    return Measured(
        max(process.seconds for process in spent),
        processor,
        rules,
        weeks,
        max(process.peak for process in spent),
    )


def _read_line(runner: subprocess.Popen[str]) -> str:
    assert runner.stdout is not None
    text = runner.stdout.readline()
    if not text:
        raise SystemExit(f"a process of the benchmark ended with {runner.wait()}")
    return text


def _as_list(text: str) -> list[Any]:
    import json

    return list(json.loads(text))


def inside(command: list[str]) -> object:
    """Run a command sent by `_ask`. This function runs in a process with Django."""
    import json

    import django

    django.setup()
    from django.core.management import call_command

    from tests import crowd

    from . import floor

    match command:
        case ["fill", size]:
            call_command("migrate", verbosity=0)
            return crowd.crowd(int(size)).due_at.isoformat()
        case ["mark"]:
            return json.dumps(floor.mark())
        case ["record", before, folder]:
            return floor.record(json.loads(before), Path(folder))
    raise SystemExit(f"nobody knows {command}")


# --- figures --------------------------------------------------------------------------------------


def lines(runs: list[Run]) -> Iterator[Line]:
    """Yield the figures and their budgets.

    On a busy machine, processor time is more reliable than clock time.
    """
    for run in runs:
        yield from _size_lines(run)
    if len(runs) > 1:  # caches are still cold at the smallest size
        first, last = runs[-2:]
        growth, memory = last.a_week() / first.a_week(), last.peak() / first.peak()
        yield Line(
            f"processor time a week, {last.size:,} : {first.size:,}",
            f"{growth:.2f} x",
            f"at most {GROWTH}",
            growth <= GROWTH,
            ratio=middle([growth]),
        )
        yield Line(
            "memory of a process, likewise",
            f"{memory:.2f} x of {first.peak():.0f} MiB",
            f"at most {FLAT}",
            memory <= FLAT,
            ratio=middle([memory]),
        )


def _size_lines(run: Run) -> Iterator[Line]:
    """Yield the figures of one size.

    The job is compared with the floor, and the plain version with the job.
    """
    wall, processor = middle(_seconds(run.job)), middle(_processor_seconds(run.job))
    times = ratio(_seconds(run.job), _seconds(run.floor))
    busy = ratio(_processor_seconds(run.job), _processor_seconds(run.floor))
    rules = [measured.rules for measured in run.job]
    of_rules = ratio(rules, _processor_seconds(run.floor))
    yield Line(
        f"{run.size:,} weeks",
        f"{wall.median:.2f} s, {wall.median / run.size * 1000:.2f} ms a week",
        wall=wall,
        processor=processor,
    )
    yield Line(
        "  in floors",
        f"{times.median:.2f} x of {statistics.median(_seconds(run.floor)):.2f} s "
        f"({run.rows / run.size:.0f} rows a week)",
        f"at most {TIMES_THE_FLOOR:g}",
        times.median <= TIMES_THE_FLOOR,
        ratio=times,
    )
    yield Line(
        "  in floors, by processor time",
        f"{busy.median:.2f} x of {statistics.median(_processor_seconds(run.floor)):.2f} s",
        ratio=busy,
    )
    yield Line(
        "  the rules alone, likewise",
        f"{of_rules.median:.2f} x, {statistics.median(rules) / run.size * 1000:.2f} ms a week",
        ratio=of_rules,
    )
    if run.plain:
        slow = ratio(_seconds(run.plain), _seconds(run.job))
        slower = ratio(_processor_seconds(run.plain), _processor_seconds(run.job))
        yield Line("  the plain version, in jobs", f"{in_words(slow)} x", ratio=slow)
        yield Line("  likewise, by processor time", f"{in_words(slower)} x", ratio=slower)


def _seconds(measured: list[Measured]) -> list[float]:
    return [measured_run.seconds for measured_run in measured]


def _processor_seconds(measured: list[Measured]) -> list[float]:
    return [measured_run.processor for measured_run in measured]


def figures(
    sizes: tuple[int, ...] = SIZES,
    *,
    durable: bool = False,
    databases: tuple[str, ...] = ("PostgreSQL", "SQLite"),
    plain: bool = True,
) -> dict[str, list[Line]]:
    """Return the figures of all sizes, by database."""
    lines_by_title: dict[str, list[Line]] = {}
    with server_folder() as home:
        postgres = OnPostgres(home, durable=durable) if "PostgreSQL" in databases else None
        try:
            if postgres:
                runs = [
                    measure(postgres, size, home, plain=plain and size <= PLAIN_UP_TO)
                    for size in sizes
                ]
                lines_by_title["job on PostgreSQL, two processes"] = list(lines(runs))
        finally:
            if postgres:
                postgres.server.stop()
    sqlite_sizes = (
        [size for size in sizes if size <= ON_SQLITE_UP_TO] if "SQLite" in databases else []
    )
    if sqlite_sizes:
        with tempfile.TemporaryDirectory() as folder:
            runs = [
                measure(
                    OnSqlite(Path(folder)), size, Path(folder), plain=plain and size <= PLAIN_UP_TO
                )
                for size in sqlite_sizes
            ]
            lines_by_title["job on SQLite, one process"] = list(lines(runs))
    return lines_by_title


def main(arguments: list[str] | None = None) -> int:
    """Print all figures. Return 1 if a ratio misses its budget."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.job", description=__doc__)
    parser.add_argument(
        "sizes",
        nargs="*",
        type=int,
        default=SIZES,
        help=f"numbers of campaigns, each a multiple of four; the whole budget is {FULL}",
    )
    parser.add_argument("--durable", action="store_true", help="PostgreSQL with fsync")
    parser.add_argument("--only", choices=["PostgreSQL", "SQLite"], help="leave out the other")
    parser.add_argument("--no-plain", action="store_true", help="leave out the plain version")
    options = parser.parse_args(arguments)
    databases = (options.only,) if options.only else ("PostgreSQL", "SQLite")
    lines_by_title = figures(
        tuple(options.sizes),
        durable=options.durable,
        databases=databases,
        plain=not options.no_plain,
    )
    return max(report(title, figure_lines) for title, figure_lines in lines_by_title.items())


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        print(inside(sys.argv[2:]))
    else:
        sys.exit(main())
