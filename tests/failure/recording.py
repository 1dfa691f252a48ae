"""The code of a version, kept beside the database that it wrote, so that it can run beside today's.

``python -m tests.failure.recording COMMIT tests/failure/recorded/VERSION`` keeps it, once.
"""

from __future__ import annotations

import lzma
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Final

KEPT: Final = (
    "config", "home", "monitoring", "espionage", "minigames", "campaign", "play", "core", "lab",
    "engine", "templates", "static", "docs/tutorials", "docs/how-to", "docs/reference",
    "docs/glossary.md", "docs/api.md", "docs/lab", "manage.py", "pyproject.toml", "Dockerfile",
    "CHANGELOG.md",
)  # fmt: skip
"""What runs, and what pages read. A room that is new is named here when it is first recorded."""
NAME: Final = "code.tar.xz"


def keep(commit: str, folder: Path) -> None:
    """Write the code of this commit. Raises where it is there already."""
    tar = subprocess.run(
        ["git", "archive", "--format=tar", commit, "--", *KEPT], capture_output=True, check=True
    ).stdout
    with (folder / NAME).open("xb") as file:
        file.write(lzma.compress(tar, preset=9 | lzma.PRESET_EXTREME))


def unpack(version: Path, folder: Path) -> Path:
    """Lay a recorded version's code into a folder, and return that."""
    with tarfile.open(version / NAME) as code:
        code.extractall(folder, filter="data")
    return folder


if __name__ == "__main__":
    keep(sys.argv[1], Path(sys.argv[2]))
