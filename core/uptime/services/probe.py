"""Whether pages are served, asked from where the work on time is done."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib.request import urlopen

from django.conf import settings

SECONDS: Final = 4


def is_serving() -> bool:
    """Whether the address in `settings.UPTIME_URL` answers with 200 within a few seconds; True
    where none is named.
    """
    if not settings.UPTIME_URL:
        return True
    try:
        with urlopen(settings.UPTIME_URL, timeout=SECONDS) as answer:  # noqa: S310 - the settings take only http and https
            return bool(answer.status == HTTPStatus.OK)
    except (OSError, HTTPException):
        return False
