"""The machine that runs a benchmark, and the load that other processes put on it."""

from __future__ import annotations

import os
import platform
import resource
import subprocess
import sysconfig
import time
from importlib.metadata import version
from pathlib import Path
from typing import Final

QUIET: Final = 0.1
"""Maximum share of processor time that other processes use in a quiet run."""
BUSY: Final = (0, 1, 2, 5, 6, 7)
"""Columns of the first line of /proc/stat: user, nice, system, irq, softirq, and steal."""
ROOT: Final = Path(__file__).resolve().parent.parent


def description() -> dict[str, str | int]:
    """Describe the machine, the interpreter and the commit."""
    optimised = "--enable-optimizations" in (sysconfig.get_config_var("CONFIG_ARGS") or "")
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory": f"{os.sysconf('SC_PAGE_SIZE') * os.sysconf('SC_PHYS_PAGES') / 2**30:.1f} GiB",
        "system": f"{platform.system()} {platform.machine()}",
        "python": f"{platform.python_version()}, {'optimised' if optimised else 'a plain build'}",
        "django": version("django"),
        "commit": _commit(),
    }


def _processor() -> str:
    names = [
        line.partition(":")[2].strip()
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
        if line.startswith("model name")
    ]
    return names[0] if names else platform.machine()


def _commit() -> str:
    process = subprocess.run(
        ["git", "rev-parse", "--short=10", "HEAD"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return process.stdout.strip() or "unknown"


class Company:
    """The load of other processes since this object was created."""

    def __init__(self) -> None:
        self.began, self.all, self.own = time.monotonic(), _of_all(), _of_children()

    def share(self) -> float:
        """Return the share of all cores that other processes have used.

        This process and child processes that are still running count as other processes.
        """
        seconds = (time.monotonic() - self.began) * (os.cpu_count() or 1)
        others = (_of_all() - self.all) - (_of_children() - self.own)
        return min(1.0, max(0.0, others / seconds))


def _of_all() -> float:
    fields = Path("/proc/stat").read_text(encoding="utf-8").split("\n", 1)[0].split()[1:]
    return sum(int(fields[index]) for index in BUSY) / os.sysconf("SC_CLK_TCK")


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
