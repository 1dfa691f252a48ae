"""Databases for the job benchmark. Each database is filled once and then copied for each run."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from tests.servers import NAME, Postgres


class Database:
    """A database server for the benchmark."""

    name = ""
    processes = 1

    def url(self, name: str) -> str:
        raise NotImplementedError

    def copy(self, source: str, target: str) -> None:
        raise NotImplementedError

    def drop(self, name: str) -> None:
        raise NotImplementedError

    def processor(self) -> float:
        """Return the processor time of the database's own processes, in seconds."""
        return 0.0


class OnPostgres(Database):
    """A separate PostgreSQL server. If `durable` is not set, it runs without fsync."""

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

        with psycopg.connect(self.server.url, autocommit=True) as server_connection:
            server_connection.execute(statement)
            server_connection.execute("CHECKPOINT")


def _processor(pid: int) -> float:
    """Return the processor seconds of a process and all its current and past children."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except FileNotFoundError:
        return 0.0
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK") + sum(
        _processor(int(child)) for child in children
    )


class OnSqlite(Database):
    """A folder of SQLite files. A single process uses each database, as with `make run`."""

    name = "SQLite"

    def __init__(self, home: Path) -> None:
        self.home = home

    def url(self, name: str) -> str:
        return f"sqlite:///{self.home / name}.sqlite3"

    def create(self, name: str) -> None:
        """Do nothing, because SQLite creates the file."""

    def copy(self, source: str, target: str) -> None:
        shutil.copy(self.home / f"{source}.sqlite3", self.home / f"{target}.sqlite3")

    def drop(self, name: str) -> None:
        for file in self.home.glob(f"{name}.sqlite3*"):
            file.unlink()
