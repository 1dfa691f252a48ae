"""Whether pages are served, asked from where the work on time is done."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib.request import urlopen

from django.conf import settings

SECONDS: Final = 4


def is_serving() -> bool:
    """Whether one of the addresses in `settings.UPTIME_URL` answers with 200 within a few seconds;
    True where none is named.
    """
    addresses = settings.UPTIME_URL
    return not addresses or any(map(_answers, addresses))


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - the settings take only http and https
            return bool(answer.status == HTTPStatus.OK)
    except (OSError, HTTPException):
        return False
