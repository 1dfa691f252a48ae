"""End everything that a test run starts or writes.

Each run has its own temporary folder, deleted at the end even if the run is interrupted. Processes
that outlive the run are ended, and the run fails and names them.
"""

from __future__ import annotations

import atexit
import ctypes
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from tests.processes import PROC, descendants, processes

PR_SET_CHILD_SUBREAPER: Final = 36
"""Linux's `prctl` option that makes a process the parent of its orphaned descendants."""
GRACE_SECONDS: Final = 5.0


def begin() -> Path:
    """Make the run's temporary folder, adopt orphaned descendants, and return the folder."""
    # Paths of sockets must be short, so pytest's own folders stay where they are.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
    folder = Path(tempfile.mkdtemp(prefix="deaddrop-test-"))
    folder.chmod(0o711)  # PostgreSQL runs as somebody else
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def interrupt_on_sigterm() -> None:
    """Let SIGTERM end the run like Ctrl-C, with all cleaning up."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)


def survivors() -> dict[int, str]:
    """Return the commands of this process's living descendants by their process ids."""
    found = {}
    for number in descendants(processes(), os.getpid()):
        with suppress(OSError):
            command = (PROC / str(number) / "cmdline").read_bytes().replace(b"\0", b" ")
            if command:  # a process that has ended and waits for its parent has none
                found[number] = command.decode(errors="replace").strip()
    return found


def end_survivors() -> list[str]:
    """End processes that outlive the run by more than a moment, and return their commands."""
    deadline = time.monotonic() + GRACE_SECONDS
    while (left := survivors()) and time.monotonic() < deadline:
        time.sleep(0.1)
    for number in left:
        with suppress(ProcessLookupError, ChildProcessError):
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
    return sorted(left.values())
