"""Published lab results of games, which are the figures written by `manage.py lab` and the
documents that explain them.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

import msgspec
from django.conf import settings

from lab.lab import Paper

FOLDER: Final = Path(settings.BASE_DIR) / "docs" / "lab"


def paper_of(game: str, folder: Path = FOLDER) -> Paper | None:
    """Return the published figures of the game, or None. `game` is a slug, so it cannot point to
    another folder.
    """
    file = folder / f"{game}.json"
    return _read(file, file.stat().st_mtime_ns) if file.is_file() else None


def document_of(game: str, folder: Path = FOLDER) -> Path | None:
    """Return the path of the document that explains the figures, or None. `game` is a slug, so it
    cannot point to another folder.
    """
    file = folder / f"{game}.md"
    return file if file.is_file() else None


def has_paper(game: str) -> bool:
    """Return whether lab results of the game are published."""
    return document_of(game) is not None or paper_of(game) is not None


@lru_cache(maxsize=16)
def _read(file: Path, _changed: int) -> Paper:
    return msgspec.json.decode(file.read_bytes(), type=Paper)
