"""Measure the time from `make run` in a new clone to the first page: `python -m benchmarks.start`.

The first start creates the environment from the package cache, runs the migrations, and creates the
demo club. The second start reuses all of these. Memory is the sum of the proportional set sizes of
all processes after some page views. To measure loading, `config.asgi` is imported in a separate
process with the clone's environment; the figures are processor time and private memory.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from tests.servers import free_port

from .line import Line, progress, report

FIRST_SECONDS: Final = 30.0
AGAIN_SECONDS: Final = 3.0
MEBIBYTES: Final = 270.0
FIRST_GOAL: Final = 12.0
AGAIN_GOAL: Final = 1.0
MEBIBYTES_GOAL: Final = 180.0
LOAD_SECONDS: Final = 1.2
LOAD_MEBIBYTES: Final = 100.0
LOADS: Final = 3
MAX_WAIT_SECONDS: Final = 300.0
ROOT: Final = Path(__file__).resolve().parent.parent
PAGES: Final = (
    "",
    "weeks/",
    "standings/",
    "teams/ironclad-freight/orders/",
    "teams/ironclad-freight/garage/",
)
SECRETS: Final = re.compile(
    r"^(DATABASE_URL|REDIS_URL|BROKER_URL|VAR_DIR|EMBEDDED|SECRET_KEY|DJANGO_SETTINGS_MODULE|VIRTUAL_ENV"
    r"|PYTHONDONTWRITEBYTECODE)$"
)


@contextmanager
def running(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run `make run` in this folder during the block, then stop it with Ctrl-C."""
    environment = {name: value for name, value in os.environ.items() if not SECRETS.match(name)} | {
        "PORT": str(port)
    }
    with (folder / "run.log").open("ab") as log:
        process = subprocess.Popen(
            ["make", "run"],
            cwd=folder,
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
    try:
        yield process
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.wait(60)


def first_page(process: subprocess.Popen[bytes], address: str) -> float:
    """Return the number of seconds until the front page responds."""
    began = time.monotonic()
    while time.monotonic() - began < MAX_WAIT_SECONDS and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=30) as answer:
                answer.read()
                return time.monotonic() - began
        except OSError:
            time.sleep(0.02)
    raise SystemExit("make run did not come up")


@contextmanager
def clone_running() -> Iterator[tuple[str, Path]]:
    """Run the site in a new clone during the block. Yield its address and the clone's folder."""
    with tempfile.TemporaryDirectory() as home:
        folder, port = Path(home) / "clone", free_port()
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        address = f"http://localhost:{port}"
        with running(folder, port) as process:
            first_page(process, address)
            yield address, folder


def log_in(address: str, log: Path) -> tuple[urllib.request.OpenerDirector, CookieJar]:
    """Sign in as the demo club's first player. Return the browser and its cookies."""
    name, password = logins(log.read_text())
    jar = CookieJar()
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))
    form = browser.open(f"{address}/accounts/login/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
    assert token is not None
    sent = {"csrfmiddlewaretoken": token[1], "login": name, "password": password}
    browser.open(
        urllib.request.Request(
            f"{address}/accounts/login/", urlencode(sent).encode(), {"Referer": address}
        )
    ).read()
    return browser, jar


def read_demo(address: str, log: Path) -> None:
    """Sign in as the demo club's first player and read some pages."""
    browser, _ = log_in(address, log)
    for page in PAGES:
        browser.open(f"{address}/c/demo/{page}").read()


def logins(log_text: str) -> tuple[str, str]:
    """Return vera's username and password, as printed by `make run`."""
    match = re.search(r"\bvera\b\W+(\S+)", log_text)
    if match is None:
        raise SystemExit("make run printed no login for vera")
    return "vera", match[1]


def memory(process: subprocess.Popen[bytes]) -> float:
    """Return the memory of a process and its descendants, in MiB."""
    return _shares(process.pid) / 1024


def _shares(pid: int) -> int:
    try:
        share = re.search(
            r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE
        )
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return (int(share[1]) if share else 0) + sum(_shares(int(child)) for child in below)


LOADED: Final = """
import pathlib, re, time
import config.asgi
held = pathlib.Path("/proc/self/smaps_rollup").read_text()
private = re.findall(r"^Private_\\w+:\\s+(\\d+)", held, re.MULTILINE)
print(time.process_time(), sum(map(int, private)) / 1024)
"""


def loaded(folder: Path) -> tuple[float, float]:
    """Load the code of every page in separate processes, and measure the cost.

    Return the lowest processor time in seconds and the lowest private memory in MiB.
    """
    environment = {name: value for name, value in os.environ.items() if not SECRETS.match(name)}
    outputs = [
        subprocess.run(
            [folder / ".venv/bin/python", "-c", LOADED],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.split()
        for _ in range(LOADS)
    ]
    seconds, private_memory = zip(*[map(float, output) for output in outputs], strict=True)
    return min(seconds), min(private_memory)


def main() -> int:
    """Print the figures, which depend on the machine and never fail the run."""
    with tempfile.TemporaryDirectory() as home:
        folder = Path(home) / "clone"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(folder)], check=True)
        port = free_port()
        address = f"http://localhost:{port}"
        progress("a fresh clone")
        with running(folder, port) as process:
            first = first_page(process, address)
            wait_for_demo(address)
        progress("again")
        with running(folder, port) as process:
            second_start = first_page(process, address)
            time.sleep(6)  # the worker starts after the first page
            read_demo(address, folder / "run.log")
            total_memory = memory(process)
        progress("loading")
        seconds, private_memory = loaded(folder)
    lines = [
        Line(
            "first page of a fresh clone",
            f"{first:.1f} s",
            f"at most {FIRST_SECONDS:g} s",
            first <= FIRST_SECONDS,
            goal=f"{FIRST_GOAL:g} s",
            reached=first <= FIRST_GOAL,
        ),
        Line(
            "first page, started again",
            f"{second_start:.1f} s",
            f"at most {AGAIN_SECONDS:g} s",
            second_start <= AGAIN_SECONDS,
            goal=f"{AGAIN_GOAL:g} s",
            reached=second_start <= AGAIN_GOAL,
        ),
        Line(
            "memory of everything",
            f"{total_memory:.0f} MiB",
            f"at most {MEBIBYTES:g} MiB",
            total_memory <= MEBIBYTES,
            goal=f"{MEBIBYTES_GOAL:g} MiB",
            reached=total_memory <= MEBIBYTES_GOAL,
        ),
        Line(
            "processor time to load every page",
            f"{seconds:.2f} s",
            goal=f"{LOAD_SECONDS:g} s",
            reached=seconds <= LOAD_SECONDS,
        ),
        Line(
            "memory of a process, its own",
            f"{private_memory:.0f} MiB",
            goal=f"{LOAD_MEBIBYTES:g} MiB",
            reached=private_memory <= LOAD_MEBIBYTES,
        ),
    ]
    return report("make run", lines)


def wait_for_demo(address: str) -> None:
    """Wait until the demo club exists."""
    end = time.monotonic() + MAX_WAIT_SECONDS
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{address}/readyz", timeout=30).read()
        except urllib.error.URLError:
            time.sleep(0.1)
        else:
            return


if __name__ == "__main__":
    sys.exit(main())
