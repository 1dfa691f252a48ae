"""The code that the mutation run changes, by package."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent

ROOMS: Final = {
    "permissions": [
        "**/permissions.py",
        "**/policy.py",
        "campaign/league/selectors/viewer.py",
        "core/web/not_found.py",
        "core/web/api/scopes.py",
        "play/selectors/participants.py",
    ],
    "bundles": ["home/*/bundle*.py", "home/*/bundling.py", "home/*/bringing*.py"],
    "moving in": ["campaign/moving/**/*.py", "core/web/*sheets.py", "core/web/workbook_reader.py"],
    "engine": ["engine/**/*.py"],
    "rules": ["**/rules/**/*.py"],
    "services that write": ["**/services/**/*.py"],
    "selectors": ["**/selectors/**/*.py"],
    "forms": ["**/forms/**/*.py", "**/forms.py"],
    "API": ["**/api/**/*.py"],
    "views": ["**/views/**/*.py"],
}
"""The parts of the code that mutants are made of. A file belongs to the first matching pattern."""
LEFT_OUT: Final = frozenset({"benchmarks", "lab", "tests"})


def packages() -> list[Path]:
    """Return the folders of the product's packages."""
    return [file.parent for file in ROOT.glob("*/__init__.py") if file.parent.name not in LEFT_OUT]


@cache
def rooms_of_files() -> dict[Path, str]:
    """Return the package of each file that contains code."""
    rooms: dict[Path, str] = {}
    for room, patterns in ROOMS.items():
        for pattern in patterns:
            places = packages() if pattern.startswith("**") else [ROOT]
            for file in (file for place in places for file in place.glob(pattern)):
                if file.stat().st_size:
                    rooms.setdefault(file, room)
    return rooms


def files_of(room: str) -> list[Path]:
    """Return the files of a package in order of their names."""
    return sorted(file for file, its_room in rooms_of_files().items() if its_room == room)


def all_files() -> list[Path]:
    """Return the files of all packages."""
    return sorted(rooms_of_files())


def name_of(file: Path) -> str:
    """Return a file's path from the root of the repository."""
    return file.relative_to(ROOT).as_posix()


def module_of(file: Path) -> str:
    """Return the module name of a file."""
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
