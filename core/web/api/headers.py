"""Headers of API responses, with their descriptions and the responses that include them.

They are used by the API description and for CORS, and a test compares them with real responses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Header:
    """The description, type and example of a header."""

    description: str
    kind: str
    example: str | int


HEADERS: Final = {
    "ETag": Header(
        "Identifies this version of the resource. Send it back as If-None-Match or If-Match.",
        "string",
        '"a5afd38dce431e09e3c0a75356f7e27a"',
    ),
    "Heard": Header(
        "Current `heard` value of your seat. Sent only if the move was based on an older state "
        "(code `stale`).",
        "integer",
        13,
    ),
    "Idempotency-Replayed": Header(
        '"true" if this is a repeated response for the same key, otherwise omitted. Repeated '
        "responses do not count towards rate limits and have no RateLimit-… headers.",
        "string",
        "true",
    ),
    "RateLimit-Limit": Header("Requests allowed per minute.", "integer", 600),
    "RateLimit-Remaining": Header("Requests left.", "integer", 597),
    "RateLimit-Reset": Header("Seconds until the oldest request no longer counts.", "integer", 42),
    "Retry-After": Header("Seconds to wait before the next request.", "integer", 30),
    "Token-Expires": Header(
        "Expiry time of the token. Omitted for requests without a token.",
        "string",
        "2026-06-05T18:00:00+00:00",
    ),
    "WWW-Authenticate": Header(
        "Authentication scheme: Bearer, or Token for clients that use the older scheme.",
        "string",
        "Bearer",
    ),
}
"""All headers defined by the API. Other headers belong to HTTP or are only for browsers."""

RATE: Final = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
TOKEN: Final = ("Token-Expires",)
ALWAYS: Final = (*RATE, *TOKEN)
TAGGED: Final = ("ETag",)
REPLAYED: Final = ("Idempotency-Replayed",)
_OF_ERRORS: Final[dict[int, tuple[str, ...]]] = {
    401: ("WWW-Authenticate",),
    406: (),
    411: (),
    429: (*ALWAYS, "Retry-After"),
    503: (*ALWAYS, "Retry-After"),
}
"""Headers of errors by status. Errors with other statuses have the usual headers and can be
replayed.
"""


def of_error(code: int) -> tuple[str, ...]:
    """Return the headers of an error with this status."""
    return _OF_ERRORS.get(code, (*ALWAYS, *REPLAYED))


def exposed() -> tuple[str, ...]:
    """Return the headers that pages of other sites can read."""
    return tuple(sorted(HEADERS.keys() - {"WWW-Authenticate"}))


def header_references(*groups: tuple[str, ...]) -> dict[str, Any]:
    """Return references to these headers."""
    return {name: {"$ref": f"#/components/headers/{name}"} for names in groups for name in names}


def components() -> dict[str, Any]:
    """Return all headers as components of the description."""
    return {
        name: {
            "description": header.description,
            "schema": {"type": header.kind},
            "example": header.example,
        }
        for name, header in HEADERS.items()
    }
