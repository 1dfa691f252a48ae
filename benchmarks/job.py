"""`python -m benchmarks.job [SIZE …]`: how long until the last of so many campaigns that are due at
one moment is settled.

Each size is measured three times on copies of the same database: the job itself, the floor (the
rows it wrote, only written) and, for the smaller sizes, the plain version with one task and one
transaction a campaign. PostgreSQL with two processes, SQLite with one. Seconds are this machine's;
what counts are the ratios, the growth, and the memory.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tests.servers import NAME, Postgres
from tests.servers import folder as server_folder

from .job_worker import Spent
from .line import Line

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

SIZES: Final = (100, 1_000)
FULL: Final = (100, 1_000, 10_000)
PLAIN_UP_TO: Final = 1_000
ON_SQLITE_UP_TO: Final = 10_000
TIMES_THE_FLOOR: Final = 2.0
GROWTH: Final = 1.25
"""A campaign among many may cost so many times what it costs among few."""
FLAT: Final = 1.15
"""Memory among many campaigns, in times of that among few."""


class Measured(NamedTuple):
    """A whole run: seconds until the last process was done, processor seconds of all and of the
    database's own processes, those of the rules among them, weeks, the highest memory of a process
    in MiB.
    """

    seconds: float
    processor: float
    rules: float
    weeks: int
    peak: float


class Run(NamedTuple):
    """One size: the job, its floor, the plain version if it was run, and the rows written."""

    size: int
    job: Measured
    floor: Measured
    plain: Measured | None
    rows: int


class Database:
    """A kind of database that can be filled once and copied often."""

    name = ""
    processes = 1

    def url(self, name: str) -> str:
        raise NotImplementedError

    def copy(self, source: str, target: str) -> None:
        raise NotImplementedError

    def drop(self, name: str) -> None:
        raise NotImplementedError

    def processor(self) -> float:
        """Processor seconds that the database's own processes have taken so far."""
        return 0.0


class OnPostgres(Database):
    """PostgreSQL of our own; without fsync unless `durable`."""

    name = "PostgreSQL"
    processes = 2

    def __init__(self, home: Path, *, durable: bool) -> None:
        options = {"shared_buffers": "1GB", "max_wal_size": "8GB", "checkpoint_timeout": "30min"}
        self.server = Postgres(home / "postgres", durable=durable, options=options).start()

    def url(self, name: str) -> str:
        return self.server.url.removesuffix(NAME) + name

    def copy(self, source: str, target: str) -> None:
        self._say(f'CREATE DATABASE "{target}" TEMPLATE "{source}"')

    def create(self, name: str) -> None:
        self._say(f'CREATE DATABASE "{name}"')

    def drop(self, name: str) -> None:
        self._say(f'DROP DATABASE "{name}"')

    def processor(self) -> float:
        assert self.server.process is not None
        return _processor(self.server.process.pid)

    def _say(self, statement: str) -> None:
        import psycopg

        with psycopg.connect(self.server.url, autocommit=True) as door:
            door.execute(statement)
            door.execute("CHECKPOINT")


def _processor(pid: int) -> float:
    """Processor seconds of a process, of its children, and of those that have ended."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(
        _processor(int(child)) for child in children
    )


class OnSqlite(Database):
    """Files in a folder; one process, as `make run` has it."""

    name = "SQLite"

    def __init__(self, home: Path) -> None:
        self.home = home

    def url(self, name: str) -> str:
        return f"sqlite:///{self.home / name}.sqlite3"

    def create(self, name: str) -> None:
        """The file comes by itself."""

    def copy(self, source: str, target: str) -> None:
        shutil.copy(self.home / f"{source}.sqlite3", self.home / f"{target}.sqlite3")

    def drop(self, name: str) -> None:
        for file in self.home.glob(f"{name}.sqlite3*"):
            file.unlink()


# --- one size -------------------------------------------------------------------------------------


def measure(place: OnPostgres | OnSqlite, size: int, home: Path, *, plain: bool) -> Run:
    """Fill a database with so many campaigns, and run everything on copies of it."""
    place.create("crowd")
    due_at = _fill(place.url("crowd"), size)
    folder = home / "rows"
    with _copied(place, "job") as url:
        before = _ask(url, "mark")
        job = _race(url, "tick", due_at, place)
        rows = int(_ask(url, "record", before, str(folder)))
    with _copied(place, "floor") as url:
        floor = _race(url, str(folder), due_at, place)
    slow = None
    if plain:
        with _copied(place, "plain") as url:
            slow = _race(url, "plain", due_at, place)
    place.drop("crowd")
    shutil.rmtree(folder)
    return Run(size, job, floor, slow, rows)


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
        "LOG_LEVEL": "ERROR",
        "REDIS_URL": "",
    }


def _fill(url: str, size: int) -> datetime:
    from datetime import datetime

    return datetime.fromisoformat(_ask(url, "fill", str(size)))


def _ask(url: str, *words: str) -> str:
    """Something done to a database in a process of its own, which loads Django for it."""
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.job", "--inside", *words],
        env=_environment(url),
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout.strip().splitlines()[-1]


def _race(url: str, how: str, at: datetime, place: Database) -> Measured:
    """Start so many processes, let them go at once, and wait for the last."""
    command = [sys.executable, "-m", "benchmarks.job_worker", how, at.isoformat()]
    runners = [
        subprocess.Popen(
            command, env=_environment(url), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        for _ in range(place.processes)
    ]
    for runner in runners:
        _heard(runner)
    before = place.processor()
    for runner in runners:
        print(file=runner.stdin, flush=True)
    spent = [Spent(*_as_list(_heard(runner))) for runner in runners]
    for runner in runners:
        runner.wait()
    processor = place.processor() - before + sum(each.processor for each in spent)
    rules, weeks = sum(each.rules for each in spent), sum(each.weeks for each in spent)
    return Measured(
        max(each.seconds for each in spent),
        processor,
        rules,
        weeks,
        max(each.peak for each in spent),
    )


def _heard(runner: subprocess.Popen[str]) -> str:
    assert runner.stdout is not None
    said = runner.stdout.readline()
    if not said:
        raise SystemExit(f"a process of the benchmark ended with {runner.wait()}")
    return said


def _as_list(said: str) -> list[Any]:
    import json

    return list(json.loads(said))


def inside(words: list[str]) -> object:
    """What `_ask` asks for, in a process that has Django."""
    import json

    import django

    django.setup()
    from django.core.management import call_command

    from tests import crowd

    from . import floor

    match words:
        case ["fill", size]:
            call_command("migrate", verbosity=0)
            return crowd.crowd(int(size)).due_at.isoformat()
        case ["mark"]:
            return json.dumps(floor.mark())
        case ["record", before, folder]:
            return floor.record(json.loads(before), Path(folder))
    raise SystemExit(f"nobody knows {words}")


# --- the table ------------------------------------------------------------------------------------


def lines(runs: list[Run]) -> Iterator[Line]:
    """The figures, against their budgets. Where the machine is busy with other things, processor
    time says more than the clock.
    """
    for run in runs:
        ratio, busy = run.job.seconds / run.floor.seconds, run.job.processor / run.floor.processor
        yield Line(
            f"{run.size:,} weeks",
            f"{run.job.seconds:.2f} s, {run.job.seconds / run.size * 1000:.2f} ms a week",
        )
        yield Line(
            "  in floors",
            f"{ratio:.2f} x of {run.floor.seconds:.2f} s ({run.rows / run.size:.0f} rows a week)",
            f"at most {TIMES_THE_FLOOR:g}",
            ratio <= TIMES_THE_FLOOR,
        )
        yield Line("  in floors, by processor time", f"{busy:.2f} x of {run.floor.processor:.2f} s")
        yield Line(
            "  the rules alone, likewise",
            (
                f"{run.job.rules / run.floor.processor:.2f} x, "
                f"{run.job.rules / run.size * 1000:.2f} ms a week"
            ),
        )
        if run.plain:
            slow = run.plain.seconds / run.job.seconds, run.plain.processor / run.job.processor
            yield Line(
                "  the plain version, in jobs",
                f"{slow[0]:.1f} x; by processor time {slow[1]:.1f} x",
            )
    first, last = runs[0], runs[-1]
    if last is not first:
        growth = last.job.processor / last.size / (first.job.processor / first.size)
        memory = last.job.peak / first.job.peak
        yield Line(
            f"processor time a week, {last.size:,} : {first.size:,}",
            f"{growth:.2f} x",
            f"at most {GROWTH}",
            growth <= GROWTH,
        )
        yield Line(
            "memory of a process, likewise",
            f"{memory:.2f} x of {first.job.peak:.0f} MiB",
            f"at most {FLAT}",
            memory <= FLAT,
        )


def figures(
    sizes: tuple[int, ...] = SIZES,
    *,
    durable: bool = False,
    on: tuple[str, ...] = ("PostgreSQL", "SQLite"),
    plain: bool = True,
) -> dict[str, list[Line]]:
    """All figures, by database."""
    found: dict[str, list[Line]] = {}
    with server_folder() as home:
        postgres = OnPostgres(home, durable=durable) if "PostgreSQL" in on else None
        try:
            if postgres:
                runs = [
                    measure(postgres, size, home, plain=plain and size <= PLAIN_UP_TO)
                    for size in sizes
                ]
                found["job on PostgreSQL, two processes"] = list(lines(runs))
        finally:
            if postgres:
                postgres.server.stop()
    some = [size for size in sizes if size <= ON_SQLITE_UP_TO] if "SQLite" in on else []
    if some:
        with tempfile.TemporaryDirectory() as folder:
            runs = [
                measure(
                    OnSqlite(Path(folder)), size, Path(folder), plain=plain and size <= PLAIN_UP_TO
                )
                for size in some
            ]
            found["job on SQLite, one process"] = list(lines(runs))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Print all figures; the answer is 1 if a budget is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.job", description=__doc__)
    parser.add_argument(
        "sizes",
        nargs="*",
        type=int,
        default=SIZES,
        help=f"numbers of campaigns; the whole budget is {FULL}",
    )
    parser.add_argument("--durable", action="store_true", help="PostgreSQL with fsync")
    parser.add_argument("--only", choices=["PostgreSQL", "SQLite"], help="leave out the other")
    parser.add_argument("--no-plain", action="store_true", help="leave out the plain version")
    options = parser.parse_args(arguments)
    on = (options.only,) if options.only else ("PostgreSQL", "SQLite")
    found = figures(
        tuple(options.sizes), durable=options.durable, on=on, plain=not options.no_plain
    )
    for title, some in found.items():
        print("\n".join([title, *map(str, some)]))
    return int(not all(line.kept for some in found.values() for line in some))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--inside"]:
        print(inside(sys.argv[2:]))
    else:
        sys.exit(main())
