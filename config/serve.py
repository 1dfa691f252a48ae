"""``make run``, which runs the whole service on one machine. This process uses only the standard
library.

It prepares the database, and then runs the web process, the worker (with its scheduler) and the
delivery process. It restarts these if they die, and stops everything on Ctrl-C.
"""

from __future__ import annotations

import hashlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GRACE_SECONDS = 15.0  # longer than an exchange with another machine can take
STABLE_SECONDS = 30.0
LOCAL_HOSTS = {"127.0.0.1", "0.0.0.0", "::1", "::"}  # noqa: S104 - compared with, not bound to
HEAD_START = 2.0  # The first page is faster if the others are loaded after it.
LONGEST_PAUSE = 30.0
FALSE_WORDS = {"0", "false", "f", "no", "n", "off"}  # read like the settings


def say(sentence: str) -> None:
    """Print a sentence for the user."""
    print(sentence, flush=True)  # noqa: T201 - output for the terminal


def environment() -> dict[str, str]:
    """Return the environment of child processes.

    The number of arenas is limited so that the allocator releases memory sooner.
    """
    thrifty = {"MALLOC_ARENA_MAX": "2", "MALLOC_TRIM_THRESHOLD_": "131072", "PYTHONUNBUFFERED": "1"}
    return {"DJANGO_SETTINGS_MODULE": "config.settings", **thrifty, **os.environ}


def is_enabled(name: str, default: str = "0") -> bool:
    """Return a boolean from the environment, parsed as in the settings."""
    return os.environ.get(name, default).lower() not in FALSE_WORDS


def bind(host: str, port: int) -> socket.socket:
    """Bind the port before doing anything else, and keep it while the web process restarts."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as problem:
        raise SystemExit(
            f"Cannot use port {port} on {host} ({os.strerror(problem.errno or 0)}). Choose another "
            f"port, for example: make run PORT={port + 1}"
        ) from None


def reached_at(host: str) -> str:
    """Return the host part of a URL with which this machine can reach a site bound to `host`.

    >>> reached_at("0.0.0.0"), reached_at("::"), reached_at("192.168.1.7")
    ('127.0.0.1', '[::1]', '192.168.1.7')
    """
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared with, not bound to
    return f"[{host}]" if ":" in host else host


# --- database preparation -------------------------------------------------------------------------


@dataclass(frozen=True)
class Preparation:
    """Preparation of the migrations, the demo club and the static files.

    The preparation is repeated only if migrations or static files have changed or the database is
    missing.
    """

    var: Path
    database_url: str

    def is_done(self) -> bool:
        """Return whether this database has been prepared with the current migrations."""
        has_database = bool(self.database_url) or (self.var / "deaddrop.sqlite3").exists()
        collected = not is_enabled("STATIC_COLLECTED") or (self.var / "collected").exists()
        has_stamp = self._stamp.exists() and self._stamp.read_text() == self._print()
        return has_database and collected and has_stamp

    def run(self) -> None:
        """Migrate, and create the demo club in an empty database."""
        say("Preparing the database ...")
        result = subprocess.run(
            [sys.executable, "-m", "config.prepare"], cwd=ROOT, env=environment(), check=False
        )
        if result.returncode:
            raise SystemExit("The database could not be prepared. See the error above.")
        self._stamp.write_text(self._print())

    def logins(self) -> str:
        """Return the sign-in details of the demo, if there is one."""
        logins_file = self.var / "logins.txt"
        return logins_file.read_text() if logins_file.exists() and is_enabled("DEMO", "1") else ""

    @property
    def _stamp(self) -> Path:
        return self.var / "prepared"

    def _print(self) -> str:
        digest = hashlib.sha256(self.database_url.encode())
        digest.update(os.environ.get("STATIC_COLLECTED", "").encode())
        patterns = "*/migrations/*.py", "*/*/migrations/*.py", "static/**/*", "*/*/static/**/*"
        files = [file for name in patterns for file in ROOT.glob(name) if file.is_file()]
        for file in sorted([*files, ROOT / "requirements/runtime.txt"]):
            digest.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
        return digest.hexdigest()


# --- child processes ------------------------------------------------------------------------------


@dataclass
class Child:
    """A child process that is kept running."""

    name: str
    command: list[str]
    pass_fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    due: float = 0.0
    pause: float = field(default=0.5)

    def start(self) -> None:
        """Start the process in its own group, so that it does not receive Ctrl-C directly."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            env=environment(),
            pass_fds=self.pass_fds,
            start_new_session=True,
            stdin=subprocess.PIPE,
        )

    def look(self) -> None:
        """Restart the process if it has died. The delay increases with each restart."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.due:
                self.start()
        elif (code := self.process.poll()) is not None:
            self.pause = (
                0.5 if now - self.started > STABLE_SECONDS else min(self.pause * 2, LONGEST_PAUSE)
            )
            say(
                f"The {self.name} process exited with code {code}. Restarting it in "
                f"{self.pause:.0f} s."
            )
            self.process, self.due = None, now + self.pause

    def stop(self) -> None:
        """Ask the process to stop."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def finish(self, deadline: float) -> None:
        """Wait for the process, and kill its group after the deadline."""
        if not self.process:
            return
        try:
            self.process.wait(max(0.1, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()


def watch(children: list[Child], ended: threading.Event) -> None:
    """Keep the children running until the end is requested, and then stop them."""
    try:
        while not ended.is_set():
            for child in children:
                child.look()
            ended.wait(0.25)
    finally:
        for child in children:
            child.stop()
        deadline = time.monotonic() + GRACE_SECONDS
        for child in children:
            child.finish(deadline)


def main() -> int:
    """Run everything until Ctrl-C."""
    host, port = os.environ.get("HOST", "127.0.0.1"), int(os.environ.get("PORT") or 8000)
    var = Path(os.environ.get("VAR_DIR") or ROOT / "var")
    var.mkdir(parents=True, exist_ok=True)
    os.environ.setdefault(
        "SITE_URL",
        f"http://{'localhost' if host in LOCAL_HOSTS else host}:{port}",
    )
    os.environ.setdefault("EMBEDDED", "1")
    os.environ.setdefault("WEB_THREADS", "8")
    os.environ.setdefault("STATIC_COLLECTED", "0" if is_enabled("DEBUG") else "1")
    os.environ.setdefault("STATIC_ROOT", str(var / "collected"))
    os.environ.setdefault("UPTIME_URL", f"http://{reached_at(host)}:{port}/livez")
    ended = threading.Event()
    with bind(host, port) as listener:
        preparation = Preparation(var, os.environ.get("DATABASE_URL", ""))
        if not preparation.is_done():
            preparation.run()
        for name in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(name, lambda *_: ended.set())
        python = [sys.executable, "-m"]
        children = [
            Child(
                "web",
                [*python, "config.web", str(listener.fileno()), str(os.getpid())],
                pass_fds=(listener.fileno(),),
            ),
            Child("worker", [*python, "config.worker"], due=time.monotonic() + HEAD_START),
            Child("delivery", [*python, "config.delivery"], due=time.monotonic() + 2 * HEAD_START),
        ]
        say(
            (
                f"{preparation.logins()}\nDead Drop is running at {os.environ['SITE_URL']}. "
                "Press Ctrl-C to stop it."
            ).lstrip()
        )
        watch(children, ended)
    say("Stopped.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
