"""Waiting times for rate-limited forms on the account pages."""

from __future__ import annotations

import time
from math import ceil
from typing import TYPE_CHECKING, Final

from allauth.core.internal import ratelimit
from django.core.cache import cache

if TYPE_CHECKING:
    from django.http import HttpRequest

LIMITED: Final = {"account_signup": "signup"}
"""The rate-limited action of each page, by URL name. Its limits must be per network address."""
LONG: Final = 7200
"""Minimum wait, in seconds, that is given in hours."""


def seconds_to_wait(request: HttpRequest) -> int | None:
    """Return the number of seconds until a refused form can be sent again, or None if the page's
    limits are unknown.
    """
    match = request.resolver_match
    action = LIMITED.get(match.view_name) if match else None
    if action is None:
        return None
    now, waits = time.time(), [1.0]
    for rate in ratelimit.get_rates(app="allauth.account", action=action):
        key = ratelimit.get_cache_key(request, app="allauth.account", action=action, rate=rate)
        sent = [at for at in cache.get(key, []) if at > now - rate.duration]  # newest first
        if len(sent) >= rate.amount:
            waits.append(sent[rate.amount - 1] + rate.duration - now)
    return ceil(max(waits))


def in_words(seconds: int) -> str:
    """Return a description of a wait, rounded up.

    >>> in_words(1), in_words(400), in_words(7300)
    ('1 minute', '7 minutes', '3 hours')
    """
    number, unit = (
        (ceil(seconds / 3600), "hour") if seconds >= LONG else (ceil(seconds / 60), "minute")
    )
    return f"{number} {unit}{'s' if number > 1 else ''}"
