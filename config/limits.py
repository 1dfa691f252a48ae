"""How much a request may bring and how long it may take to arrive, in every process that serves the
site. Nothing of Django in here.
"""

from __future__ import annotations

import os
from typing import Final

MEBIBYTE: Final = 1024 * 1024
LARGEST_FORM: Final = 1 * MEBIBYTE
"""A form without its files, or what is sent to the API."""
LARGEST_FILE: Final = 4 * MEBIBYTE
"""The largest file that any page takes: a transcript."""
LARGEST_BODY: Final = LARGEST_FORM + LARGEST_FILE
LARGEST_HEAD: Final = 64 * 1024
MOST_FIELDS: Final = 1_000
MOST_FILES: Final = 100

HEAD_SECONDS: Final = float(os.environ.get("HEAD_SECONDS", "10"))
"""So long the head of a request may take from its first byte (or from the connection) to its last.
"""
BODY_SECONDS: Final = float(os.environ.get("BODY_SECONDS", "60"))
"""So long its body may take: 5 MiB in a minute is a slow telephone."""
