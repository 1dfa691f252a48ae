"""Static files as they are collected: a hash in each name, and compressed ahead of time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import brotli
from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE: Final = 256 * 1024
"""From here on the last few in a hundred of a file's size are not worth the seconds they take."""
HARD, QUICK = 11, 9
"""How hard Brotli tries."""


class CollectedConfig(StaticFilesConfig):
    """Django's own, and what packages bring that no page of ours asks for."""

    ignore_patterns = (
        *StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmx-4*", "htmax-*",
    )  # fmt: skip


class Tight(Compressor):
    """Compresses hard what is small, and what is large in reasonable time."""

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """The bytes as Brotli."""
        made: bytes = brotli.compress(data, quality=QUICK if len(data) > LARGE else HARD)
        return made


class CollectedStorage(CompressedManifestStaticFilesStorage):
    """Compresses the files whose names have a hash: no page links any other."""

    def create_compressor(self, **options: Any) -> Compressor:
        """Leave out maps, which only a developer's tools ask for."""
        return Tight(**{**options, "extensions": (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")})

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """The name of each file, and of what it was compressed to."""
        hashed = {self.clean_name(name) for name in self.hashed_files.values()}
        yield from super().compress_files(paths & hashed)
