"""The browser of this machine. ``python -m tests.machine`` installs one if possible.

On Debian, as root, that is Debian's Chromium; elsewhere (macOS, Fedora, Debian without root) the
one that Playwright downloads.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SHELL = "chromium-headless-shell"
"""The browser without windows, push messages and extensions, at half the processor time."""
FLAGS = (
    *(
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-dev-shm-usage",
    ),
    *(
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--disable-default-apps",
    ),
)


WHERE = (
    "from playwright.sync_api import sync_playwright as start\nwith start() as playwright: "
    "print(playwright.chromium.executable_path)"
)


def chromium(*, full: bool = False) -> Path | None:
    """Return the browser's program, if any: the one named by ``CHROMIUM``, one on the path, or
    Playwright's. The headless shell is enough unless push messages are tested.
    """
    named = os.environ.get("CHROMIUM")
    names = [named] if named else NAMES if full else [SHELL, *NAMES]
    program = next(filter(None, map(shutil.which, names)), None)
    if program:
        return Path(program)
    return None if named else playwrights_own()


def playwrights_own() -> Path | None:
    """Return Playwright's browser if it is installed and starts."""
    where = said([sys.executable, "-c", WHERE])
    program = Path(where.strip()) if where else None
    return (
        program
        if program and program.exists() and said([program, "--version"]) is not None
        else None
    )


def said(command: list[str | Path]) -> str | None:
    """Return a command's output, or None if it fails."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
            timeout=60,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return None if done.returncode else done.stdout


def attempt(*commands: list[str]) -> None:
    """Run these commands quietly, one after the other, and report failures."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in commands:
        try:
            done = subprocess.run(
                command,
                env=quiet,
                capture_output=True,
                text=True,
                stdin=subprocess.DEVNULL,
                check=False,
                timeout=900,
            )
            problem = (done.stderr.strip()[-400:] or "it gave no reason") if done.returncode else ""
        except subprocess.TimeoutExpired:
            problem = "it took too long"
        if problem:
            print(f"{' '.join(command)} failed: {problem}")


def can_install() -> bool:
    """Return whether Debian's packages can be installed."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def main() -> None:
    """Install what is missing if possible; tests report what they did not get."""
    if named := os.environ.get("CHROMIUM"):
        if not chromium():
            print(
                f"No Chromium here: CHROMIUM names {named}, which is not there. The browser "
                "tests cannot run."
            )
        return
    if chromium(full=True) and (chromium() != chromium(full=True) or not can_install()):
        return
    print("Installing Chromium for the browser tests ...", flush=True)
    if can_install():
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        attempt(["apt-get", "update", "-qq"], [*install, "chromium"], [*install, SHELL])
    if not chromium():
        attempt([sys.executable, "-m", "playwright", "install", "chromium"])
    if not chromium():
        print("No Chromium here: the browser tests cannot run. Install it, or name it in CHROMIUM.")


if __name__ == "__main__":
    main()
