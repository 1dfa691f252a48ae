"""Collection of static files. Each file gets a hash in its name and is compressed in advance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.staticfiles.apps import StaticFilesConfig
from whitenoise.storage import CompressedManifestStaticFilesStorage

if TYPE_CHECKING:
    from collections.abc import Iterator


class CollectedConfig(StaticFilesConfig):
    """Django's app for static files, without package files that no page of this site uses."""

    ignore_patterns = (
        *StaticFilesConfig.ignore_patterns, "redoc", "rest_framework", "htmx-4*", "htmax-*", "hx-*",
    )  # fmt: skip


class CollectedStorage(CompressedManifestStaticFilesStorage):
    """Storage that puts hashed names into the imports of scripts, and compresses the files with
    hashed names. Pages link to no other files.
    """

    support_js_module_import_aggregation = True

    def compress_files(self, paths: set[str]) -> Iterator[tuple[str, str]]:
        """Yield the name of each hashed file and of its compressed version."""
        hashed = {self.clean_name(name) for name in self.hashed_files.values()}
        yield from super().compress_files(paths & hashed)
