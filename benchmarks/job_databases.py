"""The databases that the job's benchmark fills once and copies often."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.servers import NAME, Postgres


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
