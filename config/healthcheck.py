"""What a container asks to learn whether it is well: ``python -m config.healthcheck URL`` or ``...
worker``.
"""

from __future__ import annotations

import sys
from http import HTTPStatus
from urllib.error import URLError
from urllib.request import urlopen

from . import liveness


def is_well(what: str) -> bool:
    """Ask the address, or look at the process's last sign of life."""
    if not what.startswith("http://"):
        return liveness.is_alive(what)
    try:
        with urlopen(what, timeout=4) as answer:  # noqa: S310 - only http, see above
            return bool(answer.status == HTTPStatus.OK)
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    sys.exit(not is_well(sys.argv[1]))
