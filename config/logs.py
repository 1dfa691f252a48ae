"""Structured logs with request and task ids, but without players' secrets."""

from __future__ import annotations

import logging
import re
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

REDACTED = "[redacted]"
SECRET_WORDS = (
    *(
        "authorization",
        "body",
        "cookie",
        "data",
        "move",
        "order",
        "password",
        "payload",
        "press",
        "secret",
        "seed",
        "sheet",
        "state",
    ),
    *("token", "view"),
)
SECRET_KEY = re.compile("|".join(SECRET_WORDS), re.IGNORECASE)
LONG_SEGMENT = re.compile(r"(?<=/)(?![0-9a-f]{8}-[0-9a-f]{4}-)[^/.?\s]{24,}")
"""Pattern for a part of a URL that may be a key, including anything that an email program has
appended.

It does not match ids.
"""


def redact(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Redact values with secret names, query strings, and keys in URLs and sentences."""
    for key, value in event.items():
        if key in {"request", "path"} and isinstance(value, str):
            event[key] = bare_address(value)
        elif key == "event" and isinstance(value, str):
            event[key] = LONG_SEGMENT.sub(REDACTED, value)
        elif SECRET_KEY.search(key) and value is not None:
            event[key] = REDACTED
    return event


def bare_address(address: str) -> str:
    """Return a URL without its query and without segments that are keys.

    >>> bare_address("GET /calendar/c2VjcmV0LXRva2VuLXRoYXQtaXMtbG9uZw.ics?week=3")
    'GET /calendar/[redacted].ics'
    """
    return LONG_SEGMENT.sub(REDACTED, address.partition("?")[0])


def keep_if_not_away(record: logging.LogRecord) -> bool:
    """Return whether to log a failed request. Return False if the database was unavailable.

    In that case, `config.middleware.LogMiddleware` has already logged the failure in one line.
    """
    from core.web.unwritable import is_away  # Django's settings are loaded by now.

    return not (record.exc_info and is_away(record.exc_info[1]))


def configure(*, level: str, as_json: bool) -> dict[str, Any]:
    """Configure structlog and return Django's ``LOGGING``."""
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        redact,
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Processor = (
        structlog.processors.JSONRenderer()
        if as_json
        else structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    *([structlog.processors.format_exc_info] if as_json else []),
                    renderer,
                ],
                "foreign_pre_chain": shared,
            }
        },
        "filters": {"not_away": {"()": lambda: keep_if_not_away}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            "django.server": {"handlers": [], "propagate": True},
            "django.request": {"level": "ERROR", "filters": ["not_away"]},
        },
    }
