"""Collection of static files, with a hash in each name and compressed in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import brotli
from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.compress import Compressor
from whitenoise.storage import CompressedManifestStaticFilesStorage

if TYPE_CHECKING:
    from collections.abc import Iterator

LARGE: Final = 256 * 1024
"""Size in bytes from which the strongest compression takes too long for the few percent it
saves.
"""
HARD, QUICK = 11, 9
"""Brotli's quality levels."""


class CollectedConfig(StaticFilesConfig):
    """Django's app for static files, without files of packages that no page of this site uses."""

    ignore_patterns = (
        *StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmx-4*", "htmax-*",
    )  # fmt: skip


class Tight(Compressor):
    """Compressor that uses the strongest compression for small files and a faster one for large
    files.
    """

    @staticmethod
    def compress_brotli(data: bytes) -> bytes:
        """Return the bytes compressed with Brotli."""
        made: bytes = brotli.compress(data, quality=QUICK if len(data) > LARGE else HARD)
        return made


class CollectedStorage(CompressedManifestStaticFilesStorage):
    """Storage that compresses files with a hash in their names. Pages link no others."""

    def create_compressor(self, **options: Any) -> Compressor:
        """Return a compressor that skips source maps, which only developer tools request."""
        return Tight(**{**options, "extensions": (*Compressor.SKIP_COMPRESS_EXTENSIONS, "map")})

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Yield the name of each file and of its compressed version."""
        hashed = {self.clean_name(name) for name in self.hashed_files.values()}
        yield from super().compress_files(paths & hashed)
