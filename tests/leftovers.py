"""Whatever a run of tests starts or writes ends with it.

Each run has a temporary folder of its own, which goes at the end, also when the run is interrupted.
Processes that outlive the run are ended, and the run fails and names them.
"""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

MARK: Final = "DEADDROP_TEST_RUN"
"""The environment variable by which a run knows its processes."""
GRACE_SECONDS: Final = 5.0


def begin() -> Path:
    """Make the run's temporary folder, mark its processes, and return the folder."""
    # Paths of sockets must be short, so pytest's own folders stay where they are.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    folder = Path(tempfile.mkdtemp(prefix="deaddrop-test-"))
    folder.chmod(0o711)  # PostgreSQL runs as somebody else
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    os.environ[MARK] = folder.name
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def interrupt_on_sigterm() -> None:
    """Have SIGTERM end the run as Ctrl-C does, with everything that is cleaned up then."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)


def survivors() -> dict[int, str]:
    """Return the commands of this run's processes that still live, by their numbers."""
    mark = f"{MARK}={os.environ[MARK]}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if int(folder.name) != os.getpid() and mark in (folder / "environ").read_bytes():
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ")
                found[int(folder.name)] = command.decode(errors="replace").strip()
    return found


def end_survivors() -> list[str]:
    """End what outlives the run by more than a moment, and return its commands."""
    deadline = time.monotonic() + GRACE_SECONDS
    while (left := survivors()) and time.monotonic() < deadline:
        time.sleep(0.1)
    for number in left:
        with suppress(ProcessLookupError):
            os.kill(number, signal.SIGKILL)
    return sorted(left.values())
