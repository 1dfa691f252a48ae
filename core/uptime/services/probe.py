"""A probe that background processes use to find out whether the site serves pages."""

from __future__ import annotations

from http import HTTPStatus
from http.client import HTTPException
from typing import Final
from urllib.request import urlopen

from django.conf import settings

from core.web.deadlines import finish_within

SECONDS: Final = 4


def is_serving() -> bool:
    """Return whether one of the addresses in `settings.UPTIME_URL` responds with 200 within a few
    seconds.

    If there are no addresses, return True.
    """
    addresses = settings.UPTIME_URL
    return not addresses or any(map(_answers, addresses))


def _answers(address: str) -> bool:
    def ask() -> bool:
        with urlopen(address, timeout=SECONDS) as answer:  # noqa: S310 - the settings take only http and https
            return bool(answer.status == HTTPStatus.OK)

    try:
        return finish_within(SECONDS, ask, lambda: None)
    except (OSError, HTTPException):
        return False
