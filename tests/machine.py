"""What the machine has to offer beyond Python: a browser. ``python -m tests.machine`` installs one where it may."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-dev-shm-usage"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-default-apps"),
)


def chromium() -> Path | None:
    """Return the browser's program, if there is one. ``CHROMIUM`` names another."""
    named = os.environ.get("CHROMIUM")
    found = next(filter(None, map(shutil.which, [named] if named else NAMES)), None)
    return Path(found) if found else None


def install() -> None:
    """Install Chromium from Debian, quietly."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["apt-get", "update", "-qq"], ["apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"]):
        done = subprocess.run(command, env=quiet, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        if done.returncode:
            print(f"{' '.join(command)} failed: {done.stderr.strip()[-400:]}")


def main() -> None:
    """Install what is missing and can be installed; the tests name what they did not get."""
    if chromium():
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("Installing Chromium for the browser tests ...", flush=True)
        install()
    if not chromium():
        print("No Chromium here: the browser tests cannot run. Install it, or name it in CHROMIUM.")


if __name__ == "__main__":
    main()
