"""The headers of the API's answers: what each says, and which answers have it. The description
names them, pages of other sites may read them, and a test holds them against what is really sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True)
class Header:
    """What a header says: in words, by its type, and as it may look."""

    words: str
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
"""Every header that is the API's own. All others are HTTP's, or speak to browsers alone."""

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
"""What errors say; those that are not named here say what any answer says, and may be replayed."""


def of_error(code: int) -> tuple[str, ...]:
    """The headers of an error, whichever operation it comes from."""
    return _OF_ERRORS.get(code, (*ALWAYS, *REPLAYED))


def exposed() -> tuple[str, ...]:
    """What a page of another site may read of an answer, by name."""
    return tuple(sorted(HEADERS.keys() - {"WWW-Authenticate"}))


def told(*groups: tuple[str, ...]) -> dict[str, Any]:
    """These headers of an answer, by reference."""
    return {name: {"$ref": f"#/components/headers/{name}"} for names in groups for name in names}


def components() -> dict[str, Any]:
    """All headers as the description has them."""
    return {
        name: {
            "description": said.words,
            "schema": {"type": said.kind},
            "example": said.example,
        }
        for name, said in HEADERS.items()
    }
