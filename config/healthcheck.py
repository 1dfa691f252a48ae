"""Health check for a container, run as ``python -m config.healthcheck URL`` or ``... worker``."""

from __future__ import annotations

import sys
from http import HTTPStatus
from urllib.error import URLError
from urllib.request import urlopen

from . import liveness


def is_well(target: str) -> bool:
    """Return whether the URL responds, or whether the process has recently shown a sign of life."""
    if not target.startswith("http://"):
        return liveness.is_alive(target)
    try:
        with urlopen(target, timeout=4) as answer:  # noqa: S310 - only http, see above
            return bool(answer.status == HTTPStatus.OK)
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(not is_well(sys.argv[1]))
