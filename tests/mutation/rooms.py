"""Which code the mutation run is about."""

from __future__ import annotations

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent

ROOMS: Final = {
    "engine": ["engine/**/*.py"],
    "services that write": ["*/services/*.py", "campaign/*/services/*.py", "core/*/services/*.py"],
    "permissions": [
        "**/permissions.py",
        "**/policy.py",
        "campaign/league/selectors/viewer.py",
        "core/web/not_found.py",
        "play/selectors/participants.py",
    ],
}
"""The rooms, and the files of each."""


def files_of(room: str) -> list[Path]:
    """The files of a room that hold any code, in order of their names."""
    found = {file for pattern in ROOMS[room] for file in ROOT.glob(pattern)}
    return sorted(file for file in found if file.stat().st_size and ".venv" not in file.parts)


def all_files() -> list[Path]:
    """The files of all rooms."""
    return sorted({file for room in ROOMS for file in files_of(room)})


def name_of(file: Path) -> str:
    """A file as reports call it: from the checkout's folder."""
    return file.relative_to(ROOT).as_posix()


def module_of(file: Path) -> str:
    """What a file is imported as."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
